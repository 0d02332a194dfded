"""The schemas of docs/schema/, ready to validate: each knows the others that it names."""

import json

import jsonschema

NAMES = ("alert", "check", "config", "dump", "event", "flags", "module", "port")


class Schemas:
    def __init__(self, source):
        folder = source / "docs/schema"
        self.all = {name: json.loads((folder / f"{name}.schema.json").read_text(encoding="utf-8")) for name in NAMES}

    def problems(self, name, value):
        """What is wrong with it, one line each."""
        others = {other: schema for other, schema in self.all.items() if other != name}
        schema = {**self.all[name], "$defs": {**self.all[name].get("$defs", {}), **others}}
        found = jsonschema.Draft202012Validator(schema).iter_errors(value)
        return [f"{error.json_path}: {error.message[:200]}" for error in found]

#!/usr/bin/env python3
"""Every key that opticwardd reads is in opticward.toml(5) and in config/opticward.toml, and nothing else is.

usage: documented_keys_test.py OPTICWARDD SOURCE_FOLDER

What it reads, it says itself: each table gets a key that does not exist, and the complaint lists those that do. The
defaults of the general tables are compared too (a test of config_tests holds those of opticward.toml against the code),
and the examples of the manual page are good configurations.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

NO_KEY = "zzzzzzzzzzzzzzzz"
ALL_TABLES = f"""
{NO_KEY} = 1
http.{NO_KEY} = 1
poll.{NO_KEY} = 1
judge.{NO_KEY} = 1
judge.hysteresis.{NO_KEY} = 1
log.{NO_KEY} = 1
dbus.{NO_KEY} = 1
[[dual_part]]
vendor = "mellanox"
part_number = "MFS1S00-H*"
{NO_KEY} = 1
[[bus]]
name = "sim0"
driver = "simulated"
{NO_KEY} = 1
wander = {{ {NO_KEY} = 1 }}
[[port]]
name = "swp1"
bus = "sim0"
source = "MODULE"
{NO_KEY} = 1
presence = {{ path = "present1", {NO_KEY} = 1 }}
reset = {{ path = "reset1", {NO_KEY} = 1 }}
low_power = {{ gpio = 0, line = 1, {NO_KEY} = 1 }}
temperature = {{ path = "temperature1", {NO_KEY} = 1 }}
[[port.script]]
at = 1
{NO_KEY} = 1
action = {{ set = {{ vendor_name = "OTHER" }}, {NO_KEY} = 1 }}
[[port.script]]
at = 2
action = {{ swap = "MODULE", {NO_KEY} = 1 }}
[[port.script]]
at = 3
action = {{ fail = "nack", for_seconds = 1, {NO_KEY} = 1 }}
[[port]]
name = "swp2"
bus = "sim0"
range = {{ from = 1, to = 1, {NO_KEY} = 1 }}
"""
TABLES = {"", "http", "poll", "judge", "judge.hysteresis", "log", "dbus", "dual_part", "bus", "bus.wander", "port",
          "port.presence", "port.reset", "port.low_power", "port.temperature", "port.range", "port.script",
          "port.script.action"}
PINS = ["port.presence", "port.reset", "port.low_power"]  # with the same keys: an example of one is one of all


def check_config(binary, file):
    return subprocess.run([binary, "--check-config", "--config", file], capture_output=True, text=True, timeout=60,
                          check=False)


def known_to_the_reader(binary, source):
    """{"table.key"}; tables themselves are no keys."""
    with tempfile.TemporaryDirectory() as scratch:
        file = pathlib.Path(scratch) / "all.toml"
        module = source / "config/modules/qsfp56-200g-sr4.toml"
        file.write_text(ALL_TABLES.replace("MODULE", str(module)), encoding="utf-8")
        complaints = check_config(binary, file).stderr.splitlines()
    keys, tables = set(), set()
    for line in complaints:
        found = re.fullmatch(rf".*?:\d+: (.*?)\.?{NO_KEY}: unknown key, expected one of (.*)", line)
        if not found:
            raise SystemExit(f"not about the key that does not exist: {line}")
        table = re.sub(r"\[\d+\]", "", found.group(1))
        tables.add(table)
        keys |= {f"{table}.{key}".removeprefix(".") for key in found.group(2).split(", ")}
    if tables != TABLES:
        raise SystemExit(f"the complaints are about {sorted(tables)}")
    return keys - TABLES


def add_value(keys, table, key, value):
    """The key and, of a table in { }, those inside; what a `set` or `module` has inside are no keys of ours."""
    name = f"{table}.{key}"
    if value.startswith("{"):
        inner = re.sub(r"\{[^{}]*\}", "0", value[1:])
        for found in re.findall(r"(\w+) = ", inner if key != "module" else ""):
            keys.setdefault(f"{name}.{found}", "")
    keys.setdefault(name, re.sub(r"\s*#.*", "", value))


def with_all_pins(keys):
    """What one pin has, every pin has."""
    parts = {name.rpartition(".")[2]: value for name, value in keys.items() if name.rpartition(".")[0] in PINS}
    return keys | {f"{pin}.{part}": value for pin in PINS for part, value in parts.items()}


def in_the_file(text):
    """{"table.key": default or example}, commented out or not"""
    keys, table = {}, ""
    for line in text.splitlines():
        header = re.fullmatch(r"(?:# )?\[+([\w.]+)\]+", line)
        found = re.fullmatch(r"(?:# )?(\w+) = (.*)", line)
        if header:
            table = header.group(1)
        elif found:
            add_value(keys, table, *found.groups())
    keys = with_all_pins(keys)
    return {key: value for key, value in keys.items() if key not in TABLES}


def in_the_manual(text):
    """{"table.key": default, "" where it has none}"""
    keys, tables = {}, []
    for line in text.splitlines():
        if line.startswith("# "):
            tables = []
        header = re.fullmatch(r"## \[+([\w.]+)\]+ ?([\w, ]*)", line)
        found = re.fullmatch(r"(\*\w+\*(?:, \*\w+\*)*) = (.*)", line)
        if header:
            tables = [f"{header.group(1)}.{part}".removesuffix(".") for part in header.group(2).split(", ")]
        elif found and tables:
            default = re.search(r"default (\S+)$", found.group(2))
            for key in re.findall(r"\*(\w+)\*", found.group(1)):
                keys |= {f"{table}.{key}": default.group(1) if default else "" for table in tables}
    return {key: value for key, value in keys.items() if key not in TABLES}


def differences(name, keys, known):
    yield from (f"{name}: {key} is missing" for key in sorted(known - keys))
    yield from (f"{name}: {key} is no key" for key in sorted(keys - known))


def wrong_defaults(manual, file):
    for key, value in manual.items():
        if not key.startswith(("bus.", "port.", "dual_part.")) and value != file.get(key):
            yield f"opticward.toml.5.scd: {key}: default {value}, but opticward.toml has {file.get(key)}"


def bad_examples(binary, text):
    """Each example alone, and the drop-in beside the first."""
    examples = re.findall(r"```\n(.*?)```", text[text.index("\n# EXAMPLES"):], re.DOTALL)
    if len(examples) != 5:
        yield f"{len(examples)} examples, expected 5"
        return
    chassis, files, ranges, card, drop_in = examples
    for name, main, beside in [("I2C", chassis, ""), ("optoe", files, ""), ("range", ranges, ""), ("card", card, ""),
                               ("drop-in", chassis, drop_in)]:
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            (folder / "conf.d").mkdir()
            (folder / "opticward.toml").write_text(main, encoding="utf-8")
            (folder / "conf.d/50-site.toml").write_text(beside, encoding="utf-8")
            answer = check_config(binary, folder / "opticward.toml")
            if answer.returncode != 0:
                yield f"the example {name}: {answer.stderr}"


def main():
    binary, source = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    manual_text = (source / "docs/man/opticward.toml.5.scd").read_text(encoding="utf-8")
    known = known_to_the_reader(binary, source)
    manual = in_the_manual(manual_text)
    file = in_the_file((source / "config/opticward.toml").read_text(encoding="utf-8"))
    problems = [*differences("opticward.toml.5.scd", set(manual), known),
                *differences("opticward.toml", set(file), known), *wrong_defaults(manual, file),
                *bad_examples(binary, manual_text)]
    print("\n".join(problems) or f"{len(known)} keys are documented")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

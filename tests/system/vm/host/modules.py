"""The modules that the guest has in its cages: images and what `opticward decode` says of them."""

import json
import re
import shutil

from steps import run

CAGES = 32

# Beside the shipped descriptions: name -> (description, {key of the description: its value there}).
SPECIAL = {}


def description(text, changes):
    """The description with top-level keys replaced; each must be there."""
    for key, value in changes.items():
        text, count = re.subn(rf"(?m)^{key} = .*$", f"{key} = {value}", text)
        if count != 1:
            raise ValueError(f"the description has {count} lines of {key}")
    return text


def make(opticward, folder, name, text):
    source = folder / f"{name}.toml"
    source.write_text(text, encoding="utf-8")
    image = folder / f"{name}.txt"
    image.write_bytes(run(str(opticward), "encode", str(source)))
    (folder / f"{name}.json").write_bytes(run(str(opticward), "decode", "--json", str(image)))


def make_images(cache, opticward, shipped):
    """The folder with NAME.txt and NAME.json of each; cage01 to cage32 are all shipped modules in turn."""
    folder = cache / "images"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    files = sorted(shipped.glob("*.toml"))
    for number in range(1, CAGES + 1):
        file = files[(number - 1) % len(files)]
        text = description(file.read_text(encoding="utf-8"), {"serial_number": f'"VM{number:08}"'})
        make(opticward, folder, f"cage{number:02}", text)
    for file in files:
        make(opticward, folder, file.stem, file.read_text(encoding="utf-8"))
    for name, (of, changes) in SPECIAL.items():
        make(opticward, folder, name, description((shipped / f"{of}.toml").read_text(encoding="utf-8"), changes))
    (folder / "names.json").write_text(json.dumps({"cages": CAGES, "files": [file.stem for file in files]}))
    return folder

"""The modules that the guest has in its cages: images and what `opticward decode` says of them."""

import json
import re
import shutil

from steps import run

CAGES = 32

# Modules of which Debian's ethtool says something wrong, so that a check can hold both: name -> (shipped description,
# {text in it: what stands there instead}).
SPECIAL = {
    # Power class 8, whose watts are in byte 107.
    "class8": ("qsfp56-200g-lr4", {"power_class = .*": "power_class = 8", "max_power_watts = .*": "max_power_watts = 10.5"}),
    # A bias that does not fit without the multiplier of page 01h, byte 160.
    "strong-bias": ("qsfp-dd-400g-dr4", {
        "tx_bias_amperes = 0.07": "tx_bias_amperes = 0.2",
        "tx_bias_amperes = { .*": "tx_bias_amperes = { high_alarm = 0.25, high_warning = 0.23, low_warning = 0.03, "
                                  "low_alarm = 0.02 }",
    }),
}


def description(text, changes):
    """The description with changes; each must find its place."""
    for place, value in changes.items():
        text, count = re.subn(place, value, text)
        if not count:
            raise ValueError(f"the description has no {place}")
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
        text = description(file.read_text(encoding="utf-8"), {"serial_number = .*": f'serial_number = "VM{number:08}"'})
        make(opticward, folder, f"cage{number:02}", text)
    for file in files:
        make(opticward, folder, file.stem, file.read_text(encoding="utf-8"))
    for name, (of, changes) in SPECIAL.items():
        make(opticward, folder, name, description((shipped / f"{of}.toml").read_text(encoding="utf-8"), changes))
    (folder / "names.json").write_text(json.dumps({"cages": CAGES, "files": [file.stem for file in files]}))
    return folder

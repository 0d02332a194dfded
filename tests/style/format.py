#!/usr/bin/env python3
"""Checks the format of all sources (.clang-format), or rewrites them with --fix. Exits 77 (skipped) without the
reference version of clang-format: other versions break lines elsewhere."""

import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ["cmis", "drivers", "config", "daemon", "tests"]
REFERENCE = 14  # Debian 12
SKIPPED = 77


def clang_format():
    for name in (f"clang-format-{REFERENCE}", "clang-format"):
        program = shutil.which(name)
        if program is None:
            continue
        version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
        found = re.search(r"version (\d+)\.", version)
        if found and int(found[1]) == REFERENCE:
            return program
    return None


def main():
    program = clang_format()
    if program is None:
        print(f"format: skipped, clang-format {REFERENCE} is not installed (./dev deps lint)")
        return SKIPPED
    files = [file for folder in FOLDERS for file in sorted((ROOT / folder).rglob("*")) if file.suffix in (".h", ".cpp")]
    if not files:
        print(f"format: no sources found below {ROOT}")
        return 1
    if "--fix" in sys.argv[1:]:
        return subprocess.run([program, "--style=file", "-i", *files]).returncode
    command = [program, "--style=file", "--dry-run", "-Werror", "--ferror-limit=1", *files]
    checked = subprocess.run(command, capture_output=True, text=True)
    places = re.findall(r"^(\S+:\d+):\d+: error:", checked.stderr, re.MULTILINE)
    if checked.returncode == 0:
        print(f"format: {len(files)} files hold")
    elif places:
        print("\n".join(f"{pathlib.Path(place).relative_to(ROOT)}: not formatted (./dev format)" for place in places))
    else:
        print(checked.stderr)
    return checked.returncode


if __name__ == "__main__":
    sys.exit(main())

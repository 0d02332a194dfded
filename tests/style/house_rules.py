#!/usr/bin/env python3
"""House rules that no compiler checks. Prints what breaks one and exits 1; --self-test proves that it would."""

import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PRODUCT = ["cmis", "drivers", "config", "daemon", "systemd"]
SOURCES = ["cmis", "drivers", "config", "daemon", "tests"]
LONGEST = 500
# Kernel code, which follows the kernel's rules and is built by its Kbuild.
FOREIGN = "tests/system/vm/kernel"


def sources(root):
    for folder in SOURCES:
        for file in sorted((root / folder).rglob("*")):
            if file.suffix in (".h", ".cpp") and not file.is_relative_to(root / FOREIGN):
                yield file


def unlisted(root):
    """Sources are listed by hand, so a file can be forgotten and then tests nothing."""
    for file in sources(root):
        if file.suffix != ".cpp":
            continue
        for folder in file.parents:
            lists = folder / "CMakeLists.txt"
            name = re.escape(file.relative_to(folder).as_posix())
            if lists.is_file() and re.search(rf"(?<![\w/.-]){name}(?![\w.-])", lists.read_text(encoding="utf-8")):
                break
            if folder == root:
                yield f"{file.relative_to(root)}: in no CMakeLists.txt of its folder or above"
                break


def unguarded(root):
    for file in sources(root):
        if file.suffix == ".h" and "\n#pragma once\n" not in "\n" + file.read_text(encoding="utf-8"):
            yield f"{file.relative_to(root)}: no #pragma once"


def too_long(root):
    for file in sources(root):
        lines = file.read_text(encoding="utf-8").count("\n")
        if lines > LONGEST:
            yield f"{file.relative_to(root)}: {lines} lines, over {LONGEST}: split it by meaning"


def names_the_reference_folder(root):
    """The product builds and runs without the reference material that lies beside the project."""
    for folder in PRODUCT:
        for file in sorted((root / folder).rglob("*")):
            if file.is_file() and b"../shared" in file.read_bytes():
                yield f"{file.relative_to(root)}: names ../shared"


RULES = [unlisted, unguarded, too_long, names_the_reference_folder]


def check(root):
    return [problem for rule in RULES for problem in rule(root)]


def self_test():
    good = {
        "cmis/CMakeLists.txt": "add_library(c codec.cpp deep/page.cpp)\n",
        "cmis/codec.cpp": "int x;\n",
        "cmis/deep/page.cpp": "int x;\n",
        "cmis/codec.h": "// Why.\n#pragma once\n",
        "tests/cmis/CMakeLists.txt": "add_executable(t codec_test.cpp)\n",
        "tests/cmis/codec_test.cpp": "// may name ../shared\n",
    }
    cases = [
        ({}, None),
        ({"tests/cmis/forgotten_test.cpp": ""}, "tests/cmis/forgotten_test.cpp: in no CMakeLists.txt"),
        ({"tests/cmis/my_codec_test.cpp": ""}, "tests/cmis/my_codec_test.cpp: in no CMakeLists.txt"),
        ({"cmis/page.cpp": ""}, "cmis/page.cpp: in no CMakeLists.txt"),
        ({"cmis/bare.h": "int x;\n"}, "cmis/bare.h: no #pragma once"),
        ({"cmis/codec.cpp": "\n" * 500}, None),
        ({"cmis/codec.cpp": "\n" * 501}, "cmis/codec.cpp: 501 lines"),
        ({"tests/system/vm/kernel/a.h": "#ifndef A\n"}, None),
        ({"config/boards/a.toml": "image = '../shared/x'\n"}, "config/boards/a.toml: names ../shared"),
        ({"systemd/a.service": "../shared"}, "systemd/a.service: names ../shared"),
    ]
    wrong = []
    for change, expected in cases:
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for path, text in {**good, **change}.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text, encoding="utf-8")
            problems = check(root)
        caught = len(problems) == 1 and problems[0].startswith(expected) if expected else not problems
        if not caught:
            wrong.append(f"{change}: expected {expected}, got {problems}")
    print("\n".join(wrong) or f"house rules self-test: {len(cases)} cases hold")
    return 1 if wrong else 0


def main():
    if "--self-test" in sys.argv[1:]:
        return self_test()
    problems = check(ROOT)
    print("\n".join(problems) or "house rules: hold")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

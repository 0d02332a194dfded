#!/usr/bin/env python3
"""Compiles one case and says whether the compiler did what the case wants.

run.py [--must-compile] CASE -- COMPILER ARGUMENT...

The first line of a case is `// expect: REGEX`. The case must not compile, and a message of the compiler (error or
note; not the source lines that it repeats) must match. With --must-compile the case must compile, without a word.
"""

import os
import pathlib
import re
import subprocess
import sys

MESSAGE = re.compile(r"^\S.*?:\d+(?::\d+)?: (fatal error|error|note): (.*)$")


def main():
    separator = sys.argv.index("--")
    *options, case = sys.argv[1:separator]
    path = pathlib.Path(case)
    command = [*sys.argv[separator + 1 :], str(path)]
    compiled = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"})

    if "--must-compile" in options:
        good = compiled.returncode == 0 and not compiled.stderr
        print(compiled.stderr + (f"{path.name}: compiled" if good else f"{path.name}: must compile, but does not"))
        return 0 if good else 1

    first_line = path.read_text(encoding="utf-8").split("\n", 1)[0]
    if not first_line.startswith("// expect: "):
        print(f"{path.name}: the first line is not `// expect: REGEX`")
        return 1
    wanted = first_line.removeprefix("// expect: ").strip()
    if compiled.returncode == 0:
        print(f"{path.name}: must not compile, but does")
        return 1
    messages = [found.groups() for line in compiled.stderr.splitlines() if (found := MESSAGE.match(line))]
    if any(kind == "fatal error" for kind, _ in messages):
        print(f"{compiled.stderr}{path.name}: does not compile for another reason (a header that is not found?)")
        return 1
    for _, message in messages:
        if re.search(wanted, message):
            print(f"{path.name}: refused: {message}")
            return 0
    print(f"{compiled.stderr}{path.name}: does not compile, but no message matches: {wanted}")
    return 1


if __name__ == "__main__":
    sys.exit(main())

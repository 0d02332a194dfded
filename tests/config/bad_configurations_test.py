#!/usr/bin/env python3
"""Every bad configuration of bad/ gets exactly the lines that stand beside it, exit status 2 and no signal.

usage: bad_configurations_test.py OPTICWARDD FOLDER

A case is NAME.toml with NAME.expected, or a folder NAME with opticward.toml, conf.d and expected. What git cannot keep
(a FIFO, 5 MB, no permission) is made here, in a copy of the folder; paths in the expected lines are relative to it.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

FEWEST_CASES = 40
LONGEST_SECONDS = 60  # a case that waits for a FIFO or reads a device without end runs into it


def five_megabytes(file):
    file.write_bytes(b"# 64 bytes of a comment, again and again, until the file is big\n" * (5 << 14))


def no_permission(file):
    file.write_text("[poll]\n", encoding="utf-8")
    file.chmod(0)


def too_many_drop_ins(folder):
    (folder / "conf.d").mkdir()
    for number in range(257):
        (folder / f"conf.d/{number:03}.toml").touch()


MADE_HERE = {
    "19-missing-file.toml": lambda file: None,
    "33-five-megabytes.toml": five_megabytes,
    "34-folder.toml": lambda file: file.mkdir(),
    "35-no-permission.toml": no_permission,
    "36-fifo.toml": os.mkfifo,
    "37-endless-device.toml": lambda file: file.symlink_to("/dev/zero"),
    "58-too-many-drop-ins": too_many_drop_ins,
}


def cases(folder):
    """(path of the configuration, path of the expected lines), in order"""
    for path in sorted(folder.iterdir()):
        if path.suffix == ".expected":
            yield path.with_suffix(".toml"), path
        elif (path / "expected").is_file():
            yield path / "opticward.toml", path / "expected"


def run(binary, folder, config):
    answer = subprocess.run([binary, "--check-config", "--config", config.relative_to(folder)], cwd=folder,
                            capture_output=True, timeout=LONGEST_SECONDS, check=False)
    lines = answer.stderr.decode("utf-8").replace(f"{folder}/", "")
    return answer.returncode, answer.stdout.decode("utf-8"), lines


def main():
    binary, source = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    failed, seen, skipped = 0, 0, 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch).resolve() / "bad"
        shutil.copytree(source, folder)
        for name, make in MADE_HERE.items():
            make(folder / name)
        for config, expected_file in cases(folder):
            if "no-permission" in config.name and os.geteuid() == 0:
                skipped += 1
                continue
            seen += 1
            status, output, lines = run(binary, folder, config)
            expected = expected_file.read_text(encoding="utf-8")
            if status != 2 or output or lines != expected:
                failed += 1
                print(f"{config.relative_to(folder)}: status {status}, expected 2\n"
                      f"--- expected\n{expected}--- got\n{output}{lines}")
    print(f"{seen} bad configurations, {failed} failed, {skipped} skipped")
    return 1 if failed or seen < FEWEST_CASES else 0


if __name__ == "__main__":
    sys.exit(main())

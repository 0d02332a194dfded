#!/usr/bin/env python3
"""Every example of the manual pages, run: what a command prints is what the page says that it prints.

An example is a block between ``` lines whose lines with `$ ` are commands and whose others are what these print; a
line `...` stands for any number of lines. A command that ends with ` &` runs beside those that follow and has begun
when these start. Masked are only times, process ids, addresses and TCP ports.

man_pages_test.py BIN SOURCE [--update]    --update writes what the commands printed into the pages
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

from daemon import Daemon
from private_bus import PrivateBus

binaries = source = None

PAGES = ["opticward.1.scd", "opticwardd.8.scd"]
ALERTS = 4  # of the board: swp3 is hot, dark and without signal, swp4 has a module of the other kind
MASKS = [
    (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)", "TIME"),
    (r"read \d+(\.\d)? s ago", "read AGO"),
    (r'("age_seconds": )\d+(\.\d+)?', r"\1AGE"),
    (r"\bt \d{10,}", "t TIME"),
    (r"\b127\.0\.0\.1:\d+", "ADDRESS"),
    (r"pid=\d+", "pid=PID"),
]


def masked(text):
    for pattern, name in MASKS:
        text = re.sub(pattern, name, text)
    return text


def examples(page):
    """The blocks of a page: [(line number of the first line, [line, ...]), ...]"""
    blocks, block = [], None
    for number, line in enumerate(page.splitlines(), start=1):
        if line == "```":
            if block is None:
                block = (number + 1, [])
            else:
                if any(entry.startswith("$ ") for entry in block[1]):
                    blocks.append(block)
                block = None
        elif block is not None:
            block[1].append(line)
    return blocks


def unelided(expected, printed):
    """The lines that were printed, with `...` where the page has it; as they are where the page is wrong."""
    if "..." not in expected:
        return printed
    place = expected.index("...")
    before, behind = expected[:place], expected[place + 1:]
    if len(printed) < len(before) + len(behind):
        return printed
    return printed[:len(before)] + ["..."] + printed[len(printed) - len(behind):]


def run(block, environment, folder):
    """The block as it comes out: its commands, each with what it printed."""
    lines, beside = [], []
    for place, line in enumerate(block):
        if not line.startswith("$ "):
            continue
        command = line[2:]
        lines.append(line)
        if command.endswith(" &"):
            begun = subprocess.Popen(["bash", "-c", command[:-2]], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                     text=True, env=environment, cwd=folder)
            lines.append(begun.stderr.readline().rstrip("\n"))  # it says when it watches
            beside.append(begun)
            continue
        answer = subprocess.run(["bash", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                env=environment, cwd=folder, timeout=60)
        end = next((i for i in range(place + 1, len(block)) if block[i].startswith("$ ")), len(block))
        lines += unelided(block[place + 1:end], answer.stdout.splitlines())
    for begun in beside:
        printed, _ = begun.communicate(timeout=60)
        lines += printed.splitlines()
    return lines


def copied_board(folder):
    """The board beside the descriptions that it names, as the pages show it."""
    text = (source / "tests/system/man_board.toml").read_text(encoding="utf-8")
    (folder / "man_board.toml").write_text(text.replace("../../config/modules/", "modules/"), encoding="utf-8")
    shutil.copytree(source / "config/modules", folder / "modules")


class ManPages(unittest.TestCase):
    maxDiff = None
    update = False

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory(prefix="opticward-man-")))
        copied_board(cls.folder)
        bus = cls.enterClassContext(PrivateBus())
        cls.environment = dict(os.environ, PATH=f"{binaries}:{os.environ['PATH']}", LC_ALL="C.UTF-8", TZ="UTC",
                               DBUS_SYSTEM_BUS_ADDRESS=bus.address)
        cls.environment.pop("OPTICWARD_BUS", None)
        started = os.getcwd(), dict(os.environ)
        try:
            os.chdir(cls.folder)
            os.environ.clear()
            os.environ.update(cls.environment)
            cls.daemon = cls.enterClassContext(Daemon(binaries / "opticwardd", "man_board.toml"))
        finally:
            os.chdir(started[0])
            os.environ.clear()
            os.environ.update(started[1])
        cls.daemon.wait_for_line("event=sweep")
        cls.wait_until_it_is_judged()

    @classmethod
    def wait_until_it_is_judged(cls):
        """Verdicts take a second look, and what the script of swp3 does comes after a second."""
        deadline = time.monotonic() + 60
        while True:
            text = subprocess.run(["opticward", "list", "--json"], env=cls.environment, capture_output=True, text=True)
            ports = json.loads(text.stdout) if text.returncode == 0 else []
            judged = ports and all(port["verdicts"] for port in ports if "module" in port)
            if judged and sum(len(port["alerts"]) for port in ports) == ALERTS:
                return
            if time.monotonic() > deadline:
                raise AssertionError(text.stdout + text.stderr)
            cls.daemon.wait_for_any_change(0.2)

    def check(self, name):
        path = source / "docs/man" / name
        page = path.read_text(encoding="utf-8")
        blocks = examples(page)
        self.assertTrue(blocks, f"{name} has no examples")
        outcomes = []
        for number, block in blocks:
            outcomes.append((number, block, run(block, self.environment, self.folder)))
            with self.subTest(f"{name}:{number}: {block[0]}"):
                if not self.update:
                    self.assertEqual(masked("\n".join(block)), masked("\n".join(outcomes[-1][2])))
        if self.update:
            lines = page.splitlines()
            for number, block, printed in reversed(outcomes):
                lines[number - 1:number - 1 + len(block)] = printed
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")

    def test_opticward_prints_what_its_page_says(self):
        self.check("opticward.1.scd")

    def test_opticwardd_prints_what_its_page_says(self):
        self.check("opticwardd.8.scd")

    def test_every_command_has_an_example(self):
        page = (source / "docs/man/opticward.1.scd").read_text(encoding="utf-8")
        shown = "\n".join(line for _, block in examples(page) for line in block if line.startswith("$ "))
        usage = subprocess.run([binaries / "opticward", "help"], capture_output=True, text=True, check=True).stdout
        for command in re.findall(r"^  ([a-z]+) ", usage, re.MULTILINE):
            self.assertRegex(shown, rf"\bopticward {command}\b")

    def test_every_option_is_described(self):
        page = (source / "docs/man/opticward.1.scd").read_text(encoding="utf-8")
        usage = subprocess.run([binaries / "opticward", "help"], capture_output=True, text=True, check=True).stdout
        for command in re.findall(r"^  ([a-z]+) ", usage, re.MULTILINE):
            text = subprocess.run([binaries / "opticward", "help", command], capture_output=True, text=True).stdout
            for option in re.findall(r"^  (--[a-z]+)", text, re.MULTILINE):
                self.assertIn(f"*{option}*", page, command)

    def test_scdoc_makes_the_pages(self):
        if shutil.which("scdoc") is None:
            self.fail("scdoc is not installed; ./dev test installs it")
        for name in PAGES:
            with open(source / "docs/man" / name, "rb") as page:
                answer = subprocess.run(["scdoc"], stdin=page, capture_output=True)
            self.assertEqual((answer.returncode, answer.stderr), (0, b""), name)


if __name__ == "__main__":
    binaries, source = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    ManPages.update = "--update" in sys.argv[3:]
    unittest.main(argv=sys.argv[:1], verbosity=2)

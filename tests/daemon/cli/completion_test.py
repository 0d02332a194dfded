#!/usr/bin/env python3
"""The completion for bash: sourced, and its function called as readline would.

completion_test.py BIN SOURCE
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

binaries = source = None


def opticward(*words):
    return subprocess.run([binaries / "opticward", *words], capture_output=True, text=True, check=True).stdout


class Completion(unittest.TestCase):
    def setUp(self):
        # A program that stands in for opticward and knows three ports; on the bus "other" it knows one.
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        stub = pathlib.Path(self.folder.name) / "opticward"
        stub.write_text('#!/bin/bash\n[[ "$*" == "list --names --bus unix:path=/other" ]] && echo eth7 && exit\n'
                        '[[ "$*" == "list --names" ]] && printf "%s\\n" swp1 swp2 "a port"\n')
        stub.chmod(0o755)

    def complete(self, line, folder=None):
        """What stands for the last word of the line."""
        words = re.findall(r"[^\s:=]+|[:=]", line)  # as COMP_WORDBREAKS cuts them
        if line.endswith(" "):
            words.append("")
        script = (f"source {source}/daemon/cli/opticward.bash\n"
                  'COMP_LINE=$1; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))\n'
                  "_opticward\n"
                  'printf "%s\\n" "${COMPREPLY[@]}"\n')
        environment = {"PATH": f"{self.folder.name}:/usr/bin:/bin"}
        answer = subprocess.run(["bash", "-c", script, "bash", line, *words], capture_output=True, text=True,
                                env=environment, cwd=folder)
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))
        return answer.stdout.split("\n")[:-1] if answer.stdout != "\n" else []

    def test_it_knows_every_command_of_the_program(self):
        usage = re.findall(r"^  ([a-z]+) ", opticward("help"), re.MULTILINE)
        self.assertIn("list", usage)
        self.assertEqual(self.complete("opticward "), usage)

    def test_it_knows_every_option_of_every_command(self):
        for command in re.findall(r"^  ([a-z]+) ", opticward("help"), re.MULTILINE):
            if command != "help":
                options = re.findall(r"^  (--[a-z]+)", opticward("help", command), re.MULTILINE)
                self.assertEqual(self.complete(f"opticward {command} -"), options, command)

    def test_it_is_sourced_and_bound_to_the_program(self):
        answer = subprocess.run(["bash", "-c", f"source {source}/daemon/cli/opticward.bash; complete -p opticward"],
                                capture_output=True, text=True)
        self.assertEqual(answer.stdout, "complete -F _opticward opticward\n")

    def test_commands_by_their_beginning(self):
        self.assertEqual(self.complete("opticward re"), ["refresh", "rescan", "reload"])
        self.assertEqual(self.complete("opticward help sh"), ["show"])

    def test_ports_come_from_the_daemon_and_are_quoted(self):
        self.assertEqual(self.complete("opticward show "), ["swp1", "swp2", r"a\ port"])
        self.assertEqual(self.complete("opticward show swp1 swp2"), ["swp2"])
        self.assertEqual(self.complete("opticward watch --json s"), ["swp1", "swp2"])

    def test_ports_come_from_the_bus_that_the_line_names(self):
        self.assertEqual(self.complete("opticward --bus unix:path=/other show "), ["eth7"])
        self.assertEqual(self.complete("opticward show --bus=unix:path=/other "), ["eth7"])

    def test_one_port_is_enough_for_commands_of_one(self):
        self.assertEqual(self.complete("opticward dump "), ["swp1", "swp2", r"a\ port"])
        self.assertEqual(self.complete("opticward pause swp1 "), [])

    def test_formats_and_files(self):
        self.assertEqual(self.complete("opticward dump swp1 --format "),
                         ["text", "binary", "ethtool", "i2cdump", "sfputil"])
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "image.txt").touch()
            self.assertEqual(self.complete("opticward decode im", folder), ["image.txt"])
            self.assertEqual(self.complete("opticward dump swp1 --output im", folder), ["image.txt"])

    def test_numbers_are_left_to_the_user(self):
        self.assertEqual(self.complete("opticward watch --count "), [])


if __name__ == "__main__":
    binaries, source = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    unittest.main(argv=sys.argv[:1], verbosity=2)

#!/usr/bin/env python3
"""What a link proved outlives the daemon: the file in STATE_DIRECTORY.

proofs_test.py BIN SOURCE
"""

import os
import pathlib
import shutil
import sys
import tempfile
import time
import unittest

from daemon import Daemon, write

binaries = source = None

BOARD = """
[[bus]]
name = "sim0"
driver = "simulated"

[[port]]
name = "swp1"
bus = "sim0"
source = "{modules}/qsfp56-hdr-sr4.toml"
module = {{ serial_number = "{serial}" }}
protocol = "ethernet"
link = "{link}"
admin = "up"
"""
PROOF = "opticward-proofs 1\nswp1\tOPTICWARD SIM\tSIM-HDR-SR4\tSIM0000001\tethernet\n"
MISMATCH = "event=raise port=swp1 .*kind=link_mode_mismatch"


class Proofs(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="opticward-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.state = self.folder / "state"
        self.state.mkdir()
        self.file = self.state / "proofs"

    def daemon(self, link, serial="SIM0000001", state=True):
        config = write(self.folder / "board.toml",
                       BOARD.format(modules=source / "config/modules", link=link, serial=serial))
        environment = {key: value for key, value in os.environ.items() if key != "STATE_DIRECTORY"}
        if state:
            environment["STATE_DIRECTORY"] = f"{self.state}:/nowhere"
        return Daemon(binaries / "opticwardd", config, "--bus", "unix:path=/nowhere", environment=environment)

    def wait_for_verdict(self, daemon, verdict):
        """Verdicts take a second look, which comes after a second."""
        daemon.wait_for_line("event=sweep")
        deadline = time.monotonic() + 60
        while not any(series.startswith("transceiver_link_mode_verdict") and f'verdict="{verdict}"' in series
                      and number == "1" for series, number in daemon.samples().items()):
            self.assertLess(time.monotonic(), deadline, daemon.metrics())
            daemon.wait_for_any_change(0.2)

    def prove(self):
        with self.daemon("up") as daemon:
            self.wait_for_verdict(daemon, "match")
            self.assertEqual(daemon.stop()[0], 0)

    def test_the_same_module_is_believed_after_a_restart_while_its_link_is_down(self):
        self.prove()
        self.assertEqual(self.file.read_text(encoding="utf-8"), PROOF)
        self.assertEqual(self.file.stat().st_mode & 0o777, 0o644)
        with self.daemon("down") as daemon:
            self.wait_for_verdict(daemon, "match")
            self.assertEqual(daemon.stop()[0], 0)
        self.assertEqual(self.file.read_text(encoding="utf-8"), PROOF)

    def test_another_module_is_not(self):
        self.prove()
        with self.daemon("down", "SIM0000002") as daemon:
            daemon.wait_for_line(MISMATCH)
            self.assertEqual(daemon.stop()[0], 0)
        self.assertEqual(self.file.read_text(encoding="utf-8"), "opticward-proofs 1\n")

    def test_without_a_state_directory_nothing_is_kept(self):
        with self.daemon("up", state=False) as daemon:
            self.wait_for_verdict(daemon, "match")
            self.assertEqual(daemon.stop()[0], 0)
        with self.daemon("down", state=False) as daemon:
            daemon.wait_for_line(MISMATCH)

    def test_garbage_is_told_with_its_line_and_the_daemon_runs(self):
        self.file.write_bytes(b"opticward-proofs 1\n\xff\x00\n" + PROOF.splitlines()[1].encode() + b"\n")
        with self.daemon("down") as daemon:
            line = daemon.wait_for_line("event=store")
            self.assertIn(f"{self.file}:2: no five fields with tabs between them. event=store", line)
            self.wait_for_verdict(daemon, "match")

    def test_a_folder_that_cannot_be_written_is_told(self):
        self.state.rmdir()
        with self.daemon("up") as daemon:
            line = daemon.wait_for_line("event=store")
            self.assertIn(f"Proofs of links are not kept: {self.file}.new cannot be written: "
                          "No such file or directory. event=store", line)


if __name__ == "__main__":
    binaries, source = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    unittest.main(argv=sys.argv[:1], verbosity=2)

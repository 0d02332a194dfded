#!/usr/bin/env python3
"""opticwardd as a process: what it prints, what it exits with, how it ends.

process_test.py BIN SOURCE
"""

import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import unittest
import urllib.error
import urllib.request

from daemon import Daemon, free_port, write

binaries = source = None
SOON = 2.5  # a second is the promise; the rest is for a machine that is busy with other tests

HANGING = """
[[bus]]
name = "sim0"
driver = "simulated"

[[port]]
name = "swp1"
bus = "sim0"
source = "{modules}/qsfp56-200g-sr4.toml"
protocol = "ethernet"
link = "up"
admin = "up"
[[port.script]]
at = 3
action = {{ fail = "hang", for_seconds = 600 }}

[[bus]]
name = "sim1"
driver = "simulated"

[[port]]
name = "swp2"
bus = "sim1"
source = "{modules}/qsfp56-200g-sr4.toml"
protocol = "ethernet"
link = "up"
admin = "up"
module = {{ serial_number = "OTHER" }}
[[port.script]]
at = 6
action = {{ set = {{ monitors.temperature_celsius = 77.0 }} }}
"""


class Process(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="opticward-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def daemon(self, *arguments):
        return subprocess.run([binaries / "opticwardd", *arguments], capture_output=True, text=True, timeout=60)

    def hanging_board(self):
        return write(self.folder / "board.toml", HANGING.format(modules=source / "config/modules"))

    def test_the_shipped_board_passes_its_check(self):
        answer = self.daemon("--check-config", "--config", source / "config/boards/simulated.toml")
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))

    def test_a_configuration_with_a_mistake_names_file_line_and_key_and_exits_2(self):
        config = write(self.folder / "bad.toml", '[poll]\ninterval_seconds = "ten"\n')
        answer = self.daemon("--check-config", "--config", config)
        self.assertEqual(answer.returncode, 2)
        self.assertRegex(answer.stderr, rf"^{config}:2: poll\.interval_seconds: .*expected")

    def test_a_port_that_is_taken_ends_the_start_with_a_reason(self):
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            other.listen()
            port = other.getsockname()[1]
            answer = self.daemon("--config", source / "config/boards/simulated.toml", "--listen", f"127.0.0.1:{port}")
        self.assertEqual(answer.returncode, 2)
        self.assertIn(f"127.0.0.1:{port}", answer.stderr)

    def test_the_exposition_of_the_shipped_board_passes_promtool(self):
        if shutil.which("promtool") is None:
            self.fail("promtool is not installed; ./dev test installs it")
        with Daemon(binaries / "opticwardd", source / "config/boards/simulated.toml") as daemon:
            daemon.wait_for_line("event=sweep")
            text = daemon.metrics()
            daemon.stop()
        answer = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True, text=True)
        self.assertEqual((answer.returncode, answer.stdout, answer.stderr), (0, "", ""))
        self.assertEqual(sum(line.startswith("transceiver_present{") for line in text.splitlines()), 32)

    def test_sigterm_ends_it_within_a_second(self):
        with Daemon(binaries / "opticwardd", source / "config/boards/simulated.toml") as daemon:
            daemon.wait_for_line("event=sweep")
            status, took = daemon.stop()
        self.assertEqual(status, 0)
        self.assertLess(took, SOON)

    def test_sigterm_ends_it_within_a_second_while_a_bus_hangs_and_the_other_bus_went_on(self):
        with Daemon(binaries / "opticwardd", self.hanging_board()) as daemon:
            # The alarm of the other bus comes when the first has been hanging for three seconds.
            daemon.wait_for_line(r"event=raise port=swp2 severity=\w+ kind=monitor monitor=temperature")
            status, took = daemon.stop()
        self.assertEqual(status, 0)
        self.assertLess(took, SOON)

    def test_sigint_ends_it_too(self):
        with Daemon(binaries / "opticwardd", source / "config/boards/simulated.toml") as daemon:
            daemon.wait_for_line("event=start")
            status, _ = daemon.stop(2)
        self.assertEqual(status, 0)

    def test_an_unknown_page_is_404(self):
        with Daemon(binaries / "opticwardd", source / "config/boards/simulated.toml") as daemon:
            daemon.wait_for_line("event=start")
            with self.assertRaises(urllib.error.HTTPError) as raised:
                urllib.request.urlopen(f"http://127.0.0.1:{daemon.port}/nothing", timeout=10)
            raised.exception.close()
            self.assertEqual(raised.exception.code, 404)
            daemon.stop()

    def test_a_missing_configuration_is_one_line_and_exit_2(self):
        answer = self.daemon("--config", self.folder / "none.toml", "--listen", f"127.0.0.1:{free_port()}")
        self.assertEqual(answer.returncode, 2)
        self.assertEqual(len(answer.stderr.splitlines()), 1)
        self.assertIn("none.toml", answer.stderr)


if __name__ == "__main__":
    binaries, source = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    unittest.main(argv=sys.argv[:1], verbosity=2)

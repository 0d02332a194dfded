#!/usr/bin/env python3
"""Reloading: 200 times, good and bad alternating, while a scraper reads; and what changes when one bus does.

reload_test.py BIN SOURCE
"""

import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from daemon import SANITIZED, Daemon, write

binaries = source = None
RELOADS = 200
GROWTH_ALLOWED = (400 if SANITIZED else 8) << 20  # bytes, after the first tenth of the reloads

BOARD = """
[[bus]]
name = "sim0"
driver = "simulated"

[[port]]
name = "swp1"
bus = "sim0"
source = "{modules}/qsfp56-200g-sr4.toml"
protocol = "ethernet"
link = "up"

[[port]]
name = "swp2"
bus = "sim0"
source = "{modules}/qsfp56-hdr-sr4.toml"
protocol = "ethernet"
link = "down"

[[bus]]
name = "sim1"
driver = "simulated"
interval_seconds = {interval}

[[port]]
name = "swp3"
bus = "sim1"
source = "{modules}/qsfp56-cmis-200g-sr4.toml"
protocol = "ethernet"
link = "up"
"""
PORTS = ("swp1", "swp2", "swp3")


def resident_bytes(process):
    for line in pathlib.Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise AssertionError("no VmRSS")


class Scraper:
    """Reads /metrics without a pause and keeps what went wrong."""

    def __init__(self, daemon):
        self.daemon = daemon
        self.scrapes = 0
        self.problems = []
        self.stopping = threading.Event()
        self.thread = threading.Thread(target=self._scrape, daemon=True)
        self.thread.start()

    def _scrape(self):
        while not self.stopping.is_set():
            try:
                samples = self.daemon.samples()
                self.scrapes += 1
            except OSError as error:
                self.problems.append(str(error))
                continue
            lost = [port for port in PORTS if f'transceiver_present{{port="{port}"}}' not in samples]
            if lost:
                self.problems.append(f"scrape {self.scrapes} had no {lost}")

    def stop(self):
        self.stopping.set()
        self.thread.join(timeout=30)


class Reload(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="opticward-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.config = self.folder / "board.toml"
        self.good(1)
        self.daemon = Daemon(binaries / "opticwardd", self.config)
        self.addCleanup(self.daemon.__exit__)
        self.daemon.wait_for_line("event=sweep")
        for port in PORTS:  # the line comes before the metrics of the same turn
            self.wait_for_metric(f'transceiver_present{{port="{port}"}}', "1")

    def good(self, interval):
        write(self.config, BOARD.format(modules=source / "config/modules", interval=interval))

    def reload(self):
        """Sends SIGHUP and returns the log line that answers it."""
        with self.daemon.changed:
            before = len(self.daemon.lines)
        self.daemon.process.send_signal(signal.SIGHUP)
        return self.daemon.wait_for_line("event=reload", 30, after=before)

    def present(self):
        samples = self.daemon.samples()
        return {port: samples.get(f'transceiver_present{{port="{port}"}}') for port in PORTS}

    def wait_for_metric(self, series, number):
        deadline = time.monotonic() + 20
        while self.daemon.samples().get(series) != number:
            self.assertLess(time.monotonic(), deadline, f"{series} did not become {number}")
            self.daemon.wait_for_any_change(0.1)

    def test_200_reloads_alternating_good_and_bad_lose_no_port_and_leak_nothing(self):
        settled = None
        scraper = Scraper(self.daemon)
        self.addCleanup(scraper.stop)
        for number in range(RELOADS):
            if number % 2:
                write(self.config, "[poll]\ninterval_seconds = \"never\"\n")
            else:
                self.good(1 + number % 4)  # another bus than before, every second time
            line = self.reload()
            self.assertIn("Not reloaded" if number % 2 else "is in force", line)
            self.assertEqual(self.present(), dict.fromkeys(PORTS, "1"), f"after reload {number}")
            if number == RELOADS // 10:
                settled = resident_bytes(self.daemon.process.pid)
        scraper.stop()
        self.assertEqual(scraper.problems, [])
        self.assertGreater(scraper.scrapes, RELOADS)
        self.assertLess(resident_bytes(self.daemon.process.pid) - settled, GROWTH_ALLOWED)
        self.assertFalse([line for line in self.daemon.lines if "event=insert" in line or "event=remove" in line])

    def test_a_bad_configuration_leaves_the_old_one_in_force_and_says_where_it_is_wrong(self):
        write(self.config, "[poll]\ninterval_seconds = 0\n[nonsense]\n")
        line = self.reload()
        self.assertRegex(line, r"board\.toml:2: poll\.interval_seconds: .*expected")
        self.wait_for_metric("opticward_config_last_reload_successful", "0")
        self.assertEqual(self.present(), dict.fromkeys(PORTS, "1"))
        self.good(1)
        self.reload()
        self.wait_for_metric("opticward_config_last_reload_successful", "1")

    def test_a_port_that_is_no_longer_configured_loses_its_series_at_once(self):
        text = BOARD.format(modules=source / "config/modules", interval=1)
        write(self.config, text[: text.index('[[bus]]\nname = "sim1"')])
        self.reload()
        deadline = time.monotonic() + 20
        while any('port="swp3"' in series for series in self.daemon.samples()):
            self.assertLess(time.monotonic(), deadline)
            self.daemon.wait_for_any_change(0.2)

    def test_alerts_outlive_a_reload_and_are_not_raised_again(self):
        mismatch = 'transceiver_link_mode_mismatch{port="swp2"}'
        self.daemon.wait_for_line("event=raise port=swp2 .*link_mode_mismatch")
        self.reload()
        self.assertEqual(self.daemon.samples()[mismatch], "1")
        self.daemon.stop()
        raised = [line for line in self.daemon.lines if "event=raise port=swp2" in line]
        self.assertEqual(len(raised), 1)

    def test_kill_and_restart_work_at_once(self):
        self.daemon.process.kill()
        self.daemon.process.wait()
        command = [binaries / "opticwardd", "--config", self.config, "--listen", f"127.0.0.1:{self.daemon.port}"]
        again = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        self.addCleanup(again.stderr.close)
        self.addCleanup(again.wait)
        self.addCleanup(again.kill)
        for line in again.stderr:
            if "event=sweep" in line:
                break
        else:
            self.fail("it ended")


if __name__ == "__main__":
    binaries, source = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    unittest.main(argv=sys.argv[:1], verbosity=2)

#!/usr/bin/env python3
"""opticwardd under a service manager: what it says to a real notification socket, and when.

notify_test.py BIN SOURCE
"""

import os
import pathlib
import queue
import re
import shutil
import socket
import sys
import tempfile
import threading
import time
import unittest

from daemon import Daemon, write
from thread_stop import stopped, thread_named

binaries = source = None

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
{extra}
"""
HANGS = """
[[port.script]]
at = 2
action = { fail = "hang", for_seconds = 25 }
"""
HOT = """
[[port.script]]
at = 3
action = { set = { monitors.temperature_celsius = 77.0 } }
"""


class ServiceManager:
    """A notification socket and the messages that come to it, each a dict."""

    def __init__(self, folder):
        self.path = str(folder / "notify")
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(self.path)
        self.messages = queue.Queue()
        threading.Thread(target=self._receive, daemon=True).start()

    def _receive(self):
        while True:
            try:
                data = self.socket.recv(65536)
            except OSError:
                return
            self.messages.put(dict(line.split("=", 1) for line in data.decode().splitlines()))

    def wait_for(self, wanted, seconds=60):
        """All messages up to the first for which `wanted` holds."""
        deadline = time.monotonic() + seconds
        seen = []
        while True:
            try:
                seen.append(self.messages.get(timeout=max(0.0, deadline - time.monotonic())))
            except queue.Empty:
                raise AssertionError(f"it did not come within {seconds} s; these did: {seen}") from None
            if wanted(seen[-1]):
                return seen

    def drain(self):
        while not self.messages.empty():
            self.messages.get_nowait()

    def comes_within(self, wanted, seconds):
        try:
            self.wait_for(wanted, seconds)
        except AssertionError:
            return False
        return True


def is_ready(message):
    return message.get("READY") == "1"


def is_watchdog(message):
    return message.get("WATCHDOG") == "1"


class Notify(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="opticward-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.manager = ServiceManager(self.folder)
        self.addCleanup(self.manager.socket.close)
        self.config = self.folder / "board.toml"

    def start(self, extra="", watchdog=None):
        write(self.config, BOARD.format(modules=source / "config/modules", extra=extra))
        environment = dict(os.environ, NOTIFY_SOCKET=self.manager.path)
        if watchdog is not None:
            environment["WATCHDOG_USEC"] = str(int(watchdog * 1e6))
        daemon = Daemon(binaries / "opticwardd", self.config, environment=environment)
        self.addCleanup(daemon.__exit__)
        return daemon

    def test_ready_comes_once_after_the_first_sweep_and_stopping_at_the_end(self):
        daemon = self.start()
        before = self.manager.wait_for(is_ready)
        self.assertTrue(any("event=sweep" in line for line in daemon.lines))
        self.assertEqual(sum(map(is_ready, before)), 1)
        self.assertRegex(before[-1]["STATUS"], r"^1 port, 1 present, 0 alerts$")
        daemon.stop()
        after = self.manager.wait_for(lambda message: message.get("STOPPING") == "1", 10)
        self.assertEqual(sum(map(is_ready, after)), 0)

    def test_the_status_changes_with_the_alerts(self):
        self.start(HOT)
        self.manager.wait_for(is_ready)
        status = self.manager.wait_for(lambda message: "1 alert " in message.get("STATUS", ""))[-1]["STATUS"]
        self.assertIn("swp1 temperature", status)

    def test_a_reload_is_announced_and_followed_by_ready(self):
        daemon = self.start()
        self.manager.wait_for(is_ready)
        daemon.process.send_signal(1)
        reloading = self.manager.wait_for(lambda message: message.get("RELOADING") == "1")[-1]
        self.assertTrue(re.fullmatch(r"\d+", reloading["MONOTONIC_USEC"]))
        self.manager.wait_for(is_ready)

    def test_a_reload_that_fails_ends_with_ready_too_and_says_why(self):
        daemon = self.start()
        self.manager.wait_for(is_ready)
        write(self.config, "[poll]\ninterval_seconds = 0\n")
        daemon.process.send_signal(1)
        self.manager.wait_for(lambda message: message.get("RELOADING") == "1")
        ready = self.manager.wait_for(is_ready)[-1]
        self.assertIn("board.toml:2: poll.interval_seconds", ready["STATUS"])

    def test_the_watchdog_is_fed_while_all_is_well(self):
        self.start(watchdog=2)
        self.manager.wait_for(is_ready)
        for _ in range(3):
            self.manager.wait_for(is_watchdog, 5)

    def test_the_watchdog_is_not_fed_while_the_main_loop_stalls(self):
        daemon = self.start(watchdog=2)
        self.manager.wait_for(is_ready)
        with stopped(daemon.process.pid):
            self.manager.drain()
            self.assertFalse(self.manager.comes_within(is_watchdog, 4))
        self.manager.wait_for(is_watchdog, 10)

    def test_the_watchdog_is_not_fed_while_a_worker_stalls_outside_of_a_driver(self):
        daemon = self.start(watchdog=2)
        self.manager.wait_for(is_ready)
        with stopped(thread_named(daemon.process.pid, "bus:sim0")):
            daemon.wait_for_line("Bus sim0 stalls outside of its driver", 20)
            self.manager.drain()
            self.assertFalse(self.manager.comes_within(is_watchdog, 4))
        daemon.wait_for_line("Bus sim0 goes on", 20)
        self.manager.wait_for(is_watchdog, 10)

    def test_the_watchdog_is_fed_while_a_worker_hangs_in_its_driver(self):
        daemon = self.start(HANGS, watchdog=2)
        daemon.wait_for_line("Bus sim0 hangs in its driver", 60)
        self.manager.drain()
        for _ in range(4):
            self.manager.wait_for(is_watchdog, 5)
        daemon.wait_for_line("Bus sim0 goes on", 60)


if __name__ == "__main__":
    binaries, source = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    unittest.main(argv=sys.argv[:1], verbosity=2)

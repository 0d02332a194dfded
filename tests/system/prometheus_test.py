#!/usr/bin/env python3
"""A real Prometheus scrapes the daemon.

prometheus_test.py BIN SOURCE
"""

import json
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.parse
import urllib.request

from daemon import Daemon, free_port, write

binaries = source = None

CONFIGURATION = """
global:
  scrape_interval: 1s
scrape_configs:
  - job_name: opticward
    static_configs:
      - targets: ["127.0.0.1:{port}"]
"""
# What the shipped board has: an InfiniBand module in an Ethernet port, and an Ethernet module in an InfiniBand port.
MISMATCHES = {"swp26", "swp23"}


class Prometheus:
    def __init__(self, folder, target):
        write(folder / "prometheus.yml", CONFIGURATION.format(port=target))
        self.port = free_port()
        self.log = open(folder / "prometheus.log", "w", encoding="utf-8")
        command = [shutil.which("prometheus"), f"--config.file={folder}/prometheus.yml"]
        command += [f"--storage.tsdb.path={folder}/data", f"--web.listen-address=127.0.0.1:{self.port}"]
        self.process = subprocess.Popen(command, stdout=self.log, stderr=subprocess.STDOUT)

    def query(self, expression):
        """[(labels, number)]; nothing while Prometheus is not there yet."""
        url = f"http://127.0.0.1:{self.port}/api/v1/query?" + urllib.parse.urlencode({"query": expression})
        try:
            with urllib.request.urlopen(url, timeout=10) as answer:
                result = json.load(answer)["data"]["result"]
        except OSError:
            return []
        return [(one["metric"], float(one["value"][1])) for one in result]

    def wait_for(self, expression, condition, seconds=60):
        deadline = time.monotonic() + seconds
        while not condition(found := self.query(expression)):
            if time.monotonic() > deadline:
                raise AssertionError(f"{expression} stayed {found}")
            time.sleep(0.2)  # Prometheus tells nobody when it has scraped
        return found

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=60)
        self.log.close()


class PrometheusTest(unittest.TestCase):
    def setUp(self):
        if shutil.which("prometheus") is None:
            self.fail("prometheus is not installed; ./dev test installs it")
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="opticward-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.daemon = Daemon(binaries / "opticwardd", source / "config/boards/simulated.toml")
        self.addCleanup(self.daemon.__exit__)
        self.daemon.wait_for_line("event=sweep")
        self.prometheus = Prometheus(self.folder, self.daemon.port)
        self.addCleanup(self.prometheus.stop)

    def test_the_mismatch_metric_names_the_right_ports(self):
        found = self.prometheus.wait_for("transceiver_link_mode_mismatch == 1", lambda it: len(it) == 2)
        self.assertEqual({labels["port"] for labels, _ in found}, MISMATCHES)

    def test_the_target_stays_up_through_a_reload(self):
        self.prometheus.wait_for("count_over_time(up[1h])", lambda it: it and it[0][1] >= 2)
        scrapes = self.prometheus.query("count_over_time(up[1h])")[0][1]
        self.daemon.process.send_signal(signal.SIGHUP)
        self.daemon.wait_for_line("is in force.* event=reload")
        self.prometheus.wait_for("count_over_time(up[1h])", lambda it: it and it[0][1] >= scrapes + 3)
        self.assertEqual(self.prometheus.query("min_over_time(up[1h])")[0][1], 1.0)
        self.assertEqual(self.prometheus.query("count(transceiver_present)")[0][1], 32.0)


if __name__ == "__main__":
    binaries, source = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    unittest.main(argv=sys.argv[:1], verbosity=2)

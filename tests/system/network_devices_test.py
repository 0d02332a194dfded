#!/usr/bin/env python3
"""A daemon without any configured port follows the network devices of the host as they come and go.

network_devices_test.py BIN SOURCE

It runs in a network namespace of its own. The devices that it lists are those of a made-up /sys below --root; that
something changed, the real kernel says: a dummy device comes or goes there.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request

from daemon import Daemon, write
from schema import Schemas

INSIDE = "OPTICWARD_TEST_INSIDE_NETWORK"
SKIPPED = 77
binaries = source = None


def enter():
    if INSIDE in os.environ:
        return
    root = os.geteuid() == 0
    wrap = ["unshare", "--net"] + ([] if root else ["--user", "--map-root-user"])
    possible = shutil.which("unshare") and shutil.which("ip")
    attempt = ["sh", "-ec", "ip link set lo up; ip link add one type veth peer name two"]
    if not possible or subprocess.run([*wrap, *attempt], capture_output=True).returncode != 0:
        print("skipped: this host does not let us have a network namespace with devices")
        sys.exit(SKIPPED)
    command = [*wrap, "sh", "-ec", 'ip link set lo up; exec "$@"', "sh", sys.executable, *sys.argv]
    os.execvpe(wrap[0], command, {**os.environ, INSIDE: "1"})


def kernel_news():
    """A device comes and goes in the namespace."""
    subprocess.run(["ip", "link", "add", "one", "type", "veth", "peer", "name", "two"], check=True)
    subprocess.run(["ip", "link", "del", "one"], check=True)


class NetworkDevices(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="opticward-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.root = self.folder / "root"
        (self.root / "sys/class/net").mkdir(parents=True)

    def add(self, name, kind):
        device = self.root / "sys/devices/pci0" / name
        (device / "net").mkdir(parents=True)
        netdev = self.root / "sys/class/net" / name
        netdev.mkdir()
        write(netdev / "type", f"{kind}\n")
        (netdev / "device").symlink_to(device)

    def ports(self, daemon):
        """By name; none before the daemon has published any."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{daemon.port}/api/v1/ports", timeout=10) as answer:
                return {port["port"]: port for port in json.load(answer)}
        except urllib.error.HTTPError as error:
            self.assertEqual(error.code, 503)
            return {}

    def wait_for_ports(self, daemon, names):
        """Those ports and no others, each looked at once."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            ports = self.ports(daemon)
            if sorted(ports) == names and all(port["state"] != "unknown" for port in ports.values()):
                return ports
            daemon.wait_for_any_change(0.5)
        self.fail(f"the ports are {sorted(self.ports(daemon))} and not {names}")

    def test_devices_come_and_go(self):
        self.add("eth0", 1)
        config = write(self.folder / "opticward.toml", "[dbus]\nenabled = false\n")
        with Daemon(binaries / "opticwardd", config, "--root", str(self.root)) as daemon:
            daemon.wait_for_line("event=start")
            self.wait_for_ports(daemon, ["eth0"])
            self.add("ib0", 32)
            kernel_news()
            self.wait_for_ports(daemon, ["eth0", "ib0"])
            daemon.wait_for_line("Network devices came or went, now there are 2 ports on 1 bus")
            shutil.rmtree(self.root / "sys/class/net/eth0")
            kernel_news()
            self.wait_for_ports(daemon, ["ib0"])
            status, _ = daemon.stop()
            self.assertEqual(status, 0)

    def test_an_infiniband_device_is_no_access_with_the_reason(self):
        self.add("ib0", 32)
        config = write(self.folder / "opticward.toml", "[dbus]\nenabled = false\n")
        with Daemon(binaries / "opticwardd", config, "--root", str(self.root)) as daemon:
            daemon.wait_for_line("event=start")
            port = self.wait_for_ports(daemon, ["ib0"])["ib0"]
            self.assertEqual(port["state"], "no_access")
            self.assertEqual(port["fault"]["reason"], "not_supported")
            self.assertIn("ib0 is an InfiniBand device", port["fault"]["explanation"])
            self.assertIn("image:FILE", port["fault"]["explanation"])

    def test_a_dump_is_shown_with_its_age_and_without_measurements(self):
        self.add("ib0", 32)
        dump = self.root / "dump.bin"
        description = source / "config/modules/qsfp56-200g-sr4.toml"
        subprocess.run([binaries / "opticward", "encode", description, "--format", "binary", "--output", dump], check=True)
        os.utime(dump, (time.time() - 86400, time.time() - 86400))
        config = write(
            self.folder / "opticward.toml",
            '[dbus]\nenabled = false\n[[bus]]\nname = "nics"\ndriver = "ethtool"\n'
            '[[port]]\nname = "swp1"\nbus = "nics"\nnetdev = "ib0"\nsource = "image:/dump.bin"\n')
        with Daemon(binaries / "opticwardd", config, "--root", str(self.root)) as daemon:
            daemon.wait_for_line("event=start")
            port = self.wait_for_ports(daemon, ["swp1"])["swp1"]
            self.assertEqual(Schemas(source).problems("port", port), [])
            self.assertEqual(port["state"], "no_access")
            self.assertEqual(port["evidence"]["file"], "/dump.bin")
            self.assertGreaterEqual(port["evidence"]["age_seconds"], 86400)
            self.assertLess(port["evidence"]["age_seconds"], 86400 + 600)
            self.assertIn("part_number", port["module"])
            self.assertNotIn("monitors", port["module"])
            samples = daemon.samples()
            info = [series for series in samples if series.startswith('transceiver_info{port="swp1"')]
            self.assertEqual(len(info), 1)
            measured = [series for series in samples if series.startswith("transceiver_temperature_celsius{")]
            self.assertEqual(measured, [])

    def test_a_dump_that_cannot_be_read_is_an_alert_with_its_line(self):
        self.add("ib0", 32)
        write(self.root / "dump.txt", "no dump\n")
        config = write(
            self.folder / "opticward.toml",
            '[dbus]\nenabled = false\n[[bus]]\nname = "nics"\ndriver = "ethtool"\n'
            '[[port]]\nname = "swp1"\nbus = "nics"\nnetdev = "ib0"\nsource = "image:/dump.txt"\n')
        with Daemon(binaries / "opticwardd", config, "--root", str(self.root)) as daemon:
            daemon.wait_for_line("The dump for swp1 cannot be read: /dump.txt:1: ")
            port = self.wait_for_ports(daemon, ["swp1"])["swp1"]
            self.assertEqual(Schemas(source).problems("port", port), [])
            self.assertEqual([alert["id"] for alert in port["alerts"]], ["swp1/configuration"])
            self.assertNotIn("evidence", port)


if __name__ == "__main__":
    enter()
    binaries, source = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    unittest.main(argv=sys.argv[:1], verbosity=2)

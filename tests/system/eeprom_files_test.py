#!/usr/bin/env python3
"""The daemon on ports that are EEPROM files publishes what `opticward decode` says of the same bytes.

eeprom_files_test.py BIN SOURCE [SHARED]

The files are plain ones, made by `opticward encode` from the shipped descriptions. Where the FUSE chassis of the shared
reference material is there and can be mounted, the same is done over it with images of its corpus.
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

from daemon import Daemon, write

binaries = source = shared = None


def decode(image):
    answer = subprocess.run([binaries / "opticward", "decode", "--json", image], capture_output=True, check=True)
    return json.loads(answer.stdout)


def board(bus_folder, eeproms, presence=None):
    text = f'[poll]\ninterval_seconds = 1\n\n[[bus]]\nname = "files"\ndriver = "file"\npath = "{bus_folder}"\n'
    for name, eeprom in eeproms.items():
        text += f'\n[[port]]\nname = "{name}"\nbus = "files"\nsource = "{eeprom}"\n'
        if presence:
            text += f'presence = {{ path = "{presence[name]}" }}\n'
    return text


class EepromFiles(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="opticward-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def compare(self, samples, port, module):
        """Every number of the module's monitors and thresholds, both ways; returns how many were compared."""
        compared = 0
        expected = {}
        monitors = module.get("monitors", {})
        for key in ("temperature_celsius", "supply_voltage_volts"):
            if key in monitors:
                expected[f'transceiver_{key}{{port="{port}"}}'] = monitors[key]
        for lane in monitors.get("lanes", []):
            for key in ("tx_bias_amperes", "tx_power_watts", "rx_power_watts", "tx_power_dbm", "rx_power_dbm"):
                if key in lane:
                    expected[f'transceiver_{key}{{port="{port}",lane="{lane["lane"]}"}}'] = lane[key]
        if "max_power_watts" in module:
            expected[f'transceiver_max_power_watts{{port="{port}"}}'] = module["max_power_watts"]
        for series, value in expected.items():
            self.assertTrue(series in samples, series)
            self.assertAlmostEqual(float(samples[series]), value, delta=abs(value) * 1e-12, msg=series)
            compared += 1
        # Nothing more than that: a monitor that decode does not show is not published either.
        for series in samples:
            for name in ("temperature_celsius", "supply_voltage_volts", "tx_bias_amperes", "rx_power_watts"):
                if series.startswith(f'transceiver_{name}{{port="{port}"'):
                    self.assertTrue(series in expected, series)
        info = [series for series in samples if series.startswith(f'transceiver_info{{port="{port}"')]
        self.assertEqual(len(info), 1)
        self.assertIn(f'form_factor="{module["form_factor"]}"', info[0])
        for label, key in (("vendor", "vendor_name"), ("part_number", "part_number")):
            if module.get(key):
                text = module[key].replace("\\", "\\\\").replace('"', '\\"')
                self.assertIn(f'{label}="{text}"', info[0])
        return compared

    def samples_of_settled_ports(self, daemon, count):
        """The samples once every module was identified (one with a wrong checksum is read twice before that)."""
        daemon.wait_for_line("event=sweep")
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            samples = daemon.samples()
            states = [series for series, number in samples.items()
                      if series.startswith("transceiver_port_state{") and 'state="ok"' in series and number == "1"]
            if len(states) == count:
                return samples
            daemon.wait_for_any_change(0.2)
        self.fail(f"{len(states)} of {count} ports became ok")

    def run_daemon_and_compare(self, config, images):
        with Daemon(binaries / "opticwardd", config) as daemon:
            samples = self.samples_of_settled_ports(daemon, len(images))
            compared = sum(self.compare(samples, port, decode(image)) for port, image in images.items())
            status, _ = daemon.stop()
        self.assertEqual(status, 0)
        return compared

    def test_plain_files_publish_what_decode_says(self):
        images = {}
        for number, description in enumerate(sorted((source / "config/modules").glob("*.toml")), 1):
            image = self.folder / f"port{number}.bin"
            subprocess.run(
                [binaries / "opticward", "encode", description, "--format", "binary", "--output", image], check=True)
            images[f"swp{number}"] = image
        self.assertGreater(len(images), 10)
        config = write(self.folder / "board.toml", board(self.folder, {p: i.name for p, i in images.items()}))
        compared = self.run_daemon_and_compare(config, images)
        print(f"plain files: {len(images)} ports, {compared} values equal")
        self.assertGreater(compared, 100)

    def test_a_mounted_chassis_publishes_what_decode_says(self):
        program = shared / "bench/optoe_fs.c" if shared else None
        if program is None or not program.exists():
            self.skipTest("the shared FUSE chassis is not there")
        flags = subprocess.run(["pkg-config", "--cflags", "--libs", "fuse3"], capture_output=True, text=True)
        if flags.returncode != 0 or not os.path.exists("/dev/fuse"):
            self.skipTest("no FUSE here")
        chassis = self.folder / "optoe_fs"
        subprocess.run(["cc", "-O2", program, "-o", chassis, *flags.stdout.split(), "-lpthread"], check=True)
        names = ["bigcode-dell-3mfxg", "recon-mellanox-mfs1s00-v-200g-aoc", "fboss-qsfp56-cmis-200g-fr4",
                 "fboss-qsfpdd-400g-dr4", "recon-mellanox-mcp1650-h-hdr-dac", "fboss-qsfpdd-400g-lr4"]
        # One image a chassis: given several, the program loads only the first of them right.
        compared = 0
        for name in names:
            with self.subTest(image=name):
                compared += self.compare_mounted(chassis, shared / "eeproms" / name / "image.txt")
        print(f"FUSE chassis: {len(names)} images, {compared} values equal")
        self.assertGreater(compared, 60)

    def compare_mounted(self, chassis, image):
        mount = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        server = subprocess.Popen([chassis, image, "2", "1", "400000", "keep", "128", mount, "-f"],
                                  stderr=subprocess.DEVNULL)
        try:
            self.wait_until_mounted(server, mount)
            eeproms = {f"swp{i}": f"port{i}/eeprom" for i in range(2)}
            presence = {f"swp{i}": f"{mount}/port{i}/present" for i in range(2)}
            config = write(self.folder / "board.toml", board(mount, eeproms, presence))
            return self.run_daemon_and_compare(config, dict.fromkeys(eeproms, image))
        finally:
            subprocess.run(["fusermount3", "-u", "-z", mount], check=False)
            try:
                server.wait(timeout=10)
            except subprocess.TimeoutExpired:
                server.kill()  # it is the shared bench's, and sometimes outlives its mount
                server.wait()

    def wait_until_mounted(self, server, mount):
        for _ in range(200):
            if (mount / "stats").exists():
                return
            try:
                status = server.wait(timeout=0.05)
            except subprocess.TimeoutExpired:
                continue
            self.skipTest(f"the chassis cannot be mounted here (exit status {status})")
        self.fail("the chassis was not mounted within ten seconds")


if __name__ == "__main__":
    binaries, source = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    shared = pathlib.Path(os.environ.get("OPTICWARD_SHARED", source.parent / "shared"))
    unittest.main(argv=sys.argv[:1], verbosity=2)

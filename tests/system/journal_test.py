#!/usr/bin/env python3
"""What a real opticwardd writes to the journal. The test is the journal: in a mount namespace of its own it listens where
journald would.

journal_test.py BIN SOURCE
"""

import os
import pathlib
import re
import socket
import subprocess
import sys
import time
import unittest

import namespace
from daemon import free_port

binaries = source = None
JOURNAL = "/run/systemd/journal/socket"
PATIENCE = 60


def fields_of(datagram):
    """A journal entry as sd_journal_sendv() writes it: NAME=value lines, or NAME, a length and that many bytes."""
    fields = []
    while datagram:
        line, _, datagram = datagram.partition(b"\n")
        name, equals, value = line.partition(b"=")
        if not equals:
            size = int.from_bytes(datagram[:8], "little")
            value, datagram = datagram[8 : 8 + size], datagram[8 + size + 1 :]
        fields.append((name.decode(), value.decode()))
    return fields


class Journal(unittest.TestCase):
    def setUp(self):
        os.makedirs(os.path.dirname(JOURNAL), exist_ok=True)
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(self.socket.close)
        self.socket.bind(JOURNAL)
        self.addCleanup(os.unlink, JOURNAL)

    def start(self, on_journal=True, *arguments):
        """Starts the daemon with its standard error as the journal's stream, as systemd does it."""
        read, write = os.pipe()
        self.stream = os.fdopen(read, encoding="utf-8")
        self.addCleanup(self.stream.close)
        stat = os.fstat(write)
        environment = {**os.environ, "JOURNAL_STREAM": f"{stat.st_dev}:{stat.st_ino + (0 if on_journal else 1)}"}
        command = [binaries / "opticwardd", "--config", source / "config/boards/simulated.toml"]
        command += ["--listen", f"127.0.0.1:{free_port()}", *arguments]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=write, env=environment)
        os.close(write)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def entry(self, **wanted):
        """The first entry that has these fields."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            self.socket.settimeout(max(0.1, deadline - time.monotonic()))
            fields = fields_of(self.socket.recv(1 << 16))
            if wanted.items() <= dict(fields).items():
                self.assertEqual(len(fields), len(dict(fields)), f"a field came twice: {fields}")
                return dict(fields)
        self.fail(f"no entry with {wanted}")

    def test_a_mismatch_is_one_entry_with_its_fields(self):
        self.start()
        entry = self.entry(OPTICWARD_PORT="swp26", OPTICWARD_EVENT="raise")
        self.assertEqual(
            entry,
            {
                "MESSAGE": "swp26: The port runs Ethernet, the module declares only InfiniBand.",
                "PRIORITY": "3",
                "MESSAGE_ID": "d4170a4082fd4e209daa4a053d23dd84",
                "SYSLOG_IDENTIFIER": "opticwardd",
                "OPTICWARD_EVENT": "raise",
                "OPTICWARD_PORT": "swp26",
                "OPTICWARD_SEVERITY": "critical",
                "OPTICWARD_KIND": "link_mode_mismatch",
                "OPTICWARD_REASON": "ib_module_in_ethernet_port",
                "OPTICWARD_SERIAL": "SIM0000026",
                "OPTICWARD_EVIDENCE": "byte 164 = 0x30 (EDR, HDR); no Ethernet code; the configuration says Ethernet",
                "OPTICWARD_REMEDY": entry.get("OPTICWARD_REMEDY"),
            },
        )
        self.assertRegex(entry["OPTICWARD_REMEDY"], "^Fit a module that declares Ethernet")

    def test_the_first_look_counts_the_ports(self):
        self.start()
        entry = self.entry(OPTICWARD_EVENT="sweep")
        self.assertEqual(entry["MESSAGE_ID"], "391c6a763c3b4a5998acfd677a281eba")
        self.assertEqual(entry["OPTICWARD_PORTS"], "32")
        self.assertNotIn("OPTICWARD_PORT", entry)

    def test_a_value_has_its_limit_and_lane(self):
        self.start()
        entry = self.entry(OPTICWARD_KIND="monitor", OPTICWARD_PORT="swp3")
        wanted = {"OPTICWARD_MONITOR": "rx_power", "OPTICWARD_LANE": "3", "OPTICWARD_BOUND": "low",
                  "OPTICWARD_VALUE": "0", "OPTICWARD_THRESHOLD": "5.62e-05"}
        self.assertEqual({name: entry.get(name) for name in wanted}, wanted)

    def test_other_lines_carry_their_priority_and_events_are_not_among_them(self):
        process = self.start()
        self.entry(OPTICWARD_EVENT="sweep")
        process.terminate()
        self.assertEqual(process.wait(PATIENCE), 0)
        lines = self.stream.read().splitlines()
        self.assertRegex("\n".join(lines), r"(?m)^<6>Serving http://127\.0\.0\.1:\d+/metrics .*event=start")
        self.assertEqual([line for line in lines if not re.match("<[3-7]>[A-Z]", line)], [])
        self.assertEqual([line for line in lines if "event=sweep" in line], [])

    def test_elsewhere_events_are_lines(self):
        process = self.start(on_journal=False)
        for line in self.stream:
            self.assertRegex(line, r"^\d{4}-\d\d-\d\dT")
            if "event=sweep" in line:
                break
        else:
            self.fail("no line of the first look")
        process.terminate()
        self.socket.setblocking(False)
        self.assertRaises(BlockingIOError, self.socket.recv, 1)


class Terminal(unittest.TestCase):
    def test_levels_have_colours_on_a_terminal(self):
        controller, terminal = os.openpty()
        self.addCleanup(os.close, controller)
        environment = {name: value for name, value in os.environ.items() if name != "JOURNAL_STREAM"}
        command = [binaries / "opticwardd", "--config", source / "config/boards/simulated.toml"]
        command += ["--listen", f"127.0.0.1:{free_port()}"]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=terminal, env=environment)
        os.close(terminal)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        text = b""
        deadline = time.monotonic() + PATIENCE
        while b"event=start" not in text and time.monotonic() < deadline:
            text += os.read(controller, 4096)
        self.assertRegex(text.decode(), r"(?m)^\d{4}-\S+ \x1b\[32minfo\x1b\[m Serving ")


if __name__ == "__main__":
    namespace.enter("mount -t tmpfs none /run")
    binaries, source = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    unittest.main(argv=sys.argv[:1], verbosity=2)

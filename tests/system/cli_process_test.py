#!/usr/bin/env python3
"""opticward as a process, asking a real opticwardd on a bus of the test's own.

cli_process_test.py BIN SOURCE
"""

import json
import os
import pathlib
import pty
import re
import signal
import subprocess
import sys
import unittest
import urllib.request

from daemon import Daemon
from private_bus import PrivateBus
from schema import Schemas

binaries = source = None


class CommandLine(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.bus = cls.enterClassContext(PrivateBus())
        board = source / "tests/system/man_board.toml"
        cls.daemon = cls.enterClassContext(Daemon(binaries / "opticwardd", board, "--bus", cls.bus.address))
        cls.daemon.wait_for_line("event=sweep")
        cls.daemon.wait_for_line("event=raise port=swp4")
        cls.daemon.wait_for_line("event=raise port=swp3 .*kind=flag")
        cls.environment = dict(os.environ, OPTICWARD_BUS=cls.bus.address)
        for name in ("NO_COLOR", "TERM"):
            cls.environment.pop(name, None)

    def run_it(self, *words, **more):
        return subprocess.run([binaries / "opticward", *words], capture_output=True, timeout=60,
                              **{"text": True, "env": self.environment, **more})

    def on_terminal(self, *words, **environment):
        """What it prints where standard output is a terminal."""
        own, its = pty.openpty()
        process = subprocess.Popen([binaries / "opticward", *words], stdout=its, env={**self.environment, **environment})
        os.close(its)
        printed = b""
        try:
            while chunk := os.read(own, 65536):
                printed += chunk
        except OSError:  # its end of the terminal is closed
            pass
        os.close(own)
        self.assertEqual(process.wait(timeout=60), 0)
        return printed.decode("utf-8")

    def over_http(self, path):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.daemon.port}{path}", timeout=10) as answer:
            return answer.read().decode("utf-8")

    def assert_same_json(self, one, other):
        """Equal to the byte, but for how long ago a port was read."""
        ages = r'"age_seconds": [0-9.]+'
        self.assertEqual(re.sub(ages, "AGE", one), re.sub(ages, "AGE", other))
        json.loads(one)

    def test_json_is_the_text_of_http(self):
        self.assert_same_json(self.run_it("list", "--json").stdout, self.over_http("/api/v1/ports"))
        self.assert_same_json(self.run_it("show", "swp4", "--json").stdout, self.over_http("/api/v1/ports/swp4"))
        self.assert_same_json(self.run_it("alerts", "--json").stdout, self.over_http("/api/v1/alerts"))

    def test_json_fits_the_schemas(self):
        schemas = Schemas(source)
        for name, words in [("port", ("show", "swp2")), ("flags", ("flags", "swp3")), ("check", ("check",)),
                            ("check", ("check", "swp9")), ("config", ("config",)), ("dump", ("dump", "swp2"))]:
            value = json.loads(self.run_it(*words, "--json").stdout)
            self.assertEqual(schemas.problems(name, value), [], words)
        for alert in json.loads(self.run_it("alerts", "--json").stdout):
            self.assertEqual(schemas.problems("alert", alert), [], alert["id"])

    def test_each_form_of_a_dump_decodes_to_the_module_that_is_published(self):
        for port in ("swp1", "swp2", "swp3", "swp4", "swp6"):
            published = json.loads(self.run_it("show", port, "--json").stdout)["module"]
            for form in ("text", "binary", "ethtool", "i2cdump", "sfputil"):
                dump = self.run_it("dump", port, "--format", form, text=False)
                self.assertEqual((dump.returncode, dump.stderr), (0, b""), (port, form))
                decoded = self.run_it("decode", "-", "--json", input=dump.stdout, text=False)
                module = json.loads(decoded.stdout)
                # The latched flags are the judge's over the time, and of the bytes those of the last read.
                for one in (module, published):
                    one.pop("flags", None)
                self.assertEqual(module, published, (port, form))

    def test_show_ends_with_what_decode_prints_of_the_same_bytes(self):
        shown = self.run_it("show", "swp2").stdout
        dump = self.run_it("dump", "swp2").stdout
        self.assertTrue(shown.endswith("\n\n" + self.run_it("decode", "-", input=dump).stdout), shown)

    def test_a_reader_that_reads_no_further_ends_it_without_a_word(self):
        for _ in range(20):
            answer = subprocess.run(["bash", "-c", '"$0" list --json | head -n 1', binaries / "opticward"],
                                    capture_output=True, text=True, env=self.environment, timeout=60)
            self.assertEqual((answer.stdout, answer.stderr), ("[\n", ""))

    def test_colour_is_for_terminals_and_for_who_wants_it(self):
        self.assertIn("\x1b[31mmismatch\x1b[0m", self.on_terminal("list", TERM="xterm"))
        self.assertNotIn("\x1b", self.on_terminal("list", TERM="xterm", NO_COLOR="1"))
        self.assertNotIn("\x1b", self.on_terminal("list", TERM="dumb"))
        self.assertNotIn("\x1b", self.run_it("list", env=dict(self.environment, TERM="xterm")).stdout)

    def test_watch_ends_by_an_interrupt(self):
        watch = subprocess.Popen([binaries / "opticward", "watch", "--json", "swp6"], stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True, env=self.environment)
        self.assertEqual(watch.stderr.readline(), "opticward: watching; Ctrl-C ends it\n")
        self.assertEqual(self.run_it("pause", "swp6", "600").returncode, 0)
        # Each line comes at once, though standard output is a pipe.
        event = json.loads(watch.stdout.readline())
        self.assertEqual((event["event"], event["port"]), ("state", "swp6"))
        self.assertEqual(Schemas(source).problems("event", event), [])
        watch.send_signal(signal.SIGINT)
        self.assertEqual(watch.communicate(timeout=60)[1], "")
        self.assertEqual(self.run_it("pause", "swp6", "0").returncode, 0)

    def test_errors_are_one_line_and_say_what_to_do(self):
        for words, status, line in [
            (("show", "spw1"), 2, "opticward: no port spw1; did you mean swp1, swp2, swp3 or swp4?\n"),
            (("dump", "swp5"), 1, "opticward: swp5: No module is known in the port.\n"),
            (("pause", "swp9", "1"), 2, "opticward: no port swp9; did you mean swp1, swp2, swp3 or swp4?\n"),
            (("list", "--bus", "unix:path=/nowhere"), 2,
             "opticward: the D-Bus at unix:path=/nowhere cannot be reached: "
             "Failed to open bus (No such file or directory)\n"),
        ]:
            answer = self.run_it(*words)
            self.assertEqual((answer.returncode, answer.stdout, answer.stderr), (status, "", line))

    def test_without_a_daemon_it_says_how_to_start_it(self):
        with PrivateBus() as bus:
            environment = dict(self.environment, DBUS_SYSTEM_BUS_ADDRESS=bus.address)
            del environment["OPTICWARD_BUS"]
            answer = self.run_it("list", env=environment)
            self.assertEqual((answer.returncode, answer.stdout, answer.stderr),
                             (2, "", "opticward: opticwardd does not run (no alt.opticward.Transceivers1 on the system "
                                     "bus); systemctl start opticwardd\n"))
            answer = self.run_it("check", env=environment)
            self.assertEqual(answer.returncode, 3)
            self.assertTrue(answer.stdout.startswith("OPTICWARD UNKNOWN - opticwardd does not run "), answer.stdout)

    def test_a_full_disk_is_an_error(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            answer = subprocess.run([binaries / "opticward", "list"], stdout=full, stderr=subprocess.PIPE,
                                    env=self.environment, timeout=60)
        self.assertEqual(answer.returncode, 2)


if __name__ == "__main__":
    binaries, source = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    unittest.main(argv=sys.argv[:1], verbosity=2)

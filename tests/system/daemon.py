"""A real opticwardd for tests: started on a free loopback port, its log read line by line, ended with a signal."""

import os
import pathlib
import re
import socket
import subprocess
import threading
import time
import urllib.request

# Memory that was given back stays in the hands of a sanitizer for a while.
SANITIZED = "ASAN_OPTIONS" in os.environ or "TSAN_OPTIONS" in os.environ


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Daemon:
    def __init__(self, binary, config, *arguments, environment=None):
        self.port = free_port()
        command = [binary, "--config", str(config), "--listen", f"127.0.0.1:{self.port}", *arguments]
        self.process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment
        )
        self.lines = []
        self.changed = threading.Condition()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.process.stderr:
            with self.changed:
                self.lines.append(line.rstrip("\n"))
                self.changed.notify_all()
        with self.changed:
            self.changed.notify_all()

    def wait_for_line(self, pattern, seconds=60, after=0):
        """The first log line that matches, behind the first `after` lines; fails when none came in that time."""
        deadline = time.monotonic() + seconds
        seen = after
        with self.changed:
            while True:
                for line in self.lines[seen:]:
                    if re.search(pattern, line):
                        return line
                seen = len(self.lines)
                left = deadline - time.monotonic()
                if left <= 0 or (self.process.poll() is not None and not self.reader.is_alive()):
                    raise AssertionError(f"no log line matched {pattern!r}:\n" + "\n".join(self.lines))
                self.changed.wait(min(left, 1.0))

    def wait_for_any_change(self, seconds):
        """Returns when a log line came, or after that time."""
        with self.changed:
            self.changed.wait(seconds)

    def metrics(self):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/metrics", timeout=10) as answer:
            return answer.read().decode("utf-8")

    def samples(self):
        """{series with its labels: number as printed}"""
        found = {}
        for line in self.metrics().splitlines():
            if line and not line.startswith("#"):
                series, number = line.rsplit(" ", 1)
                found[series] = number
        return found

    def stop(self, signal_number=15, seconds=30):
        """Sends the signal; returns (exit status, seconds that it took)."""
        began = time.monotonic()
        self.process.send_signal(signal_number)
        status = self.process.wait(timeout=seconds)
        took = time.monotonic() - began
        self.reader.join(timeout=5)
        self.process.stderr.close()
        return status, took

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.reader.join(timeout=5)
        self.process.stderr.close()


def write(path, text):
    pathlib.Path(path).write_text(text, encoding="utf-8")
    return path

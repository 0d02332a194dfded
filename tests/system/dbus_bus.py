"""A dbus-daemon of a test's own, and what is signalled on it as busctl prints it."""

import json
import pathlib
import select
import shutil
import subprocess
import tempfile
import threading
import time

CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>{address}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""


class PrivateBus:
    """Listens when made, until end() or the end of a `with`."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="opticward-bus-"))
        self.address = f"unix:path={self.folder}/bus"
        configuration = self.folder / "bus.conf"
        configuration.write_text(CONFIGURATION.format(address=self.address), encoding="utf-8")
        self.process = subprocess.Popen(
            ["dbus-daemon", "--nofork", f"--config-file={configuration}", "--print-address=1"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        if not self.process.stdout.readline():
            raise AssertionError("dbus-daemon did not start")

    def end(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()


class Monitor:
    """Every signal of the service from when it was made, as busctl's JSON objects."""

    def __init__(self, address, service):
        self.process = subprocess.Popen(
            ["busctl", f"--address={address}", "--json=short", f"--match=type='signal',sender='{service}'", "monitor"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.signals = []
        self.changed = threading.Condition()
        # The monitor of systemd 252 says on standard error when it has begun; that of 257 says nothing, and has begun
        # by then.
        told, _, _ = select.select([self.process.stderr], [], [], 3)
        if told and "Monitoring" not in self.process.stderr.readline():
            raise AssertionError("busctl monitor did not start")
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.process.stdout:
            with self.changed:
                self.signals.append(json.loads(line))
                self.changed.notify_all()

    def so_far(self):
        with self.changed:
            return list(self.signals)

    def wait_for(self, wanted, seconds=60):
        """The first signal that wanted(signal) holds for."""
        deadline = time.monotonic() + seconds
        seen = 0
        with self.changed:
            while True:
                for signal in self.signals[seen:]:
                    if wanted(signal):
                        return signal
                seen = len(self.signals)
                left = deadline - time.monotonic()
                if left <= 0:
                    raise AssertionError(f"the signal did not come; {seen} others did")
                self.changed.wait(min(left, 1.0))

    def end(self):
        self.process.terminate()
        self.process.wait()
        self.reader.join(timeout=5)
        self.process.stdout.close()
        self.process.stderr.close()

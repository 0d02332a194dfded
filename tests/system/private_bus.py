"""A dbus-daemon of the test's own, in a folder of its own; it may stand in for the system bus."""

import pathlib
import subprocess
import tempfile

CONFIG = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type>
  <listen>unix:path={socket}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*"/>
    <allow receive_sender="*"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""


class PrivateBus:
    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="opticward-bus-")
        socket = pathlib.Path(self.folder.name) / "socket"
        config = pathlib.Path(self.folder.name) / "bus.conf"
        config.write_text(CONFIG.format(socket=socket), encoding="utf-8")
        self.process = subprocess.Popen(["dbus-daemon", f"--config-file={config}", "--nofork", "--print-address"],
                                        stdout=subprocess.PIPE, text=True)
        # It prints its address when it listens.
        self.address = self.process.stdout.readline().strip()
        if not self.address:
            raise AssertionError("dbus-daemon did not come up")
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.folder.cleanup()

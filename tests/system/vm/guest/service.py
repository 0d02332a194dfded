"""opticwardd in the guest, and what it says of its ports."""

import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import urllib.error
import urllib.request

from daemon import Daemon
from dbus_bus import PrivateBus
from hardware import IMAGES
from report import difference, equal, wait_until

DAEMON = "/opt/opticwardd"
COMMAND = "/opt/opticward"
PATIENCE = 30  # seconds for anything to happen: emulation on a busy machine is slow


def bus(name, driver, **keys):
    return {"kind": "bus", "name": name, "driver": driver, **keys}


def port(name, bus_name, **keys):
    return {"kind": "port", "name": name, "bus": bus_name, **keys}


def toml_value(value):
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml_value(item)}" for key, item in value.items()) + " }"
    return json.dumps(value)


def board(*tables, interval=1):
    text = f"[poll]\ninterval_seconds = {interval}\nnetwork_interval_seconds = {interval}\npresence_seconds = 0.5\n"
    for table in tables:
        text += f"\n[[{table['kind']}]]\n"
        text += "".join(f"{key} = {toml_value(value)}\n" for key, value in table.items() if key != "kind")
    return text


class Service:
    """The daemon on a board, until the end of a `with`."""

    def __init__(self, *tables, interval=1, program=DAEMON, with_bus=False):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="opticward-"))
        self.folder.chmod(0o755)
        config = self.folder / "board.toml"
        config.write_text(board(*tables, interval=interval))
        self.stack = contextlib.ExitStack()
        self.stack.callback(shutil.rmtree, self.folder, ignore_errors=True)
        self.bus = self.stack.enter_context(PrivateBus()) if with_bus else None
        address = self.bus.address if self.bus else "unix:path=/nowhere"
        self.daemon = self.stack.enter_context(Daemon(program, config, "--bus", address))
        self.stack.callback(self.print_log)
        self.daemon.wait_for_line("event=sweep", seconds=2 * PATIENCE)

    def print_log(self):
        print(*self.daemon.lines[-40:], sep="\n", flush=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.daemon.process.poll() is None:
            self.daemon.stop()
        self.stack.close()

    def ask(self, path):
        return wait_until(lambda: self._answer(path), PATIENCE, f"{path} is not served")[0]

    def _answer(self, path):
        """None while the daemon has not published anything yet."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.daemon.port}{path}", timeout=30) as answer:
                return [json.loads(answer.read())]
        except urllib.error.HTTPError as error:
            if error.code == 503:
                return None
            raise

    def port(self, name):
        return self.ask(f"/api/v1/ports/{name}")

    def ports(self):
        return {found["port"]: found for found in self.ask("/api/v1/ports")}

    def alerts(self, name):
        return [alert for alert in self.ask("/api/v1/alerts") if alert.get("port") == name]

    def wait_for_state(self, name, *states, seconds=PATIENCE):
        """The port's JSON once it is in one of the states."""
        last = {}

        def reached():
            last.clear()
            last.update(self.port(name))
            return last["state"] in states

        wait_until(reached, seconds, lambda: f"port {name} is {last['state']}, expected {' or '.join(states)}")
        return dict(last)

    def wait_until(self, name, holds, what):
        """The port's JSON once holds(it)."""
        wait_until(lambda: holds(self.port(name)), PATIENCE, lambda: f"no {what}: {self.port(name)}")

    def expect_module(self, name, image, seconds=PATIENCE):
        """The port's module becomes what `opticward decode` says of the image: its flags come with the second read."""
        wanted = decoded(image)
        last = ["nothing"]

        def is_so():
            found = self.port(name)
            last[0] = f"state {found['state']}" if found["state"] != "ok" else difference(found.get("module"), wanted, "module")
            return not last[0]

        wait_until(is_so, seconds, lambda: f"{name} is not {image}: {last[0]}")

    def samples(self):
        """The metrics, once the daemon has published anything: before that they are answered with 503 as well."""
        self.ask("/api/v1/ports")
        return self.daemon.samples()

    def errors(self, name, reason):
        """transceiver_read_errors_total of that port and reason."""
        return int(float(self.samples().get(f'transceiver_read_errors_total{{port="{name}",reason="{reason}"}}', 0)))

    def wait_for_errors(self, name, reason):
        return wait_until(lambda: self.errors(name, reason), PATIENCE,
                          lambda: f"no read error of {name} for {reason}: " +
                          ", ".join(series for series in self.samples() if "read_errors_total" in series and name in series))

    def command(self, *words):
        """The output of `opticward WORDS` over D-Bus."""
        done = subprocess.run([COMMAND, *words], capture_output=True, text=True, timeout=PATIENCE,
                              env={**os.environ, "OPTICWARD_BUS": self.bus.address})
        return done.stdout + done.stderr


def decoded(image):
    """What `opticward decode` says of an image of /images, or of a file."""
    if isinstance(image, str):
        return json.loads((IMAGES / f"{image}.json").read_text())
    done = subprocess.run([COMMAND, "decode", "--json", image], capture_output=True, check=True)
    return json.loads(done.stdout)


def expect_no_access(service, name, reason, *says, was_read=False):
    """State, fault, metric and log line of a port that cannot be read, each with its reason. A module that was read
    before is still shown, with its age."""
    found = service.wait_for_state(name, "no_access")
    service.wait_for_errors(name, reason)
    service.daemon.wait_for_line(rf"port={name} .*reason={reason}", seconds=PATIENCE)
    fault = found.get("fault") or {}
    equal(fault.get("reason"), reason, f"{name}: reason of the fault")
    if "module" in found and not was_read:
        raise AssertionError(f"{name}: a module that cannot be read is shown")
    for words in says:
        if words not in fault.get("explanation", ""):
            raise AssertionError(f"{name}: the explanation lacks {words!r}: {fault.get('explanation')!r}")
    return found

#!/usr/bin/env python3
"""Who may ask opticwardd what: a real dbus-daemon with the shipped policy, asked by three kinds of users.

dbus_policy_test.py BIN SOURCE
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

import namespace
from bus_owner import REACHED, BusOwner

source = None
NAME = "alt.opticward.Transceivers1"
MANAGER, PORT = f"{NAME}.Manager", f"{NAME}.Port"
PROPERTIES = "org.freedesktop.DBus.Properties"
# (user id, group id): the daemon's own user, an operator whose group is opticward, and anybody.
DAEMON, OPERATOR, ANYBODY = (64501, 64501), (64502, 64501), (64503, 64503)

FOR_EVERYBODY = [
    f"{MANAGER}.GetPort", f"{MANAGER}.GetAlerts", f"{MANAGER}.GetJson", f"{MANAGER}.GetConfiguration",
    f"{PORT}.GetJson", f"{PROPERTIES}.Get", f"{PROPERTIES}.GetAll",
    "org.freedesktop.DBus.Introspectable.Introspect", "org.freedesktop.DBus.ObjectManager.GetManagedObjects",
    "org.freedesktop.DBus.Peer.Ping",
]
FOR_THE_GROUP = [
    f"{MANAGER}.Rescan", f"{MANAGER}.Reload", f"{MANAGER}.Pause",
    f"{PORT}.Refresh", f"{PORT}.ReadPage", f"{PORT}.ReadLowerMemory", f"{PORT}.ListPages",
    f"{PROPERTIES}.Set", f"{MANAGER}.SomethingNew", "org.example.Other.Method",
]  # fmt: skip

# What the configuration of a system bus allows before any service's policy.
BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type>
  <listen>unix:path={folder}/bus</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow user="*"/>
    <deny own="*"/>
    <deny send_type="method_call"/>
    <allow send_type="signal"/>
    <allow send_requested_reply="true" send_type="method_return"/>
    <allow send_requested_reply="true" send_type="error"/>
    <allow receive_type="method_call"/>
    <allow receive_type="method_return"/>
    <allow receive_type="error"/>
    <allow receive_type="signal"/>
    <allow send_destination="org.freedesktop.DBus" send_interface="org.freedesktop.DBus"/>
  </policy>
  <include>{policy}</include>
</busconfig>
"""


class Policy(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="opticward-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.folder.chmod(0o755)  # other users come to the bus here
        cls.know_the_users()
        config = cls.folder / "bus.conf"
        policy = source / f"systemd/{NAME}.conf"
        config.write_text(BUS.format(folder=cls.folder, policy=policy), encoding="utf-8")
        errors = open(cls.folder / "errors", "w+", encoding="utf-8")
        cls.addClassCleanup(errors.close)
        command = ["dbus-daemon", f"--config-file={config}", "--nofork", "--nopidfile", "--print-address=1"]
        cls.bus = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
        cls.addClassCleanup(cls.end_bus)
        cls.address = cls.bus.stdout.readline().strip()
        cls.owner = BusOwner(str(cls.folder / "bus"), NAME)
        cls.addClassCleanup(cls.owner.close)
        # What it said while it started; later it tells of what it denies.
        errors.seek(0)
        cls.complaints = errors.readlines()

    @classmethod
    def end_bus(cls):
        cls.bus.kill()
        cls.bus.wait()
        cls.bus.stdout.close()

    @classmethod
    def know_the_users(cls):
        """The bus resolves names and turns strangers away; this is why the test has a mount namespace."""
        users = {"opticward": DAEMON, "operator-of-test": OPERATOR, "anybody-of-test": ANYBODY}
        lines = {
            "passwd": [f"{name}:x:{user}:{group}::/:/bin/false" for name, (user, group) in users.items()],
            "group": [f"opticward:x:{DAEMON[1]}:", f"anybody-of-test:x:{ANYBODY[1]}:"],
        }
        for file, added in lines.items():
            known = [line for line in pathlib.Path("/etc", file).read_text().splitlines() if line[:10] != "opticward:"]
            (cls.folder / file).write_text("\n".join([*known, *added]) + "\n")
            subprocess.run(["mount", "--bind", cls.folder / file, f"/etc/{file}"], check=True)

    def send(self, who, destination, path, method, *arguments):
        """The error's name, or None when there was none."""
        user = ["setpriv", f"--reuid={who[0]}", f"--regid={who[1]}", "--clear-groups"]
        command = ["dbus-send", f"--bus={self.address}", "--print-reply", "--reply-timeout=20000", f"--dest={destination}"]
        answer = subprocess.run([*user, *command, path, method, *arguments], capture_output=True, text=True, timeout=60)
        if answer.returncode == 0:
            return None
        self.assertTrue(answer.stderr.startswith("Error "), answer.stderr)
        return answer.stderr.split()[1].rstrip(":")

    def ask(self, who, method):
        return self.send(who, NAME, "/alt/opticward/Transceivers1", method)

    def test_the_bus_reads_the_policy_without_complaint(self):
        # That a container may not raise its limits is not about the policy.
        self.assertEqual([line for line in self.complaints if "Failed to set fd limit" not in line], [])

    def test_everybody_may_look(self):
        for method in FOR_EVERYBODY:
            self.assertEqual(self.ask(ANYBODY, method), REACHED, method)

    def test_nobody_else_may_make_it_do_something_or_read_raw_bytes(self):
        for method in FOR_THE_GROUP:
            self.assertEqual(self.ask(ANYBODY, method), "org.freedesktop.DBus.Error.AccessDenied", method)

    def test_the_group_and_root_may_do_all(self):
        for who in (OPERATOR, (0, 0)):
            for method in FOR_EVERYBODY + FOR_THE_GROUP:
                self.assertEqual(self.ask(who, method), REACHED, (who, method))

    def test_only_the_daemons_user_may_have_the_name(self):
        request = ["org.freedesktop.DBus", "/", "org.freedesktop.DBus.RequestName", f"string:{NAME}", "uint32:4"]
        self.assertIsNone(self.send(DAEMON, *request))
        for who in (OPERATOR, ANYBODY):
            self.assertEqual(self.send(who, *request), "org.freedesktop.DBus.Error.AccessDenied")

    def test_every_method_of_the_interfaces_is_on_one_of_the_lists(self):
        tree = xml.etree.ElementTree.parse(source / f"daemon/publish/dbus/{NAME}.xml")
        methods = {f"{i.get('name')}.{m.get('name')}" for i in tree.iter("interface") for m in i.iter("method")}
        self.assertEqual(methods - set(FOR_EVERYBODY) - set(FOR_THE_GROUP), set())


if __name__ == "__main__":
    if shutil.which("dbus-daemon") is None:
        sys.exit("dbus-daemon is not installed; ./dev test installs it")
    namespace.enter(":", real_root=True)
    source = pathlib.Path(sys.argv[2])
    unittest.main(argv=sys.argv[:1], verbosity=2)

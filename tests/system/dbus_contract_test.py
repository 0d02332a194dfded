#!/usr/bin/env python3
"""The D-Bus interfaces of a running opticwardd, seen by clients that share no code with it: busctl and python3-dbus.

dbus_contract_test.py BIN SOURCE, with the Python of the system (python3-dbus)
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree as ElementTree

import dbus
import dbus.bus
import dbus.lowlevel
from daemon import SANITIZED, Daemon, write
from dbus_bus import Monitor, PrivateBus

binaries = source = None

SERVICE = "alt.opticward.Transceivers1"
ROOT = "/alt/opticward/Transceivers1"
LOG_CONTROL = "org.freedesktop.LogControl1"
LOG_CONTROL_PATH = "/org/freedesktop/LogControl1"
PROPERTIES = "org.freedesktop.DBus.Properties"
EMITS = "org.freedesktop.DBus.Property.EmitsChangedSignal"

# One port for each state that an error speaks of, and two that change; swp2 never does.
BOARD = """
[[bus]]
name = "sim0"
driver = "simulated"

[[port]]
name = "swp1"
label = "Changes"
bus = "sim0"
source = "{modules}/qsfp56-200g-sr4.toml"
protocol = "ethernet"
link = "up"
[[port.script]]
at = 4
every = 6
action = {{ set = {{ monitors.temperature_celsius = 60.0 }} }}
[[port.script]]
at = 7
every = 6
action = {{ set = {{ monitors.temperature_celsius = 44.0 }} }}

[[port]]
name = "swp2"
label = "Stays"
bus = "sim0"
source = "{modules}/qsfp56-cmis-200g-sr4.toml"
protocol = "ethernet"
link = "up"

[[port]]
name = "swp3"
label = "Empty"
bus = "sim0"

[[port]]
name = "swp4"
label = "Fails"
bus = "sim0"
source = "{modules}/qsfp56-200g-sr4.toml"
[[port.script]]
at = 4
action = {{ fail = "bus_error", for_seconds = 3600 }}

[[port]]
name = "swp5"
label = "Comes and goes"
bus = "sim0"
source = "{modules}/qsfp56-200g-dac.toml"
[[port.script]]
at = 5
every = 12
action = "remove"
[[port.script]]
at = 11
every = 12
action = "insert"

[[bus]]
name = "sim1"
driver = "simulated"

[[port]]
name = "swp6"
label = "Hangs"
bus = "sim1"
source = "{modules}/qsfp56-200g-sr4.toml"
[[port.script]]
at = 4
action = {{ fail = "hang", for_seconds = 3600 }}
"""


def of_error(name):
    return f"{SERVICE}.Error.{name}"


def interfaces_of(xml):
    """{interface: {member: what it is}} with signatures, names of arguments, access and how changes are told."""
    found = {}
    for interface in ElementTree.fromstring(xml).iter("interface"):
        for_all = interface.find(f"annotation[@name='{EMITS}']")
        members = found[interface.get("name")] = {}
        for member in interface:
            name = member.get("name")
            if member.tag == "method":
                arguments = [(a.get("direction", "in"), a.get("type"), a.get("name")) for a in member.iter("arg")]
                members[name] = ("method", sorted(arguments, key=lambda argument: argument[0]))
            elif member.tag == "signal":
                members[name] = ("signal", [(a.get("type"), a.get("name")) for a in member.iter("arg")])
            elif member.tag == "property":
                own = member.find(f"annotation[@name='{EMITS}']")
                emits = own if own is not None else for_all
                told = "true" if emits is None else emits.get("value")
                members[name] = ("property", member.get("type"), member.get("access"), told)
    return found


def contract():
    found = {}
    for name in (SERVICE, LOG_CONTROL):
        found.update(interfaces_of((source / f"daemon/publish/dbus/{name}.xml").read_text(encoding="utf-8")))
    return found


def path_of(port):
    return f"{ROOT}/ports/{port}"


# Where each interface of the contract is to be found.
PLACES = {
    f"{SERVICE}.Manager": ROOT,
    f"{SERVICE}.Port": path_of("swp2"),
    f"{SERVICE}.Module": path_of("swp2") + "/module",
    f"{SERVICE}.Monitors": path_of("swp2") + "/module",
    LOG_CONTROL: LOG_CONTROL_PATH,
}


class OnABus(unittest.TestCase):
    """A bus, opticwardd on it after its first sweep, and a client."""

    @classmethod
    def start(cls, config):
        cls.bus = PrivateBus()
        cls.addClassCleanup(cls.bus.end)
        cls.daemon = Daemon(binaries / "opticwardd", config, "--bus", cls.bus.address)
        cls.addClassCleanup(cls.daemon.__exit__)
        cls.daemon.wait_for_line("event=dbus")
        cls.daemon.wait_for_line("event=sweep")
        cls.client = dbus.bus.BusConnection(cls.bus.address)
        cls.addClassCleanup(cls.client.close)

    @classmethod
    def call(cls, path, interface, method, signature="", *arguments):
        return cls.client.call_blocking(SERVICE, path, interface, method, signature, arguments, timeout=30)

    def error_of(self, *call):
        with self.assertRaises(dbus.exceptions.DBusException) as raised:
            self.call(*call)
        return raised.exception.get_dbus_name()

    def busctl(self, *arguments):
        command = ["busctl", f"--address={self.bus.address}", *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout

    def reads_of(self, port):
        return float(self.daemon.samples().get(f'transceiver_reads_total{{port="{port}"}}', "0"))

    def wait_until(self, condition, what, seconds=60):
        deadline = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > deadline:
                raise AssertionError(f"{what} did not come true")
            self.daemon.wait_for_any_change(0.2)


class Contract(OnABus):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="opticward-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.config = write(cls.folder / "board.toml", BOARD.format(modules=source / "config/modules"))
        cls.start(cls.config)
        cls.monitor = Monitor(cls.bus.address, SERVICE)
        cls.addClassCleanup(cls.monitor.end)

    def state_of(self, port):
        return self.call(path_of(port), PROPERTIES, "Get", "ss", f"{SERVICE}.Port", "State")

    def test_the_running_interfaces_are_those_of_the_xml(self):
        wanted = contract()
        self.assertEqual(set(wanted), set(PLACES))
        for interface, path in PLACES.items():
            running = interfaces_of(self.call(path, "org.freedesktop.DBus.Introspectable", "Introspect"))
            self.assertEqual(running[interface], wanted[interface], interface)

    def test_no_object_has_an_interface_that_the_contract_does_not_name(self):
        standard = {f"org.freedesktop.DBus.{name}" for name in ("Peer", "Introspectable", "Properties", "ObjectManager")}
        for path in PLACES.values():
            running = interfaces_of(self.call(path, "org.freedesktop.DBus.Introspectable", "Introspect"))
            self.assertLessEqual(set(running), standard | set(contract()), path)

    def test_busctl_reads_every_property_with_its_type(self):
        for interface, members in contract().items():
            types = {name: what[1] for name, what in members.items() if what[0] == "property"}
            lines = self.busctl("get-property", SERVICE, PLACES[interface], interface, *types).splitlines()
            self.assertEqual([line.split(" ", 1)[0] for line in lines], list(types.values()), interface)

    def test_python_reads_every_property_alone_and_with_the_others(self):
        for interface, members in contract().items():
            names = {name for name, what in members.items() if what[0] == "property"}
            everything = self.call(PLACES[interface], PROPERTIES, "GetAll", "s", interface)
            self.assertEqual(set(everything), names, interface)
            for name in names:
                self.call(PLACES[interface], PROPERTIES, "Get", "ss", interface, name)

    def test_every_method_of_the_contract_answers(self):
        manager, port = f"{SERVICE}.Manager", f"{SERVICE}.Port"
        calls = {
            (manager, "Rescan"): ("",),
            (manager, "Reload"): ("",),
            (manager, "Pause"): ("su", "swp2", 0),
            (manager, "GetPort"): ("s", "swp2"),
            (manager, "GetAlerts"): ("",),
            (manager, "GetJson"): ("",),
            (manager, "GetConfiguration"): ("",),
            (port, "Refresh"): ("",),
            (port, "ReadPage"): ("yy", 0, 0),
            (port, "ReadLowerMemory"): ("",),
            (port, "ListPages"): ("",),
            (port, "GetJson"): ("",),
        }
        of_contract = {(i, name) for i, members in contract().items() for name, what in members.items()
                       if what[0] == "method"}
        self.assertEqual(set(calls), of_contract)
        for (interface, method), arguments in calls.items():
            self.call(PLACES[interface], interface, method, *arguments)

    def test_methods_give_what_they_promise(self):
        self.assertEqual(self.call(ROOT, f"{SERVICE}.Manager", "GetPort", "s", "swp2"), path_of("swp2"))
        pages = {(int(bank), int(page)) for bank, page in self.call(path_of("swp2"), f"{SERVICE}.Port", "ListPages")}
        self.assertIn((0, 0), pages)
        page = self.call(path_of("swp2"), f"{SERVICE}.Port", "ReadPage", "yy", 0, 0)
        self.assertEqual(len(page), 128)
        self.assertIn('"swp2"', self.call(path_of("swp2"), f"{SERVICE}.Port", "GetJson"))
        settings = {str(s["key"]): s for s in self.call(ROOT, f"{SERVICE}.Manager", "GetConfiguration")}
        self.assertIn("poll.simulated_interval_seconds", settings)

    def test_all_objects_are_managed(self):
        self.wait_until(lambda: self.state_of("swp2") == "ok", "swp2 ok")
        managed = self.call(ROOT, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
        self.assertIn(path_of("swp2") + "/module", managed)
        for port in ("swp1", "swp2", "swp3", "swp4", "swp5", "swp6"):
            self.assertIn(f"{SERVICE}.Port", managed[path_of(port)])
        self.assertNotIn(path_of("swp3") + "/module", managed)

    def test_an_empty_cage_is_not_present(self):
        self.wait_until(lambda: self.state_of("swp3") == "empty", "swp3 empty")
        port = f"{SERVICE}.Port"
        self.assertEqual(self.error_of(path_of("swp3"), port, "ReadLowerMemory"), of_error("NotPresent"))
        self.assertEqual(self.error_of(path_of("swp3"), port, "Refresh"), of_error("NotPresent"))

    def test_a_page_that_is_not_read_is_not_supported(self):
        self.assertEqual(
            self.error_of(path_of("swp2"), f"{SERVICE}.Port", "ReadPage", "yy", 0, 0x9F), of_error("NotSupported")
        )

    def test_a_module_that_does_not_answer_is_a_failed_read(self):
        self.wait_until(lambda: self.state_of("swp4") == "unreadable", "swp4 unreadable")
        self.assertEqual(self.error_of(path_of("swp4"), f"{SERVICE}.Port", "Refresh"), of_error("ReadFailed"))

    def test_a_paused_port_is_busy(self):
        self.call(ROOT, f"{SERVICE}.Manager", "Pause", "su", "swp1", 3600)
        self.wait_until(lambda: self.state_of("swp1") == "paused", "swp1 paused")
        self.assertEqual(self.error_of(path_of("swp1"), f"{SERVICE}.Port", "Refresh"), of_error("Busy"))
        self.call(ROOT, f"{SERVICE}.Manager", "Pause", "su", "swp1", 0)
        self.wait_until(lambda: self.state_of("swp1") == "ok", "swp1 ok")

    def test_a_bus_that_hangs_is_a_timeout(self):
        self.daemon.wait_for_any_change(0.1)
        began = time.monotonic()
        self.wait_until(lambda: self.reads_of("swp6") > 0, "swp6 read")
        reads = -1.0
        while reads != self.reads_of("swp6"):  # until it hangs
            reads = self.reads_of("swp6")
            self.daemon.wait_for_any_change(3)
            self.assertLess(time.monotonic() - began, 60)
        self.assertEqual(self.error_of(path_of("swp6"), f"{SERVICE}.Port", "Refresh"), of_error("Timeout"))

    def test_a_configuration_that_is_not_right_stays_away(self):
        good = self.config.read_text(encoding="utf-8")
        try:
            write(self.config, good.replace('name = "swp1"', 'nome = "swp1"', 1))
            with self.assertRaises(dbus.exceptions.DBusException) as raised:
                self.call(ROOT, f"{SERVICE}.Manager", "Reload")
        finally:
            write(self.config, good)
        self.assertEqual(raised.exception.get_dbus_name(), of_error("InvalidConfiguration"))
        self.assertIn("board.toml", raised.exception.get_dbus_message())
        self.assertEqual(self.call(path_of("swp1"), PROPERTIES, "Get", "ss", f"{SERVICE}.Port", "Name"), "swp1")

    def test_arguments_that_are_wrong_are_told_by_name(self):
        invalid = "org.freedesktop.DBus.Error.InvalidArgs"
        manager = f"{SERVICE}.Manager"
        self.assertEqual(self.error_of(ROOT, manager, "Pause", "su", "swp2", 86401), invalid)
        self.assertEqual(self.error_of(ROOT, manager, "Pause", "s", "swp2"), invalid)
        level = dbus.String("loud", variant_level=1)
        self.assertEqual(
            self.error_of(LOG_CONTROL_PATH, PROPERTIES, "Set", "ssv", LOG_CONTROL, "LogLevel", level), invalid
        )

    def test_what_is_not_there_is_told_by_name(self):
        unknown = "org.freedesktop.DBus.Error.UnknownObject"
        manager = f"{SERVICE}.Manager"
        self.assertEqual(self.error_of(ROOT, manager, "GetPort", "s", "swp99"), unknown)
        self.assertEqual(self.error_of(ROOT, manager, "Pause", "su", "swp99", 1), unknown)
        self.assertEqual(self.error_of(path_of("swp99"), f"{SERVICE}.Port", "GetJson"), unknown)

    def test_the_log_level_can_be_changed_as_systemd_does(self):
        before = self.call(LOG_CONTROL_PATH, PROPERTIES, "Get", "ss", LOG_CONTROL, "LogLevel")
        self.busctl("set-property", SERVICE, LOG_CONTROL_PATH, LOG_CONTROL, "LogLevel", "s", "debug")
        self.assertEqual(self.call(LOG_CONTROL_PATH, PROPERTIES, "Get", "ss", LOG_CONTROL, "LogLevel"), "debug")
        self.busctl("set-property", SERVICE, LOG_CONTROL_PATH, LOG_CONTROL, "LogLevel", "s", before)

    def test_a_change_is_told_and_a_port_that_does_not_change_is_silent(self):
        self.wait_until(lambda: self.reads_of("swp2") >= 5, "swp2 read five times")
        monitor = Monitor(self.bus.address, SERVICE)
        self.addCleanup(monitor.end)
        reads = self.reads_of("swp2")
        told = monitor.wait_for(
            lambda signal: signal["member"] == "PropertiesChanged"
            and signal["path"] == path_of("swp1") + "/module"
            and "Temperature" in signal["payload"]["data"][1]
        )
        self.assertEqual(told["payload"]["data"][0], f"{SERVICE}.Monitors")
        self.wait_until(lambda: self.reads_of("swp2") >= reads + 8, "swp2 read eight times more")
        of_swp2 = [signal for signal in monitor.so_far() if signal["path"].startswith(path_of("swp2"))]
        self.assertEqual(of_swp2, [])

    def test_a_module_that_comes_and_goes_is_announced(self):
        module = path_of("swp5") + "/module"
        for member in ("InterfacesRemoved", "InterfacesAdded"):
            signal = self.monitor.wait_for(
                lambda signal, member=member: signal["member"] == member and signal["payload"]["data"][0] == module
            )
            interfaces = signal["payload"]["data"][1]
            self.assertIn(f"{SERVICE}.Module", interfaces)
            self.assertIn(f"{SERVICE}.Monitors", interfaces)


class Load(OnABus):
    """The board of ./dev run, asked a lot."""

    QUESTIONS = 1000  # at least
    SECONDS = 10  # of each of the two rates that are compared
    GROWTH_ALLOWED = (60 if SANITIZED else 6) << 20  # bytes

    @classmethod
    def setUpClass(cls):
        cls.start(source / "config/boards/simulated.toml")

    def memory(self):
        pages = pathlib.Path(f"/proc/{self.daemon.process.pid}/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * 4096

    def ask(self, connection):
        message = dbus.lowlevel.MethodCallMessage(
            destination=SERVICE, path=ROOT, interface="org.freedesktop.DBus.ObjectManager", method="GetManagedObjects"
        )
        return connection.send_message_with_reply_and_block(message, 30)

    def reads(self):
        """Of all ports, and when."""
        samples = self.daemon.samples()
        total = sum(float(number) for name, number in samples.items() if name.startswith("transceiver_reads_total"))
        return total, time.monotonic()

    def rate(self, before, after):
        return (after[0] - before[0]) / (after[1] - before[1])

    def test_questions_and_clients_that_do_not_listen_cost_no_reading_and_no_memory(self):
        self.wait_until(lambda: self.reads_of("swp1") >= 5, "swp1 read five times")
        begin = self.reads()
        self.wait_until(lambda: time.monotonic() - begin[1] > self.SECONDS, "the quiet seconds")
        quiet = self.rate(begin, self.reads())

        # One subscribes to everything, one asks and asks; neither ever reads.
        subscriber = dbus.bus.BusConnection(self.bus.address)
        subscriber.add_match_string("type='signal'")
        deaf = dbus.bus.BusConnection(self.bus.address)
        for _ in range(100):  # a system bus lets 128 answers wait
            deaf.send_message(
                dbus.lowlevel.MethodCallMessage(
                    destination=SERVICE,
                    path=ROOT,
                    interface="org.freedesktop.DBus.ObjectManager",
                    method="GetManagedObjects",
                )
            )
        deaf.flush()
        for _ in range(100):
            self.ask(self.client)
        memory = self.memory()
        before = self.reads()
        questions = 0
        while questions < self.QUESTIONS or time.monotonic() - before[1] < self.SECONDS:
            self.ask(self.client)
            questions += 1
        busy = self.rate(before, self.reads())
        grown = self.memory() - memory
        print(
            f"{quiet:.1f} reads a second, under load {busy:.1f}; {questions} questions; grown by {grown / 1024:.0f} KiB"
        )
        # The ports are read by other threads; half is what a machine that is busy with other tests may cost.
        self.assertGreater(busy, 0.5 * quiet)
        self.assertLess(grown, self.GROWTH_ALLOWED)


if __name__ == "__main__":
    binaries, source = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])

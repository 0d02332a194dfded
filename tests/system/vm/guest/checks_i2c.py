"""Modules on I2C adapters of each ability, and what keeps them from being read."""

import contextlib
import json
import os
import stat
import time

import hardware
from hardware import MODULE, Adapter, Cage
from report import check, difference, equal, wait_until
from service import PATIENCE, Service, bus, decoded, expect_no_access, port

ADAPTERS = 4
PER_ADAPTER = 8


@contextlib.contextmanager
def one_port(kind, image, interval=1, **keys):
    """A daemon with the port `swp1` on an adapter of that kind with that module."""
    hardware.empty_all_cages()
    cage = Cage(0)
    cage.fill(image)
    with Adapter("optwd-one", kind, 0) as adapter:
        with Service(bus("one", "i2c-dev", path="optwd-one"), port("swp1", "one"), interval=interval, **keys) as service:
            yield service, adapter, cage


@contextlib.contextmanager
def full_board(kind="combined", first=0):
    """4 adapters, each with an 8-channel switch, and 32 cages from `first` on with mixed modules; gives the adapters."""
    with contextlib.ExitStack() as stack:
        adapters = []
        for number in range(ADAPTERS * PER_ADAPTER):
            Cage(first + number).fill(f"cage{number + 1:02}")
        for number in range(ADAPTERS):
            cage = first + number * PER_ADAPTER
            adapters.append(stack.enter_context(Adapter(f"optwd-{kind}-{number}", kind, cage, switches=1)))
        yield adapters


def tables_of(adapters, prefix="swp"):
    tables = [bus(adapter.name, "i2c-dev", path=adapter.name) for adapter in adapters]
    for number in range(ADAPTERS * PER_ADAPTER):
        adapter = adapters[number // PER_ADAPTER]
        tables.append(port(f"{prefix}{number + 1}", adapter.name, source=str(adapter.buses[number % PER_ADAPTER])))
    return tables


def expect_all_modules(service):
    """Every port's module becomes what decode says of its image."""
    names = {f"swp{number}": f"cage{number:02}" for number in range(1, ADAPTERS * PER_ADAPTER + 1)}
    wanted = {name: decoded(image) for name, image in names.items()}
    last = {}

    def are_so():
        ports = service.ports()
        equal(sorted(ports), sorted(names), "ports")
        last.clear()
        for name, found in ports.items():
            text = f"state {found['state']}" if found["state"] != "ok" else difference(found.get("module"), wanted[name])
            if text:
                last[name] = text
        return not last

    wait_until(are_so, 2 * PATIENCE, lambda: f"{len(last)} ports differ, the first: {next(iter(last.items()))}")


@check("32 ports on 4 adapters behind 8-channel PCA9548 switches: each port's JSON is `opticward decode` of its image")
def full_board_over_http():
    with full_board() as adapters, Service(*tables_of(adapters)) as service:
        expect_all_modules(service)
        for number in range(ADAPTERS * PER_ADAPTER):
            state = Cage(number).state()
            equal(state["foreign_writes"], 0, f"bytes written to the module of cage {number}")
            if not state["reads"]:
                raise AssertionError(f"the module of cage {number} was never read")


@check("32 ports on SMBus-only adapters behind switches: each port's JSON is `opticward decode` of its image")
def full_board_by_smbus():
    with full_board("smbus_block") as adapters, Service(*tables_of(adapters)) as service:
        expect_all_modules(service)


@check("`opticward show --json` says the same over D-Bus as HTTP does, and as decode does")
def show_says_the_same():
    with one_port("combined", "qsfp56-cmis-200g-fr4", with_bus=True) as (service, _, _):
        service.expect_module("swp1", "qsfp56-cmis-200g-fr4")
        shown = json.loads(service.command("show", "swp1", "--json"))
        shown = shown[0] if isinstance(shown, list) else shown
        by_http = service.port("swp1")
        equal(difference(shown["module"], decoded("qsfp56-cmis-200g-fr4")), None, "difference of show and decode")
        for its in (shown, by_http):
            its.pop("age_seconds")  # the one value that is another one at each question
        equal(difference(shown, by_http), None, "difference of show and HTTP")


def check_kind(kind, sentence):
    @check(sentence)
    def one_adapter():
        for image in ("qsfp56-200g-sr4", "qsfp56-cmis-200g-fr4"):
            with one_port(kind, image) as (service, _, cage):
                service.expect_module("swp1", image)
                state = cage.state()
                equal(state["foreign_writes"], 0, "bytes written to the module")
                if not state["selects"]:
                    raise AssertionError("no page was ever selected")


for kind, sentence in (
    ("combined", "an adapter with combined transfers: SFF-8636 and CMIS modules are read"),
    ("combined_32", "an adapter that refuses reads over 32 bytes: SFF-8636 and CMIS modules are read"),
    ("write_then_read", "an adapter that does nothing but one write and one read: SFF-8636 and CMIS modules are read"),
    ("smbus_block", "an SMBus-only adapter with I2C blocks: SFF-8636 and CMIS modules are read"),
    ("smbus_word", "an SMBus-only adapter with words: SFF-8636 and CMIS modules are read"),
    ("smbus_byte", "an SMBus-only adapter with bytes: SFF-8636 and CMIS modules are read"),
):
    check_kind(kind, sentence)


@check("a kernel driver bound to 0x50: state no_access, reason driver_bound, and the driver is named")
def driver_bound():
    hardware.empty_all_cages()
    Cage(0).fill("qsfp56-200g-sr4")
    with Adapter("optwd-one", "combined", 0) as adapter:
        adapter.attach("optwd_eeprom", MODULE)
        Cage(0).do("reset")
        with Service(bus("one", "i2c-dev", path="optwd-one"), port("swp1", "one")) as service:
            expect_no_access(service, "swp1", "driver_bound", "kernel driver optwd_eeprom is bound to 0x50",
                             f"i2c-{adapter.number}")
            equal(Cage(0).state()["reads"], 0, "reads of the module that belongs to the driver")


@check("a kernel driver that lets go of 0x50: the port becomes readable without a restart")
def driver_unbound():
    hardware.empty_all_cages()
    Cage(0).fill("qsfp56-200g-sr4")
    with Adapter("optwd-one", "combined", 0) as adapter:
        adapter.attach("optwd_eeprom", MODULE)
        with Service(bus("one", "i2c-dev", path="optwd-one"), port("swp1", "one")) as service:
            service.wait_for_errors("swp1", "driver_bound")
            hardware.put(hardware.DEVICES / f"i2c-{adapter.number}" / "delete_device", f"{MODULE:#x}")
            service.expect_module("swp1", "qsfp56-200g-sr4")


@check("a daemon without permission for the adapter: state no_access, reason permission")
def no_permission():
    hardware.empty_all_cages()
    Cage(0).fill("qsfp56-200g-sr4")
    with Adapter("optwd-one", "combined", 0) as adapter:
        device = f"/dev/i2c-{adapter.number}"
        equal(stat.S_IMODE(os.stat(device).st_mode) & 0o007, 0, f"access of others to {device}")
        with Service(bus("one", "i2c-dev", path="optwd-one"), port("swp1", "one"), program=hardware.as_nobody()) as service:
            expect_no_access(service, "swp1", "permission", device)


@check("an adapter that goes away while it is polled and comes back: no_access with no_device, then ok again")
def adapter_goes_away():
    with one_port("combined", "qsfp56-cmis-200g-dr4") as (service, adapter, cage):
        service.wait_for_state("swp1", "ok")
        adapter.remove()
        expect_no_access(service, "swp1", "no_device", "optwd-one", was_read=True)
        wait_until(lambda: hardware.bus_number("optwd-one") is None, PATIENCE,
                   "the daemon keeps the device file of an adapter that is gone")
        with Adapter("optwd-one", "combined", 0):
            service.expect_module("swp1", "qsfp56-cmis-200g-dr4")


@check("other ports are read while the adapter of one is gone")
def others_go_on():
    hardware.empty_all_cages()
    for number in range(2):
        Cage(number).fill("qsfp56-200g-sr4")
    with Adapter("optwd-a", "combined", 0) as first, Adapter("optwd-b", "combined", 1):
        with Service(bus("a", "i2c-dev", path="optwd-a"), bus("b", "i2c-dev", path="optwd-b"),
                     port("swp1", "a"), port("swp2", "b")) as service:
            service.wait_for_state("swp1", "ok")
            first.remove()
            service.wait_for_errors("swp1", "no_device")
            before = Cage(1).state()["reads"]
            wait_until(lambda: Cage(1).state()["reads"] > before + 1, PATIENCE, "the other port is not polled any more")
            service.expect_module("swp2", "qsfp56-200g-sr4")


def check_fault(fault, reason):
    @check(f"a module whose transfers fail with {fault}: counted as {reason}, and read again afterwards")
    def fails_for_a_while():
        with one_port("combined", "qsfp56-200g-sr4") as (service, _, cage):
            service.wait_for_state("swp1", "ok")
            equal(service.errors("swp1", reason), 0, "errors before")
            cage.do("fault", fault, -1)
            service.wait_for_errors("swp1", reason)
            cage.do("fault", fault, 0)
            service.expect_module("swp1", "qsfp56-200g-sr4")


for fault, reason in (("nack", "nack"), ("eio", "bus_error"), ("timeout", "timeout"), ("busy", "bus_busy"),
                      ("again", "bus_busy"), ("short", "short_read")):
    check_fault(fault, reason)


@check("a module that is pulled: the port is empty; another one that is plugged in is shown")
def pulled_and_plugged():
    with one_port("combined", "qsfp56-200g-sr4") as (service, _, cage):
        service.wait_for_state("swp1", "ok")
        cage.do("remove")
        found = service.wait_for_state("swp1", "empty")
        if "module" in found:
            raise AssertionError("an empty port shows a module")
        cage.fill("qsfp56-cmis-200g-lr4")
        service.expect_module("swp1", "qsfp56-cmis-200g-lr4")


@check("live values follow the module: another temperature is published")
def live_values():
    with one_port("combined", "qsfp56-200g-sr4") as (service, _, cage):
        service.wait_for_state("swp1", "ok")
        cage.write(-1, 22, bytes([51, 128]))
        wanted = 'transceiver_temperature_celsius{port="swp1"}'
        # A step is believed when a second read confirms it.
        wait_until(lambda: float(service.samples().get(wanted, 0)) == 51.5, PATIENCE,
                   lambda: f"{wanted} is {service.samples().get(wanted)}")
        equal(decoded("qsfp56-200g-sr4")["monitors"]["temperature_celsius"], 44.0, "temperature of the image")


@check("the daemon ends within seconds while a board is polled")
def ends():
    with full_board() as adapters, Service(*tables_of(adapters)) as service:
        began = time.monotonic()
        status, _ = service.daemon.stop()
        equal(status, 0, "exit status")
        if time.monotonic() - began > 10:
            raise AssertionError(f"it took {time.monotonic() - began:.1f} s")

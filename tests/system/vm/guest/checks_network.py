"""Modules behind network devices, read through the kernel's ethtool interface; the same with Debian's ethtool."""

import contextlib

import ethtool
import hardware
from hardware import Adapter, Cage, Nic
from report import check, difference, equal
from service import PATIENCE, Service, bus, decoded, expect_no_access, port

SFF8636 = "qsfp56-200g-sr4"
CMIS = "qsfp-dd-400g-dr4"
CMIS_1E = "qsfp56-cmis-200g-fr4"  # identifier 1Eh
IMAGES = (SFF8636, CMIS, CMIS_1E, "qsfp56-200g-dac", "qsfp56-hdr-sr4")


def service_of(device="eth0", **keys):
    return Service(bus("net", "ethtool"), port("swp1", "net", source=device, **keys))


@contextlib.contextmanager
def nic_with(image, kind="ethernet", name="eth0"):
    """A network device of that kind with that module."""
    hardware.empty_all_cages()
    Cage(0).fill(image)
    with Nic(name, kind, 0) as nic:
        yield nic


@check("modules behind network devices, by ethtool netlink: each is what decode says of its image")
def modules_by_netlink():
    hardware.empty_all_cages()
    with contextlib.ExitStack() as stack:
        ports = []
        for number, image in enumerate(IMAGES):
            Cage(number).fill(image)
            stack.enter_context(Nic(f"eth{number}", "ethernet", number))
            ports.append(port(f"swp{number}", "net", source=f"eth{number}"))
        service = stack.enter_context(Service(bus("net", "ethtool"), *ports))
        for number, image in enumerate(IMAGES):
            service.expect_module(f"swp{number}", image)


@check("the same image by I2C and by ethtool netlink: the same module")
def same_module_both_ways():
    with nic_with(CMIS), Adapter("optwd-one", "combined", 0):
        with Service(bus("net", "ethtool"), bus("one", "i2c-dev", path="optwd-one"), port("swp1", "net", source="eth0"),
                     port("swp2", "one")) as service:
            service.expect_module("swp1", CMIS)
            service.expect_module("swp2", CMIS)
            equal(difference(service.port("swp1")["module"], service.port("swp2")["module"]), None, "difference")


@check("a network driver that answers with 48 bytes at most: the whole module is read")
def short_replies():
    with nic_with(CMIS) as nic:
        nic.set("longest", 48)
        with service_of() as service:
            service.expect_module("swp1", CMIS)


@check("a network driver that is busy: counted as bus_busy, and read when it is free")
def busy():
    with nic_with(SFF8636) as nic:
        nic.set("busy", -1)
        with service_of() as service:
            service.wait_for_errors("swp1", "bus_busy")
            nic.set("busy", 0)
            service.expect_module("swp1", SFF8636, seconds=3 * PATIENCE)


@check("a network driver with the old ethtool calls only: the module is read")
def legacy():
    with nic_with(SFF8636, kind="legacy"), service_of() as service:
        service.expect_module("swp1", SFF8636)


@check("an InfiniBand-type device without module operations: no_access, reason not_supported, and what would help")
def infiniband():
    with nic_with(SFF8636, kind="infiniband", name="ib0"), service_of("ib0") as service:
        expect_no_access(service, "swp1", "not_supported", "ib0", "InfiniBand", "mstlink")


@check("an InfiniBand-type device is found without a configuration, as a port of its name")
def infiniband_found():
    with nic_with(SFF8636, kind="infiniband", name="ib0"), Nic("eth0", "ethernet", 0), Service() as service:
        expect_no_access(service, "ib0", "not_supported", "InfiniBand")
        service.expect_module("eth0", SFF8636)


@check("a network device that is not there yet, comes, goes and comes back: no_access with no_device, and ok each time")
def comes_and_goes():
    with nic_with(SFF8636) as nic:
        nic.remove()
        with service_of() as service:
            expect_no_access(service, "swp1", "no_device", "eth0")
            for image in (SFF8636, CMIS):
                Cage(0).fill(image)
                nic.add()
                service.expect_module("swp1", image)
                nic.remove()
                expect_no_access(service, "swp1", "no_device", "eth0", was_read=True)


@check("an empty cage behind a network device: the port is empty, and a module that is plugged in is shown")
def empty_cage():
    with nic_with(SFF8636) as nic:
        Cage(0).do("remove")
        hardware.set_up("eth0")  # of a device that is switched off the kernel does not say why there is no link
        with service_of() as service:
            service.wait_for_state("swp1", "empty")
            Cage(0).fill(CMIS)
            nic.set("carrier", 1)
            service.expect_module("swp1", CMIS, seconds=3 * PATIENCE)


@check("a daemon without CAP_NET_ADMIN: no_access, reason permission, and the capability is named")
def no_capability():
    with nic_with(SFF8636):
        with Service(bus("net", "ethtool"), port("swp1", "net", source="eth0"), program=hardware.as_nobody()) as service:
            expect_no_access(service, "swp1", "permission", "CAP_NET_ADMIN")


@check("the link of a network port is published: down, then up")
def link():
    with nic_with(SFF8636) as nic, service_of() as service:
        hardware.set_up("eth0")
        service.wait_until("swp1", lambda found: found.get("link", {}).get("state") == "down", "link down")
        nic.set("carrier", 1)
        service.wait_until("swp1", lambda found: found.get("link", {}).get("state") == "up", "link up")


def fields_agree(image, at_least):
    with nic_with(image), service_of() as service:
        said, _ = ethtool.read("eth0")
        service.expect_module("swp1", image)
        count = ethtool.compare(said, service.port("swp1")["module"])
        print(f"{image}: {count} fields agree")
        if count < at_least:
            raise AssertionError(f"only {count} fields were compared, expected {at_least}")


# Four texts, two values of the module, three of each lane, four limits of five quantities.
@check("`ethtool -m` of an SFF-8636 module agrees field by field: identity, values of each lane, thresholds")
def ethtool_sff8636():
    fields_agree(SFF8636, 4 + 2 + 3 * 4 + 4 * 5)


@check("`ethtool -m` of a CMIS module agrees field by field: identity, values of each lane, thresholds")
def ethtool_cmis():
    fields_agree(CMIS, 4 + 2 + 3 * 4 + 4 * 5)


@check("the comparison with ethtool can fail: a wrong digit of a voltage and of a serial number is found")
def comparison_can_fail():
    with nic_with(SFF8636):
        said, _ = ethtool.read("eth0")
    module = decoded(SFF8636)
    ethtool.compare(said, module)
    for spoil in (lambda it: it["monitors"].update(supply_voltage_volts=3.2901),
                  lambda it: it.update(serial_number="SIM0000001"),
                  lambda it: it["monitors"]["lanes"][3].pop("rx_power_watts"),
                  lambda it: it["thresholds"]["rx_power_watts"].update(low_alarm=0.0001)):
        module = decoded(SFF8636)
        spoil(module)
        try:
            ethtool.compare(said, module)
        except AssertionError:
            continue
        raise AssertionError("a difference was not found")


@check("where ethtool is wrong, power class 8: ethtool 6.1 says 3.5 W of a 10.5 W module, we say class 8 and 10.5 W")
def ethtool_wrong_class8():
    with nic_with("class8"), service_of() as service:
        said, _ = ethtool.read("eth0")
        power = [text for text in said["Extended identifier description"] if "W" in text]
        equal(power, ["3.5W max. Power consumption", "High Power Class (> 3.5 W) not enabled"], "what ethtool says")
        service.expect_module("swp1", "class8")
        module = service.port("swp1")["module"]
        equal((module["power_class"], module["max_power_watts"]), (8, 10.5), "what we say")


@check("where ethtool is wrong, CMIS bias multiplier: ethtool 6.1 says another current than 200 mA, we say 200 mA")
def ethtool_wrong_bias():
    with nic_with("strong-bias"), service_of() as service:
        said, _ = ethtool.read("eth0")
        equal(said["Laser tx bias current (Channel 1)"], ["50.000 mA"], "what ethtool says")
        service.expect_module("swp1", "strong-bias")
        module = service.port("swp1")["module"]
        equal(module["monitors"]["lanes"][0]["tx_bias_amperes"], 0.2, "what we say")


@check("where ethtool is wrong, identifier 1Eh: ethtool 6.1 prints bytes of an unknown module, we decode it")
def ethtool_wrong_1e():
    with nic_with(CMIS_1E), service_of() as service:
        said, text = ethtool.read("eth0")
        equal(said, {}, "fields that ethtool names")
        if not text.startswith("Offset"):
            raise AssertionError(f"ethtool prints {text.splitlines()[0]!r}")
        service.expect_module("swp1", CMIS_1E)
        equal(service.port("swp1")["module"]["identifier"]["code"], 0x1e, "what we say")

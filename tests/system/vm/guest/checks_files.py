"""Modules that a kernel driver shows as files, laid out as optoe does."""

import contextlib

import hardware
from hardware import DEVICES, MODULE, Adapter, Cage
from report import check, equal
from service import PATIENCE, Service, bus, expect_no_access, port


@contextlib.contextmanager
def eeprom_file(image, dev_class):
    """A module with an eeprom file; gives the folder of its device."""
    hardware.empty_all_cages()
    Cage(0).fill(image)
    with Adapter("optwd-one", "combined", 0) as adapter:
        adapter.attach("optwd_eeprom", MODULE)
        folder = DEVICES / f"{adapter.number}-{MODULE:04x}"
        hardware.put(folder / "dev_class", str(dev_class))
        hardware.put(folder / "port_name", "port1")
        yield folder


def service_of(folder):
    return Service(bus("files", "file", path=str(folder.parent)),
                   port("swp1", "files", source=f"{folder.name}/eeprom"))


for image, dev_class in (("qsfp56-200g-sr4", 1), ("qsfp56-cmis-200g-fr4", 3)):

    @check(f"an optoe-like file of class {dev_class} ({image}): the module is what decode says")
    def right_class(image=image, dev_class=dev_class):
        with eeprom_file(image, dev_class) as folder, service_of(folder) as service:
            service.expect_module("swp1", image)
            equal(Cage(0).state()["foreign_writes"], 0, "bytes written to the module")


for image, dev_class in (("qsfp56-200g-sr4", 2), ("qsfp56-200g-sr4", 3), ("qsfp56-cmis-200g-fr4", 1)):

    @check(f"an optoe-like file of the wrong class {dev_class} ({image}): no_access, reason wrong_class")
    def wrong_class(image=image, dev_class=dev_class):
        with eeprom_file(image, dev_class) as folder:
            Cage(0).do("second", 1)
            with service_of(folder) as service:
                expect_no_access(service, "swp1", "wrong_class", "dev_class")


@check("a wrong dev_class that is put right: the port becomes readable without a restart")
def class_put_right():
    with eeprom_file("qsfp56-cmis-200g-fr4", 2) as folder:
        Cage(0).do("second", 1)
        with service_of(folder) as service:
            service.wait_for_state("swp1", "no_access")
            hardware.put(folder / "dev_class", "3")
            service.expect_module("swp1", "qsfp56-cmis-200g-fr4")

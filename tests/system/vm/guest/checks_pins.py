"""Presence lines as files, as one word and as a GPIO chip; a module's temperature from hwmon."""

import os
import pathlib

import hardware
from hardware import LINES, Adapter, Cage, Nic
from report import check, equal, wait_until
from service import PATIENCE, Service, bus, port

IMAGE = "qsfp56-200g-sr4"
ALL = 0xffffffff  # 32 lines


def expect_line_is_followed(presence, say_present, say_absent):
    """What the port says when the line and the bus agree, and when they do not."""
    hardware.empty_all_cages()
    say_absent()
    with Adapter("optwd-one", "combined", 0):
        with Service(bus("one", "i2c-dev", path="optwd-one"), port("swp1", "one", presence=presence)) as service:
            service.wait_for_state("swp1", "empty")
            # Without the line a module that does not answer is an empty cage.
            say_present()
            service.wait_for_state("swp1", "unreadable")
            Cage(0).fill(IMAGE)
            service.expect_module("swp1", IMAGE)
            seen = len(service.daemon.lines)
            say_absent()
            service.daemon.wait_for_line("event=raise port=swp1 .*kind=presence", seconds=PATIENCE, after=seen)
            Cage(0).do("remove")
            service.wait_for_state("swp1", "empty")


@check("a presence file that holds 1 for present is followed")
def presence_file():
    file = LINES / "module_present_4"
    expect_line_is_followed({"path": str(file), "active": 1}, lambda: hardware.put(file, "1"),
                            lambda: hardware.put(file, "0"))


@check("a presence bit of a hexadecimal word, 0 for present, is followed")
def presence_bit():
    file = LINES / "modules_present"
    expect_line_is_followed({"path": str(file), "bit": 2, "active": 0, "base": 16},
                            lambda: hardware.put(file, f"{ALL & ~4:x}"), lambda: hardware.put(file, f"{ALL:x}"))


def gpio_names():
    """The chip by its label, its name and its path."""
    chips = [name for name in os.listdir("/sys/bus/gpio/devices") if name.startswith("gpiochip")]
    for name in chips:
        if "optwd" in os.path.realpath(f"/sys/bus/gpio/devices/{name}"):
            return "optwd-gpio", name, f"/dev/{name}"
    raise AssertionError(f"no GPIO chip of the test hardware among {chips}")


for number, how in enumerate(("label", "name", "path")):

    @check(f"a GPIO line of a chip by {how}, 1 for present, is followed")
    def presence_gpio(number=number):
        file = LINES / "gpio_levels"
        presence = {"gpio": gpio_names()[number], "line": 3, "active": 1}
        expect_line_is_followed(presence, lambda: hardware.put(file, "8"), lambda: hardware.put(file, "fffffff7"))


@check("a GPIO line that is 0 for present is followed")
def presence_gpio_low():
    file = LINES / "gpio_levels"
    expect_line_is_followed({"gpio": "optwd-gpio", "line": 3, "active": 0}, lambda: hardware.put(file, "fffffff7"),
                            lambda: hardware.put(file, "8"))


def hwmon_temperature(nic):
    """temp*_input of the module below a network device's parent."""
    for folder in sorted((pathlib.Path("/sys/class/net") / nic.name / "device/hwmon").iterdir()):
        equal((folder / "name").read_text().strip(), "mlx5", "hwmon name")
        for label in folder.glob("temp*_label"):
            if label.read_text().startswith("Module"):
                return str(label).replace("_label", "_input")
    raise AssertionError("no hwmon temperature of a module")


@check("an InfiniBand-type port with hwmon: no_access, and the temperature is shown as one that the host measured")
def hwmon_source():
    hardware.empty_all_cages()
    with Nic("ib0", "infiniband", 0) as nic:
        nic.set("millidegrees", 43250)
        temperature = {"path": hwmon_temperature(nic), "units_per_celsius": 1000}
        with Service(bus("net", "ethtool"), port("swp1", "net", netdev="ib0", temperature=temperature)) as service:
            service.wait_for_state("swp1", "no_access")
            for millidegrees, celsius in ((43250, 43.25), (61500, 61.5)):
                nic.set("millidegrees", millidegrees)
                wanted = {"temperature_celsius": celsius, "temperature_source": "host"}
                wait_until(lambda: service.port("swp1").get("cage") == wanted, PATIENCE,
                           lambda: f"expected {wanted}, got {service.port('swp1').get('cage')}")

"""The test hardware of the kernel module optwd: cages, adapters with their switches, network devices."""

import contextlib
import os
import pathlib
import re
import subprocess

from report import wait_until

ROOT = pathlib.Path("/sys/kernel/debug/optwd")
DEVICES = pathlib.Path("/sys/bus/i2c/devices")
LINES = pathlib.Path("/sys/devices/platform/optwd-lines")
IMAGES = pathlib.Path("/images")
HALF = 128
CAGES = 64
MODULE = 0x50
FIRST_SWITCH = 0x70


def put(path, text):
    # One write: what is written in parts is not one value for the kernel.
    file = os.open(path, os.O_WRONLY)
    try:
        os.write(file, text.encode())
    finally:
        os.close(file)


def control(*words):
    put(ROOT / "control", " ".join(str(word) for word in words))


def pages_of(image):
    """{bank * 256 + page, or -1 for lower memory: its 128 bytes} of an image in the project's text form."""
    pages, current = {}, None
    for line in image.read_text().splitlines():
        if head := re.fullmatch(r"\[(?:lower|(?:bank (\d+) )?page ([0-9a-f]{2})h.*)\]", line):
            current = -1 if head[2] is None else 256 * int(head[1] or 0) + int(head[2], 16)
            pages[current] = bytearray(HALF)
        elif data := re.match(r"([0-9a-f]{2}):((?: [0-9a-f]{2})+)", line):
            first = int(data[1], 16) % HALF
            content = bytes.fromhex(data[2])
            pages[current][first : first + len(content)] = content
    return pages


class Cage:
    def __init__(self, number):
        self.folder = ROOT / f"cage{number:02}"
        self.number = number

    def do(self, *words):
        put(self.folder / "control", " ".join(str(word) for word in words))

    def write(self, page, offset, content):
        """Past the bus; the page exists from then on."""
        with open(self.folder / "memory", "r+b", buffering=0) as file:
            file.seek(HALF * (1 + page) + offset % HALF)
            while content:
                content = content[file.write(content) :]

    def fill(self, image):
        """A module with that image is plugged in; the name of one of /images, or a path."""
        path = IMAGES / f"{image}.txt" if isinstance(image, str) else image
        self.do("clear")
        for page, content in pages_of(path).items():
            self.write(page, 0, bytes(content))
        self.do("reset")
        self.do("insert")

    def state(self):
        lines = (self.folder / "state").read_text().splitlines()
        return {name: int(number) for name, number in (line.split() for line in lines)}


def bus_number(name):
    """Of the adapter with that name."""
    for folder in DEVICES.glob("i2c-*"):
        with contextlib.suppress(OSError):  # it is going away
            if (folder / "name").read_text().strip() == name:
                return int(folder.name.removeprefix("i2c-"))
    return None


class Adapter:
    """An adapter and its modules; `buses` are the numbers under which the modules are reached, in the order of the
    cages. Gone at the end of a `with`."""

    def __init__(self, name, kind, first_cage, switches=0):
        control("adapter", name, kind, first_cage, switches)
        self.name = name
        self.number = bus_number(name)
        self.removed = False
        self.buses = [self.number]
        if switches:
            self.buses = []
        for switch in range(switches):
            device = f"{self.number}-{FIRST_SWITCH + switch:04x}"
            self.attach("pca9548", FIRST_SWITCH + switch)
            for channel in range(8):
                link = DEVICES / device / f"channel-{channel}"
                wait_until(link.exists, 10, f"{link} does not appear")
                self.buses.append(int(os.readlink(link).rsplit("i2c-", 1)[1]))

    def attach(self, driver, address, bus=None):
        """Gives the device at the address to a kernel driver."""
        bus = self.number if bus is None else bus
        put(DEVICES / f"i2c-{bus}" / "new_device", f"{driver} {address:#x}")

    def remove(self):
        if not self.removed:
            self.removed = True
            control("adapter_remove", self.name)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.remove()
        wait_until(lambda: bus_number(self.name) is None, 20, f"{self.name} is still open somewhere")


class Nic:
    """A network device that reads the module of a cage; gone at the end of a `with`."""

    def __init__(self, name, kind, cage):
        self.name, self.kind, self.cage = name, kind, cage
        self.there = False
        self.add()

    def add(self):
        control("nic", self.name, self.kind, self.cage)
        self.there = True

    def remove(self):
        if self.there:
            control("nic_remove", self.name)
            self.there = False

    def set(self, key, number):
        control("nic_set", self.name, key, number)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.remove()


def set_up(device):
    subprocess.run(["busybox", "ip", "link", "set", device, "up"], check=True)


def as_nobody():
    """A program that is the daemon without any right."""
    wrapper = pathlib.Path("/tmp/as-nobody")
    wrapper.write_text("#!/usr/bin/python3\nimport os, sys\nos.setgroups([])\nos.setgid(65534)\nos.setuid(65534)\n"
                       "os.execv('/opt/opticwardd', sys.argv)\n")
    wrapper.chmod(0o755)
    return str(wrapper)


def empty_all_cages():
    for number in range(CAGES):
        cage = Cage(number)
        cage.do("remove")
        cage.do("reset")

"""The kernel's record of all writes: nothing is ever written to a module but its select bytes 126 and 127."""

import contextlib
import fcntl
import os
import time

import hardware
from checks_i2c import ADAPTERS, PER_ADAPTER, full_board, tables_of
from hardware import MODULE, Adapter, Cage
from report import check, equal
from service import Service
from tracing import Trace, Writes

SECONDS = 60  # main.py makes it 600 for --long
I2C_SLAVE = 0x0703


def write_by_hand(bus, content):
    """One plain write to the module of a bus, as i2cset does it."""
    file = os.open(f"/dev/i2c-{bus}", os.O_RDWR)
    try:
        fcntl.ioctl(file, I2C_SLAVE, MODULE)
        os.write(file, content)
    finally:
        os.close(file)


RAW, SMBUS = 0, ADAPTERS * PER_ADAPTER  # the first cage of each board


@contextlib.contextmanager
def both_boards():
    """A board of raw adapters and one of SMBus-only ones, 32 modules each."""
    hardware.empty_all_cages()
    with full_board("combined", RAW) as raw, full_board("smbus_block", SMBUS) as smbus:
        yield [*tables_of(raw, "r"), *tables_of(smbus, "s")]


def sum_of(what, first):
    return sum(Cage(first + number).state()[what] for number in range(ADAPTERS * PER_ADAPTER))


@check("kernel trace of 64 polled ports, raw and SMBus-only: nothing is written to a module but bytes 126 and 127")
def only_select_bytes():
    with both_boards() as tables, Trace() as trace:
        with Service(*tables) as service:
            time.sleep(SECONDS)  # the time of observation that is asked for
            service.daemon.stop()
        found = trace.writes()
        print(f"{found.selects} selects, {found.offsets} offsets, {found.switches} to switches, {dict(found.by_event)}")
        if found.foreign:
            raise AssertionError(f"{len(found.foreign)} foreign writes, the first: {found.foreign[0]}")
        for name in ("i2c_write", "i2c_read", "smbus_write", "smbus_read"):
            if found.by_event[name] < SECONDS:
                raise AssertionError(f"{found.by_event[name]} events {name} in {SECONDS} s: nothing was polled")
        if not found.switches or not found.offsets:
            raise AssertionError(f"{found.switches} writes to switches, {found.offsets} offsets")
        for first in (RAW, SMBUS):
            equal(sum_of("foreign_writes", first), 0, "foreign writes that the modules counted")
            reads = [Cage(first + number).state()["reads"] for number in range(ADAPTERS * PER_ADAPTER)]
            if min(reads) < SECONDS / 4:
                raise AssertionError(f"a module was read only {min(reads)} times in {SECONDS} s")
        # Behind a switch each is recorded twice: for the channel and for the adapter.
        selects = sum_of("selects", RAW) + sum_of("selects", SMBUS)
        if selects == 0 or found.selects != 2 * selects:
            raise AssertionError(f"the modules counted {selects} selects, the trace has {found.selects}")


@check("the trace check can fail: a write to byte 93 is found, on raw and SMBus adapters, and by the module")
def the_check_can_fail():
    hardware.empty_all_cages()
    Cage(0).fill("qsfp56-200g-sr4")
    with Adapter("optwd-one", "combined", 0) as adapter, Trace() as trace:
        write_by_hand(adapter.number, bytes([93, 0]))
        found = trace.writes()
        equal(len(found.foreign), 1, "foreign writes in the trace")
        equal(Cage(0).state()["foreign_writes"], 1, "foreign writes that the module counted")
        write_by_hand(adapter.number, bytes([125, 0, 0]))
        equal(len(trace.writes().foreign), 1, "foreign writes that reach byte 126 from 125")
        write_by_hand(adapter.number, bytes([126, 0, 0]))
        write_by_hand(adapter.number, bytes([5]))
        found = trace.writes()
        equal((found.foreign, found.selects, found.offsets), ([], 1, 1), "foreign writes, selects, offsets")
    start = "opticwardd-9 [000] ..... 9.0: smbus_write: i2c-4 a=050 f=0000 "
    for line, foreign in (("c=5d BYTE_DATA l=1 [00]", 1), ("c=7f BYTE_DATA l=1 [11]", 0), ("c=7f WORD_DATA l=2 [11-00]", 1),
                          ("c=7e I2C_BLOCK_DATA l=3 [02-00-11]", 0), ("c=7e I2C_BLOCK_DATA l=4 [03-00-11-00]", 1),
                          ("c=7e unknown", 1)):
        equal(len(Writes(start + line).foreign), foreign, f"foreign writes in {line!r}")

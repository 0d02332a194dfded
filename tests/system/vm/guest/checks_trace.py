"""The kernel's record of all writes: nothing is ever written to a module but its select bytes 126 and 127."""

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


def check_board(kind, event):
    @check(f"kernel trace ({event}) of a polled {kind} board of 32 ports: no write to a module but bytes 126 and 127")
    def only_select_bytes():
        with full_board(kind) as adapters, Trace() as trace:
            with Service(*tables_of(adapters)) as service:
                time.sleep(SECONDS)  # the time of observation that is asked for
                cycles = min(Cage(number).state()["reads"] for number in range(ADAPTERS * PER_ADAPTER))
                service.daemon.stop()
            found = trace.writes()
            print(f"{kind}: {found.selects} selects, {found.offsets} offsets, {found.switches} to switches, "
                  f"{dict(found.by_event)}, least reads of a module {cycles}")
            if found.foreign:
                raise AssertionError(f"{len(found.foreign)} foreign writes, the first: {found.foreign[0]}")
            for name, count in (("selects", found.selects), ("writes to switches", found.switches),
                                (event, found.by_event[event])):
                if not count:
                    raise AssertionError(f"nothing was recorded: no {name}")
            if cycles < SECONDS / 4:
                raise AssertionError(f"a module was read only {cycles} times in {SECONDS} s")
            foreign = sum(Cage(number).state()["foreign_writes"] for number in range(ADAPTERS * PER_ADAPTER))
            equal(foreign, 0, "foreign writes that the modules counted")
            selects = sum(Cage(number).state()["selects"] for number in range(ADAPTERS * PER_ADAPTER))
            # Each is recorded twice, on the switch's channel and on the adapter; a select that failed is not counted.
            if selects == 0 or found.selects < selects:
                raise AssertionError(f"the modules counted {selects} selects, the trace {found.selects}")


check_board("combined", "i2c_write")
check_board("smbus_block", "smbus_write")


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
    line = "opticwardd-9 [000] ..... 9.0: smbus_write: i2c-4 a=050 f=0000 c=5d BYTE_DATA l=1 [00]"
    equal(len(Writes(line).foreign), 1, "foreign SMBus writes")

"""The kernel's own record of what was written to I2C devices (trace events i2c_write and smbus_write)."""

import collections
import pathlib
import re

from hardware import FIRST_SWITCH, MODULE

TRACING = pathlib.Path("/sys/kernel/tracing")
SELECT_BYTES = (126, 127)
SWITCHES = range(FIRST_SWITCH, FIRST_SWITCH + 8)
BUFFER_KILOBYTES = 32768

RAW = re.compile(r"\bi2c_write: i2c-(\d+) #\d+ a=([0-9a-f]+) f=[0-9a-f]+ l=(\d+) \[([0-9a-f-]*)\]")
SMBUS = re.compile(r"\bsmbus_write: i2c-(\d+) a=([0-9a-f]+) f=[0-9a-f]+ c=([0-9a-f]+) (\w+) l=(\d+) \[([0-9a-f-]*)\]")
EVENT = re.compile(r"\b((?:i2c|smbus)_(?:read|write)):")


class Writes:
    """What a trace says: writes of select bytes, offsets for reads, and everything else that went to modules."""

    def __init__(self, text):
        self.selects = self.offsets = self.switches = 0
        self.by_event = collections.Counter()
        self.foreign = []
        for line in text.splitlines():
            if line.startswith("#") or not line.strip():
                continue
            if found := EVENT.search(line):
                self.by_event[found[1]] += 1
            if found := RAW.search(line):
                self._raw(int(found[2], 16), bytes.fromhex(found[4].replace("-", "")), line)
            elif found := SMBUS.search(line):
                content = bytes.fromhex(found[6].replace("-", ""))
                # The kernel records the count of a block with its bytes; it travels in SMBus blocks only.
                content = content[1:] if found[4] == "I2C_BLOCK_DATA" else content
                self._raw(int(found[2], 16), bytes([int(found[3], 16)]) + content, line)
            elif "_write:" in line:
                self.foreign.append("not understood: " + line.strip())

    def _raw(self, address, content, line):
        if address in SWITCHES:
            self.switches += 1
        elif address != MODULE:
            self.foreign.append(f"to {address:#x}: {line.strip()}")
        elif len(content) == 1:
            self.offsets += 1
        elif all(at in SELECT_BYTES for at in range(content[0], content[0] + len(content) - 1)) and len(content) > 1:
            self.selects += 1
        else:
            self.foreign.append(line.strip())


class Trace:
    """Records while in a `with`; then text() is what happened."""

    EVENTS = ("i2c/i2c_write", "i2c/i2c_read", "smbus/smbus_write", "smbus/smbus_read")

    def __init__(self):
        self.events = [self._event(name) for name in self.EVENTS]

    @staticmethod
    def _event(name):
        """The kernel lists the SMBus events below `smbus` or below `i2c`, depending on its version."""
        folder = TRACING / "events" / name
        return folder if folder.is_dir() else TRACING / "events/i2c" / name.split("/")[1]

    def __enter__(self):
        (TRACING / "buffer_size_kb").write_text(str(BUFFER_KILOBYTES))
        (TRACING / "trace").write_text("")
        for event in self.events:
            (event / "enable").write_text("1")
        (TRACING / "tracing_on").write_text("1")
        return self

    def __exit__(self, *_):
        for event in self.events:
            (event / "enable").write_text("0")

    def writes(self):
        overruns = 0
        for stats in TRACING.glob("per_cpu/cpu*/stats"):
            overruns += sum(int(number) for number in re.findall(r"(?m)^(?:overrun|dropped events): (\d+)", stats.read_text()))
        found = Writes((TRACING / "trace").read_text())
        if overruns:
            raise AssertionError(f"the trace lost {overruns} events")
        (TRACING / "trace").write_text("")
        return found

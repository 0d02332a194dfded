"""The virtual machine: QEMU under a deadline. The guest says how its checks went on its second serial port."""

import os
import pathlib
import queue
import re
import subprocess
import threading
import time

from steps import CannotRun

MEMORY = "1024"  # MiB


def accelerator():
    """KVM only where the processor's own module is loaded: /dev/kvm alone proves nothing, nested hypervisors have it
    and then cannot run a stock kernel."""
    loaded = [name for name in ("kvm_intel", "kvm_amd") if pathlib.Path("/sys/module", name).is_dir()]
    if loaded and os.access("/dev/kvm", os.R_OK | os.W_OK):
        return ["-accel", "kvm", "-cpu", "host"]
    return ["-accel", "tcg,thread=multi", "-cpu", "max"]


class Result:
    def __init__(self):
        self.planned = None
        self.passed = []
        self.failed = []
        self.ended = False

    def take(self, line):
        """Counts what a line of the guest says; True when it is for people."""
        if found := re.fullmatch(r"PLAN (\d+)", line):
            self.planned = int(found[1])
            return False
        if line == "END":
            self.ended = True
            return False
        if line.startswith("ok "):
            self.passed.append(line)
        elif line.startswith("FAIL "):
            self.failed.append(line)
        return True

    def problem(self):
        """Why this is no success, or None."""
        if self.planned is None:
            return "the guest did not start its checks"
        done = len(self.passed) + len(self.failed)
        if not self.ended or done != self.planned:
            return f"the guest ended after {done} of {self.planned} checks"
        if self.planned == 0:
            return "there was no check"
        return f"{len(self.failed)} of {self.planned} checks failed" if self.failed else None


def boot(kernel, image, console, deadline, show):
    """Runs the guest to its end; show(line) for each line that it reports."""
    command = [
        "qemu-system-x86_64", "-M", "q35", *accelerator(), "-smp", "2", "-m", MEMORY, "-nodefaults", "-no-user-config",
        "-display", "none", "-no-reboot", "-serial", f"file:{console}", "-serial", "stdio", "-kernel", str(kernel),
        "-initrd", str(image), "-append", "console=ttyS0 quiet panic=-1",
    ]
    try:
        guest = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                 text=True, errors="replace")
    except FileNotFoundError:
        raise CannotRun("qemu-system-x86_64 is not installed") from None
    result = Result()
    lines = queue.Queue()
    reader = threading.Thread(target=lambda: [lines.put(line) for line in guest.stdout] + [lines.put(None)], daemon=True)
    reader.start()
    until = time.monotonic() + deadline
    try:
        while (line := lines.get(timeout=max(0.1, until - time.monotonic()))) is not None:
            if result.take(line.strip()) and line.strip():
                show(line.strip())
    except queue.Empty:
        result.failed.append("deadline")
        show(f"FAIL the guest ends within its deadline: {deadline:.0f} s are over")
    finally:
        guest.kill()
        _, said = guest.communicate()
    if result.planned is None and said:
        raise CannotRun(f"QEMU: {said.strip()}")
    return result

"""Stops one thread of a process and lets it go on: what a deadlock looks like from outside. Linux, by ptrace."""

import contextlib
import ctypes
import os
import pathlib

PTRACE_CONT = 7
PTRACE_DETACH = 17
PTRACE_SEIZE = 0x4206
PTRACE_INTERRUPT = 0x4207
WALL = 0x40000000

_libc = ctypes.CDLL(None, use_errno=True)
_libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
_libc.ptrace.restype = ctypes.c_long


def _ptrace(request, thread):
    if _libc.ptrace(request, thread, None, None) == -1:
        error = ctypes.get_errno()
        raise OSError(error, f"ptrace({request:#x}): {os.strerror(error)}")


def thread_named(process, name):
    """The id of the thread, as in /proc/PID/task/*/comm."""
    for task in pathlib.Path(f"/proc/{process}/task").iterdir():
        if (task / "comm").read_text().rstrip("\n") == name:
            return int(task.name)
    raise AssertionError(f"process {process} has no thread {name!r}")


@contextlib.contextmanager
def stopped(thread):
    """The thread makes no step inside of this block; the others go on."""
    _ptrace(PTRACE_SEIZE, thread)
    try:
        _ptrace(PTRACE_INTERRUPT, thread)
        os.waitpid(thread, WALL)
        yield
    finally:
        _ptrace(PTRACE_DETACH, thread)

"""What the steps of a run share: a failure with its reason, commands that explain themselves, time and caches."""

import contextlib
import hashlib
import os
import pathlib
import shutil
import subprocess
import time


class CannotRun(Exception):
    """The virtual machine cannot run here, and why."""


def as_root(*command):
    return list(command) if os.geteuid() == 0 else ["sudo", *command]


def run(*command, cwd=None, deadline=300):
    """The command's standard output; CannotRun with the end of what it said when it fails."""
    try:
        done = subprocess.run(command, cwd=cwd, capture_output=True, timeout=deadline, stdin=subprocess.DEVNULL)
    except FileNotFoundError:
        raise CannotRun(f"{command[0]} is not installed") from None
    except subprocess.TimeoutExpired:
        raise CannotRun(f"{' '.join(command[:3])} took more than {deadline} s") from None
    if done.returncode != 0:
        said = (done.stdout + done.stderr).decode(errors="replace").strip().splitlines()
        raise CannotRun(f"{' '.join(command[:4])}: " + "\n  ".join(said[-12:] or [f"exit {done.returncode}"]))
    return done.stdout


class Clock:
    """Seconds of each step, for the summary."""

    def __init__(self):
        self.began = time.monotonic()
        self.steps = []

    @contextlib.contextmanager
    def step(self, name):
        began = time.monotonic()
        try:
            yield
        finally:
            self.steps.append((name, time.monotonic() - began))

    def seconds(self):
        return time.monotonic() - self.began

    def summary(self):
        steps = ", ".join(f"{name} {seconds:.1f}" for name, seconds in self.steps)
        return f"{self.seconds():.1f} s: {steps}"


def digest(*parts):
    """A short name for a content; a path stands for its file's bytes."""
    total = hashlib.sha256()
    for part in parts:
        content = part.read_bytes() if isinstance(part, pathlib.Path) else str(part).encode()
        total.update(len(content).to_bytes(8, "little") + content)
    return total.hexdigest()[:16]


def cached(cache, kind, key, make):
    """The folder `kind-key` of the cache; make(folder) fills it when it is not there. Older ones of the kind go."""
    folder = cache / f"{kind}-{key}"
    if folder.is_dir():
        return folder
    for old in cache.glob(f"{kind}-*"):
        shutil.rmtree(old, ignore_errors=True)
    half = cache / f"new-{kind}-{os.getpid()}"
    shutil.rmtree(half, ignore_errors=True)
    half.mkdir(parents=True)
    try:
        make(half)
        half.rename(folder)
    finally:
        shutil.rmtree(half, ignore_errors=True)
    return folder

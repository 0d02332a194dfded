"""The checks and how they went. A check is a function that raises; its name is a sentence."""

import os
import sys
import time
import traceback

CHECKS = []
REPORT = 3  # the file descriptor of the second serial port


def check(name):
    def register(function):
        CHECKS.append((name, function))
        return function

    return register


def tell(line):
    os.write(REPORT, (line + "\n").encode())


def reason(error):
    """One line that says what was not as it should be."""
    text = str(error) or type(error).__name__
    if not isinstance(error, AssertionError):
        text = f"{type(error).__name__}: {text}"
    lines = text.splitlines()
    return lines[0][:600] + (" ..." if len(lines) > 1 else "")


def run_all(word):
    chosen = [(name, function) for name, function in CHECKS if word in name]
    tell(f"PLAN {len(chosen)}")
    for name, function in chosen:
        print(f"==== {name}", flush=True)
        began = time.monotonic()
        try:
            function()
        except Exception as error:  # noqa: BLE001: whatever it is, the other checks go on
            traceback.print_exc()
            tell(f"FAIL {name}: {reason(error)}")
        else:
            tell(f"ok {name} ({time.monotonic() - began:.1f} s)")
        sys.stdout.flush()
    tell("END")


def equal(got, wanted, what):
    if got != wanted:
        raise AssertionError(f"{what}: expected {wanted!r}, got {got!r}")


def difference(got, wanted, path=""):
    """The first place where two JSON values differ, in words, or None."""
    if isinstance(got, dict) and isinstance(wanted, dict):
        for key in [*wanted, *(key for key in got if key not in wanted)]:
            if key not in got:
                return f"{path}.{key} is missing"
            if key not in wanted:
                return f"{path}.{key} is too much: {got[key]!r}"
            if found := difference(got[key], wanted[key], f"{path}.{key}"):
                return found
        return None
    if isinstance(got, list) and isinstance(wanted, list) and len(got) == len(wanted):
        for number, pair in enumerate(zip(got, wanted)):
            if found := difference(*pair, f"{path}[{number}]"):
                return found
        return None
    return None if got == wanted else f"{path}: expected {wanted!r}, got {got!r}"


def wait_until(holds, seconds, what):
    """Asks again and again until it is true; the last answer is part of the failure."""
    until = time.monotonic() + seconds
    while True:
        answer = holds()
        if answer:
            return answer
        if time.monotonic() > until:
            raise AssertionError(f"not within {seconds} s: {what() if callable(what) else what}")
        time.sleep(0.1)  # a poll of something that cannot be waited for

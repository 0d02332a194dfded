"""Runs the checks in the guest: main.py [--long] [WORD]."""

import sys

import checks_files  # noqa: F401
import checks_i2c  # noqa: F401
import checks_kernel  # noqa: F401
import checks_network  # noqa: F401
import checks_pins  # noqa: F401
import checks_trace
import report

if __name__ == "__main__":
    words = sys.argv[1:]
    checks_trace.SECONDS = 600 if "--long" in words else 60
    # The kernel has the last word.
    report.CHECKS.sort(key=lambda it: it[1].__module__ == "checks_kernel")
    report.run_all(next((word for word in words if not word.startswith("--")), ""))

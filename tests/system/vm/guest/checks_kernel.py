"""What the kernel says of all that was done to it."""

import re
import subprocess

from report import check


@check("the kernel has nothing to complain of after all checks")
def no_complaints():
    said = subprocess.run(["busybox", "dmesg"], capture_output=True, text=True, check=True).stdout
    bad = [line for line in said.splitlines() if re.search(r"BUG|WARNING|Oops|Call Trace|hung task|refcount", line)]
    if bad:
        raise AssertionError(f"{len(bad)} lines, the first: {bad[0]}")
    if "optwd" not in said:
        raise AssertionError("the kernel log does not even say that the test module was loaded")

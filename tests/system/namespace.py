"""Tests that change what the whole system sees run in a mount namespace of their own."""

import os
import shutil
import subprocess
import sys

INSIDE = "OPTICWARD_TEST_INSIDE_NAMESPACE"
SKIPPED = 77


def enter(setup, real_root=False):
    """Runs this script again in a mount namespace after the shell commands `setup`, or ends it as skipped where that is not
    allowed. `real_root`: the root of a user namespace is not enough. Returns at once when it is inside already."""
    if INSIDE in os.environ:
        return
    root = os.geteuid() == 0
    wrap = ["unshare", "--mount"] + ([] if root else ["--user", "--map-root-user"])
    script = ["sh", "-ec", setup + '\nexec "$@"', "sh"]
    possible = (root or not real_root) and shutil.which("unshare") is not None
    if not possible or subprocess.run([*wrap, *script, "true"], capture_output=True).returncode != 0:
        print("skipped: this host does not let us have a mount namespace")
        sys.exit(SKIPPED)
    os.execvpe(wrap[0], [*wrap, *script, sys.executable, *sys.argv], {**os.environ, INSIDE: "1"})

#!/usr/bin/env python3
"""Who may include what. Prints each #include that breaks a rule and exits 1; --self-test proves that it would."""

import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
LAYERS = ["cmis", "drivers", "config", "daemon"]  # each may include itself and those before it

# Third-party headers and the one place where each may be named.
ROOMS = [
    (r"(spdlog|fmt)/", r"daemon/"),
    (r"toml\+\+/|toml\.hpp", r"config/"),
    (r"prometheus/", r"daemon/publish/metrics"),
    (r"microhttpd\.h", r"daemon/publish/http"),
    (r"nlohmann/", r"daemon/publish/json"),
    (r"sdbus-c\+\+/|alt\.opticward\..*-(proxy|adaptor)\.h", r"daemon/(publish/dbus|cli/dbus_client)"),
    (r"systemd/sd-", r"daemon/publish/(journal|notify|dbus/bus_probe)"),
    (r"libmnl/", r"drivers/network/"),
    (r"(linux|i2c)/", r"drivers/"),
    (r"(gtest|gmock|benchmark)/", r"tests/"),
]

# cmis/ is bytes in, values out: of the standard library, nothing that waits, runs in parallel or touches the outside.
IMPURE = {
    "thread", "mutex", "shared_mutex", "condition_variable", "future", "stop_token", "semaphore", "latch", "barrier",
    "chrono", "ctime", "random", "fstream", "iostream", "filesystem", "cstdio", "csignal",
}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def broken_rule(path, opening, header):
    """The rule that `#include header` in the file `path` (relative to the project) breaks, or None."""
    layer = path.split("/")[0]
    if opening == '"':
        target = header.split("/")[0]
        if target not in LAYERS:
            return "an include in quotes starts at the root of the project, in one of " + " ".join(LAYERS)
        if LAYERS.index(target) > LAYERS.index(layer):
            return f"{layer}/ does not know {target}/: dependencies go {' <- '.join(LAYERS)}"
        if header.startswith("daemon/publish/") and path.startswith(("daemon/poll/", "daemon/judge/")):
            return "the pipeline goes poll -> judge -> publish, never back"
        return None
    for pattern, room in ROOMS:
        if re.match(pattern, header) and not re.match(room, path):
            return f"<{header}> may be included only in {room}*"
    if layer == "cmis" and (header in IMPURE or "/" in header or "." in header):
        return "cmis/ is pure: the standard library only, without threads, clocks and I/O"
    return None


def check(root):
    """The broken rules below `root`, one line each, and the number of files seen."""
    problems, files = [], 0
    for layer in LAYERS:
        for file in sorted((root / layer).rglob("*")):
            if file.suffix not in (".h", ".cpp"):
                continue
            files += 1
            path = file.relative_to(root).as_posix()
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
                found = INCLUDE.match(line)
                rule = found and broken_rule(path, *found.groups())
                if rule:
                    problems.append(f"{path}:{number}: {line.strip()}: {rule}")
    return problems, files


def self_test():
    cases = [
        ("cmis/codec.cpp", '#include "cmis/codec.h"', None),
        ("cmis/codec.cpp", "#include <algorithm>", None),
        ("cmis/codec.cpp", '#include "drivers/result.h"', "does not know drivers/"),
        ("cmis/codec.cpp", '#include "config/settings.h"', "does not know config/"),
        ("cmis/codec.cpp", '#include "daemon/board.h"', "does not know daemon/"),
        ("cmis/codec.cpp", '#include "codec.h"', "starts at the root"),
        ("cmis/codec.cpp", "#include <thread>", "cmis/ is pure"),
        ("cmis/codec.cpp", "#include <mutex>", "cmis/ is pure"),
        ("cmis/codec.cpp", "#include <chrono>", "cmis/ is pure"),
        ("cmis/codec.cpp", "#include <fstream>", "cmis/ is pure"),
        ("cmis/codec.cpp", "#  include <iostream>  // why", "cmis/ is pure"),
        ("cmis/codec.cpp", "#include <filesystem>", "cmis/ is pure"),
        ("cmis/codec.cpp", "#include <sys/ioctl.h>", "cmis/ is pure"),
        ("cmis/codec.cpp", "#include <unistd.h>", "cmis/ is pure"),
        ("cmis/codec.cpp", "#include <linux/i2c.h>", "only in drivers/"),
        ("cmis/codec.cpp", "#include <spdlog/spdlog.h>", "only in daemon/"),
        ("drivers/i2c/linux_i2c_bus.cpp", "#include <linux/i2c-dev.h>", None),
        ("drivers/i2c/linux_i2c_bus.cpp", "#include <i2c/smbus.h>", None),
        ("drivers/i2c/linux_i2c_bus.cpp", '#include "config/settings.h"', "does not know config/"),
        ("drivers/i2c/linux_i2c_bus.cpp", "#include <spdlog/spdlog.h>", "only in daemon/"),
        ("drivers/i2c/linux_i2c_bus.cpp", "#include <toml++/toml.h>", "only in config/"),
        ("drivers/network/link_watch.cpp", "#include <libmnl/libmnl.h>", None),
        ("drivers/i2c/linux_i2c_bus.cpp", "#include <libmnl/libmnl.h>", "only in drivers/network/"),
        ("config/settings.cpp", "#include <toml++/toml.h>", None),
        ("config/settings.cpp", '#include "daemon/board.h"', "does not know daemon/"),
        ("config/settings.cpp", "#include <nlohmann/json.hpp>", "only in daemon/publish/json"),
        ("daemon/main.cpp", '#include "cmis/codec.h"', None),
        ("daemon/main.cpp", "#include <linux/i2c.h>", "only in drivers/"),
        ("daemon/main.cpp", "#include <prometheus/registry.h>", "only in daemon/publish/metrics"),
        ("daemon/main.cpp", "#include <gtest/gtest.h>", "only in tests/"),
        ("daemon/publish/metrics.cpp", "#include <prometheus/collectable.h>", None),
        ("daemon/publish/metrics.cpp", "#include <microhttpd.h>", "only in daemon/publish/http"),
        ("daemon/publish/http_server.cpp", "#include <microhttpd.h>", None),
        ("daemon/publish/http_server.cpp", "#include <sdbus-c++/sdbus-c++.h>", "only in daemon/(publish/dbus"),
        ("daemon/cli/list.cpp", "#include <sdbus-c++/sdbus-c++.h>", "only in daemon/(publish/dbus|cli/dbus_client)"),
        ("daemon/cli/list.cpp", "#include <alt.opticward.Transceivers1-proxy.h>", "only in daemon/(publish/dbus"),
        ("daemon/cli/dbus_client.cpp", "#include <alt.opticward.Transceivers1-proxy.h>", None),
        ("daemon/publish/http_server.cpp", '#include "daemon/judge/monitors.h"', None),
        ("daemon/publish/journal.cpp", "#include <systemd/sd-journal.h>", None),
        ("daemon/publish/notify.cpp", "#include <systemd/sd-daemon.h>", None),
        ("daemon/main.cpp", "#include <systemd/sd-daemon.h>", "only in daemon/publish/(journal|notify|dbus/bus_probe)"),
        ("daemon/judge/alerts.cpp", '#include "daemon/publish/journal.h"', "never back"),
        ("daemon/poll/board.cpp", "// #include <microhttpd.h>", None),
    ]
    wrong = []
    for path, line, expected in cases:
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / path
            file.parent.mkdir(parents=True)
            file.write_text(f"#pragma once\n{line}\n", encoding="utf-8")
            problems, _ = check(pathlib.Path(folder))
        caught = len(problems) == 1 and expected in problems[0] if expected else not problems
        if not caught:
            wrong.append(f"{path}: {line}: expected {expected}, got {problems}")
    print("\n".join(wrong) or f"layering self-test: {len(cases)} cases hold")
    return 1 if wrong else 0


def main():
    if "--self-test" in sys.argv[1:]:
        return self_test()
    problems, files = check(ROOT)
    if files == 0:
        problems.append(f"no sources found below {ROOT}")
    print("\n".join(problems) or f"layering: {files} files hold")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

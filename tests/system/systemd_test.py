#!/usr/bin/env python3
"""What `cmake --install` puts on a host, and what systemd and its neighbours say about it. Everything happens in a scratch
root; no systemd needs to run.

systemd_test.py BIN SOURCE
"""

import http.client
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import unittest

binaries = source = None

# Below the scratch root. Boards and modules are compared with the source folder.
FILES = """
/etc/opticward/opticward.toml
/lib/systemd/system/opticwardd.service
/lib/systemd/system/opticwardd.socket
/lib/udev/rules.d/60-opticward.rules
/usr/bin/opticward
/usr/lib/modules-load.d/opticward.conf
/usr/lib/systemd/catalog/opticward.catalog
/usr/lib/sysusers.d/opticward.conf
/usr/lib/tmpfiles.d/opticward.conf
/usr/sbin/opticwardd
/usr/share/dbus-1/interfaces/alt.opticward.Transceivers1.xml
/usr/share/dbus-1/system-services/alt.opticward.Transceivers1.service
/usr/share/dbus-1/system.d/alt.opticward.Transceivers1.conf
/usr/share/doc/opticward/examples/i2c-only.conf
/usr/share/opticward/dual_parts.toml
/usr/share/opticward/schema/alert.schema.json
/usr/share/opticward/schema/check.schema.json
/usr/share/opticward/schema/config.schema.json
/usr/share/opticward/schema/dump.schema.json
/usr/share/opticward/schema/event.schema.json
/usr/share/opticward/schema/flags.schema.json
/usr/share/opticward/schema/module.schema.json
/usr/share/opticward/schema/port.schema.json
""".split()
# Source -> where it goes, once it is written.
LATER = {
    "daemon/cli/opticward.bash": "/usr/share/bash-completion/completions/opticward",
    "docs/man/opticward.1.scd": "/usr/share/man/man1/opticward.1",
    "docs/man/opticward.toml.5.scd": "/usr/share/man/man5/opticward.toml.5",
    "docs/man/opticwardd.8.scd": "/usr/share/man/man8/opticwardd.8",
}
# Units of systemd's own package that ours name.
UNITS = """basic.target local-fs-pre.target local-fs.target modprobe@.service multi-user.target network.target
           paths.target shutdown.target slices.target sockets.target swap.target sysinit.target timers.target
           umount.target""".split()
UNIT = "opticwardd.service"


def run(*command, **more):
    answer = subprocess.run(command, capture_output=True, text=True, timeout=120, **more)
    return answer.returncode, answer.stdout + answer.stderr


def must(*command, **more):
    status, text = run(*command, **more)
    if status != 0:
        raise AssertionError(f"{command}: {status}\n{text}")
    return text


class Installation:
    """A build folder whose programs were built elsewhere, installed below a root of its own."""

    def __init__(self, folder, prefix):
        self.build, self.root, self.prefix = folder / "build", folder / "root", prefix
        options = [f"-DCMAKE_INSTALL_PREFIX={prefix}", "-DOPTICWARD_TESTS=OFF", "-DOPTICWARD_BENCHMARKS=OFF"]
        must("cmake", "-S", source, "-B", self.build, "-G", "Ninja", *options)
        must("cmake", "--build", self.build, "--target", "opticward_manual")
        (self.build / "bin").mkdir(exist_ok=True)
        for program in ("opticward", "opticwardd"):
            shutil.copy(binaries / program, self.build / "bin" / program)
        self.install()

    def install(self):
        must("cmake", "--install", self.build, env={**os.environ, "DESTDIR": str(self.root)})

    def files(self):
        return sorted(f"/{file.relative_to(self.root)}" for file in self.root.rglob("*") if not file.is_dir())

    def text(self, path):
        return (self.root / path.lstrip("/")).read_text(encoding="utf-8")


class Systemd(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="opticward-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.installed = Installation(cls.folder, "/usr")

    def setUp(self):
        """A copy of what was installed, so that no test sees what another did."""
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="root-", dir=self.folder)) / "root"
        shutil.copytree(self.installed.root, self.root)

    def root_with_systemd(self):
        """With what systemd's own package has, and with what our unit starts."""
        units = self.root / "lib/systemd/system"
        for name in UNITS:
            shutil.copy(pathlib.Path("/lib/systemd/system") / name, units / name)
        return units

    def verify(self, *names):
        """What systemd-analyze has to say. It asks the host's `man`, so that is sent to the scratch root."""
        manual = self.root / "usr/share/man"
        pages = [self.root / place.lstrip("/") for place in LATER.values() if "/man/" in place]
        readable = shutil.which("man") and all(page.exists() for page in pages)
        options = ["--man=yes" if readable else "--man=no"]
        environment = {**os.environ, "MANPATH": str(manual)}
        return run("systemd-analyze", "verify", *options, f"--root={self.root}", *names, env=environment)

    def exposure(self):
        text = must("systemd-analyze", "security", "--offline=true", f"--root={self.root}", UNIT)
        return re.search(r"Overall exposure level for opticwardd\.service: ([0-9.]+)", text)[1]

    # Where things go.

    def test_every_file_is_where_it_belongs(self):
        wanted = set(FILES)
        for kind in ("boards", "modules"):
            wanted |= {f"/usr/share/opticward/{kind}/{f.name}" for f in (source / "config" / kind).glob("*.toml")}
        for origin, place in LATER.items():
            if (source / origin).exists() and (not origin.endswith(".scd") or shutil.which("scdoc")):
                wanted.add(place)
        self.assertEqual(self.installed.files(), sorted(wanted))

    def test_programs_can_be_run_and_nothing_else(self):
        for path in self.installed.files():
            mode = (self.installed.root / path.lstrip("/")).stat().st_mode & 0o777
            self.assertEqual(mode, 0o755 if path in ("/usr/bin/opticward", "/usr/sbin/opticwardd") else 0o644, path)

    def test_the_installed_board_is_whole(self):
        program, board = self.root / "usr/sbin/opticwardd", self.root / "usr/share/opticward/boards/simulated.toml"
        self.assertEqual(run(program, "--check-config", "--config", board)[0], 0)

    def test_a_configuration_that_was_edited_is_left_alone(self):
        file = self.installed.root / "etc/opticward/opticward.toml"
        before = file.read_text(encoding="utf-8")
        self.addCleanup(file.write_text, before, encoding="utf-8")
        file.write_text("# mine\n", encoding="utf-8")
        self.installed.install()
        self.assertEqual(file.read_text(encoding="utf-8"), "# mine\n")

    def test_below_another_prefix_all_stays_below_it(self):
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        local = Installation(folder, "/usr/local")
        self.assertEqual([path for path in local.files() if not path.startswith("/usr/local/")], [])
        unit = local.text("/usr/local/lib/systemd/system/opticwardd.service")
        self.assertIn("\nExecStart=/usr/local/sbin/opticwardd --config /usr/local/etc/opticward/opticward.toml\n", unit)
        self.assertIn("\nExecPaths=/usr/local/sbin/opticwardd ", unit)
        self.assertIn("d /usr/local/etc/opticward/conf.d ", local.text("/usr/local/lib/tmpfiles.d/opticward.conf"))

    # The units.

    def test_systemd_has_no_complaint_about_the_units(self):
        self.root_with_systemd()
        self.assertEqual(self.verify(UNIT, "opticwardd.socket"), (0, ""))

    def test_systemd_would_complain(self):
        units = self.root_with_systemd()
        unit = self.installed.text("/lib/systemd/system/opticwardd.service")
        for right, wrong, complaint in (
            ("WatchdogSec=", "WatchdogSecs=", "WatchdogSecs"),
            ("ExecStart=/usr/sbin/opticwardd", "ExecStart=/usr/sbin/nobody", "/usr/sbin/nobody is not executable"),
            ("DevicePolicy=closed", "DevicePolicy=shut", "device policy"),
        ):
            (units / UNIT).write_text(unit.replace(right, wrong), encoding="utf-8")
            self.assertIn(complaint, self.verify(UNIT)[1])

    def test_the_exposure_is_as_stated(self):
        self.assertEqual(self.exposure(), "1.8")

    def test_with_the_drop_in_for_i2c_only_it_is_less(self):
        folder = self.root / "etc/systemd/system/opticwardd.service.d"
        folder.mkdir(parents=True)
        shutil.copy(self.root / "usr/share/doc/opticward/examples/i2c-only.conf", folder)
        self.assertEqual(self.exposure(), "1.5")

    def test_the_service_knows_its_bus_name(self):
        unit = self.installed.text("/lib/systemd/system/opticwardd.service")
        activation = self.installed.text("/usr/share/dbus-1/system-services/alt.opticward.Transceivers1.service")
        self.assertIn("\nBusName=alt.opticward.Transceivers1\n", unit)
        self.assertIn("\nName=alt.opticward.Transceivers1\n", activation)
        self.assertIn("\nSystemdService=opticwardd.service\n", activation)

    def test_a_socket_that_systemd_opened_is_served_on(self):
        path = self.folder / "http.sock"
        board = source / "config/boards/simulated.toml"
        command = ["systemd-socket-activate", f"--listen={path}", "--fdname=http"]
        process = subprocess.Popen([*command, binaries / "opticwardd", "--config", board], stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        for line in process.stderr:  # it says so when it listens
            if "Listening on" in line:
                break
        connection = http.client.HTTPConnection("localhost", timeout=60)
        connection.sock = socket.socket(socket.AF_UNIX)
        self.addCleanup(connection.close)
        connection.sock.settimeout(60)
        connection.sock.connect(str(path))
        connection.request("GET", "/livez")
        self.assertEqual(connection.getresponse().read(), b"ok\n")
        self.assertTrue(any(f"Serving unix:{path}/metrics" in line for line in process.stderr))

    # The rest.

    def test_sysusers_makes_the_user_and_lets_it_use_i2c(self):
        must("systemd-sysusers", f"--root={self.root}")
        users = (self.root / "etc/passwd").read_text().splitlines()
        self.assertRegex(users[0], r"^opticward:x:\d+:\d+:Optical transceiver daemon:/var/lib/opticward:/usr/sbin/nologin$")
        groups = (self.root / "etc/group").read_text()
        self.assertRegex(groups, r"(?m)^i2c:x:\d+:opticward$")
        self.assertRegex(groups, r"(?m)^opticward:x:\d+:$")

    def test_tmpfiles_makes_the_folder_of_drop_ins(self):
        shutil.rmtree(self.root / "etc")
        self.assertEqual(run("systemd-tmpfiles", "--create", f"--root={self.root}", "opticward.conf"), (0, ""))
        self.assertTrue((self.root / "etc/opticward/conf.d").is_dir())

    def test_the_catalogue_is_taken_and_complete(self):
        self.assertEqual(run("journalctl", "--update-catalog", f"--root={self.root}"), (0, ""))
        listed = must("journalctl", "--list-catalog", f"--root={self.root}").splitlines()
        entries = [line.split()[0] for line in listed if " opticward: " in line]
        table = (source / "daemon/publish/journal.h").read_text(encoding="utf-8")
        self.assertEqual(entries, sorted(re.findall(r'"([0-9a-f]{32})"', table)))
        self.assertEqual(len(entries), 15)

    def test_the_catalogue_names_only_fields_that_there_are(self):
        catalogue = self.installed.text("/usr/lib/systemd/catalog/opticward.catalog")
        known = {f"OPTICWARD_{name}" for name in (
            "EVENT PORT KIND SEVERITY MONITOR LANE FLAG BOUND VALUE THRESHOLD SERIAL REASON REMEDY EVIDENCE VENDOR "
            "PART_NUMBER STATE BEFORE PORTS PRESENT").split()}
        self.assertEqual(set(re.findall("@(.*?)@", catalogue)) - known, set())

    def test_the_bus_files_are_well_formed(self):
        for path in ("interfaces/alt.opticward.Transceivers1.xml", "system.d/alt.opticward.Transceivers1.conf"):
            self.assertEqual(run("xmllint", "--noout", "--nonet", self.root / "usr/share/dbus-1" / path), (0, ""))

    def test_the_udev_rule_is_one(self):
        rules = self.root / "lib/udev/rules.d/60-opticward.rules"
        if "verify" in run("udevadm", "--help")[1]:  # systemd 254 and later
            self.assertEqual(run("udevadm", "verify", "--no-summary", rules), (0, ""))
        lines = [line for line in rules.read_text().splitlines() if line and not line.startswith("#")]
        self.assertEqual(lines, ['SUBSYSTEM=="i2c-dev", KERNEL=="i2c-[0-9]*", GROUP="i2c", MODE="0660"'])

    def test_the_kernel_module_is_loaded_at_boot(self):
        lines = self.installed.text("/usr/lib/modules-load.d/opticward.conf").splitlines()
        self.assertEqual([line for line in lines if not line.startswith("#")], ["i2c-dev"])


if __name__ == "__main__":
    binaries, source = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    unittest.main(argv=sys.argv[:1], verbosity=2)

"""The guest's file system: Debian packages, unpacked, and on top of them what is tested."""

import os
import pathlib
import re
import shutil
import tempfile

import packages
from cpio import Archive
from steps import CannotRun, cached, digest, run

# Left out: nobody reads documentation in the guest, and what is not there need not be unpacked under emulation.
LEFT_OUT = re.compile(
    r"(usr/share/(doc|man|locale|info|lintian|bash-completion|zoneinfo|perl5?|mime|gdb)|usr/include|var|boot|etc/init\.d"
    r"|usr/lib/python3[\d.]*/(test|idlelib|lib2to3|pydoc_data|turtledemo|ensurepip|distutils|unittest|asyncio|venv|config-.*"
    r"|multiprocessing|curses|wsgiref|dbm|sqlite3|xmlrpc|tkinter)|usr/lib/python3/dist-packages"
    r"|usr/bin/(dpkg.*|tar|perl.*)|usr/lib/(apt|dpkg|tmpfiles.d|sysusers.d|systemd)"
    r"|usr/lib/x86_64-linux-gnu/(perl|perl-base|gconv|audit|krb5|security|ossl-modules|engines-3))(/|$)")

USERS = "root:x:0:0:root:/:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/sh\n"

INIT = """#!/usr/bin/busybox sh
export PATH=/usr/bin:/usr/sbin HOME=/ LC_ALL=C.UTF-8
busybox mount -t devtmpfs dev /dev
busybox mount -t proc proc /proc
busybox mount -t sysfs sys /sys
busybox mount -t debugfs debug /sys/kernel/debug
busybox mount -t tracefs trace /sys/kernel/tracing
busybox ip link set lo up
echo "up: $(busybox cat /proc/uptime)"
for module in /modules/*.ko; do busybox insmod "$module" || echo "insmod $module failed"; done
echo "modules loaded: $(busybox cat /proc/uptime)"
python3 -B /guest/main.py {arguments} 3>/dev/ttyS1
busybox poweroff -f
"""


def make_root(cache, names):
    """The archive with the packages; kept while they and the host's C library are the same."""

    def make(folder):
        with open(folder / "root.cpio", "wb") as file:
            archive = Archive(file)
            archive.merge_usr()
            debs = packages.download_all(names, folder)
            sources = {}
            for deb in debs:
                add_package(archive, deb, sources)
            for path, content in compiled(sources).items():
                archive.add(path, content)
            for path in ("dev", "proc", "sys", "run", "root"):
                archive.folder(path)
            archive.folder("tmp", 0o1777)
            archive.device("dev/console", 0o600, 5, 1)
            archive.add("etc/passwd", USERS.encode())
            archive.add("etc/group", b"root:x:0:\nnogroup:x:65534:\n")
            archive.link("usr/bin/sh", "busybox")
            archive.close()
            shutil.rmtree(folder / "debs")

    key = digest(names, packages.version("libc6"), pathlib.Path(__file__))
    return cached(cache, "root", key, make) / "root.cpio"


def add_package(archive, deb, sources):
    """What is in it but LEFT_OUT; adds its Python sources to {path: bytes}."""
    hard_links = {}
    for member, content in packages.members(deb):
        path = member.name.rstrip("/")
        if not path or LEFT_OUT.match(path):
            continue
        if member.isreg():
            archive.add(path, content, member.mode)
            hard_links[path] = content
            if path.startswith("usr/lib/python3") and path.endswith(".py"):
                sources[path] = content
        elif member.issym():
            archive.link(path, member.linkname)
        elif member.islnk():
            archive.add(path, hard_links[member.linkname.removeprefix("./")], member.mode)
        elif member.isdir() and path not in ("bin", "sbin", "lib", "lib64"):
            archive.folder(path, member.mode)


def compiled(sources):
    """{path: bytes} of the compiled files for Python sources {path: bytes}: compiling under emulation takes half a minute.
    Made by the host's Debian Python, which is that of the guest; another one ignores them."""
    with tempfile.TemporaryDirectory() as folder:
        for path, content in sources.items():
            file = pathlib.Path(folder, path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        run("/usr/bin/python3", "-m", "compileall", "-q", "-j0", "--invalidation-mode", "unchecked-hash", "-s", folder,
            "-p", "/", folder)
        return {str(file.relative_to(folder)): file.read_bytes() for file in pathlib.Path(folder).rglob("*.pyc")}


def libraries(program):
    """The files that the dynamic linker would load."""
    said = run("ldd", str(program)).decode()
    if "not found" in said:
        raise CannotRun(f"{program} lacks libraries:\n{said}")
    return set(re.findall(r"(/\S+) \(0x", said))


def make_image(root, to, contents, checks, arguments):
    """The whole initramfs. contents: {path in the guest: file or folder of the host}; checks: Python files of /guest."""
    with open(to, "wb") as file:
        with open(root, "rb") as base:
            while block := base.read(1 << 20):
                file.write(block)
        archive = Archive(file)
        for file in checks:
            archive.add_file(file, f"guest/{file.name}")
        for path, source in contents.items():
            if source.is_dir():
                archive.add_tree(source, path, (".py", ".txt", ".json", ".ko"))
            else:
                add_program(archive, source, path)
        for path, content in compiled({f"guest/{file.name}": file.read_bytes() for file in checks}).items():
            archive.add(path, content)
        programs = [source for source in contents.values() if is_program(source)]
        for library in sorted(set().union(*(libraries(program) for program in programs))):
            folder, name = os.path.split(library)
            archive.add_file(library, f"{os.path.realpath(folder)}/{name}")
        archive.add("init", INIT.replace("{arguments}", arguments).encode(), 0o755)
        archive.close()


def add_program(archive, source, path):
    """A file; a program without its debug information, which is most of it."""
    if not is_program(source):
        archive.add_file(source, path)
        return
    with tempfile.TemporaryDirectory() as folder:
        run("objcopy", "--strip-debug", str(source), f"{folder}/program")
        archive.add_file(f"{folder}/program", path, 0o755)


def is_program(path):
    return path.is_file() and path.read_bytes()[:4] == b"\x7fELF"

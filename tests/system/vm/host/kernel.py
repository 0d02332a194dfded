"""Debian's kernel for the guest, and the modules that are built for it."""

import lzma
import os
import pathlib
import re
import shutil
import struct
import subprocess

import packages
from steps import CannotRun, cached, digest, run

HEADERS = "linux-headers-amd64"
STOCK_MODULES = ("i2c-mux", "i2c-dev")  # of the kernel package, in the order in which they are loaded
SWITCH_DRIVER = "i2c-mux-pca954x"  # which Debian's kernel for amd64 does not have
OWN_MODULE = "optwd"


def release():
    """The kernel's name, from the headers that are installed: they decide, image and headers then match."""
    packages.version(HEADERS)
    depends = run("dpkg-query", "-W", "-f", "${Depends}", HEADERS).decode()
    found = re.search(r"linux-headers-(\d\S*)", depends)
    if not found:
        raise CannotRun(f"{HEADERS} depends on no kernel's headers: {depends}")
    return found[1]


def vmlinux_of(image):
    """The ELF kernel inside of a bzImage (Linux Documentation/x86/boot: setup_sects, payload_offset and _length).
    QEMU enters it directly, without BIOS and without unpacking it under emulation."""
    setup_sectors = image[0x1f1] or 4
    offset, length = struct.unpack_from("<II", image, 0x248)
    begin = (setup_sectors + 1) * 512 + offset
    payload = image[begin : begin + length]
    if payload.startswith(b"\xfd7zXZ"):
        kernel = lzma.LZMADecompressor().decompress(payload)
    elif payload.startswith(b"\x28\xb5\x2f\xfd"):
        kernel = subprocess.run(["zstd", "-dc"], input=payload[:-4], capture_output=True).stdout
    else:
        raise CannotRun("the kernel image is packed in a way that is not known here")
    if not kernel.startswith(b"\x7fELF"):
        raise CannotRun("the kernel image holds no ELF file")
    return kernel


def fetch_image(name, folder):
    """vmlinux and the few modules of the kernel package that the guest loads."""
    deb = packages.download(f"linux-image-{name}", folder)
    wanted = {f"{module}.ko": False for module in STOCK_MODULES}
    for member, content in packages.members(deb):
        file = pathlib.PurePath(member.name).name
        if file.startswith("vmlinuz-"):
            (folder / "vmlinux").write_bytes(vmlinux_of(content))
        elif file.removesuffix(".xz") in wanted and content is not None:
            file = file.removesuffix(".xz")
            (folder / file).write_bytes(content if member.name.endswith(".ko") else lzma.decompress(content))
            wanted[file] = True
    deb.unlink()
    missing = [file for file, found in wanted.items() if not found]
    if missing or not (folder / "vmlinux").exists():
        raise CannotRun(f"linux-image-{name} lacks {', '.join(missing) or 'vmlinuz'}")


def fetch_switch_driver(name, folder):
    """The source of the stock driver, from the source package of that kernel series."""
    series = ".".join(name.split(".")[:2])
    deb = packages.download(f"linux-source-{series}", folder)
    path = f"drivers/i2c/muxes/{SWITCH_DRIVER}.c"
    for member, content in packages.members(deb):
        if content is None or not member.name.endswith(".tar.xz"):
            continue
        (folder / "source.tar.xz").write_bytes(content)
    deb.unlink()
    source = folder / "source.tar.xz"
    # tar and xz are much faster at this than Python; "occurrence" ends the reading at the file.
    text = run("tar", "--extract", "--xz", "--to-stdout", "--occurrence=1", "--file", str(source),
               f"linux-source-{series}/{path}")
    source.unlink()
    (folder / f"{SWITCH_DRIVER}.c").write_bytes(text)


def fetch(cache):
    """The folder with all that comes from Debian, and the kernel's name."""
    name = release()

    def make(folder):
        fetch_image(name, folder)
        fetch_switch_driver(name, folder)

    return cached(cache, "kernel", digest(name, packages.version(HEADERS), STOCK_MODULES), make), name


def build(cache, debian, name, sources):
    """The folder with the modules to load, named so that their order is the order of loading."""
    own = sorted(file for file in sources.iterdir() if file.suffix in (".c", ".h") or file.name == "Kbuild")

    def make(folder):
        work = folder / "work"
        work.mkdir()
        for file in [*own, debian / f"{SWITCH_DRIVER}.c"]:
            shutil.copy(file, work)
        # One build for both: most of its time is for starting.
        with open(work / "Kbuild", "a", encoding="utf-8") as rules:
            rules.write(f"obj-m += {SWITCH_DRIVER}.o\n")
        said = run("make", f"-j{os.cpu_count()}", "-C", f"/lib/modules/{name}/build", f"M={work}", "modules",
                   "KCFLAGS=-Werror")
        for number, module in enumerate((*STOCK_MODULES, SWITCH_DRIVER, OWN_MODULE)):
            built = (debian if module in STOCK_MODULES else work) / f"{module}.ko"
            if not built.exists():
                raise CannotRun(f"{module} was not built:\n{said.decode(errors='replace')}")
            run("objcopy", "--strip-debug", str(built), str(folder / f"{number}-{module}.ko"))
        shutil.rmtree(work)

    return cached(cache, "modules", digest(name, debian.name, *own, pathlib.Path(__file__)), make)

"""Debian packages that are unpacked, not installed: fetched and verified by apt from the host's own sources."""

import shutil
import subprocess
import tarfile

from steps import CannotRun, as_root, run


def _apt(*arguments, cwd=None):
    command = ["apt-get", "-q", "-y", "-o", "Acquire::Retries=3", "-o", "APT::Sandbox::User=root", *arguments]
    try:
        return run(*command, cwd=cwd)
    except CannotRun:
        # The package lists may be missing, or older than what the mirrors still have.
        run(*as_root("apt-get", "-q", "-o", "Acquire::Retries=3", "update"))
        return run(*command, cwd=cwd)


def version(name):
    """Of an installed package."""
    try:
        return run("dpkg-query", "-W", "-f", "${Version}", name).decode()
    except CannotRun:
        raise CannotRun(f"the Debian package {name} is not installed") from None


def download(name, folder):
    """The .deb of one package, without what it depends on."""
    _apt("download", name, cwd=folder)
    return next(folder.glob(f"{name}_*.deb"))


def download_all(names, folder):
    """The .debs of packages and of all that they depend on, as for a system where nothing is installed."""
    archives = folder / "debs"
    (archives / "partial").mkdir(parents=True)
    _apt("-o", "Dir::State::status=/dev/null", "-o", "Debug::NoLocking=1", "-o", f"Dir::Cache::archives={archives}",
         "-o", "Dir::Cache::pkgcache=", "-o", "Dir::Cache::srcpkgcache=", "--no-install-recommends", "--download-only",
         "install", *names)
    return sorted(archives.glob("*.deb"))


def members(deb):
    """(member, its bytes or None) for what is in a package; paths without a leading "./"."""
    with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", deb], stdout=subprocess.PIPE) as unpacked:
        with tarfile.open(fileobj=unpacked.stdout, mode="r|") as archive:
            for member in archive:
                member.name = member.name.removeprefix("./")
                content = archive.extractfile(member).read() if member.isreg() else None
                yield member, content
        shutil.copyfileobj(unpacked.stdout, _Nowhere())
    if unpacked.returncode != 0:
        raise CannotRun(f"{deb} cannot be unpacked")


class _Nowhere:
    def write(self, _):
        pass

"""An initramfs: archives in the kernel's format ("newc"). Several one after the other make one file system."""

import os
import stat

# The folders that are links into /usr on a merged system: the kernel's unpacker would replace the link by a folder.
MERGED = ("bin", "sbin", "lib", "lib64")


def below_usr(path):
    """The path with such a folder replaced by what it leads to."""
    first = path.split("/", 1)[0]
    return f"usr/{path}" if first in MERGED else path


class Archive:
    """Writes files into an open binary file, with the folders that they need; close() ends it."""

    def __init__(self, file):
        self.file = file
        self.number = 0
        self.folders = set()

    def folder(self, path, mode=0o755):
        path = below_usr(path.strip("/"))
        if path and path not in self.folders:
            self.folder(os.path.dirname(path))
            self.folders.add(path)
            self._entry(path, stat.S_IFDIR | mode)

    def add(self, path, content, mode=0o644):
        self._put(path, stat.S_IFREG | mode, content)

    def add_file(self, source, path, mode=None):
        with open(source, "rb") as file:
            content = file.read()
        self.add(path, content, stat.S_IMODE(os.stat(source).st_mode) if mode is None else mode)

    def add_tree(self, source, path, suffixes):
        for name in sorted(os.listdir(source)):
            if name.endswith(suffixes):
                self.add_file(os.path.join(source, name), f"{path}/{name}")

    def link(self, path, target):
        self._put(path, stat.S_IFLNK | 0o777, target.encode())

    def device(self, path, mode, major, minor):
        self.folder(os.path.dirname(path))
        self._entry(path, stat.S_IFCHR | mode, device=(major, minor))

    def merge_usr(self):
        for name in MERGED:
            self.folder(f"usr/{name}")
            self._entry(name, stat.S_IFLNK | 0o777, f"usr/{name}".encode())

    def close(self):
        self._entry("TRAILER!!!", 0)
        self.file.write(b"\0" * (-self.file.tell() % 512))

    def _put(self, path, mode, content):
        path = below_usr(path.strip("/"))
        self.folder(os.path.dirname(path))
        self._entry(path, mode, content)

    def _entry(self, path, mode, content=b"", device=(0, 0)):
        self.number += 1
        name = path.encode() + b"\0"
        fields = [self.number, mode, 0, 0, 1, 0, len(content), 0, 0, *device, len(name), 0]
        head = b"070701" + b"".join(b"%08x" % field for field in fields) + name
        for part in (head, content):
            self.file.write(part + b"\0" * (-len(part) % 4))

"""A D-Bus client that owns a name and answers every call with an error of its own: what a bus lets through comes back as
that error, what it denies as AccessDenied. Speaks the wire format itself, so that the test needs no D-Bus library."""

import os
import socket
import struct
import threading

METHOD_CALL, ERROR = 1, 3
PATH, INTERFACE, MEMBER, ERROR_NAME, REPLY_SERIAL, DESTINATION, SENDER, SIGNATURE = range(1, 9)
SIGNATURES = {PATH: "o", SIGNATURE: "g", REPLY_SERIAL: "u"}  # all others are "s"
REACHED = "opticward.test.Reached"


def padded(data, to):
    return data + b"\0" * (-len(data) % to)


def text(value):
    return struct.pack("<I", len(value)) + value.encode() + b"\0"


def message(kind, serial, fields, body=b""):
    packed = b""
    for code, value in fields.items():
        signature = SIGNATURES.get(code, "s")
        packed = padded(packed, 8) + bytes([code, 1]) + signature.encode() + b"\0"
        if signature == "g":
            packed += bytes([len(value)]) + value.encode() + b"\0"
        else:
            packed = padded(packed, 4) + (struct.pack("<I", value) if signature == "u" else text(value))
    header = struct.pack("<cBBBIII", b"l", kind, 0, 1, len(body), serial, len(packed)) + packed
    return padded(header, 8) + body


def fields_of(packed):
    fields, at = {}, 0
    while at < len(packed):
        at += -at % 8
        code, signature = packed[at], chr(packed[at + 2])
        at += 4
        if signature == "g":
            size, at = packed[at], at + 1
            fields[code], at = packed[at : at + size].decode(), at + size + 1
            continue
        at += -at % 4
        (number,) = struct.unpack_from("<I", packed, at)
        at += 4
        if signature == "u":
            fields[code] = number
        else:
            fields[code], at = packed[at : at + number].decode(), at + number + 1
    return fields


class BusOwner:
    """Connects, takes the name, and answers in a thread until close()."""

    def __init__(self, path, name):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(30)
        self.socket.connect(path)
        self.stream = self.socket.makefile("rb")
        self.socket.sendall(b"\0AUTH EXTERNAL " + str(os.geteuid()).encode().hex().encode() + b"\r\n")
        if not self.stream.readline().startswith(b"OK"):
            raise AssertionError("the bus does not know us")
        self.socket.sendall(b"BEGIN\r\n")
        self.serial = 0
        self.call("Hello")
        self.call("RequestName", "su", padded(text(name), 4) + struct.pack("<I", 0))
        self.socket.settimeout(None)
        self.thread = threading.Thread(target=self.answer, daemon=True)
        self.thread.start()

    def send(self, kind, fields, body=b""):
        self.serial += 1
        self.socket.sendall(message(kind, self.serial, fields, body))

    def receive(self):
        head = self.stream.read(16)
        if len(head) < 16:
            return None
        _, kind, _, _, body, serial, fields = struct.unpack("<cBBBIII", head)
        packed = self.stream.read(fields + -fields % 8)[:fields]
        self.stream.read(body)
        return kind, serial, fields_of(packed)

    def call(self, member, signature="", body=b""):
        fields = {PATH: "/org/freedesktop/DBus", INTERFACE: "org.freedesktop.DBus", MEMBER: member,
                  DESTINATION: "org.freedesktop.DBus"}
        self.send(METHOD_CALL, {**fields, SIGNATURE: signature} if signature else fields, body)
        while True:
            kind, _, answer = self.receive()
            if answer.get(REPLY_SERIAL) != self.serial:
                continue
            if kind == ERROR:
                raise AssertionError(f"{member}: {answer[ERROR_NAME]}")
            return

    def answer(self):
        while (received := self.receive()) is not None:
            kind, serial, fields = received
            if kind == METHOD_CALL:
                self.send(ERROR, {ERROR_NAME: REACHED, REPLY_SERIAL: serial, DESTINATION: fields[SENDER]})

    def close(self):
        self.socket.shutdown(socket.SHUT_RDWR)
        self.thread.join(timeout=10)
        self.stream.close()
        self.socket.close()

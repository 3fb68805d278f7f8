"""A separate network for one party, and its connection to this machine: `python wire.py <device> <outer> <inner>
<port>`, as root on Linux.

The script prints `inside <pid>`, the process whose network `nsenter --net --target <pid>` enters. From that network,
only the address `outer` of this machine can be reached. The connection is the device `device` on the side of this
machine, and has the address `inner` in the network. Connections to `port` of loopback on this side are forwarded to
loopback in the network, independently of the connection. Each line on standard input determines what happens to packets
from then on:

    pass          nothing (the initial state)
    cut           all packets are dropped
    slow <s>      each packet is delayed by this many seconds
    twice         each packet is duplicated
    reset         every connection that sends data is reset, at both ends
    divert <to>   connections to `outer` are answered by this address instead

The script ends when its standard input ends, and removes the network.
"""

import contextlib
import ctypes
import fcntl
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path

TUNSETIFF, TUN_WITHOUT_HEADER = 0x400454CA, 0x1001
NEW_NETWORK = 0x40000000
PR_SET_PDEATHSIG = 1
TCP, RST_ACK = 6, 0x14
LOOPBACK = "127.0.0.1"
libc = ctypes.CDLL(None, use_errno=True)


def main() -> None:
    """Create the network, print the id of the process in it, and forward packets according to standard input."""
    near, outer, inner, port = *sys.argv[1:4], int(sys.argv[4])
    far = f"{near}in"
    ends = {tun(near): "out", tun(far): "in"}
    holder = hold_network()
    run("ip", "link", "set", far, "netns", str(holder))
    run("ip", "link", "set", near, "up")
    run("ip", "route", "add", f"{inner}/32", "dev", near, "src", outer)
    enter = ("nsenter", "--net", "--target", str(holder))
    run(*enter, "ip", "link", "set", "lo", "up")
    run(*enter, "ip", "address", "add", f"{inner}/32", "dev", far)
    run(*enter, "ip", "link", "set", far, "up")
    run(*enter, "ip", "route", "add", "default", "dev", far)
    threading.Thread(target=reach_inside, args=(holder, port), daemon=True).start()
    print(f"inside {holder}", flush=True)
    Wire(ends, outer).carry()
    os.kill(holder, signal.SIGKILL)


class Wire:
    """Forwards packets between the two ends of the connection."""

    def __init__(self, ends: dict[int, str], outer: str) -> None:
        self.ends = ends
        self.outer = socket.inet_aton(outer)
        self.verb, self.word = "pass", ""
        self.late: list[tuple[float, int, bytes]] = []

    def carry(self) -> None:
        """Forward packets until standard input ends."""
        while True:
            wait = max(0.0, self.late[0][0] - time.monotonic()) if self.late else None
            ready, _, _ = select.select([sys.stdin, *self.ends], [], [], wait)
            if sys.stdin in ready:
                line = sys.stdin.readline()
                if not line:
                    return
                self.verb, _, self.word = line.strip().partition(" ")
            for fd in self.ends:
                if fd in ready:
                    self.take(fd, os.read(fd, 65_535))
            while self.late and self.late[0][0] <= time.monotonic():
                _, fd, packet = self.late.pop(0)
                put(fd, packet)

    def take(self, fd: int, packet: bytes) -> None:
        """Handle one packet according to the current command."""
        other = next(end for end in self.ends if end != fd)
        if packet[0] >> 4 != 4 or self.verb == "cut":
            return
        if self.verb == "divert":
            packet = self.diverted(packet, outward=self.ends[fd] == "in")
        if self.verb == "reset" and (pair := resets(packet)):
            put(other, pair[0])
            put(fd, pair[1])
            return
        if self.verb == "slow":
            self.late.append((time.monotonic() + float(self.word), other, packet))
            return
        put(other, packet)
        if self.verb == "twice":
            put(other, packet)

    def diverted(self, packet: bytes, *, outward: bool) -> bytes:
        """Return the packet with the other address: the destination on the way out, the source on the way in."""
        to = socket.inet_aton(self.word)
        if outward and packet[16:20] == self.outer:
            return summed(packet[:16] + to + packet[20:])
        if not outward and packet[12:16] == to:
            return summed(packet[:12] + self.outer + packet[16:])
        return packet


def resets(packet: bytes) -> tuple[bytes, bytes] | None:
    """Return the packets that reset a connection at both ends (onward, back), or None if this packet carries no
    data."""
    head = (packet[0] & 15) * 4
    if packet[9] != TCP:
        return None
    source, target, seq, ack, offset = struct.unpack("!HHIIB", packet[head : head + 13])
    if len(packet) <= head + (offset >> 4) * 4:
        return None
    size = len(packet) - head - (offset >> 4) * 4

    def reset(addresses: bytes, ports: tuple[int, int], at: int, received: int) -> bytes:
        ip = struct.pack("!BBHHHBBH", 0x45, 0, 40, 0, 0, 64, TCP, 0) + addresses
        return summed(ip + struct.pack("!HHIIBBHHH", *ports, at, received, 0x50, RST_ACK, 0, 0, 0))

    there = reset(packet[12:20], (source, target), seq, ack)
    back = reset(packet[16:20] + packet[12:16], (target, source), ack, (seq + size) % 2**32)
    return there, back


def summed(packet: bytes) -> bytes:
    """Return the packet with correct checksums."""
    head = (packet[0] & 15) * 4
    ip = bytearray(packet[:head])
    ip[10:12] = b"\0\0"
    ip[10:12] = checksum(bytes(ip))
    body = bytearray(packet[head:])
    if packet[9] == TCP:
        body[16:18] = b"\0\0"
        body[16:18] = checksum(packet[12:20] + struct.pack("!BBH", 0, TCP, len(body)) + body)
    return bytes(ip + body)


def checksum(data: bytes) -> bytes:
    total = sum(struct.unpack(f"!{(len(data) + 1) // 2}H", data + b"\0" * (len(data) % 2)))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return struct.pack("!H", ~total & 0xFFFF)


def put(fd: int, packet: bytes) -> None:
    with contextlib.suppress(OSError):  # Drop the packet, because the end was closed. Networks lose packets, too.
        os.write(fd, packet)


def tun(name: str) -> int:
    fd = os.open("/dev/net/tun", os.O_RDWR)
    fcntl.ioctl(fd, TUNSETIFF, struct.pack("16sH14x", name.encode(), TUN_WITHOUT_HEADER))
    return fd


def hold_network() -> int:
    """Start a process with its own network, which lives as long as this process."""
    ready, tell = os.pipe()
    pid = os.fork()
    if pid == 0:
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        libc.unshare(NEW_NETWORK)
        os.write(tell, b".")
        while True:
            signal.pause()
    os.read(ready, 1)
    return pid


def reach_inside(holder: int, port: int) -> None:
    """Accept connections on this side and open them in the network. A socket stays in the network in which it was
    created."""
    listener = socket.create_server((LOOPBACK, port))
    with Path(f"/proc/{holder}/ns/net").open() as network:
        libc.setns(network.fileno(), NEW_NETWORK)
    while True:
        caller, _ = listener.accept()
        try:
            called = socket.create_connection((LOOPBACK, port))
        except OSError:
            caller.close()
            continue
        for one, other in ((caller, called), (called, caller)):
            threading.Thread(target=pour, args=(one, other), daemon=True).start()


def pour(one: socket.socket, other: socket.socket) -> None:
    try:
        while data := one.recv(65_536):
            other.sendall(data)
        other.shutdown(socket.SHUT_WR)
    except OSError:
        one.close()
        other.close()


def run(*command: str) -> None:
    subprocess.run(command, check=True)


if __name__ == "__main__":
    main()

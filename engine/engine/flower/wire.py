"""Frames between the runner and an app's process: an 8-byte big-endian length, then that many bytes.

Both ends parse only JSON and protobuf, never pickles, because data from an app must not be able to run code in the
runner, which has the party's secrets.
"""

import json
import socket
import struct
from typing import Any

LENGTH = struct.Struct(">Q")
MAX_BYTES = 2**31  # Maximum size of a message, which is protobuf's own limit.


class Closed(Exception):
    """Raised if the other end closed the connection between or within frames."""


def send(link: socket.socket, data: bytes) -> None:
    """Send one frame. Blocks while the other end reads slowly. Raises Closed if the other end has closed."""
    try:
        link.sendall(LENGTH.pack(len(data)))
        link.sendall(data)
    except ConnectionError as error:
        raise Closed from error


def receive(link: socket.socket, *, limit: int = MAX_BYTES) -> bytearray:
    """Receive one frame. Raises Closed if the other end has closed, and ValueError for a frame of more than `limit`
    bytes."""
    (size,) = LENGTH.unpack(_exactly(link, LENGTH.size))
    if size > limit:
        raise ValueError(f"a frame of {size} bytes exceeds {limit}")
    return _exactly(link, size)


def send_json(link: socket.socket, value: Any) -> None:
    """Send a JSON value as one frame."""
    send(link, json.dumps(value).encode())


def receive_json(link: socket.socket) -> Any:
    """Receive one frame of JSON, at most 64 MiB. Raises the same errors as receive(), and ValueError if the frame is
    not JSON."""
    return json.loads(bytes(receive(link, limit=2**26)))


def _exactly(link: socket.socket, size: int) -> bytearray:
    data = bytearray(size)
    view = memoryview(data)
    at = 0
    while at < size:
        try:
            got = link.recv_into(view[at:], min(size - at, 1 << 20))
        except ConnectionError as error:
            raise Closed from error
        if not got:
            raise Closed
        at += got
    return data

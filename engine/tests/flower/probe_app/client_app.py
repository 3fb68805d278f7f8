"""A ClientApp that misbehaves as the message's config requests."""

import ctypes
import json
import mmap
import os
import random
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from algorithm import SEEN, Probe
from flwr.app import Array, ArrayRecord, ConfigRecord, Context, Error, Message, MetricRecord
from flwr.clientapp import ClientApp

from engine.errors import PartyError
from engine.flower.records import read_state, reply_of
from engine.privacy.terms import encode

app = ClientApp()


@app.train()
def train(message: Message, context: Context) -> Message:
    """Returns random draws, or performs the action that config["do"] names."""
    do = message.content["config"].get("do", "draw")
    state, seen = read_state(message.content), ""
    values = {
        "numpy": float(np.random.rand()),
        "python": random.random(),
        "fresh": float(np.random.default_rng().random()),
        "pid": float(os.getpid()),
        "weights": state.arrays["weights"],
    }
    if do == "sleep":
        Path("asleep").touch()
        time.sleep(float(message.content["config"]["seconds"]))
    if do == "spawn":
        values["pid"] = float(subprocess.Popen(["sleep", "3600"]).pid)
    if do == "hoard":
        values["pid"] = float(len(bytearray(2**42)))
    if do == "fill":
        _fill()
    if do == "hide":
        _hide()
    if do == "retain":
        _retain()
    if do == "overtime":
        os.kill(os.getpid(), signal.SIGXCPU)  # the kernel sends this signal when the processor time is used up
    if do == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if do == "raise":
        raise ValueError("row 7 holds 63.5")
    if do == "tell":
        raise PartyError("data.not-numeric", column="age", rows=2, age_of_row_7=63.5, least=63)
    if do == "answer-error":
        params = {"column": "age", "rows": 2, "years": "63.5", "most": [63.5], "row": {"7": 63.5}}
        return Message(Error(2, f"data.not-numeric|{json.dumps(params)}"), reply_to=message)
    if do == "speak":
        raise PartyError("row.seven-is-sixty-three-and-a-half", rows=63)
    if do == "remember":
        values["pid"] = float(len(context.state))
        context.state["rows"] = ConfigRecord({"seven": "63.5 years"})
    if do == "look":
        seen = "\n".join(_look(context))
    stage, letters = Probe().next_stage(state), seen.encode()
    values["seen"] = np.pad(np.frombuffer(letters, np.uint8).astype(float), (0, SEEN.shape[0] - len(letters)))
    content = reply_of(encode(stage.terms, values, state.facts["parties"]))
    if do == "leak":
        content["rows"] = ArrayRecord([np.arange(40.0)])
    if do == "smuggle":
        content["reported"] = MetricRecord({"age of row 7": 63.5})
    if do == "grow":
        content["terms"]["weights"] = Array(np.zeros(7, dtype=np.int64))
    return Message(content, reply_to=message)


def _fill() -> None:
    """Writes one file after another until the disk limit stops it. No file reaches the limit for a single file."""
    for number in range(200):
        Path(f"piece-{number}").write_bytes(bytes(16 * 2**20))
    time.sleep(60)


def _hide() -> None:
    """Creates nested folders, deeper than a recursive walk can follow."""
    for _ in range(1500):
        Path("deeper").mkdir()
        os.chdir("deeper")
    time.sleep(60)


def _retain() -> None:
    """Fills memory and then makes it read-only, so that the kernel's own limit no longer counts it."""
    libc, blocks, size = ctypes.CDLL(None), [], 64 * 2**20
    while True:
        blocks.append(mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS))
        blocks[-1].write(bytes(size))
        address = ctypes.addressof(ctypes.c_char.from_buffer(blocks[-1]))
        libc.mprotect(ctypes.c_void_p(address), ctypes.c_size_t(size), 1)


def _look(context: Context) -> list[str]:
    """Returns what this process can read and reach, as a table from each attempt to its result."""
    paths = json.loads(context.node_config["plan"])["look"]
    libc, local = ctypes.CDLL(None, use_errno=True), ("127.0.0.1", 9)
    ways = {
        "granted": Path(context.node_config["data-path"], "rows.parquet").read_text,
        "index": lambda: json.loads(Path(context.node_config["data-path"], "index.json").read_text())["kind"],
        "other": Path(paths[0]).read_text,
        "beside": Path(paths[2]).read_text,
        "runner": Path(f"/proc/{os.getppid()}/environ").read_bytes,
        "itself": lambda: Path("/proc/self/status").read_text()[:4],
        "tcp": lambda: socket.create_connection(local, 1),
        "udp": lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"row 7", local),
        "unix": lambda: socket.socket(socket.AF_UNIX).connect(paths[1]),
        "netlink": lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW),
        "io_uring": lambda: _call(libc, 425, 1, ctypes.create_string_buffer(120)),
        "pidfd_getfd": lambda: _call(libc, 438, 0, 0, 0),
        "setsid": os.setsid,
        "setpgid": lambda: os.setpgid(0, 0),
    }
    return [f"{name}: {_try(way)}" for name, way in ways.items()] + [
        "secrets: " + " ".join(sorted(name for name in os.environ if "SECRET" in name or "GUARD" in name))
    ]


def _call(libc: ctypes.CDLL, number: int, *arguments: object) -> int:
    result = libc.syscall(number, *arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), "refused")
    return result


def _try(what: Callable[[], object]) -> str:
    try:
        return str(what())
    except OSError as error:
        return type(error).__name__

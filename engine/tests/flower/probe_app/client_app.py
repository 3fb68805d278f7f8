"""A ClientApp that misbehaves on request: the message's config says how."""

import os
import random
import signal
import socket
import time
from pathlib import Path

import numpy as np
from flwr.app import ArrayRecord, ConfigRecord, Context, Message, MetricRecord, RecordDict
from flwr.clientapp import ClientApp

app = ClientApp()


@app.train()
def train(message: Message, context: Context) -> Message:
    """Answer random draws, or do what config["do"] says."""
    do = message.content["config"].get("do", "draw")
    draws = {
        "numpy": float(np.random.rand()),
        "python": random.random(),
        "fresh": float(np.random.default_rng().random()),
    }
    content = RecordDict({"draws": MetricRecord({**draws, "pid": os.getpid()}), "model": message.content["model"]})
    if do == "sleep":
        time.sleep(float(message.content["config"]["seconds"]))
    if do == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if do == "raise":
        raise ValueError("row 7 holds 63.5")
    if do == "leak":
        content["rows"] = ArrayRecord([np.arange(40.0)])
    if do == "smuggle":
        content["draws"]["age of row 7"] = 63.5
    if do == "grow":
        content["model"] = ArrayRecord({"weights": _array(np.zeros(7))})
    if do == "look":
        content["seen"] = ConfigRecord({"read": _look(context)})
    return Message(content, reply_to=message)


def _array(values: np.ndarray):
    from flwr.app import Array

    return Array(values)


def _look(context: Context) -> list[str]:
    """What this process can read and reach: the granted file, another file, a listener, the environment."""
    other = context.node_config["plan"].split("other:")[1].split('"')[0]
    found = [Path(context.node_config["data-path"]).read_text()]
    try:
        found.append(Path(other).read_text())
    except OSError as error:
        found.append(type(error).__name__)
    try:
        socket.create_connection(("127.0.0.1", int(os.environ.get("PROBE_PORT", "1"))), 1).close()
        found.append("connected")
    except OSError as error:
        found.append(type(error).__name__)
    return [*found, " ".join(sorted(name for name in os.environ if "SECRET" in name or "GUARD" in name))]

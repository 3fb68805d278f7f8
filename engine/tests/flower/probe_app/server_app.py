"""A ServerApp that sends the messages its plan lists and writes the replies into the run's folder."""

import contextlib
import json
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from queue import Queue, SimpleQueue

import numpy as np
from algorithm import DRAWS, SEEN, Probe
from flwr.app import Array, ArrayRecord, ConfigRecord, Context, Message, RecordDict
from flwr.serverapp import Grid, ServerApp

from engine.flower import wire
from engine.flower.records import from_arrays, read_state

app = ServerApp()


@app.main()
def main(grid: Grid, context: Context) -> None:
    """Sends one message per round to all parties at once. The plan is {parties, rounds, config, size, pieces,
    besides}."""
    plan = json.loads(context.run_config["plan"])
    folder = Path(os.environ["TESSERA_RUN_DIR"])
    rounds = []
    for round_ in range(1, plan.get("rounds", 1) + 1):
        nodes = {node.name: node.node_id for node in grid.get_nodes() if node.name in plan["parties"]}
        content = RecordDict(
            {
                "state": ArrayRecord({"weights": Array(np.arange(float(plan.get("size", 3))))}),
                "facts": ConfigRecord({"json": json.dumps({"round": round_, "parties": len(plan["parties"])})}),
                "config": ConfigRecord({"round": round_, **plan.get("config", {})}),
            }
        )
        if pieces := plan.get(
            "pieces"
            # Each piece has 48 kB. Together they exceed the size that is sent as one object, so each piece is fetched
            # separately.
        ):
            content["state"].update({str(piece): Array(np.full(6000, piece)) for piece in range(pieces)})
        if name := plan.get("besides"):
            content[name] = ConfigRecord({"row": 7})
        if other := plan.get("forge"):
            _forge(other)
        if plan.get("die"):
            os.kill(os.getpid(), signal.SIGKILL)
        began = time.monotonic()
        messages = [Message(content, node, "train", group_id=str(round_)) for node in nodes.values()]
        replies = {}
        if plan.get("grid"):  # waits for the replies with Flower's own method
            names = {node: name for name, node in nodes.items()}
            for reply in grid.send_and_receive(messages, timeout=plan.get("timeout", 30)):
                replies[names[reply.metadata.src_node_id]] = _present(reply, content)
            rounds.append(replies)
            continue
        ids = dict(zip(grid.push_messages(messages), nodes, strict=True))
        while ids and time.monotonic() - began < plan.get("timeout", 120):
            for reply in grid.pull_messages(list(ids)):
                party = ids.pop(reply.metadata.reply_to_message_id)
                replies[party] = _present(reply, content)
            # Tests wait for this file. It lists the parties that have answered, and shows that the ServerApp polls.
            (folder / "looks.jsonl").open("a").write(json.dumps(list(replies)) + "\n")
            time.sleep(0.05)
        rounds.append(replies)
        (folder / "events.jsonl").open("a").write(json.dumps({"round": round_}) + "\n")
    noise = [float(np.random.rand()), float(np.random.default_rng().random())]
    (folder / "result.json").write_text(json.dumps({"rounds": rounds, "noise": noise, "look": _look(plan)}))


def _present(reply: Message, sent: RecordDict) -> dict:
    if reply.has_error():
        return {"error": reply.error.reason, "code": reply.error.code}
    state, terms = read_state(sent), from_arrays(reply.content["terms"])
    draws = {name: float(term.decode(terms[name], state.facts["parties"])) for name, term in DRAWS.items()}
    weights = Probe().next_stage(state).terms["weights"].decode(terms["weights"], state.facts["parties"])
    is_same = np.allclose(weights, state.arrays["weights"], atol=1e-6)
    letters = bytes(SEEN.decode(terms["seen"], state.facts["parties"]).astype(np.uint8))
    seen = letters.rstrip(b"\0").decode().splitlines()
    return {"draws": draws, "isSame": bool(is_same), "seen": {"read": seen}}


def _forge(folder: str) -> None:
    """Sends the runner, over every socket, a forged folder for this run."""
    for link in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError), socket.socket(fileno=os.dup(int(link.name))) as ours:
            if ours.family == socket.AF_UNIX:
                wire.send_json(ours, {"runFolder": folder, "attemptId": "0"})


def _look(plan: dict) -> dict:
    """Returns what this process can read and reach, from the main thread and from one of Flower's threads, which an app
    can hijack."""
    paths = [Path(path) for path in plan.get("look", [])]
    results = {"here": [_try(path.read_text) for path in paths], "sockets": _sockets()}
    if paths:
        seen, get = SimpleQueue(), Queue.get_nowait

        def look_first(queue: Queue) -> object:  # Flower's log uploader runs this function in its thread.
            seen.put((threading.current_thread().name, [_try(path.read_text) for path in paths]))
            return get(queue)

        Queue.get_nowait = look_first
        results["thread"] = seen.get(timeout=30)
        Queue.get_nowait = get
        statuses = [path.read_text() for path in Path("/proc/self/task").glob("*/status")]
        results["filtered"] = [line for text in statuses for line in text.splitlines() if line.startswith("Seccomp:")]
    return results


def _sockets() -> dict:
    kinds = {"tcp": (socket.AF_INET, socket.SOCK_STREAM, 0), "udp": (socket.AF_INET, socket.SOCK_DGRAM, 0)}
    kinds |= {"unix": (socket.AF_UNIX, socket.SOCK_STREAM, 0), "sctp": (socket.AF_INET, socket.SOCK_STREAM, 132)}
    return {name: _try(lambda kind=kind: socket.socket(*kind).close()) for name, kind in kinds.items()}


def _try(what: Callable[[], object]) -> object:
    try:
        return what()
    except OSError as error:
        return type(error).__name__

"""A ServerApp that sends the messages its plan lists and writes what came back into the run's folder."""

import json
import os
import signal
import time
from pathlib import Path

import numpy as np
from flwr.app import Array, ArrayRecord, ConfigRecord, Context, Message, RecordDict
from flwr.serverapp import Grid, ServerApp

app = ServerApp()


@app.main()
def main(grid: Grid, context: Context) -> None:
    """One message per party and round, all parties at once; plan: {parties, rounds, config, size}."""
    plan = json.loads(context.run_config["plan"])
    folder = Path(os.environ["TESSERA_RUN_DIR"])
    rounds = []
    for round_ in range(1, plan.get("rounds", 1) + 1):
        nodes = {node.name: node.node_id for node in grid.get_nodes() if node.name in plan["parties"]}
        content = RecordDict(
            {
                "model": ArrayRecord({"weights": Array(np.arange(float(plan.get("size", 3))))}),
                "config": ConfigRecord({"round": round_, **plan.get("config", {})}),
            }
        )
        if plan.get("die"):
            os.kill(os.getpid(), signal.SIGKILL)
        began = time.monotonic()
        messages = [Message(content, node, "train", group_id=str(round_)) for node in nodes.values()]
        replies = {}
        if plan.get("grid"):  # Flower's own waiting
            names = {node: name for name, node in nodes.items()}
            for reply in grid.send_and_receive(messages, timeout=plan.get("timeout", 30)):
                replies[names[reply.metadata.src_node_id]] = _present(reply, content)
            rounds.append(replies)
            continue
        ids = dict(zip(grid.push_messages(messages), nodes, strict=True))
        while ids and time.monotonic() - began < plan.get("timeout", 30):
            for reply in grid.pull_messages(list(ids)):
                party = ids.pop(reply.metadata.reply_to_message_id)
                replies[party] = {"seconds": time.monotonic() - began} | _present(reply, content)
            time.sleep(0.05)
        rounds.append(replies)
        (folder / "events.jsonl").open("a").write(json.dumps({"round": round_}) + "\n")
    noise = [float(np.random.rand()), float(np.random.default_rng().random())]
    (folder / "result.json").write_text(json.dumps({"rounds": rounds, "noise": noise, "look": _look(plan)}))


def _present(reply: Message, sent: RecordDict) -> dict:
    if reply.has_error():
        return {"error": reply.error.reason, "code": reply.error.code}
    draws = dict(reply.content.metric_records.get("draws", {}))
    is_same = reply.content["model"]["weights"].data == sent["model"]["weights"].data
    return {"draws": draws, "isSame": is_same, "seen": dict(reply.content.config_records.get("seen", {}))}


def _look(plan: dict) -> list[str]:
    found = []
    for path in plan.get("look", []):
        try:
            found.append(Path(path).read_text())
        except OSError as error:
            found.append(type(error).__name__)
    return found

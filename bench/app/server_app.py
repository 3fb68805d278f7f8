"""Flower's FedAvg, unchanged. It writes the end time and the loss of each round to <TESSERA_RUN_DIR>/rounds.jsonl."""

import json
import os
import time
from pathlib import Path

import numpy as np
from flwr.app import Array, ArrayRecord, ConfigRecord, Context, MetricRecord
from flwr.serverapp import Grid, ServerApp
from flwr.serverapp.strategy import FedAvg

app = ServerApp()


class Timed(FedAvg):
    """FedAvg that records the time at which a round's evaluation arrives."""

    def aggregate_evaluate(self, server_round: int, replies) -> MetricRecord | None:
        scores = super().aggregate_evaluate(server_round, replies)
        measured = {
            "round": server_round,
            "at": time.monotonic(),
            "loss": scores["loss"] if scores else None,
        }
        with (Path(os.environ["TESSERA_RUN_DIR"]) / "rounds.jsonl").open("a") as file:
            file.write(json.dumps(measured) + "\n")
        return scores


@app.main()
def main(grid: Grid, context: Context) -> None:
    """Run FedAvg. The run's plan contains `parties` (their number) and `rounds`."""
    plan = json.loads(str(context.run_config["plan"]))
    parties = len(plan["parties"])
    strategy = Timed(
        min_train_nodes=parties,
        min_evaluate_nodes=parties,
        min_available_nodes=parties,
        arrayrecord_key="model",
    )
    first = ArrayRecord({"weights": Array(np.zeros(31))})
    strategy.start(grid, first, num_rounds=plan["rounds"], timeout=300, train_config=ConfigRecord())

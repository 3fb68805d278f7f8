"""Measures what a federation adds to the time of training, for every kind of data except tables. Three parties of
different size in real processes are compared with the same training in one plain process, on the same machine in the
same session.

    PYTHONPATH=engine:engine/tests:engine/tests/flower .venv/bin/python bench/training.py [share of rows, 1] [kind ...]

Prints a line for each kind:

- training rows
- rows per second, where each pass over a row counts
- seconds per round of the federation, and of the plain process, which trains the three parties one after the other and
  reads their rows once
- the ratio of the times of all rounds; the goal is at most 1.5 if the training takes a minute
- seconds from the start to the end of the first round
- the peak memory of any party's worker in megabytes, including memory that it shares with its zygote (the process that
  forks it)

The last message, which scores the best model in full, is not counted. Rows are synthetic, except for pictures, which
are scikit-learn's handwritten digits.
"""

import contextlib
import json
import re
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyarrow as pa
from canvases import canvases
from engine.algorithm import FOLDERS, read_algorithm
from engine.build import bundle
from engine.data.graph import LINKS
from engine.data.table import table_of
from engine.pooled import plan_for
from engine.protocols.loop import run_here
from engine.protocols.protocol import TRAIN
from granting import grant
from graphs import COLUMNS, network
from notes import notes
from pictures import file_of
from sklearn.datasets import load_digits
from stack import Stack
from texts import reviews
from threadpoolctl import threadpool_limits

SHARES = (0.08, 0.22, 0.70)
PARTIES = ("1001", "1002", "1003")
MIN_ROWS = 80  # minimum number of rows per party, so that each class has enough rows
MAX_SECONDS = 3_600.0
LOOK_SECONDS = 0.05
HEADS = ("kind", "rows that train", "rows a second", "seconds a round", "plain", "times as long", "to the first round",
         "megabytes a worker")  # fmt: skip


@dataclass(frozen=True)
class Kind:
    """A kind of data to measure: `make` returns `rows` rows for all parties from their number and a seed, with their
    columns and label."""

    algorithm: str
    rows: int
    make: Callable[[int, int], dict[str, list]]
    columns: tuple[str, ...]
    label: str = "label"


def digits(rows: int, seed: int) -> dict[str, list]:
    data = load_digits()
    places = (np.arange(rows) + 600 * seed) % len(data.target)  # take nearly the same number of pictures of each digit
    files = [file_of((data.images[place] * 15).astype(np.uint8)) for place in places]
    return {"picture": files, "label": [f"digit {data.target[place]}" for place in places]}


KINDS = {
    "pictures": Kind("picture_network", 1_800, digits, ("picture",)),
    "boxes": Kind("picture_boxes", 420, canvases, ("file",), "boxes"),
    "texts": Kind("text_classes", 30_000, reviews, ("text",)),
    "entities": Kind("text_entities", 4_000, notes, ("tokens",)),
    "graph": Kind("graph_network", 6_000, network, (*COLUMNS, LINKS)),
}


def main() -> None:
    share, names = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0, sys.argv[2:] or list(KINDS)
    print(f"| {' | '.join(HEADS)} |\n| --- | {' | '.join('---:' for _ in HEADS[1:])} |")
    for name in names:
        print(f"| {name} | {' | '.join(measure(KINDS[name], share))} |", flush=True)


def measure(kind: Kind, share: float) -> tuple[str, ...]:
    """Return one line of the table, without its first cell."""
    sizes = [max(round(part * share * kind.rows), MIN_ROWS) for part in SHARES]
    tables = [pa.table(kind.make(size, seed)) for seed, size in enumerate(sizes)]
    folder = FOLDERS / kind.algorithm
    algorithm = read_algorithm(folder)
    known = [table_of(table, list(kind.columns), kind.label) for table in tables]
    plan = {"algorithm": algorithm.manifest["id"]} | plan_for(algorithm, {}, known)
    protocol = algorithm.protocol(plan).without_comparison()
    parties = [protocol.party(table) for table in known]
    training = sum(len(party.training) for party in parties)
    plain = rounds_here(protocol, parties)
    rounds, first, memory = rounds_together(folder, plan, tables)
    seen = training * len(rounds) * algorithm.parameters({}).get("local_epochs", 1)
    return (
        f"{training:,}", f"{seen / sum(rounds):,.0f}", f"{np.mean(rounds):.2f}", f"{np.mean(plain):.2f}",
        f"{sum(rounds) / sum(plain):.2f}", f"{first:.1f}", f"{memory:.0f}",
    )  # fmt: skip


def rounds_here(protocol, parties: list) -> list[float]:
    """Return the seconds of each round when this process trains alone, on one thread as a worker does."""
    ends = [("", time.monotonic())]
    with threadpool_limits(1):
        run_here(
            protocol, parties, protocol.begin(len(parties), "0"),
            lambda _before, stage, *_more: ends.append((stage.message, time.monotonic())),
        )  # fmt: skip
    return [end - start for (_, start), (message, end) in pairwise(ends) if message == TRAIN]


def rounds_together(folder: Path, plan: dict, tables: list[pa.Table]) -> tuple[list[float], float, float]:
    """Return three measurements of a real federation: the seconds of each round, the seconds until the end of the first
    round, and the peak megabytes of a worker."""
    with (
        tempfile.TemporaryDirectory(prefix="tessera-bench-") as base,
        Stack(Path(base), list(PARTIES), algorithm=folder) as stack,
    ):
        for party, table in zip(PARTIES, tables, strict=True):
            grant(stack.granted(party), table)
            stack.edges[party].permit |= {"plan": plan, "rows": len(table)}
        with watched(stack) as most:
            began = time.time()
            status, run = stack.run_plan(bundle(folder), plan, seconds=MAX_SECONDS)
        if status.sub_status != "completed":
            raise RuntimeError(status.details + stack.logs())
        events = [json.loads(line) for line in (run / "events.jsonl").read_text().splitlines()]
    times = {kind: [ended(event) for event in events if event["kind"] == kind] for kind in ("statistics", "round")}
    ends = [*times["statistics"], *times["round"]]
    return [later - earlier for earlier, later in pairwise(ends)], times["round"][0] - began, max(most)


def ended(event: dict) -> float:
    return datetime.fromisoformat(event["time"]).timestamp()


@contextlib.contextmanager
def watched(stack: Stack):
    """Yield a list that collects the peak memory of each party's workers while the block runs."""
    most, over = [0.0] * len(PARTIES), threading.Event()

    def look() -> None:
        while not over.wait(LOOK_SECONDS):
            for place, party in enumerate(PARTIES):
                with contextlib.suppress(OSError, ValueError):  # a worker has ended, or a zygote has not started yet
                    most[place] = max(most[place], *map(_most_megabytes, stack.workers(party)), 0.0)

    looking = threading.Thread(target=look)
    looking.start()
    try:
        yield most
    finally:
        over.set()
        looking.join()


def _most_megabytes(pid: int) -> float:
    with contextlib.suppress(OSError):
        if found := re.search(r"^VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(), re.M):
            return int(found[1]) / 1024
    return 0.0


if __name__ == "__main__":
    main()

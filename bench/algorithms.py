"""Every algorithm on three uneven, skewed parties: messages, bytes, seconds, and how far from the pooled rows it ends.

    PYTHONPATH=engine:engine/tests .venv/bin/python bench/algorithms.py [id ...]

Driver and client apps are the real ones, in one process: what Flower itself adds to a message is in bench/rounds.py.
The distance is the most by which a prediction for any row differs from that of the same protocol on all rows in one
place: of a chance, of an estimate in the label's deviations, of a distance from a centre; of a table about the rows
that of a mean, in the column's deviations.
"""

import contextlib
import io
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from engine.algorithm import FOLDERS, Algorithm, read_algorithm
from engine.data.party import Party
from engine.data.table import Table
from engine.pooled import fit
from engine.protocols.on_table import OnTable
from engine.protocols.protocol import State
from engine.run import checkpoint
from engine.run.driver import run_federation
from fakes import World, patients

PARTIES = {"1001": (60, -8.0), "1002": (240, 0.0), "1003": (900, 6.0)}  # rows, and how much older its patients are
LABELS = {"classes": "outcome", "number": "age", "count": "falls"}
HEADS = ("algorithm", "messages", "bytes up", "bytes down", "seconds", "distance from pooled")


def measure(algorithm: Algorithm) -> tuple[str, ...]:
    """A row of the table: one run, of one party's messages and all parties' bytes."""
    id_ = algorithm.manifest["id"]
    label = LABELS[algorithm.label_kinds[0]] if algorithm.label_kinds else ""
    tables = {party: patients(rows, int(party), shift=shift) for party, (rows, shift) in PARTIES.items()}
    if label == "falls":
        rng = np.random.default_rng(1)
        tables = {party: rows | {label: rng.poisson(np.exp(rows["age"] / 30))} for party, rows in tables.items()}
    with tempfile.TemporaryDirectory(prefix="tessera-bench-") as folder, contextlib.redirect_stdout(io.StringIO()):
        defaults = algorithm.parameters({})
        world = World(Path(folder), id_, tables, label, **defaults)
        began = time.monotonic()
        run_federation(world.grid, world.run(), algorithm)
        seconds = time.monotonic() - began
        state, card = checkpoint.load(world.run().checkpoint).state, world.card()
        distance = apart(algorithm.protocol(world.plan), state, *pooled(algorithm, world))
    messages = sum(party == "1001" for party, _, _ in world.grid.sent)
    return (id_, f"{messages}", f"{card['bytesUp']:,}", f"{card['bytesDown']:,}", f"{seconds:.2f}", f"{distance:.1g}")


def pooled(algorithm: Algorithm, world: World) -> tuple[State, Table]:
    """The same protocol's last state on all rows in one place, and those rows."""
    protocol = algorithm.protocol(world.plan)
    together = Party.together([protocol.party(world.party_table(party)) for party in world.tables])
    return fit(algorithm, world.plan, [together], seed=world.plan["seed"]), together.everything


def apart(protocol: OnTable, here: State, there: State, rows: Table) -> float:
    """How far two states' results differ."""
    found = [values_of(protocol, state, rows) for state in (here, there)]
    return float(np.abs(found[0] - found[1]).max())


def values_of(protocol: OnTable, state: State, rows: Table) -> np.ndarray:
    prepared = protocol.prepared(state)
    if protocol.target:
        return protocol.predict(state, rows) / getattr(prepared.target, "deviation", 1.0)
    if hasattr(protocol.inner, "outputs"):
        return protocol.inner.outputs(state, prepared, rows)
    columns = protocol.result(state).card["table"]["columns"]
    return np.array([column["mean"] / column["deviation"] for column in columns if column["kind"] == "number"])


def main() -> None:
    algorithms = [read_algorithm(manifest.parent) for manifest in sorted(FOLDERS.glob("*/manifest.json"))]
    wanted = [known for known in algorithms if not sys.argv[1:] or known.manifest["id"] in sys.argv[1:]]
    print("| " + " | ".join(HEADS) + " |\n|" + " --- |" * len(HEADS))
    for algorithm in wanted:
        print("| " + " | ".join(measure(algorithm)) + " |", flush=True)


if __name__ == "__main__":
    main()

"""Every algorithm on tables, with three parties of different size and distribution: messages, bytes, seconds, and the
distance of the result from that on the pooled rows.

    PYTHONPATH=engine:engine/tests .venv/bin/python bench/algorithms.py [id ...]

Driver and client apps are the real ones, in one process; bench/rounds.py measures what Flower itself adds to a
message. The smallest party's rows hold 240 numbers with the label, 300 with an event's time. The distance is the
maximum difference of a prediction for any row from that of the same protocol on all rows in one place: of a
probability, of an estimate in the label's deviations, or of a distance from a centre; for a table about the rows, of
a mean in the column's deviations. Cox regression has none, because each party is a stratum.

If bench/requirements.txt is installed (`make bench` does that), a well-known library fits the same rows in one place
in the same run: the ratio of the whole federated run's seconds to its seconds, and the difference of the scores on as
many unseen rows.
"""

import contextlib
import importlib
import importlib.util
import io
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas
from engine.algorithm import FOLDERS, Algorithm, read_algorithm
from engine.data.party import Party
from engine.data.table import Table
from engine.pooled import fit
from engine.protocols.on_table import OnTable
from engine.protocols.protocol import State
from engine.run import checkpoint
from engine.run.driver import run_federation
from fakes import World, patients, table_in

# Only installed for comparisons.
known = all(importlib.util.find_spec(name) for name in ("lifelines", "references"))
references = importlib.import_module("references") if known else None

PARTIES = {"1001": (60, -8.0), "1002": (240, 0.0), "1003": (900, 6.0)}  # rows, and years its patients are older
LABELS = {"classes": "outcome", "number": "age", "count": "falls", "event": "outcome"}
STRATIFIED = {"cox"}  # each party is a stratum, so pooled rows would give another model
HEADS = ("algorithm", "messages", "numbers a party sends", "bytes up", "bytes down", "seconds",
         "difference from pooled", "library", "slowdown", "score", "difference from the library's score")  # fmt: skip


def measure(algorithm: Algorithm) -> tuple[str, ...]:
    """A row of the table: one run, with one party's messages and all parties' bytes."""
    id_ = algorithm.manifest["id"]
    kind = algorithm.label_kinds[0] if algorithm.label_kinds else None
    label, time_column = LABELS.get(kind, ""), "days" if kind == "event" else None
    rows = {party: synthetic_rows(2 * count, int(party), shift, label) for party, (count, shift) in PARTIES.items()}
    tables, unseen = (
        {party: frame.iloc[half * len(frame) // 2 :][: len(frame) // 2] for party, frame in rows.items()}
        for half in (0, 1)
    )
    with tempfile.TemporaryDirectory(prefix="tessera-bench-") as folder, contextlib.redirect_stdout(io.StringIO()):
        defaults = algorithm.parameters({})
        given = {party: columns_of(frame) for party, frame in tables.items()}
        world = World(Path(folder), id_, given, label, time_column, **defaults)
        began = time.monotonic()
        run_federation(world.grid, world.run(), algorithm)
        seconds = time.monotonic() - began
        state, card = checkpoint.load(world.run().checkpoint).state, world.card()
        protocol = algorithm.protocol(world.plan)
        distance = "" if id_ in STRATIFIED else f"{distance_of(protocol, state, *pooled(algorithm, world)):.1g}"
        frames = [pandas.concat(parts.values(), ignore_index=True) for parts in (tables, unseen)]
        compared = against(protocol, state, kind, *frames, seconds) if references else ("", "", "", "")
    messages = sum(party == "1001" for party, _, _ in world.grid.sent)
    numbers = sum(array.numpy().size for _, reply in world.grid.replies for array in reply["terms"].values())
    figures = (
        f"{messages}",
        f"{numbers // len(PARTIES):,}",
        f"{card['bytesUp']:,}",
        f"{card['bytesDown']:,}",
        f"{seconds:.2f}",
        distance,
    )
    return (id_, *figures, *compared)


def synthetic_rows(rows: int, seed: int, shift: float, label: str) -> pandas.DataFrame:
    """A party's synthetic rows with the columns that a label of this kind needs."""
    frame, rng = pandas.DataFrame(patients(rows, seed, shift=shift)), np.random.default_rng(seed)
    if label == "falls":
        return frame.assign(falls=rng.poisson(np.exp(frame["age"] / 30)))
    if label == "outcome":
        return frame.assign(days=np.ceil(rng.exponential(4000 / frame["age"])))
    return frame


def columns_of(frame: pandas.DataFrame) -> dict[str, list]:
    """The columns as in a party's file, with None for a missing text."""
    found = frame.to_dict("list")
    return {name: [None if isinstance(value, float) and name == "ward" else value for value in values]
            for name, values in found.items()}  # fmt: skip


def against(
    protocol: OnTable, state: State, kind: str | None, train: pandas.DataFrame, test: pandas.DataFrame, seconds: float
) -> tuple[str, ...]:
    """The reference, the ratio of the seconds, our score and its difference from the reference's; "" if there is
    none.
    """
    id_ = protocol.plan["algorithm"]
    compare = {"k-means": with_clusters, "cox": with_hazards, "kaplan-meier": with_curves}.get(id_)
    if id_ in references.PREDICTING:
        compare = with_predictions
    if compare is None:
        return "", "", "", ""
    rows = [references.Rows.of(frame, LABELS.get(kind)) for frame in (train, test)]
    name, metric, taken, own, other = compare(protocol, state, kind, train, test, *rows)
    return name, f"{seconds / taken:.1f}", f"{metric} {own:.3f}", f"{own - other:+.3f}"


Found = tuple[str, str, float, float, float]  # the library, the metric, its seconds, our score, its score


def with_predictions(protocol, state, kind, train, test, seen, unseen) -> Found:
    name, fitted = references.PREDICTING[protocol.plan["algorithm"]]
    found, taken = timed(lambda: fitted(seen, unseen))
    metric, score = references.SCORES[kind]
    own = protocol.predict(state, table_in(columns_of(test), protocol.plan))[:, -1]
    if kind == "classes" and protocol.target.classes[-1] != "well":
        own = 1 - own
    return name, metric, taken, score(unseen.truth, own), score(unseen.truth, found)


def with_hazards(protocol, state, kind, train, test, seen, unseen) -> Found:
    strata = np.repeat([*PARTIES], [count for count, _ in PARTIES.values()])
    coded = [
        pandas.DataFrame(rows.inputs()).assign(days=frame["days"], event=rows.truth, party=strata)
        for rows, frame in ((seen, train), (unseen, test))
    ]
    found, taken = timed(lambda: references.cox(*coded))
    own = protocol.predict(state, table_in(columns_of(test), protocol.plan))[:, 0]
    scores = [references.concordance(test["days"], -hazards, unseen.truth) for hazards in (own, found)]
    return "lifelines", "concordance", taken, *scores


def with_curves(protocol, state, kind, train, test, seen, unseen) -> Found:
    """The share of all rows without the event at the middle one of the common times."""
    card = protocol.result(state).card["curves"]
    middle = len(card["times"]) // 2
    frame = train.assign(event=seen.truth)
    found, taken = timed(lambda: references.kaplan_meier(frame, np.array(card["times"])))
    return "lifelines", "share at the middle time", taken, card["all"]["points"][middle]["survival"], found[middle]


def with_clusters(protocol, state, kind, train, test, seen, unseen) -> Found:
    prepared, table = protocol.prepared(state), table_in(columns_of(train), protocol.plan)
    inputs = prepared.encoding.encode(table)
    best, taken = timed(lambda: references.inertia(inputs, protocol.inner.clusters))
    own = (protocol.inner.outputs(state, prepared, table).min(axis=1) ** 2).sum()
    return "scikit-learn, twenty starts", "inertia", taken, float(own), best


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    began = time.monotonic()
    done = work()
    return done, time.monotonic() - began


def pooled(algorithm: Algorithm, world: World) -> tuple[State, Table]:
    """The last state of the same protocol on all rows in one place, and those rows."""
    protocol = algorithm.protocol(world.plan)
    together = Party.together([protocol.party(world.party_table(party)) for party in world.tables])
    return fit(algorithm, world.plan, [together], seed=world.plan["seed"]), together.everything


def distance_of(protocol: OnTable, here: State, there: State, rows: Table) -> float:
    """The distance between the results of two states."""
    found = [values_of(protocol, state, rows) for state in (here, there)]
    return float(np.abs(found[0] - found[1]).max())


def values_of(protocol: OnTable, state: State, rows: Table) -> np.ndarray:
    prepared = protocol.prepared(state)
    if protocol.inner.predicts and prepared.predicted:
        unit = prepared.target.deviation if prepared.target.kind == "number" else 1.0
        return protocol.predict(state, rows) / unit
    if protocol.inner.predicts:
        return protocol.inner.outputs(state, prepared, rows)
    card = protocol.result(state).card
    if "curves" in card:
        return np.array([point["survival"] for point in card["curves"]["all"]["points"]])
    columns = card["table"]["columns"]
    return np.array([column["mean"] / column["deviation"] for column in columns if column["kind"] == "number"])


def main() -> None:
    algorithms = [read_algorithm(manifest.parent) for manifest in sorted(FOLDERS.glob("*/manifest.json"))]
    on_tables = [known for known in algorithms if known.data_kind == "table"]  # the others are in bench/kinds.py
    wanted = [known for known in on_tables if not sys.argv[1:] or known.manifest["id"] in sys.argv[1:]]
    print("| " + " | ".join(HEADS) + " |\n|" + " --- |" * len(HEADS))
    for algorithm in wanted:
        print("| " + " | ".join(measure(algorithm)) + " |", flush=True)


if __name__ == "__main__":
    main()

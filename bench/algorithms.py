"""Measures every algorithm on tables at three parties of different size and distribution: messages, bytes, seconds, and
the difference of the result from a fit to the pooled rows.

    PYTHONPATH=engine:engine/tests .venv/bin/python bench/algorithms.py [id ...]

The driver and the client apps are those of the product, but run in one process; bench/rounds.py measures what Flower
adds to a message. The smallest party's rows contain 240 numbers including the label, or 300 including an event's time.
The difference is the largest difference, over all rows, between a prediction of the federated model and that of the
same protocol on the pooled rows. Its unit depends on the result: a probability; for an estimate, standard deviations of
the label; for a cluster, standard deviations of the columns; for a descriptive table, standard deviations of the column
whose mean is compared. Cox regression has no difference, because each party is a stratum.

If bench/requirements.txt is installed (`make bench` installs it), a well-known library also fits the pooled rows. The
table then shows the slowdown (seconds of the whole federated run / seconds of the library) and the difference of the
scores on equally many unseen rows.
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

# installed only for these comparisons
known = all(importlib.util.find_spec(name) for name in ("lifelines", "references"))
references = importlib.import_module("references") if known else None

# each party's number of rows, and by how many years its patients are older than those of the first party
PARTIES = {"1001": (60, -8.0), "1002": (240, 0.0), "1003": (900, 6.0)}
LABELS = {"classes": "outcome", "number": "age", "count": "falls", "event": "outcome"}
STRATIFIED = {"cox"}  # each party is a stratum, so a fit to pooled rows would be a different model
HEADS = ("algorithm", "messages", "numbers a party sends", "bytes up", "bytes down", "seconds",
         "difference from pooled", "library", "slowdown", "score", "difference from the library's score")  # fmt: skip


def measure(algorithm: Algorithm) -> tuple[str, ...]:
    """Run one algorithm and return its row of the table. Messages are counted for one party, bytes for all parties
    together."""
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
    """Return a party's synthetic rows, with the columns that this kind of label needs."""
    frame, rng = pandas.DataFrame(patients(rows, seed, shift=shift)), np.random.default_rng(seed)
    if label == "falls":
        return frame.assign(falls=rng.poisson(np.exp(frame["age"] / 30)))
    if label == "outcome":
        return frame.assign(days=np.ceil(rng.exponential(4000 / frame["age"])))
    return frame


def columns_of(frame: pandas.DataFrame) -> dict[str, list]:
    """Return the columns as a party's file contains them; a missing text is None."""
    found = frame.to_dict("list")
    return {name: [None if isinstance(value, float) and name == "ward" else value for value in values]
            for name, values in found.items()}  # fmt: skip


def against(
    protocol: OnTable, state: State, kind: str | None, train: pandas.DataFrame, test: pandas.DataFrame, seconds: float
) -> tuple[str, ...]:
    """Fit a well-known library to the pooled rows. Return its name, the ratio of the run times, our score, and the
    difference between our score and the library's. All four are "" if no library is compared."""
    id_ = protocol.plan["algorithm"]
    compare = {"k-means": with_clusters, "cox": with_hazards, "kaplan-meier": with_curves}.get(id_)
    if id_ in references.PREDICTING:
        compare = with_predictions
    if compare is None:
        return "", "", "", ""
    rows = [references.Rows.of(frame, LABELS.get(kind)) for frame in (train, test)]
    name, metric, taken, own, other = compare(protocol, state, kind, train, test, *rows)
    return name, f"{seconds / taken:.1f}", f"{metric} {own:.3f}", f"{own - other:+.3f}"


# name of the library, name of the metric, the library's seconds, our score, the library's score
Found = tuple[str, str, float, float, float]


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
    """Compare survival curves: the share of all rows without the event at the median of the common times."""
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
    """Return the last state of the same protocol on the pooled rows, and these rows."""
    protocol = algorithm.protocol(world.plan)
    together = Party.together([protocol.party(world.party_table(party)) for party in world.tables])
    return fit(algorithm, world.plan, [together], seed=world.plan["seed"]), together.everything


def distance_of(protocol: OnTable, here: State, there: State, rows: Table) -> float:
    """Return the largest difference between the results of two states, in the unit that the module's docstring
    gives."""
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
    # Other kinds of data are measured by bench/kinds.py.
    on_tables = [known for known in algorithms if known.data_kind == "table"]
    wanted = [known for known in on_tables if not sys.argv[1:] or known.manifest["id"] in sys.argv[1:]]
    print("| " + " | ".join(HEADS) + " |\n|" + " --- |" * len(HEADS))
    for algorithm in wanted:
        print("| " + " | ".join(measure(algorithm)) + " |", flush=True)


if __name__ == "__main__":
    main()

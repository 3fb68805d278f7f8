r"""Compares the federation with the same algorithm on pooled rows, and on each party's rows alone.

    python -m engine.pooled --algorithm logistic-regression --parameters '{}' --label diagnosis \
        --train a.csv b.csv c.csv --test t.csv

prints `{"pooled": {metrics}, "alone": [{"file", "rows", "metrics"}], "rows", "testRows"}`, scored on `--test`. The
pooled fit trains on the same rows as the federation, since each file keeps its own validation rows. A column named
`id` is left out.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow.csv

from engine.algorithm import Algorithm, load_algorithm
from engine.data.boxes import boxes_of
from engine.data.party import Party
from engine.data.table import table_of
from engine.data.tokens import lists_of
from engine.protocols.loop import run_here
from engine.protocols.on_data import KINDS
from engine.protocols.protocol import State
from engine.table import Column, Table
from engine.targets import Target, scale_of
from engine.targets.classes import class_names
from engine.targets.entities import named_spans

IGNORED = "id"
MIN_NAMED = 5  # minimum number of a party's rows that have a category or class, before the party reports its name
# If the algorithm predicts classes and numbers: integers with more distinct values are numbers, others are classes.
MAX_CLASSES_GUESSED = 20


def compare(algorithm: Algorithm, plan: dict, train: dict[str, Table], test: Table) -> dict:
    """Return the metrics on `test` of the pooled fit and of each party's own fit. It needs pooled rows, so it is for
    demos and tests only."""
    parties = [algorithm.on_rows(plan).party(table) for table in train.values()]
    together = fit(algorithm, plan, [Party.together(parties)])
    target = algorithm.on_rows(plan).prepared(together).predicted
    alone = [fit(algorithm, plan, [party], target=target) for party in parties]
    return {
        "pooled": score_on(algorithm, plan, together, test),
        "alone": [
            {"file": name, "rows": len(party.training), "metrics": score_on(algorithm, plan, state, test)}
            for name, party, state in zip(train, parties, alone, strict=True)
        ],
        "rows": sum(len(party.training) for party in parties),
        "testRows": len(test),
    }


def fit(
    algorithm: Algorithm, plan: dict, parties: list[Party], *,
    seed: object = 0, target: Target | None = None, compares: bool = True,
) -> State:  # fmt: skip
    """Return the last state of a run in this process. Without `compares`, no party trains alone at the end."""
    protocol = algorithm.on_rows(plan)
    protocol = protocol if compares else protocol.without_comparison()
    return run_here(protocol, parties, protocol.begin(len(parties), str(seed), scale_of(target) if target else None))


def score_on(algorithm: Algorithm, plan: dict, state: State, test: Table) -> dict[str, float]:
    """Return the metrics of the best model on rows with which no party trained."""
    protocol = algorithm.on_rows(plan)
    return protocol.metrics(state, protocol.scores(state, test))


def plan_for(algorithm: Algorithm, parameters: dict, tables: Sequence[Table]) -> dict:
    """Return the plan that the platform would create from the confirmations of these parties."""
    rounds = algorithm.parameters(parameters).get("max_iter", 1)
    named = {"parties": [], "fewest": 0, "seed": "0"}  # parties are not named, because all rows are in this process
    names = agreed(tables, algorithm.label_kinds, algorithm.data_kind)
    return {"parameters": parameters, "maxRounds": rounds} | named | names


def agreed(tables: Sequence[Table], kinds: tuple[str, ...], data: str = "table") -> dict:
    """Return the plan's `data` and `target`, for an algorithm that predicts `kinds` of label on this kind of data.
    Categories and classes are those of which at least one party has enough rows."""
    labels = [table.label.take(~table.label.missing) for table in tables if table.label]
    target = agreed_target(labels, kinds)
    if KINDS[data].is_one_column:
        return {"data": {"kind": data, "column": tables[0].columns[0].name}, "target": target}
    groups = zip(*[table.columns for table in tables], strict=True)
    columns = [_agreed_column(parts) for parts in groups if parts[0].kind != "links"]
    return {"data": {"kind": data, "columns": columns}, "target": target}


def _agreed_column(parts: Sequence[Column]) -> dict:
    texts = [column for column in parts if column.kind == "text" and not column.missing.all()]
    if not texts:
        return {"name": parts[0].name, "kind": "number"}
    categories = sorted({text for column in texts for text in _named(column.values[~column.missing].astype(str))})
    return {"name": parts[0].name, "kind": "categories", "categories": categories}


def agreed_target(labels: Sequence[Column], kinds: tuple[str, ...]) -> dict | None:
    if not labels:
        return None
    name = labels[0].name
    if "count" in kinds:
        return {"kind": "count", "column": name}
    for kind in [kind for kind in NAMED_IN if kind in kinds]:
        if kind == "labels" and "classes" in kinds and not all(map(_is_lists, labels)):
            continue
        named = sorted({name for label in labels for name in _named_in_rows(NAMED_IN[kind](label))})
        return {"kind": kind, "column": name, "classes": named}
    is_number = all(label.kind == "number" for label in labels)
    integral = is_number and all(np.all(label.values == np.round(label.values)) for label in labels)
    named = {text for label in labels if integral or not is_number for text in _named(_texts(label, integral))}
    classes = sorted(named, key=int if integral else None)
    if "event" in kinds:
        time = labels[0].require_time().name
        return {"kind": "event", "time": time, "column": name, "classes": classes, "integral": bool(integral)}
    is_quantity = is_number and (not named or max(map(_distinct, labels)) > MAX_CLASSES_GUESSED)
    if "classes" not in kinds or ("number" in kinds and is_quantity):
        return {"kind": "number", "column": name}
    return {"kind": "classes", "column": name, "classes": classes, "integral": bool(integral)}


def _entities(label: Column) -> list[set[str]]:
    return [{kind for _, _, kind in named_spans(tags)} for tags in lists_of(label)]


def _boxes(label: Column) -> list[set[str]]:
    return [{name for name, _ in boxes} for boxes in boxes_of(label)]


def _labels(label: Column) -> list[set[str]]:
    return [set(names) for names in lists_of(label, least=0)]


# For each kind of label, a function that returns the categories in each row. A row may have several.
NAMED_IN = {"entities": _entities, "boxes": _boxes, "labels": _labels}


def _named_in_rows(rows: list[set[str]]) -> list[str]:
    """Return the categories that enough rows of a party have."""
    return _named(np.array([name for names in rows for name in names], dtype=str))


def _is_lists(label: Column) -> bool:
    """Whether each row is a JSON list, so that it can have several labels."""
    return label.kind == "text" and all(value.startswith("[") for value in label.values)


def _distinct(label: Column) -> int:
    return len(np.unique(label.values))


def _texts(label: Column, integral: bool) -> np.ndarray:
    return np.array(class_names(label.values, integral=integral))


def _named(texts: np.ndarray) -> list[str]:
    found, counts = np.unique(texts, return_counts=True)
    return [str(text) for text, count in zip(found, counts, strict=True) if count >= MIN_NAMED]


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m engine.pooled")
    options.add_argument("--algorithm", required=True)
    options.add_argument("--parameters", type=json.loads, default={})
    options.add_argument("--label", required=True)
    options.add_argument("--train", type=Path, nargs="+", required=True)
    options.add_argument("--test", type=Path, required=True)
    given = options.parse_args()

    sources = {path: pyarrow.csv.read_csv(path) for path in (*given.train, given.test)}
    names = [name for name in sources[given.train[0]].column_names if name not in (IGNORED, given.label)]
    algorithm = load_algorithm(given.algorithm)
    tables = {path: table_of(source, names, given.label) for path, source in sources.items()}
    plan, test = plan_for(algorithm, given.parameters, [tables[path] for path in given.train]), tables[given.test]
    print(json.dumps(compare(algorithm, plan, {path.name: tables[path] for path in given.train}, test)))


if __name__ == "__main__":
    main()

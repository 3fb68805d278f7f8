"""Tests that no message of a run contains a row of a party's table or grows with the rows. Messages of both directions
are examined before encryption.
"""

import numpy as np
import pytest
from fakes import World
from flwr.app import ArrayRecord, ConfigRecord, MetricRecord, RecordDict
from flwr.common.serde import recorddict_to_proto

from engine.algorithm import load_algorithm
from engine.flower.records import to_arrays
from engine.run.driver import run_federation

ROWS = 30  # number of rows at the smaller scale; the larger scale has sixteen times as many
LABELS = [
    ("logistic-regression", "outcome"),
    ("logistic-regression", "grade"),
    ("linear-regression", "cost"),
    ("linear-regression", "cents"),
    ("mlp", "outcome"),
    ("mlp", "grade"),
    ("mlp", "cost"),
    ("poisson-regression", "cells"),
    ("negative-binomial", "cells"),
    ("k-means", ""),
    ("describe", ""),
]
# Larger values are not needed: they would only add messages of the same kinds, or make messages longer.
FEW = {"max_iter": 2, "trees": 5}


def admissions(rows: int, seed: int) -> dict[str, list]:
    """Returns rows with columns that could identify a row: identifiers, dates, names, and a measurement that only one
    row has."""
    rng = np.random.default_rng(seed)
    ward, sick = rng.choice(["north", "south"], rows), rng.random(rows) < 0.5
    age = rng.normal(50, 10, rows) + 8 * sick
    alone = np.arange(rows) < 9
    return {
        "number": [int(value) for value in rng.choice(10**9, rows, replace=False)],
        "admitted": [int(value) for value in 20_240_000 + rng.choice(10**4, rows, replace=False)],
        "age": age.tolist(),
        "marker": [float(rng.normal(7, 1)) if row == 3 else None for row in range(rows)],
        "ward": [str(name) for name in ward],
        "nurse": [f"Nurse {seed}-{row}" if alone[row] else "Nurse Joy" for row in range(rows)],
        "cost": (1000 * age + rng.normal(0, 500, rows)).tolist(),
        "cents": [int(value) for value in 10**6 + rng.choice(10**7, rows, replace=False)],
        "cells": [int(value) for value in 10**5 + rng.choice(10**5, rows, replace=False)],
        "grade": [7 + int(value) for value in sick],
        "outcome": ["sick" if value else "well" for value in sick],
    }


def messages_of(folder, algorithm: str, label: str, rows: int) -> tuple[World, list[tuple[str, RecordDict]]]:
    """Runs two parties. Returns the world and all messages: first those to the parties, then their replies."""
    folder.mkdir()
    features = ("number", "admitted", "age", "marker", "ward", "nurse")
    tables = {party: admissions(rows, int(party)) for party in ("1001", "1002")}
    names = [*features, label] if label else features
    tables = {party: {name: table[name] for name in names} for party, table in tables.items()}
    names = [parameter["name"] for parameter in load_algorithm(algorithm).manifest["parameters"]]
    few = {name: count for name, count in FEW.items() if name in names}
    world = World(folder, algorithm, tables, label, **few)
    run_federation(world.grid, world.run(), world.algorithm)
    messages = [("to", *message) for message in world.grid.messages] + [
        ("from", *reply) for reply in world.grid.replies
    ]
    return world, [(f"{kind} {way}", content) for way, kind, content in messages]


def packed(content: RecordDict) -> bytes:
    """Returns a message as the bytes that Flower would encrypt."""
    return recorddict_to_proto(content).SerializeToString()


def cells(columns: dict[str, list]) -> dict[str, list[bytes]]:
    """Returns, by column, each form that a cell would have in a message. Texts that several rows share are categories,
    which may be sent, so they are left out."""
    forms = {}
    for name, values in columns.items():
        if all(isinstance(value, str) for value in values):
            forms[name] = [value.encode() for value in values if values.count(value) == 1]
        elif len(set(values) - {None}) > 2:  # two classes of whole numbers identify no row
            forms[name] = [form for value in set(values) - {None} for form in number_forms(value)]
        else:
            forms[name] = [
                form for value in set(values) - {None} if values.count(value) == 1 for form in number_forms(value)
            ]
    return forms


def number_forms(value: float) -> list[bytes]:
    kinds = ("<f8", ">f8", "<f4", ">f4", *(("<i8", ">i8", "<i4", ">i4") if isinstance(value, int) else ()))
    return [repr(value).encode(), *(np.array(value).astype(kind).tobytes() for kind in kinds)]


def found(columns: dict[str, list], content: RecordDict) -> list[str]:
    """Returns the columns that have at least one cell in the message."""
    sent = packed(content)
    return [name for name, forms in cells(columns).items() if any(form in sent for form in forms)]


def structure(content: RecordDict) -> dict[str, object]:
    """Returns the names, shapes and lengths of all parts of a message."""
    arrays = {
        f"{name}.{entry}": array.shape
        for name, record in content.array_records.items()
        for entry, array in record.items()
    }
    values = {
        f"{name}.{entry}": len(value) if isinstance(value, list) else type(value).__name__
        for records in (content.metric_records, content.config_records)
        for name, record in records.items()
        for entry, value in record.items()
    }
    return arrays | values


@pytest.mark.parametrize(("algorithm", "label"), LABELS)
def test_no_message_contains_a_cell_of_a_row(tmp_path, algorithm, label):
    world, messages = messages_of(tmp_path / "run", algorithm, label, ROWS)

    assert [way for way, _ in messages].count("train from") == (0 if algorithm == "describe" else 4)
    for columns in world.tables.values():
        assert sum(len(forms) for forms in cells(columns).values()) > ROWS * 9
        for way, content in messages:
            assert found(columns, content) == [], way


@pytest.mark.parametrize(("algorithm", "label"), LABELS)
def test_no_message_grows_with_the_number_of_rows(tmp_path, algorithm, label):
    runs = [messages_of(tmp_path / f"{times}", algorithm, label, ROWS * times)[1] for times in (1, 16)]

    for (way, small), (_, large) in zip(*runs, strict=True):
        assert structure(small) == structure(large), way
        sizes = [len(packed(content)) for content in (small, large)]
        # Numbers that are written as text may differ in length by some digits. A single bit per row would exceed this
        # limit.
        assert abs(sizes[1] - sizes[0]) < ROWS * 15 / 8, (way, sizes)


@pytest.mark.parametrize(
    "record",
    [
        lambda row: to_arrays({"weights": np.array([[0.0, row["age"]]])}),
        lambda row: ArrayRecord([np.array([row["age"], 1], np.float32)]),
        lambda row: MetricRecord({"loss": [0.5, row["cost"]]}),
        lambda row: MetricRecord({"rows": float(row["admitted"])}),
        lambda row: ConfigRecord({"kinds": ["number", row["nurse"]]}),
        lambda row: ConfigRecord({"json": str(row["number"])}),
    ],
)
def test_searching_a_message_finds_a_cell_that_it_contains(record):
    columns = admissions(ROWS, 1)
    row = {name: values[3] for name, values in columns.items()}
    assert len(found(columns, RecordDict({"any": record(row)}))) == 1

"""What may leave a party, entry by entry."""

import json
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from engine.statistics import MOST_CATEGORIES
from flwr.app import Array, ArrayRecord, ConfigRecord, MetricRecord, RecordDict

from engine.flower.guard import reason, scrub
from engine.flower.replies import LARGEST_SYMBOL, MOST_NAMES, NotDeclared, check_reply

SCORES = {"rows": [], "loss": [], "confusion": ["outputs", "outputs"]}
MANIFEST = {
    "symbols": {"columns": 10, "features": 4, "outputs": 3, "classes": 5},
    "replies": {
        "train": {
            "arrays": {"model": {"weights": ["features", "outputs"], "bias": ["outputs"], "edges": [3]}},
            "metrics": {"scores": SCORES},
        },
        "evaluate": {"metrics": {"scores": SCORES}},
        "query": {
            "arrays": {"statistics": {"mean": ["columns"], "categories": ["columns"]}},
            "texts": {
                "names": {
                    "kinds": ["columns"],
                    "categories": ["statistics.categories"],
                    "classes": ["classes"],
                    "title": [],
                }
            },
        },
    },
}
PLAN = {"columns": ["age", "chol"], "label": "sick"}
ROWS = 40
MODEL = {"model": ArrayRecord({"weights": Array(np.zeros((4, 2))), "bias": Array(np.zeros(2))})}


def arrays(**entries: np.ndarray) -> ArrayRecord:
    return ArrayRecord({name: Array(values) for name, values in entries.items()})


def check(reply: dict, *, message: dict = MODEL, kind: str = "train", manifest: dict = MANIFEST) -> None:
    check_reply(manifest, kind, RecordDict(message), PLAN, RecordDict(reply), ROWS)


def field_of(reply: dict, **options: object) -> str:
    with pytest.raises(NotDeclared) as refused:
        check(reply, **options)
    return refused.value.field


def test_what_is_declared_leaves():
    check(
        {
            "model": arrays(weights=np.zeros((4, 2)), bias=np.zeros(2), edges=np.arange(3)),
            "scores": MetricRecord({"loss": 0.5, "rows": 10, "confusion": [1, 2, 3, 4]}),
        }
    )
    check({"scores": MetricRecord({"rows": 10.0, "confusion": [1.0, 2.0, 3.0, 4.0]})}, kind="evaluate")
    names = {"kinds": ["number", "text"], "categories": ["a", "b", "c"], "classes": ["0", "1"], "title": "t"}
    statistics = arrays(mean=np.zeros(2), categories=np.array([2, 1]))
    check({"statistics": statistics, "names": ConfigRecord(names)}, kind="query", message={})
    check({})


@pytest.mark.parametrize(
    ("reply", "field"),
    [
        ({"rows": arrays(weights=np.zeros(2))}, "rows"),
        ({"model": arrays(more=np.zeros(2))}, "model"),
        ({"model": arrays(weights=np.zeros((3, 2)))}, "model.weights"),
        ({"model": arrays(weights=np.zeros(4))}, "model.weights"),
        ({"model": arrays(weights=np.zeros((4, 2)), bias=np.zeros(3))}, "model.bias"),
        ({"model": arrays(edges=np.zeros(4))}, "model.edges"),
        ({"model": arrays(bias=np.zeros(2, "complex128"))}, "model.bias"),
        ({"scores": MetricRecord({"age": 63.5})}, "scores"),
        ({"scores": MetricRecord({"loss": [0.1, 0.2]})}, "scores.loss"),
        ({"63.5 years": arrays(weights=np.zeros(2))}, "record"),
    ],
)
def test_what_is_not_declared_stays(reply: dict, field: str):
    assert field_of(reply) == field


@pytest.mark.parametrize("kind", ["train", "evaluate"])
@pytest.mark.parametrize(
    "scores",
    [
        {"rows": 6, "confusion": [1, 2, 3]},
        {"rows": 16, "confusion": [1] * 16},
        {"rows": 9, "confusion": [1, 2, 3, 4]},
        {"confusion": [1, 2, 3, 4]},
        {"rows": 4, "confusion": [63.5, -63.5, 2.0, 2.0]},
        {"rows": 4, "confusion": [63, -63, 2, 2]},
        {"rows": ROWS + 1, "confusion": [ROWS, 1, 0, 0]},
        {"rows": 4, "confusion": [float("nan")] * 4},
        {"rows": 10.5},
        {"rows": -1},
    ],
    ids=str,
)
def test_a_list_in_the_metrics_counts_rows(kind: str, scores: dict):
    assert field_of({"scores": MetricRecord(scores)}, kind=kind).startswith("scores.")


@pytest.mark.parametrize(
    ("names", "field"),
    [
        ({"kinds": ["number"]}, "names.kinds"),
        ({"categories": ["a", "b"]}, "names.categories"),
        ({"categories": ["a", "b", "c", "d"]}, "names.categories"),
        ({"categories": ["a", "b", "x" * 201]}, "names.categories"),
        ({"categories": [1.5, 2.5, 3.5]}, "names.categories"),
        ({"classes": ["63.5 years"] * 6}, "names.classes"),
        ({"title": b"bytes"}, "names.title"),
        ({"title": ["a"]}, "names.title"),
    ],
)
def test_texts_are_as_many_as_columns_and_their_categories(names: dict, field: str):
    statistics = arrays(categories=np.array([2, 1]))
    assert field_of({"statistics": statistics, "names": ConfigRecord(names)}, kind="query", message={}) == field


@pytest.mark.parametrize("counts", [[101, 0], [-1, 102], [50.0, 51.0]], ids=str)
def test_no_column_has_more_than_a_hundred_categories(counts: list):
    reply = {"statistics": arrays(categories=np.array(counts)), "names": ConfigRecord({"categories": ["x"] * 101})}
    assert field_of(reply, kind="query", message={}) == "names.categories"
    del reply["statistics"]
    assert field_of(reply, kind="query", message={}) == "names.categories"


def test_texts_of_a_reply_are_a_megabyte_at_most():
    declared = {f"t{number}": ["classes"] for number in range(60)}
    manifest = {"symbols": {"classes": 100}, "replies": {"query": {"texts": {"names": declared}}}}
    names = {name: ["x" * 200] * 100 for name in declared}

    assert field_of({"names": ConfigRecord(names)}, kind="query", message={}, manifest=manifest) == "names.t52"
    check({"names": ConfigRecord(dict(list(names.items())[:52]))}, kind="query", message={}, manifest=manifest)


def test_what_plan_and_message_leave_open_is_not_the_apps_to_choose():
    assert field_of({"model": arrays(weights=np.zeros((4, 2)))}, message={}) == "model.weights"
    assert field_of({"scores": MetricRecord({"rows": 1, "confusion": [1]})}, message={}) == "scores.confusion"


def test_an_apps_own_manifest_raises_no_limit():
    train = {"arrays": {"model": {"weights": ["rows", "cells"]}}, "texts": {"names": {"all": ["names"]}}}
    manifest = {"symbols": {"rows": 10**9, "cells": 10**9, "names": 10**9}, "replies": {"train": train}}
    rows = {"model": arrays(weights=np.zeros((40, 30)))}

    assert field_of(rows, manifest=manifest, message={}) == "model.weights"
    assert field_of({"names": ConfigRecord({"all": ["x"] * 101})}, manifest=manifest, message={}) == "names.all"
    huge = {"model": arrays(weights=np.zeros((20_001, 1)))}
    assert field_of(huge, manifest=manifest, message=huge) == "model.weights"
    check(rows, manifest=manifest, message=rows)


def test_a_shape_is_what_the_message_brought():
    message = {"model": arrays(weights=np.zeros((3, 2)), bias=np.zeros(2))}

    check({"model": arrays(weights=np.zeros((3, 2)))}, message=message)
    assert field_of({"model": arrays(weights=np.zeros((4, 2)))}, message=message) == "model.weights"
    contradiction = {"model": arrays(weights=np.zeros((3, 2)), bias=np.zeros(3))}
    assert field_of({}, message=contradiction) == "model.bias"


def test_a_shape_below_zero_is_no_way_around_a_limit():
    header = BytesIO()
    np.lib.format.write_array_header_1_0(header, {"descr": "<f8", "fortran_order": False, "shape": (-50, -2)})
    rows = Array("float64", (-50, -2), "numpy.ndarray", header.getvalue() + np.arange(100.0).tobytes())

    below = {"model": ArrayRecord({"weights": rows})}
    assert field_of(below, message=below) == "model.weights"


def test_an_undeclared_message_type_gets_no_reply():
    assert field_of({}, kind="dump") == "dump"


@pytest.mark.parametrize("dtype", ["float64", "float32", "int64"])
def test_arrays_as_numpy_saves_them_leave(dtype: str):
    check({"model": arrays(weights=np.arange(8, dtype=dtype).reshape(4, 2), bias=np.zeros(2, dtype))})
    empty = {"model": arrays(weights=np.zeros((0, 2), dtype))}
    check(empty, message=empty)


def test_an_arrays_bytes_are_its_numbers_only():
    longer = Array(np.zeros(2))
    longer.data += b"row 7: 63.5"
    pickled = Array(dtype="float64", shape=(2,), stype="numpy.ndarray", data=b"\x80\x04pickle")

    spoken = Array(np.zeros(2))
    spoken.data = spoken.data.replace(b" " * 24, b"#row 7 is 63.5 years old", 1)
    assert np.array_equal(spoken.numpy(), [0, 0])  # numpy's own reader does not mind
    turned = Array(np.zeros(2))
    turned.data = turned.data.replace(b"False", b"True ")

    for array in (spoken, turned):
        assert field_of({"model": ArrayRecord({"bias": array})}) == "model.bias"
    assert field_of({"model": ArrayRecord({"bias": longer})}) == "model.bias"
    assert field_of({"model": ArrayRecord({"bias": pickled})}) == "model.bias"


@pytest.mark.parametrize("folder", sorted((Path(__file__).parents[2] / "algorithms").glob("*/manifest.json")), ids=str)
def test_every_algorithm_declares_shapes_of_known_symbols(folder: Path):
    manifest = json.loads(folder.read_text())
    used = {
        symbol
        for kinds in manifest["replies"].values()
        for records in kinds.values()
        for entries in records.values()
        for shape in entries.values()
        for symbol in shape
        if isinstance(symbol, str) and "." not in symbol
    }
    assert used <= set(manifest["symbols"])
    assert max(manifest["symbols"].values()) <= LARGEST_SYMBOL
    assert MOST_NAMES == MOST_CATEGORIES


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (("data.not-numeric", {"column": "chol", "rows": 2}), ("data.not-numeric", {"column": "chol", "rows": 2})),
        (("data.not-numeric", {"column": "63.5 years", "rows": 2.5}), ("data.not-numeric", {})),
        (("data.not-numeric", {"rows": True, "column": ["chol"]}), ("data.not-numeric", {})),
        (("data.not-numeric", {"rows": 10**300, "age": 63, "least": 5}), ("data.not-numeric", {})),
        (("data.not-numeric", {"rows": -(2**53)}), ("data.not-numeric", {})),
        (("data.not-numeric", "63.5 years"), ("data.not-numeric", {})),
        (("data.sixty-three-and-a-half", {"column": "chol"}), ("internal", {})),
        (("grant.expired", {}), ("internal", {})),
        (("internal", {"rows": 63}), ("internal", {})),
        ((["data.not-numeric"], {}), ("internal", {})),
    ],
)
def test_an_apps_error_is_a_known_code_with_its_own_numbers_and_names(said: tuple, told: tuple):
    assert scrub(*said, {"chol", "age"}) == told


def test_an_error_is_one_line():
    assert reason("data.not-numeric", {"column": "胆固醇"}) == 'data.not-numeric|{"column":"胆固醇"}'

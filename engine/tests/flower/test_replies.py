"""What may leave a party, entry by entry."""

import json
from pathlib import Path

import numpy as np
import pytest
from flwr.app import Array, ArrayRecord, ConfigRecord, MetricRecord, RecordDict

from engine.flower.guard import is_code, reason, scrub
from engine.flower.replies import NotDeclared, check_reply

MANIFEST = {
    "symbols": {"columns": 10, "features": 4, "outputs": 3, "categories": 5},
    "replies": {
        "train": {
            "arrays": {"model": {"weights": ["features", "outputs"], "bias": ["outputs"], "edges": [3]}},
            "metrics": {"scores": {"loss": [], "confusion": ["outputs", "outputs"]}},
            "texts": {"names": {"kinds": ["columns"], "categories": ["categories"], "title": []}},
        }
    },
}
PLAN = {"columns": ["age", "chol"], "label": "sick"}


def arrays(**entries: np.ndarray) -> ArrayRecord:
    return ArrayRecord({name: Array(values) for name, values in entries.items()})


def check(reply: dict, *, message: dict | None = None, kind: str = "train") -> None:
    check_reply(MANIFEST, kind, RecordDict(message or {}), PLAN, RecordDict(reply))


def field_of(reply: dict, **options: object) -> str:
    with pytest.raises(NotDeclared) as refused:
        check(reply, **options)
    return refused.value.field


def test_what_is_declared_leaves():
    check(
        {
            "model": arrays(weights=np.zeros((4, 2)), bias=np.zeros(2), edges=np.arange(3)),
            "scores": MetricRecord({"loss": 0.5, "confusion": [1, 2, 3, 4]}),
            "names": ConfigRecord({"kinds": ["number", "text"], "categories": ["a", "b"], "title": "t"}),
        }
    )
    check({})


@pytest.mark.parametrize(
    ("reply", "field"),
    [
        ({"rows": arrays(weights=np.zeros(2))}, "rows"),
        ({"model": arrays(more=np.zeros(2))}, "model"),
        ({"model": arrays(weights=np.zeros((5, 2)))}, "model.weights"),
        ({"model": arrays(weights=np.zeros(4))}, "model.weights"),
        ({"model": arrays(weights=np.zeros((4, 2)), bias=np.zeros(3))}, "model.bias"),
        ({"model": arrays(edges=np.zeros(4))}, "model.edges"),
        ({"model": arrays(bias=np.zeros(2, "complex128"))}, "model.bias"),
        ({"scores": MetricRecord({"age": 63.5})}, "scores"),
        ({"scores": MetricRecord({"loss": [0.1, 0.2]})}, "scores.loss"),
        ({"scores": MetricRecord({"confusion": [1, 2, 3]})}, "scores.confusion"),
        ({"scores": MetricRecord({"confusion": [0] * 16})}, "scores.confusion"),
        ({"names": ConfigRecord({"kinds": ["number"]})}, "names.kinds"),
        ({"names": ConfigRecord({"categories": ["x" * 201]})}, "names.categories"),
        ({"names": ConfigRecord({"categories": [1.5, 2.5]})}, "names.categories"),
        ({"names": ConfigRecord({"title": b"bytes"})}, "names.title"),
        ({"63.5 years": arrays(weights=np.zeros(2))}, "record"),
    ],
)
def test_what_is_not_declared_stays(reply: dict, field: str):
    assert field_of(reply) == field


def test_a_shape_is_what_the_message_brought():
    message = {"model": arrays(weights=np.zeros((3, 2)), bias=np.zeros(2))}

    check({"model": arrays(weights=np.zeros((3, 2)))}, message=message)
    assert field_of({"model": arrays(weights=np.zeros((4, 2)))}, message=message) == "model.weights"


def test_an_undeclared_message_type_gets_no_reply():
    assert field_of({}, kind="evaluate") == "evaluate"


def test_an_arrays_bytes_are_its_numbers_only():
    longer = Array(np.zeros(2))
    longer.data += b"row 7: 63.5"
    pickled = Array(dtype="float64", shape=(2,), stype="numpy.ndarray", data=b"\x80\x04pickle")

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
        if isinstance(symbol, str)
    }
    assert used <= set(manifest["symbols"])


def test_error_parameters_hold_numbers_and_known_names_only():
    assert scrub({"column": "chol", "rows": 2, "value": "63.5 years", "deep": {"x": 1}}, {"chol"}) == {
        "column": "chol",
        "rows": 2,
    }
    assert reason("data.not-numeric", {"column": "胆固醇"}) == 'data.not-numeric|{"column":"胆固醇"}'
    assert is_code("reply.not-declared")
    assert not is_code("no code: at all")

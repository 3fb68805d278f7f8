"""Where the rows lie that a model was trained on: what its file and card say of it, and what they may not."""

import json

import numpy as np
import onnx
import pyarrow as pa
import pytest
from fakes import patients

from engine.algorithm import load_algorithm
from engine.data.party import Party
from engine.data.table import Table, table_of
from engine.pooled import fit, plan_for

PREDICTING = ["logistic-regression", "mlp", "boosted-trees", "random-forest", "additive-model"]


def inputs_of(name: str, tables: list[Table]) -> tuple[list[dict], list[Party]]:
    """What the file says of each input."""
    algorithm = load_algorithm(name)
    plan = plan_for(algorithm, {}, tables)
    protocol = algorithm.protocol(plan)
    parties = [protocol.party(table) for table in tables]
    result = protocol.result(fit(algorithm, plan, parties))
    inputs = json.loads(onnx.load_from_string(result.model).metadata_props[0].value)["inputs"]
    assert inputs == result.card["model"]["inputs"]
    return inputs, parties


def seen_by(name: str, tables: list[Table]) -> tuple[list[dict], list[Party]]:
    """Where the rows of each input lie."""
    inputs, parties = inputs_of(name, tables)
    return [column["seen"] for column in inputs], parties


def hospital(rows: int, seed: int, **changes: list) -> Table:
    columns = patients(rows, seed) | changes
    return table_of(pa.table(columns), ["age", "dose", "ward"], "outcome")


@pytest.mark.parametrize("name", PREDICTING)
def test_a_model_says_where_the_rows_lie_that_it_was_trained_on(name):
    seen, parties = seen_by(name, [hospital(80, 1), hospital(150, 2)])
    training = Party.together(parties).training
    for column, where in zip(training.columns, seen, strict=True):
        if column.kind == "text":
            names = ["annex-1", "annex-2", "north", "south"]
            counts = [int((column.values == name).sum()) for name in names]
            assert where == {"points": [], "counts": [*counts, len(training) - sum(counts)]} or "<5" in where["counts"]
            continue
        values = column.values[~np.isnan(column.values)]
        found = np.bincount(np.searchsorted(where["points"], values, side="left"), minlength=len(where["points"]) + 1)
        assert where["counts"] == found.tolist() and found.min() >= 5
        assert len(where["points"]) > 5
        assert where["low"] < values.min() <= where["points"][0] and where["points"][-1] < values.max() <= where["high"]


def test_nobodys_extreme_value_is_told():
    """One row far out: no cut point lies beyond the others, and no count tells it."""
    ages = patients(80, 1)["age"]
    far = [999.0, *list(ages)[1:]]
    seen, _ = seen_by("logistic-regression", [hospital(80, 1, age=far), hospital(150, 2)])
    assert max(seen[0]["points"]) < 200 and min(seen[0]["counts"]) >= 5
    assert abs(seen[0]["high"] - 999.0) > 10


def test_a_column_that_hardly_anybody_has_tells_nothing():
    seen, _ = seen_by("logistic-regression", [hospital(80, 1, dose=[None] * 77 + [1.0, 2.0, 3.0])])
    assert seen[1]["points"] == [] and seen[1]["counts"] == ["<5"]


def test_categories_of_few_rows_are_hidden():
    ward = ["north"] * 40 + ["south"] * 37 + ["rare"] * 3
    seen, _ = seen_by("logistic-regression", [hospital(80, 1, ward=ward)])
    assert seen[2]["counts"][-1] == "<5" and all(isinstance(count, str) or count >= 5 for count in seen[2]["counts"])


def test_how_few_have_no_value_does_not_follow_from_the_others():
    seen, _ = seen_by("logistic-regression", [hospital(80, 1, dose=[None] * 3 + list(range(77)))])
    assert isinstance(seen[1]["counts"][0], str) and all(count >= 5 for count in seen[1]["counts"][1:])


@pytest.mark.parametrize("name", ["logistic-regression", "boosted-trees"])
@pytest.mark.parametrize("lost", [20, 3, 0])
def test_a_model_says_in_how_many_rows_a_number_is_missing(name, lost):
    dose = [None] * lost + list(range(80 - lost))
    inputs, parties = inputs_of(name, [hospital(80, 1, dose=dose), hospital(150, 2, dose=list(range(150)))])
    missing = int(np.isnan(Party.together(parties).training.columns[1].values).sum())
    assert (missing > 0) == (lost > 0)
    assert [column.get("missing") for column in inputs] == [0, "<5" if 0 < missing < 5 else missing, None]

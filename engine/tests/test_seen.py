"""What a model's file and card report about the distribution of its training rows, and what they must hide."""

import json

import numpy as np
import onnx
import pyarrow as pa
import pytest
from fakes import patients

from engine.algorithm import load_algorithm
from engine.data.party import Party
from engine.data.table import table_of
from engine.pooled import fit, plan_for
from engine.table import Table

PREDICTING = ["logistic-regression", "mlp", "boosted-trees", "random-forest", "additive-model"]
MIXING = ["boosted-trees", "random-forest"]


def inputs_of(name: str, tables: list[Table]) -> tuple[list[dict], list[Party]]:
    """Returns what the model's file reports about each input."""
    algorithm = load_algorithm(name)
    plan = plan_for(algorithm, {}, tables)
    protocol = algorithm.protocol(plan)
    parties = [protocol.party(table) for table in tables]
    result = protocol.result(fit(algorithm, plan, parties))
    inputs = json.loads(onnx.load_from_string(result.model).metadata_props[0].value)["input"]["columns"]
    assert inputs == result.card["model"]["input"]["columns"]
    return inputs, parties


def seen_by(name: str, tables: list[Table]) -> tuple[list[dict], list[Party]]:
    """Returns the distribution of the training rows for each input."""
    inputs, parties = inputs_of(name, tables)
    return [column["seen"] for column in inputs], parties


def hospital(rows: int, seed: int, **changes: list) -> Table:
    columns = patients(rows, seed) | changes
    return table_of(pa.table(columns), ["age", "dose", "ward"], "outcome")


@pytest.mark.parametrize("name", PREDICTING)
def test_a_model_reports_the_distribution_of_its_training_rows(name):
    seen, parties = seen_by(name, [hospital(80, 1), hospital(150, 2)])
    training = Party.together([party.mixed for party in parties] if name in MIXING else parties).training
    for column, where in zip(training.columns, seen, strict=True):
        if column.kind == "text":
            names = ["annex-1", "annex-2", "north", "south"]
            counts = [int((column.values == name).sum()) for name in names]
            assert where == {"points": [], "counts": [*counts, len(training) - sum(counts)]} or "<5" in where["counts"]
            continue
        values = column.values[~np.isnan(column.values)]
        actual = np.bincount(np.searchsorted(where["points"], values, side="left"), minlength=len(where["points"]) + 1)
        assert where["counts"] == actual.tolist() and actual.min() >= 5
        assert len(where["points"]) > 5
        assert where["low"] < values.min() <= where["points"][0] and where["points"][-1] < values.max() <= where["high"]


def test_the_reported_distribution_reveals_no_extreme_value():
    """With one outlier, no cut point is beyond the other rows, and no count reveals the outlier."""
    ages = patients(80, 1)["age"]
    far = [999.0, *list(ages)[1:]]
    seen, _ = seen_by("logistic-regression", [hospital(80, 1, age=far), hospital(150, 2)])
    assert max(seen[0]["points"]) < 200 and min(seen[0]["counts"]) >= 5
    assert abs(seen[0]["high"] - 999.0) > 10


def test_reports_nothing_about_a_column_that_is_nearly_empty():
    seen, _ = seen_by("logistic-regression", [hospital(80, 1, dose=[None] * 77 + [1.0, 2.0, 3.0])])
    assert seen[1]["points"] == [] and seen[1]["counts"] == ["<5"]


def test_hides_categories_that_few_training_rows_have():
    ward = ["north"] * 40 + ["south"] * 37 + ["rare"] * 3
    seen, _ = seen_by("logistic-regression", [hospital(80, 1, ward=ward)])
    assert seen[2]["counts"][-1] == "<5" and all(isinstance(count, str) or count >= 5 for count in seen[2]["counts"])


def test_a_small_number_of_missing_values_cannot_be_derived_from_other_counts():
    seen, _ = seen_by("logistic-regression", [hospital(80, 1, dose=[None] * 3 + list(range(77)))])
    assert isinstance(seen[1]["counts"][0], str) and all(count >= 5 for count in seen[1]["counts"][1:])


@pytest.mark.parametrize("name", ["logistic-regression", "boosted-trees"])
@pytest.mark.parametrize("lost", [20, 3, 0])
def test_reports_the_number_of_training_rows_with_a_missing_value(name, lost):
    dose = [None] * lost + list(range(80 - lost))
    inputs, parties = inputs_of(name, [hospital(80, 1, dose=dose), hospital(150, 2, dose=list(range(150)))])
    missing = int(np.isnan(Party.together(parties).training.columns[1].values).sum())
    assert (missing > 0) == (lost > 0)
    assert [column.get("missing") for column in inputs] == [0, "<5" if 0 < missing < 5 else missing, None]

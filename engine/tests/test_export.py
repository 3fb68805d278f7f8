import json
from functools import partial

import numpy as np
import onnxruntime
import pyarrow as pa
import pytest
from fakes import patients

from engine.algorithm import load_algorithm
from engine.data.table import concatenate, table_of
from engine.pooled import fit, plan_for
from engine.table import Table

NAMES = ["age", "dose", "ward"]


def trained(algorithm_id: str, label: str = "outcome", names: list[str] = NAMES, change=lambda table: table):
    """Returns a function that predicts, the encoding of the columns, all rows, and an onnxruntime session of the
    exported file."""
    algorithm = load_algorithm(algorithm_id)
    tables = [table_of(pa.table(change(patients(40, seed))), names, label) for seed in (1, 2)]
    plan = plan_for(algorithm, {"max_iter": 2}, tables)
    protocol = algorithm.protocol(plan)
    state = fit(algorithm, plan, [protocol.party(table) for table in tables])
    session = onnxruntime.InferenceSession(protocol.result(state).model)
    return partial(protocol.predict, state), protocol.prepared(state), concatenate(tables), session


def feed(session: onnxruntime.InferenceSession, table: Table) -> dict:
    kinds = {"number": np.float64, "text": object}
    return {
        given.name: column.values.astype(kinds[column.kind])[:, None]
        for given, column in zip(session.get_inputs(), table.columns, strict=True)
    }


@pytest.mark.parametrize("algorithm_id", ["logistic-regression", "mlp"])
def test_the_onnx_file_predicts_classes_as_numpy_does(algorithm_id):
    predict, prepared, table, session = trained(algorithm_id)
    label, probabilities = session.run(["label", "probabilities"], feed(session, table))
    expected = predict(table)

    np.testing.assert_allclose(probabilities, expected, atol=1e-9)
    assert label.tolist() == [prepared.target.classes[best] for best in expected.argmax(axis=1)]
    assert probabilities.shape == (80, 2)


@pytest.mark.parametrize("algorithm_id", ["linear-regression", "mlp"])
def test_the_onnx_file_predicts_numbers_as_numpy_does(algorithm_id):
    predict, _, table, session = trained(algorithm_id, "age", ["dose", "ward", "outcome"])
    (prediction,) = session.run(["prediction"], feed(session, table))

    assert prediction.shape == (80, 1)
    np.testing.assert_allclose(prediction, predict(table), rtol=1e-9)


def test_the_onnx_file_handles_missing_numbers_and_unknown_categories():
    predict, _, _, session = trained("logistic-regression")
    ages, doses = [None, 40.0, 60.0, 1e9, 50.0], [2000.0, None, 2000, 1990, 2001]
    wards = ["north", "never seen", None, "南", ""]
    columns = {"age": ages, "dose": doses, "ward": wards, "outcome": ["sick"] * 5}
    odd = table_of(pa.table(columns), NAMES, "outcome")
    (probabilities,) = session.run(["probabilities"], feed(session, odd))
    np.testing.assert_allclose(probabilities, predict(odd), atol=1e-9)


def test_the_onnx_file_returns_whole_number_classes_as_whole_numbers():
    *_, table, session = trained(
        "logistic-regression",
        change=lambda rows: {**rows, "outcome": [(name == "sick") * 7 for name in rows["outcome"]]},
    )
    (label,) = session.run(["label"], feed(session, table))
    assert label.dtype == np.int64 and set(label.tolist()) <= {0, 7}


def test_columns_without_information_do_not_change_the_prediction():
    """A column has no information if it is constant in training, empty everywhere, or without a repeated category. The
    model ignores its values."""
    names = [*NAMES, "constant", "empty", "rare"]
    more = {"constant": [5.0] * 40, "empty": [None] * 40, "rare": [f"r{number}" for number in range(40)]}
    _, prepared, table, session = trained("mlp", names=names, change=lambda rows: {**rows, **more})
    given = feed(session, table)
    (before,) = session.run(["probabilities"], given)
    given |= {
        "c3": np.full((80, 1), 1e6, np.float64),
        "c4": np.ones((80, 1), np.float64),
        "c5": np.full((80, 1), "r1", object),
    }

    np.testing.assert_array_equal(session.run(["probabilities"], given)[0], before)
    assert prepared.encoding.columns[5].categories == ()


def test_the_onnx_file_describes_its_inputs_and_outputs():
    _, prepared, _, session = trained("logistic-regression")
    model = json.loads(session.get_modelmeta().custom_metadata_map["tessera"])
    for column in model["input"]["columns"]:
        assert {"points", "counts"} <= set(column.pop("seen"))
        assert ("missing" in column) == (column["kind"] == "number")
        column.pop("missing", None)

    example = pytest.approx(prepared.encoding.columns[0].mean, rel=1e-5)
    assert model["input"]["columns"][0] == {"name": "c0", "column": "age", "kind": "number", "example": example}
    assert model["input"]["columns"][2] == {
        "name": "c2",
        "column": "ward",
        "kind": "category",
        "categories": ["annex-1", "annex-2", "north", "south"],
        "rest": {"other": 2, "missing": 4},
    }
    assert model["output"] == {"kind": "classes", "label": "outcome", "classes": ["sick", "well"]}
    inputs = [(given.name, given.type, given.shape) for given in session.get_inputs()]
    assert inputs == [
        (name, f"tensor({kind})", ["N", 1]) for name, kind in (("c0", "double"), ("c1", "double"), ("c2", "string"))
    ]


WARDS = ["north"] * 20 + ["south"] * 10
MOON, LACKING = [*["moon", "mars"] * 4, "venus", "venus"], [None] * 10
REST = {
    "both": (MOON[:5] + LACKING[:5], 2, 3),
    "missing": (LACKING, 0, 2),
    "other": (MOON, 2, 0),
    "neither": (["north"] * 10, 0, 0),
}


@pytest.mark.parametrize("had", REST)
@pytest.mark.parametrize("name", ["logistic-regression", "mlp", "boosted-trees", "additive-model"])
def test_encodes_other_texts_and_missing_values_separately_or_as_the_most_common_category_if_never_trained(name, had):
    """Tests this in Python and in the ONNX file."""
    values, other, missing = REST[had]
    sick = [(place * 7) % 10 < (3 if ward == "north" else 8) for place, ward in enumerate(WARDS + values)]
    wards = {"ward": WARDS + values, "outcome": np.where(sick, "sick", "well").tolist()}
    predict, prepared, _, session = trained(name, change=lambda rows: rows | wards)
    ward = prepared.encoding.columns[2]
    assert (ward.categories, ward.other, ward.missing) == (("north", "south"), other, missing)
    values = ["north", "south", "never seen", None, ""]
    columns = {"age": [50.0] * 5, "dose": [2000.0] * 5, "ward": values, "outcome": ["sick"] * 5}
    odd = table_of(pa.table(columns), NAMES, "outcome")
    (actual,) = session.run(["probabilities"], feed(session, odd))
    np.testing.assert_allclose(actual, predict(odd), atol=1e-9)
    np.testing.assert_array_equal(actual[3], actual[4])
    for place, code in ((2, other), (3, missing)):
        if code == 0:
            np.testing.assert_array_equal(actual[place], actual[0])
    if name in ("logistic-regression", "mlp"):
        assert len({tuple(row) for row in actual.tolist()}) == 2 + len({other, missing} - {0})
    inputs = json.loads(session.get_modelmeta().custom_metadata_map["tessera"])["input"]["columns"]
    assert inputs[2]["rest"] == {"other": other, "missing": missing}

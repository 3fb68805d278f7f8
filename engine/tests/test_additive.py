"""Compares federated additive models with fits on pooled rows."""

import numpy as np
import onnxruntime
import pyarrow as pa
import pytest
from fakes import patients
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics import roc_auc_score
from test_histograms import real, uneven

from engine.algorithm import load_algorithm
from engine.data.party import Party
from engine.data.table import table_of
from engine.pooled import plan_for
from engine.protocols.additive import MAX_BINS, MIN_BINS, bins_for
from engine.protocols.loop import run_here
from engine.protocols.newton import MAX_COEFFICIENTS

GAM = load_algorithm("additive-model")


def whole(parties: list[Party]) -> list[Party]:
    """Returns the same parties with all rows as training rows."""
    return [Party.whole(party.everything) for party in parties]


def fitted(parties: list[Party], plan: dict):
    protocol = GAM.protocol(plan).without_comparison()
    state = run_here(protocol, parties, protocol.begin(len(parties), "0"))
    return protocol, state, protocol.result(state)


def design(protocol, state, parties: list[Party]) -> tuple[np.ndarray, np.ndarray]:
    """Returns the inputs and targets for an independent fit: the group means that parties sum instead of rows."""
    prepared = protocol.prepared(state)
    rows = [protocol.inner._rows(prepared, party) for party in parties]
    return np.vstack([each.inputs for each in rows]), np.vstack([each.targets for each in rows])


@pytest.mark.parametrize("name", ["tumours", "digits"])
@pytest.mark.spec("screens.model-interpretation")
def test_an_additive_model_of_two_classes_equals_the_penalised_fit_on_pooled_rows(name):
    table = real(name)
    parts, unseen = uneven(table, 1)
    plan = plan_for(GAM, {}, [table])
    protocol, state, _ = fitted(whole(parts), plan)
    assert state.facts["settled"] and state.facts["round"] <= 32
    steps, targets = design(protocol, state, whole(parts))
    reference = LogisticRegression(C=0.1, tol=1e-12, max_iter=10_000, solver="newton-cholesky")
    reference.fit(steps, targets[:, 1])
    actual = state.kept["accepted"]
    np.testing.assert_allclose(actual, [*reference.intercept_, *reference.coef_[0]], atol=1e-6)
    assert roc_auc_score(unseen.label.values == "k1", protocol.predict(state, unseen)[:, 1]) > 0.97


def test_an_additive_model_of_a_number_equals_the_penalised_fit_of_all_rows_in_one_place():
    table = real("diabetes")
    parts, _ = uneven(table, 3)
    protocol, state, result = fitted(whole(parts), plan_for(GAM, {}, [table]))
    steps, targets = design(protocol, state, whole(parts))
    reference = Ridge(alpha=10.0, tol=1e-12, solver="cholesky").fit(steps, targets[:, 0])
    np.testing.assert_allclose(state.kept["accepted"], [reference.intercept_, *reference.coef_], atol=1e-8)
    assert len(result.card["curves"]) == len(table.columns)


def test_predicts_a_number_from_group_means_about_as_well_as_trees_on_all_rows():
    table, results = real("diabetes"), []
    for seed in range(6):
        parts, unseen = uneven(table, seed)
        inputs = Party.together(parts).everything
        trees = HistGradientBoostingRegressor().fit(inputs.numbers(), inputs.label.values)
        protocol, state, _ = fitted(whole(parts), plan_for(GAM, {}, [table]))
        score = protocol.metrics(state, protocol.scores(state, unseen))["r2"]
        results.append((score, trees.score(unseen.numbers(), unseen.label.values)))
    own, other = np.mean(results, axis=0)
    assert own >= other - 0.03


@pytest.mark.spec("screens.model-interpretation")
def test_confidence_bands_are_those_of_the_penalised_likelihood():
    """The expected bands are computed by hand from the inverse of hessian plus penalty, for effects whose mean over the
    rows is 0."""
    table = real("tumours")
    protocol, state, result = fitted(whole(uneven(table, 1)[0]), plan_for(GAM, {}, [table]))
    steps, _ = design(protocol, state, whole(uneven(table, 1)[0]))
    inputs = np.column_stack([np.ones(len(steps)), steps])
    probabilities = 1 / (1 + np.exp(-inputs @ state.kept["accepted"]))
    penalty = np.diag([0.0, *[10.0] * steps.shape[1]])
    covariance = np.linalg.inv((inputs * (probabilities * (1 - probabilities))[:, None]).T @ inputs + penalty)
    curve, width = result.card["curves"][0], len(result.card["curves"][0]["points"])
    to_effects = np.tri(width + 1, width, -1) - steps[:, :width].mean(axis=0)
    errors = np.sqrt(np.diag(to_effects @ covariance[1 : width + 1, 1 : width + 1] @ to_effects.T))
    np.testing.assert_allclose(np.subtract(curve["high"], curve["effects"]), 1.959964 * errors, rtol=1e-6)
    np.testing.assert_allclose(np.subtract(curve["effects"], curve["low"]), 1.959964 * errors, rtol=1e-6)


@pytest.mark.parametrize("label", ["outcome", "grade", "age"])
def test_the_curves_of_all_columns_add_up_to_the_prediction_of_the_onnx_file(label):
    rows = patients(300, 4) | {"grade": np.random.default_rng(2).integers(0, 3, 300).tolist()}
    table = table_of(pa.table(rows), [name for name in ("age", "dose", "ward") if name != label], label)
    protocol, state, result = fitted([Party.whole(table)], plan_for(GAM, {}, [table]))
    prepared, curves = protocol.prepared(state), result.card["curves"]
    outputs = protocol.inner.outputs(state, prepared, table)
    names = prepared.target.classes[1:] if label != "age" else [None]
    assert [(curve["column"], curve["class"]) for curve in curves] == [
        (column.name, name) for name in names for column in table.columns
    ]
    for place, name in enumerate(names):
        added = np.zeros(len(table))
        for curve in (curve for curve in curves if curve["class"] == name):
            column = next(column for column in table.columns if column.name == curve["column"])
            effects = np.array(curve["effects"])
            if column.kind == "text":
                own = effects[[prepared.encoding.columns[-1].codes(column)]][0]
            else:
                mean = next(one.mean for one in prepared.encoding.columns if one.name == column.name)
                filled = np.where(np.isnan(column.values), mean, column.values)
                own = effects[np.searchsorted(curve["points"], filled, side="left")]
            assert abs(own.mean()) < 1e-6 * np.abs(own).max()
            added += own
        actual = outputs[:, place + (label != "age")] * (prepared.target.deviation if label == "age" else 1.0)
        np.testing.assert_allclose(np.ptp(actual - added), 0, atol=1e-9)

    session = onnxruntime.InferenceSession(result.model)
    feed = {f"c{place}": column.values[:, None] for place, column in enumerate(table.columns)}
    output = "prediction" if label == "age" else "probabilities"
    np.testing.assert_allclose(session.run([output], feed)[0], protocol.predict(state, table), rtol=1e-10, atol=1e-12)


def test_a_column_has_fewer_bins_if_there_are_more_columns_or_classes():
    def plan(columns: int, classes: int) -> dict:
        target = {"kind": "classes", "column": "y", "classes": [str(one) for one in range(classes)], "integral": False}
        names = [{"name": f"x{place}", "kind": "number"} for place in range(columns)]
        return {"data": {"kind": "table", "columns": names}, "target": target}

    assert bins_for(plan(5, 2)) == MAX_BINS and bins_for(plan(400, 2)) == MIN_BINS
    for columns, classes in ((30, 3), (64, 2), (20, 6)):
        coefficients = (classes - 1) * (1 + columns * (bins_for(plan(columns, classes)) - 1))
        assert MIN_BINS < bins_for(plan(columns, classes)) < MAX_BINS and coefficients <= MAX_COEFFICIENTS


def test_reports_a_constant_column_without_effect_on_the_prediction():
    rows = patients(120, 1) | {"constant": [5.0] * 120}
    table = table_of(pa.table(rows), ["age", "constant"], "outcome")
    _, _, result = fitted([Party.whole(table)], plan_for(GAM, {}, [table]))
    assert result.card["additive"]["constant"] == ["constant"]
    assert result.card["curves"][1] | {"low": 0, "high": 0} == {
        "column": "constant", "class": "well", "points": [], "effects": [0.0], "low": 0, "high": 0,
    }  # fmt: skip

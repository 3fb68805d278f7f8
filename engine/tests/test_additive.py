"""Additive models over parties against the same fit of all rows in one place."""

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
from engine.data.table import Table, table_of
from engine.pooled import plan_for
from engine.protocols.additive import LEAST_BINS, MOST_BINS, bins_for
from engine.protocols.loop import run_here
from engine.protocols.newton import MOST_COEFFICIENTS

GAM = load_algorithm("additive-model")


def whole(parties: list[Party]) -> list[Party]:
    """The same parties' rows, none of them held aside."""
    return [Party.whole(party.everything) for party in parties]


def fitted(parties: list[Party], plan: dict):
    protocol = GAM.protocol(plan).without_comparison()
    state = run_here(protocol, parties, protocol.begin(len(parties), "0"))
    return protocol, state, protocol.result(state)


def design(protocol, state, table: Table) -> tuple[np.ndarray, np.ndarray]:
    """What an independent fit is given."""
    prepared = protocol.prepared(state)
    steps = protocol.inner.encoding(prepared).encode(table)
    return steps, prepared.target.encode(table.label)


@pytest.mark.parametrize("name", ["tumours", "digits"])
def test_two_classes_are_the_penalised_fit_of_all_rows_in_one_place(name):
    table = real(name)
    parts, unseen = uneven(table, 1)
    plan = plan_for(GAM, {}, [table])
    protocol, state, _ = fitted(whole(parts), plan)
    together = fitted(whole([Party.together(parts)]), plan)[1]
    assert 0 not in state.facts["open"] and state.facts["round"] <= 12
    np.testing.assert_allclose(state.kept["accepted"][0], together.kept["accepted"][0], atol=1e-9)

    steps, targets = design(protocol, state, Party.together(whole(parts)).everything)
    reference = LogisticRegression(C=0.1, tol=1e-12, max_iter=10_000, solver="newton-cholesky")
    reference.fit(steps, targets[:, 1])
    found = state.kept["accepted"][0]
    np.testing.assert_allclose(found, [*reference.intercept_, *reference.coef_[0]], atol=1e-6)
    assert roc_auc_score(unseen.label.values == "k1", protocol.predict(state, unseen)[:, 1]) > 0.97


def test_a_number_is_the_penalised_fit_of_all_rows_in_one_place():
    table = real("diabetes")
    parts, unseen = uneven(table, 3)
    protocol, state, result = fitted(whole(parts), plan_for(GAM, {}, [table]))
    steps, targets = design(protocol, state, Party.together(whole(parts)).everything)
    reference = Ridge(alpha=10.0, tol=1e-12, solver="cholesky").fit(steps, targets[:, 0])
    np.testing.assert_allclose(state.kept["accepted"][0], [reference.intercept_, *reference.coef_], atol=1e-8)
    inputs = Party.together(parts).everything
    trees = HistGradientBoostingRegressor().fit(inputs.numbers(), inputs.label.values)
    score = protocol.metrics(state, protocol.scores(state, unseen))["r2"]
    assert score >= trees.score(unseen.numbers(), unseen.label.values) - 0.03
    assert len(result.card["curves"]) == len(table.columns)


def test_bands_are_those_of_the_penalised_likelihood():
    """By hand: the inverse of curvature and penalty, of effects whose mean over the rows is 0."""
    table = real("tumours")
    protocol, state, result = fitted(whole(uneven(table, 1)[0]), plan_for(GAM, {}, [table]))
    steps, _ = design(protocol, state, Party.together(whole(uneven(table, 1)[0])).everything)
    inputs = np.column_stack([np.ones(len(steps)), steps])
    chances = 1 / (1 + np.exp(-inputs @ state.kept["accepted"][0]))
    penalty = np.diag([0.0, *[10.0] * steps.shape[1]])
    covariance = np.linalg.inv((inputs * (chances * (1 - chances))[:, None]).T @ inputs + penalty)
    curve, width = result.card["curves"][0], len(result.card["curves"][0]["points"])
    to_effects = np.tri(width + 1, width, -1) - steps[:, :width].mean(axis=0)
    errors = np.sqrt(np.diag(to_effects @ covariance[1 : width + 1, 1 : width + 1] @ to_effects.T))
    np.testing.assert_allclose(np.subtract(curve["high"], curve["effects"]), 1.959964 * errors, rtol=1e-6)
    np.testing.assert_allclose(np.subtract(curve["effects"], curve["low"]), 1.959964 * errors, rtol=1e-6)


@pytest.mark.parametrize("label", ["outcome", "grade", "age"])
def test_curves_add_up_to_the_answer_and_the_file_gives_it(label):
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
        found = outputs[:, place + (label != "age")] * (prepared.target.deviation if label == "age" else 1.0)
        np.testing.assert_allclose(np.ptp(found - added), 0, atol=1e-9)

    session = onnxruntime.InferenceSession(result.model)
    feed = {f"c{place}": column.values[:, None] for place, column in enumerate(table.columns)}
    output = "prediction" if label == "age" else "probabilities"
    np.testing.assert_allclose(session.run([output], feed)[0], protocol.predict(state, table), rtol=1e-10, atol=1e-12)


def test_more_columns_or_classes_have_fewer_bins():
    def plan(columns: int, classes: int) -> dict:
        target = {"kind": "classes", "column": "y", "classes": [str(one) for one in range(classes)], "integral": False}
        names = [{"name": f"x{place}", "kind": "number"} for place in range(columns)]
        return {"data": {"kind": "table", "columns": names}, "target": target}

    assert bins_for(plan(5, 2)) == MOST_BINS and bins_for(plan(400, 2)) == LEAST_BINS
    for columns, classes in ((30, 3), (64, 2), (20, 6)):
        coefficients = (classes - 1) * (1 + columns * (bins_for(plan(columns, classes)) - 1))
        assert LEAST_BINS < bins_for(plan(columns, classes)) < MOST_BINS and coefficients <= MOST_COEFFICIENTS


def test_a_column_that_never_varies_is_named_and_adds_nothing():
    rows = patients(120, 1) | {"constant": [5.0] * 120}
    table = table_of(pa.table(rows), ["age", "constant"], "outcome")
    _, _, result = fitted([Party.whole(table)], plan_for(GAM, {}, [table]))
    assert result.card["additive"]["constant"] == ["constant"]
    assert result.card["curves"][1] | {"low": 0, "high": 0} == {
        "column": "constant", "class": "well", "points": [], "effects": [0.0], "low": 0, "high": 0,
    }  # fmt: skip

"""Federated fits compared with pooled fits, on real data, and with fits computed by hand."""

from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest
from fakes import patients
from sklearn.datasets import load_breast_cancer, load_diabetes

from engine.algorithm import load_algorithm
from engine.data.party import Party
from engine.data.table import table_of
from engine.demo_data import hospital_rows
from engine.pooled import compare, fit, plan_for, score_on
from engine.protocols.newton import RIDGE
from engine.table import Table

HOSPITALS = ("clinic", "county", "university")


@pytest.fixture(scope="module")
def tumours() -> Table:
    data = load_breast_cancer()
    columns = {str(name): data.data[:, position] for position, name in enumerate(data.feature_names)}
    columns["diagnosis"] = data.target_names[data.target].tolist()
    return table_of(pa.table(columns), [name for name in columns if name != "diagnosis"], "diagnosis")


@pytest.fixture(scope="module")
def hospitals(tumours) -> dict[str, Table]:
    return {place: tumours.take(rows) for place, rows in hospital_rows().items()}


def demo_plan(algorithm, hospitals, **parameters):
    return plan_for(algorithm, parameters, [hospitals[place] for place in HOSPITALS])


def test_the_demo_divides_its_rows_among_hospitals_as_documented(hospitals):
    sizes = {place: len(table) for place, table in hospitals.items()}
    rows = np.concatenate(list(hospital_rows().values()))

    assert sizes == {"clinic": 36, "county": 100, "university": 318, "holdout": 115}
    assert sorted(rows) == list(range(569))  # each tumour is either in one hospital or in the hold-out table
    # Each hospital has at least five rows of each class, so that it can name both classes.
    for table in hospitals.values():
        counts = np.unique(table.label.values, return_counts=True)[1]
        assert len(counts) == 2 and counts.min() >= 5


@pytest.mark.parametrize("algorithm_id", ["logistic-regression", "mlp"])
def test_the_federated_fit_on_real_hospitals_scores_nearly_as_well_as_the_pooled_fit(hospitals, algorithm_id):
    algorithm = load_algorithm(algorithm_id)
    plan = demo_plan(algorithm, hospitals)
    parties = [algorithm.protocol(plan).party(hospitals[place]) for place in HOSPITALS]
    together = score_on(algorithm, plan, fit(algorithm, plan, parties), hospitals["holdout"])
    pooled = score_on(algorithm, plan, fit(algorithm, plan, [Party.together(parties)]), hospitals["holdout"])

    assert plan["maxRounds"] == (40 if algorithm_id == "logistic-regression" else 20)
    assert together["accuracy"] >= 0.96
    assert abs(together["accuracy"] - pooled["accuracy"]) <= 0.015
    assert abs(together["loss"] - pooled["loss"]) <= 0.03


def demo_regression(tables) -> dict:
    """Returns the regression of the demo's algorithm on these hospitals' rows, as the card describes it."""
    algorithm = load_algorithm("logistic-regression")
    plan = plan_for(algorithm, {"max_iter": 60}, tables)
    protocol = algorithm.protocol(plan)
    return protocol.result(fit(algorithm, plan, [protocol.party(table) for table in tables])).card["regression"]


def test_the_demo_reports_that_all_thirty_columns_separate_the_classes_and_applies_a_ridge(hospitals):
    regression = demo_regression([hospitals[place] for place in HOSPITALS])

    assert (regression["rows"], len(regression["coefficients"])) == (454, 31)
    assert regression["separated"] and regression["ridge"] == RIDGE and regression["converged"]
    assert all("low" not in line for line in regression["coefficients"])


def test_the_demo_reports_an_interval_of_each_coefficient_on_its_ten_mean_columns(tumours):
    rows = hospital_rows()
    means = replace(tumours, columns=tuple(column for column in tumours.columns if column.name.startswith("mean ")))
    regression = demo_regression([means.take(rows[place]) for place in HOSPITALS])

    assert (regression["separated"], regression["ridge"], regression["converged"]) == ([], 0, True)
    coefficients = regression["coefficients"]
    assert len(coefficients) == 11
    assert all(line["low"] < line["estimate"] < line["high"] for line in coefficients)


def test_the_smallest_hospital_gets_better_scores_with_the_federation_than_alone(hospitals):
    algorithm = load_algorithm("logistic-regression")
    plan = demo_plan(algorithm, hospitals)
    train = {place: hospitals[place] for place in HOSPITALS}
    actual = compare(algorithm, plan, train, hospitals["holdout"])

    alone = next(one["metrics"] for one in actual["alone"] if one["file"] == "clinic")
    assert actual["pooled"]["accuracy"] >= alone["accuracy"] + 0.02


@pytest.mark.parametrize("algorithm_id", ["logistic-regression", "linear-regression"])
def test_an_averaged_wide_linear_model_scores_nearly_as_well_as_the_pooled_one(algorithm_id, monkeypatch):
    monkeypatch.setattr("engine.protocols.linear_model.MAX_COLUMNS", 5)
    data = load_diabetes(scaled=False)
    columns = {f"x{position}": data.data[:, position] for position in range(10)}
    label = data.target if algorithm_id == "linear-regression" else np.where(data.target > 140, "ill", "well")
    table = table_of(pa.table({**columns, "y": label}), list(columns), "y")
    by_age = np.argsort(data.data[:, 0], kind="stable")  # use parties whose patients differ
    train, test = by_age[np.arange(442) % 5 > 0], by_age[::5]
    algorithm = load_algorithm(algorithm_id)
    plan = plan_for(algorithm, {"l2": 0.001}, [table])
    protocol = algorithm.protocol(plan)
    assert protocol.inner.has_validation_split
    parties = [protocol.party(table.take(rows)) for rows in (train[:30], train[30:110], train[110:])]

    scores = [
        score_on(algorithm, plan, fit(algorithm, plan, who), table.take(test))
        for who in (parties, [Party.together(parties)])
    ]
    assert abs(scores[0]["loss"] - scores[1]["loss"]) <= 0.03


@pytest.mark.parametrize("label_kind", ["classes", "number"])
def test_mlp_gradients_equal_finite_differences_of_the_loss(label_kind):
    task = load_algorithm("mlp").compose.__globals__
    rng = np.random.default_rng(3)
    inputs, targets = rng.normal(size=(7, 4)), np.eye(3)[rng.integers(0, 3, 7)]
    model = task["initial"](4, 3, {"hidden_units": 5}, rng)

    def loss(current):
        raw = np.maximum(inputs @ current["hidden-weights"] + current["hidden-bias"], 0) @ current["output-weights"]
        raw = raw + current["output-bias"]
        fit = (
            -(targets * np.log(task["softmax"](raw))).sum()
            if label_kind == "classes"
            else ((raw - targets) ** 2).sum() / 2
        )
        return fit / 7 + 0.05 * sum((current[name] ** 2).sum() for name in ("hidden-weights", "output-weights"))

    gradients = task["gradients"](model, inputs, targets, label_kind, 0.1)
    for name, values in model.items():
        for place in np.ndindex(values.shape):
            up, down = [
                {**model, name: values + sign * 1e-6 * (place == np.indices(values.shape).T).all(-1).T}
                for sign in (1, -1)
            ]
            assert gradients[name][place] == pytest.approx((loss(up) - loss(down)) / 2e-6, abs=1e-6)


def test_random_draws_of_the_mlp_depend_only_on_seed_and_round():
    algorithm = load_algorithm("mlp")
    table = table_of(pa.table(patients(40, 1)), ["age", "dose", "ward"], "outcome")
    plan = plan_for(algorithm, {"max_iter": 1}, [table])
    party = algorithm.protocol(plan).party(table)
    first, again, other = [
        fit(algorithm, plan, [party], seed=seed).arrays["hidden-weights"] for seed in ("a", "a", "b")
    ]

    np.testing.assert_array_equal(first, again)
    assert not np.array_equal(first, other)


@pytest.mark.parametrize("learning_rate", [0.0001, 1])
@pytest.mark.spec("validation.learning-rate-slider")
def test_every_selectable_learning_rate_gives_a_usable_model(hospitals, learning_rate):
    algorithm = load_algorithm("mlp")
    plan = demo_plan(algorithm, hospitals, learning_rate=learning_rate)
    parties = [algorithm.protocol(plan).party(hospitals[place]) for place in HOSPITALS]
    assert score_on(algorithm, plan, fit(algorithm, plan, parties), hospitals["holdout"])["accuracy"] > 0.6


def test_a_run_of_the_demo_takes_at_most_forty_messages(hospitals):
    """The messages are one for the columns, one for each round, one for the final curvature and one for the final
    scores."""
    algorithm = load_algorithm("logistic-regression")
    tables = [hospitals[place] for place in HOSPITALS]
    plan = plan_for(algorithm, {"max_iter": 60}, tables)
    protocol = algorithm.protocol(plan)
    state = fit(algorithm, plan, [protocol.party(table) for table in tables], compares=False)

    assert protocol.result(state).card["regression"]["separated"]
    assert int(state.facts["round"]) + 3 <= 40

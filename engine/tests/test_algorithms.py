"""Federated fits against pooled ones, on real data and by hand."""

import numpy as np
import pyarrow as pa
import pytest
from fakes import patients
from sklearn.datasets import load_breast_cancer, load_diabetes
from sklearn.linear_model import LogisticRegression, Ridge

from engine.algorithm import load_algorithm, random_for
from engine.datasets import Table, concatenate, table_of
from engine.demo_data import hospital_rows
from engine.party import Party, federate
from engine.pooled import plan_for, score_on

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


def in_one_place(parties: list[Party]) -> Party:
    """Their training rows together, and their validation rows together."""
    training, validation = [
        concatenate([getattr(party, part) for party in parties]) for part in ("training", "validation")
    ]
    return Party(parties[0].algorithm, parties[0].plan, training, validation)


def demo_plan(algorithm, hospitals, **parameters):
    return plan_for(algorithm, parameters, [column.name for column in hospitals["clinic"].columns], "diagnosis")


def test_the_demo_shares_rows_as_it_says(hospitals):
    sizes = {place: len(table) for place, table in hospitals.items()}
    rows = np.concatenate(list(hospital_rows().values()))

    assert sizes == {"clinic": 36, "county": 100, "university": 318, "holdout": 115}
    assert sorted(rows) == list(range(569))  # each tumour in one place only
    assert all(len(set(table.label.values)) == 2 for table in hospitals.values())


@pytest.mark.parametrize("algorithm_id", ["logistic-regression", "mlp"])
def test_the_federation_comes_near_the_pooled_fit_on_real_hospitals(hospitals, algorithm_id):
    algorithm = load_algorithm(algorithm_id)
    plan = demo_plan(algorithm, hospitals)
    parties = [Party.of(algorithm, plan, hospitals[place]) for place in HOSPITALS]
    together = score_on(algorithm, *federate(parties), hospitals["holdout"])
    pooled = score_on(algorithm, *federate([in_one_place(parties)]), hospitals["holdout"])

    assert plan["maxRounds"] == 20
    assert together["accuracy"] >= 0.96
    assert abs(together["accuracy"] - pooled["accuracy"]) <= 0.015
    assert abs(together["loss"] - pooled["loss"]) <= 0.03


def test_over_twenty_splits_the_federation_predicts_what_the_pooled_fit_does(tumours):
    """Three parties of 36, 100 and 318 rows and 115 rows that nobody has, drawn anew 20 times."""
    algorithm = load_algorithm("logistic-regression")
    plan = plan_for(algorithm, {}, [column.name for column in tumours.columns], "diagnosis")
    apart, losses = [], []
    for seed in range(20):
        *parts, unseen = np.split(np.random.default_rng(seed).permutation(len(tumours)), [36, 136, 454])
        parties = [Party.of(algorithm, plan, tumours.take(rows)) for rows in parts]
        test = tumours.take(unseen)
        fits = [federate(parties), federate([in_one_place(parties)])]
        together, pooled = [algorithm.predict(model, fit.label, fit.encode(test)) for model, fit in fits]
        apart.append(np.abs(together - pooled).mean())
        losses.append([score_on(algorithm, *fit, test)["loss"] for fit in fits])

    assert max(apart) <= 0.01
    together, pooled = np.mean(losses, axis=0)
    assert together == pytest.approx(pooled, rel=0.02)


def test_the_smallest_hospital_gains_by_joining(hospitals):
    algorithm = load_algorithm("logistic-regression")
    parties = [Party.of(algorithm, demo_plan(algorithm, hospitals), hospitals[place]) for place in HOSPITALS]
    together, encoding = federate(parties)
    alone = score_on(algorithm, *parties[0].train_alone(encoding.label, 0), hospitals["holdout"])

    assert score_on(algorithm, together, encoding, hospitals["holdout"])["accuracy"] >= alone["accuracy"] + 0.02


def test_logistic_regression_reaches_scikit_learns_optimum_when_given_time(hospitals):
    algorithm = load_algorithm("logistic-regression")
    party = Party.of(
        algorithm, demo_plan(algorithm, hospitals, max_iter=100, local_epochs=50, l2=0.02), hospitals["county"]
    )
    model, encoding = fitted(party)
    inputs, classes = encoding.encode(party.training), encoding.label.encode(party.training.label).argmax(axis=1)

    # Two opposite softmax columns of half the weight each have half the penalty of scikit-learn's one column.
    reference = LogisticRegression(C=2 / (len(classes) * 0.02), tol=1e-10, max_iter=10_000).fit(inputs, classes)
    np.testing.assert_allclose(model["weights"][:, 1] - model["weights"][:, 0], reference.coef_[0], atol=1e-3)


def test_linear_regression_reaches_ridge_and_federated_comes_near_it():
    data = load_diabetes(scaled=False)
    columns = {f"x{position}": data.data[:, position] for position in range(10)}
    table = table_of(pa.table({**columns, "y": data.target}), list(columns), "y")
    algorithm = load_algorithm("linear-regression")
    by_age = np.argsort(data.data[:, 0], kind="stable")  # parties with different patients
    train, test = by_age[np.arange(442) % 5 > 0], by_age[::5]
    tables = [table.take(train[:30]), table.take(train[30:110]), table.take(train[110:])]
    plan = plan_for(algorithm, {}, list(columns), "y")
    parties = [Party.of(algorithm, plan, part) for part in tables]
    pooled = in_one_place(parties)

    together = score_on(algorithm, *federate(parties), table.take(test))
    assert abs(together["r2"] - score_on(algorithm, *federate([pooled]), table.take(test))["r2"]) <= 0.02

    slow = Party(
        algorithm, {**plan, "parameters": {"local_epochs": 50}, "maxRounds": 60}, pooled.training, pooled.validation
    )
    model, encoding = fitted(slow)
    inputs, targets = encoding.encode(slow.training), encoding.label.encode(slow.training.label)
    reference = Ridge(alpha=0.001 * len(inputs)).fit(inputs, targets[:, 0])
    np.testing.assert_allclose(model["weights"][:, 0], reference.coef_, atol=2e-3)


def fitted(party: Party):
    """The last model, not the best scored: to compare with an optimum."""
    _, encoding = federate([Party(party.algorithm, {**party.plan, "maxRounds": 1}, party.training, party.validation)])
    model = party.algorithm.initial(encoding.features, encoding.label.outputs, party.parameters, random_for(0))
    learner = party.learner(encoding)
    for round_ in range(party.plan["maxRounds"]):
        model = learner.train(model, round_, 0)
    return model, encoding


@pytest.mark.parametrize("label_kind", ["classes", "number"])
def test_mlp_gradients_are_those_of_the_loss(label_kind):
    task = load_algorithm("mlp").initial.__globals__
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

    slopes = task["gradients"](model, inputs, targets, label_kind, 0.1)
    for name, values in model.items():
        for place in np.ndindex(values.shape):
            up, down = [
                {**model, name: values + sign * 1e-6 * (place == np.indices(values.shape).T).all(-1).T}
                for sign in (1, -1)
            ]
            assert slopes[name][place] == pytest.approx((loss(up) - loss(down)) / 2e-6, abs=1e-6)


def test_mlp_draws_depend_on_run_and_round_only():
    algorithm = load_algorithm("mlp")
    table = table_of(pa.table(patients(40, 1)), ["age", "dose", "ward"], "outcome")
    party = Party.of(algorithm, plan_for(algorithm, {"max_iter": 1}, ["age", "dose", "ward"], "outcome"), table)
    first, again, other = [federate([party], seed=seed)[0]["hidden-weights"] for seed in ("a", "a", "b")]

    np.testing.assert_array_equal(first, again)
    assert not np.array_equal(first, other)


@pytest.mark.parametrize("learning_rate", [0.0001, 1])
def test_every_place_of_the_slider_ends_in_a_usable_model(hospitals, learning_rate):
    algorithm = load_algorithm("logistic-regression")
    plan = demo_plan(algorithm, hospitals, learning_rate=learning_rate)
    parties = [Party.of(algorithm, plan, hospitals[place]) for place in HOSPITALS]
    assert score_on(algorithm, *federate(parties), hospitals["holdout"])["accuracy"] > 0.9

"""A local job of every algorithm against the same fit outside, of the rows that it had."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnxruntime
import pandas
import pytest
from fakes import SEED, World
from followed import EVENT, TIME, features, made_up
from sklearn.cluster import KMeans
from sklearn.datasets import load_wine
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.linear_model import Ridge
from sklearn.neural_network import MLPClassifier
from sklearn.tree import DecisionTreeRegressor
from statsmodels.duration.hazard_regression import PHReg
from test_counts import CASES as COUNTS
from test_counts import pooled_negative_binomial, pooled_poisson
from test_cox import design, said
from test_curves import check_curve, groups_of, on_common_times
from test_describing import TABLES
from test_newton import CASES, column_of, pooled

from engine.algorithm import FOLDERS
from engine.data.party import Party
from engine.data.table import Table
from engine.protocols.loop import run_here
from engine.protocols.random import random_for
from engine.run.driver import run_federation

WINE = load_wine()
ROWS = 400


@dataclass(frozen=True)
class Job:
    """One that has ended, and what its edge kept."""

    world: World
    card: dict
    file: Path

    @property
    def rows(self) -> Table:
        return self.world.party_table("1001")

    def predict(self, output: str, inputs: np.ndarray) -> np.ndarray:
        """By the file alone."""
        given = {f"c{place}": values[:, None] for place, values in enumerate(inputs.T)}
        return onnxruntime.InferenceSession(self.file).run([output], given)[0]


def ended(folder: Path, algorithm_id: str, columns: dict, label: str = "", **given) -> Job:
    """A job of one party with these rows."""
    world = World(folder, algorithm_id, {"1001": columns}, label, **given)
    run_federation(world.grid, world.run(), world.algorithm)
    assert [kind for _, kind, _ in world.grid.sent] == ["train"] and world.card()["stays"] is True
    return Job(world, json.loads((folder / "card.json").read_text()), folder / "model.onnx")


def columns_of(inputs: np.ndarray, label: np.ndarray | None = None) -> dict:
    named = {f"x{place}": values for place, values in enumerate(inputs.T)}
    return named if label is None else named | {"y": label}


def regression(case: str) -> Callable[[Path], None]:
    def check(folder: Path) -> None:
        algorithm_id, inputs, label = CASES[case]
        card = ended(folder, algorithm_id, columns_of(inputs, label), "y", max_iter=40).card
        estimates, errors, chances = pooled(*CASES[case])
        np.testing.assert_allclose(column_of(card, "estimate"), estimates, rtol=1e-9)
        np.testing.assert_allclose(column_of(card, "error"), errors, rtol=1e-8)
        np.testing.assert_allclose(column_of(card, "p"), chances, atol=1e-9)

    return check


def check_poisson(folder: Path) -> None:
    inputs, counts = COUNTS["affairs"]
    card = ended(folder, "poisson-regression", columns_of(inputs, counts), "y", max_iter=40).card
    outside = pooled_poisson(inputs, counts)
    np.testing.assert_allclose(column_of(card, "estimate"), outside.params, rtol=1e-8)
    np.testing.assert_allclose(column_of(card, "error"), outside.bse, rtol=1e-8)


def check_negative_binomial(folder: Path) -> None:
    inputs, counts = COUNTS["affairs"]
    card = ended(folder, "negative-binomial", columns_of(inputs, counts), "y", max_iter=40).card
    estimates, errors = pooled_negative_binomial(inputs, counts)
    np.testing.assert_allclose(column_of(card, "estimate"), estimates[:-1], rtol=1e-6)
    np.testing.assert_allclose(column_of(card, "error"), errors[:-1], rtol=1e-6)
    assert card["regression"]["counts"]["dispersion"]["estimate"] == pytest.approx(estimates[-1], rel=1e-6)


def check_cox(folder: Path) -> None:
    frame = made_up()
    card = ended(folder, "cox", frame.to_dict("list"), EVENT, time=TIME, max_iter=40).card
    outside = PHReg(frame[TIME], design(frame), frame[EVENT], ties="efron").fit(tol=1e-14)
    np.testing.assert_allclose(said(card, "estimate"), outside.params, rtol=1e-6)
    np.testing.assert_allclose(said(card, "error"), outside.bse, rtol=1e-6)


def check_kaplan_meier(folder: Path) -> None:
    frame = made_up()
    curves = ended(folder, "kaplan-meier", frame.to_dict("list"), EVENT, time=TIME).card["curves"]
    rows = on_common_times(frame, curves["times"])
    check_curve(curves["all"], rows)
    assert [column["name"] for column in curves["columns"]] == features(frame)
    for column in curves["columns"]:
        groups = groups_of(rows, column)
        for told in column["groups"]:
            check_curve(told, rows[groups == told["name"]])


def check_describe(folder: Path) -> None:
    table = TABLES["1003"]
    told = {column["name"]: column for column in ended(folder, "describe", table).card["table"]["columns"]}
    frame = pandas.DataFrame(table)
    for name in ("age", "cost", "date"):
        column = frame[name].astype(float)
        assert (told[name]["count"], told[name]["missing"]) == (column.count(), column.isna().sum())
        np.testing.assert_allclose(told[name]["mean"], column.mean(), rtol=1e-12)
        np.testing.assert_allclose(told[name]["deviation"], column.std(), rtol=1e-9)
        for quantile in told[name]["quantiles"]:
            exact = np.quantile(column.dropna(), quantile["percent"] / 100, method="inverted_cdf")
            assert abs(quantile["value"] - exact) <= quantile["error"] * (1 + 1e-9)
    counts = {category["name"]: category["count"] for category in told["ward"]["categories"]}
    assert counts == frame["ward"].value_counts().to_dict()


def check_k_means(folder: Path) -> None:
    """From the same start."""
    job = ended(folder, "k-means", columns_of(WINE.data), clusters=3, starts=1, max_iter=100)
    training = Party.of(job.rows).training.numbers()
    mean, spread = training.mean(axis=0), training.std(axis=0)
    outside = KMeans(3, init=start_of(job), n_init=1, algorithm="lloyd", tol=0, max_iter=300)
    outside.fit((training - mean) / spread)
    assert job.card["clusters"]["sizes"] == np.bincount(outside.labels_).tolist()
    assert job.card["clusters"]["inertia"] == pytest.approx(outside.inertia_, rel=1e-9)
    np.testing.assert_allclose(
        job.predict("distances", WINE.data), outside.transform((WINE.data - mean) / spread), rtol=1e-7
    )


def start_of(job: Job) -> np.ndarray:
    """The centres that its draws begin with."""
    protocol, seen = job.world.algorithm.protocol(job.world.plan | {"parties": []}), []
    run_here(protocol, [protocol.party(job.rows)], protocol.begin(1, SEED), lambda before, *_: seen.append(before))
    return next(state.arrays["centres"][0] for state in seen if "centres" in state.arrays)


def steps(seed: int) -> np.ndarray:
    """Columns of few values, so that every way to cut them is known to either side."""
    rng = np.random.default_rng(seed)
    return np.column_stack([rng.integers(0, kinds, ROWS) for kinds in (6, 9, 12)]).astype(float)


def check_boosted_trees(folder: Path) -> None:
    """One tree a round: that is scikit-learn's boosting."""
    inputs, noise = steps(1), np.random.default_rng(2).normal(0, 2, ROWS)
    amount = inputs @ [3, 1, -0.5] + inputs[:, 0] * (inputs[:, 1] > 4) + noise
    settings = {"max_iter": 12, "trees": 1, "depth": 3, "min_rows": 5, "l2": 1, "learning_rate": 0.3}
    job = ended(folder, "boosted-trees", columns_of(inputs, amount), "y", **settings)
    training = Party.of(job.rows).training
    outside = HistGradientBoostingRegressor(
        max_iter=job.world.card()["bestRound"], max_depth=3, max_leaf_nodes=None, min_samples_leaf=5,
        l2_regularization=1, learning_rate=0.3, early_stopping=False,
    ).fit(training.numbers(), training.label.values)  # fmt: skip
    np.testing.assert_allclose(job.predict("prediction", inputs)[:, 0], outside.predict(inputs), rtol=1e-6)


def check_additive_model(folder: Path) -> None:
    """Ridge regression on steps between all values: what holds a step is the square of its height."""
    inputs, noise = steps(1), np.random.default_rng(2).normal(0, 2, ROWS)
    amount = inputs @ [3, 1, -0.5] + inputs[:, 0] * (inputs[:, 1] > 4) + noise
    job = ended(folder, "additive-model", columns_of(inputs, amount), "y", smoothness=10)
    above = np.hstack([column[:, None] > np.unique(column)[:-1] for column in inputs.T])
    outside = Ridge(alpha=10, solver="cholesky").fit(above, (amount - amount.mean()) / amount.std())
    expected = outside.predict(above) * amount.std() + amount.mean()
    np.testing.assert_allclose(job.predict("prediction", inputs)[:, 0], expected, rtol=1e-9)


def check_random_forest(folder: Path) -> None:
    """Of one column, which every tree then draws: the one tree that there is."""
    inputs = steps(1)[:, 2:]
    amount = np.sin(inputs[:, 0]) + np.random.default_rng(2).normal(0, 0.2, ROWS)
    job = ended(folder, "random-forest", columns_of(inputs, amount), "y", trees=3, depth=3, min_rows=5)
    training = Party.of(job.rows).training
    outside = DecisionTreeRegressor(max_depth=3, min_samples_leaf=5)
    outside.fit(training.numbers(), training.label.values)
    np.testing.assert_allclose(job.predict("prediction", inputs)[:, 0], outside.predict(inputs), rtol=1e-6)


def check_mlp(folder: Path) -> None:
    """All rows in each batch, from the same start."""
    settings = {"max_iter": 1, "local_epochs": 40, "batch_size": 4096, "hidden_units": 8}
    job = ended(folder, "mlp", columns_of(WINE.data, WINE.target), "y", learning_rate=0.01, l2=0.01, **settings)
    training = Party.of(job.rows).training
    mean, spread = training.numbers().mean(axis=0), training.numbers().std(axis=0)
    scaled, truth = (training.numbers() - mean) / spread, training.label.values.astype(int)
    outside = MLPClassifier(
        [8], solver="adam", alpha=0.01 * len(truth), batch_size=len(truth), shuffle=False, learning_rate_init=0.01
    )
    outside.partial_fit(scaled, truth, classes=[0, 1, 2])
    start = job.world.algorithm.compose.__globals__["initial"](13, 3, settings, random_for(SEED, 0))
    outside.coefs_ = [start["hidden-weights"].copy(), start["output-weights"].copy()]
    outside.intercepts_ = [start["hidden-bias"].copy(), start["output-bias"].copy()]
    del outside._optimizer  # it steps the weights of before
    for _ in range(40):
        outside.partial_fit(scaled, truth)
    expected = outside.predict_proba((WINE.data - mean) / spread)
    np.testing.assert_allclose(job.predict("probabilities", WINE.data), expected, rtol=1e-6)


CHECKS = {
    "additive-model": check_additive_model,
    "boosted-trees": check_boosted_trees,
    "cox": check_cox,
    "describe": check_describe,
    "k-means": check_k_means,
    "kaplan-meier": check_kaplan_meier,
    "linear-regression": regression("diabetes"),
    "logistic-regression": regression("tumours"),
    "mlp": check_mlp,
    "negative-binomial": check_negative_binomial,
    "poisson-regression": check_poisson,
    "random-forest": check_random_forest,
}


@pytest.mark.parametrize("folder", sorted(path.parent.name for path in FOLDERS.glob("*/manifest.json")))
def test_a_local_job_is_the_same_fit_outside(folder, tmp_path):
    CHECKS[folder.replace("_", "-")](tmp_path)

"""A local run of every algorithm, compared with the same fit by another library on the same rows."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnxruntime
import pandas
import pytest
from fakes import SEED, World
from followed import EVENT, TIME, features, synthetic
from graphs import COLUMNS as NODE_COLUMNS
from graphs import edges_of, network, numbers_of
from kinds import boxes
from pictures import digits
from scipy.special import softmax
from sklearn.cluster import KMeans
from sklearn.datasets import load_wine
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.neural_network import MLPClassifier
from sklearn.tree import DecisionTreeRegressor
from statsmodels.duration.hazard_regression import PHReg
from test_counts import CASES as COUNTS
from test_counts import pooled_negative_binomial, pooled_poisson
from test_cox import design, values_of
from test_curves import check_curve, groups_of
from test_describing import TABLES, check_moments, check_quantile
from test_newton import CASES, column_of, pooled
from texts import reviews

from engine.algorithm import FOLDERS
from engine.data.graph import FARTHEST, LINKS, MEAN, nodes_of
from engine.data.party import Party
from engine.data.pictures import PictureEncoder, PixelEncoder, decode
from engine.data.texts import GramEncoder, text_frequencies
from engine.data.tokens import TokenEncoder, code_points, token_frequencies
from engine.learners.box_network import box_learner, found_in
from engine.learners.graph_network import graph_learner
from engine.learners.picture_network import picture_learner
from engine.learners.ridge import PENALTY, SHARPNESS
from engine.privacy.microaggregation import groups_in, points_of
from engine.protocols.averaging_ridge import AveragingRidge
from engine.protocols.loop import run_here
from engine.protocols.random import random_for
from engine.run.driver import run_federation
from engine.table import Table
from engine.targets import Boxes

WINE = load_wine()
ROWS = 400


@dataclass(frozen=True)
class Job:
    """A finished local run, with the files that the party's edge stored."""

    world: World
    card: dict
    file: Path

    @property
    def rows(self) -> Table:
        return self.world.party_table("1001")

    def predict(self, output: str, inputs: np.ndarray) -> np.ndarray:
        """Returns the model's output, computed only from the model's file."""
        given = {f"c{place}": values[:, None] for place, values in enumerate(inputs.T)}
        return onnxruntime.InferenceSession(self.file).run([output], given)[0]


def ended(folder: Path, algorithm_id: str, columns: dict, label: str = "", **given) -> Job:
    """Performs a local run with these rows and returns it."""
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
        estimates, errors, probabilities = pooled(*CASES[case])
        np.testing.assert_allclose(column_of(card, "estimate"), estimates, rtol=1e-7)
        np.testing.assert_allclose(column_of(card, "error"), errors, rtol=1e-7)
        np.testing.assert_allclose(column_of(card, "p"), probabilities, atol=1e-7)

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
    frame = synthetic()
    card = ended(folder, "cox", frame.to_dict("list"), EVENT, time=TIME, max_iter=40).card
    outside = PHReg(frame[TIME], design(frame), frame[EVENT], ties="efron").fit(tol=1e-14)
    np.testing.assert_allclose(values_of(card, "estimate"), outside.params, rtol=1e-6)
    np.testing.assert_allclose(values_of(card, "error"), outside.bse, rtol=1e-6)


def check_kaplan_meier(folder: Path) -> None:
    frame = synthetic()
    curves = ended(folder, "kaplan-meier", frame.to_dict("list"), EVENT, time=TIME).card["curves"]
    check_curve(curves["all"], frame, 1)
    assert [column["name"] for column in curves["columns"]] == features(frame)
    for column in curves["columns"]:
        groups = groups_of(frame, column)
        for group in column["groups"]:
            check_curve(group, frame[groups == group["name"]], 1)


def check_describe(folder: Path) -> None:
    table = TABLES["1003"]
    reported = {column["name"]: column for column in ended(folder, "describe", table).card["table"]["columns"]}
    frame = pandas.DataFrame(table)
    for name in ("age", "cost", "date"):
        column = frame[name].astype(float)
        check_moments(reported[name], column, 1)
        for quantile in reported[name]["quantiles"]:
            check_quantile(quantile, column.dropna().to_numpy(), 1)
    counts = {category["name"]: category["count"] for category in reported["ward"]["categories"]}
    assert counts == frame["ward"].value_counts().to_dict()


def check_k_means(folder: Path) -> None:
    """Compares k-means with scikit-learn, from the same centres and on the same groups of rows."""
    job = ended(folder, "k-means", columns_of(WINE.data), clusters=3, starts=1, max_iter=100)
    training = Party.of(job.rows).training.numbers()
    mean, spread = training.mean(axis=0), training.std(axis=0)
    groups = groups_in(points_of(Party.of(job.rows).training))
    middles = np.array([((training - mean) / spread)[group].mean(axis=0) for group in groups])
    outside = KMeans(3, init=start_of(job), n_init=1, algorithm="lloyd", tol=0, max_iter=300)
    outside.fit(middles, sample_weight=[len(group) for group in groups])
    nearest = dict(
        zip(np.concatenate(groups), np.repeat(outside.labels_, [len(group) for group in groups]), strict=True)
    )
    labels = np.array([nearest[row] for row in range(len(training))])
    assert job.card["clusters"]["sizes"] == np.bincount(labels).tolist()
    squared = (((training - mean) / spread - outside.cluster_centers_[labels]) ** 2).sum()
    assert job.card["clusters"]["inertia"] == pytest.approx(squared, rel=1e-9)
    np.testing.assert_allclose(
        job.predict("distances", WINE.data), outside.transform((WINE.data - mean) / spread), rtol=1e-7
    )


def start_of(job: Job) -> np.ndarray:
    """Returns the centres from which the run starts."""
    protocol, seen = job.world.algorithm.protocol(job.world.plan | {"parties": []}), []
    run_here(protocol, [protocol.party(job.rows)], protocol.begin(1, SEED), lambda before, *_: seen.append(before))
    return next(state.arrays["centres"][0] for state in seen if "centres" in state.arrays)


def steps(seed: int) -> np.ndarray:
    """Returns columns with few distinct values, so that both implementations consider the same cuts."""
    rng = np.random.default_rng(seed)
    return np.column_stack([rng.integers(0, kinds, ROWS) for kinds in (6, 9, 12)]).astype(float)


def check_boosted_trees(folder: Path) -> None:
    """Compares boosted trees with scikit-learn's boosting. They are equal if each round has one tree."""
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
    """Compares the additive model with a ridge regression on steps between all values, because the penalty of a step is
    the square of its height."""
    inputs, noise = steps(1), np.random.default_rng(2).normal(0, 2, ROWS)
    amount = inputs @ [3, 1, -0.5] + inputs[:, 0] * (inputs[:, 1] > 4) + noise
    job = ended(folder, "additive-model", columns_of(inputs, amount), "y", smoothness=10)
    above = np.hstack([column[:, None] > np.unique(column)[:-1] for column in inputs.T])
    outside = Ridge(alpha=10, solver="cholesky").fit(above, (amount - amount.mean()) / amount.std())
    expected = outside.predict(above) * amount.std() + amount.mean()
    np.testing.assert_allclose(job.predict("prediction", inputs)[:, 0], expected, rtol=1e-9)


def check_random_forest(folder: Path) -> None:
    """Compares the random forest with a single decision tree. They are equal if there is only one column, which every
    tree then uses."""
    inputs = steps(1)[:, 2:]
    amount = np.sin(inputs[:, 0]) + np.random.default_rng(2).normal(0, 0.2, ROWS)
    job = ended(folder, "random-forest", columns_of(inputs, amount), "y", trees=3, depth=3, min_rows=5)
    training = Party.of(job.rows).training
    outside = DecisionTreeRegressor(max_depth=3, min_samples_leaf=5)
    outside.fit(training.numbers(), training.label.values)
    np.testing.assert_allclose(job.predict("prediction", inputs)[:, 0], outside.predict(inputs), rtol=1e-6)


def check_mlp(folder: Path) -> None:
    """Compares the perceptron with scikit-learn's, with all rows in each batch and the same start."""
    settings = {"max_iter": 1, "local_epochs": 40, "batch_size": 4096, "hidden_units": 8}
    job = ended(folder, "mlp", columns_of(WINE.data, WINE.target), "y", learning_rate=0.01, l2=0.01, **settings)
    training = Party.of(job.rows).training
    mean, spread = training.numbers().mean(axis=0), training.numbers().std(axis=0)
    start = job.world.algorithm.compose.__globals__["initial"](13, 3, settings, random_for(SEED, 0))
    outside = perceptron(start, (training.numbers() - mean) / spread, training.label.values.astype(int))
    expected = outside.predict_proba((WINE.data - mean) / spread)
    np.testing.assert_allclose(job.predict("probabilities", WINE.data), expected, rtol=1e-6)


def perceptron(start: dict, scaled: np.ndarray, truth: np.ndarray) -> MLPClassifier:
    """Returns scikit-learn's classifier after forty training steps from this start, each with all rows."""
    outside = MLPClassifier(
        [8], solver="adam", learning_rate_init=0.01, alpha=0.01 * len(truth), batch_size=len(truth), shuffle=False
    )
    outside.partial_fit(scaled, truth, classes=np.unique(truth))
    outside.coefs_ = [start["hidden-weights"].copy(), start["output-weights"].copy()]
    outside.intercepts_ = [start["hidden-bias"].copy(), start["output-bias"].copy()]
    del outside._optimizer  # scikit-learn returns the gradient at the previous weights
    for _ in range(40):
        outside.partial_fit(scaled, truth)
    return outside


def check_graph_network(folder: Path) -> None:
    """Compares a GCN with a perceptron on means of triples of nodes. They are equal if each node is linked to the two
    others of its triple."""
    rows, settings = network(240, 2), {"max_iter": 1, "local_epochs": 40, "hidden_units": 8, "dropout": 0}
    threes = np.arange(240) // 3 * 3
    rows[LINKS] = [[first + place for place in range(3)] for first in threes]
    job = ended(folder, "graph-network", rows, "label", learning_rate=0.01, l2=0.01, **settings)
    parts = Party.of(nodes_of(job.rows))
    training, aside = parts.training.nodes.places, parts.validation.nodes.places
    numbers = scaled_numbers(rows, training)
    means = numbers.reshape(80, 3, -1).mean(axis=1)[threes // 3]
    start = graph_learner(MEAN).start(len(NODE_COLUMNS), 3, settings, random_for(SEED, 0))
    classes, truth = np.unique(parts.training.label.values.astype(str), return_inverse=True)
    outside = perceptron(start, means[training], truth)
    result = probabilities_of(job, rows)
    assert classes.tolist() == job.card["classes"]
    np.testing.assert_allclose(result[aside], outside.predict_proba(means[aside]), rtol=1e-6)


def scaled_numbers(rows: dict, training: np.ndarray) -> np.ndarray:
    """Returns the numbers of all nodes, scaled by mean and deviation of the training nodes."""
    numbers = numbers_of(rows)
    scaled = (numbers - np.nanmean(numbers[training], axis=0)) / np.nanstd(numbers[training], axis=0)
    return np.nan_to_num(np.clip(scaled, -FARTHEST, FARTHEST))


def probabilities_of(job: Job, rows: dict) -> np.ndarray:
    """Returns the predictions of the model's file for a graph's nodes."""
    given = {"x": numbers_of(rows), "edge_index": edges_of(rows)}
    return onnxruntime.InferenceSession(job.file).run(["probabilities"], given)[0]


def check_picture_classes(folder: Path) -> None:
    """Compares picture classes with ridge regressions on features of the frozen network. Round and output factor are
    among the known choices."""
    job = ended(folder, "picture-classes", digits(12), "label")
    parts, net = Party.of(job.rows), PictureEncoder("picture")
    training, aside = (net.encode(part.columns[0]) for part in (parts.training, parts.validation))
    session = onnxruntime.InferenceSession(job.file)
    files = parts.validation.columns[0].values
    result = np.concatenate([session.run(["probabilities"], {"c0": decode(file)[None]})[0] for file in files])
    assert_one_of_ridges(training, parts.training.label.values, aside, result)


def check_graph_nodes(folder: Path) -> None:
    """Compares node classes with ridge regressions on the nodes' numbers, averaged over neighbours twice. All nodes are
    included, also those without a label."""
    rows = network(300, 2)
    job = ended(folder, "graph-nodes", rows, "label")
    parts = Party.of(nodes_of(job.rows))
    training, aside = parts.training.nodes.places, parts.validation.nodes.places
    numbers = scaled_numbers(rows, training)
    joined = np.eye(len(numbers))
    for node, near in enumerate(rows[LINKS]):
        joined[node, near] = joined[near, node] = 1
    means = joined / joined.sum(axis=1, keepdims=True)
    smooth = means @ means @ numbers
    assert_one_of_ridges(
        smooth[training], parts.training.label.values, smooth[aside], probabilities_of(job, rows)[aside]
    )


def check_picture_network(folder: Path) -> None:
    """Compares the picture network with a plain training loop. Its gradients are checked with finite differences in
    test_picture_network.py."""
    settings = {"side": 16, "max_iter": 1, "local_epochs": 2, "batch_size": 8, "augmentation": "moved"}
    job = ended(folder, "picture-network", digits(12), "label", **settings)
    parts, pixels = Party.of(job.rows), PixelEncoder("picture", 16)
    training, aside = (pixels.encode(part.columns[0]) for part in (parts.training, parts.validation))
    truth = pandas.get_dummies(parts.training.label.values).to_numpy(dtype=float)
    learner, given = picture_learner(16), job.world.algorithm.parameters(settings)
    model = learner.start(0, 3, given, random_for(SEED, 0))
    model = learner.fit(model, training, truth, given, "classes", random_for(SEED, 1))
    files = parts.validation.columns[0].values
    session = onnxruntime.InferenceSession(job.file)
    result = np.concatenate([session.run(["probabilities"], {"c0": decode(file)[None]})[0] for file in files])
    np.testing.assert_allclose(result, softmax(learner.compute(model, aside), axis=1), atol=1e-5)


def check_picture_boxes(folder: Path) -> None:
    """Compares the box detector with a plain training loop. The gradients of the network are checked with finite
    differences in test_boxes.py."""
    settings = {"side": 64, "max_iter": 1, "local_epochs": 2, "batch_size": 8, "augmentation": "mirrored"}
    job = ended(folder, "picture-boxes", boxes(1), "label", **settings)
    parts, pixels = Party.of(job.rows), PixelEncoder("picture", 64)
    training, aside = (pixels.encode(part.columns[0]) for part in (parts.training, parts.validation))
    target = Boxes("label", tuple(job.card["classes"]))
    learner, given = box_learner(64), job.world.algorithm.parameters(settings)
    model = learner.start(0, target.outputs, given, random_for(SEED, 0))
    truth = target.encode(parts.training.label)
    model = learner.fit(model, training, truth, given, "boxes", random_for(SEED, 1))
    expected = found_in(model, aside, 64).candidates()
    session = onnxruntime.InferenceSession(job.file)
    for row, file in enumerate(parts.validation.columns[0].values):
        places, scores = session.run(["boxes", "scores"], {"c0": decode(file)[None]})
        np.testing.assert_allclose(scores[0], expected.scores[row], atol=1e-5)
        # the order of boxes with nearly equal scores may differ
        falls = -np.diff(expected.scores[row], prepend=2) > 1e-5
        sure = np.flatnonzero(falls[:-1] & falls[1:])
        assert len(sure) > 0
        np.testing.assert_allclose(places[0, sure], expected.boxes[row, sure], atol=1e-5)


def assert_one_of_ridges(training: np.ndarray, labels: np.ndarray, aside: np.ndarray, found: np.ndarray) -> None:
    """Asserts that the predictions are those of a ridge regression that is fitted one to five times to its own
    residuals, with one of the known factors of the outputs."""
    truth = pandas.get_dummies(labels).to_numpy(dtype=float)
    alpha = PENALTY * training.var(axis=0).mean() * len(training)
    inside, outside, expected = np.zeros_like(truth), np.zeros((len(aside), truth.shape[1])), []
    for _ in range(5):
        fit = Ridge(alpha, tol=1e-12, solver="svd").fit(training, truth - inside)
        inside, outside = inside + fit.predict(training), outside + fit.predict(aside)
        expected += [softmax(outside * SHARPNESS * np.exp(choice), axis=1) for choice in AveragingRidge.choices]
    assert min(np.abs(found - one).max() for one in expected) < 1e-6


def check_text_classes(folder: Path) -> None:
    """Compares text classes with scikit-learn's regression on the same features. They are equal if one round is solved
    to convergence."""
    given = {"max_iter": 1, "local_steps": 100, "l2": 0.01, "proximal": 0}
    job = ended(folder, "text-classes", reviews(200, 3), "label", **given)
    training = Party.of(job.rows).training
    counts = text_frequencies(training.columns[0])
    buckets = np.flatnonzero(counts)
    encoder = GramEncoder.of("text", tuple(buckets.tolist()), tuple(counts[buckets].tolist()), len(training))
    # With two classes, scikit-learn has one weight vector, the difference of our two, so its penalty is half as strong
    # as ours.
    outside = LogisticRegression(C=2 / (0.01 * len(training)), tol=1e-8, max_iter=1000)
    outside.fit(encoder.encode(training.columns[0]), training.label.values)
    codes = np.zeros((len(job.rows), 200), dtype=np.int64)
    for row, text in zip(codes, job.rows.columns[0].values, strict=True):
        row[: len(text)] = [ord(letter) for letter in text]
    (result,) = onnxruntime.InferenceSession(job.file).run(["probabilities"], {"c0": codes})
    np.testing.assert_allclose(result, outside.predict_proba(encoder.encode(job.rows.columns[0])), atol=1e-3)


def check_text_entities(folder: Path) -> None:
    """Compares entities with scikit-learn's regression, after one round that is solved to convergence, on texts of a
    single token.

    Because no tag has a neighbour, both use the same features. test_entities.py tests the effect of neighbours.
    """
    given = {"max_iter": 1, "local_steps": 100, "l2": 0.01, "proximal": 0}
    rng, names = np.random.default_rng(0), ["Ann", "Bob", "Eve", "lamp", "door", "tree", "Anne", "doors"]
    words = rng.choice(names, 200)
    marks = ["B-WHO" if word[0].isupper() != (rng.random() < 0.1) else "O" for word in words]
    rows = {"tokens": [json.dumps([str(word)]) for word in words], "label": [json.dumps([mark]) for mark in marks]}
    job = ended(folder, "text-entities", rows, "label", **given)
    training = Party.of(job.rows).training
    counts = token_frequencies(training.columns[0])
    buckets = np.flatnonzero(counts)
    encoder = TokenEncoder.of("tokens", tuple(buckets.tolist()), tuple(counts[buckets].tolist()), len(training))
    # There are two tags, because the third does not occur. scikit-learn has one weight vector, the difference of our
    # two, so its penalty is half as strong as ours.
    outside = LogisticRegression(C=2 / (0.01 * len(training)), tol=1e-8, max_iter=1000)
    outside.fit(
        encoder.encode(training.columns[0]).tokens, [json.loads(tags) == ["O"] for tags in training.label.values]
    )
    codes = code_points(words)[:, None]
    scores, steps = onnxruntime.InferenceSession(job.file).run(None, {"c0": codes})
    ahead = scores[:, 0, 0] + steps[-1, 0] - scores[:, 0, 1] - steps[-1, 1]
    expected = outside.predict_proba(encoder.encode(job.rows.columns[0]).tokens)[:, 1]
    np.testing.assert_allclose(1 / (1 + np.exp(-ahead)), expected, atol=5e-3)


CHECKS = {
    "additive-model": check_additive_model,
    "boosted-trees": check_boosted_trees,
    "cox": check_cox,
    "describe": check_describe,
    "graph-network": check_graph_network,
    "graph-nodes": check_graph_nodes,
    "k-means": check_k_means,
    "kaplan-meier": check_kaplan_meier,
    "linear-regression": regression("diabetes"),
    "logistic-regression": regression("tumours"),
    "mlp": check_mlp,
    "negative-binomial": check_negative_binomial,
    "poisson-regression": check_poisson,
    "picture-boxes": check_picture_boxes,
    "picture-classes": check_picture_classes,
    "picture-network": check_picture_network,
    "random-forest": check_random_forest,
    "text-classes": check_text_classes,
    "text-entities": check_text_entities,
}


@pytest.mark.parametrize("folder", sorted(path.parent.name for path in FOLDERS.glob("*/manifest.json")))
def test_a_local_run_equals_the_same_fit_by_another_library(folder, tmp_path):
    CHECKS[folder.replace("_", "-")](tmp_path)

"""The network that learns pictures from random weights: its gradients, its accuracy, and its ONNX file compared with
Python."""

import math
from itertools import pairwise

import numpy as np
import onnxruntime
import pyarrow as pa
import pytest
from pictures import digits, odd_pictures

from engine.algorithm import load_algorithm
from engine.data.pictures import PixelEncoder, decode
from engine.data.table import table_of
from engine.learners.augmentation import MIRRORED, MOVED, changed
from engine.learners.convolutions import GROUPS, arrays_of, convolved, in_groups, scaled
from engine.learners.picture_network import gradients, picture_learner
from engine.learners.trunk import SHAPES, features
from engine.pooled import plan_for
from engine.protocols.loop import run_here
from engine.protocols.on_rows import scores_of
from engine.table import Column, Table

ALGORITHM = load_algorithm("picture-network")
GIVEN = {"side": 16, "max_iter": 4, "local_epochs": 4, "augmentation": "none", "batch_size": 8}
SIZES = (6, 14, 34)


def table(each: int, start: int) -> Table:
    return table_of(pa.table(digits(each, start=start)), ["picture"], "label")


@pytest.fixture(scope="module")
def run() -> tuple:
    """Returns the protocol, the parties and the last state."""
    granted = [table(each, sum(SIZES[:place])) for place, each in enumerate(SIZES)]
    protocol = ALGORITHM.protocol(plan_for(ALGORITHM, GIVEN, granted)).without_comparison()
    parties = [protocol.party(part) for part in granted]
    return protocol, parties, run_here(protocol, parties, protocol.begin(3, "0"))


def test_gradients_of_the_network_equal_finite_differences():
    rng = np.random.default_rng(2)
    model = picture_learner(9).start(0, 3, {}, rng)
    model |= {name: values + rng.normal(0, 0.2, values.shape) for name, values in model.items()}
    pictures, targets = rng.normal(0, 1, (3, 9, 9, 3)), np.eye(3)

    def loss(arrays: dict) -> float:
        raw = features(arrays_of(arrays["trunk"], SHAPES), pictures)[0] @ arrays["head-weights"] + arrays["head-bias"]
        probabilities = np.exp(raw) / np.exp(raw).sum(axis=1, keepdims=True)
        ridge = (arrays["trunk"] ** 2).sum() + (arrays["head-weights"] ** 2).sum()
        return -np.log((probabilities * targets).sum(axis=1)).mean() + 0.05 * ridge

    computed = gradients(model, pictures, targets, 0.1)
    ends = np.cumsum([0, *map(math.prod, SHAPES.values())])
    places = [("trunk", place) for start, end in pairwise(ends) for place in rng.integers(start, end, 12)]
    places += [(name, place) for name in ("head-weights", "head-bias") for place in np.ndindex(model[name].shape)]
    for name, place in places:
        step = np.zeros_like(model[name])
        step[place] = 1e-6
        actual = (loss(model | {name: model[name] + step}) - loss(model | {name: model[name] - step})) / 2e-6
        assert computed[name][place] == pytest.approx(actual, abs=2e-6), (name, place)


def test_a_convolution_is_the_weighted_sum_over_its_window():
    rng = np.random.default_rng(1)
    inputs, kernel = rng.normal(0, 1, (2, 5, 6, 3)), rng.normal(0, 1, (3, 3, 3, 4))
    padded = np.pad(inputs, ((0, 0), (1, 1), (1, 1), (0, 0)))
    for stride in (1, 2):
        actual, _ = convolved(inputs, kernel, stride)
        for down, across in np.ndindex(actual.shape[1:3]):
            window = padded[:, down * stride : down * stride + 3, across * stride : across * stride + 3]
            np.testing.assert_allclose(actual[:, down, across], np.tensordot(window, kernel, 3))


def test_normalises_groups_of_channels_separately_for_each_picture():
    inputs = np.random.default_rng(1).normal(3, 2, (2, 4, 4, 2 * GROUPS))
    actual, _ = in_groups(inputs, np.full(2 * GROUPS, 2.0), np.ones(2 * GROUPS))
    each = actual.reshape(2, 16, GROUPS, 2)
    np.testing.assert_allclose(each.mean(axis=(1, 3)), 1, atol=1e-9)
    np.testing.assert_allclose(each.std(axis=(1, 3)), 2, rtol=1e-5)


def test_three_parties_learn_to_recognise_digits(run):
    protocol, parties, last = run
    assert protocol.metrics(last, scores_of(last))["accuracy"] > 0.85
    unseen = table(40, sum(SIZES))
    truth = unseen.label.values
    classes = np.array(protocol.target.classes)
    right = (classes[protocol.predict(last, unseen).argmax(axis=1)] == truth).mean()
    pooled = run_here(protocol, [type(parties[0]).together(parties)], protocol.begin(1, "0"))
    right_pooled = (classes[protocol.predict(pooled, unseen).argmax(axis=1)] == truth).mean()
    assert right > 0.85 and right > right_pooled - 0.1, (right, right_pooled)


def test_the_size_of_messages_depends_on_the_network_and_not_on_the_number_of_pictures(run):
    protocol, parties, _ = run
    results = []
    for party in parties[:2]:
        shapes = {}
        run_here(
            protocol,
            [party],
            protocol.begin(1, "0"),
            lambda _before, stage, *_more, shapes=shapes: shapes.update(
                {f"{stage.name}.{name}": term.shape for name, term in stage.terms.items()}
            ),
        )
        results.append(shapes)
    assert results[0] == results[1]


def test_the_onnx_file_predicts_as_python_does(run):
    protocol, _, last = run
    session = onnxruntime.InferenceSession(protocol.result(last).model)
    files = [*odd_pictures(), *digits(3)["picture"]]
    predicted = np.concatenate([session.run(["probabilities"], {"c0": decode(file)[None]})[0] for file in files])
    column = Column("picture", "picture", np.array(files, dtype=object))
    np.testing.assert_allclose(predicted, protocol.predict(last, Table((column,), None)), atol=1e-5)


def test_a_large_picture_is_scaled_down_by_means_of_pixels():
    """If a picture is larger than the network's side, each pixel of the result is the mean of a part of the picture."""
    column = Column("picture", "picture", np.array([digits(1)["picture"][0]], dtype=object))
    small = PixelEncoder("picture", 2).encode(column).reshape(2, 2, 3)
    pixels = decode(column.values[0]).astype(float)
    quarters = pixels.reshape(2, 4, 2, 4, 3).mean(axis=(1, 3))
    np.testing.assert_allclose(small, quarters, atol=1e-3)


@pytest.mark.parametrize("name", ["picture-network", "picture-boxes"])
def test_pictures_are_not_mirrored_by_default(name: str):
    (choice,) = [one for one in load_algorithm(name).manifest["parameters"] if one["name"] == "augmentation"]
    assert choice["default"] != MIRRORED and MIRRORED in choice["choices"]


def test_training_moves_pictures_and_mirrors_them_only_if_configured():
    rng = np.random.default_rng(0)
    pictures = scaled(rng.uniform(0, 255, (40, 16 * 16 * 3)).astype(np.float32), 16)
    np.testing.assert_array_equal(changed(pictures, "none", rng).pictures, pictures)
    inner = slice(3, -3)

    def unturned(found: np.ndarray) -> int:
        """Returns the number of pictures that were only shifted and not mirrored."""
        count = 0
        for one, was in zip(found, pictures, strict=True):
            moves = [(down, across) for down in range(-2, 3) for across in range(-2, 3)]
            away = [np.roll(one, move, (0, 1))[inner, inner] - was[inner, inner] for move in moves]
            count += any(difference.std() < 1e-3 for difference in away)
        return count

    assert unturned(changed(pictures, MOVED, rng).pictures) == 40
    assert 8 <= unturned(changed(pictures, MIRRORED, rng).pictures) <= 32

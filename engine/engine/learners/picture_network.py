"""A small residual net (see convolutions.py) that learns classes of pictures from nothing, in mini-batches with Adam.

What pictures may be changed by while they train is a choice: in medicine a side may matter, so nothing is mirrored
unless somebody says so.
"""

import numpy as np

from engine import progress
from engine.learners.adam import Adam
from engine.learners.convolutions import FEATURES, Trunk, arrays_of, features, first_weights, in_a_row, scaled
from engine.learners.learner import Learner, Parameters, pull_of
from engine.learners.network import Layer
from engine.privacy.terms import Arrays
from engine.targets.labels import CHANCES

MOVED, MIRRORED = "moved", "mirrored"  # how pictures are changed
FARTHEST = 1 / 8  # of a side, by which one is moved
BRIGHTER = 0.2  # in deviations
SLOWEST = 0.1  # of the learning rate, at the end of a round's passes: what is averaged then has come to rest


def picture_learner(side: int) -> Learner:
    """Of pictures drawn at `side` x `side` pixels. Reads the parameters `learning_rate`, `local_epochs`,
    `batch_size`, `augmentation`, `l2`, `aggregation` and `proximal`."""

    def start(_features: int, outputs: int, parameters: Parameters, rng: np.random.Generator) -> Arrays:
        """All classes are equally likely, or each label applies as often as not."""
        head = {"head-weights": np.zeros((FEATURES, outputs)), "head-bias": np.zeros(outputs)}
        return {"trunk": first_weights(rng)} | head

    def layers(model: Arrays) -> list[Trunk | Layer]:
        return [Trunk(model["trunk"], side), Layer(model["head-weights"], model["head-bias"])]

    def fit(
        model: Arrays,
        inputs: np.ndarray,
        targets: np.ndarray,
        parameters: Parameters,
        label_kind: str,
        rng: np.random.Generator,
    ) -> Arrays:
        """`local_epochs` shuffled passes over pixels [rows, side x side x 3], in single precision. FedProx draws the
        model back to the one that it began with."""
        pull, size = np.float32(pull_of(parameters)), parameters["batch_size"]
        began = {name: values.astype(np.float32) for name, values in model.items()}
        adam, l2 = Adam(began, parameters["learning_rate"]), np.float32(parameters["l2"])
        targets, steps = targets.astype(np.float32), parameters["local_epochs"] * -(-len(inputs) // size)
        for _ in range(parameters["local_epochs"]):
            order = rng.permutation(len(inputs))
            for first in range(0, len(order), size):
                batch, done = order[first : first + size], adam.steps / steps
                adam.rate = parameters["learning_rate"] * (1 - (1 - SLOWEST) * done)
                pictures = changed(scaled(inputs[batch], side), parameters["augmentation"], rng)
                slopes = gradients(adam.model, pictures, targets[batch], l2, label_kind)
                adam.step({name: slope + pull * (adam.model[name] - began[name]) for name, slope in slopes.items()})
                progress.worked(progress.LEARNING, adam.steps, steps)
        return {name: values.astype(np.float64) for name, values in adam.model.items()}

    return Learner(start, fit, layers, side=side)


def gradients(
    model: Arrays, pictures: np.ndarray, targets: np.ndarray, l2: float, label_kind: str = "classes"
) -> Arrays:
    """Gradients of the mean cross entropy of scaled pictures [N, side, side, 3], of targets [N, outputs], one-hot or of
    labels, plus l2/2 x squared weights, the normalisation's among them."""
    found, back = features(arrays_of(model["trunk"]), pictures)
    errors = (CHANCES[label_kind](found @ model["head-weights"] + model["head-bias"]) - targets) / len(targets)
    return {
        "trunk": in_a_row(back(errors @ model["head-weights"].T)) + l2 * model["trunk"],
        "head-weights": found.T @ errors + l2 * model["head-weights"],
        "head-bias": errors.sum(axis=0),
    }


def changed(pictures: np.ndarray, how: str, rng: np.random.Generator) -> np.ndarray:
    """Scaled pictures, each moved by up to an eighth and a little brighter or darker where they are to be `MOVED`; half
    of them mirrored, too, where they are to be `MIRRORED`."""
    if how not in (MOVED, MIRRORED):
        return pictures
    side = pictures.shape[1]
    most = max(1, round(side * FARTHEST))
    padded = np.pad(pictures, ((0, 0), (most, most), (most, most), (0, 0)), mode="edge")
    moves = rng.integers(0, 2 * most + 1, (len(pictures), 2))
    moved = np.stack([
        one[down : down + side, across : across + side] for one, (down, across) in zip(padded, moves, strict=True)
    ])  # fmt: skip
    if how == MIRRORED:
        turned = rng.random(len(moved)) < 0.5
        moved[turned] = moved[turned, :, ::-1]
    return moved + rng.normal(0, BRIGHTER, (len(moved), 1, 1, 1)).astype(pictures.dtype)

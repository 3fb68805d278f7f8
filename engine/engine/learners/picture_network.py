"""A small residual net (see trunk.py) that learns classes of pictures from nothing, in mini-batches with Adam."""

import numpy as np

from engine.learners.changing import changed
from engine.learners.convolutions import arrays_of, first_weights, in_a_row, scaled
from engine.learners.learner import Learner, Parameters
from engine.learners.mini_batches import trained
from engine.learners.network import Layer
from engine.learners.trunk import FEATURES, SHAPES, Trunk, features
from engine.privacy.terms import Arrays
from engine.targets.labels import CHANCES


def picture_learner(side: int) -> Learner:
    """Of pictures drawn at `side` x `side` pixels. Reads the parameters of `trained`, `augmentation` and `l2`."""

    def start(_features: int, outputs: int, parameters: Parameters, rng: np.random.Generator) -> Arrays:
        """All classes are equally likely, or each label applies as often as not."""
        head = {"head-weights": np.zeros((FEATURES, outputs)), "head-bias": np.zeros(outputs)}
        return {"trunk": first_weights(rng, SHAPES)} | head

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
        """Passes over pixels [rows, side x side x 3] and targets [rows, outputs], one-hot or of labels."""
        l2, targets = np.float32(parameters["l2"]), targets.astype(np.float32)

        def slopes(current: Arrays, batch: np.ndarray) -> Arrays:
            pictures = changed(scaled(inputs[batch], side), parameters["augmentation"], rng).pictures
            return gradients(current, pictures, targets[batch], l2, label_kind)

        return trained(model, len(inputs), parameters, rng, slopes)

    return Learner(start, fit, layers, side=side)


def gradients(
    model: Arrays, pictures: np.ndarray, targets: np.ndarray, l2: float, label_kind: str = "classes"
) -> Arrays:
    """Gradients of the mean cross entropy of scaled pictures [N, side, side, 3], of targets [N, outputs], one-hot or of
    labels, plus l2/2 x squared weights, the normalisation's among them."""
    found, back = features(arrays_of(model["trunk"], SHAPES), pictures)
    errors = (CHANCES[label_kind](found @ model["head-weights"] + model["head-bias"]) - targets) / len(targets)
    return {
        "trunk": in_a_row(back(errors @ model["head-weights"].T), SHAPES) + l2 * model["trunk"],
        "head-weights": found.T @ errors + l2 * model["head-weights"],
        "head-bias": errors.sum(axis=0),
    }

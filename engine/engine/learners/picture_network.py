"""A small residual network (see trunk.py) that learns classes of pictures from random start weights, in mini-batches
with Adam."""

import numpy as np

from engine.learners.augmentation import changed
from engine.learners.convolutions import arrays_of, first_weights, in_a_row, scaled
from engine.learners.learner import Learner, Parameters
from engine.learners.mini_batches import trained
from engine.learners.network import Layer
from engine.learners.onnx_inputs import OnnxInputs
from engine.learners.trunk import FEATURES, SHAPES, add_trunk, features, trunk_features
from engine.privacy.terms import Arrays
from engine.targets.labels import PROBABILITIES


def picture_learner(side: int) -> Learner:
    """Return the learner for pictures of `side` x `side` pixels. It reads `augmentation`, `l2` and the parameters of
    `trained`."""

    def start(_features: int, outputs: int, parameters: Parameters, rng: np.random.Generator) -> Arrays:
        """Return a first model that predicts all classes equally, or each label with a probability of 0.5."""
        head = {"head-weights": np.zeros((FEATURES, outputs)), "head-bias": np.zeros(outputs)}
        return {"trunk": first_weights(rng, SHAPES)} | head

    def fit(
        model: Arrays,
        inputs: np.ndarray,
        targets: np.ndarray,
        parameters: Parameters,
        label_kind: str,
        rng: np.random.Generator,
    ) -> Arrays:
        """Return the model after training passes over pixels [rows, side x side x 3] and targets [rows, outputs],
        one-hot or of labels."""
        l2, targets = np.float32(parameters["l2"]), targets.astype(np.float32)

        def gradients_of(current: Arrays, batch: np.ndarray) -> Arrays:
            pictures = changed(scaled(inputs[batch], side), parameters["augmentation"], rng).pictures
            return gradients(current, pictures, targets[batch], l2, label_kind)

        return trained(model, len(inputs), parameters, rng, gradients_of)

    def compute(model: Arrays, inputs: np.ndarray) -> np.ndarray:
        return _head(model).apply(trunk_features(model["trunk"], inputs, side))

    def export(model: Arrays, inputs: OnnxInputs) -> str:
        return _head(model).add(inputs.graph, add_trunk(inputs.graph, model["trunk"], inputs.features, side), 1)

    return Learner(start, fit, compute, export, side=side)


def gradients(
    model: Arrays, pictures: np.ndarray, targets: np.ndarray, l2: float | np.floating, label_kind: str = "classes"
) -> Arrays:
    """Return the gradients of the mean cross entropy of scaled pictures [N, side, side, 3] with targets [N, outputs],
    one-hot or of labels, plus l2/2 x squared weights, including those of the normalisation."""
    found, back = features(arrays_of(model["trunk"], SHAPES), pictures)
    errors = (PROBABILITIES[label_kind](found @ model["head-weights"] + model["head-bias"]) - targets) / len(targets)
    return {
        "trunk": in_a_row(back(errors @ model["head-weights"].T), SHAPES) + l2 * model["trunk"],
        "head-weights": found.T @ errors + l2 * model["head-weights"],
        "head-bias": errors.sum(axis=0),
    }


def _head(model: Arrays) -> Layer:
    return Layer(model["head-weights"], model["head-bias"])

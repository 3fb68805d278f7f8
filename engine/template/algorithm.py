"""A linear model by federated averaging: every party takes some steps on its own rows, and the models are averaged.

Made by `python -m engine.new`: change `start`, `fit` and `layers` to a model of your own.
docs/guides/adding-an-algorithm.md says how.
"""

import numpy as np

from engine.algorithm import Algorithm, read_manifest
from engine.learners.learner import Learner, Parameters
from engine.learners.network import Layer
from engine.privacy.terms import Arrays
from engine.protocols.averaging import Averaging
from engine.protocols.on_table import OnTable
from engine.targets.classes import softmax


def start(features: int, outputs: int, parameters: Parameters, rng: np.random.Generator) -> Arrays:
    """The first model, the same at every party: `rng` is made of the run's seed."""
    return {"weights": np.zeros((features, outputs)), "bias": np.zeros(outputs)}


def fit(
    model: Arrays,
    inputs: np.ndarray,
    targets: np.ndarray,
    parameters: Parameters,
    label_kind: str,
    rng: np.random.Generator,
) -> Arrays:
    """A party's work of a round: from the common model to one that fits its inputs [rows, features] and targets [rows,
    outputs] better. Classes are one-hot targets; a number is a target in deviations from its mean."""
    weights, bias = model["weights"], model["bias"]
    for _ in range(parameters["local_epochs"]):
        outputs = inputs @ weights + bias
        errors = ((softmax(outputs) if label_kind == "classes" else outputs) - targets) / len(inputs)
        weights = weights - parameters["learning_rate"] * (inputs.T @ errors)
        bias = bias - parameters["learning_rate"] * errors.sum(axis=0)
    return {"weights": weights, "bias": bias}


def layers(model: Arrays) -> list[Layer]:
    """How the model computes its outputs, for scoring and for the ONNX file."""
    return [Layer(model["weights"], model["bias"])]


def compose(plan: dict, parameters: Parameters, kinds: tuple[str, ...]) -> OnTable:
    return OnTable(plan, kinds, Averaging(Learner(start, fit, layers), parameters, plan["maxRounds"]))


ALGORITHM = Algorithm(read_manifest(__file__), compose)

"""A linear model by federated averaging: every party takes some steps on its own rows, and the models are averaged.

`python -m engine.new` made this file. Change `start`, `fit`, `compute` and `export` to a model of your own, as
docs/guides/adding-an-algorithm.md describes.
"""

import numpy as np

from engine.algorithm import Algorithm, read_manifest
from engine.learners.learner import Learner, Parameters
from engine.learners.onnx_inputs import OnnxInputs
from engine.privacy.terms import Arrays
from engine.protocols.averaging import Averaging
from engine.protocols.on_table import OnTable
from engine.targets.classes import softmax


def start(features: int, outputs: int, parameters: Parameters, rng: np.random.Generator) -> Arrays:
    """Return the first model, the same at every party, because the run's seed determines `rng`."""
    return {"weights": np.zeros((features, outputs)), "bias": np.zeros(outputs)}


def fit(
    model: Arrays,
    inputs: np.ndarray,
    targets: np.ndarray,
    parameters: Parameters,
    label_kind: str,
    rng: np.random.Generator,
) -> Arrays:
    """Perform a party's work of a round: return a model that fits the inputs [rows, features] and targets [rows,
    outputs] better than the common one. Targets are one-hot for classes; a number is in deviations from its mean."""
    weights, bias = model["weights"], model["bias"]
    for _ in range(parameters["local_epochs"]):
        outputs = inputs @ weights + bias
        errors = ((softmax(outputs) if label_kind == "classes" else outputs) - targets) / len(inputs)
        weights = weights - parameters["learning_rate"] * (inputs.T @ errors)
        bias = bias - parameters["learning_rate"] * errors.sum(axis=0)
    return {"weights": weights, "bias": bias}


def compute(model: Arrays, inputs: np.ndarray) -> np.ndarray:
    """Return the model's outputs [rows, outputs] for inputs [rows, features]."""
    return inputs @ model["weights"] + model["bias"]


def export(model: Arrays, inputs: OnnxInputs) -> str:
    """Add the same computation to the graph of the ONNX file. Returns the name of the outputs."""
    weights, bias = (inputs.graph.learned(name, values) for name, values in model.items())
    step = inputs.graph.steps("model")
    return step("Add", step("MatMul", inputs.features, weights), bias)


LEARNER = Learner(start, fit, compute, export)


def compose(plan: dict, parameters: Parameters, kinds: tuple[str, ...]) -> OnTable:
    return OnTable(plan, kinds, Averaging(LEARNER, parameters, plan["maxRounds"]))


ALGORITHM = Algorithm(read_manifest(__file__), compose)

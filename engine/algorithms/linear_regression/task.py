"""Linear regression with a ridge penalty, on the standardised label.

Local passes are Nesterov's full-batch descent (engine.descent says why); the average over parties is FedAvg.
"""

import numpy as np

from engine.algorithm import Algorithm, Parameters, read_manifest
from engine.descent import descend, linear_gradient, safe_step
from engine.network import Arrays, Layer, forward


def initial(features: int, outputs: int, parameters: Parameters, rng: np.random.Generator) -> Arrays:
    """Zeros: predicts the mean over all parties."""
    return {"weights": np.zeros((features, outputs)), "bias": np.zeros(outputs)}


def layers(model: Arrays) -> list[Layer]:
    return [Layer(model["weights"], model["bias"])]


def fit(
    model: Arrays,
    inputs: np.ndarray,
    targets: np.ndarray,
    parameters: Parameters,
    label_kind: str,
    rng: np.random.Generator,
) -> Arrays:
    """`local_epochs` passes over inputs [rows, features] and targets [rows, 1] in label deviations."""
    l2 = parameters["l2"]

    def gradient(current: Arrays) -> Arrays:
        return linear_gradient(inputs, forward(layers(current), inputs) - targets, current, l2)

    step = safe_step(parameters["learning_rate"], inputs, curvature=1.0, l2=l2)
    return descend(model, gradient, step=step, passes=parameters["local_epochs"])


ALGORITHM = Algorithm(read_manifest(__file__), initial, fit, layers)

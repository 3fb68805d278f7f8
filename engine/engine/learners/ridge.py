"""Ridge regression on classes or labels, in passes. In each pass, every party fits the residuals of the common model
exactly, with a penalty on changes of the common model. The passes of a single party are iterated Tikhonov
regularisation (Engl, Hanke, Neubauer 1996, section 5.1). Averaged over parties, they are FedAvg whose local problem is
solved exactly.

A single fit of all rows would need the products of every two features. If there are fewer rows than features, these
products reveal the space that a party's rows span, so anyone who knows a row can tell whether it is among them.
"""

import numpy as np

from engine.learners.descent import one_layer, zeros
from engine.learners.learner import Parameters
from engine.learners.network import forward, layered
from engine.privacy.terms import Arrays

# Penalty of squared changes of the weights relative to squared errors, in rows times the features' mean variance. With
# a smaller penalty, bag-of-words features of papers are overfitted in the first pass. With a larger one, pictures need
# more passes.
PENALTY = 3.0
MIN_VARIANCE = 1e-5  # lower bound of the features' mean variance
SHARPNESS = 12.0  # factor by which outputs near 0 and 1 are multiplied before they become probabilities


def fit(
    model: Arrays,
    inputs: np.ndarray,
    targets: np.ndarray,
    parameters: Parameters,
    label_kind: str,
    rng: np.random.Generator,
) -> Arrays:
    """Return the party's own model, started from the common one, for inputs [rows, features] and targets [rows,
    outputs], one-hot or of labels. An absent label counts as -1. The bias has no penalty."""
    if not len(inputs):
        return model
    aims = 2 * targets - 1 if label_kind == "labels" else targets
    left = aims - forward(one_layer(model), inputs) / SHARPNESS
    means = inputs.mean(axis=0)
    away, off = inputs - means, left - left.mean(axis=0)
    penalty = PENALTY * len(inputs) * max(float((away**2).mean()), MIN_VARIANCE)
    if len(inputs) < inputs.shape[1]:  # the same solution, computed from the products of every two rows
        weights = away.T @ np.linalg.solve(away @ away.T + penalty * np.eye(len(inputs)), off)
    else:
        weights = np.linalg.solve(away.T @ away + penalty * np.eye(inputs.shape[1]), away.T @ off)
    change = {"weights": weights, "bias": left.mean(axis=0) - means @ weights}
    return {name: values + SHARPNESS * change[name] for name, values in model.items()}


RIDGE = layered(zeros, fit, one_layer)

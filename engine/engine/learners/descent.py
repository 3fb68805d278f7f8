"""Linear models of wide tables, whose curvature would be too large to send: one layer, trained locally by full-batch
gradient descent with Nesterov's momentum.

The loss is convex and the encoded table small, so exact gradients are cheap and need neither random numbers nor a batch
size. A small number of local passes between averages keeps parties with different patients from drifting apart.
Measured on the demo's 8/22/70 % split: 20 rounds of 5 passes end within one percentage point of the pooled fit, and
full-batch Adam is not better. Source: Nesterov 1983, in the form of Sutskever et al. 2013 (ICML).
"""

from collections.abc import Callable

import numpy as np

from engine.learners.learner import Learner, Parameters
from engine.learners.network import Layer, forward, layered
from engine.privacy.terms import Arrays

MOMENTUM = 0.9
POWER_STEPS = 20


def linear_learner(link: Callable[[np.ndarray], np.ndarray], *, curvature: float) -> Learner:
    """Return the learner of a linear model whose loss has the gradient `link(outputs) - targets` by its outputs, all
    [rows, outputs].

    `curvature` is explained at `safe_step`. The manifest has the parameters `learning_rate`, `local_epochs` and `l2`.
    """

    def fit(
        model: Arrays,
        inputs: np.ndarray,
        targets: np.ndarray,
        parameters: Parameters,
        label_kind: str,
        rng: np.random.Generator,
    ) -> Arrays:
        l2 = parameters["l2"]

        def gradient(current: Arrays) -> Arrays:
            return linear_gradient(inputs, link(forward(one_layer(current), inputs)) - targets, current, l2)

        step = safe_step(parameters["learning_rate"], inputs, curvature=curvature, l2=l2)
        return descend(model, gradient, step=step, passes=parameters["local_epochs"])

    return layered(zeros, fit, one_layer)


def zeros(features: int, outputs: int, parameters: Parameters, rng: np.random.Generator) -> Arrays:
    """Return weights [features, outputs] and bias [outputs] of 0. They predict every class equally, or the mean over
    all parties."""
    return {"weights": np.zeros((features, outputs)), "bias": np.zeros(outputs)}


def one_layer(model: Arrays) -> list[Layer]:
    """Return the model of `zeros`, trained or not, as layers."""
    return [Layer(model["weights"], model["bias"])]


def descend(model: Arrays, gradient: Callable[[Arrays], Arrays], *, step: float, passes: int) -> Arrays:
    """Return the parameters after `passes` steps of size `step` from `model`. `gradient` maps parameters to gradients
    of the same shapes."""
    current = {name: values.copy() for name, values in model.items()}
    velocity = {name: np.zeros_like(values) for name, values in model.items()}
    for _ in range(passes):
        ahead = {name: current[name] + MOMENTUM * velocity[name] for name in current}
        now = gradient(ahead)
        velocity = {name: MOMENTUM * velocity[name] - step * now[name] for name in current}
        current = {name: current[name] + velocity[name] for name in current}
    return current


def safe_step(learning_rate: float, inputs: np.ndarray, *, curvature: float, l2: float) -> float:
    """Return the learning rate, but at most 1/L, above which the passes could diverge.

    L is the largest curvature of the loss: `curvature` x the largest eigenvalue of [inputs, 1]' [inputs, 1] / rows (by
    power iteration, which approaches it from below) + `l2`. `curvature` is 1 for squared error, and 1/2 for the softmax
    (Böhning 1992).
    """
    vector, intercept = np.full(inputs.shape[1], 1.0), 1.0
    size = 1.0
    for _ in range(POWER_STEPS):
        norm = np.sqrt(vector @ vector + intercept**2)
        image = inputs @ (vector / norm) + intercept / norm
        vector, intercept = inputs.T @ image / len(inputs), float(image.mean())
        size = np.sqrt(vector @ vector + intercept**2)
    return min(learning_rate, float(1 / (1.1 * curvature * size + l2)))


def linear_gradient(inputs: np.ndarray, errors: np.ndarray, model: Arrays, l2: float) -> Arrays:
    """Return gradients of weights [features, outputs] and bias [outputs] from errors [rows, outputs]. The bias has no
    penalty."""
    return {"weights": inputs.T @ errors / len(inputs) + l2 * model["weights"], "bias": errors.mean(axis=0)}

"""Logistic regression with many sparse features, multinomial or one per label. Every party solves its own problem with
a proximal term towards the common weights.

A party minimises the mean loss of its rows + l2/2 |w|^2 + proximal/2 |w - common|^2 by some steps of L-BFGS (Liu and
Nocedal 1989, as in scipy). The last term is FedProx's (Li et al. 2020, arXiv:1812.06127). Without it, a party with few
rows would overfit to them. Newton's method is not used, because a curvature would have features x features numbers.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from engine import progress
from engine.learners.descent import one_layer, zeros
from engine.learners.learner import Parameters
from engine.learners.network import layered
from engine.privacy.terms import Arrays
from engine.targets.labels import PROBABILITIES, entropy_of


def fit(
    model: Arrays, inputs: Any, targets: np.ndarray, parameters: Parameters, label_kind: str, rng: np.random.Generator
) -> Arrays:
    """Return the party's own model, started from the common one, for a sparse matrix of inputs [rows, features] and
    targets [rows, outputs], one-hot or of labels. Reads the parameters `l2`, `proximal` and `local_steps`."""
    if label_kind == "labels":
        # Two classes divide a penalty between two outputs. A label has only one output, so halve its penalty for the
        # same effect.
        parameters = parameters | {name: parameters[name] / 2 for name in ("l2", "proximal")}

    def gradients(current: Arrays) -> tuple[float, Arrays]:
        probabilities = PROBABILITIES[label_kind](inputs @ current["weights"] + current["bias"])
        errors = (probabilities - targets) / len(targets)
        loss = entropy_of(probabilities, targets, label_kind).mean()
        return loss, {"weights": inputs.T @ errors, "bias": errors.sum(axis=0)}

    return solved_near(model, gradients, parameters)


def solved_near(
    common: Arrays, gradients: Callable[[Arrays], tuple[float, Arrays]], parameters: Parameters, *, free: str = "bias"
) -> Arrays:
    """Return the model after some steps from the common one towards the minimum of the mean loss plus both penalties.
    `gradients` returns the mean loss and its gradients. The array named `free` has no ridge penalty. Reads parameters
    as `fit` does."""
    # Imported here, because it takes 0.2 s and 30 MB and most workers do not need it.
    from scipy.optimize import minimize

    l2, proximal = parameters["l2"], parameters["proximal"]
    ends = np.cumsum([values.size for values in common.values()])[:-1]

    def arrays_of(flat: np.ndarray) -> Arrays:
        parts = zip(common.items(), np.split(flat, ends), strict=True)
        return {name: part.reshape(values.shape) for (name, values), part in parts}

    def objective(flat: np.ndarray) -> tuple[float, np.ndarray]:
        current = arrays_of(flat)
        loss, gradient = gradients(current)
        found = []
        for name, values in current.items():
            ridge, away = (0.0 if name == free else 1.0) * values, values - common[name]
            loss += l2 / 2 * (ridge**2).sum() + proximal / 2 * (away**2).sum()
            found.append((gradient[name] + l2 * ridge + proximal * away).ravel())
        return loss, np.concatenate(found)

    start, steps, taken = np.concatenate([values.ravel() for values in common.values()]), parameters["local_steps"], 0

    def step_taken(_: np.ndarray) -> None:
        nonlocal taken
        taken += 1
        progress.worked(progress.LEARNING, taken, steps)

    solved = minimize(
        objective, start, jac=True, method="L-BFGS-B", callback=step_taken, options={"maxiter": steps}
    )  # fmt: skip
    return arrays_of(solved.x)


HELD_NEAR = layered(zeros, fit, one_layer)

"""A local pass in mini-batches with Adam, in single precision, for networks on pictures."""

from collections.abc import Callable

import numpy as np

from engine import progress
from engine.learners.adam import Adam
from engine.learners.learner import Parameters, pull_of
from engine.privacy.terms import Arrays

# Share of a round's steps during which the learning rate rises to its chosen value. Adam's state is reset in each
# round, and its first steps are long for any gradients, so without the rise the parties' first steps would diverge
# (docs/decisions/0024-boxes.md reports the cost).
RISING = 1 / 4
SLOWEST = 0.1  # share of the learning rate at the end of a round's passes, so that the averaged models have settled

Gradients = Callable[[Arrays, np.ndarray], Arrays]


def trained(model: Arrays, rows: int, parameters: Parameters, rng: np.random.Generator, gradients: Gradients) -> Arrays:
    """The model after `local_epochs` shuffled passes over `rows` rows; `gradients` returns those of the mean loss of
    the rows at some places. FedProx adds a proximal term towards the model of the start. Reads the parameters
    `learning_rate`, `local_epochs`, `batch_size`, `aggregation` and `proximal`."""
    pull, size = np.float32(pull_of(parameters)), parameters["batch_size"]
    began = {name: values.astype(np.float32) for name, values in model.items()}
    adam, steps = Adam(began, parameters["learning_rate"]), parameters["local_epochs"] * -(-rows // size)
    for _ in range(parameters["local_epochs"]):
        order = rng.permutation(rows)
        for first in range(0, rows, size):
            rises, falls = (adam.steps + 1) / steps / RISING, 1 - (1 - SLOWEST) * adam.steps / steps
            adam.rate = parameters["learning_rate"] * min(rises, 1) * falls
            found = gradients(adam.model, order[first : first + size])
            adam.step({name: gradient + pull * (adam.model[name] - began[name]) for name, gradient in found.items()})
            progress.worked(progress.LEARNING, adam.steps, steps)
    return {name: values.astype(np.float64) for name, values in adam.model.items()}

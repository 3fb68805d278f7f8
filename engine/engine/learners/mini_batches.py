"""A local pass in mini-batches with Adam, in single precision, as nets over pictures need it."""

from collections.abc import Callable

import numpy as np

from engine import progress
from engine.learners.adam import Adam
from engine.learners.learner import Parameters, pull_of
from engine.privacy.terms import Arrays

# Of a round's steps, while which the learning rate rises to what was chosen: Adam has forgotten the last round, and its
# first steps are long whatever the slopes, so each party's would go another way (docs/decisions/0024-boxes.md has
# what that costs).
RISING = 1 / 4
SLOWEST = 0.1  # of the learning rate, at the end of a round's passes: what is averaged then has come to rest

Slopes = Callable[[Arrays, np.ndarray], Arrays]


def trained(model: Arrays, rows: int, parameters: Parameters, rng: np.random.Generator, slopes: Slopes) -> Arrays:
    """The model after `local_epochs` shuffled passes over so many rows; `slopes` are those of the mean loss of the rows
    at some places. FedProx draws the model back to the one that it began with. Reads the parameters `learning_rate`,
    `local_epochs`, `batch_size`, `aggregation` and `proximal`."""
    pull, size = np.float32(pull_of(parameters)), parameters["batch_size"]
    began = {name: values.astype(np.float32) for name, values in model.items()}
    adam, steps = Adam(began, parameters["learning_rate"]), parameters["local_epochs"] * -(-rows // size)
    for _ in range(parameters["local_epochs"]):
        order = rng.permutation(rows)
        for first in range(0, rows, size):
            rises, falls = (adam.steps + 1) / steps / RISING, 1 - (1 - SLOWEST) * adam.steps / steps
            adam.rate = parameters["learning_rate"] * min(rises, 1) * falls
            found = slopes(adam.model, order[first : first + size])
            adam.step({name: slope + pull * (adam.model[name] - began[name]) for name, slope in found.items()})
            progress.worked(progress.LEARNING, adam.steps, steps)
    return {name: values.astype(np.float64) for name, values in adam.model.items()}

"""A party's local passes with Adam, in mini-batches of shuffled rows or over whole inputs."""

from collections.abc import Callable, Iterable

import numpy as np

from engine import progress
from engine.learners.adam import Adam
from engine.learners.learner import Parameters, pull_of
from engine.privacy.terms import Arrays

# Share of a round's steps during which the learning rate rises to its chosen value. Adam's state is reset in each
# round, and Adam's first steps are long for any gradients. Without the rise, the parties' first steps would diverge
# (docs/decisions/0024-boxes.md reports the cost).
RISING = 1 / 4
# share of the learning rate that remains at the end of a round's passes, so that the averaged models have settled
SLOWEST = 0.1

Gradients = Callable[[Arrays, np.ndarray], Arrays]


def trained(model: Arrays, rows: int, parameters: Parameters, rng: np.random.Generator, gradients: Gradients) -> Arrays:
    """Return the model after `local_epochs` shuffled passes over `rows` rows, in single precision, for networks on
    pictures. The learning rate first rises and then falls. Reads the parameters of `passes`, and `batch_size`."""
    began = {name: values.astype(np.float32) for name, values in model.items()}
    ended = passes(began, shuffled(rows, parameters, rng), parameters, gradients, rate=_rising_and_falling)
    return {name: values.astype(np.float64) for name, values in ended.items()}


def shuffled(rows: int, parameters: Parameters, rng: np.random.Generator) -> Callable[[], list[np.ndarray]]:
    """Return a function that draws the batches of a pass over `rows` rows: the places of the rows in a new random
    order, `batch_size` at a time."""

    def draw() -> list[np.ndarray]:
        order, size = rng.permutation(rows), parameters["batch_size"]
        return [order[first : first + size] for first in range(0, rows, size)]

    return draw


def passes(
    model: Arrays,
    draw: Callable[[], Iterable[np.ndarray]],
    parameters: Parameters,
    gradients: Gradients,
    rate: Callable[[float, int, int], float] = lambda chosen, done, steps: chosen,
) -> Arrays:
    """Return the model after `local_epochs` passes with Adam, in the model's precision.

    `draw` returns the batches of a pass, the same number each time, and `gradients` returns the gradients of the mean
    loss of a batch. FedProx adds a proximal term towards the model at the start. `rate` returns the learning rate of
    the next step from the chosen rate, the number of steps done and the total number. Reads the parameters
    `learning_rate`, `local_epochs`, `aggregation` and `proximal`.
    """
    pull = next(iter(model.values())).dtype.type(pull_of(parameters))
    adam = Adam(model, parameters["learning_rate"])
    for _ in range(parameters["local_epochs"]):
        batches = list(draw())
        steps = parameters["local_epochs"] * len(batches)
        for batch in batches:
            adam.rate = rate(parameters["learning_rate"], adam.steps, steps)
            found = gradients(adam.model, batch)
            adam.step({name: gradient + pull * (adam.model[name] - model[name]) for name, gradient in found.items()})
            progress.worked(progress.LEARNING, adam.steps, steps)
    return adam.model


def _rising_and_falling(chosen: float, done: int, steps: int) -> float:
    rises, falls = (done + 1) / steps / RISING, 1 - (1 - SLOWEST) * done / steps
    return chosen * min(rises, 1) * falls

"""A learner: a model of named arrays, how it starts, and how a party works on it with its own rows."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from engine.learners.network import Layer
from engine.privacy.terms import Arrays

Parameters = dict[str, float | int | str]


@dataclass(frozen=True)
class Learner:
    """A model that is layers and learns in local passes.

    `start(features, outputs, parameters, rng)` makes the first model; `fit(model, inputs, targets, parameters,
    label_kind, rng)` is one local pass from inputs [rows, features] and targets [rows, outputs] to new arrays of the
    same shapes; `layers(model)` describes the model for scoring and export. `resume(layers)`, its inverse, makes the
    first model of one that there is; without it the learner starts from none.
    """

    start: Callable[[int, int, Parameters, np.random.Generator], Arrays]
    fit: Callable[[Arrays, np.ndarray, np.ndarray, Parameters, str, np.random.Generator], Arrays]
    layers: Callable[[Arrays], list[Layer]]
    resume: Callable[[list[Layer]], Arrays] | None = None

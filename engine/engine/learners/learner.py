"""A learner: a model of named arrays, how it starts, and how a party works on it with its own rows."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from engine.learners.network import Layer
from engine.learners.trunk import Trunk
from engine.privacy.terms import Arrays

Parameters = dict[str, float | int | str]

FEDPROX = "FedProx"


def pull_of(parameters: Parameters) -> float:
    """How hard a local pass is drawn back to the model that it began with: FedProx does it (Li et al. 2020,
    arXiv:1812.06127)."""
    return parameters["proximal"] if parameters["aggregation"] == FEDPROX else 0.0


@dataclass(frozen=True)
class Learner:
    """A model that learns in local passes.

    `start(features, outputs, parameters, rng)` makes the first model; `fit(model, inputs, targets, parameters,
    label_kind, rng)` is one local pass from inputs [rows, features] and targets [rows, outputs] to new arrays of the
    same shapes; `layers(model)` describes the model for scoring and export, where it is made of layers.
    One that `spreads` is for nodes of graphs, and gets them as `NodeInputs`; one with a `side` is for pictures, and
    gets their pixels, drawn at that side.
    """

    start: Callable[[int, int, Parameters, np.random.Generator], Arrays]
    fit: Callable[[Arrays, np.ndarray, np.ndarray, Parameters, str, np.random.Generator], Arrays]
    layers: Callable[[Arrays], list[Layer | Trunk]] | None = None
    spreads: bool = False
    side: int = 0

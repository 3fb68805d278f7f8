"""A learner: a model of named arrays, its initialisation, its training on a party's own rows, its outputs, and their
computation in the model's file."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.privacy.terms import Arrays

# parameters by name; each value has the type that the manifest declares (`Algorithm.parameters` checks it)
Parameters = dict[str, Any]

FEDPROX = "FedProx"


def pull_of(parameters: Parameters) -> float:
    """Return the weight of the proximal term that FedProx adds in a local pass (Li et al. 2020, arXiv:1812.06127); 0
    for other aggregations."""
    return parameters["proximal"] if parameters["aggregation"] == FEDPROX else 0.0


@dataclass(frozen=True)
class Learner:
    """A model that is trained in local passes. Its architecture is any that `compute` and `export` can express.

    - `start(features, outputs, parameters, rng)` returns the first model.
    - `fit(model, inputs, targets, parameters, label_kind, rng)` performs one local pass on inputs [rows, features] and
      targets [rows, outputs] and returns new arrays of the same shapes.
    - `compute(model, inputs)` returns the raw outputs [rows, outputs], from which the target predicts: `Chains` for
      tokens, `Maps` for boxes.
    - `export(model, inputs)` adds the same computation to the graph of the model's file. Its inputs are in
      onnx_inputs.py. It returns the name of the raw outputs: `(scores, steps)` for tokens, `(heat, sides, side)` for
      boxes.

    A learner that `spreads` is for nodes of graphs, and receives them as `NodeInputs`; one with a `side` is for
    pictures, and receives their pixels at that side.
    """

    start: Callable[[int, int, Parameters, np.random.Generator], Arrays]
    fit: Callable[[Arrays, Any, np.ndarray, Parameters, str, np.random.Generator], Arrays]
    compute: Callable[[Arrays, Any], Any]
    export: Callable[[Arrays, Any], Any]
    spreads: bool = False
    side: int = 0

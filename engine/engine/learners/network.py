"""A model as layers: numpy runs them in training, and `engine.export` writes them as ONNX."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.data.graph import NodeInputs
from engine.learners.trunk import Trunk
from engine.privacy.terms import Arrays


@dataclass(frozen=True)
class Layer:
    """`inputs @ weights + bias`; weights [inputs, outputs], bias [outputs], then max(0, .) if `relu`. If `spread` is
    set, inputs of a graph's nodes are first spread along its edges in this way (see `engine.data.graph`)."""

    weights: np.ndarray
    bias: np.ndarray
    relu: bool = False
    spread: str = ""

    def apply(self, inputs: np.ndarray) -> np.ndarray:
        """Outputs [rows, outputs] from inputs [rows, inputs] that are spread already."""
        raw = inputs @ self.weights + self.bias
        return np.maximum(raw, 0) if self.relu else raw


def forward(layers: Sequence[Layer | Trunk], inputs: Any) -> np.ndarray:
    """Raw outputs [rows, outputs] for encoded inputs [rows, features]."""
    if isinstance(inputs, NodeInputs):
        return _forward_nodes(layers, inputs)
    for layer in layers:
        inputs = layer.apply(inputs)
    return inputs


def _forward_nodes(layers: Sequence[Layer | Trunk], inputs: NodeInputs) -> np.ndarray:
    values = inputs.values
    for layer in layers:
        is_spread = isinstance(layer, Layer) and layer.spread
        values = layer.apply(inputs.graph.spread(values, is_spread) if is_spread else values)
    return values[inputs.places]


def is_finite(model: Arrays) -> bool:
    """Whether every parameter is a number: neither infinite nor NaN."""
    return all(np.isfinite(values).all() for values in model.values())

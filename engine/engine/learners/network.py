"""A model as a list of layers. numpy computes them in training, and `engine.export` writes them as ONNX."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.data.graph import NodeInputs
from engine.learners.trunk import Trunk
from engine.privacy.terms import Arrays


@dataclass(frozen=True)
class Layer:
    """Computes `inputs @ weights + bias`, and then max(0, .) if `relu`. Weights are [inputs, outputs], the bias
    [outputs]. If `spread` is set, the inputs of a graph's nodes are first spread along its edges in this way (see
    `engine.data.graph`)."""

    weights: np.ndarray
    bias: np.ndarray
    relu: bool = False
    spread: str = ""

    def apply(self, inputs: np.ndarray) -> np.ndarray:
        """Return outputs [rows, outputs] from inputs [rows, inputs] that have already been spread."""
        raw = inputs @ self.weights + self.bias
        return np.maximum(raw, 0) if self.relu else raw


def forward(layers: Sequence[Layer | Trunk], inputs: Any) -> np.ndarray:
    """Return raw outputs [rows, outputs] for encoded inputs [rows, features]."""
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
    """Whether every parameter is finite: neither infinite nor NaN."""
    return all(np.isfinite(values).all() for values in model.values())

"""Models that are lists of layers. numpy computes the layers in training, and ONNX in the model's file."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.graph import NodeInputs
from engine.learners.learner import Learner, Parameters
from engine.learners.onnx_inputs import OnnxInputs, OnnxNodes
from engine.privacy.terms import Arrays

if TYPE_CHECKING:
    from engine.onnx_graph.graph import Graph


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

    def add(self, graph: "Graph", inputs: str, number: int) -> str:
        """Add nodes that compute the same as `apply`. Their names end in the layer's number, which is 0 for the
        first."""
        weights = graph.constant(f"weights{number}", np.asarray(self.weights, dtype=np.float64))
        bias = graph.constant(f"bias{number}", np.asarray(self.bias, dtype=np.float64))
        product = graph.add("MatMul", [inputs, weights], f"product{number}")
        raw = graph.add("Add", [product, bias], f"layer{number}")
        return graph.add("Relu", [raw], f"relu{number}") if self.relu else raw


def layered(
    start: Callable[[int, int, Parameters, np.random.Generator], Arrays],
    fit: Callable[[Arrays, Any, np.ndarray, Parameters, str, np.random.Generator], Arrays],
    layers: Callable[[Arrays], Sequence[Layer]],
    *,
    spreads: bool = False,
) -> Learner:
    """Return the learner of a model that is a list of layers, which `layers(model)` returns."""

    def compute(model: Arrays, inputs: Any) -> np.ndarray:
        return forward(layers(model), inputs)

    def export(model: Arrays, inputs: OnnxInputs) -> str:
        return add_layers(layers(model), inputs)

    return Learner(start, fit, compute, export, spreads=spreads)


def forward(layers: Sequence[Layer], inputs: Any) -> np.ndarray:
    """Return raw outputs [rows, outputs] for encoded inputs [rows, features]."""
    if isinstance(inputs, NodeInputs):
        return _forward_nodes(layers, inputs)
    for layer in layers:
        inputs = layer.apply(inputs)
    return inputs


def add_layers(layers: Sequence[Layer], inputs: OnnxInputs) -> str:
    """Add nodes that compute the same as `forward`."""
    current = inputs.features
    for number, layer in enumerate(layers):
        if isinstance(inputs, OnnxNodes) and layer.spread:
            current = inputs.spread(current, layer.spread)
        current = layer.add(inputs.graph, current, number)
    return current


def _forward_nodes(layers: Sequence[Layer], inputs: NodeInputs) -> np.ndarray:
    values = inputs.values
    for layer in layers:
        values = layer.apply(inputs.graph.spread(values, layer.spread) if layer.spread else values)
    return values[inputs.places]


def is_finite(model: Arrays) -> bool:
    """Whether every parameter is finite: neither infinite nor NaN."""
    return all(np.isfinite(values).all() for values in model.values())

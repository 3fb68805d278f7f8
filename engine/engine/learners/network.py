"""A model as layers: one description, which numpy runs in training and `engine.export` writes as ONNX."""

from dataclasses import dataclass

import numpy as np

from engine.privacy.terms import Arrays


@dataclass(frozen=True)
class Layer:
    """`inputs @ weights + bias`; weights [inputs, outputs], bias [outputs], then max(0, .) when `relu`."""

    weights: np.ndarray
    bias: np.ndarray
    relu: bool = False


def forward(layers: list[Layer], inputs: np.ndarray) -> np.ndarray:
    """Raw outputs [rows, outputs] for encoded inputs [rows, features]."""
    for layer in layers:
        inputs = inputs @ layer.weights + layer.bias
        if layer.relu:
            inputs = np.maximum(inputs, 0)
    return inputs


def is_finite(model: Arrays) -> bool:
    """Whether every parameter is a number: neither infinite nor NaN."""
    return all(np.isfinite(values).all() for values in model.values())

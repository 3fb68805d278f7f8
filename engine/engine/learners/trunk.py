"""A trainable network that computes features of pictures: a convolution, two residual blocks that each halve the
picture, and the mean over the remaining pixels."""

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from engine.learners.convolution_steps import Net, add_scaled
from engine.learners.convolutions import arrays_of, block, normalised, scaled, shapes_of
from engine.privacy.terms import Arrays

if TYPE_CHECKING:
    from engine.onnx_graph.graph import Graph

WIDTH = 16  # number of channels after the first convolution
FEATURES = 4 * WIDTH
BLOCK = 64  # number of pictures per batch in prediction
SHAPES = shapes_of(WIDTH, {"block1": (WIDTH, 2 * WIDTH), "block2": (2 * WIDTH, FEATURES)})
WEIGHTS = sum(math.prod(shape) for shape in SHAPES.values())


def trunk_features(weights: np.ndarray, pixels: np.ndarray, side: int) -> np.ndarray:
    """Return features [N, FEATURES] from pixels [N, side x side x 3], float32 from 0 to 255, in single precision as in
    the model's file. The arrays are concatenated in `weights` [WEIGHTS]."""
    arrays = arrays_of(weights.astype(np.float32), SHAPES)
    blocks = [pixels[start : start + BLOCK] for start in range(0, len(pixels), BLOCK)]
    found = [features(arrays, scaled(block, side))[0] for block in blocks]
    return np.concatenate([np.zeros((0, FEATURES)), *found]).astype(np.float64)


def add_trunk(graph: "Graph", weights: np.ndarray, pixels: str, side: int) -> str:
    """Add nodes that compute the same as `trunk_features`."""
    step = graph.steps("trunk")
    net = Net(step, weights, SHAPES)
    current = step("Relu", net.normalised("stem", add_scaled(step, pixels, side), 1))
    for name in ("block1", "block2"):
        current = net.block(name, current)
    return step.cast(step("Flatten", step("GlobalAveragePool", current)), np.float64)


def features(arrays: Arrays, pictures: np.ndarray) -> tuple[np.ndarray, Callable[[np.ndarray], Arrays]]:
    """Return features [N, channels] of scaled pictures, and the backward pass, which maps gradients by features to
    gradients by all arrays."""
    gradients: Arrays = {}
    stem, back_stem = normalised(arrays, "stem", pictures, 1, gradients)
    current, is_active = np.maximum(stem, 0), stem > 0
    first, back_first = block(arrays, "block1", current, gradients)
    second, back_second = block(arrays, "block2", first, gradients)
    area = second.shape[1] * second.shape[2]

    def back(gradient: np.ndarray) -> Arrays:
        spread = np.broadcast_to(gradient[:, None, None, :] / area, second.shape).astype(second.dtype)
        back_stem(back_first(back_second(spread)) * is_active)
        return gradients

    return second.mean(axis=(1, 2)), back

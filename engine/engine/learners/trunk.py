"""A trainable network that computes features of pictures: a convolution, two residual blocks that each halve the
picture, and the mean over the remaining pixels."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from engine.learners.convolutions import arrays_of, block, normalised, scaled, shapes_of
from engine.privacy.terms import Arrays

WIDTH = 16  # number of channels after the first convolution
FEATURES = 4 * WIDTH
BLOCK = 64  # number of pictures per batch in prediction
SHAPES = shapes_of(WIDTH, {"block1": (WIDTH, 2 * WIDTH), "block2": (2 * WIDTH, FEATURES)})
WEIGHTS = sum(math.prod(shape) for shape in SHAPES.values())


@dataclass(frozen=True)
class Trunk:
    """Maps pixels [N, side x side x 3], float32 from 0 to 255, to features [N, FEATURES]. It is the network without its
    last layer. Its arrays are concatenated in `weights` [WEIGHTS]."""

    weights: np.ndarray
    side: int

    def apply(self, pixels: np.ndarray) -> np.ndarray:
        """Return features in single precision, as the model's file computes them."""
        arrays = arrays_of(self.weights.astype(np.float32), SHAPES)
        blocks = [pixels[start : start + BLOCK] for start in range(0, len(pixels), BLOCK)]
        found = [features(arrays, scaled(block, self.side))[0] for block in blocks]
        return np.concatenate([np.zeros((0, FEATURES)), *found]).astype(np.float64)


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

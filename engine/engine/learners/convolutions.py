"""Components of small residual networks on pictures, with manually derived gradients in numpy.

The components are convolutions and residual blocks of two convolutions (He et al. 2016, arXiv:1512.03385).
Normalisation is over groups of channels instead of batches, because the moments of a batch are each party's own and
averaging models breaks them (Wu and He 2018, arXiv:1803.08494). Every step returns its output and its backward pass: a
function that maps the gradient by the output to the gradients by the inputs. Pictures are [N, height, width, channels].
"""

import math
from collections.abc import Callable, Mapping

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from engine.privacy.terms import Arrays

GROUPS = 4
EPSILON = 1e-5  # added to a variance, so that the normalisation never divides by 0
CENTRE, SPREAD = 127.5, 64.0  # mean and deviation to which pixels from 0 to 255 are scaled

Back = Callable[[np.ndarray], tuple[np.ndarray, ...]]
Shapes = dict[str, tuple[int, ...]]


def shapes_of(stem: int, blocks: Mapping[str, tuple[int, int]]) -> Shapes:
    """Return the shapes of a network's arrays. Its first convolution, `stem`, has this number of output channels, and
    its blocks have these numbers of input and output channels."""
    shapes: Shapes = {"stem": (3, 3, 3, stem)}
    for name, (inward, outward) in blocks.items():
        shapes[f"{name}.first"] = (3, 3, inward, outward)
        shapes[f"{name}.second"] = (3, 3, outward, outward)
        shapes[f"{name}.beside"] = (1, 1, inward, outward)
    for name, shape in list(shapes.items()):
        if not name.endswith("beside"):
            shapes |= {f"{name}.{part}": shape[3:] for part in ("scale", "shift")}
    return shapes


def arrays_of(weights: np.ndarray, shapes: Shapes) -> Arrays:
    """Return a network's arrays by name, as views of the concatenated `weights`. Kernels are [side, side, channels,
    outputs]."""
    ends = np.cumsum([math.prod(shape) for shape in shapes.values()])[:-1]
    pairs = zip(shapes.items(), np.split(weights, ends), strict=True)
    return {name: part.reshape(shape) for (name, shape), part in pairs}


def in_a_row(arrays: Arrays, shapes: Shapes) -> np.ndarray:
    """Return arrays, named as by `arrays_of`, concatenated in one vector."""
    return np.concatenate([arrays[name].ravel() for name in shapes])


def first_weights(rng: np.random.Generator, shapes: Shapes) -> np.ndarray:
    """Return the first weights, concatenated: He's normal initialisation (He et al. 2015, arXiv:1502.01852) and an
    identity normalisation."""
    arrays = {}
    for name, shape in shapes.items():
        if name.endswith(("scale", "shift")):
            arrays[name] = np.full(shape, float(name.endswith("scale")))
        else:
            arrays[name] = rng.normal(0, np.sqrt(2 / math.prod(shape[:3])), shape)
    return in_a_row(arrays, shapes)


def scaled(pixels: np.ndarray, side: int) -> np.ndarray:
    """Return pictures in deviations from medium grey."""
    return ((pixels - np.float32(CENTRE)) / np.float32(SPREAD)).reshape(-1, side, side, 3)


def block(
    arrays: Arrays, name: str, inputs: np.ndarray, gradients: Arrays, stride: int = 2
) -> tuple[np.ndarray, Callable[[np.ndarray], np.ndarray]]:
    """Compute a residual block: two convolutions, of which the first halves the picture at a stride of 2, and a 1 x 1
    convolution as shortcut."""
    inner, back_inner = normalised(arrays, f"{name}.first", inputs, stride, gradients)
    outer, back_outer = normalised(arrays, f"{name}.second", np.maximum(inner, 0), 1, gradients)
    beside, back_beside = convolved(inputs, arrays[f"{name}.beside"], stride)
    found = outer + beside

    def back(gradient: np.ndarray) -> np.ndarray:
        gradient = gradient * (found > 0)
        past, gradients[f"{name}.beside"] = back_beside(gradient)
        return past + back_inner(back_outer(gradient) * (inner > 0))

    return np.maximum(found, 0), back


def normalised(
    arrays: Arrays, name: str, inputs: np.ndarray, stride: int, gradients: Arrays
) -> tuple[np.ndarray, Callable[[np.ndarray], np.ndarray]]:
    """Compute a convolution followed by normalisation. The backward pass stores the gradients by their arrays."""
    raw, back_raw = convolved(inputs, arrays[name], stride)
    found, back_found = in_groups(raw, arrays[f"{name}.scale"], arrays[f"{name}.shift"])

    def back(gradient: np.ndarray) -> np.ndarray:
        gradient, gradients[f"{name}.scale"], gradients[f"{name}.shift"] = back_found(gradient)
        gradient, gradients[name] = back_raw(gradient)
        return gradient

    return found, back


def convolved(inputs: np.ndarray, kernel: np.ndarray, stride: int) -> tuple[np.ndarray, Back]:
    """Compute a convolution with a kernel [side, side, channels, outputs] and zero padding. The backward pass returns
    the gradients by the inputs and by the kernel."""
    side, outputs = kernel.shape[0], kernel.shape[3]
    count, height, width, channels = inputs.shape
    edge = side // 2
    padded = np.pad(inputs, ((0, 0), (edge, edge), (edge, edge), (0, 0)))
    windows = sliding_window_view(padded, (side, side), axis=(1, 2))[:, ::stride, ::stride]
    down, across = windows.shape[1:3]
    columns = windows.transpose(0, 1, 2, 4, 5, 3).reshape(-1, side * side * channels)
    weights = kernel.reshape(-1, outputs)

    def back(gradient: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        flat = gradient.reshape(-1, outputs)
        spread = (flat @ weights.T).reshape(count, down, across, side, side, channels)
        by_padded = np.zeros_like(padded)
        for row in range(side):
            for column in range(side):
                ends = row + stride * (down - 1) + 1, column + stride * (across - 1) + 1
                by_padded[:, row : ends[0] : stride, column : ends[1] : stride] += spread[:, :, :, row, column]
        by_inputs = by_padded[:, edge : edge + height, edge : edge + width]
        return by_inputs, (columns.T @ flat).reshape(kernel.shape)

    return (columns @ weights).reshape(count, down, across, outputs), back


def in_groups(inputs: np.ndarray, scale: np.ndarray, shift: np.ndarray) -> tuple[np.ndarray, Back]:
    """Compute a group normalisation: the channels of each picture, in groups, in deviations from the group's mean, then
    scaled and shifted [channels]. The backward pass returns the gradients by all three inputs."""
    shape = inputs.shape
    flat = inputs.reshape(shape[0], -1, shape[3])
    pixels = np.ones((1, flat.shape[1]), dtype=inputs.dtype)

    def mean(values: np.ndarray) -> np.ndarray:
        """Return the mean over a picture's pixels and the channels of each group, repeated for each channel [N, 1,
        channels]. The matrix product is several times faster than a sum over two axes that are not adjacent."""
        groups = (pixels @ values).reshape(shape[0], GROUPS, -1).mean(axis=2) / inputs.dtype.type(pixels.size)
        return groups.repeat(shape[3] // GROUPS, axis=1)[:, None]

    away = flat - mean(flat)
    deviation = np.sqrt(mean(away**2) + inputs.dtype.type(EPSILON))
    normal = away / deviation

    def back(gradient: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        by_normal = gradient.reshape(flat.shape) * scale
        by_inputs = (by_normal - mean(by_normal) - normal * mean(by_normal * normal)) / deviation
        by_scale = (gradient * normal.reshape(shape)).sum(axis=(0, 1, 2))
        return by_inputs.reshape(shape), by_scale, gradient.sum(axis=(0, 1, 2))

    return (normal * scale + shift).reshape(shape), back

"""What small residual nets over pictures are made of, with their gradients worked out by hand in numpy.

Convolutions, and residual blocks of two of them (He et al. 2016, arXiv:1512.03385). Groups of channels are normalised,
not batches: a batch's moments are each party's own, and break under averaging (Wu and He 2018, arXiv:1803.08494). Every
step gives what it computes and the way back, a function from the slope by its output to the slopes by what went in.
Pictures are [N, height, width, channels].
"""

import math
from collections.abc import Callable, Mapping

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from engine.privacy.terms import Arrays

GROUPS = 4
EPSILON = 1e-5  # of the normalisation
CENTRE, SPREAD = 127.5, 64.0  # of pixels from 0 to 255

Back = Callable[[np.ndarray], tuple[np.ndarray, ...]]
Shapes = dict[str, tuple[int, ...]]


def shapes_of(stem: int, blocks: Mapping[str, tuple[int, int]]) -> Shapes:
    """Of the arrays of a net whose first convolution, `stem`, gives so many channels, and whose blocks go from so many
    channels to so many."""
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
    """A net's arrays by name, kernels [side, side, channels, outputs], which stand one behind the other in `weights`;
    the numbers themselves are not copied."""
    ends = np.cumsum([math.prod(shape) for shape in shapes.values()])[:-1]
    pairs = zip(shapes.items(), np.split(weights, ends), strict=True)
    return {name: part.reshape(shape) for (name, shape), part in pairs}


def in_a_row(arrays: Arrays, shapes: Shapes) -> np.ndarray:
    """Arrays as `arrays_of` names them, one behind the other."""
    return np.concatenate([arrays[name].ravel() for name in shapes])


def first_weights(rng: np.random.Generator, shapes: Shapes) -> np.ndarray:
    """He's normal start (He et al. 2015, arXiv:1502.01852), and a normalisation that changes nothing, in a row."""
    arrays = {}
    for name, shape in shapes.items():
        if name.endswith(("scale", "shift")):
            arrays[name] = np.full(shape, float(name.endswith("scale")))
        else:
            arrays[name] = rng.normal(0, np.sqrt(2 / math.prod(shape[:3])), shape)
    return in_a_row(arrays, shapes)


def scaled(pixels: np.ndarray, side: int) -> np.ndarray:
    """Pictures in deviations from a middling grey."""
    return ((pixels - np.float32(CENTRE)) / np.float32(SPREAD)).reshape(-1, side, side, 3)


def block(
    arrays: Arrays, name: str, inputs: np.ndarray, slopes: Arrays, stride: int = 2
) -> tuple[np.ndarray, Callable[[np.ndarray], np.ndarray]]:
    """Two convolutions, the first of which halves the picture at a stride of 2, and beside them one of single
    pixels."""
    inner, back_inner = normalised(arrays, f"{name}.first", inputs, stride, slopes)
    outer, back_outer = normalised(arrays, f"{name}.second", np.maximum(inner, 0), 1, slopes)
    beside, back_beside = convolved(inputs, arrays[f"{name}.beside"], stride)
    found = outer + beside

    def back(slope: np.ndarray) -> np.ndarray:
        slope = slope * (found > 0)
        past, slopes[f"{name}.beside"] = back_beside(slope)
        return past + back_inner(back_outer(slope) * (inner > 0))

    return np.maximum(found, 0), back


def normalised(
    arrays: Arrays, name: str, inputs: np.ndarray, stride: int, slopes: Arrays
) -> tuple[np.ndarray, Callable[[np.ndarray], np.ndarray]]:
    """A convolution and the normalisation behind it; the way back notes the slopes by their arrays."""
    raw, back_raw = convolved(inputs, arrays[name], stride)
    found, back_found = in_groups(raw, arrays[f"{name}.scale"], arrays[f"{name}.shift"])

    def back(slope: np.ndarray) -> np.ndarray:
        slope, slopes[f"{name}.scale"], slopes[f"{name}.shift"] = back_found(slope)
        slope, slopes[name] = back_raw(slope)
        return slope

    return found, back


def convolved(inputs: np.ndarray, kernel: np.ndarray, stride: int) -> tuple[np.ndarray, Back]:
    """With a kernel [side, side, channels, outputs] and zeros around the picture; the way back gives the slopes by
    inputs and kernel."""
    side, outputs = kernel.shape[0], kernel.shape[3]
    count, height, width, channels = inputs.shape
    edge = side // 2
    padded = np.pad(inputs, ((0, 0), (edge, edge), (edge, edge), (0, 0)))
    windows = sliding_window_view(padded, (side, side), axis=(1, 2))[:, ::stride, ::stride]
    down, across = windows.shape[1:3]
    columns = windows.transpose(0, 1, 2, 4, 5, 3).reshape(-1, side * side * channels)
    weights = kernel.reshape(-1, outputs)

    def back(slope: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        flat = slope.reshape(-1, outputs)
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
    """Each picture's channels, in groups, in deviations from their mean, then scaled and shifted [channels]; the way
    back gives the slopes by all three."""
    shape = inputs.shape
    flat = inputs.reshape(shape[0], -1, shape[3])
    pixels = np.ones((1, flat.shape[1]), dtype=inputs.dtype)

    def mean(values: np.ndarray) -> np.ndarray:
        """Over a picture's pixels and the channels of each group, for each channel [N, 1, channels]. As a product: that
        is several times faster than a sum over two axes that do not lie together."""
        groups = (pixels @ values).reshape(shape[0], GROUPS, -1).mean(axis=2) / inputs.dtype.type(pixels.size)
        return groups.repeat(shape[3] // GROUPS, axis=1)[:, None]

    away = flat - mean(flat)
    deviation = np.sqrt(mean(away**2) + inputs.dtype.type(EPSILON))
    normal = away / deviation

    def back(slope: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        by_normal = slope.reshape(flat.shape) * scale
        by_inputs = (by_normal - mean(by_normal) - normal * mean(by_normal * normal)) / deviation
        by_scale = (slope * normal.reshape(shape)).sum(axis=(0, 1, 2))
        return by_inputs.reshape(shape), by_scale, slope.sum(axis=(0, 1, 2))

    return (normal * scale + shift).reshape(shape), back

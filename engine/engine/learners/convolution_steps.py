"""The components of convolutions.py in the ONNX graph of a model's file, in single precision."""

import math
from typing import TYPE_CHECKING

import numpy as np

from engine.learners.convolutions import CENTRE, EPSILON, GROUPS, SPREAD, Shapes

if TYPE_CHECKING:
    from engine.onnx_graph.graph import Graph, Steps


def add_scaled(step: "Steps", pixels: str, side: int) -> str:
    """Add nodes that scale pixels [N, side x side x 3] to pictures [N, 3, side, side] in deviations from medium
    grey."""
    pictures = step("Reshape", pixels, [0, side, side, 3])
    scaled = step("Div", step("Sub", pictures, np.float32(CENTRE)), np.float32(SPREAD))
    return step("Transpose", scaled, perm=[0, 3, 1, 2])


class Net:
    """Adds layers to a graph by the names of their arrays, which are concatenated in `weights`. The file stores arrays
    in the form that training uses, so that a later run can continue from them."""

    def __init__(self, step: "Steps", weights: np.ndarray, shapes: Shapes) -> None:
        self.step, self.shapes = step, shapes
        parts, sizes = [f"part_{name}" for name in shapes], [math.prod(shape) for shape in shapes.values()]
        inputs = [learned(step.graph, "trunk", weights), step.graph.constant("part_sizes", np.array(sizes))]
        step.graph.add_several("Split", inputs, parts)
        pairs = zip(shapes.items(), parts, strict=True)
        self.arrays = {name: step("Reshape", part, list(shape)) for (name, shape), part in pairs}

    def block(self, name: str, inputs: str, stride: int = 2) -> str:
        """Add a residual block like `engine.learners.convolutions.block`."""
        inner = self.step("Relu", self.normalised(f"{name}.first", inputs, stride))
        beside = self.convolved(f"{name}.beside", inputs, stride)
        return self.step("Relu", self.step("Add", self.normalised(f"{name}.second", inner, 1), beside))

    def convolved(self, name: str, inputs: str, stride: int) -> str:
        edge = self.shapes[name][0] // 2
        return self.step("Conv", inputs, kernel_of(self.step, self.arrays[name]), strides=[stride] * 2, pads=[edge] * 4)

    def normalised(self, name: str, inputs: str, stride: int) -> str:
        """Add a convolution whose channels are normalised in groups."""
        raw, step = self.convolved(name, inputs, stride), self.step
        ones, zeros = np.ones(GROUPS, dtype=np.float32), np.zeros(GROUPS, dtype=np.float32)
        groups = step("Reshape", raw, [0, GROUPS, -1])
        normal = step("InstanceNormalization", groups, ones, zeros, epsilon=EPSILON)
        scale, shift = (by_channel(step, self.arrays[f"{name}.{part}"]) for part in ("scale", "shift"))
        return step("Add", step("Mul", step("Reshape", normal, step("Shape", raw)), scale), shift)


def learned(graph: "Graph", name: str, values: np.ndarray) -> str:
    """Add a learnt array in single precision."""
    return graph.learned(name, values.astype(np.float32))


def kernel_of(step: "Steps", array: str) -> str:
    """Return a kernel in ONNX's layout, from one in the layout [side, side, channels, outputs]."""
    return step("Transpose", array, perm=[3, 2, 0, 1])


def by_channel(step: "Steps", array: str) -> str:
    """Reshape values [channels] to [channels, 1, 1]."""
    return step("Reshape", array, [-1, 1, 1])

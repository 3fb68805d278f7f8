"""A net that is trained on pictures (see engine.learners.convolutions) inside an ONNX graph, in single precision."""

import numpy as np
from onnx import TensorProto

from engine.data.pictures import PixelEncoder
from engine.export.backbone import add_drawn
from engine.export.graph import Graph, Steps
from engine.learners.convolutions import CENTRE, EPSILON, GROUPS, SPREAD, arrays_of
from engine.learners.trunk import SHAPES, Trunk
from engine.privacy.terms import Arrays

FINER = 4  # times the side at which pictures are drawn first, so that a pixel is the mean of more than four


def add_pixels(graph: Graph, name: str, column: PixelEncoder) -> str:
    """Pixels [N, side x side x 3], float32 from 0 to 255, of pictures [N, H, W, 3] (uint8) in the input `name`."""
    step = Steps(graph, name)
    finer = add_drawn(step, step("Cast", name, to=TensorProto.FLOAT), FINER * column.side)
    drawn = step("AveragePool", finer, kernel_shape=[FINER, FINER], strides=[FINER, FINER])
    return step("Reshape", step("Transpose", drawn, perm=[0, 2, 3, 1]), [0, column.width])


def add_trunk(graph: Graph, pixels: str, trunk: Trunk) -> str:
    """Features [N, channels], double, of pixels as `add_pixels` gives them."""
    step = Steps(graph, "trunk")
    net = Net(step, arrays_of(trunk.weights.astype(np.float32), SHAPES))
    current = step("Relu", net.normalised("stem", add_scaled(step, pixels, trunk.side), 1))
    for name in ("block1", "block2"):
        current = net.block(name, current)
    found = step("Flatten", step("GlobalAveragePool", current))
    return step("Cast", found, to=TensorProto.DOUBLE)


def add_scaled(step: Steps, pixels: str, side: int) -> str:
    """Pictures [N, 3, side, side] in deviations from a middling grey, of pixels as `add_pixels` gives them."""
    pictures = step("Reshape", pixels, [0, side, side, 3])
    scaled = step("Div", step("Sub", pictures, np.float32(CENTRE)), np.float32(SPREAD))
    return step("Transpose", scaled, perm=[0, 3, 1, 2])


class Net:
    """Adds layers to a graph, by the names that their arrays have."""

    def __init__(self, step: Steps, arrays: Arrays) -> None:
        self.step, self.arrays = step, arrays

    def block(self, name: str, inputs: str, stride: int = 2) -> str:
        """As `engine.learners.convolutions.block`."""
        inner = self.step("Relu", self.normalised(f"{name}.first", inputs, stride))
        beside = self.convolved(f"{name}.beside", inputs, stride)
        return self.step("Relu", self.step("Add", self.normalised(f"{name}.second", inner, 1), beside))

    def convolved(self, name: str, inputs: str, stride: int) -> str:
        kernel = self.arrays[name].transpose(3, 2, 0, 1)
        edge = kernel.shape[2] // 2
        return self.step("Conv", inputs, kernel, strides=[stride] * 2, pads=[edge] * 4)

    def normalised(self, name: str, inputs: str, stride: int) -> str:
        """A convolution whose channels are normalised in groups."""
        raw, step = self.convolved(name, inputs, stride), self.step
        ones, zeros = np.ones(GROUPS, dtype=np.float32), np.zeros(GROUPS, dtype=np.float32)
        groups = step("Reshape", raw, [0, GROUPS, -1])
        normal = step("InstanceNormalization", groups, ones, zeros, epsilon=EPSILON)
        scale, shift = (self.arrays[f"{name}.{part}"][:, None, None] for part in ("scale", "shift"))
        return step("Add", step("Mul", step("Reshape", normal, step("Shape", raw)), scale), shift)

"""EfficientNet-Lite0 as an ONNX graph, which maps pictures to 1,472 features. The 1,280 features of the last layer
distinguish everyday objects. Another 192 of a middle layer, which detects strokes and textures, help with other
pictures: of handwritten digits, a proportion of .98 is classified correctly with them, and .955 without.

Each picture is resized to SIDE x SIDE pixels, whatever its shape, and processed as a whole. Batch normalisation is
folded into the convolution before it. Sources: Tan and Le 2019, arXiv:1905.11946; the Lite variants have ReLU6 and no
squeeze and excitation (github.com/tensorflow/tpu, models/official/efficientnet/lite).
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from onnx import TensorProto

from engine.onnx_graph.frozen_weights import Weights, frozen_weights
from engine.onnx_graph.graph import Graph, Steps

# Side in pixels, the size at which the weights were trained. A side of 128 would take 4 ms a picture instead of 10, but
# classified a smaller proportion of photograph patches correctly: .91 instead of .94.
SIDE = 224
# ImageNet's mean and deviation of red, green and blue, on a scale from 0 to 1
MEAN, DEVIATION = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)
EPSILON = 1e-3  # constant that the batch normalisation adds to a variance
# Maximum absolute value of a feature. Features of the last layer are between 0 and 6; those of the middle layer are
# clipped.
MAX_FEATURE = 6.0
MIDDLE = 12  # index of the middle block; its outputs, taken before any activation function, are features as well
# for each group of blocks: the number of its blocks, and the stride of the first block
GROUPS = ((1, 1), (2, 2), (2, 2), (3, 2), (3, 1), (4, 2), (1, 1))


def add_pictures(graph: Graph, name: str) -> str:
    """Add nodes that compute features [N, FEATURES], double, from the input `name`: pictures [N, H, W, 3] (uint8; red,
    green, blue)."""
    net = _Net(graph.steps(name), _weights())
    current = net.convolution(_pixels(net.step, name), "_conv_stem", "_bn0", stride=2)
    number, middle = 0, ""  # `middle` is always set in the loop, because one of the blocks has the index MIDDLE
    for blocks, stride in GROUPS:
        for place in range(blocks):
            current = net.block(current, f"_blocks.{number}.", stride if place == 0 else 1, is_repeated=place > 0)
            if number == MIDDLE:
                middle = net.mean(current)
            number += 1
    last = net.mean(net.convolution(current, "_conv_head", "_bn1"))
    most = np.float32(MAX_FEATURE)
    found = net.step("Concat", last, net.step("Clip", middle, -most, most), axis=1)
    return net.step("Cast", found, to=TensorProto.DOUBLE)


@cache
def _weights() -> Weights:
    return frozen_weights()


def add_drawn(step: Steps, colours: str, side: int) -> str:
    """Add nodes that resize pictures [N, H, W, 3] to [N, 3, side, side], both float32."""
    pictures = step("Slice", step("Shape", colours), [0], [1], [0])
    sizes = step("Concat", pictures, np.array([3, side, side]), axis=0)
    turned = step("Transpose", colours, perm=[0, 3, 1, 2])
    # The two empty inputs of Resize are the region of interest and the scale factors. Resize does not need them if the
    # size is given.
    return step("Resize", turned, "", "", sizes, mode="linear", coordinate_transformation_mode="half_pixel")


def _pixels(step: Steps, name: str) -> str:
    """Add nodes that return pixels [N, 3, SIDE, SIDE], float32, in deviations from ImageNet's mean."""
    drawn = add_drawn(step, step("Div", step("Cast", name, to=TensorProto.FLOAT), np.float32(255)), SIDE)
    mean, deviation = (np.array(one, dtype=np.float32)[:, None, None] for one in (MEAN, DEVIATION))
    return step("Div", step("Sub", drawn, mean), deviation)


@dataclass(frozen=True)
class _Net:
    """Adds layers to a graph. The weights of a layer have the same name as in the package."""

    step: Steps
    weights: Weights

    def convolution(self, inputs: str, name: str, norm: str, stride: int = 1, *, is_activated: bool = True) -> str:
        """Add a convolution, followed by ReLU6 if `is_activated`. A stride of 2 halves the picture, whose side is even.
        Then the padding has one more row of zeros after the picture than before it, as in TensorFlow, where the weights
        were trained."""
        kernel, bias = self._folded(f"{name}.weight", norm)
        outputs, inner, side, _ = kernel.shape
        before, behind = (side - stride) // 2, (side - stride + 1) // 2
        is_by_channel = inner == 1
        found = self.step(
            "Conv", inputs, kernel, bias, strides=[stride] * 2, pads=[before, before, behind, behind],
            group=outputs if is_by_channel else 1,
        )  # fmt: skip
        return self.step("Clip", found, np.float32(0), np.float32(6)) if is_activated else found

    def block(self, inputs: str, prefix: str, stride: int, *, is_repeated: bool) -> str:
        """Add an inverted residual block: expand, convolve by channel, project (Sandler et al. 2018,
        arXiv:1801.04381)."""
        current = inputs
        if f"{prefix}_expand_conv.weight" in self.weights:
            current = self.convolution(current, f"{prefix}_expand_conv", f"{prefix}_bn0")
        current = self.convolution(current, f"{prefix}_depthwise_conv", f"{prefix}_bn1", stride)
        current = self.convolution(current, f"{prefix}_project_conv", f"{prefix}_bn2", is_activated=False)
        return self.step("Add", current, inputs) if is_repeated else current

    def mean(self, inputs: str) -> str:
        """Add the mean of each channel over the whole picture [N, channels]."""
        return self.step("Flatten", self.step("GlobalAveragePool", inputs))

    def _folded(self, kernel: str, norm: str) -> tuple[np.ndarray, np.ndarray]:
        """Return the kernel [outputs, inputs, side, side] and the bias [outputs] of a convolution with its
        normalisation folded in."""
        scale, shift, mean, variance = (
            self.weights[f"{norm}.{part}"] for part in ("weight", "bias", "running_mean", "running_var")
        )
        factor = scale / np.sqrt(variance + np.float32(EPSILON))
        return self.weights[kernel] * factor[:, None, None, None], shift - mean * factor

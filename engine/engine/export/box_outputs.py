"""The boxes of a network that detects them (see engine.learners.box_network) as outputs of an ONNX graph.

Each picture has CANDIDATES outputs, best first: `boxes` [N, CANDIDATES, 4] as x0, y0, x1, y1 in fractions of the
picture; `scores` [N, CANDIDATES], 0 for unused places; both float32; and `classes` [N, CANDIDATES], int64 codes.
Overlapping boxes are included. Programs that run the file remove them (`engine.targets.found_boxes.suppressed`),
because ONNX's operator for non-maximum suppression has no fixed number of outputs.
"""

import numpy as np
from onnx import TensorProto, helper

from engine.onnx_graph.graph import Graph, Steps
from engine.targets.box_painting import LOG_HIGH, LOG_LOW, STRIDE, cells_of, middles
from engine.targets.found_boxes import CANDIDATES


def add_candidates(graph: Graph, step: Steps, heat: str, sides: str, side: int, classes: int) -> list:
    """Add nodes that compute the same candidates as `Maps.candidates` from raw heat [N, classes, h, w] and distances
    [N, 4, h, w]. Returns the graph's outputs. `side` is the pictures' side in pixels."""
    cells = cells_of(side) ** 2
    highest = step("MaxPool", heat, kernel_shape=[3, 3], pads=[1] * 4)
    peaks = step("Where", step("Equal", heat, highest), step("Sigmoid", heat), np.float32(0))
    flat = step("Reshape", peaks, [0, -1])
    if (more := CANDIDATES - classes * cells) > 0:
        flat = step("Pad", flat, [0, 0, 0, more])
    most = graph.constant("most", np.array([CANDIDATES]))
    graph.add_several("TopK", [flat, most], ["scores", "places"], axis=1)
    kinds = step("Min", step("Div", "places", cells), classes - 1)
    graph.add("Identity", [kinds], "classes")
    cell = step("Mod", "places", cells)
    by_cell = step("Transpose", step("Reshape", sides, [0, 4, -1]), perm=[0, 2, 1])
    everywhere = step("Tile", step("Unsqueeze", cell, [2]), [1, 1, 4])
    raw = step("GatherElements", by_cell, everywhere, axis=1)
    apart = step(
        "Mul", step("Exp", step("Clip", raw, np.float32(LOG_LOW), np.float32(LOG_HIGH))), np.float32(STRIDE / 2)
    )
    at = step("Gather", middles(side).reshape(-1, 2), cell)
    low = step("Sub", at, step("Slice", apart, [0], [2], [2]))
    high = step("Add", at, step("Slice", apart, [2], [4], [2]))
    shares = step("Div", step("Concat", low, high, axis=2), np.float32(side))
    graph.add("Clip", [shares, step("Identity", np.float32(0)), step("Identity", np.float32(1))], "boxes")
    return [
        helper.make_tensor_value_info("boxes", TensorProto.FLOAT, ["N", CANDIDATES, 4]),
        helper.make_tensor_value_info("scores", TensorProto.FLOAT, ["N", CANDIDATES]),
        helper.make_tensor_value_info("classes", TensorProto.INT64, ["N", CANDIDATES]),
    ]

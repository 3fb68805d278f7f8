"""A network that detects boxes (see engine.learners.box_network) as an ONNX graph in single precision.

Each picture has CANDIDATES outputs, best first: `boxes` [N, CANDIDATES, 4] as x0, y0, x1, y1 in fractions of the
picture; `scores` [N, CANDIDATES], 0 for unused places; both float32; and `classes` [N, CANDIDATES], int64 codes.
Overlapping boxes are included. Programs that run the file remove them (`engine.targets.found_boxes.suppressed`),
because ONNX's operator for non-maximum suppression has no fixed number of outputs.
"""

import numpy as np
from onnx import TensorProto, helper

from engine.data.encoding import Encoding
from engine.data.pictures import PixelEncoder
from engine.export.onnx_file import describe_model, inputs_of
from engine.export.picture_network import Net, add_scaled, by_channel, kernel_of, learned
from engine.learners.box_network import SHAPES
from engine.onnx_graph.graph import Graph, Steps, file_of
from engine.onnx_graph.pictures import add_pixels
from engine.privacy.terms import Arrays
from engine.targets import Boxes
from engine.targets.box_painting import LOG_HIGH, LOG_LOW, STRIDE, cells_of, middles
from engine.targets.found_boxes import CANDIDATES


def export_boxes(encoding: Encoding, target: Boxes, model: Arrays) -> bytes:
    """Return the bytes of the model's file, checked."""
    column = encoding.only(PixelEncoder)
    graph = Graph()
    step = Steps(graph, "boxes_of")
    pixels = add_scaled(step, add_pixels(graph, "c0", column.side), column.side)
    heat, sides = _maps(step, pixels, model, cells_of(column.side))
    outputs = add_candidates(graph, step, heat, sides, column.side, target.outputs)
    return file_of(graph, inputs_of(encoding), outputs, describe_model(encoding, target))


def _maps(step: Steps, pictures: str, model: Arrays, cells: int) -> tuple[str, str]:
    """Add nodes that compute raw heat [N, classes, h, w] and distances [N, 4, h, w] from scaled pictures [N, 3, side,
    side]."""
    net = Net(step, model["trunk"], SHAPES)
    quarter = net.block("quarter", step("Relu", net.normalised("stem", pictures, 2)))
    fine = net.block("eighth", quarter)
    coarse = net.block("sixteenth", fine)
    # The empty input is Resize's region of interest, which is not needed. Resize scales by the factors that follow.
    wide = step("Resize", coarse, "", np.array([1, 1, 2, 2], dtype=np.float32), mode="nearest",
                coordinate_transformation_mode="asymmetric", nearest_mode="floor")  # fmt: skip
    cut = step("Slice", wide, [0, 0], [cells, cells], [2, 3])
    both = net.block("head", step("Add", fine, cut), stride=1)
    found = []
    for name in ("heat", "sides"):
        weights, bias = (learned(step.graph, f"{name}-{part}", model[f"{name}-{part}"]) for part in ("weights", "bias"))
        raw = step("Conv", both, kernel_of(step, weights), pads=[1] * 4)
        found.append(step("Add", raw, by_channel(step, bias)))
    return found[0], found[1]


def add_candidates(graph: Graph, step: Steps, heat: str, sides: str, side: int, classes: int) -> list:
    """Add nodes that compute the same candidates as `Maps.candidates` from raw heat [N, classes, h, w] and distances
    [N, 4, h, w]. Returns the graph's outputs. `side` is the pictures' side in pixels."""
    cells = cells_of(side) ** 2
    highest = step("MaxPool", heat, kernel_shape=[3, 3], pads=[1] * 4)
    peaks = step("Where", step("Equal", heat, highest), step("Sigmoid", heat), np.float32(0))
    flat = step("Reshape", peaks, [0, -1])
    if (more := CANDIDATES - classes * cells) > 0:
        flat = step("Pad", flat, [0, 0, 0, more])
    graph.nodes.append(helper.make_node("TopK", [flat, graph.constant("most", np.array([CANDIDATES]))],
                                        ["scores", "places"], axis=1))  # fmt: skip
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

"""Pictures as the numbers that a model takes, in ONNX. Training and the exported model run the same graph."""

from onnx import TensorProto, helper

from engine.onnx_graph.backbone import add_drawn, add_pictures
from engine.onnx_graph.graph import Graph, file_of

# pictures are first resized to this multiple of the side, so that a pixel is the mean of more than four pixels
FINER = 4


def add_pixels(graph: Graph, name: str, side: int) -> str:
    """Add nodes that compute pixels [N, side x side x 3], float32 from 0 to 255, from the input `name`: pictures [N, H,
    W, 3] (uint8)."""
    step = graph.steps(name)
    finer = add_drawn(step, step("Cast", name, to=TensorProto.FLOAT), FINER * side)
    drawn = step("AveragePool", finer, kernel_shape=[FINER, FINER], strides=[FINER, FINER])
    return step("Reshape", step("Transpose", drawn, perm=[0, 2, 3, 1]), [0, side * side * 3])


def picture_file(side: int | None) -> bytes:
    """Return an ONNX file that maps pictures `c0` [N, H, W, 3] (uint8) to `features` [N, features]: the pixels at
    `side` x `side` (float32), or, without a side, the features of the frozen network (double)."""
    graph = Graph()
    found = add_pictures(graph, "c0") if side is None else add_pixels(graph, "c0", side)
    graph.add("Identity", [found], "features")
    kind = TensorProto.DOUBLE if side is None else TensorProto.FLOAT
    pictures = helper.make_tensor_value_info("c0", TensorProto.UINT8, ["N", "H", "W", 3])
    return file_of(graph, [pictures], [helper.make_tensor_value_info("features", kind, ["N", None])], {})

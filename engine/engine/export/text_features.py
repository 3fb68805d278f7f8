"""Texts inside an ONNX graph: code points in, the features of `engine.data.texts` out, hashed by the graph itself."""

import numpy as np
from onnx import TensorProto

from engine.data.texts import BUCKETS, FACTOR, LONGEST, MODULUS, ORDERS, SEED, STRETCH, GramEncoder
from engine.export.graph import LEARNED, Graph, Steps

LAST = np.iinfo(np.int64).max  # of a slice: to the end
LEAST_LENGTH = 1e-12  # of a text without any of the features


def add_texts(graph: Graph, name: str, column: GramEncoder) -> str:
    """Features [N, width], double, of code points [N, L] (int64, 0 behind a text's end) in the input `name`."""
    step = Steps(graph, name)
    letters = _small_letters(step, name)
    table, rarity = add_buckets(graph, column)
    found = [_runs(step, letters, order) for order in ORDERS]
    places = step("Concat", *[step("Gather", table, bucket) for bucket, _ in found], axis=1)
    places = step("Cast", places, to=TensorProto.INT64)
    once = step("Concat", *[step("Cast", is_there, to=TensorProto.DOUBLE) for _, is_there in found], axis=1)
    counts = _counts(step, name, column.width, places, once)
    grown = step("Add", step("Log", step("Max", counts, 1.0)), 1.0)
    values = step("Where", step("Greater", counts, 0.0), step("Mul", grown, rarity), 0.0)
    length = step("Sqrt", step("ReduceSum", step("Mul", values, values), [1]))
    return step("Div", values, step("Max", length, LEAST_LENGTH))


def add_buckets(graph: Graph, column: GramEncoder) -> tuple[str, str]:
    """Of each bucket its feature [BUCKETS], uint16, and how much more each feature says the fewer texts have it
    [width], double."""
    # Where all buckets are features, none is 2**16.
    places = graph.constant(f"{LEARNED}places", column.places.astype(np.uint16))
    return places, graph.constant(f"{LEARNED}rarity", column.rarity)


def _small_letters(step: Steps, name: str) -> str:
    """The characters that are read [N, L], and behind them as many zeros as the longest run takes."""
    is_capital = step("And", step("GreaterOrEqual", name, ord("A")), step("LessOrEqual", name, ord("Z")))
    small = step("Add", name, step("Mul", step("Cast", is_capital, to=TensorProto.INT64), ord("a") - ord("A")))
    return step("Pad", step("Slice", small, [0], [LONGEST], [1]), [0, 0, 0, max(ORDERS)])


def _runs(step: Steps, letters: str, order: int) -> tuple[str, str]:
    """The bucket of the run of so many characters that begins at each one, and whether it ends within the text."""
    hashed: str | int = order * SEED
    for place in range(order):
        letter = step("Slice", letters, [place], [place - order + 1 or LAST], [1])
        hashed = step("Add", step("Mul", hashed, FACTOR), step("Mul", letter, STRETCH))
        hashed = step("Mod", hashed, MODULUS)
    return step("Mod", hashed, BUCKETS), step("Greater", letter, 0)


def _counts(step: Steps, name: str, width: int, places: str, once: str) -> str:
    """How often each feature stands in each text [N, width]; what is none goes into a column that is cut off."""
    texts = step("Slice", step("Shape", name), [0], [1], [0])
    zeros = step.graph.empty(step("Concat", texts, [width + 1], axis=0))
    return step("Slice", step("ScatterElements", zeros, places, once, axis=1, reduction="add"), [0], [width], [1])

"""Texts as an ONNX graph: takes code points, returns the features of `engine.data.texts`, and hashes in the graph."""

import numpy as np
from onnx import TensorProto

from engine.data.texts import BUCKETS, FACTOR, MAX_LENGTH, MODULUS, ORDERS, SEED, STRETCH, GramEncoder
from engine.onnx_graph.graph import LEARNED, Graph, Steps

LAST = np.iinfo(np.int64).max  # end of a slice that reaches to the end
MIN_LENGTH = 1e-12  # replaces the length 0 of a text without any features


def add_texts(graph: Graph, name: str, column: GramEncoder) -> str:
    """Features [N, width], double, from code points [N, L] (int64, 0 after a text's end) in the input `name`."""
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
    return step("Div", values, step("Max", length, MIN_LENGTH))


def add_buckets(graph: Graph, column: GramEncoder) -> tuple[str, str]:
    """The feature of each bucket [BUCKETS], uint16, and the weight of each feature, which is larger the fewer texts
    have it [width], double."""
    # If all buckets are features, no place is 2**16.
    places = graph.constant(f"{LEARNED}places", column.places.astype(np.uint16))
    return places, graph.constant(f"{LEARNED}rarity", column.rarity)


def _small_letters(step: Steps, name: str) -> str:
    """The characters that are read [N, L], in lower case, followed by as many zeros as the longest n-gram has."""
    is_capital = step("And", step("GreaterOrEqual", name, ord("A")), step("LessOrEqual", name, ord("Z")))
    small = step("Add", name, step("Mul", step("Cast", is_capital, to=TensorProto.INT64), ord("a") - ord("A")))
    return step("Pad", step("Slice", small, [0], [MAX_LENGTH], [1]), [0, 0, 0, max(ORDERS)])


def _runs(step: Steps, letters: str, order: int) -> tuple[str, str]:
    """The bucket of the n-gram of `order` characters that begins at each character, and whether it ends within the
    text."""
    hashed: str | int = order * SEED
    letter = letters  # replaced below, since an n-gram has at least one character
    for place in range(order):
        letter = step("Slice", letters, [place], [place - order + 1 or LAST], [1])
        hashed = step("Add", step("Mul", hashed, FACTOR), step("Mul", letter, STRETCH))
        hashed = step("Mod", hashed, MODULUS)
    return step("Mod", hashed, BUCKETS), step("Greater", letter, 0)


def _counts(step: Steps, name: str, width: int, places: str, once: str) -> str:
    """Number of occurrences of each feature in each text [N, width]. N-grams that are not features are counted in an
    extra column, which is cut off."""
    texts = step("Slice", step("Shape", name), [0], [1], [0])
    zeros = step.graph.empty(step("Concat", texts, [width + 1], axis=0))
    return step("Slice", step("ScatterElements", zeros, places, once, axis=1, reduction="add"), [0], [width], [1])

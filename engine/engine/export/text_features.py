"""Texts as an ONNX graph: takes code points, hashes them, and returns the features of `engine.data.texts`."""

import numpy as np
from onnx import TensorProto

from engine.data.texts import BUCKETS, FACTOR, MAX_LENGTH, MODULUS, ORDERS, SEED, STRETCH, GramEncoder
from engine.onnx_graph.graph import Graph, Steps

LAST = np.iinfo(np.int64).max  # end index of a Slice that extends to the end of its axis
MIN_LENGTH = 1e-12  # avoids a division by 0 for a text without any features


def add_texts(graph: Graph, name: str, column: GramEncoder) -> str:
    """Add nodes that compute features [N, width], double, from the input `name`: code points [N, L] (int64, 0 after a
    text's end)."""
    step = graph.steps(name)
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
    """Add two constants: the feature of each bucket [BUCKETS], uint16, and the weight of each feature [width], double,
    which is larger if fewer texts have the feature."""
    # If all buckets are features, no bucket has the place 2**16, which uint16 cannot represent.
    places = graph.learned("places", column.places.astype(np.uint16))
    return places, graph.learned("rarity", column.rarity)


def _small_letters(step: Steps, name: str) -> str:
    """Return the characters that are read [N, L], in lower case, followed by as many zeros as the longest n-gram has
    characters."""
    is_capital = step("And", step("GreaterOrEqual", name, ord("A")), step("LessOrEqual", name, ord("Z")))
    small = step("Add", name, step("Mul", step("Cast", is_capital, to=TensorProto.INT64), ord("a") - ord("A")))
    return step("Pad", step("Slice", small, [0], [MAX_LENGTH], [1]), [0, 0, 0, max(ORDERS)])


def _runs(step: Steps, letters: str, order: int) -> tuple[str, str]:
    """Return the bucket of the n-gram of `order` characters that begins at each character, and whether the n-gram ends
    within the text."""
    hashed: str | int = order * SEED
    letter = letters  # replaced in the first pass of the loop, since an n-gram has at least one character
    for place in range(order):
        letter = step("Slice", letters, [place], [place - order + 1 or LAST], [1])
        hashed = step("Add", step("Mul", hashed, FACTOR), step("Mul", letter, STRETCH))
        hashed = step("Mod", hashed, MODULUS)
    return step("Mod", hashed, BUCKETS), step("Greater", letter, 0)


def _counts(step: Steps, name: str, width: int, places: str, once: str) -> str:
    """Count the occurrences of each feature in each text [N, width]. N-grams that are not features are counted in an
    extra column, which is removed."""
    texts = step("Slice", step("Shape", name), [0], [1], [0])
    zeros = step.graph.empty(step("Concat", texts, [width + 1], axis=0))
    return step("Slice", step("ScatterElements", zeros, places, once, axis=1, reduction="add"), [0], [width], [1])

"""Tokens as an ONNX graph: takes code points, hashes them, and multiplies the features of `engine.data.tokens` with a
model's weights.

The input `c0` is [N, T, LETTERS], int64: characters of each text's tokens, 0 after the end of a token and of a text.
"""

import numpy as np
from onnx import TensorProto

from engine.data.texts import BUCKETS, FACTOR, MODULUS, ORDERS, SEED, STRETCH
from engine.data.tokens import FIRST, LAST, LENGTH, LETTERS, PAIR, SHAPE, WORD, TokenEncoder
from engine.export.text_features import add_buckets
from engine.learners.onnx_inputs import OnnxTokens
from engine.onnx_graph.graph import Graph, Steps

END = np.iinfo(np.int64).max  # end index of a Slice that extends to the end of its axis


class TokenSteps(OnnxTokens):
    """Adds graph steps on the features of tokens."""

    def __init__(self, graph: Graph, column: TokenEncoder) -> None:
        self.graph, self._width = graph, column.width
        self._table, self._rarity = add_buckets(graph, column)

    def times(self, weights: str) -> str:
        step, width = self.graph.steps("c0"), self._width
        marked = _marked(step)
        there = step("Greater", step("Slice", marked, [0], [1], [2]), 0)  # [N, T, 1]
        small = _folded(step, marked, ("A", "Z"), ord("a") - ord("A"))
        shape = marked
        for first, last in (("A", "Z"), ("a", "z"), ("0", "9")):
            shape = _folded(step, shape, (first, last), None)
        words = step("Where", there, _whole(step, WORD, small), 0)
        behind = step("Slice", step("Pad", words, [0, 0, 0, 0, 1, 0]), [1], [END], [1])
        pairs = _mixed(step, _mixed(step, PAIR, words), behind)
        shares = step("Reshape", step("Mul", self._rarity, LENGTH), [-1, 1])
        weighed = step("Mul", shares, step("Reshape", weights, [width, -1]))
        rows = step("Pad", weighed, [0, 0, 1, 0])  # a row of zeros, for n-grams that are not features
        wholes = [(step("Mod", hashed, BUCKETS), there) for hashed in (words, _whole(step, SHAPE, shape), pairs)]
        # the sum of the features found so far and their number, after each kind of feature
        parts: list[tuple[str, str]] = []
        for buckets, valid in [*[_runs(step, small, order) for order in ORDERS], *wholes]:
            features = step("Cast", step("Gather", self._table, buckets), to=TensorProto.INT64)
            known = step("Where", valid, features, width)
            part = step("ReduceSum", step("Gather", rows, known), [2], keepdims=0)
            count = step("ReduceSum", step("Cast", valid, to=TensorProto.DOUBLE), [2])
            parts.append(
                (step("Add", parts[-1][0], part), step("Add", parts[-1][1], count)) if parts else (part, count)
            )
        found, counts = parts[-1]
        return step("Div", found, step("Sqrt", step("Max", counts, 1.0)))


def _marked(step: Steps) -> str:
    """Return characters between a start mark and an end mark [N, T, LETTERS + 2]. An empty token gets no marks."""
    lengths = step("ReduceSum", step("Cast", step("Greater", "c0", 0), to=TensorProto.INT64), [2])  # [N, T, 1]
    there = step("Greater", lengths, 0)
    first = step("Where", there, FIRST, 0)
    padded = step("Concat", first, step("Pad", "c0", [0, 0, 0, 0, 0, 1]), axis=2)
    is_end = step("Equal", np.arange(LETTERS + 2), step("Add", lengths, 1))
    return step("Where", step("And", is_end, there), LAST, padded)


def _folded(step: Steps, points: str, letters: tuple[str, str], by: int | None) -> str:
    """Return characters in which a range of letters is shifted by `by`, or replaced by the first letter of the
    range."""
    first, last = letters
    inside = step("And", step("GreaterOrEqual", points, ord(first)), step("LessOrEqual", points, ord(last)))
    return step("Where", inside, ord(first) if by is None else step("Add", points, by), points)


def _mixed(step: Steps, hashed: str | int, letter: str) -> str:
    before = np.array(hashed * FACTOR) if isinstance(hashed, int) else step("Mul", hashed, FACTOR)
    return step("Mod", step("Add", before, step("Mul", letter, STRETCH)), MODULUS)


def _whole(step: Steps, first: int, points: str) -> str:
    """Return one hash of all characters of each token [N, T, 1]."""
    hashed: str | int = first
    for place in range(LETTERS + 2):
        letter = step("Slice", points, [place], [place + 1], [2])
        unchanged = np.array(hashed) if isinstance(hashed, int) else hashed
        hashed = step("Where", step("Greater", letter, 0), _mixed(step, hashed, letter), unchanged)
    return str(hashed)


def _runs(step: Steps, letters: str, order: int) -> tuple[str, str]:
    """Return the bucket of the n-gram of `order` characters that begins at each character, and whether the n-gram ends
    within the token."""
    hashed: str | int = order * SEED
    letter = letters  # replaced in the first pass of the loop, since an n-gram has at least one character
    for place in range(order):
        letter = step("Slice", letters, [place], [place - order + 1 or END], [2])
        hashed = _mixed(step, hashed, letter)
    return step("Mod", hashed, BUCKETS), step("Greater", letter, 0)

"""The features of a graph's nodes as an ONNX graph, computed as in `engine.data.graph`: either smoothed, or for layers
that spread values themselves.

Inputs are `x` [N, columns], double, and `edge_index` [2, E], int64. Edges may be given in one direction or both, may be
repeated, and may join a node to itself.
"""

from functools import cached_property

import numpy as np
from onnx import TensorProto, helper

from engine.data.graph import FARTHEST, MEAN, SMOOTHINGS, NodeEncoding
from engine.learners.onnx_inputs import OnnxNodes
from engine.onnx_graph.graph import Graph

NODES, EDGES = "x", "edge_index"


def node_inputs(encoding: NodeEncoding) -> list:
    """Return the graph's two inputs, `x` and `edge_index`."""
    return [
        helper.make_tensor_value_info(NODES, TensorProto.DOUBLE, ["N", len(encoding.columns)]),
        helper.make_tensor_value_info(EDGES, TensorProto.INT64, [2, "E"]),
    ]


def describe_nodes(encoding: NodeEncoding) -> dict:
    """Return the description of the nodes' columns of `x`, in order, each with its mean over all parties."""
    columns = [{"column": one.name, "example": float(f"{one.mean:.6g}")} for one in encoding.columns]
    return {"kind": "graph", "columns": columns}


class NodeSteps(OnnxNodes):
    """Adds graph steps on nodes and on their edges. The edges are prepared only once."""

    def __init__(self, graph: Graph, encoding: NodeEncoding) -> None:
        self.graph, self.encoding, self._step = graph, encoding, graph.steps("node")

    def add_features(self) -> str:
        step, columns = self._step, self.encoding.columns
        means = step.graph.constant(f"{NODES}_mean", np.array([[one.mean for one in columns]]))
        factors = step.graph.constant(f"{NODES}_factor", np.array([[one.factor for one in columns]]))
        filled = step("Where", step("IsNaN", NODES), means, NODES)
        scaled = step("Mul", step("Sub", filled, means), factors)
        features = step("Clip", scaled, -FARTHEST, FARTHEST)
        if self.encoding.words.any():
            features = self._with_words(filled, features)
        for _ in range(0 if self.encoding.spreads else SMOOTHINGS):
            features = self.spread(features, MEAN)
        return features

    def _with_words(self, filled: str, features: str) -> str:
        """Replace words by shares of a node's words (`NodeEncoding.words`)."""
        step, words = self._step, self.encoding.words
        sums = step("ReduceSum", step("Mul", step("Abs", filled), words.astype(np.float64)[None]), [1], keepdims=1)
        return step("Where", words[None], step("Div", filled, step("Max", sums, 1.0)), features)

    def spread(self, values: str, how: str) -> str:
        step = self._step
        sources, targets, weights, near = self._edges
        if how == MEAN:
            return step("Div", self._added(values, sources, targets, weights), step("Add", near, 1.0))
        nothing = step("Sub", values, values)
        others = step("Div", self._added(nothing, sources, targets, weights, values), step("Max", near, 1.0))
        return step("Concat", values, others, axis=1)

    def _added(self, to: str, sources: str, targets: str, weights: str, values: str | None = None) -> str:
        """Return `to` plus the sum of each node's neighbours' `values` (default: the values of `to`)."""
        step = self._step
        arriving = step("Mul", step("Gather", values or to, sources), weights)
        return self._sum(to, step("Expand", targets, step("Shape", arriving)), arriving)

    def _sum(self, to: str, targets: str, values: str) -> str:
        """Return `to` with each value [E, W] or [E] added to the row that its target names. It does not use ScatterND,
        because ONNX Runtime adds there in several threads without a lock and loses values if rows are named twice."""
        return self._step("ScatterElements", to, targets, values, axis=0, reduction="add")

    @cached_property
    def _edges(self) -> tuple[str, str, str, str]:
        """Return sources [E], targets [E, 1], the weight of each edge [E, 1] (0 for an edge from a node to itself), and
        the number of other nodes that each node is joined to [N, 1]."""
        step = self._step
        nodes = step("Gather", step("Shape", NODES), 0)
        one_way, other_way = step("Gather", EDGES, [0, 1]), step("Gather", EDGES, [1, 0])
        # Add an edge from the first node to itself, so that a graph without edges needs no special case.
        both = step("Concat", one_way, other_way, np.zeros((2, 1), dtype=np.int64), axis=1)
        keys = step("Add", step("Mul", step("Gather", both, 0), nodes), step("Gather", both, 1))
        once = step("Unique", keys, sorted=1)
        sources = step("Div", once, nodes)
        ends = step("Sub", once, step("Mul", sources, nodes))
        counts = step("Sub", 1.0, step("Cast", step("Equal", sources, ends), to=TensorProto.DOUBLE))
        targets, zeros = step("Unsqueeze", ends, [1]), self._step.graph.empty(step("Reshape", nodes, [1]))
        near = step("Unsqueeze", self._sum(zeros, ends, counts), [1])
        return sources, targets, step("Unsqueeze", counts, [1]), near

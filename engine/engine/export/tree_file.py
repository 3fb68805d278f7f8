"""Trees as one ONNX file (see onnx_file.py). Thresholds are double, and missing numbers take the same branch as in
training.

Each node has the share of training rows that passed it. Predictions do not need these shares, but explanations of a
prediction do. ONNX's `TreeEnsembleRegressor` always returns single precision. So it returns only the leaf of each tree
in which a row ends, a small integer. The leaves' values are then looked up and summed in double, so the file returns
the values that numpy returned in training.
"""

import numpy as np
from onnx import helper

from engine.data.bins import Bins
from engine.data.encoding import CategoryEncoder
from engine.export.onnx_file import add_category, add_outputs, describe_model, inputs_of
from engine.learners.trees import LEAF, Trees
from engine.onnx_graph.graph import TREE_OPSETS, Graph, file_of
from engine.targets import Target

LARGEST = float(np.finfo(np.float64).max)  # no number exceeds this threshold, so only missing values go right


def export_trees(
    bins: Bins, target: Target, trees: Trees, base: np.ndarray, hit_rates: np.ndarray, least: float | None = None
) -> bytes:
    """Return the bytes of the model's file, checked. The trees' outputs alternate and start from `base` [outputs]. For
    two classes there is one output, the log odds of the second class. If `least` is given, the outputs are
    probabilities and are clipped to at least `least`. `hit_rates` [trees, nodes] are rounded (privacy/hit_rates.py)."""
    graph = Graph()
    raw = _sums(graph, _leaves(graph, bins, trees, hit_rates), trees, base)
    if target.outputs == 2:
        first = 0.0 if least is None else -1.0
        raw = graph.add("MatMul", [raw, graph.constant("second", np.array([[first, 1.0]]))], "both")
    if least is not None:
        whole = graph.constant("whole", np.array([[1.0, 0.0]] if target.outputs == 2 else [[0.0]]))
        floor = graph.constant("least", np.array([[least]]))
        raw = graph.add(
            "Log", [graph.add("Max", [graph.add("Add", [raw, whole], "class_shares"), floor], "held")], "logs"
        )
    outputs = add_outputs(graph, raw, target)
    return file_of(graph, inputs_of(bins.encoding), outputs, describe_model(bins.encoding, target), TREE_OPSETS)


def _leaves(graph: Graph, bins: Bins, trees: Trees, hit_rates: np.ndarray) -> str:
    """Add nodes that find the leaf [N, trees] in which a row ends, by its heap position."""
    parts = [
        add_category(graph, f"c{place}", column) if isinstance(column, CategoryEncoder) else f"c{place}"
        for place, column in enumerate(bins.encoding.columns)
    ]
    features = graph.add("Concat", parts, "features", axis=1)
    places = [(tree, place) for tree in range(len(trees)) for place in _places(trees, tree)]
    nodes = [node for tree in range(len(trees)) for node in _nodes(bins, trees, tree)]
    leaves = [(node, place) for node, (_, place) in zip(nodes, places, strict=True) if node["modes"] == "LEAF"]
    return graph.add(
        "TreeEnsembleRegressor", [features], "leaves", n_targets=len(trees),
        **{f"nodes_{name}": [node[name] for node in nodes] for name in nodes[0] if name != "values"},
        nodes_values_as_tensor=_double("thresholds", [node["values"] for node in nodes]),
        nodes_hitrates_as_tensor=_double("hit_rates", [hit_rates[place] for place in places]),
        target_treeids=[node["treeids"] for node, _ in leaves], target_nodeids=[node["nodeids"] for node, _ in leaves],
        target_ids=[node["treeids"] for node, _ in leaves],
        target_weights_as_tensor=_double("places", [float(place) for _, place in leaves]),
    )  # fmt: skip


def _sums(graph: Graph, leaves: str, trees: Trees, base: np.ndarray) -> str:
    """Add nodes that sum the leaves' values by output [N, outputs]."""
    count, nodes = trees.value.shape
    places = graph.add("Cast", [leaves], "places", to=helper.np_dtype_to_tensor_dtype(np.dtype(np.int64)))
    starts = graph.constant("starts", np.arange(count, dtype=np.int64)[None, :] * nodes)
    worth = graph.add(
        "Gather", [graph.constant("worth", trees.value.ravel()), graph.add("Add", [places, starts], "cells")], "shares"
    )
    turns = graph.constant("turns", np.eye(len(base))[np.arange(count) % len(base)])
    # MatMul is not used: onnxruntime fuses it with a following multiplication and stores that factor in single
    # precision.
    return graph.add("Gemm", [worth, turns, graph.constant("base", np.asarray(base))], "raw")


def _places(trees: Trees, tree: int) -> list[int]:
    """Return the heap positions of a tree's nodes, in the order of the file."""
    waiting, places = [0], []
    while waiting:
        places.append(waiting.pop())
        if trees.column[tree, places[-1]] != LEAF:
            waiting += [2 * places[-1] + 1, 2 * places[-1] + 2]
    return places


def _nodes(bins: Bins, trees: Trees, tree: int) -> list[dict]:
    """Return a tree's nodes, numbered without gaps, because onnxruntime refuses a node number above the number of
    nodes."""
    starts = np.cumsum([0, *(column.width for column in bins.encoding.columns)])
    places, nodes = _places(trees, tree), []
    numbers = {place: number for number, place in enumerate(places)}
    for node in places:
        column, cut = int(trees.column[tree, node]), int(trees.cut[tree, node])
        entry = {"treeids": tree, "nodeids": numbers[node], "featureids": 0, "values": 0.0, "modes": "LEAF"}
        entry |= {"truenodeids": 0, "falsenodeids": 0, "missing_value_tracks_true": 0}
        if column != LEAF:
            left, right = numbers[2 * node + 1], numbers[2 * node + 2]
            entry |= {"modes": "BRANCH_LEQ", "featureids": int(starts[column])}
            if bins.numbers[column]:
                edges = bins.edges[column]
                threshold = float(edges[cut - 1]) if cut <= np.isfinite(edges).sum() else LARGEST
                missing = int(trees.missing_left[tree, node])
                entry |= {"values": threshold, "truenodeids": left, "falsenodeids": right}
                entry |= {"missing_value_tracks_true": missing}
            else:  # true if the category's one-hot feature is 1
                entry |= {"featureids": int(starts[column]) + cut, "values": 0.5}
                entry |= {"truenodeids": right, "falsenodeids": left}
        nodes.append(entry)
    return nodes


def _double(name: str, values: list[float]) -> object:
    return helper.make_tensor(name, helper.np_dtype_to_tensor_dtype(np.dtype(np.float64)), [len(values)], values)

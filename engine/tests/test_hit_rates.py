"""What a model's file reveals about the number of rows in its trees' nodes: enough to weight branches, but not their
exact counts."""

from collections import Counter

import numpy as np
import onnx
import onnxruntime
import pyarrow as pa
import pytest
from fakes import patients
from onnx import numpy_helper
from test_histograms import FOREST, TREES, fitted, plan_of

from engine.data.bins import Bins
from engine.data.party import Party
from engine.data.table import table_of
from engine.learners.trees import LEAF, Trees
from engine.privacy.hit_rates import STEPS, hit_rates
from engine.privacy.small_counts import MIN_SHOWN
from engine.table import Table

KINDS = [
    (TREES, {"max_iter": 3, "trees": 4}),
    (FOREST, {"trees": 6, "depth": 5}),
    (FOREST, {"trees": 1, "depth": 8, "min_rows": 12}),
]
NAMES = ["boosted", "forest", "one-tree"]
LEAVES = ("treeids", "nodeids", "weights_as_tensor")


def table_for(label: str) -> Table:
    rows = patients(400, 3) | {"grade": np.random.default_rng(2).integers(0, 3, 400).tolist()}
    return table_of(pa.table(rows), [name for name in ("age", "dose", "ward") if name != label], label)


def ensemble_of(file: bytes) -> dict[str, np.ndarray]:
    """Returns the attributes of the file's tree operator."""
    (node,) = [one for one in onnx.load_from_string(file).graph.node if one.op_type == "TreeEnsembleRegressor"]
    results = {one.name: onnx.helper.get_attribute_value(one) for one in node.attribute}
    return {
        name: numpy_helper.to_array(value) if isinstance(value, onnx.TensorProto) else np.asarray(value)
        for name, value in results.items()
    }


def shares_of(attributes: dict[str, np.ndarray], shape: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Returns the shares of leaves in the file by their heap position, and for each branch the difference between its
    share and the sum of its children's."""
    trees, numbers, rates = (attributes[f"nodes_{name}"] for name in ("treeids", "nodeids", "hitrates_as_tensor"))
    known = dict(zip(zip(trees, numbers, strict=True), rates, strict=True))
    leaves = np.zeros(shape)
    for tree, number, place in zip(*(attributes[f"target_{name}"] for name in LEAVES), strict=True):
        leaves[tree, int(place)] = known[tree, number]
    branches = np.flatnonzero(attributes["nodes_modes"] != b"LEAF")
    yes, no = attributes["nodes_truenodeids"], attributes["nodes_falsenodeids"]
    return leaves, np.array([rates[at] - known[trees[at], yes[at]] - known[trees[at], no[at]] for at in branches])


def two_levels(rows: int, left: int, below: range) -> tuple[np.ndarray, np.ndarray]:
    """Returns trees of `rows` rows with two levels. The left child of the root has `left` rows. Its own left child has
    a different count, from `below`, in each tree."""
    trees = [[rows, left, rows - left, one, left - one, 0, 0] for one in below]
    split = np.array([[True, True, False, False, False, False, False]] * len(trees), dtype=bool)
    return split.reshape(-1, 7), np.array(trees, dtype=float).reshape(-1, 7)


def counted(trees: Trees, bins: Bins, rows: Table) -> np.ndarray:
    """Returns the number of rows that reach each node [trees, nodes]."""
    counts = np.zeros(trees.column.shape)
    for tree, ends in enumerate(trees.reached(bins.encode(rows), bins.numbers)):
        counts[tree] = np.bincount(ends, minlength=counts.shape[1])
    for node in range(counts.shape[1] - 1, 0, -1):
        counts[:, (node - 1) // 2] += counts[:, node]
    return counts


@pytest.mark.parametrize(("algorithm", "parameters"), KINDS, ids=NAMES)
@pytest.mark.parametrize("label", ["outcome", "age", "grade"])
@pytest.mark.spec("screens.prediction-explanation")
def test_the_model_file_contains_rounded_shares_of_rows_which_do_not_change_predictions(algorithm, parameters, label):
    table = table_for(label)
    protocol, state = fitted([Party.of(table)], plan_of(table, algorithm, **parameters), algorithm)
    file = protocol.result(state).model
    attributes, prepared, rows = ensemble_of(file), protocol.prepared(state), Party.of(table).training
    trees, bins = protocol.inner.trees(state, prepared, state.facts["best"]), protocol.inner._bins(prepared)
    split, counts = trees.column != LEAF, counted(trees, bins, rows)
    leaves, rest = shares_of(attributes, counts.shape)
    expected = hit_rates(split, counts, protocol.inner.parameters["min_rows"])
    np.testing.assert_array_equal(leaves, np.where(split, 0, expected))
    np.testing.assert_allclose(leaves.sum(axis=1), 1, rtol=1e-12)
    np.testing.assert_allclose(rest, 0, atol=1e-15)
    assert np.array_equal(expected > 0, counts > 0)

    session = onnxruntime.InferenceSession(file)
    kinds = {"number": np.float64, "text": object}
    feed = {
        given.name: column.values.astype(kinds[column.kind])[:, None]
        for given, column in zip(session.get_inputs(), table.columns, strict=True)
    }
    answers = session.run(["prediction" if label == "age" else "probabilities"], feed)[0]
    np.testing.assert_allclose(answers, np.reshape(protocol.predict(state, table), answers.shape), rtol=1e-9)


def test_leaves_of_one_tree_can_be_at_different_depths():
    """Regression test: onnxruntime refused such a file, because the numbers of its nodes had gaps."""
    table = table_for("outcome")
    algorithm, parameters = KINDS[-1]
    protocol, state = fitted([Party.of(table)], plan_of(table, algorithm, **parameters), algorithm)
    attributes = ensemble_of(protocol.result(state).model)
    depths = {int(place + 1).bit_length() for place in attributes["target_weights_as_tensor"]}
    assert set(attributes["nodes_treeids"]) == {0} and len(depths) > 2
    assert sorted(attributes["nodes_nodeids"]) == list(range(len(attributes["nodes_nodeids"])))


@pytest.mark.parametrize("algorithm", [TREES, FOREST], ids=["boosted", "forest"])
def test_a_tree_without_a_split_is_a_single_leaf_with_all_rows(algorithm):
    table = table_of(pa.table({"x": [1.0] * 40, "y": [0.0, 1.0] * 20}), ["x"], "y")
    protocol, state = fitted([Party.of(table)], plan_of(table, algorithm, trees=1), algorithm)
    attributes = ensemble_of(protocol.result(state).model)
    assert set(attributes["nodes_hitrates_as_tensor"]) == {1.0} and set(attributes["nodes_modes"]) == {b"LEAF"}


@pytest.mark.parametrize("least_rows", [5, 7, 30])
@pytest.mark.parametrize("rows", [*range(10, 90, 7), 160, 161, 318, 321])
@pytest.mark.spec("screens.prediction-explanation")
def test_at_least_five_counts_are_consistent_with_each_share_of_a_tree(rows, least_rows):
    """This holds for the left child. It also holds for the node below it, even if the count of the left child is
    known."""
    known: dict[tuple, set[int]] = {}
    for left in range(least_rows, rows - least_rows + 1):
        below = range(least_rows, left - least_rows + 1)
        if not below:
            continue
        fitting = Counter(map(tuple, hit_rates(*two_levels(rows, left, below), least_rows).tolist()))
        for shares, counts in fitting.items():
            known.setdefault(shares, set()).add(left)
            assert counts >= MIN_SHOWN or len(fitting) == 1, (left, shares)
    for shares, lefts in known.items():
        assert len(lefts) >= MIN_SHOWN or len({one[1] for one in known}) == 1, (shares, lefts)


@pytest.mark.parametrize("rows", [40, 400, 4_000, 400_000])
def test_shares_of_rows_hide_small_counts_and_are_multiples_of_a_step(rows):
    split = np.array([[True, False, False]])
    counts = range(5, rows - 4, max(1, rows // 400))
    shares_in_file = [hit_rates(split, np.array([[rows, left, rows - left]], dtype=float), 5)[0, 1] for left in counts]
    assert len({hit_rates(split, np.array([[rows, left, rows - left]]), 5)[0, 1] for left in range(1, 10)}) == 1
    assert np.all(np.array(shares_in_file) * STEPS % 1 == 0) and len(set(shares_in_file)) <= min(
        STEPS, rows / MIN_SHOWN
    )
    # the error is at most half a step, unless the share is of few or of nearly all rows
    step = 1 / (2 ** int(np.log2(min(STEPS, rows / MIN_SHOWN))))
    shares = np.array(counts) / rows
    inside = (shares > max(2 * step, 15 / rows)) & (shares < 1 - max(2 * step, 15 / rows))
    assert inside.any() and np.all(np.abs(np.array(shares_in_file) - shares)[inside] <= step / 2)

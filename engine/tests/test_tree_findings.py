"""What the model card reports about trees, compared with values computed row by row."""

import numpy as np
import pyarrow as pa
import pytest
from fakes import patients
from test_histograms import FOREST, TREES, fitted, mixed_together, plan_of, real, uneven

from engine.data.party import Party
from engine.data.table import table_of
from engine.learners.trees import LEAF

KINDS = [(TREES, {"max_iter": 3, "trees": 4}), (FOREST, {"trees": 6, "depth": 4})]


@pytest.mark.parametrize(("algorithm", "parameters"), KINDS, ids=["boosted", "forest"])
@pytest.mark.parametrize("label", ["outcome", "age", "grade"])
@pytest.mark.spec("screens.model-interpretation")
def test_effects_of_columns_equal_the_mean_over_the_trees_computed_by_hand(algorithm, parameters, label):
    rows = patients(400, 3) | {"grade": np.random.default_rng(2).integers(0, 3, 400).tolist()}
    table = table_of(pa.table(rows), [name for name in ("age", "dose", "ward") if name != label], label)
    protocol, state = fitted([Party.of(table)], plan_of(table, algorithm, **parameters), algorithm)
    prepared, card = protocol.prepared(state), protocol.result(state).card["trees"]
    inner, training = protocol.inner, Party.of(table).training
    bins = inner._bins(prepared)
    trees, binned = inner.trees(state, prepared, state.facts["best"]), bins.encode(training)
    names = {"outcome": ["well"], "age": [None], "grade": ["0", "1", "2"]}[label]

    def here(tree: int, node: int, column: int, code: int) -> float:
        """Returns a tree's mean over the rows of a node, as if their column had this bin."""
        if trees.column[tree, node] == LEAF:
            return trees.value[tree, node]
        left, right = 2 * node + 1, 2 * node + 2
        if trees.column[tree, node] == column:
            cut = trees.cut[tree, node]
            goes_left = code <= cut if bins.numbers[column] else code == cut
            return here(tree, left if goes_left else right, column, code)
        reached = path_of(tree)
        shares = [np.mean([node in way for way in reached]) for node in (left, right)]
        return sum(
            share * here(tree, child, column, code) for share, child in zip(shares, (left, right), strict=True)
        ) / sum(shares)

    ways = {}

    def path_of(tree: int) -> list[set[int]]:
        if tree not in ways:
            ends = trees.reached(binned, bins.numbers)[tree]
            ways[tree] = []
            for end in ends:
                way = {int(end)}
                while end:
                    end = (end - 1) // 2
                    way.add(int(end))
                ways[tree].append(way)
        return ways[tree]

    unit = prepared.target.deviation if label == "age" else 1.0
    assert [(curve["class"], curve["column"]) for curve in card["effects"]] == [
        (name, column.name) for name in names for column in table.columns
    ]
    for number, curve in enumerate(card["effects"]):
        output, column = divmod(number, len(table.columns))
        first = 1 if bins.numbers[column] else 0
        codes = range(first, len(curve["effects"]) + first)
        own = range(output, len(trees), len(names))
        expected = np.array([unit * sum(here(tree, 0, column, code) for tree in own) for code in codes])
        weights = np.array([(binned[:, column] == code).sum() for code in codes])
        np.testing.assert_allclose(curve["effects"], expected - (expected * weights).sum() / weights.sum(), atol=1e-9)


@pytest.mark.parametrize(("algorithm", "parameters"), KINDS, ids=["boosted", "forest"])
@pytest.mark.spec("screens.model-interpretation")
def test_column_importance_and_the_drawn_tree_match_the_rows(algorithm, parameters):
    parties, _ = uneven(real("tumours"), 1)
    plan = plan_of(real("tumours"), algorithm, **parameters)
    protocol, state = fitted(parties, plan, algorithm)
    card, prepared = protocol.result(state).card["trees"], protocol.prepared(state)
    shares = [line["share"] for line in card["importance"]]
    assert sum(shares) == pytest.approx(1) and shares == sorted(shares, reverse=True) and len(shares) == 30

    inner, training = protocol.inner, mixed_together(parties).training
    bins = inner._bins(prepared)
    trees, binned = inner.trees(state, prepared, 1), bins.encode(training)
    columns = protocol.result(state).card["model"]["input"]["columns"]
    known = {column["column"]: place for place, column in enumerate(columns)}
    place = {0: np.ones(len(training), dtype=bool)}
    for one in card["drawn"]:
        inside = place[one["node"]]
        assert one["rows"] == inside.sum() >= 5
        if "column" in one:
            left = training.columns[known[one["column"]]].values <= one["cut"]
            place |= {2 * one["node"] + 1: inside & left, 2 * one["node"] + 2: inside & ~left}
    assert len(card["drawn"]) > 3 and {node["node"] for node in card["drawn"]} <= set(range(15))
    sick = training.label.values == "k1"
    if card["average"]:
        assert card["drawn"][0]["value"] == pytest.approx(sick.mean(), abs=1e-6)
    for one in card["drawn"]:
        around = [one["node"]] + [one["node"] + (1 if one["node"] % 2 else -1)] * (one["node"] > 0)
        counts = [side.sum() for node in around for side in (sick & place[node], ~sick & place[node])]
        assert (one["value"] is None) == any(0 < count < 5 for count in counts)
        if card["average"] and one["value"] is not None:
            assert one["value"] == pytest.approx(sick[place[one["node"]]].mean(), abs=1e-6)
    assert any(one["value"] is None for one in card["drawn"])
    assert trees.column[0, 0] == known[card["drawn"][0]["column"]] and len(binned) == len(training)


@pytest.mark.parametrize(("rare", "is_drawn"), [(6, True), (4, False)])
def test_does_not_draw_a_split_that_would_reveal_a_category_of_few_rows(rare, is_drawn):
    ward = ["north"] * 200 + ["south"] * 196 + ["annex"] * rare
    ill = [ward[at] == "north" or at % 7 == 0 for at in range(len(ward))]
    rows = {"ward": ward, "age": np.arange(len(ward)) % 50, "ill": np.where(ill, "yes", "no")}
    table = table_of(pa.table(rows), ["ward", "age"], "ill")
    plan = plan_of(table, max_iter=1, trees=1)
    plan["data"]["columns"][0]["categories"] = ["annex", "north", "south"]
    protocol, state = fitted([Party(table, table)], plan)
    root, *others = protocol.result(state).card["trees"]["drawn"]
    assert (root.get("column") == "ward", len(others) > 0) == (is_drawn, is_drawn)

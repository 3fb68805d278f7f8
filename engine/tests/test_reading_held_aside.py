"""Attack on boosted trees: how many validation rows a malicious platform reads with crafted trees.

Validation rows are not mixed, and each round reports the loss on them, rounded to steps.
"""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from reading import count_met, decode, guarded, honest_run
from test_reading_trees import three

from engine.learners.trees import LEAF, MAX_STEP, Trees
from engine.privacy.terms import Arrays
from engine.protocols.histograms import TREE
from engine.protocols.on_rows import MAX_STEP_LENGTH
from engine.table import Table

pytestmark = pytest.mark.long

MAX_READ = 2
# The platform sends 60 crafted trees, and one more message that reports the loss with the last tree. A plan can have
# 100.
ROUNDS = 61
CUTS = np.linspace(-1.5, 1.5, 30)  # in deviations; the crafted cut points are around the mean of each column
CUTS_PER_TREE = 3


class Platform:
    """Sends one party a crafted tree in each round and decodes its answers. Each tree passes all checks of the party's
    edge."""

    def __init__(self, rows: int):
        self.parties = guarded("boosted-trees", three(rows, "class"), ROUNDS, label="y", compare_alone=False)
        state, _ = honest_run(self.parties, "level")
        cuts = [(mean + deviation * CUTS).tolist() for mean, deviation in state.facts["scales"]]
        self.state, protocol = state.with_facts(cuts=cuts), self.parties[0].protocol
        self.inner, self.prepared = protocol.inner, protocol.prepared(self.state)
        self.most = MAX_STEP * self.inner._share(self.prepared)
        self.grown = self.inner.trees(self.state, self.prepared, 0)

    def bins(self, table: Table) -> np.ndarray:
        """Returns the bins [rows, columns] of the rows, by the cut points that the platform chose."""
        return self.inner._bins(self.prepared).encode(table)

    def send_tree(self, column: int, first: int, values: np.ndarray) -> Arrays:
        """Sends a tree, and returns the scores that the party reports for all earlier trees.

        The tree cuts a column behind the bins `first` to `first` + 2 and has these values in its four leaves.
        """
        trees = Trees.leaves(self.inner._side_by_side(self.prepared), self.inner.depth)
        tree = [column in cells.column for cells in self.inner._cells(self.state, self.prepared)].index(True)
        trees.column[tree, :3], trees.cut[tree, :3] = column, (first + 1, first, first + 2)
        trees.value[tree, 3:7] = values
        for level in range(self.inner.depth):
            settled = np.arange(trees.column.shape[1]) < 2**level - 1
            growing = replace(trees, column=np.where(settled, trees.column, LEAF).astype(np.int32))
            sent = self.grown.and_then(growing) if level else self.grown
            arrays = {"base": self.state.arrays["base"]} | {
                TREE + name: each for name, each in sent.to_arrays().items()
            }
            self.state = replace(self.state, arrays=arrays)
            stage, answer = self.parties[0].next_stage(self.state)
            self.state = self.state.with_facts(**self.inner._after(self.state.facts))
        self.grown = self.grown.and_then(trees)
        return decode(stage, answer, len(self.parties))


def solve(loss: float, margins: np.ndarray, classes: np.ndarray, leaves: list[range], values: np.ndarray) -> np.ndarray:
    """Returns the leaf of each row [rows], chosen among its possible `leaves` so that the sum of losses is nearest to
    `loss`."""
    sums = np.zeros(1)
    for margin, is_second, own in zip(margins, classes, leaves, strict=True):
        after = margin + values[list(own)]
        sums = np.add.outer(sums, np.logaddexp(0, np.where(is_second, -after, after))).ravel()
    places = np.unravel_index(np.abs(sums - loss).argmin(), [len(own) for own in leaves])
    return np.array([own[place] for own, place in zip(leaves, places, strict=True)])


@cache
def attack(rows: int) -> tuple[Platform, np.ndarray]:
    """Returns the platform, and the bins [validation rows, columns] that it finds.

    The platform cuts one column after another, each from its lowest bin up.
    """
    platform, rng = Platform(rows), np.random.default_rng(0)
    columns, last = len(platform.prepared.encoding.columns), len(CUTS) + 1
    trees = [(column, first) for column in range(columns) for first in range(1, last, CUTS_PER_TREE)]
    values = rng.uniform(-platform.most, platform.most, (len(trees), CUTS_PER_TREE + 1))
    scores = platform.send_tree(*trees[0], values[0])
    classes = np.repeat([0, 1], scores["score.confusion"].sum(axis=1).astype(int))
    margins = np.full(len(classes), platform.state.arrays["base"][0])
    result = np.full((len(classes), columns), last)
    for place, (column, first) in enumerate(trees):
        following = min(place + 1, len(trees) - 1)  # the loss with this tree is reported only in the next round
        loss = platform.send_tree(*trees[following], values[following])["score.loss"]
        # A row whose bin is known is in the first leaf. Any other row can be in each leaf.
        leaves = [range(CUTS_PER_TREE + 1 if known == last else 1) for known in result[:, column]]
        leaf = solve(float(loss), margins, classes, leaves, values[place])
        margins = margins + values[place][leaf]
        is_found = (result[:, column] == last) & (leaf < CUTS_PER_TREE)
        result[is_found, column] = first + leaf[is_found]
    return platform, result


def search(rows: int, seed: int, width: int = 3000) -> tuple[Platform, np.ndarray]:
    """Performs the same attack if losses are rounded to steps.

    A beam search keeps the assignments of all rows to leaves that agree best with all losses so far.
    """
    platform, rng = Platform(rows), np.random.default_rng(seed)
    columns, last = len(platform.prepared.encoding.columns), len(CUTS) + 1
    trees = [(column, first) for column in range(columns) for first in range(1, last, CUTS_PER_TREE)]
    values = rng.uniform(0.5, 1, (len(trees), CUTS_PER_TREE + 1)) * rng.choice([-1, 1], (len(trees), CUTS_PER_TREE + 1))
    values *= platform.most
    scores = platform.send_tree(*trees[0], values[0])
    classes = np.repeat([0, 1], scores["score.confusion"].sum(axis=1).astype(int))
    margins = np.full((1, len(classes)), platform.state.arrays["base"][0])
    result, misfits = np.full((1, len(classes), columns), last), np.zeros(1)
    every = np.array(np.meshgrid(*[range(CUTS_PER_TREE + 1)] * len(classes))).reshape(len(classes), -1).T
    for place, (column, first) in enumerate(trees):
        following = min(place + 1, len(trees) - 1)
        loss = float(platform.send_tree(*trees[following], values[following])["score.loss"])
        after = margins[:, :, None] + values[place]
        losses = np.logaddexp(0, np.where(classes[:, None] == 1, -after, after))
        is_elsewhere = (result[:, :, column] != last)[:, :, None] & (np.arange(CUTS_PER_TREE + 1) > 0)
        losses = np.where(is_elsewhere, 1e6, losses)
        sums = sum(losses[:, row, every[:, row]] for row in range(len(classes)))
        tried = misfits[:, None] + np.maximum(np.abs(sums - loss) - MAX_STEP_LENGTH / 2, 0) ** 2
        order = np.argsort(tried.ravel() + 1e-9 * rng.random(tried.size))[:width]
        which, leaves = order // len(every), every[order % len(every)]
        result, misfits = result[which].copy(), tried.ravel()[order]
        is_found = (result[:, :, column] == last) & (leaves < CUTS_PER_TREE)
        result[:, :, column][is_found] = (first + leaves)[is_found]
        margins, unlike = np.unique(np.round(margins[which] + values[place][leaves], 9), axis=0, return_index=True)
        result, misfits = result[unlike], misfits[unlike]
    return platform, result[misfits.argmin()]


def read(platform: Platform, found: np.ndarray) -> int:
    return count_met(found, platform.bins(platform.parties[0].party.validation))


@pytest.mark.parametrize("rows", [20, 50])
@pytest.mark.claim("run-trees.crafted-trees-validation")
def test_crafted_trees_do_not_reveal_the_bins_of_validation_rows(rows):
    """This test fails if losses are not rounded, as the last test of this file shows."""
    assert read(*attack(rows)) <= MAX_READ


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.claim("run-trees.crafted-trees-validation")
def test_searching_all_assignments_of_rows_to_leaves_does_not_reveal_their_bins(seed):
    assert read(*search(20, seed)) <= MAX_READ


@pytest.mark.parametrize("rows", [20, 50])
@pytest.mark.claim("run-trees.crafted-trees-validation")
def test_exact_losses_would_reveal_the_bins_of_validation_rows(rows, monkeypatch):
    monkeypatch.setattr(
        "engine.protocols.histograms.score_coarsely", lambda prepared, *given: prepared.target.score(*given)
    )
    platform, actual = attack.__wrapped__(rows)
    assert read(platform, actual) == len(platform.parties[0].party.validation)
    for other in platform.parties[1:]:
        assert count_met(actual, platform.bins(other.party.validation)) == 0
        assert count_met(actual, platform.bins(other.party.training)) == 0

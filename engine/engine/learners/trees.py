"""Trees as arrays, grown level by level from summed histograms of gradients and Hessians.

What is decided is decided on the whole numbers of the sums, so all machines grow the same tree however the rows are
split over parties; of equal splits the lowest column, then the lowest bin is taken. Source: Chen, Guestrin 2016,
"XGBoost", arXiv:1603.02754, for gain, leaf values and the way that missing values go.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Protocol, Self

import numpy as np

from engine.data.bins import MISSING
from engine.learners.learner import Parameters
from engine.privacy.terms import Arrays, Term
from engine.targets import Target

LEAF = -1
LEAST_GAIN = 1e-9
BLOCK = 2**14  # rows whose bins are counted at once
MOST_STEP = 10.0  # of a leaf, before it is shrunk: in log odds, or in the label's deviations


class GrowsTrees(Protocol):
    """What trees are grown for: they give margins, as many as `margins_of` says, from which a target predicts."""

    def trees(self, target: Target, parameters: Parameters) -> int:
        """How many grow side by side, as many for each margin."""
        ...

    def share(self, target: Target, parameters: Parameters) -> float:
        """Of its leaf's value that each tree gives."""
        ...

    def columns(self, target: Target, parameters: Parameters, columns: int) -> int:
        """How many of so many columns a tree draws, for each level where it `draws_by_level`."""
        ...

    draws_by_level: bool
    is_average: bool  # of trees that answer by themselves

    def least_chance(self, target: Target) -> float | None:
        """Where margins are chances of classes, the least that one counts as; None where they are odds or numbers."""
        ...

    def start(self, target: Target, counts: np.ndarray) -> np.ndarray:
        """Margins [margins] of a model without trees, from the rows of each class."""
        ...

    def most(self, target: Target, rows: int) -> float:
        """How far from 0 those are at most."""
        ...

    def terms(self, target: Target, shape: tuple[int, ...], rows: int) -> dict[str, Term]:
        """Of sums of `slopes` over at most so many rows."""
        ...

    def slopes(self, target: Target, margins: np.ndarray, targets: np.ndarray, rows: int) -> Arrays:
        """What is summed: `gradient` [rows, margins] of the loss, `rows`, 1 for each, and `hessian` where it is not 1
        for each; in units so that sums of so many rows are exact in any order."""
        ...

    def outputs(self, target: Target, margins: np.ndarray) -> np.ndarray:
        """What the target predicts from, [rows, outputs] of margins [rows, margins]."""
        ...


@dataclass(frozen=True)
class Trees:
    """Arrays [trees, nodes] in heap order: node i has the children 2i + 1 (left) and 2i + 2.

    `column` is LEAF where a node has none. Left of a node go a number's bins up to `cut`, and missing ones where
    `missing_left`; of a category the one whose code is `cut`. `value` is what a row gets that ends there.
    """

    column: np.ndarray
    cut: np.ndarray
    missing_left: np.ndarray
    value: np.ndarray

    @classmethod
    def leaves(cls, trees: int, depth: int) -> Self:
        """So many trees that are a leaf each, with room for a depth."""
        shape = (trees, 2 ** (depth + 1) - 1)
        column, cut = np.full(shape, LEAF, dtype=np.int32), np.zeros(shape, dtype=np.int32)
        return cls(column, cut, np.zeros(shape, dtype=np.int8), np.zeros(shape))

    def __len__(self) -> int:
        return len(self.column)

    def take(self, trees: slice) -> Self:
        """Some of the trees."""
        return replace(self, **{name: values[trees] for name, values in self.to_arrays().items()})

    def and_then(self, others: Self) -> Self:
        """These trees, then the others."""
        pairs = zip(self.to_arrays().items(), others.to_arrays().values(), strict=True)
        return replace(self, **{name: np.concatenate([own, other]) for (name, own), other in pairs})

    def above(self, level: int) -> Self:
        """What is settled once the levels above this one are split: their nodes, and the values of their children."""
        nodes, valued = 2**level - 1, 2 ** (level + 1) - 1
        settled = {name: values[:, :nodes] for name, values in self.to_arrays().items()}
        return replace(self, **(settled | {"value": self.value[:, :valued]}))

    def equals(self, other: Self) -> bool:
        """To the bit."""
        return all(np.array_equal(values, other.to_arrays()[name]) for name, values in self.to_arrays().items())

    def to_arrays(self) -> Arrays:
        """As they stand in a run's state."""
        return {part.name: getattr(self, part.name) for part in fields(self)}

    def reached(self, binned: np.ndarray, numbers: np.ndarray) -> np.ndarray:
        """The node [trees, rows] in which each row of bins [rows, columns] ends; `numbers` says which columns hold
        some."""
        nodes, trees = np.zeros((len(self), len(binned)), dtype=np.int64), np.arange(len(self))[:, None]
        for start in range(0, len(binned), BLOCK):
            block, node = binned[start : start + BLOCK], nodes[:, start : start + BLOCK]
            rows = np.arange(len(block))
            for _ in range(self.column.shape[1].bit_length() - 1):
                column, cut = self.column[trees, node], self.cut[trees, node]
                bins = block[rows, np.maximum(column, 0)]
                below = np.where(bins == MISSING, self.missing_left[trees, node] > 0, bins <= cut)
                is_left = np.where(numbers[np.maximum(column, 0)], below, bins == cut)
                node[:] = np.where(column == LEAF, node, 2 * node + 2 - is_left)
        return nodes

    def sums(self, binned: np.ndarray, numbers: np.ndarray, outputs: int) -> np.ndarray:
        """What the trees say together, [rows, outputs]; the trees' outputs take turns."""
        sums = np.zeros((len(binned), outputs))
        for tree, node in enumerate(self.reached(binned, numbers)):
            sums[:, tree % outputs] += self.value[tree, node]
        return sums


@dataclass(frozen=True)
class Cells:
    """Where a tree's histograms of some columns stand behind each other, by cell: the column, the bin, the first cell
    of that column, and whether it holds numbers."""

    column: np.ndarray
    bin: np.ndarray
    start: np.ndarray
    is_number: np.ndarray

    @classmethod
    def of(cls, columns: np.ndarray, widths: np.ndarray, numbers: np.ndarray) -> Self:
        """Of these columns, given all columns' widths and which hold numbers."""
        own = widths[columns]
        start = np.repeat(np.cumsum(own) - own, own)
        column = np.repeat(columns, own)
        return cls(column, np.arange(len(column)) - start, start, numbers[column])

    def __len__(self) -> int:
        return len(self.column)

    def histograms(self, binned: np.ndarray, node: np.ndarray, nodes: int, weights: Sequence[np.ndarray]) -> np.ndarray:
        """Sums [weights, nodes, cells] of each of the weights [rows], by a row's node and its columns' bins."""
        sums = np.zeros((len(weights), nodes * len(self)))
        first = np.unique(self.start)
        for start in range(0, len(binned), BLOCK):
            rows = slice(start, start + BLOCK)
            keys = node[rows, None] * len(self) + first + binned[rows][:, self.column[first]]
            for place, values in enumerate(weights):
                each = np.repeat(values[rows], len(first))
                sums[place] += np.bincount(keys.ravel(), each, minlength=sums.shape[1])
        return sums.reshape(len(weights), nodes, len(self))

    def to_the_left(self, cells: np.ndarray) -> np.ndarray:
        """Whole numbers [nodes, cells, 2] of those [nodes, cells]: what goes left when a column is cut behind a cell's
        bin, without and with its missing ones; of a category that cell alone."""
        before = np.cumsum(cells, axis=1) - cells
        upto = before + cells - before[:, self.start]
        missing = cells[:, self.start]
        without = np.where(self.is_number, upto - missing, cells)
        return np.stack([without, np.where(self.is_number, upto, cells)], axis=2)

    def is_cut(self) -> np.ndarray:
        """Which of `to_the_left` [cells, 2] are splits: none behind the missing ones, and a category has one way."""
        return np.column_stack([~self.is_number | (self.bin > MISSING), self.is_number & (self.bin > MISSING)])


@dataclass(frozen=True)
class Growth:
    """How trees grow: the weight of squared leaf values, how many rows of all parties a leaf has at least, and the
    share of its value that a tree gives."""

    l2: float
    least_rows: int
    share: float

    def split(
        self, trees: Trees, tree: int, level: int, cells: Cells, left: "Sides", all_: "Sides"
    ) -> list[tuple[int, float, float, float]]:
        """Splits a tree's nodes of a level in place, where that gains something. Of each split its node, what it gains,
        and the rows that go left and right."""
        if len(cells) == 0:
            return []
        right = all_ - left
        enough = (np.minimum(left.rows, right.rows) >= self.least_rows) & cells.is_cut()
        gain = self._fit(left) + self._fit(right) - self._fit(all_)
        gain = np.where(enough, gain, -np.inf).reshape(len(gain), -1)
        best = gain.argmax(axis=1)  # the first of equal ones
        first, splits = 2**level - 1, []
        for place in np.flatnonzero(gain[np.arange(len(gain)), best] > LEAST_GAIN):
            cell, with_missing = divmod(int(best[place]), 2)
            node, aside = first + place, (place, cell, with_missing)
            trees.column[tree, node], trees.cut[tree, node] = cells.column[cell], cells.bin[cell]
            has_missing = left.rows[place, cell, 0] != left.rows[place, cell, 1]
            to_left = with_missing if has_missing else left.rows[aside] > right.rows[aside]
            trees.missing_left[tree, node] = to_left and cells.is_number[cell]
            for side, child in ((left, 2 * node + 1), (right, 2 * node + 2)):
                trees.value[tree, child] = self.value(side.slope[aside], side.bend[aside])
            splits.append((node, float(gain[place, best[place]]), float(left.rows[aside]), float(right.rows[aside])))
        return splits

    def value(self, slope: float, bend: float) -> float:
        """Of a leaf."""
        return self.share * float(np.clip(-slope / (bend + self.l2), -MOST_STEP, MOST_STEP))

    def _fit(self, side: "Sides") -> np.ndarray:
        return side.slope**2 / (side.bend + self.l2)


@dataclass(frozen=True)
class Sides:
    """Sums of gradients and of Hessians, and counts of rows."""

    slope: np.ndarray
    bend: np.ndarray
    rows: np.ndarray

    def __sub__(self, other: Self) -> Self:
        return replace(self, slope=self.slope - other.slope, bend=self.bend - other.bend, rows=self.rows - other.rows)

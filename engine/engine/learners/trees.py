"""Trees as arrays, grown level by level from summed histograms of gradients and Hessians.

Splits are chosen by the integers of the sums, so all machines grow the same tree, however the rows are divided among
parties. Among equal splits, the one with the lowest column and then the lowest bin is taken. Source: Chen, Guestrin
2016, "XGBoost", arXiv:1603.02754, for gain, leaf values and the branch of missing values.
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
MIN_GAIN = 1e-9
BLOCK = 2**14  # number of rows whose bins are counted at once
MAX_STEP = 10.0  # largest leaf value before shrinkage, in log odds or in the label's deviations


class GrowsTrees(Protocol):
    """The interface of an ensemble of trees. Its trees return margins, as many as `margins_of` returns, from which a
    target predicts."""

    def trees(self, target: Target, parameters: Parameters) -> int:
        """Number of trees that grow in parallel, the same for each margin."""
        ...

    def share(self, target: Target, parameters: Parameters) -> float:
        """Share of a leaf's value that each tree contributes to the margins."""
        ...

    def columns(self, target: Target, parameters: Parameters, columns: int) -> int:
        """Number of columns that a tree draws out of `columns`; for each level again if `draws_by_level`."""
        ...

    draws_by_level: bool
    is_average: bool  # whether each tree predicts the whole output, so that trees are averaged and not added

    def least_chance(self, target: Target) -> float | None:
        """If margins are probabilities of classes, the lower bound at which they are clipped; None if margins are log
        odds or numbers."""
        ...

    def start(self, target: Target, counts: np.ndarray) -> np.ndarray:
        """Return the margins [margins] of a model without trees, from the number of rows of each class."""
        ...

    def most(self, target: Target, rows: int) -> float:
        """Return the largest absolute value of the margins."""
        ...

    def terms(self, target: Target, shape: tuple[int, ...], rows: int) -> dict[str, Term]:
        """Return the terms of sums of `gradients` over at most `rows` rows."""
        ...

    def gradients(self, target: Target, margins: np.ndarray, targets: np.ndarray, rows: int) -> Arrays:
        """Return the values of each row that are summed: `gradient` [rows, margins] of the loss; `rows`, which is 1;
        and `hessian` if it is not always 1. They are in units in which sums of `rows` rows are exact in any order."""
        ...

    def outputs(self, target: Target, margins: np.ndarray) -> np.ndarray:
        """Return the values [rows, outputs] from which the target predicts, computed from margins [rows, margins]."""
        ...


@dataclass(frozen=True)
class Trees:
    """Trees as arrays [trees, nodes] in heap order: node i has the children 2i + 1 (left) and 2i + 2.

    `column` is LEAF for a node without children. Bins of a number up to `cut` go left, and missing numbers too if
    `missing_left`; of a category, the code `cut` goes left. `value` is the value of a row that ends at the node.
    """

    column: np.ndarray
    cut: np.ndarray
    missing_left: np.ndarray
    value: np.ndarray

    @classmethod
    def leaves(cls, trees: int, depth: int) -> Self:
        """Create trees that consist of a single leaf each, with space for `depth` levels."""
        shape = (trees, 2 ** (depth + 1) - 1)
        column, cut = np.full(shape, LEAF, dtype=np.int32), np.zeros(shape, dtype=np.int32)
        return cls(column, cut, np.zeros(shape, dtype=np.int8), np.zeros(shape))

    def __len__(self) -> int:
        return len(self.column)

    def take(self, trees: slice) -> Self:
        """Return the trees at these positions."""
        return replace(self, **{name: values[trees] for name, values in self.to_arrays().items()})

    def and_then(self, others: Self) -> Self:
        """Return these trees followed by the others."""
        pairs = zip(self.to_arrays().items(), others.to_arrays().values(), strict=True)
        return replace(self, **{name: np.concatenate([own, other]) for (name, own), other in pairs})

    def above(self, level: int) -> Self:
        """Return the part that no longer changes once the levels above `level` are split: their nodes, and the values
        of their children."""
        nodes, valued = 2**level - 1, 2 ** (level + 1) - 1
        settled = {name: values[:, :nodes] for name, values in self.to_arrays().items()}
        return replace(self, **(settled | {"value": self.value[:, :valued]}))

    def equals(self, other: Self) -> bool:
        """Whether the trees are bit-identical."""
        return all(np.array_equal(values, other.to_arrays()[name]) for name, values in self.to_arrays().items())

    def to_arrays(self) -> Arrays:
        """Return the arrays of a run's state."""
        return {part.name: getattr(self, part.name) for part in fields(self)}

    def reached(self, binned: np.ndarray, numbers: np.ndarray) -> np.ndarray:
        """Return the node [trees, rows] in which each row of bins [rows, columns] ends. `numbers` states which columns
        are numeric."""
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
        """Return the sums of the trees' values [rows, outputs]. Consecutive trees belong to consecutive outputs."""
        sums = np.zeros((len(binned), outputs))
        for tree, node in enumerate(self.reached(binned, numbers)):
            sums[:, tree % outputs] += self.value[tree, node]
        return sums


@dataclass(frozen=True)
class Cells:
    """Layout of a tree's concatenated histograms. For each cell: its column, its bin, the first cell of that column,
    and whether the column is numeric."""

    column: np.ndarray
    bin: np.ndarray
    start: np.ndarray
    is_number: np.ndarray

    @classmethod
    def of(cls, columns: np.ndarray, widths: np.ndarray, numbers: np.ndarray) -> Self:
        """Create the cells of these columns, from the widths of all columns and which of them are numeric."""
        own = widths[columns]
        start = np.repeat(np.cumsum(own) - own, own)
        column = np.repeat(columns, own)
        return cls(column, np.arange(len(column)) - start, start, numbers[column])

    def __len__(self) -> int:
        return len(self.column)

    def histograms(self, binned: np.ndarray, node: np.ndarray, nodes: int, weights: Sequence[np.ndarray]) -> np.ndarray:
        """Return the sums [weights, nodes, cells] of each of the weights [rows], by the node of a row and the bins of
        its columns."""
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
        """Return integers [nodes, cells, 2] from those [nodes, cells]: the sum that goes left if a column is split
        after a cell's bin, without and with missing values; for a category, the sum of that cell alone."""
        before = np.cumsum(cells, axis=1) - cells
        upto = before + cells - before[:, self.start]
        missing = cells[:, self.start]
        without = np.where(self.is_number, upto - missing, cells)
        return np.stack([without, np.where(self.is_number, upto, cells)], axis=2)

    def is_cut(self) -> np.ndarray:
        """Return which entries of `to_the_left` [cells, 2] are splits. A split after the bin of missing values is none,
        and a category has only one way to be split."""
        return np.column_stack([~self.is_number | (self.bin > MISSING), self.is_number & (self.bin > MISSING)])


@dataclass(frozen=True)
class Growth:
    """Parameters of growth: the weight of squared leaf values, the minimum of all parties' rows in a leaf, and the
    share of its value that a tree contributes."""

    l2: float
    least_rows: int
    share: float

    def split(
        self, trees: Trees, tree: int, level: int, cells: Cells, left: "Sides", all_: "Sides"
    ) -> list[tuple[int, float, float, float]]:
        """Split the nodes of a level of a tree in place, where a split has a gain. Returns for each split its node, its
        gain, and the rows that go left and right."""
        if len(cells) == 0:
            return []
        right = all_ - left
        enough = (np.minimum(left.rows, right.rows) >= self.least_rows) & cells.is_cut()
        gain = self._fit(left) + self._fit(right) - self._fit(all_)
        gain = np.where(enough, gain, -np.inf).reshape(len(gain), -1)
        best = gain.argmax(axis=1)  # argmax returns the first of equal gains
        first, splits = 2**level - 1, []
        for place in np.flatnonzero(gain[np.arange(len(gain)), best] > MIN_GAIN):
            cell, with_missing = divmod(int(best[place]), 2)
            node, aside = first + place, (place, cell, with_missing)
            trees.column[tree, node], trees.cut[tree, node] = cells.column[cell], cells.bin[cell]
            has_missing = left.rows[place, cell, 0] != left.rows[place, cell, 1]
            to_left = with_missing if has_missing else left.rows[aside] > right.rows[aside]
            trees.missing_left[tree, node] = to_left and cells.is_number[cell]
            for side, child in ((left, 2 * node + 1), (right, 2 * node + 2)):
                trees.value[tree, child] = self.value(side.gradient[aside], side.hessian[aside])
            splits.append((node, float(gain[place, best[place]]), float(left.rows[aside]), float(right.rows[aside])))
        return splits

    def value(self, gradient: float, hessian: float) -> float:
        """The value of a leaf."""
        return self.share * float(np.clip(-gradient / (hessian + self.l2), -MAX_STEP, MAX_STEP))

    def _fit(self, side: "Sides") -> np.ndarray:
        return side.gradient**2 / (side.hessian + self.l2)


@dataclass(frozen=True)
class Sides:
    """Sums of gradients and Hessians, and numbers of rows, on one side of each possible split."""

    gradient: np.ndarray
    hessian: np.ndarray
    rows: np.ndarray

    def __sub__(self, other: Self) -> Self:
        return replace(
            self,
            gradient=self.gradient - other.gradient,
            hessian=self.hessian - other.hessian,
            rows=self.rows - other.rows,
        )

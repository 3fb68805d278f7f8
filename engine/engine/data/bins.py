"""Raw columns as whole numbers: a number by common cut points, a category by its code.

Cut points come from counts over all parties, never from a party's own quantiles, in two steps: first a grid around each
column's mean, denser where most values lie, then a finer one where rows were found. Whoever has the rows, the sums and
so the cut points are the same. The first counts also tell people where the rows lie that a model was trained on.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from engine.data.encoding import CategoryEncoder, Encoding, NumberEncoder, numbers_of
from engine.data.table import Table

COARSE, FINE = 64, 256  # bins in either step
LEAST_ROWS = 5  # of all parties, that a bin should hold
# Deviations from the mean of half of the first grid, sinh(place * asinh(200) / 31) / 2 to six digits: literals, since
# `np.sinh` gives other last bits on other CPUs, and all parties must cut at the same points.
HALF_OF_GRID = (
    0.0972394, 0.198122, 0.306429, 0.426218, 0.561978, 0.718796, 0.902548, 1.12012, 1.37966, 1.6909, 2.0655, 2.5175,
    3.06383, 3.72496, 4.52568, 5.49597, 6.6722, 8.09845, 9.82815, 11.9261, 14.471, 17.5581, 21.3031, 25.8464, 31.3581,
    38.0449, 46.1573, 55.9992, 67.9394, 82.4254, 100.0,
)  # fmt: skip
FIRST_GRID = np.array([*(-place for place in reversed(HALF_OF_GRID)), 0.0, *HALF_OF_GRID])
LARGEST = 1e300  # of a cut point: differences of two are numbers too
MISSING = 0  # the bin of a number that is missing; its values begin behind


@dataclass(frozen=True)
class Bins:
    """For each column of `encoding` the cut points of a number, [columns, points], infinite where there are fewer and
    for a category. A value equal to a cut point lies below it."""

    encoding: Encoding
    edges: np.ndarray

    @classmethod
    def of(cls, encoding: Encoding, cuts: Sequence[Sequence[float]]) -> Self:
        """From each column's own cut points."""
        edges = np.full((len(cuts), max(map(len, cuts), default=0) + 1), np.inf)
        for row, points in zip(edges, cuts, strict=True):
            row[: len(points)] = points
        return cls(encoding, edges)

    @property
    def numbers(self) -> np.ndarray:
        """Which columns hold numbers."""
        return are_numbers(self.encoding)

    @property
    def widths(self) -> np.ndarray:
        """How many bins each column has, that for missing numbers included."""
        found = np.isfinite(self.edges).sum(axis=1) + 2
        categories = [
            1 if is_number else column.width
            for column, is_number in zip(self.encoding.columns, self.numbers, strict=True)
        ]
        return np.where(self.numbers, found, categories)

    @property
    def telling(self) -> np.ndarray:
        """The columns that can be cut: a number that never varies, or that hardly anybody has, cannot."""
        return np.flatnonzero(self.widths > np.where(self.numbers, 2, 1))

    def encode(self, table: Table) -> np.ndarray:
        """Bins [rows, columns]."""
        binned = np.empty((len(table), len(table.columns)), dtype=np.int64)
        for place, (encoder, column) in enumerate(zip(self.encoding.columns, table.columns, strict=True)):
            if isinstance(encoder, CategoryEncoder):
                binned[:, place] = encoder.codes(column)
            else:
                values = numbers_of(column)
                above = np.searchsorted(self.edges[place], values, side="left")
                binned[:, place] = np.where(np.isnan(values), MISSING, above + 1)
        return binned


def are_numbers(encoding: Encoding) -> np.ndarray:
    return np.array([isinstance(column, NumberEncoder) for column in encoding.columns], dtype=bool)


def first_grid(encoding: Encoding) -> np.ndarray:
    """Cut points [numbers, COARSE - 1] of the columns of numbers to count by first."""
    columns = [column for column in encoding.columns if isinstance(column, NumberEncoder)]
    grid = [np.clip(column.mean + column.deviation * FIRST_GRID, -LARGEST, LARGEST) for column in columns]
    return np.reshape(grid, (len(columns), COARSE - 1))


def count_bins(values: np.ndarray, grid: np.ndarray) -> np.ndarray:
    """How many of `values` [rows, numbers] lie in which bin of a grid [numbers, points]: [numbers, points + 1]; NaN is
    missing."""
    counts = np.zeros((len(grid), grid.shape[1] + 1))
    for row, edges, column in zip(counts, grid, values.T, strict=True):
        found = np.searchsorted(edges, column[~np.isnan(column)], side="left")
        row[:] = np.bincount(found, minlength=len(row))
    return counts


def finer_grid(grid: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Cut points [numbers, FINE - 1], more of them where more rows were counted, infinite where there are fewer."""
    finer = np.full((len(grid), FINE - 1), np.inf)
    for row, edges, found in zip(finer, grid, counts, strict=True):
        points = _refined(edges, found.astype(int))
        row[: len(points)] = points
    return finer


def choose_cuts(grid: np.ndarray, counts: np.ndarray, bins: int) -> list[list[float]]:
    """Of each column of numbers the cut points between so many bins of about as many rows each, or fewer."""
    pairs = zip(grid, counts, strict=True)
    return [_chosen(points[np.isfinite(points)], found.astype(int), bins) for points, found in pairs]


def seen(points: np.ndarray, counts: np.ndarray) -> dict[str, Any]:
    """Where a column's rows lie, as people may read it: of cut points (`points`) those with `LEAST_ROWS` rows or more
    between each two and beyond the ends, and those `counts`; `low` and `high`, the cut points beyond which none lies,
    unless rows lie beyond all."""
    kept, found, last, rows = [], [], 0, int(counts.sum())
    for point, count in zip(points.tolist(), np.cumsum(counts[: len(points)]).astype(int).tolist(), strict=True):
        if count - last >= LEAST_ROWS and rows - count >= LEAST_ROWS:
            kept.append(point)
            found.append(count - last)
            last = count
    bins = np.flatnonzero(counts)
    ends = {"low": bins[0] - 1, "high": bins[-1]} if len(bins) else {}
    known = {name: float(points[place]) for name, place in ends.items() if 0 <= place < len(points)}
    return {"points": kept, "counts": [*found, rows - last], **known}


def _refined(points: np.ndarray, counts: np.ndarray) -> np.ndarray:
    if len(points) == 0 or not counts.any():
        return points
    rows, room = int(counts.sum()), FINE - COARSE
    between = counts[1 : len(points)]
    parts = np.maximum(1, np.minimum(between * room // rows, between // LEAST_ROWS))
    steps = np.arange(parts.sum()) - np.repeat(np.cumsum(parts) - parts, parts)
    pieces = points[:-1].repeat(parts) + steps * (np.diff(points) / parts).repeat(parts)
    return np.unique(np.append(pieces, points[-1]))


def _chosen(points: np.ndarray, counts: np.ndarray, bins: int) -> list[float]:
    """In the middle of a gap where nobody has a value, so that a new value falls to the nearer side."""
    below, rows = np.cumsum(counts[: len(points)]), int(counts.sum())
    edges, last, share = [], 0, 1
    for place, count in enumerate(below.tolist()):
        is_due = count * bins >= share * rows
        if is_due and count - last >= LEAST_ROWS and rows - count >= LEAST_ROWS:
            gap = np.searchsorted(below, count, side="right") - 1
            edges.append(float((points[place] + points[gap]) / 2))
            last, share = count, count * bins // rows + 1
    return edges

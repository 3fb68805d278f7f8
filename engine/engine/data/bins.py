"""Raw columns as integers: a number becomes the bin between two cut points, a category its code. All parties use the
same cut points.

Cut points come from counts over all parties, never from a party's own quantiles, in two steps. The first grid surrounds
each column's mean and is denser where most values are. The second grid is finer where the first one counted rows.
Counts are sums over parties, so cut points do not depend on how rows are distributed over the parties. The first counts
also show users in which ranges a model has training rows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from engine.data.encoding import CategoryEncoder, Encoding, NumberEncoder, numbers_of
from engine.table import Table

COARSE, FINE = 64, 256  # number of bins in the first grid, and in the second grid
MIN_ROWS = 5  # minimum number of all parties' rows in a bin
# The positive cut points of the first grid, in deviations from the mean: sinh(place * asinh(200) / 31) / 2 to six
# digits. These are literals because `np.sinh` returns different last bits on different CPUs, and all parties must cut
# at the same points.
HALF_OF_GRID = (
    0.0972394, 0.198122, 0.306429, 0.426218, 0.561978, 0.718796, 0.902548, 1.12012, 1.37966, 1.6909, 2.0655, 2.5175,
    3.06383, 3.72496, 4.52568, 5.49597, 6.6722, 8.09845, 9.82815, 11.9261, 14.471, 17.5581, 21.3031, 25.8464, 31.3581,
    38.0449, 46.1573, 55.9992, 67.9394, 82.4254, 100.0,
)  # fmt: skip
FIRST_GRID = np.array([*(-place for place in reversed(HALF_OF_GRID)), 0.0, *HALF_OF_GRID])
LARGEST = 1e300  # largest cut point, so that the difference of two cut points is finite as well
MISSING = 0  # The bin of a missing number is 0, and the bins of values follow it.


@dataclass(frozen=True)
class Bins:
    """The cut points of each column of `encoding`: [columns, points]. They are infinite for categories, and where a
    column has fewer points. A value that equals a cut point belongs to the bin below it."""

    encoding: Encoding
    edges: np.ndarray

    @classmethod
    def of(cls, encoding: Encoding, cuts: Sequence[Sequence[float]]) -> Self:
        """Create bins from each column's own list of cut points."""
        edges = np.full((len(cuts), max(map(len, cuts), default=0) + 1), np.inf)
        for row, points in zip(edges, cuts, strict=True):
            row[: len(points)] = points
        return cls(encoding, edges)

    @property
    def numbers(self) -> np.ndarray:
        """Booleans [columns]: whether a column holds numbers."""
        return are_numbers(self.encoding)

    @property
    def widths(self) -> np.ndarray:
        """Number of bins of each column, including the bin of missing numbers."""
        found = np.isfinite(self.edges).sum(axis=1) + 2
        categories = [
            1 if is_number else column.width
            for column, is_number in zip(self.encoding.columns, self.numbers, strict=True)
        ]
        return np.where(self.numbers, found, categories)

    @property
    def splittable(self) -> np.ndarray:
        """Places of the columns that a tree can split. A numeric column without a cut point cannot be split, because
        its values never vary, or all but one of them are rare."""
        return np.flatnonzero(self.widths > np.where(self.numbers, 2, 1))

    def encode(self, table: Table) -> np.ndarray:
        """Return the bins [rows, columns] of a table."""
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
    """Cut points [numbers, COARSE - 1] of the numeric columns for the first count."""
    columns = [column for column in encoding.columns if isinstance(column, NumberEncoder)]
    grid = [np.clip(column.mean + column.deviation * FIRST_GRID, -LARGEST, LARGEST) for column in columns]
    return np.reshape(grid, (len(columns), COARSE - 1))


def count_bins(values: np.ndarray, grid: np.ndarray) -> np.ndarray:
    """Count `values` [rows, numbers] in each bin of a grid [numbers, points]. Returns [numbers, points + 1]. NaN is a
    missing value, which is not counted."""
    counts = np.zeros((len(grid), grid.shape[1] + 1))
    for row, edges, column in zip(counts, grid, values.T, strict=True):
        found = np.searchsorted(edges, column[~np.isnan(column)], side="left")
        row[:] = np.bincount(found, minlength=len(row))
    return counts


def finer_grid(grid: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return cut points [numbers, FINE - 1], with more points where more rows were counted. If a column has fewer
    points, its list ends with infinities."""
    finer = np.full((len(grid), FINE - 1), np.inf)
    for row, edges, found in zip(finer, grid, counts, strict=True):
        points = _refined(edges, found.astype(int))
        row[: len(points)] = points
    return finer


def choose_cuts(grid: np.ndarray, counts: np.ndarray, bins: int) -> list[list[float]]:
    """Return the cut points of each numeric column. They form at most `bins` bins with about the same number of
    rows."""
    pairs = zip(grid, counts, strict=True)
    return [_chosen(points[np.isfinite(points)], found.astype(int), bins) for points, found in pairs]


def seen(points: np.ndarray, counts: np.ndarray) -> dict[str, Any]:
    """Return the distribution of a column's rows that users see. `points` are cut points with at least `MIN_ROWS` rows
    between two of them and beyond the ends, and `counts` are the numbers of these rows. `low` and `high` are the cut
    points beyond which there are no rows. Either is absent if rows lie beyond all cut points."""
    shown, found, last, rows = [], [], 0, int(counts.sum())
    for point, count in zip(points.tolist(), np.cumsum(counts[: len(points)]).astype(int).tolist(), strict=True):
        if count - last >= MIN_ROWS and rows - count >= MIN_ROWS:
            shown.append(point)
            found.append(count - last)
            last = count
    bins = np.flatnonzero(counts)
    ends = {"low": bins[0] - 1, "high": bins[-1]} if len(bins) else {}
    known = {name: float(points[place]) for name, place in ends.items() if 0 <= place < len(points)}
    return {"points": shown, "counts": [*found, rows - last], **known}


def _refined(points: np.ndarray, counts: np.ndarray) -> np.ndarray:
    if len(points) == 0 or not counts.any():
        return points
    rows, room = int(counts.sum()), FINE - COARSE
    between = counts[1 : len(points)]
    parts = np.maximum(1, np.minimum(between * room // rows, between // MIN_ROWS))
    steps = np.arange(parts.sum()) - np.repeat(np.cumsum(parts) - parts, parts)
    pieces = points[:-1].repeat(parts) + steps * (np.diff(points) / parts).repeat(parts)
    return np.unique(np.append(pieces, points[-1]))


def _chosen(points: np.ndarray, counts: np.ndarray, bins: int) -> list[float]:
    """Choose cut points in the middle of gaps without values, so that a new value falls on the side of the nearer known
    value."""
    below, rows = np.cumsum(counts[: len(points)]), int(counts.sum())
    edges, last, share = [], 0, 1
    for place, count in enumerate(below.tolist()):
        is_due = count * bins >= share * rows
        if is_due and count - last >= MIN_ROWS and rows - count >= MIN_ROWS:
            gap = np.searchsorted(below, count, side="right") - 1
            edges.append(float((points[place] + points[gap]) / 2))
            last, share = count, count * bins // rows + 1
    return edges

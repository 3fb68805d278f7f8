"""Raw columns as whole numbers: a number by common cut points, a category by its code.

Cut points come from counts over all parties, never from a party's own quantiles, in two steps: first a grid around each
column's mean, denser where most values lie, then a finer one where rows were found. Whoever has the rows, the sums and
so the cut points are the same.
"""

from dataclasses import dataclass

import numpy as np

from engine.data.encoding import CategoryEncoder, Encoding, NumberEncoder
from engine.data.table import Table

MOST_BINS = 32  # of a number's values
COARSE, FINE = 64, 256  # bins in either step
LEAST_ROWS = 5  # of all parties, that a bin should hold
REACH = np.arcsinh(200.0)  # the first grid ends 100 deviations from the mean
LARGEST = 1e300  # of a cut point: differences of two are numbers too
MISSING = 0  # the bin of a number that is missing; its values begin behind


@dataclass(frozen=True)
class Bins:
    """For each column of `encoding` the cut points of a number, [columns, MOST_BINS - 1], infinite where there are
    fewer and for a category. A value equal to a cut point lies below it."""

    encoding: Encoding
    edges: np.ndarray

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
                values = encoder.values(column)
                above = np.searchsorted(self.edges[place], values, side="left")
                binned[:, place] = np.where(np.isnan(values), MISSING, above + 1)
        return binned


def are_numbers(encoding: Encoding) -> np.ndarray:
    return np.array([isinstance(column, NumberEncoder) for column in encoding.columns], dtype=bool)


def first_grid(encoding: Encoding) -> np.ndarray:
    """Cut points [columns, FINE - 1] to count by first."""
    places = np.sinh(np.linspace(-REACH, REACH, COARSE - 1)) / 2
    grid = np.full((len(encoding.columns), FINE - 1), np.inf)
    for row, column in zip(grid, encoding.columns, strict=True):
        if isinstance(column, NumberEncoder):
            row[: len(places)] = np.clip(column.mean + column.deviation * places, -LARGEST, LARGEST)
    return grid


def count_bins(values: np.ndarray, grid: np.ndarray) -> np.ndarray:
    """How many of `values` [rows, columns] lie in which bin of a grid: [columns, FINE]; NaN is missing."""
    counts = np.zeros((len(grid), FINE))
    for row, edges, column in zip(counts, grid, values.T, strict=True):
        row[:] = np.bincount(np.searchsorted(edges, column[~np.isnan(column)], side="left"), minlength=FINE)
    return counts


def finer_grid(grid: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Cut points as many, more of them where more rows were counted."""
    finer = np.full_like(grid, np.inf)
    for row, edges, found in zip(finer, grid, counts, strict=True):
        points = _refined(edges[np.isfinite(edges)], found.astype(int))
        row[: len(points)] = points
    return finer


def choose_edges(grid: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Cut points [columns, MOST_BINS - 1] between bins of about as many rows each."""
    edges = np.full((len(grid), MOST_BINS - 1), np.inf)
    for row, points, found in zip(edges, grid, counts, strict=True):
        chosen = _chosen(points[np.isfinite(points)], found.astype(int))
        row[: len(chosen)] = chosen
    return edges


def _refined(points: np.ndarray, counts: np.ndarray) -> np.ndarray:
    if len(points) == 0 or not counts.any():
        return points
    rows, room = int(counts.sum()), FINE - COARSE
    between = counts[1 : len(points)]
    parts = np.maximum(1, np.minimum(between * room // rows, between // LEAST_ROWS))
    pieces = [
        np.linspace(low, high, count + 1)[:-1] for low, high, count in zip(points[:-1], points[1:], parts, strict=True)
    ]
    return np.unique(np.concatenate([*pieces, points[-1:]]))


def _chosen(points: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """In the middle of a gap where nobody has a value, so that a new value falls to the nearer side."""
    below, rows = np.cumsum(counts[: len(points)]), int(counts.sum())
    edges, last, share = [], 0, 1
    for place, count in enumerate(below.tolist()):
        is_due = count * MOST_BINS >= share * rows
        if is_due and count - last >= LEAST_ROWS and rows - count >= LEAST_ROWS:
            gap = np.searchsorted(below, count, side="right") - 1
            edges.append((points[place] + points[gap]) / 2)
            last, share = count, count * MOST_BINS // rows + 1
    return np.array(edges)

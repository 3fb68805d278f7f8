"""Counts, means and centred sums of squares that can be merged over parties without losing digits.

Source: Chan, Golub, LeVeque, "Updating Formulae and a Pairwise Algorithm for Computing Sample Variances" (1979).
A plain sum of squares cancels catastrophically when the mean is large against the spread, as with years or identifiers.
"""

from dataclasses import dataclass
from typing import Self

import numpy as np


@dataclass(frozen=True)
class Moments:
    """Per column: how many values, their mean, and the sum of squared distances from that mean. Arrays of one shape."""

    count: np.ndarray
    mean: np.ndarray
    m2: np.ndarray

    @classmethod
    def of(cls, values: np.ndarray) -> Self:
        """Moments of the columns of `values` [rows, columns]; NaN is a missing value and is not counted.

        Distances from each column's first value are summed, not the values: a column of one value only, 36.6 say, then
        has exactly that mean and no deviation.
        """
        present = np.isfinite(values)
        count = present.sum(axis=0).astype(np.float64)
        first = np.array([(*column[np.isfinite(column)][:1], 0.0)[0] for column in values.T])
        distance = np.where(present, values - first, 0.0)
        shift = distance.sum(axis=0) / np.maximum(count, 1)
        centred = np.where(present, distance - shift, 0.0)
        return cls(count, first + shift, (centred**2).sum(axis=0))

    def merge(self, other: Self) -> Self:
        """Moments of both sets of rows together."""
        count = self.count + other.count
        delta = other.mean - self.mean
        share = other.count / np.maximum(count, 1)
        return type(self)(count, self.mean + delta * share, self.m2 + other.m2 + delta**2 * self.count * share)

    @property
    def deviation(self) -> np.ndarray:
        """Population standard deviation; 0 for a constant column."""
        return np.sqrt(self.m2 / np.maximum(self.count, 1))

"""Means and spreads of raw columns, over all parties, as exact sums of whole numbers.

Two steps, since a column may hold 1e-9 or 1e9 and nobody knows yet: first every party counts how many values lie in
which range of powers of two, which gives the column a unit, then it sums values and squares in that unit. Within 8
powers of two of a column's largest value nothing is rounded in the mean; squares keep 43 digits of two or more,
where rows times parties are more than 16 million one less for each four times as many. A plain sum of squares in floats
would cancel where the mean is large against the spread, as with years; here the difference is taken of integers.
"""

from dataclasses import dataclass

import numpy as np

from engine.privacy.terms import MOST_ROWS, WIDE_ROOM, OutOfBounds, Term, Total, ceil_log2

POWERS = 8  # powers of two that share a range
RANGES = np.arange(-256, 257, POWERS)  # upper ends; what is smaller than the first is in it
BITS, COARSE_BITS = 60, 51  # of a value, and of one that is squared, at most
BEYOND = 1024  # the unit's power where a column holds more than the last range
BLOCK = 1024  # rows whose products of 26 bits add up within 63


@dataclass(frozen=True)
class Moments:
    """Per column: how many values, their mean, and their population standard deviation (0 where they never vary)."""

    count: np.ndarray
    mean: np.ndarray
    deviation: np.ndarray


def range_terms(columns: int) -> dict[str, Term]:
    """Step one: how many values of each column lie in which range."""
    return {"ranges": Term((columns, len(RANGES) + 1), MOST_ROWS, whole=True)}


def count_ranges(values: np.ndarray) -> dict[str, np.ndarray]:
    """One party's `range_terms` of `values` [rows, columns]; NaN is missing. Zeros are in the first range."""
    powers = np.frexp(values)[1]
    places = np.searchsorted(RANGES, np.where(values == 0, RANGES[0], powers))
    counts = np.zeros((values.shape[1], len(RANGES) + 1))
    for column in range(values.shape[1]):
        present = np.isfinite(values[:, column])
        counts[column] = np.bincount(places[present, column], minlength=len(RANGES) + 1)
    return {"ranges": counts}


def powers_of(total: Total) -> list[int]:
    """For each column the power of two that all its values stay below."""
    highest = [int(np.flatnonzero(column)[-1]) if column.any() else 0 for column in total.integers["ranges"]]
    return [int(RANGES[place]) if place < len(RANGES) else BEYOND for place in highest]


def coarse_bits(rows: int, parties: int) -> int:
    """Of a value that is squared: as many as leave room for so many rows at each of so many parties."""
    return min(COARSE_BITS, (WIDE_ROOM - ceil_log2(max(rows, 1) * parties)) // 2)


def moment_terms(columns: int, rows: int, coarse: int) -> dict[str, Term]:
    """Step two, of at most so many rows at a party, with so many bits of a value that is squared (`coarse_bits`)."""
    return {
        "count": Term((columns,), rows, whole=True),
        "sum": Term((columns,), rows * 2.0**BITS, whole=True, wide=True),
        "coarse": Term((columns,), rows * 2.0**coarse, whole=True, wide=True),
        "squares": Term((columns,), rows * 4.0**coarse, whole=True, wide=True),
    }


def sum_moments(values: np.ndarray, powers: list[int], coarse: int) -> dict[str, np.ndarray]:
    """One party's `moment_terms` of `values` [rows, columns], each column in units of its power of two.

    Raises OutOfBounds where a value does not stay below that power, as all do in an honest run: whoever makes one up
    would have the values beyond it add up to a number that is known, and read off the row that is left.
    """
    columns = values.shape[1]
    sums = {name: np.zeros(columns, dtype=object) for name in ("sum", "coarse", "squares")}
    counts = np.zeros(columns)
    for column, power in enumerate(powers):
        present = values[np.isfinite(values[:, column]), column]
        if np.abs(present).max(initial=0) >= np.ldexp(1.0, power):
            raise OutOfBounds("sum")
        counts[column] = len(present)
        fine = np.rint(np.ldexp(present, BITS - power)).astype(np.int64)
        squared = np.rint(np.ldexp(present, coarse - power)).astype(np.int64)
        sums["sum"][column] = _sum(fine)
        sums["coarse"][column] = _sum(squared)
        sums["squares"][column] = _sum_of_squares(squared)
    return {"count": counts, **sums}


def moments_of(total: Total, powers: list[int], coarse: int) -> Moments:
    """The columns' moments over all parties."""
    count, fine, short, squares = (total[name] for name in ("count", "sum", "coarse", "squares"))
    means, deviations = [], []
    for column, power in enumerate(powers):
        rows = int(count[column])
        means.append(float(np.ldexp(fine[column] / max(rows, 1), power - BITS)))
        spread = squares[column] * rows - short[column] ** 2  # whole numbers: nothing cancels
        deviations.append(float(np.ldexp((max(spread, 0) ** 0.5) / max(rows, 1), power - coarse)))
    return Moments(count, np.array(means), np.array(deviations))


def _sum(numbers: np.ndarray) -> int:
    return (int((numbers >> 30).sum()) << 30) + int((numbers & (2**30 - 1)).sum())


def _sum_of_squares(numbers: np.ndarray) -> int:
    high, low = numbers >> 26, numbers & (2**26 - 1)
    total = 0
    for start in range(0, len(numbers), BLOCK):
        above, below = high[start : start + BLOCK], low[start : start + BLOCK]
        total += (int(above @ above) << 52) + (int(above @ below) << 27) + int(below @ below)
    return total

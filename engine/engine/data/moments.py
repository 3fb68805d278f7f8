"""Means and deviations of raw columns over all parties, computed as exact sums of integers in two steps.

A column may hold values of 1e-9 or 1e9, and its unit is not known in advance. So in step one, every party reports the
range of powers of two that contains its largest value, which determines the column's unit. In step two, every party
sums values and squares in that unit. Values within 8 powers of two of a column's largest value are not rounded in the
mean. Squared values keep at least 43 bits; if rows times parties exceed 16 million, they keep one bit less for each
factor of four. A plain sum of squares in floats would cancel if the mean is large relative to the spread, as for years.
Here the subtraction uses integers.
"""

from dataclasses import dataclass

import numpy as np

from engine.privacy.terms import MAX_ROWS, WIDE_BITS, OutOfBounds, Term, Total, ceil_log2

POWERS = 8  # number of powers of two in one range
# Upper ends of the ranges, as powers of two; the first range also includes all smaller values
RANGES = np.arange(-256, 257, POWERS)
BITS, COARSE_BITS = 60, 51  # maximum bits of a value that is summed, and of a value that is squared
BEYOND = 1024  # exponent of the unit if a column holds values above the last range
BLOCK = 1024  # number of rows for which products of 26 bits sum to at most 63 bits


@dataclass(frozen=True)
class Moments:
    """For each column, the number of values, their mean, and their population standard deviation (0 if the column is
    constant)."""

    count: np.ndarray
    mean: np.ndarray
    deviation: np.ndarray


def range_terms(columns: int) -> dict[str, Term]:
    """Return the terms of step one: the number of each column's values, counted in the range of its largest value."""
    return {"ranges": Term((columns, len(RANGES) + 1), MAX_ROWS, whole=True)}


def count_ranges(values: np.ndarray) -> dict[str, np.ndarray]:
    """Return one party's `range_terms` of `values` [rows, columns], in which NaN is missing. A column of zeros is in
    the first range."""
    present = np.isfinite(values)
    largest = np.abs(np.where(present, values, 0)).max(axis=0, initial=0)
    places = np.searchsorted(RANGES, np.where(largest == 0, RANGES[0], np.frexp(largest)[1]))
    counts = np.zeros((values.shape[1], len(RANGES) + 1))
    counts[np.arange(len(counts)), places] = present.sum(axis=0)
    return {"ranges": counts}


def powers_of(total: Total) -> list[int]:
    """Return, for each column, the exponent of a power of two that is larger than all its values."""
    highest = [int(np.flatnonzero(column)[-1]) if column.any() else 0 for column in total.integers["ranges"]]
    return [int(RANGES[place]) if place < len(RANGES) else BEYOND for place in highest]


def coarse_bits(rows: int, parties: int) -> int:
    """Return the bits of a value that is squared: as many as still allow exact sums for `rows` rows at each of
    `parties` parties."""
    return min(COARSE_BITS, (WIDE_BITS - ceil_log2(max(rows, 1) * parties)) // 2)


def moment_terms(columns: int, rows: int, coarse: int) -> dict[str, Term]:
    """Return the terms of step two for at most `rows` rows of a party, with `coarse` bits of a value that is
    squared."""
    return {
        "count": Term((columns,), rows, whole=True),
        "sum": Term((columns,), rows * 2.0**BITS, whole=True, wide=True),
        "coarse": Term((columns,), rows * 2.0**coarse, whole=True, wide=True),
        "squares": Term((columns,), rows * 4.0**coarse, whole=True, wide=True),
    }


def sum_moments(values: np.ndarray, powers: list[int], coarse: int) -> dict[str, np.ndarray]:
    """Return one party's `moment_terms` of `values` [rows, columns], each column in units of its power of two.

    Raises OutOfBounds if a value is not below that power, which cannot happen in an honest run. With a fabricated
    power, a malicious platform could make all values above it add up to a known number and so read the remaining row.
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
    """Return the columns' moments over all parties."""
    count, fine, short, squares = (total[name] for name in ("count", "sum", "coarse", "squares"))
    means, deviations = [], []
    for column, power in enumerate(powers):
        rows = int(count[column])
        means.append(float(np.ldexp(fine[column] / max(rows, 1), power - BITS)))
        # The subtraction is exact, because both operands are integers
        spread = squares[column] * rows - short[column] ** 2
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

"""Means and deviations of raw columns, over all parties, as exact sums of integers.

There are two steps, since a column may hold 1e-9 or 1e9 and its unit is not known yet. First every party reports the
range of powers of two of its largest value, which gives the column a unit. Then it sums values and squares in that
unit. Values within 8 powers of two of a column's largest value are not rounded in the mean. Squared values keep 43 bits
or more; if rows times parties exceed 16 million, they keep one bit less for each factor of four. A plain sum of squares
in floats would cancel if the mean is large relative to the spread, as for years; here the difference is one of
integers.
"""

from dataclasses import dataclass

import numpy as np

from engine.privacy.terms import MAX_ROWS, WIDE_BITS, OutOfBounds, Term, Total, ceil_log2

POWERS = 8  # powers of two that share a range
RANGES = np.arange(-256, 257, POWERS)  # upper ends; the first range includes all smaller values
BITS, COARSE_BITS = 60, 51  # of a value, and of a value that is squared, at most
BEYOND = 1024  # the unit's power if a column holds values above the last range
BLOCK = 1024  # rows whose products of 26 bits sum to at most 63 bits


@dataclass(frozen=True)
class Moments:
    """For each column, the number of values, their mean, and their population standard deviation (0 if constant)."""

    count: np.ndarray
    mean: np.ndarray
    deviation: np.ndarray


def range_terms(columns: int) -> dict[str, Term]:
    """Terms of step one: the number of each column's values, in the range of its largest value."""
    return {"ranges": Term((columns, len(RANGES) + 1), MAX_ROWS, whole=True)}


def count_ranges(values: np.ndarray) -> dict[str, np.ndarray]:
    """One party's `range_terms` from `values` [rows, columns]; NaN is missing. Zeros are in the first range."""
    present = np.isfinite(values)
    largest = np.abs(np.where(present, values, 0)).max(axis=0, initial=0)
    places = np.searchsorted(RANGES, np.where(largest == 0, RANGES[0], np.frexp(largest)[1]))
    counts = np.zeros((values.shape[1], len(RANGES) + 1))
    counts[np.arange(len(counts)), places] = present.sum(axis=0)
    return {"ranges": counts}


def powers_of(total: Total) -> list[int]:
    """For each column, the exponent of a power of two that exceeds all its values."""
    highest = [int(np.flatnonzero(column)[-1]) if column.any() else 0 for column in total.integers["ranges"]]
    return [int(RANGES[place]) if place < len(RANGES) else BEYOND for place in highest]


def coarse_bits(rows: int, parties: int) -> int:
    """Bits of a value that is squared: as many as allow `rows` rows at each of `parties` parties."""
    return min(COARSE_BITS, (WIDE_BITS - ceil_log2(max(rows, 1) * parties)) // 2)


def moment_terms(columns: int, rows: int, coarse: int) -> dict[str, Term]:
    """Terms of step two, for at most `rows` rows of a party, with `coarse` bits of a value that is squared."""
    return {
        "count": Term((columns,), rows, whole=True),
        "sum": Term((columns,), rows * 2.0**BITS, whole=True, wide=True),
        "coarse": Term((columns,), rows * 2.0**coarse, whole=True, wide=True),
        "squares": Term((columns,), rows * 4.0**coarse, whole=True, wide=True),
    }


def sum_moments(values: np.ndarray, powers: list[int], coarse: int) -> dict[str, np.ndarray]:
    """One party's `moment_terms` from `values` [rows, columns], each column in units of its power of two.

    Raises OutOfBounds if a value is not below that power, which cannot happen in an honest run. With a fabricated
    power, a platform could make all values above it add up to a known number and so read the single remaining row.
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
        spread = squares[column] * rows - short[column] ** 2  # integers, so nothing cancels
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

"""Groups of at least five neighbouring values in one column. A party reports counts and sums of a column as if each
value were the middle value of its group. So every count is zero or at least five rows, and so is every difference
between nested counts, for any bins.

Groups have 5 to 9 values and the smallest sum of distances from their middle values, so equal values stay together if
at least five rows have them. Source: Hansen, Mukherjee 2003, IEEE Transactions on Knowledge and Data Engineering 15(4),
"A polynomial algorithm for optimal univariate microaggregation".
"""

from dataclasses import dataclass

import numpy as np

MIN_ROWS = 5  # minimum number of rows in a group, and minimum count that is reported
MIN_PRESENT = 10  # minimum number of values of a column; a party reports nothing about a column with fewer
MIN_SUMMED = 10  # minimum number of values for which a sum of squares is exact


@dataclass(frozen=True)
class Reported:
    """The columns that a party reports [rows, columns], NaN where missing: the values that it counts, and the values
    that it sums."""

    counted: np.ndarray
    summed: np.ndarray


def reported(values: np.ndarray) -> Reported:
    """Return the reported form of values [rows, columns], in which NaN is missing. A column with fewer than
    `MIN_PRESENT` values is missing in all rows. Sums are exact for groups with at least five different values. In other
    groups, the number of rows with each value would follow from the sum, so all values become the group's middle
    value."""
    known = np.where(np.isfinite(values), values, np.nan)
    for column in known.T:
        _round_missing(column)
    order = np.argsort(known, axis=0, kind="stable")
    ascending = np.take_along_axis(known, order, axis=0)
    counted, summed = known.copy(), known.copy()
    for place, starts in enumerate(group_starts(ascending)):
        rows = order[: int(np.isfinite(known[:, place]).sum()), place]
        counted[rows, place], summed[rows, place] = _of_groups(ascending[: len(rows), place], starts)
    return Reported(counted, summed)


def without_few(values: np.ndarray) -> np.ndarray:
    """Return values [rows, columns] in which each column with fewer than `MIN_PRESENT` values is NaN in all rows."""
    return np.where(np.isfinite(values).sum(axis=0) < MIN_PRESENT, np.nan, values)


def group_starts(ascending: np.ndarray) -> list[np.ndarray]:
    """Return the start of each group, by column, of values [rows, columns] in ascending order with NaN at the end."""
    present = np.isfinite(ascending)
    largest = np.abs(np.where(present, ascending, 0)).max(axis=0, initial=0)
    scaled = np.where(present, ascending, 0) / np.where(largest > 0, largest, 1)
    upto = np.vstack([np.zeros(scaled.shape[1]), scaled.cumsum(axis=0)])
    sizes = np.arange(MIN_ROWS, 2 * MIN_ROWS)
    halves = sizes // 2
    best = np.full(upto.shape, np.inf)
    best[0] = 0
    chosen = np.zeros(upto.shape, dtype=np.int8)
    for end in range(MIN_ROWS, len(upto)):
        fit = np.count_nonzero(sizes <= end)
        begin, half = end - sizes[:fit], halves[:fit]
        apart = (upto[end] - upto[end - half]) - (upto[begin + half] - upto[begin])
        costs = best[begin] + apart
        chosen[end] = costs.argmin(axis=0)
        best[end] = costs.min(axis=0)
    return [_starts(sizes[column], int(count)) for column, count in zip(chosen.T, present.sum(axis=0), strict=True)]


def at_least_five(counts: np.ndarray) -> np.ndarray:
    """Return counts [cells] with the same sum, each zero or at least five. The rows of a cell with one or two rows move
    to the largest cell. A cell with three or four rows is filled up to five from the largest cell. All are zero if
    there are fewer than five rows."""
    found = np.array(counts, dtype=int)
    if found.sum() < MIN_ROWS:
        return np.zeros_like(found)
    while ((found > 0) & (found < MIN_ROWS)).any():
        few = np.flatnonzero((found > 0) & (found < MIN_ROWS))
        cell, largest = few[found[few].argmin()], found.argmax()
        lacking = MIN_ROWS - found[cell]
        moved = -lacking if lacking <= 2 and found[largest] >= MIN_ROWS + lacking else found[cell]
        if cell == largest:  # reached only if all cells have fewer than five rows
            cell = few[few != largest][0]
            moved = found[cell]
        found[cell] -= moved
        found[largest] += moved
    return found


def _round_missing(column: np.ndarray) -> None:
    """Change values [rows] in place so that no row or at least five rows are missing. One or two missing values become
    the middle value. Three or four become five, because values from the middle are removed. If fewer than `MIN_PRESENT`
    values would remain, all become missing."""
    missing = np.isnan(column)
    lacking = int(missing.sum())
    present = len(column) - lacking
    if present - (MIN_ROWS - lacking if lacking in (3, 4) else 0) < MIN_PRESENT:
        column[:] = np.nan
        return
    from_middle = np.argsort(column, kind="stable")[(present - 1) // 2 :]
    if lacking in (1, 2):
        column[missing] = column[from_middle[0]]
    elif lacking in (3, 4):
        column[from_middle[: MIN_ROWS - lacking]] = np.nan


def _starts(sizes: np.ndarray, end: int) -> np.ndarray:
    """Return the starts of the groups, by following the chosen sizes from the last group back. `sizes` [rows + 1] is
    the size of the group that ends at each position."""
    known, found = sizes.tolist(), []
    while end > 0:
        end -= known[end]
        found.append(end)
    return np.array(found[::-1], dtype=int)


def _middles(ascending: np.ndarray, starts: np.ndarray) -> np.ndarray:
    sizes = np.diff([*starts, len(ascending)])
    return ascending[starts + (sizes - 1) // 2].repeat(sizes)


def _of_groups(ascending: np.ndarray, starts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the values to count and the values to sum, from a column's values in ascending order."""
    if not len(starts):
        return ascending, ascending
    counted, sizes = _middles(ascending, starts), np.diff([*starts, len(ascending)])
    differ = np.append(True, np.diff(ascending) > 0)
    differ[starts] = True
    varies = (np.add.reduceat(differ, starts, dtype=int) >= MIN_ROWS).repeat(sizes)
    means = (np.add.reduceat(ascending, starts) / sizes).repeat(sizes)
    return counted, np.where(varies, ascending if varies.sum() >= MIN_SUMMED else means, counted)

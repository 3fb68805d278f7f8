"""Protects the counts that users see: counts below five are neither shown nor derivable by subtraction."""

import math
from collections.abc import Callable

import numpy as np

MIN_SHOWN = 5
STEPS = (0.0, *(digit / 10**power for power in (4, 3, 2, 1) for digit in (1, 2, 5)), 1.0)

Shown = int | str | None


def is_few(count: int) -> bool:
    """Whether a count is from 1 to 4, so that it may not be shown."""
    return 0 < count < MIN_SHOWN


def significant(value: float, digits: int) -> float:
    """A number rounded to `digits` significant digits."""
    return float(f"{value:.{digits}g}")


def rounded_up(share: float) -> float:
    """Return the next higher number of 0.0001, 0.0002, 0.0005, 0.001 and so on up to 1: an upper bound that reveals
    little of the counts behind it."""
    return next(step for step in STEPS if share <= step or step == STEPS[-1])


def hide_few(counts: list[int]) -> list[Shown]:
    """Return counts whose sum is known, in the form in which they may be shown. A count from 1 to 4 becomes "<5". The
    first of the others becomes a lower bound, because its exact value would reveal the hidden ones. If the hidden
    counts would still be revealed, all are None. The order must not depend on the counts: a count known to be the
    largest reveals that no other is larger."""
    few = [0 < count < MIN_SHOWN for count in counts]
    if not any(few):
        return list(counts)
    hidden = sum(few)
    covers = next((place for place, count in enumerate(counts) if count >= MIN_SHOWN), None)
    rest = sum(count for place, count in enumerate(counts) if few[place] or place == covers)
    # Assume that all hidden counts have their smallest possible values
    if covers is None or rest == MIN_SHOWN + hidden:
        return [None] * len(counts)
    shown: list[Shown] = [f"<{MIN_SHOWN}" if is_few else count for count, is_few in zip(counts, few, strict=True)]
    shown[covers] = f">{max(rest - hidden * (MIN_SHOWN - 1), MIN_SHOWN) - 1}"
    return shown


def least_of(shown: Shown) -> int:
    """Return the minimum number of rows that is consistent with a shown count."""
    if isinstance(shown, int):
        return shown
    return int(shown[1:]) + 1 if shown and shown.startswith(">") else 0


def upper_share(mean: float, deviation: float) -> float | None:
    """Return the share of rows with the upper value of a column of two consecutive integers, e.g. zeros and ones. It
    follows from the column's mean. Returns None for any other column, which is recognised by its deviation: no other
    column of integers has so small a deviation."""
    share = mean - math.floor(mean)
    is_so = deviation > 0 and math.isclose(deviation**2, share * (1 - share), rel_tol=1e-9, abs_tol=1e-12)
    return share if is_so else None


def with_usual(values: np.ndarray, shown: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
    """Return values [rows, columns] without rare values. If only one to four training rows show a value other than a
    column's most common one, all rows of the column get the most common value. `shown` returns, from differing values
    [rows, columns], in which training rows they show [training rows, columns]."""
    usual = np.array([_most_common(column) for column in values.T])
    counts = np.count_nonzero(shown(values != usual), axis=0)
    few = (counts > 0) & (counts < MIN_SHOWN)
    return np.where(few, usual, values) if few.any() else values


def hide_cells(counts: np.ndarray) -> np.ndarray:
    """Return which counts [groups, cells] must be hidden if the sums of all groups and cells are known. Hidden are the
    counts from 1 to 4, and further groups and cells, so that each small count could also have another value with the
    same sums. Returns all counts if this is not possible."""
    few = (counts > 0) & (counts < MIN_SHOWN)
    groups, cells = (np.asarray(few.any(axis=axis)) for axis in (1, 0))
    while few.any() and not (groups.all() and cells.all()) and not _is_open(counts, few, groups, cells):
        wider = groups if not groups.all() and (cells.all() or groups.sum() <= cells.sum()) else cells
        # Add the first group or cell that is not included yet, because this order reveals nothing about the counts.
        wider[np.argmin(wider)] = True
    return groups[:, None] & cells[None, :]


def _most_common(values: np.ndarray) -> float:
    found, counts = np.unique(values, return_counts=True)
    return found[counts.argmax()]


def _is_open(counts: np.ndarray, few: np.ndarray, groups: np.ndarray, cells: np.ndarray) -> bool:
    """Whether each small count could have another value with the same sums, so that none of them is certain: one of its
    rows could move within its group while a row of another group moves in the opposite direction."""
    for group, cell in np.argwhere(few):
        others, beside = groups.copy(), cells.copy()
        others[group] = beside[cell] = False
        block = counts[np.ix_(others, beside)]
        gives = (counts[group, beside][None, :] > 0) & (counts[others, cell][:, None] > 0)
        if not ((block > 0) | gives).any():
            return False
    return True

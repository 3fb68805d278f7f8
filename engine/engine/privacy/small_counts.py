"""Protects counts that users see: counts below five are neither shown nor derivable by subtraction."""

import math
from collections.abc import Callable

import numpy as np

MIN_SHOWN = 5
STEPS = (0.0, *(digit / 10**power for power in (4, 3, 2, 1) for digit in (1, 2, 5)), 1.0)

Shown = int | str | None


def is_few(count: int) -> bool:
    """Whether a count may not be shown."""
    return 0 < count < MIN_SHOWN


def significant(value: float, digits: int) -> float:
    """A number rounded to `digits` significant digits."""
    return float(f"{value:.{digits}g}")


def rounded_up(share: float) -> float:
    """The next of 0.0001, 0.0002, 0.0005, 0.001 and so on up to 1: a bound that reveals little of its counts."""
    return next(step for step in STEPS if share <= step or step == STEPS[-1])


def hide_few(counts: list[int]) -> list[Shown]:
    """Counts with a known sum, as they may be shown. A count from 1 to 4 becomes "<5". The first of the others becomes
    a lower bound, since its exact value would reveal the hidden ones. If they would be revealed even so, None for all.
    The order must not depend on the counts: a largest count reveals that no other is larger."""
    few = [0 < count < MIN_SHOWN for count in counts]
    if not any(few):
        return list(counts)
    hidden = sum(few)
    covers = next((place for place, count in enumerate(counts) if count >= MIN_SHOWN), None)
    rest = sum(count for place, count in enumerate(counts) if few[place] or place == covers)
    if covers is None or rest == MIN_SHOWN + hidden:  # all have their smallest possible values
        return [None] * len(counts)
    shown: list[Shown] = [f"<{MIN_SHOWN}" if is_few else count for count, is_few in zip(counts, few, strict=True)]
    shown[covers] = f">{max(rest - hidden * (MIN_SHOWN - 1), MIN_SHOWN) - 1}"
    return shown


def least_of(shown: Shown) -> int:
    """Minimum number of rows that is consistent with a shown count."""
    if isinstance(shown, int):
        return shown
    return int(shown[1:]) + 1 if shown and shown.startswith(">") else 0


def upper_share(mean: float, deviation: float) -> float | None:
    """For a column of two consecutive integers, e.g. zeros and ones, the share of rows with the upper one, which
    follows from its mean; None for any other column. No other column of integers has so small a deviation."""
    share = mean - math.floor(mean)
    is_so = deviation > 0 and math.isclose(deviation**2, share * (1 - share), rel_tol=1e-9, abs_tol=1e-12)
    return share if is_so else None


def with_usual(values: np.ndarray, shown: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
    """Values [rows, columns]. If a column shows a value other than the most common one in one to four training rows,
    all its rows get the most common value. `shown` returns the training rows [training rows, columns] in which it shows
    differing values [rows, columns]."""
    usual = np.array([_most_common(column) for column in values.T])
    counts = np.count_nonzero(shown(values != usual), axis=0)
    few = (counts > 0) & (counts < MIN_SHOWN)
    return np.where(few, usual, values) if few.any() else values


def hide_cells(counts: np.ndarray) -> np.ndarray:
    """Which counts [groups, cells] may not be shown, if the sums of all groups and cells are known: those from 1 to 4,
    and a block of groups and cells in which each of them could have another value with the same sums. All counts if
    there is no such block."""
    few = (counts > 0) & (counts < MIN_SHOWN)
    groups, cells = (np.asarray(few.any(axis=axis)) for axis in (1, 0))
    while few.any() and not (groups.all() and cells.all()) and not _is_open(counts, few, groups, cells):
        wider = groups if not groups.all() and (cells.all() or groups.sum() <= cells.sum()) else cells
        wider[np.argmin(wider)] = True  # the first that is not included yet; the order reveals nothing about counts
    return groups[:, None] & cells[None, :]


def _most_common(values: np.ndarray) -> float:
    found, counts = np.unique(values, return_counts=True)
    return found[counts.argmax()]


def _is_open(counts: np.ndarray, few: np.ndarray, groups: np.ndarray, cells: np.ndarray) -> bool:
    """Whether each small count can change: one of its rows moves within its group, and a row of another group moves the
    other way, with the same sums. Then none of them is certain."""
    for group, cell in np.argwhere(few):
        others, beside = groups.copy(), cells.copy()
        others[group] = beside[cell] = False
        block = counts[np.ix_(others, beside)]
        gives = (counts[group, beside][None, :] > 0) & (counts[others, cell][:, None] > 0)
        if not ((block > 0) | gives).any():
            return False
    return True

"""Counts that people see: none below five, nor by subtraction."""

import math

import numpy as np

LEAST_SHOWN = 5
STEPS = (0.0, *(digit / 10**power for power in (4, 3, 2, 1) for digit in (1, 2, 5)), 1.0)

Shown = int | str | None


def is_few(count: int) -> bool:
    """Whether a count may not be shown."""
    return 0 < count < LEAST_SHOWN


def significant(value: float, digits: int) -> float:
    """A number with so many significant digits."""
    return float(f"{value:.{digits}g}")


def rounded_up(share: float) -> float:
    """The next of 0.0001, 0.0002, 0.0005, 0.001 and so on up to 1: a bound that says little of the counts behind it."""
    return next(step for step in STEPS if share <= step or step == STEPS[-1])


def hide_few(counts: list[int]) -> list[Shown]:
    """Counts whose sum everybody knows, as they may be shown: one from 1 to 4 as "<5", and the first of the others only
    as more than a number, since it would tell the hidden ones. Where they could be told even so, None for all. The
    order must not depend on the counts: the largest says of itself that no other is larger."""
    few = [0 < count < LEAST_SHOWN for count in counts]
    if not any(few):
        return list(counts)
    hidden = sum(few)
    covers = next((place for place, count in enumerate(counts) if count >= LEAST_SHOWN), None)
    rest = sum(count for place, count in enumerate(counts) if few[place] or place == covers)
    if covers is None or rest == LEAST_SHOWN + hidden:  # all as small as they can be
        return [None] * len(counts)
    shown: list[Shown] = [f"<{LEAST_SHOWN}" if is_few else count for count, is_few in zip(counts, few, strict=True)]
    shown[covers] = f">{max(rest - hidden * (LEAST_SHOWN - 1), LEAST_SHOWN) - 1}"
    return shown


def least_of(shown: Shown) -> int:
    """How many rows there are at least, by what is shown of their count."""
    if isinstance(shown, int):
        return shown
    return int(shown[1:]) + 1 if shown and shown.startswith(">") else 0


def upper_share(mean: float, deviation: float) -> float | None:
    """Of a column of zeros and ones, or of two other whole numbers that follow each other, the share of rows that have
    the upper one, which its mean tells; None of any other column. No others have so small a deviation."""
    share = mean - math.floor(mean)
    is_so = deviation > 0 and math.isclose(deviation**2, share * (1 - share), rel_tol=1e-9, abs_tol=1e-12)
    return share if is_so else None


def hide_cells(counts: np.ndarray) -> np.ndarray:
    """Which counts [groups, cells] may not be shown, where everybody knows the sums of every group and of every cell:
    those from 1 to 4, and with them a block of groups and cells in which each of them could as well be another number
    by these sums. Where there is no such block, all."""
    few = (counts > 0) & (counts < LEAST_SHOWN)
    groups, cells = few.any(axis=1), few.any(axis=0)
    while few.any() and not (groups.all() and cells.all()) and not _is_open(counts, few, groups, cells):
        wider = groups if not groups.all() and (cells.all() or groups.sum() <= cells.sum()) else cells
        wider[np.argmin(wider)] = True  # the first that is not in it yet: the order says nothing of counts
    return groups[:, None] & cells[None, :]


def _is_open(counts: np.ndarray, few: np.ndarray, groups: np.ndarray, cells: np.ndarray) -> bool:
    """Whether of each of the few one row may move within its group, and another group's the other way, with the same
    sums: none of them is certain then."""
    for group, cell in np.argwhere(few):
        others, beside = groups.copy(), cells.copy()
        others[group] = beside[cell] = False
        block = counts[np.ix_(others, beside)]
        gives = (counts[group, beside][None, :] > 0) & (counts[others, cell][:, None] > 0)
        if not ((block > 0) | gives).any():
            return False
    return True

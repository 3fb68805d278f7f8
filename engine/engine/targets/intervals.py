"""How sure a score is: 95 % intervals, made of the very sums that the score is made of.

A share of rows has the interval of Wilson 1927, "Probable inference". What is no such share has that of a Poisson
bootstrap, in which each row weighs as a draw of Poisson(1) says (Chamandy et al. 2012, "Estimating uncertainty for
massive data streams"). The weights of n rows that count alike add up to a draw of Poisson(n): so a count is drawn anew
where the sums are, as exactly as if each row had been, and no replicate leaves a party. That also must not be: the
weights follow from the plan's seed, and a few hundred sums under known weights are equations from which each row's
values come out. Of what is summed and not counted, the sum of squares leaves: from it follows how the bootstrap's sums
spread, and of many rows they are normal.
"""

import math
from collections.abc import Sequence
from typing import TypedDict

import numpy as np

NORMAL = 1.959963984540054  # deviations on either side that hold 95 %
PERCENT = (2.5, 97.5)
REPLICATES = 1000


class Interval(TypedDict):
    """A score, of how many rows, and between what it lies with 95 %."""

    value: float
    rows: int
    low: float
    high: float


class Share(Interval):
    """So many of the rows."""

    count: int


def share_of(count: float, rows: float) -> Share | None:
    """None of no rows."""
    if rows == 0:
        return None
    value, spread = count / rows, NORMAL**2 / rows
    middle, half = value + spread / 2, NORMAL * math.sqrt((value * (1 - value) + spread / 4) / rows)
    low, high = (middle - half) / (1 + spread), (middle + half) / (1 + spread)
    # With rounding the ends would pass none and all.
    return {"value": value, "rows": int(rows), "low": min(max(low, 0), value), "high": max(min(high, 1), value),
            "count": int(count)}  # fmt: skip


def mean_of(found: Sequence[Interval], rows: float) -> Interval:
    """The mean of scores that each row counts in, as if they moved together."""
    return {key: float(np.mean([one[key] for one in found])) for key in found[0]} | {"rows": int(rows)}


def normal(value: float, deviation: float, rows: float) -> Interval:
    half = NORMAL * deviation
    return {"value": value, "rows": int(rows), "low": value - half, "high": value + half}


def lognormal(value: float, deviation: float, rows: float) -> Interval:
    """Of what is never below zero, and further off above than below."""
    ratio = math.exp(NORMAL * deviation / value) if value > 0 else 1.0
    return {"value": value, "rows": int(rows), "low": value / ratio, "high": value * ratio}


def deviation_of_mean(total: float, squares: float, rows: float) -> float:
    """Of the mean of values with this sum and sum of squares."""
    return math.sqrt(max(squares - total**2 / rows, 0)) / rows


def within(value: float, draws: np.ndarray, rows: float) -> Interval:
    """What holds 95 % of the draws, and the value itself."""
    low, high = np.percentile(draws, PERCENT).tolist()
    return {"value": value, "rows": int(rows), "low": min(low, value), "high": max(high, value)}


def redrawn(counts: np.ndarray, chances: np.ndarray | float, rng: np.random.Generator) -> np.ndarray:
    """Counts [replicates, ..., cells] of the bootstrap. Each group of cells [..., cells] that has rows counts one row
    more, which is in each cell by chance: an error that no row shows is not one that cannot be."""
    return rng.poisson(counts + counts.any(axis=-1, keepdims=True) * chances, (REPLICATES, *counts.shape))

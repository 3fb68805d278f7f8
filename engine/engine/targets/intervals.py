"""95 % intervals of scores, computed from the sums that the scores are computed from.

Each method stays within the range of the score. It returns no ends (None) if it would not hold in 95 % of cases:

- A share has the interval of Clopper and Pearson 1934 if fewer than FEW_COUNTED rows were right or wrong, else that of
  Wilson 1927.
- Some scores have the interval of the share that has the same variance (Korn, Graubard 1998, "Confidence intervals for
  proportions with small expected number of positive counts"): the mean of values between 0 and 1 (a Brier score), a
  macro average, and a share of items of which a row has several.
- The mean of values from 0 on (losses, errors) has a t-interval on the log scale, by the delta method. Its upper end
  also allows for large values that do not occur in the rows: it assumes the largest share of the population that a
  sample of this size can miss. The interval has no ends if few rows make up most of the mean, because more rows like
  those few may be missing than it assumes.
- The concordance has a t-interval on the logit scale.
- Other scores of counts have a Poisson bootstrap, in which each row's weight is a draw of Poisson(1) (Chamandy et al.
  2012, "Estimating uncertainty for massive data streams"). The weights of n rows that count alike add up to a draw of
  Poisson(n). So each count is redrawn from the sums, with the same distribution as if each row had been redrawn, and
  no replicate leaves a party. A replicate must not leave a party: the weights follow from the plan's seed, and a few
  hundred sums under known weights are equations that reveal each row's values.
- A difference of two models' scores of the same rows has a t-interval by the jackknife. A difference of shares has the
  interval of Bonett and Price 2012, "Adjusted Wald confidence interval for a difference of binomial proportions based
  on paired data", but at least the exact width for as many rows without a difference.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict, cast

import numpy as np

NORMAL = 1.959963984540054  # standard deviations on either side that cover 95 %
TAIL = 0.025
PERCENT = (100 * TAIL, 100 - 100 * TAIL)
REPLICATES = 1000
FEW_ROWS = 30  # Minimum number of rows for an interval. With fewer rows, only shares have one, because theirs is exact.
FEW_COUNTED = 10  # If fewer rows than this are right, or wrong, the interval of a share is the exact one.
FEW_EFFECTIVE = 10  # minimum effective number of rows for an interval of a difference between two models


@dataclass(frozen=True)
class FromZero:
    """Conditions under which the mean of values from 0 on has an interval. They use the evenness of the values: the
    mean of their squares / the square of their mean, which is 1 for equal values. Each condition is a function of the
    number of rows, or of the evenness."""

    rows: int  # minimum number of rows for an interval
    most: Callable[[float], float]  # maximum evenness, as a function of the number of rows
    # Largest value that is assumed for rows outside the sample, as a multiple of the mean
    unseen: Callable[[float], float]


# For losses and errors, a value outside the sample may be five times the root mean square. For squared errors, an error
# outside the sample may be ten times it. Squares vary with the fourth powers of errors, which few rows determine
# poorly. Squared normal errors have an evenness of 3. For errors of a t-distribution with 3 degrees of freedom, the
# evenness grows with the cube root of the rows and is hardly ever below this limit.
ERRORS = FromZero(FEW_ROWS, lambda rows: math.sqrt(rows / 10), lambda evenness: 5 * math.sqrt(evenness))
SQUARES = FromZero(200, lambda rows: max(4.05, math.cbrt(rows / 4.5)), lambda _: 100.0)


class Interval(TypedDict):
    """A score, its number of rows, and the ends of its 95 % interval; the ends are None if the rows do not determine
    them."""

    value: float
    rows: int
    low: float | None
    high: float | None


class Share(Interval):
    """A share of rows: `count` of `rows`. The ends of its interval are always known."""

    count: int


def share_of(count: float, rows: float) -> Share | None:
    """Return the share and its interval; None if there are no rows."""
    if rows == 0:
        return None
    low, high = _ends_of_share(count, rows)
    return {"value": count / rows, "rows": int(rows), "low": low, "high": high, "count": int(count)}


def _ends_of_share(count: float, rows: float) -> tuple[float, float]:
    value = count / rows
    low, high = (_exact if min(count, rows - count) < FEW_COUNTED else _wilson)(count, rows)
    # Without the clipping, rounding could move an end past 0, 1 or the value.
    return min(max(low, 0), value), max(min(high, 1), value)


def _exact(count: float, rows: float) -> tuple[float, float]:
    # Scipy is imported here, because it takes 0.1 s and most workers do not need it
    from scipy.special import betaincinv

    low = betaincinv(count, rows - count + 1, TAIL) if count > 0 else 0.0
    high = betaincinv(count + 1, rows - count, 1 - TAIL) if count < rows else 1.0
    return float(low), float(high)


def _wilson(count: float, rows: float) -> tuple[float, float]:
    value, spread = count / rows, NORMAL**2 / rows
    middle, half = value + spread / 2, NORMAL * math.sqrt((value * (1 - value) + spread / 4) / rows)
    return (middle - half) / (1 + spread), (middle + half) / (1 + spread)


def reach_of(freedom: float) -> float:
    """Return the number of standard deviations on either side that cover 95 % of Student's t-distribution."""
    from scipy.special import stdtrit

    return float(stdtrit(max(freedom, 1), 1 - TAIL))


def mean_of(found: Sequence[Interval], rows: float) -> Interval:
    """Return the mean of scores of the same rows, as if the scores were fully correlated. The result has no interval if
    one of the scores has none."""
    known = all(one["low"] is not None for one in found)
    mean: dict[str, Any] = {
        key: float(np.mean([one[key] for one in found])) for key in found[0] if known or key not in ("low", "high")
    }
    return cast(Interval, unknown(mean["value"], rows) | mean | {"rows": int(rows)})


def unknown(value: float, rows: float) -> Interval:
    """Return a score without an interval, because the rows do not determine one."""
    return {"value": float(value), "rows": int(rows), "low": None, "high": None}


def scaled(found: Interval, factor: float) -> Interval:
    """Return the score and its interval in another unit."""
    return transformed(found, lambda value: value * factor)


def transformed(found: Interval, function: Callable[[float], float]) -> Interval:
    """Return the score and its interval after applying an increasing function."""
    low, high = (None if end is None else function(end) for end in (found["low"], found["high"]))
    return {**found, "value": function(found["value"]), "low": low, "high": high}


def bounded_mean(total: float, squares: float, rows: float) -> Interval:
    """Return the mean, with its interval, of values between 0 and 1 that have this sum and sum of squares."""
    value = total / rows
    if rows < FEW_ROWS:
        return unknown(value, rows)
    return as_share(value, int(rows), deviation_of_mean(total, squares, rows) ** 2, rows)


def as_share(value: float, rows: int, variance: float, effective: float) -> Interval:
    """Return the interval of a score between 0 and 1 with this variance and an effective number of rows. It is the
    interval of the share of as many rows as have the same variance. If these rows would have few right or wrong ones,
    their number is at most `effective`."""
    spread = variance * (reach_of(effective - 1) / NORMAL) ** 2
    sure = value * (1 - value) / spread if 0 < value < 1 and spread > 0 else effective
    if min(value, 1 - value) * sure < FEW_COUNTED:
        sure = min(sure, effective)
    low, high = _ends_of_share(value * sure, sure)
    return {"value": value, "rows": rows, "low": min(low, value), "high": max(high, value)}


def mean_from_zero(total: float, squares: float, rows: float, kind: FromZero = ERRORS) -> Interval:
    """Return the mean, with its interval, of values from 0 on that have this sum and sum of squares."""
    return from_zero(total / rows, deviation_of_mean(total, squares, rows), rows, (total, squares), kind)


def from_zero(
    value: float, deviation: float, rows: float, sums: tuple[float, float], kind: FromZero = ERRORS
) -> Interval:
    """Return a score from 0 on with its interval. The score has this standard deviation; the underlying values have
    this sum and sum of squares."""
    total, squares = sums
    if not (rows >= kind.rows and value > 0 and deviation > 0 and rows * squares <= kind.most(rows) * total**2):
        return unknown(value, rows)
    ratio = math.exp(reach_of(rows - 1) * deviation / value)
    more = most_unseen(rows) * kind.unseen(rows * squares / total**2)
    return {"value": value, "rows": int(rows), "low": value / ratio, "high": value * (ratio + more)}


def most_unseen(rows: float) -> float:
    """Return the largest share of a population that can be missing in a sample of this size."""
    return 1 - TAIL ** (1 / rows)


def between(value: float, deviation: float, rows: float, effective: float) -> Interval:
    """Return a score between 0 and 1 with its interval, from its standard deviation: a t-interval on the logit scale,
    which needs at least FEW_ROWS effective rows."""
    if not (min(rows, effective) >= FEW_ROWS and 0 < value < 1 and deviation > 0):
        return unknown(value, rows)
    middle, half = math.log(value / (1 - value)), reach_of(effective - 1) * deviation / (value * (1 - value))
    low, high = (1 / (1 + math.exp(min(-end, 700))) for end in (middle - half, middle + half))
    return {"value": value, "rows": int(rows), "low": low, "high": high}


def deviation_of_mean(total: float, squares: float, rows: float) -> float:
    """Return the standard deviation of the mean of values with this sum and sum of squares."""
    spread = squares - total**2 / rows
    # A difference this small is rounding: equal values have no spread.
    return math.sqrt(spread / max(rows - 1, 1) / rows) if spread > 1e-9 * squares else 0.0


def within(value: float, draws: np.ndarray, rows: float) -> Interval:
    """Return a value with the interval that contains 95 % of its bootstrap draws."""
    if rows < FEW_ROWS:
        return unknown(value, rows)
    low, high = np.percentile(draws, PERCENT).tolist()
    return {"value": value, "rows": int(rows), "low": min(low, value), "high": max(high, value)}


def difference_of(value: float, moved: np.ndarray, rows: int) -> tuple[float, float] | None:
    """Return the ends of the interval of a difference, from how much each row (or block of rows) changes it
    [blocks]."""
    squares = moved**2
    total = float(squares.sum())
    if not (rows >= FEW_ROWS and 0 < total < math.inf):
        return None
    effective = total**2 / float((squares**2).sum())
    if effective < FEW_EFFECTIVE:
        return None
    half = reach_of(effective) * math.sqrt(total)
    return value - half, value + half


def difference_of_shares(moved: np.ndarray, rows: int) -> tuple[float, float]:
    """Return the ends of the interval of the difference of two shares of the same rows, from the difference of right
    rows in each row (or block of rows) [blocks]."""
    gain, more = float(moved.sum()), rows + 2
    middle = gain / more
    half = NORMAL * math.sqrt((float((moved**2).sum()) + 2 - more * middle**2) / more**2)
    least = most_unseen(rows)
    return max(min(middle - half, gain / rows - least), -1), min(max(middle + half, gain / rows + least), 1)


def redrawn(counts: np.ndarray, probabilities: np.ndarray | float, rng: np.random.Generator) -> np.ndarray:
    """Return bootstrap counts [replicates, ..., cells]. To each group of cells [..., cells] that has rows, one more row
    is added, spread over the cells by `probabilities`. Otherwise, an error that does not occur in the data would have a
    probability of 0."""
    return rng.poisson(counts + counts.any(axis=-1, keepdims=True) * probabilities, (REPLICATES, *counts.shape))

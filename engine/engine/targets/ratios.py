"""Precision, recall and F1 of items of which a row may have several, such as entities in texts and boxes in pictures.

Items of one row are found or missed together, so they carry less information than equally many items in separate rows.
The products of each row's counts (found, there, predicted) determine how much less.
"""

import math

import numpy as np

from engine.targets.intervals import FEW_ROWS, Interval, Share, as_share, unknown

FOUND = np.array([1.0, 0.0, 0.0])
# Denominator of each ratio, as weights of the three counts (found, there, predicted).
UNDER = {"precision": np.array([0.0, 0.0, 1.0]), "recall": np.array([0.0, 1.0, 0.0]), "f1": np.array([0.0, 0.5, 0.5])}


def shares_of(counts: np.ndarray, products: np.ndarray) -> dict[str, Share | None]:
    """Return each ratio with its interval, from counts [3] and from the sum of their products over rows [3, 3]."""
    return {name: _share(counts, under, products) for name, under in UNDER.items()}


def spread_of(counts: np.ndarray, products: np.ndarray) -> float:
    """Return the design effect: the largest factor by which the variance of one of the ratios exceeds that of
    independent items, at least 1."""
    found = [_varies(counts, under, products) for under in UNDER.values() if counts @ under > 0]
    return max([1.0, *[variance / alone for variance, alone in found if alone > 0]])


def of_rows(found: Share | None, rows: int) -> Interval | None:
    """Return the share as a score of `rows` rows. The result has no interval if there are fewer than FEW_ROWS rows."""
    if found is None or rows < FEW_ROWS:
        return found and unknown(found["value"], rows)
    return {"value": found["value"], "rows": rows, "low": found["low"], "high": found["high"]}


def _share(counts: np.ndarray, under: np.ndarray, products: np.ndarray) -> Share | None:
    """Return a ratio of sums over rows, with the interval of a share of as many independent items as would be equally
    certain (Korn, Graubard 1998, with Kish's design effect of 1965). If few items were found or missed, the sums do not
    determine how strongly the items of a row are correlated. Then all items of a row count as one."""
    count, of = float(counts[0]), float(counts @ under)
    if of == 0:
        return None
    value, (variance, alone) = count / of, _varies(counts, under, products)
    rows = of**2 / max(float(under @ products @ under), 0.25)  # Kish's effective number of those rows that have items
    return {**as_share(value, math.ceil(of), max(variance, alone), rows), "count": int(count)}


def _varies(counts: np.ndarray, under: np.ndarray, products: np.ndarray) -> tuple[float, float]:
    """Return a ratio's linearised variance, and the variance that it would have if items were independent."""
    of = float(counts @ under)
    value = float(counts[0]) / of
    off = FOUND - value * under
    return max(float(off @ products @ off), 0) / of**2, value * (1 - value) / of

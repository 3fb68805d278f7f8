"""Precision, recall and F1 of things of which a row has several, such as entities in texts and boxes in pictures.

Those of one row are found or missed together, so they say less than as many in as many rows: products of each row's
counts (found, there, said) say how much less.
"""

import math

import numpy as np

from engine.targets.intervals import FEW_ROWS, Interval, Share, as_share, unknown

FOUND = np.array([1.0, 0.0, 0.0])
# What each ratio is under, of counts (found, there, said).
UNDER = {"precision": np.array([0.0, 0.0, 1.0]), "recall": np.array([0.0, 1.0, 0.0]), "f1": np.array([0.0, 0.5, 0.5])}


def shares_of(counts: np.ndarray, products: np.ndarray) -> dict[str, Share | None]:
    """Each ratio with its interval, of counts [3] and of their products by row, summed [3, 3]."""
    return {name: _share(counts, under, products) for name, under in UNDER.items()}


def spread_of(counts: np.ndarray, products: np.ndarray) -> float:
    """How many times more a ratio varies than that of as many things in as many rows: the most of all, at least 1."""
    found = [_varies(counts, under, products) for under in UNDER.values() if counts @ under > 0]
    return max([1.0, *[variance / alone for variance, alone in found if alone > 0]])


def of_rows(found: Share | None, rows: int) -> Interval | None:
    """The same, as a score of so many rows."""
    if found is None or rows < FEW_ROWS:
        return found and unknown(found["value"], rows)
    return {"value": found["value"], "rows": rows, "low": found["low"], "high": found["high"]}


def _share(counts: np.ndarray, under: np.ndarray, products: np.ndarray) -> Share | None:
    """A ratio of sums over rows, with the interval of a share of as many things by themselves as would be as sure
    (Korn, Graubard 1998, with Kish's design effect of 1965). Where few things were found or missed, no sum tells how
    much those of a row go together: then they are as sure as one thing of each row."""
    count, of = float(counts[0]), float(counts @ under)
    if of == 0:
        return None
    value, (variance, alone) = count / of, _varies(counts, under, products)
    rows = of**2 / max(float(under @ products @ under), 0.25)  # by Kish's effective number, of those that have any
    return {"value": value, "rows": math.ceil(of), "count": int(count)} | as_share(value, max(variance, alone), rows)


def _varies(counts: np.ndarray, under: np.ndarray, products: np.ndarray) -> tuple[float, float]:
    """A ratio's variance, which is the linearised one, and what it would be of things by themselves."""
    of = float(counts @ under)
    value = float(counts[0]) / of
    off = FOUND - value * under
    return max(float(off @ products @ off), 0) / of**2, value * (1 - value) / of

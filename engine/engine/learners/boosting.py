"""What boosted trees are grown for: gradients and Hessians of a target's loss at the margins so far, and back from
margins to what the target predicts from. Margins are log odds (of two classes the second's), or a number in deviations.
"""

import math

import numpy as np

from engine.privacy.terms import Arrays, Term
from engine.targets import Target
from engine.targets.classes import softmax

FARTHEST = 10.0  # deviations by which a number's estimate counts as wrong at most
EXACT_BITS = 52  # sums of rows in whole units stay below 2 ** this, so that floats hold them exactly


def margins_of(target: Target) -> int:
    """How many margins a row has."""
    return 1 if target.outputs == 2 else target.outputs


def first_margins(counts: np.ndarray) -> np.ndarray:
    """Of a model without trees, from the rows of each class."""
    odds = np.log(counts + 1)
    return odds[1:] - odds[0] if len(odds) == 2 else odds - odds.mean()


def to_outputs(target: Target, margins: np.ndarray) -> np.ndarray:
    """What the target predicts from, [rows, outputs]."""
    return np.hstack([np.zeros_like(margins), margins]) if target.outputs == 2 else margins


def slope_terms(target: Target, shape: tuple[int, ...], rows: int) -> dict[str, Term]:
    """Of sums of `slopes` over at most so many rows. A number's Hessian is 1, which `rows` counts."""
    counts = Term(shape, rows, whole=True)
    if target.kind == "number":
        return {"gradient": Term(shape, rows * FARTHEST), "rows": counts}
    return {"gradient": Term(shape, rows), "hessian": Term(shape, rows / 4), "rows": counts}


def slopes(target: Target, margins: np.ndarray, targets: np.ndarray, rows: int) -> Arrays:
    """Gradients and Hessians [rows, margins], and 1 for each row, in units so that sums of so many rows are exact in
    any order."""
    ones = np.ones(margins.shape)
    if target.kind == "number":
        return {"gradient": _exact(np.clip(margins - targets, -FARTHEST, FARTHEST), rows * FARTHEST), "rows": ones}
    chances = softmax(to_outputs(target, margins))
    first = target.outputs - margins.shape[1]
    gradient, hessian = (chances - targets)[:, first:], (chances * (1 - chances))[:, first:]
    return {"gradient": _exact(gradient, rows), "hessian": _exact(hessian, rows), "rows": ones}


def _exact(values: np.ndarray, most: float) -> np.ndarray:
    bits = EXACT_BITS - math.ceil(math.log2(most))
    return np.ldexp(np.rint(np.ldexp(values, bits)), -bits)

"""Boosted trees: each round's trees are fitted to the errors of the earlier ones, that is, to the gradients and
Hessians of a target's loss at the current margins. A margin is the log odds of a class (of the second class if there
are two), or a number in deviations."""

import math

import numpy as np

from engine.learners.learner import Parameters
from engine.privacy.terms import Arrays, Term, ceil_log2
from engine.targets import Target
from engine.targets.classes import softmax

FARTHEST = 10.0  # bound in deviations at which the error of a number is clipped
EXACT_BITS = 52  # sums of rows in whole units stay below 2 ** this, so that floats represent them exactly
SHARE_OF_COLUMNS = 0.6  # share of the columns that each of several parallel trees may use


class Boosting:
    """Boosted trees as an ensemble (see GrowsTrees in learners/trees.py)."""

    draws_by_level = False
    is_average = False

    def trees(self, target: Target, parameters: Parameters) -> int:
        outputs = margins_of(target)
        return outputs * max(1, int(parameters["trees"]) // outputs)

    def share(self, target: Target, parameters: Parameters) -> float:
        return parameters["learning_rate"] * margins_of(target) / self.trees(target, parameters)

    def columns(self, target: Target, parameters: Parameters, columns: int) -> int:
        share = SHARE_OF_COLUMNS if self.trees(target, parameters) > margins_of(target) else 1.0
        return math.ceil(share * columns)

    def start(self, target: Target, counts: np.ndarray) -> np.ndarray:
        if target.kind == "number":
            return np.zeros(1)
        odds = np.log(counts + 1)
        return odds[1:] - odds[0] if len(odds) == 2 else odds - odds.mean()

    def most(self, target: Target, rows: int) -> float:
        return math.log(rows + 1)

    def terms(self, target: Target, shape: tuple[int, ...], rows: int) -> dict[str, Term]:
        """Return the terms of gradients, Hessians and rows. The Hessian of a number is 1, so `rows` is the sum of
        Hessians."""
        counts = Term(shape, rows, whole=True)
        if target.kind == "number":
            return {"gradient": Term(shape, rows * FARTHEST), "rows": counts}
        return {"gradient": Term(shape, rows), "hessian": Term(shape, rows / 4), "rows": counts}

    def gradients(self, target: Target, margins: np.ndarray, targets: np.ndarray, rows: int) -> Arrays:
        ones = np.ones(margins.shape)
        if target.kind == "number":
            return {"gradient": gradient_of_number(margins, targets, rows), "rows": ones}
        probabilities = softmax(self.outputs(target, margins))
        first = target.outputs - margins.shape[1]
        gradient, hessian = (probabilities - targets)[:, first:], (probabilities * (1 - probabilities))[:, first:]
        return {"gradient": exact(gradient, rows), "hessian": exact(hessian, rows), "rows": ones}

    def least_chance(self, target: Target) -> None:
        return None

    def outputs(self, target: Target, margins: np.ndarray) -> np.ndarray:
        return np.hstack([np.zeros_like(margins), margins]) if target.outputs == 2 else margins


def margins_of(target: Target) -> int:
    """Number of margins of a row."""
    return 1 if target.outputs == 2 else target.outputs


def gradient_of_number(margins: np.ndarray, targets: np.ndarray, rows: int) -> np.ndarray:
    """Return the errors of a number's estimates, clipped, and rounded so that they are exact in sums of `rows` rows."""
    return exact(np.clip(margins - targets, -FARTHEST, FARTHEST), rows * FARTHEST)


def exact(values: np.ndarray, most: float) -> np.ndarray:
    """Return values rounded to units in which sums up to `most` are exact in any order."""
    bits = EXACT_BITS - ceil_log2(most)
    return np.ldexp(np.rint(np.ldexp(values, bits)), -bits)

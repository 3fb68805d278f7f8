"""Sums over rows of the likelihood of counts: Poisson's, or the negative binomial's (NB2) with its dispersion.

The last coefficient of the negative binomial is the log of the dispersion. An expected count beyond the target's `most`
goes on as a straight line: the likelihood's shape where its best coefficients lie is untouched, what a step too far
gives stays within the declared bounds, and the loss tells that it went too far. Source: Cameron, Trivedi 2013,
"Regression Analysis of Count Data", chapters 2 and 3; curvature as observed, not as expected.
"""

import math

import numpy as np

from engine.privacy.terms import Arrays
from engine.targets.count import MOST_COUNT, Count, climbed, surprise

LEAST_DISPERSION, MOST_DISPERSION = 1e-6, 1e4  # at the least, counts spread as Poisson's do
SPREADS = math.log(LEAST_DISPERSION), math.log(MOST_DISPERSION)
STRIDE = 2.0  # of the log of the dispersion in one step
LEAST_EXPECTED = 1e-30  # what divides a distance; no row is expected to count so little


def start(target: Count) -> tuple[float, float]:
    """The log of the mean, and of the dispersion about it: what counts are before any column is looked at."""
    spread = (target.deviation**2 - target.mean) / target.mean**2
    return math.log(target.mean), math.log(min(max(spread, 0.01), 100.0))


def bounds(target: Count) -> dict[str, float]:
    """The most of each sum over any of the rows, whose scaled columns have their number as sum of squares. Loss: twice
    what the start can have, beyond which a step is taken back anyway."""
    rows, counted = target.rows, target.mean * target.rows
    reach = 4 * rows * target.most  # a row's part in curvatures is at most so many expected counts
    return {
        "loss": 2 * (counted * (math.log(rows + 1) + 16) + 16 * rows),
        "gradient": reach,
        "hessian": reach,
        "pearson": float(rows * MOST_COUNT),
    }


def count_sums(design: np.ndarray, counts: np.ndarray, coefficients: np.ndarray, target: Count) -> Arrays:
    """`loss`, `gradient` and `hessian` as of any linear model (see linear.py), and `pearson`, the squared distances
    from the expected counts in units of their variance; of a negative binomial if there is a coefficient more than the
    design [rows, width] has columns."""
    width = design.shape[1]
    straight = design @ coefficients[:width]
    logs = np.minimum(straight, math.log(target.most))
    expected = np.exp(logs)
    dispersion = math.exp(coefficients[width]) if len(coefficients) > width else 0.0
    grown = 1 + dispersion * expected
    slopes = (counts - expected) / grown
    weights = expected * (1 + dispersion * counts) / grown**2
    gradient, hessian = design.T @ slopes, (design * weights[:, None]).T @ design
    if dispersion:
        slope, across, bend = _of_dispersion(counts, expected, dispersion)
        crossed = design.T @ across
        gradient = np.append(gradient, slope)
        hessian = np.block([[hessian, crossed[:, None]], [crossed[None, :], np.array([[bend]])]])
    distances = np.minimum((counts - expected) ** 2 / np.maximum(expected * grown, LEAST_EXPECTED), MOST_COUNT)
    loss = (surprise(counts, logs, dispersion) - slopes * (straight - logs)).sum()
    return {
        "loss": min(loss, bounds(target)["loss"]),
        "gradient": gradient,
        "hessian": hessian,
        "pearson": distances.sum(),
    }


def _of_dispersion(counts: np.ndarray, expected: np.ndarray, dispersion: float) -> tuple[float, np.ndarray, float]:
    """By the log of the dispersion: the likelihood's slope, its curvature with each row's predictor [rows], and its
    curvature."""
    grown = 1 + dispersion * expected
    level, share = np.log1p(dispersion * expected) / dispersion, expected / grown
    across = (counts - expected) * dispersion * share / grown
    slope = climbed(counts, lambda steps: dispersion * steps / (1 + dispersion * steps)) + level
    slope -= (1 + dispersion * counts) * share
    bend = level - share + across - climbed(counts, lambda steps: dispersion * steps / (1 + dispersion * steps) ** 2)
    return float(slope.sum()), across, float(bend.sum())


def upward(gradient: np.ndarray, hessian: np.ndarray, spread: float) -> tuple[np.ndarray, np.ndarray]:
    """Slope and curvature as a step towards more likelihood takes them, where the log of the dispersion is `spread`:
    far from the best, likelihood curves the other way along it, and at its least there is nowhere to go."""
    slope, bend = gradient.copy(), hessian.copy()
    crossed = hessian[:-1, -1]
    left = hessian[-1, -1] - crossed @ np.linalg.lstsq(hessian[:-1, :-1], crossed, rcond=None)[0]
    if spread <= SPREADS[0] and slope[-1] < 0:
        bend[-1, :] = bend[:, -1] = slope[-1] = 0
    elif left <= 1e-9 * abs(hessian[-1, -1]):
        bend[-1, :-1] = bend[:-1, -1] = 0
        bend[-1, -1] = max(abs(hessian[-1, -1]), abs(slope[-1]) / STRIDE)
    return slope, bend

"""Likelihood of counts, summed over rows: Poisson, or negative binomial (NB2) with a dispersion.

The last coefficient of the negative binomial is the log of the dispersion. Above the target's `most`, the exponential
of an expected count is continued linearly. This does not change the likelihood near its optimum, keeps the sums of
steps that are too long within the declared bounds, and lets the loss show that a step was too long. Source: Cameron,
Trivedi 2013, "Regression Analysis of Count Data", chapters 2 and 3. The curvature is observed, not expected.
"""

import math

import numpy as np

from engine.data.rare import coarse_predictors
from engine.privacy.terms import Values
from engine.targets.count import MAX_COUNT, Count, climbed, surprise

MIN_DISPERSION, MAX_DISPERSION = 1e-6, 1e4  # at the minimum, counts vary as Poisson counts do
SPREADS = math.log(MIN_DISPERSION), math.log(MAX_DISPERSION)
SMALL = math.log(0.2)  # for a smaller dispersion, the likelihood is nearly linear in it
NONE = math.log(1e-4)  # a smaller dispersion adds a negligible amount to the variance
STRIDE, FALL = 2.0, 3.0  # longest step of the log of the dispersion: in general, and where the dispersion is small
NEAR = 0.3  # step of the log of the dispersion along which the curvature hardly changes
# steps of the log of the dispersion: up to the first, the coefficients' curvature is unchanged; from the second on, it
# is not informative
STILL, APART = 0.05, 0.5
MIN_CURVATURE, SHRINKS = 0.1, 0.75  # see quasi_newton.secant; the lower limit if the dispersion changed as well
# share of the dispersion's curvature that the coefficients may explain; above it, the dispersion's step is computed
# alone
TOGETHER = 0.5
MIN_EXPECTED = 1e-30  # lower limit of a divisor; no row has so small an expected count


def start(target: Count) -> tuple[float, float]:
    """Return the start values: the log of the mean and, if there is a dispersion, its log, for a model without
    columns."""
    spread = (target.deviation**2 - target.mean) / target.mean**2
    return math.log(target.mean), math.log(min(max(spread, 0.01), 100.0))


def bounds(target: Count) -> dict[str, float]:
    """Return bounds of each sum over any of the rows. Scaled columns have the number of rows as their sum of squares.
    The bound of the loss is twice the largest loss at the start; beyond it, a step is reverted anyway."""
    rows, counted = target.rows, target.mean * target.rows
    reach = 4 * rows * target.most  # a row contributes at most this expected count to curvatures
    return {
        "loss": 2 * (counted * (math.log(rows + 1) + 16) + 16 * rows),
        "gradient": reach,
        "hessian": reach,
        "pearson": float(rows * MAX_COUNT),
    }


def count_sums(
    design: np.ndarray, counts: np.ndarray, coefficients: np.ndarray, target: Count, steps: np.ndarray | None = None
) -> Values:
    """Return `loss`, `gradient` and `hessian` as for any linear model (see linear.py), and `pearson`: the squared
    distances from the expected counts in units of their variance. The model is a negative binomial if there is one
    coefficient more than columns of the design [rows, width]. For the hessian, linear predictors are rounded to `steps`
    [rows] (see `coarse_predictors`)."""
    width = design.shape[1]
    straight = design @ coefficients[:width]
    logs = np.minimum(straight, math.log(target.most))
    expected = np.exp(logs)
    dispersion = math.exp(coefficients[width]) if len(coefficients) > width else 0.0
    grown = 1 + dispersion * expected
    by_row, weights = working(straight, counts, coefficients[width:], target)
    if steps is not None:
        weights = working(coarse_predictors(straight[:, None], steps)[:, 0], counts, coefficients[width:], target)[1]
    gradient, hessian = design.T @ by_row, (design * weights[:, None]).T @ design
    if dispersion:
        by_dispersion, across, curved = _of_dispersion(counts, expected, dispersion)
        crossed = design.T @ across
        gradient = np.append(gradient, by_dispersion)
        hessian = np.block([[hessian, crossed[:, None]], [crossed[None, :], np.array([[curved]])]])
    distances = np.minimum((counts - expected) ** 2 / np.maximum(expected * grown, MIN_EXPECTED), MAX_COUNT)
    loss = (surprise(counts, logs, dispersion) - by_row * (straight - logs)).sum()
    return {
        "loss": min(loss, bounds(target)["loss"]),
        "gradient": gradient,
        "hessian": hessian,
        "pearson": distances.sum(),
    }


def working(
    straight: np.ndarray, counts: np.ndarray, spread: np.ndarray, target: Count
) -> tuple[np.ndarray, np.ndarray]:
    """Return the likelihood's gradient and curvature by each row's linear predictor, both [rows]. `spread` is the log
    of the dispersion, empty if the model has none."""
    expected = np.exp(np.minimum(straight, math.log(target.most)))
    dispersion = math.exp(spread[0]) if len(spread) else 0.0
    grown = 1 + dispersion * expected
    return (counts - expected) / grown, expected * (1 + dispersion * counts) / grown**2


def _of_dispersion(counts: np.ndarray, expected: np.ndarray, dispersion: float) -> tuple[float, np.ndarray, float]:
    """Return the derivatives by the log of the dispersion: the likelihood's gradient, its mixed derivative with each
    row's predictor [rows], and its curvature."""
    grown = 1 + dispersion * expected
    level, share = np.log1p(dispersion * expected) / dispersion, expected / grown
    across = (counts - expected) * dispersion * share / grown
    gradient = climbed(counts, lambda steps: dispersion * steps / (1 + dispersion * steps)) + level
    gradient -= (1 + dispersion * counts) * share
    curvature = (
        level - share + across - climbed(counts, lambda steps: dispersion * steps / (1 + dispersion * steps) ** 2)
    )
    return float(gradient.sum()), across, float(curvature.sum())


def ahead(curvature: np.ndarray, gradient: float, own: float, spread: float, most: float, mean: float) -> np.ndarray:
    """Return the estimated curvature [size, size] for the next step, at a log of the dispersion of `spread`. Along the
    dispersion, the likelihood has this gradient and the curvature `own`, and a step may be at most `most` long.
    Coefficients and dispersion are nearly independent, so a long step of the dispersion is determined alone. The
    smaller the dispersion, the more weight a row with the `mean` count has."""
    curvature, far = curvature.copy(), stride(spread, gradient, own, most)
    if far and own > 0 and abs(far) < NEAR and math.isinf(most):
        curvature[-1, -1] = own
        crossed = curvature[:-1, -1]
        if crossed @ np.linalg.lstsq(curvature[:-1, :-1], crossed, rcond=None)[0] < TOGETHER * own:
            return curvature
    else:
        curvature[-1, -1] = abs(gradient / far) if far and gradient else 1.0
        curvature[:-1, :-1] *= max((1 + math.exp(spread) * mean) / (1 + math.exp(spread + far) * mean), 1.0)
    curvature[-1, :-1] = curvature[:-1, -1] = 0
    return curvature


def stride(spread: float, gradient: float, own: float, most: float) -> float:
    """Return the length of the step of the log of the dispersion from `spread`: a Newton step in the log or, where the
    dispersion is small, in the dispersion itself, because the likelihood may be highest at a dispersion of 0."""
    curved = own + gradient  # the distance along the dispersion, in units of its square
    if spread < SMALL and curved > 0:
        grown = 1 + gradient / curved
        far = min(max(math.log(grown), -FALL), FALL) if grown > 0 else -FALL
        if far == -FALL and spread < NONE:
            far = SPREADS[0] - spread
    else:
        far = gradient / own if own > 0 else math.copysign(STRIDE, gradient)
        far = min(max(far, -STRIDE), STRIDE)
    far = min(max(far, -most), most)
    return min(max(spread + far, SPREADS[0]), SPREADS[1]) - spread


def upward(gradient: np.ndarray, hessian: np.ndarray, spread: float) -> tuple[np.ndarray, np.ndarray]:
    """Return gradient and curvature for an ascent step of the likelihood, at a log of the dispersion of `spread`. Far
    from the optimum, the likelihood may be convex along the dispersion. At its minimum, the dispersion cannot decrease
    further."""
    upward_gradient, curvature = gradient.copy(), hessian.copy()
    crossed = hessian[:-1, -1]
    left = hessian[-1, -1] - crossed @ np.linalg.lstsq(hessian[:-1, :-1], crossed, rcond=None)[0]
    if spread <= SPREADS[0] and upward_gradient[-1] < 0:
        curvature[-1, :] = curvature[:, -1] = upward_gradient[-1] = 0
    elif left <= 1e-9 * abs(hessian[-1, -1]):
        curvature[-1, :-1] = curvature[:-1, -1] = 0
        curvature[-1, -1] = max(abs(hessian[-1, -1]), abs(upward_gradient[-1]) / STRIDE)
    return upward_gradient, curvature

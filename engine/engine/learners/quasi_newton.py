"""Quasi-Newton steps from gradients. The curvature is known at the start of a fit, and is then estimated from changes
of the gradient.

Gradients are only as exact as the next step requires, so that many gradients reveal little more about the rows than
one. Each party rounds its own gradient in coordinates in which the curvature is the identity, so that all directions of
a step are equally precise.
Sources: Broyden 1970, Fletcher 1970, Goldfarb 1970, Shanno 1970 (BFGS); Oren, Luenberger 1974, for the scaling.
"""

import math

import numpy as np

SHARPER = 2.0**-6  # precision of the next gradient, relative to the expected gain or to the previous grain
DIGITS = 5  # binary digits of a curvature that is used only to scale a step
# minimum change of the gradient along a step, relative to the expected change; smaller changes are not used
MIN_CURVATURE = 1e-6


def secant(
    curvature: np.ndarray, step: np.ndarray, change: np.ndarray, *, least: float = MIN_CURVATURE, shrinks: float = 0.0
) -> np.ndarray:
    """Return the estimated curvature [size, size] after a step [size] along which the gradient fell by `change` [size].
    The curvature is unchanged if the fall is less than the share `least` of the expected one, or implausibly large. In
    other directions, the curvature is scaled by the root of the ratio of actual to expected change; this ratio is
    clipped to between `shrinks` and 1."""
    along = curvature @ step
    expected, found = step @ along, step @ change
    if not 0 < least * expected < found < expected / MIN_CURVATURE:
        return curvature
    # Rows that are classified correctly lose weight with each step, in all directions.
    shrunk = np.sqrt(min(max(found / expected, shrinks), 1.0))
    return shrunk * (curvature - np.outer(along, along) / expected) + np.outer(change, change) / found


def rounded(gradient: np.ndarray, curvature: np.ndarray, grain: float) -> np.ndarray:
    """Return a gradient [size] rounded to multiples of `grain` along directions in which the curvature [size, size] is
    1. It is 0 where there is no curvature. A grain of 0 means no rounding."""
    free = np.diag(curvature) > 0
    found = np.zeros(len(gradient))
    if grain == 0:
        found[free] = gradient[free]
        return found
    eigenvalues, directions = np.linalg.eigh(curvature[np.ix_(free, free)])
    lengths = np.sqrt(np.maximum(eigenvalues, np.finfo(float).tiny))
    found[free] = directions @ (lengths * np.rint(directions.T @ gradient[free] / lengths / grain) * grain)
    return found


def coarse(value: float) -> float:
    """Return a number rounded to `DIGITS` binary digits."""
    part, power = math.frexp(value)
    return math.ldexp(round(part * 2**DIGITS), power - DIGITS)

"""Quasi-Newton steps from gradients: the curvature is known at the start of a fit, and is then estimated from changes
of the gradient.

Gradients are only as exact as the next step needs, so that many gradients reveal little more about the rows than one.
Each party rounds its own gradient in coordinates in which the curvature is the identity, so that all directions of a
step are equally precise.
Sources: Broyden 1970, Fletcher 1970, Goldfarb 1970, Shanno 1970 (BFGS); Oren, Luenberger 1974, for the scaling.
"""

import math

import numpy as np

SHARPER = 2.0**-6  # precision of the next gradient, relative to the expected gain or the grain before
DIGITS = 5  # binary digits of a curvature that only scales a step
MIN_CURVATURE = 1e-6  # relative to the expected change of the gradient along a step; smaller changes are not used


def secant(
    curvature: np.ndarray, step: np.ndarray, change: np.ndarray, *, least: float = MIN_CURVATURE, shrinks: float = 0.0
) -> np.ndarray:
    """The curvature [size, size] after a step [size] along which the gradient fell by `change` [size]. Unchanged if
    that is less than the share `least` of the expected change, or implausibly large. In other directions the curvature
    is scaled by the root of the ratio of both changes; this ratio is at least `shrinks` and at most 1."""
    along = curvature @ step
    expected, found = step @ along, step @ change
    if not 0 < least * expected < found < expected / MIN_CURVATURE:
        return curvature
    # Rows that are classified correctly have less and less weight, in all directions.
    shrunk = np.sqrt(min(max(found / expected, shrinks), 1.0))
    return shrunk * (curvature - np.outer(along, along) / expected) + np.outer(change, change) / found


def rounded(gradient: np.ndarray, curvature: np.ndarray, grain: float) -> np.ndarray:
    """A gradient [size] rounded to multiples of `grain` along directions in which the curvature [size, size] is 1; 0
    where there is no curvature. A grain of 0 rounds nothing."""
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
    """A number rounded to `DIGITS` binary digits."""
    part, power = math.frexp(value)
    return math.ldexp(round(part * 2**DIGITS), power - DIGITS)

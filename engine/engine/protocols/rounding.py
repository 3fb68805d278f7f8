"""Compares floats that a party recomputes with those that the platform sent.

Two CPUs may differ in the last bits of a logarithm, an exponential or a sum (numpy's AVX-512 functions, OpenBLAS's
kernels). A bit-identical comparison would therefore refuse honest states.
"""

from typing import Any

import numpy as np

from engine.privacy.terms import Arrays

TOLERANCE = 2.0**-46  # Tolerance relative to the largest compared number: 64 units in its last place.


def are_near(values: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Whether numbers, compared element by element, differ only by rounding. Infinite numbers must be equal."""
    most = max(np.abs(given[np.isfinite(given)]).max(initial=0) for given in (values, others))
    with np.errstate(invalid="ignore"):
        return (values == others) | (np.abs(values - others) <= TOLERANCE * most)


def is_at_most(values: np.ndarray, bound: float) -> bool:
    """Whether every absolute value is at most `bound`, apart from rounding. NaN gives False."""
    return bool(np.all(np.abs(values) <= bound * (1 + TOLERANCE)))


def near_arrays(ones: Arrays, others: Arrays) -> bool:
    """Whether arrays have the same names, shapes and types, and differ only by rounding."""
    return set(ones) == set(others) and all(_is_near(values, others[name]) for name, values in ones.items())


def near_facts(one: Any, other: Any) -> bool:
    """Whether two JSON values are equal, where floats may differ by rounding."""
    if isinstance(one, float) and isinstance(other, float):
        return bool(are_near(np.array(one), np.array(other)))
    if isinstance(one, dict) and isinstance(other, dict):
        return set(one) == set(other) and all(near_facts(value, other[name]) for name, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(near_facts, one, other))
    return bool(one == other)


def _is_near(values: np.ndarray, others: np.ndarray) -> bool:
    if values.shape != others.shape or values.dtype != others.dtype:
        return False
    return bool(are_near(values, others).all()) if values.dtype.kind == "f" else np.array_equal(values, others)

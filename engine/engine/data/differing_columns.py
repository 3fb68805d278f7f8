"""Finds columns whose values at one party differ from those of the other parties, for example because the party uses
another unit.

A party knows the mean and the deviation of its own values and, after the first stages of a run, those of all parties
together. It computes the others' moments as the total minus its own. It compares itself with the others and not with
all parties, because the deviation over all parties grows with the difference itself and would hide it. If several
parties use another unit, the others' values are a mixture of two units, and the larger deviation of such a mixture
hides the difference again. So the others' mean and deviation are also compared with those of a mixture, for known pairs
of units.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

MIN_VALUES = 10  # With fewer values of the party, or of the others, the deviation is too uncertain to compare.
MAX_DEVIATIONS = 3.0
MIN_STRETCH = 1.8  # Smaller changes of scale are ignored, because they cannot move a column's mean by three deviations.
# Maximum ratio of two factors that still count as one change of unit: that of the means, and that of the deviations
MAX_UNEVEN = 1.5
# With fewer parties, at most one party has a different unit, and the first check finds it.
MIN_MIXING = 4
MAX_VARIATION = 0.4  # maximum of deviation / mean for this check; values that vary more look like values in two units
# The check applies if this share of the others' values is in the party's own unit. Above it, the others are warned
# instead.
OWN_UNIT = (0.12, 0.45)
MAX_MISFIT = 1.15  # maximum ratio between the others' deviation and that of a mixture of two units
MAX_OFFSET_VARIATION = 0.1  # maximum of deviation / mean for units with an offset, such as body temperatures
# Scale and offset from one unit to another: pounds and kilograms, inches and centimetres, mmHg and kPa, months and
# years, mg/dL and mmol/L of glucose and cholesterol, mg/dL and µmol/L of creatinine, days and months and years,
# decimal prefixes, degrees Celsius and Fahrenheit.
_SCALES = (2.2046, 2.54, 7.5006, 10.0, 12.0, 18.02, 30.44, 38.67, 88.42, 100.0, 365.25, 1000.0)
_UNITS = (*((scale, 0.0) for scale in _SCALES), (1.8, 32.0))
UNITS = (*_UNITS, *((1 / scale, -offset / scale) for scale, offset in _UNITS))


@dataclass(frozen=True)
class DifferingColumn:
    """A column that differs, by its place, with mean and deviation of the party's own values and of those of all
    parties."""

    place: int
    own: tuple[float, float]
    all: tuple[float, float]


def differing_columns(
    values: np.ndarray, scales: Sequence[Sequence[float]], counts: Sequence[int], parties: int
) -> list[DifferingColumn]:
    """Return the columns of one party's `values` [rows, columns] that differ from the others': those whose mean is more
    than three deviations from the others' mean, and those that most of the other parties seem to have in another unit.

    `scales` are the mean and deviation of each column over all parties' training rows, and `counts` the numbers of
    these rows that have a value. The deviation is that within the parties: the root mean square of the party's own and
    the others'. If mean and deviation differ by about the same factor, as after a change of unit, the smaller deviation
    counts.
    """
    found = []
    for place, ((mean, deviation), count) in enumerate(zip(scales, counts, strict=True)):
        own = values[np.isfinite(values[:, place]), place]
        if len(own) < MIN_VALUES or count - len(own) < MIN_VALUES:
            continue
        share = len(own) / count
        own_mean, own_deviation = float(own.mean()), float(own.std())
        others_mean = (mean - share * own_mean) / (1 - share)
        # Use deviations from the mean of all parties, because squares of large means would cancel.
        spread = deviation**2 - share * (own_deviation**2 + (own_mean - mean) ** 2)
        others = max(spread / (1 - share) - (others_mean - mean) ** 2, 0.0) ** 0.5
        if _are_flags(own, others_mean, others):
            continue
        distance = abs(own_mean - others_mean)
        within = ((own_deviation**2 + others**2) / 2) ** 0.5
        if _is_stretched((own_mean, own_deviation), (others_mean, others)):
            within = min(own_deviation, others)
        is_far = distance > MAX_DEVIATIONS * within and distance > 1e-9 * max(abs(own_mean), abs(others_mean))
        is_mixed = parties >= MIN_MIXING and _are_mixed((own_mean, own_deviation), (others_mean, others))
        if is_far or is_mixed:
            found.append(DifferingColumn(place, (own_mean, own_deviation), (float(mean), float(deviation))))
    return found


def _are_flags(own: np.ndarray, others_mean: float, others_deviation: float) -> bool:
    """Whether the party's and the others' values are all 0 or 1. Such flags have no unit, and it is not an error if one
    party always sets a flag."""
    variance = others_mean * (1 - others_mean)
    return bool(np.isin(own, (0, 1)).all()) and abs(others_deviation**2 - variance) <= 0.01


def _is_stretched(own: tuple[float, float], others: tuple[float, float]) -> bool:
    """Whether mean and deviation differ by about the same factor."""
    if own[0] * others[0] <= 0 or own[1] == 0 or others[1] == 0:
        return False
    of_means, of_deviations = np.log(own[0] / others[0]), np.log(own[1] / others[1])
    return bool(abs(of_deviations) >= np.log(MIN_STRETCH) and abs(of_means - of_deviations) <= np.log(MAX_UNEVEN))


def _are_mixed(own: tuple[float, float], others: tuple[float, float]) -> bool:
    """Whether the others' mean and deviation fit a mixture: values like the party's own, most of them in another
    unit."""
    (mean, deviation), (others_mean, others_deviation) = own, others
    if not 0 < deviation <= MAX_VARIATION * mean:
        return False
    for scale, offset in UNITS:
        if offset and deviation > MAX_OFFSET_VARIATION * mean:
            continue
        converted = scale * mean + offset
        share = (others_mean - converted) / (mean - converted)
        if not OWN_UNIT[0] <= share <= OWN_UNIT[1]:
            continue
        between = share * (mean - others_mean) ** 2 + (1 - share) * (converted - others_mean) ** 2
        expected = (between + (share + (1 - share) * scale**2) * deviation**2) ** 0.5
        if expected / MAX_MISFIT <= others_deviation <= expected * MAX_MISFIT:
            return True
    return False

"""Finds columns in which a party's values differ from those of all others, as after a change of unit.

A party knows its own moments and, once they are summed, those of all parties together. The others' moments are the
total minus its own. The comparison uses these, since the deviation over all rows grows with the difference itself and
would hide it. If several parties use another unit, the others' values are a mixture of both units, and its deviation
hides the difference again. Then mean and deviation of the others are compared with those of such a mixture, for known
pairs of units.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

MIN_VALUES = 10  # of the party's own, and of the others': with fewer, a deviation is hardly known
MAX_DEVIATIONS = 3.0
MIN_STRETCH = 1.8  # a change of unit by a smaller factor moves no column by three deviations
MAX_UNEVEN = 1.5  # largest factor between the ratios of means and of deviations if the unit differs
MIN_MIXING = 4  # parties: with fewer, at least one of them is the only one with its unit
MAX_VARIATION = 0.4  # deviation by mean: values that vary more look like values in two units
OWN_UNIT = (0.12, 0.45)  # share of the others' values in the party's own unit; above it, the others are notified
MAX_MISFIT = 1.15  # largest factor between the others' deviation and that of a mixture
MAX_OFFSET_VARIATION = 0.1  # deviation by mean of body temperatures
# Scale and offset from one unit to another: pounds and kilograms, inches and centimetres, mmHg and kPa, months and
# years, mg/dL and mmol/L of glucose and cholesterol, mg/dL and µmol/L of creatinine, days and months and years,
# decimal prefixes, degrees Celsius and Fahrenheit.
_SCALES = (2.2046, 2.54, 7.5006, 10.0, 12.0, 18.02, 30.44, 38.67, 88.42, 100.0, 365.25, 1000.0)
_UNITS = (*((scale, 0.0) for scale in _SCALES), (1.8, 32.0))
UNITS = (*_UNITS, *((1 / scale, -offset / scale) for scale, offset in _UNITS))


@dataclass(frozen=True)
class DifferingColumn:
    """A column, by its place, with mean and deviation of the party's own values and of those of all parties."""

    place: int
    own: tuple[float, float]
    all: tuple[float, float]


def differing_columns(
    values: np.ndarray, scales: Sequence[Sequence[float]], counts: Sequence[int], parties: int
) -> list[DifferingColumn]:
    """The columns of one party's `values` [rows, columns] whose mean is more than three deviations from the others', or
    that most of the others seem to have in another unit.

    `scales` are mean and deviation over all parties' training rows, `counts` the number of these that have a value. The
    deviation is that within the parties, the root mean square of the party's own and the others'. If mean and deviation
    are both stretched by about one factor, as by another unit, the smaller deviation counts.
    """
    found = []
    for place, ((mean, deviation), count) in enumerate(zip(scales, counts, strict=True)):
        own = values[np.isfinite(values[:, place]), place]
        if len(own) < MIN_VALUES or count - len(own) < MIN_VALUES:
            continue
        share = len(own) / count
        own_mean, own_deviation = float(own.mean()), float(own.std())
        others_mean = (mean - share * own_mean) / (1 - share)
        # Use deviations from the total's mean: squares of large means would cancel.
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
    """Whether both sides hold only 0 and 1, which have no unit: a flag that one party always sets is not an error."""
    variance = others_mean * (1 - others_mean)
    return bool(np.isin(own, (0, 1)).all()) and abs(others_deviation**2 - variance) <= 0.01


def _is_stretched(own: tuple[float, float], others: tuple[float, float]) -> bool:
    """Whether mean and deviation differ by about the same factor."""
    if own[0] * others[0] <= 0 or own[1] == 0 or others[1] == 0:
        return False
    of_means, of_deviations = np.log(own[0] / others[0]), np.log(own[1] / others[1])
    return bool(abs(of_deviations) >= np.log(MIN_STRETCH) and abs(of_means - of_deviations) <= np.log(MAX_UNEVEN))


def _are_mixed(own: tuple[float, float], others: tuple[float, float]) -> bool:
    """Whether the others' mean and deviation fit values like the party's own of which most are in another unit."""
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

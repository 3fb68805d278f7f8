"""How well a score separates a class from the others at any threshold, computed from counts by score bin. All parties
use the same bins.

The order of two rows in one bin is unknown, and the reported error of an area accounts for that. Narrower bins
therefore give more exact results. Users see wider bins, so that no step of a curve is a single row.
"""

from typing import TypedDict

import numpy as np

from engine.privacy.small_counts import MIN_SHOWN
from engine.targets.intervals import Interval, Share, redrawn, share_of, within

# Number of additional narrow bins at the low end, because most scores of a rare class are there.
TAIL = np.geomspace(1e-5, 1e-2, 25)[:-1]
EDGES = np.concatenate([TAIL, np.arange(1, 100) / 100, (1 - TAIL)[::-1]])
BINS = len(EDGES) + 1
HALF = int(np.searchsorted(EDGES, 0.5))  # Bin edge at the threshold (0.5) at which one of two classes is predicted.
GROUPS = 10  # number of score groups of a calibration curve; all groups have the same width


class Area(Interval):
    """Area under a curve, and the largest error that the bins can cause."""

    error: float


class Group(TypedDict):
    """Rows with scores `above` one number and up to another: their mean prediction, exact within `error`, and the share
    of them that belong to the class."""

    above: float
    upto: float
    predicted: float
    error: float
    observed: Share


def count_scores(scores: np.ndarray, holds: np.ndarray) -> np.ndarray:
    """Count rows [BINS, 2] by score [rows] in (edge, edge] and by whether they belong to the class [rows]. The first
    column of the result counts those that do not. NaN, which a model that has diverged returns, counts as the lowest
    score."""
    places = np.searchsorted(EDGES, np.nan_to_num(scores), side="left")
    return np.bincount(places * 2 + holds.astype(int), minlength=2 * BINS).reshape(BINS, 2)


def area_of(bins: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return areas under the ROC curve of bins [..., BINS, 2], and the largest error of each. They are 0 where the
    class or the others have no rows. A pair of rows in one bin counts as half."""
    others, own = bins[..., 0].astype(float), bins[..., 1].astype(float)
    pairs = np.maximum(others.sum(axis=-1) * own.sum(axis=-1), 1)
    tied = (others * own).sum(axis=-1) / 2
    below = np.cumsum(others, axis=-1) - others
    return ((below * own).sum(axis=-1) + tied) / pairs, tied / pairs


def redrawn_areas(bins: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return bootstrapped areas [replicates]. One additional row of the class, and one of the others, is spread over
    the bins like the rows of its kind."""
    probabilities = bins.sum(axis=1) / max(bins.sum(), 1)
    return area_of(np.moveaxis(redrawn(bins.T, probabilities, rng), 1, -1))[0]


def area(bins: np.ndarray, draws: np.ndarray) -> Area | None:
    """Return the area under the ROC curve with its interval; None where the class or the others have no rows."""
    if not bins.any(axis=0).all():
        return None
    value, error = (float(one) for one in area_of(bins))
    return {**within(value, draws, bins.sum()), "error": error}


def shown_bins(bins: np.ndarray) -> tuple[list[float], np.ndarray]:
    """Return edges and counts of the wider bins that users may see. Each contains at least MIN_SHOWN rows, except one
    on either side of 0.5 if the whole side has fewer."""
    lower = widened(bins[: HALF + 1])
    upper = [BINS - place for place in reversed(widened(bins[:HALF:-1]))]
    starts = [0, *lower, HALF + 1, *upper]
    return EDGES[np.array(starts[1:]) - 1].tolist(), np.add.reduceat(bins, starts, axis=0)


def calibration(bins: np.ndarray) -> list[Group]:
    """Return the calibration by score group, for example whether 30 % of the rows with a score of 0.3 belong to the
    class. Groups with few rows are merged with their neighbours."""
    ends = [0.0, *EDGES.tolist(), 1.0]
    middles, halves = (np.add(ends[1:], ends[:-1]) / 2, np.subtract(ends[1:], ends[:-1]) / 2)
    tenths = [int(np.searchsorted(EDGES, tenth / GROUPS - 1e-9)) + 1 for tenth in range(1, GROUPS)]
    sums = np.add.reduceat(bins.sum(axis=1), [0, *tenths])
    starts = [0, *(tenths[place - 1] for place in widened(sums[:, None]))]
    groups = []
    for first, behind in zip(starts, [*starts[1:], BINS], strict=True):
        counts = bins[first:behind]
        rows, observed = counts.sum(axis=1), share_of(int(counts[:, 1].sum()), int(counts.sum()))
        if observed is None:
            continue
        predicted, error = (float(rows @ part[first:behind]) / observed["rows"] for part in (middles, halves))
        groups.append({"above": ends[first], "upto": ends[behind], "predicted": predicted, "error": error,
                       "observed": observed})  # fmt: skip
    return groups


def widened(bins: np.ndarray) -> list[int]:
    """Return the positions at which a new, wider bin starts, except the first. Each wider bin has at least MIN_SHOWN
    rows, and the last one takes the remaining rows."""
    starts, held, rows = [], 0, bins.sum(axis=1)
    left = int(rows.sum())
    for place, count in enumerate(rows.astype(int).tolist()):
        if held >= MIN_SHOWN and left >= MIN_SHOWN:
            starts.append(place)
            held = 0
        held += count
        left -= count
    return starts

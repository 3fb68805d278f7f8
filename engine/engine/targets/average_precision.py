"""Detection scores at thresholds on bin edges, computed from counts by score bin. All parties use the same bins.

A prediction is a hit if it overlaps enough with a true box of the same class and picture, unless an earlier prediction
has already been matched with that box. Average precision is the area under the precision-recall curve. Each precision
is raised to the highest precision at a greater recall (as COCO's, at all points). The order of the predictions within a
bin is unknown: at best all hits come before the false alarms, at worst after them. The reported area is the midpoint of
these two cases, and its error is half of their difference.
"""

from typing import TypedDict

import numpy as np

from engine.targets.curves import widened
from engine.targets.found_boxes import MIN_SCORE, overlaps
from engine.targets.intervals import REPLICATES, Interval

SHOWN_SCORE = 0.3  # Boxes with a lower score are not shown, and do not count in precision and recall.
OVERLAPS = np.arange(10, 20) / 20  # intersection over union (.5, .55, up to .95) from which a prediction is a hit
BINS, LOW_BINS = 64, 17  # number of score bins; the first LOW_BINS are below SHOWN_SCORE
EDGES = np.concatenate([
    np.linspace(MIN_SCORE, SHOWN_SCORE, LOW_BINS + 1)[:-1], np.linspace(SHOWN_SCORE, 1, BINS - LOW_BINS + 1)
])  # fmt: skip


class AreaOfBoxes(Interval):
    """Area under the curve of precision by recall, and the largest error that the bins can cause."""

    error: float


class Point(TypedDict):
    """Precision and recall if all boxes with a lower score than this are left out."""

    score: float
    precision: float
    recall: float


def bin_of(scores: np.ndarray) -> np.ndarray:
    """Return the bins of scores, which are at least MIN_SCORE."""
    return np.clip(np.searchsorted(EDGES, scores, side="right") - 1, 0, BINS - 1)


def hits_of(found: np.ndarray, there: np.ndarray) -> np.ndarray:
    """Return which of the found boxes [n, 4], ordered from best to worst, match true boxes [m, 4], all of one class and
    picture, for each of OVERLAPS: booleans [overlaps, n]. Each found box is matched with the true box of largest
    overlap among those that are not matched yet."""
    hits = np.zeros((len(OVERLAPS), len(found)), dtype=bool)
    if not len(there):
        return hits
    taken, levels = np.zeros((len(OVERLAPS), len(there)), dtype=bool), np.arange(len(OVERLAPS))
    for place, row in enumerate(overlaps(found, there)):
        left = np.where(taken, -1.0, row)
        nearest = left.argmax(axis=1)
        hits[:, place] = left[levels, nearest] >= OVERLAPS
        taken[levels, nearest] |= hits[:, place]
    return hits


def areas_of(hits: np.ndarray, predicted: np.ndarray, there: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return average precisions [...] and the largest error of each, from hits and predictions by score bin [..., BINS]
    and the numbers of true boxes [...]. They are 0 where there is no true box."""
    right, all_ = hits[..., ::-1].astype(float), predicted[..., ::-1].astype(float)
    total, counted = np.cumsum(right, axis=-1), np.cumsum(all_, axis=-1)
    before = counted - all_ - (total - right)  # false alarms whose score is in a higher bin
    least, most = (_upwards(total / np.maximum(of, 1e-9)) for of in (counted, total + before))
    ends = [(right * precision).sum(axis=-1) / np.maximum(there, 1e-9) for precision in (least, most)]
    low, high = (np.where(there > 0, np.minimum(end, 1), 0) for end in ends)
    return (low + high) / 2, (high - low) / 2


def _upwards(precisions: np.ndarray) -> np.ndarray:
    """Raise each precision to the highest precision at any later position, i.e. at a higher recall."""
    return np.maximum.accumulate(precisions[..., ::-1], axis=-1)[..., ::-1]


def redrawn_counts(
    hits: np.ndarray, predicted: np.ndarray, there: float, spread: float, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return bootstrap counts of one class: hits [replicates, overlaps, BINS], predicted boxes and true boxes.

    Boxes of a picture are found or missed together, so counts are drawn as if there were `spread` times fewer boxes.
    One box is added: a third each a hit, a false alarm and a missed box. Otherwise, an error that does not occur in the
    data would have a probability of 0.
    """
    # A hit at one overlap threshold also counts as a hit at every smaller one. In rare exceptions, boxes would be
    # matched differently.
    by_level = -np.diff(np.minimum.accumulate(hits, axis=0), axis=0, append=np.zeros((1, hits.shape[1])))
    more = predicted / max(predicted.sum(), 1) / 3
    cells = np.concatenate([by_level + more / len(hits), (predicted - hits[0] + more)[None]])
    drawn = rng.poisson(cells / spread, (REPLICATES, *cells.shape)).astype(float)
    missed = rng.poisson((there - hits[0].sum() + 1 / 3) / spread, REPLICATES)
    redrawn = np.cumsum(drawn[:, -2::-1], axis=1)[:, ::-1]
    all_ = drawn.sum(axis=1)
    return redrawn, all_, redrawn[:, 0].sum(axis=-1) + missed


def curve(hits: np.ndarray, predicted: np.ndarray, there: float) -> list[Point]:
    """Return precision and recall of one class at one overlap, from the lowest score to the highest. Points are far
    enough apart that each step of the curve contains several boxes."""
    starts = [0, *widened(predicted[:, None])]
    right, all_ = (np.cumsum(counts[::-1])[::-1] for counts in (hits, predicted))
    return [
        {"score": float(EDGES[start]), "precision": float(right[start] / all_[start]),
         "recall": float(right[start] / there)}
        for start in starts if all_[start] > 0 and there > 0
    ]  # fmt: skip

"""How well boxes are found at any score: counts by bins of score that are the same everywhere.

A prediction is a hit where it overlaps enough with a true box of its class in the same picture that none before it has
taken. Average precision is the area under precision by recall, with no precision below one at a higher recall (as
COCO's, at all points). A threshold can only stand between bins: within one, hits may come before all false alarms or
after them, and the area is told in the middle of both, with half of what lies between as its error.
"""

from typing import TypedDict

import numpy as np

from engine.learners.found_boxes import LEAST_SCORE, overlaps
from engine.targets.curves import widened
from engine.targets.intervals import REPLICATES, Interval

SHOWN_SCORE = 0.3  # from which on a box is shown, and counts in precision and recall
OVERLAPS = np.arange(10, 20) / 20  # intersection over union that makes a hit: of .5, .55, up to .95
BINS, LOW_BINS = 64, 17  # of scores; so many below SHOWN_SCORE
EDGES = np.concatenate([
    np.linspace(LEAST_SCORE, SHOWN_SCORE, LOW_BINS + 1)[:-1], np.linspace(SHOWN_SCORE, 1, BINS - LOW_BINS + 1)
])  # fmt: skip


class AreaOfBoxes(Interval):
    """Under precision by recall; by how much at most the bins may have moved it."""

    error: float


class Point(TypedDict):
    """What precision and recall are if boxes of less than this score are left out."""

    score: float
    precision: float
    recall: float


def bin_of(scores: np.ndarray) -> np.ndarray:
    """Of scores from LEAST_SCORE on."""
    return np.clip(np.searchsorted(EDGES, scores, side="right") - 1, 0, BINS - 1)


def hits_of(found: np.ndarray, there: np.ndarray) -> np.ndarray:
    """Which found boxes [n, 4], best first, are hits of true ones [m, 4] of their class and picture, for each of
    OVERLAPS: booleans [overlaps, n]. Each takes the one it overlaps with most of those that are left."""
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


def areas_of(hits: np.ndarray, said: np.ndarray, there: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Average precisions, of hits and of all that was said by bin of score [..., BINS] and of as many true boxes [...],
    and by how much at most each may be off; 0 where there is no true box."""
    right, all_ = hits[..., ::-1].astype(float), said[..., ::-1].astype(float)
    total, told = np.cumsum(right, axis=-1), np.cumsum(all_, axis=-1)
    before = told - all_ - (total - right)  # false alarms with higher scores than any of the bin
    least, most = (_upwards(total / np.maximum(of, 1e-9)) for of in (told, total + before))
    ends = [(right * precision).sum(axis=-1) / np.maximum(there, 1e-9) for precision in (least, most)]
    low, high = (np.where(there > 0, np.minimum(end, 1), 0) for end in ends)
    return (low + high) / 2, (high - low) / 2


def _upwards(precisions: np.ndarray) -> np.ndarray:
    """None below one that comes later, at a higher recall."""
    return np.maximum.accumulate(precisions[..., ::-1], axis=-1)[..., ::-1]


def redrawn_counts(
    hits: np.ndarray, said: np.ndarray, there: float, spread: float, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Hits [replicates, overlaps, BINS], boxes said and true boxes of the bootstrap, of one class. Boxes of a picture
    are found or missed together: counts are drawn as if there were so many times fewer (`spread`). One more than there
    are is a hit, a false alarm or missed, each by a third: an error that no box shows is not one that cannot be."""
    # A hit at one overlap is one at every smaller one, but for rare exchanges.
    by_level = -np.diff(np.minimum.accumulate(hits, axis=0), axis=0, append=np.zeros((1, hits.shape[1])))
    more = said / max(said.sum(), 1) / 3
    cells = np.concatenate([by_level + more / len(hits), (said - hits[0] + more)[None]])
    drawn = rng.poisson(cells / spread, (REPLICATES, *cells.shape)).astype(float)
    missed = rng.poisson((there - hits[0].sum() + 1 / 3) / spread, REPLICATES)
    redrawn = np.cumsum(drawn[:, -2::-1], axis=1)[:, ::-1]
    all_ = drawn.sum(axis=1)
    return redrawn, all_, redrawn[:, 0].sum(axis=-1) + missed


def curve(hits: np.ndarray, said: np.ndarray, there: float) -> list[Point]:
    """Precision and recall from the lowest score to the highest, of one class at one overlap: between two points lie
    boxes enough for no step to be one."""
    starts = [0, *widened(said[:, None])]
    right, all_ = (np.cumsum(counts[::-1])[::-1] for counts in (hits, said))
    return [
        {"score": float(EDGES[start]), "precision": float(right[start] / all_[start]),
         "recall": float(right[start] / there)}
        for start in starts if all_[start] > 0 and there > 0
    ]  # fmt: skip

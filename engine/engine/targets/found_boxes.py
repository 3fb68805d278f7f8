"""A detector's output maps, and the boxes derived from them."""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from engine.targets.box_painting import distances, losses_of, middles, painted

CANDIDATES = 100  # Maximum number of candidate boxes in a picture.
MIN_SCORE = 0.05  # candidates with a lower score are dropped
MAX_OVERLAP = 0.5  # A candidate is dropped if its overlap with a better one of its class is at least this.
AT_ONCE = 64  # Pictures are processed in batches of this many.
# Lower heat is clipped to this value, because single precision cannot represent its exponential.
MIN_HEAT = np.float32(-80)


@dataclass(frozen=True)
class Candidates:
    """The best places of pictures, best first: boxes [N, CANDIDATES, 4] as x0, y0, x1, y1 in fractions of the picture,
    and scores [N, CANDIDATES], both float32; classes [N, CANDIDATES] by code, int64. Unused places have a score of
    0."""

    boxes: np.ndarray
    scores: np.ndarray
    classes: np.ndarray

    def selected(self, picture: int) -> np.ndarray:
        """Return the positions of the candidates in one picture that are boxes, best first (see `suppressed`)."""
        return suppressed(self.boxes[picture], self.scores[picture], self.classes[picture])


@dataclass(frozen=True)
class Maps:
    """A network's output for the cells of pictures with a `side` in pixels: heat [N, h, w, classes] before the sigmoid,
    and logarithms of distances [N, h, w, 4], both float32."""

    heat: np.ndarray
    sides: np.ndarray
    side: int

    def __len__(self) -> int:
        return len(self.heat)

    def __getitem__(self, rows: np.ndarray | slice) -> Self:
        return type(self)(self.heat[rows], self.sides[rows], self.side)

    def losses(self, boxes: np.ndarray) -> np.ndarray:
        """Return the loss of each picture [N], given its true boxes (see `engine.targets.boxes`)."""
        found = [np.zeros(0)]
        for start in range(0, len(self), AT_ONCE):
            some = slice(start, start + AT_ONCE)
            want = painted(list(boxes[some]), self.heat.shape[-1], self.side)
            found.append(losses_of(self.heat[some], self.sides[some], want)[0].astype(np.float64))
        return np.concatenate(found)

    def candidates(self) -> Candidates:
        """Return candidate boxes, found as in the model's file: a cell is a candidate if no neighbouring cell has a
        higher heat for the same class."""
        count, down, across, classes = self.heat.shape
        edged = np.pad(self.heat, ((0, 0), (1, 1), (1, 1), (0, 0)), constant_values=-np.inf)
        highest = sliding_window_view(edged, (3, 3), axis=(1, 2)).max(axis=(-2, -1))
        probabilities = 1 / (1 + np.exp(-np.maximum(self.heat, MIN_HEAT)))
        peaks = np.where(self.heat == highest, probabilities, np.float32(0)).transpose(0, 3, 1, 2).reshape(count, -1)
        more = max(CANDIDATES - peaks.shape[1], 0)
        peaks = np.pad(peaks, ((0, 0), (0, more)))
        best = np.argsort(-peaks, axis=1, kind="stable")[:, :CANDIDATES]
        cells, rows = best % (down * across), np.arange(count)[:, None]
        at = middles(self.side).reshape(-1, 2)[cells]
        apart = distances(self.sides).reshape(count, -1, 4)[rows, cells]
        corners = np.concatenate([at - apart[..., :2], at + apart[..., 2:]], axis=-1)
        boxes = np.clip(corners / np.float32(self.side), 0, 1)
        kinds = np.minimum(best // (down * across), classes - 1)
        return Candidates(boxes, np.take_along_axis(peaks, best, axis=1), kinds)


def suppressed(boxes: np.ndarray, scores: np.ndarray, classes: np.ndarray) -> np.ndarray:
    """Return the positions of the candidates that remain after suppression, best first. Drops candidates with a score
    below MIN_SCORE, and candidates that overlap a better one of their class by MAX_OVERLAP or more. Programs that run a
    model file do the same (`boxes.ts` of packages/inference), in double precision and in the file's order."""
    selected: list[int] = []
    for place in np.flatnonzero(scores.astype(np.float64) >= MIN_SCORE):
        rivals = [other for other in selected if classes[other] == classes[place]]
        if not rivals or overlaps(boxes[[place]], boxes[rivals]).max() < MAX_OVERLAP:
            selected.append(int(place))
    return np.array(selected, dtype=int)


def overlaps(some: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Return the intersection over union of boxes [a, 4] and [b, 4]: [a, b], in double precision; 0 if neither has an
    area."""
    one, other = some.astype(np.float64)[:, None], others.astype(np.float64)[None]
    sizes = np.maximum(np.minimum(one[..., 2:], other[..., 2:]) - np.maximum(one[..., :2], other[..., :2]), 0)
    inner = sizes[..., 0] * sizes[..., 1]
    areas = [(box[..., 2] - box[..., 0]) * (box[..., 3] - box[..., 1]) for box in (one, other)]
    union = areas[0] + areas[1] - inner
    return np.where(union > 0, inner / np.where(union > 0, union, 1), 0.0)

"""What a detector says of pictures, and which boxes follow from it."""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from engine.learners.box_painting import distances, losses_of, middles, painted

CANDIDATES = 100  # of a picture
LEAST_SCORE = 0.05  # one of less is dropped
MOST_OVERLAP = 0.5  # with a better one of the same class: one of as much or more is dropped
AT_ONCE = 64  # pictures
LOWEST = np.float32(-80)  # heat whose exponential single precision still holds


@dataclass(frozen=True)
class Candidates:
    """The best places of pictures, best first: boxes [N, CANDIDATES, 4] as x0, y0, x1, y1, shares of the picture, and
    scores [N, CANDIDATES], both float32; classes [N, CANDIDATES] by code, int64. Of unused places the score is 0."""

    boxes: np.ndarray
    scores: np.ndarray
    classes: np.ndarray

    def kept(self, picture: int) -> np.ndarray:
        """Which places of one picture are boxes, best first (see `suppressed`)."""
        return suppressed(self.boxes[picture], self.scores[picture], self.classes[picture])


@dataclass(frozen=True)
class Maps:
    """A net's cells, of pictures of so many pixels a `side`: heat [N, h, w, classes] before it is between 0 and 1, and
    logarithms of distances [N, h, w, 4], both float32."""

    heat: np.ndarray
    sides: np.ndarray
    side: int

    def __len__(self) -> int:
        return len(self.heat)

    def __getitem__(self, rows: np.ndarray | slice) -> Self:
        return type(self)(self.heat[rows], self.sides[rows], self.side)

    def losses(self, boxes: np.ndarray) -> np.ndarray:
        """Of each picture [N], whose boxes are these (see `engine.targets.boxes`)."""
        found = [np.zeros(0)]
        for start in range(0, len(self), AT_ONCE):
            some = slice(start, start + AT_ONCE)
            want = painted(list(boxes[some]), self.heat.shape[-1], self.side)
            found.append(losses_of(self.heat[some], self.sides[some], want)[0].astype(np.float64))
        return np.concatenate(found)

    def candidates(self) -> Candidates:
        """As the model's file finds them: a cell counts where no neighbour is hotter in the same class."""
        count, down, across, classes = self.heat.shape
        edged = np.pad(self.heat, ((0, 0), (1, 1), (1, 1), (0, 0)), constant_values=-np.inf)
        highest = sliding_window_view(edged, (3, 3), axis=(1, 2)).max(axis=(-2, -1))
        chances = 1 / (1 + np.exp(-np.maximum(self.heat, LOWEST)))
        peaks = np.where(self.heat == highest, chances, np.float32(0)).transpose(0, 3, 1, 2).reshape(count, -1)
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
    """Places of the candidates that are kept, best first: none of a score below LEAST_SCORE, and of those of a class
    that overlap by MOST_OVERLAP or more the best. Whoever runs a file does the same (`boxes.ts` of
    packages/inference): in double precision, candidates in the file's order."""
    kept: list[int] = []
    for place in np.flatnonzero(scores.astype(np.float64) >= LEAST_SCORE):
        rivals = [other for other in kept if classes[other] == classes[place]]
        if not rivals or overlaps(boxes[[place]], boxes[rivals]).max() < MOST_OVERLAP:
            kept.append(int(place))
    return np.array(kept, dtype=int)


def overlaps(some: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Intersection over union of boxes [a, 4] and [b, 4]: [a, b], in double precision; 0 of two without an area."""
    one, other = some.astype(np.float64)[:, None], others.astype(np.float64)[None]
    sizes = np.maximum(np.minimum(one[..., 2:], other[..., 2:]) - np.maximum(one[..., :2], other[..., :2]), 0)
    inner = sizes[..., 0] * sizes[..., 1]
    areas = [(box[..., 2] - box[..., 0]) * (box[..., 3] - box[..., 1]) for box in (one, other)]
    union = areas[0] + areas[1] - inner
    return np.where(union > 0, inner / np.where(union > 0, union, 1), 0.0)

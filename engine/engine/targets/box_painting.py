"""Training targets of a box detector, cell by cell, and the loss.

A cell is a square of STRIDE pixels. Each class has a heat map, on which an object is a bump that is 1 at the cell of
its middle. Cells near the middle also predict the distances to the object's four sides. The loss of the heat is the
focal loss of Zhou et al. 2019 (arXiv:1904.07850); that of the sides is generalised intersection over union
(Rezatofighi et al. 2019, arXiv:1902.09630). The loss of a picture is divided by its number of objects, so that all
pictures have the same weight.
"""

from dataclasses import dataclass

import numpy as np

STRIDE = 8  # side of a cell, in pixels
SPREAD = 1 / 6  # deviation of a bump, as a share of the object's size
NARROWEST = 0.4 * STRIDE
NEAR = 0.6  # Only cells whose heat is higher than this are trained to predict distances to the sides.
LOG_LOW, LOG_HIGH = -4.0, 6.0  # The logarithm of a distance is clipped to this range.
SIDES_WEIGHT = 2.0  # weight of the loss of the predicted sides, relative to the loss of the heat map


@dataclass(frozen=True)
class Painted:
    """Targets of pictures: heat [N, h, w, classes] from 0 to 1; distances in pixels from the middle of a cell to the
    object's left, upper, right and lower side [N, h, w, 4]; and the weights of these distances [N, h, w]."""

    heat: np.ndarray
    sides: np.ndarray
    weight: np.ndarray


def cells_of(side: int) -> int:
    """Return the number of cells along a side of `side` pixels. Three convolutions each halve the side, rounded up."""
    return -(-side // STRIDE)


def middles(side: int) -> np.ndarray:
    """Return the middles of a picture's cells [h, w, 2]: x and y in pixels, float32."""
    along = np.arange(cells_of(side), dtype=np.float32) * STRIDE + STRIDE / 2
    return np.stack(np.meshgrid(along, along), axis=-1).astype(np.float32)


def painted(boxes: list[np.ndarray], classes: int, side: int) -> Painted:
    """Return targets from each picture's boxes [n, 5]: class, then x0, y0, x1, y1 as fractions of the picture. Large
    objects are painted first, so that small objects overwrite them."""
    at, cells = middles(side), cells_of(side)
    heat = np.zeros((len(boxes), cells, cells, classes), dtype=np.float32)
    sides = np.zeros((len(boxes), cells, cells, 4), dtype=np.float32)
    weight = np.zeros((len(boxes), cells, cells), dtype=np.float32)
    for picture, own in enumerate(boxes):
        for class_, low, high in _large_first(own, side):
            middle, spread = (low + high) / 2, np.maximum((high - low) * SPREAD, NARROWEST)
            bump = np.exp(-(((at - middle) / spread) ** 2).sum(axis=-1) / 2)
            across, down = np.minimum((middle / STRIDE).astype(int), cells - 1)
            bump[down, across] = 1
            heat[picture, :, :, class_] = np.maximum(heat[picture, :, :, class_], bump)
            near = bump > NEAR
            sides[picture][near] = np.concatenate([at - low, high - at], axis=-1)[near]
            weight[picture][near] = np.maximum(weight[picture][near], bump[near])
    return Painted(heat, sides, weight)


def _large_first(boxes: np.ndarray, side: int) -> list[tuple[int, np.ndarray, np.ndarray]]:
    """Return class, upper left and lower right corner of each box, in pixels, largest box first."""
    areas = (boxes[:, 3] - boxes[:, 1]) * (boxes[:, 4] - boxes[:, 2])
    ordered = boxes[np.argsort(-areas, kind="stable")]
    return [(int(box[0]), box[1:3] * side, box[3:5] * side) for box in ordered]


def distances(raw: np.ndarray) -> np.ndarray:
    """Return distances in pixels from a network's raw outputs."""
    return np.exp(np.clip(raw, LOG_LOW, LOG_HIGH)) * raw.dtype.type(STRIDE / 2)


def losses_of(heat: np.ndarray, raw: np.ndarray, want: Painted) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return losses [N] of pictures, and their gradients by heat and distances, from a network's outputs: heat [N, h,
    w, classes] before the sigmoid, and raw distances [N, h, w, 4]."""
    objects = np.maximum((want.heat == 1).sum(axis=(1, 2, 3), keepdims=True), 1).astype(heat.dtype)
    one, by_heat = _focal(heat, want.heat)
    heavy = np.maximum(want.weight.sum(axis=(1, 2), keepdims=True), 1) / SIDES_WEIGHT
    share = want.weight / heavy
    other, by_sides = _apart(distances(raw), want.sides)
    inside = (raw > LOG_LOW) & (raw < LOG_HIGH)
    by_raw = by_sides * distances(raw) * inside * share[..., None]
    return (one / objects).sum(axis=(1, 2, 3)) + (other * share).sum(axis=(1, 2)), by_heat / objects, by_raw


def _focal(raw: np.ndarray, want: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the focal loss of each cell and its gradient. The target is 1 at the middle of an object and 0 elsewhere.
    The weight of a cell decreases towards such a middle."""
    probability = 1 / (1 + np.exp(-np.clip(raw, -60, 60)))
    log, log_not = -np.logaddexp(0, -raw), -np.logaddexp(0, raw)
    far = (1 - want) ** 4
    loss = np.where(want == 1, -log * (1 - probability) ** 2, -log_not * probability**2 * far)
    found = 2 * probability * (1 - probability) ** 2 * log - (1 - probability) ** 3
    quiet = probability**3 - 2 * probability**2 * (1 - probability) * log_not
    return loss, np.where(want == 1, found, quiet * far).astype(raw.dtype)


def _apart(found: np.ndarray, want: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return, for the box around each cell, 1 - generalised intersection over union with the true box, and the gradient
    by the predicted distances. Boxes are given by distances [..., 4]."""
    low, high = np.minimum(found, want), np.maximum(found, want)
    own, inner, hull = (one[..., :2] + one[..., 2:] for one in (found, low, high))
    meets = np.all(inner > 0, axis=-1)
    truth = np.prod(want[..., :2] + want[..., 2:], axis=-1)
    shared, around = np.where(meets, np.prod(inner, axis=-1), 0), np.prod(hull, axis=-1)
    union = np.prod(own, axis=-1) + truth - shared
    # Cells without an object need this, because their box has no area.
    union, around = np.maximum(union, 1e-6), np.maximum(around, 1e-6)
    smaller = found < want
    by_own = _other(own)
    by_shared = _other(inner) * (smaller & meets[..., None])
    by_around = _other(hull) * ~smaller
    by_union = by_own - by_shared
    one, all_, whole = shared[..., None], union[..., None], around[..., None]
    gradient = by_shared / all_ - one * by_union / all_**2 + by_union / whole - all_ * by_around / whole**2
    return 2 - shared / union - union / around, -gradient


def _other(sizes: np.ndarray) -> np.ndarray:
    """Return, for each distance [..., 4], the derivative of a box's area. It is the box's size [..., 2] in the other
    direction."""
    return sizes[..., [1, 0, 1, 0]]

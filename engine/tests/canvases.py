"""Pictures with boxes for tests: handwritten digits of different sizes on a dark and noisy canvas."""

import json
from collections.abc import Sequence

import numpy as np
from pictures import file_of
from PIL import Image
from sklearn.datasets import load_digits

ALL_DIGITS = tuple(range(10))
FIFTHS = 5  # a fifth of the digits is used only for unseen canvases


def canvases(
    count: int, seed: int, side: int = 96, sizes: tuple[int, int] = (20, 40), most: int = 4,
    digits: Sequence[int] = ALL_DIGITS, *, unseen: bool = False,
) -> dict[str, list]:  # fmt: skip
    """Returns columns `file` and `boxes`. Each canvas has from one to `most` digits, which do not overlap.

    If `unseen`, the digits are ones that no other canvas contains.
    """
    data, rng = load_digits(), np.random.default_rng(seed)
    places = np.flatnonzero(np.isin(data.target, digits))
    pool = places[(places % FIFTHS == 0) == unseen]
    made = [_canvas(data, rng, pool, side, sizes, most) for _ in range(count)]
    return {"file": [file for file, _ in made], "boxes": [json.dumps(boxes) for _, boxes in made]}


def _canvas(data, rng, pool: np.ndarray, side: int, sizes: tuple[int, int], most: int) -> tuple[bytes, list[dict]]:
    canvas, boxes, wanted = rng.normal(30, 8, (side, side)).clip(0, 255), [], int(rng.integers(1, most + 1))
    taken = np.zeros((side, side), dtype=bool)
    for _ in range(10 * wanted):
        place, size = rng.choice(pool), int(rng.integers(*sizes))
        left, upper = rng.integers(0, side - size + 1, 2).tolist()
        here = np.s_[upper : upper + size, left : left + size]
        if len(boxes) == wanted or taken[here].any():
            continue
        taken[here] = True
        digit = Image.fromarray((data.images[place] * 15.9).astype(np.uint8)).resize((size, size), Image.BILINEAR)
        canvas[here] = np.maximum(canvas[here], np.asarray(digit))
        middle = {"x": (left + size / 2) / side, "y": (upper + size / 2) / side}
        boxes.append({"class": f"digit {data.target[place]}", **middle, "w": size / side, "h": size / side})
    return file_of(canvas.astype(np.uint8)), boxes

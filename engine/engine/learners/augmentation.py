"""Augmentation of training pictures. The plan selects it, because left and right may matter in medicine: pictures are
mirrored only if the plan says so."""

from dataclasses import dataclass

import numpy as np

MOVED, MIRRORED = "moved", "mirrored"
FARTHEST = 1 / 8  # maximum shift of a picture, as a share of its side
BRIGHTER = 0.2  # standard deviation of the change of brightness, in deviations of the pixels


@dataclass(frozen=True)
class Changed:
    """Augmented pictures [N, side, side, 3], with the pixels by which each was moved down and to the right [N, 2], and
    whether each was mirrored after that [N]."""

    pictures: np.ndarray
    moves: np.ndarray
    mirrored: np.ndarray


def changed(pictures: np.ndarray, how: str, rng: np.random.Generator) -> Changed:
    """Return scaled pictures after augmentation. With `MOVED`, each picture is moved by up to an eighth of its side and
    becomes slightly brighter or darker. With `MIRRORED`, half of the pictures are also mirrored."""
    count, side = pictures.shape[:2]
    mirrored = np.zeros(count, dtype=bool)
    if how not in (MOVED, MIRRORED):
        return Changed(pictures, np.zeros((count, 2), dtype=int), mirrored)
    most = max(1, round(side * FARTHEST))
    padded = np.pad(pictures, ((0, 0), (most, most), (most, most), (0, 0)), mode="edge")
    starts = rng.integers(0, 2 * most + 1, (count, 2))
    moved = np.stack([
        one[down : down + side, across : across + side] for one, (down, across) in zip(padded, starts, strict=True)
    ])  # fmt: skip
    if how == MIRRORED:
        mirrored = rng.random(count) < 0.5
        moved[mirrored] = moved[mirrored, :, ::-1]
    brighter = rng.normal(0, BRIGHTER, (count, 1, 1, 1)).astype(pictures.dtype)
    return Changed(moved + brighter, most - starts, mirrored)

"""Reads boxes in pictures as a party's rows contain them. Each row is a JSON list of `{"class", "x", "y", "w", "h"}`:
centre and size as fractions of the picture, after its rotation by the EXIF entry."""

import json
import math

from engine.errors import PartyError
from engine.table import Column

SIZES = ("x", "y", "w", "h")


def boxes_of(label: Column) -> list[list[tuple[str, tuple[float, ...]]]]:
    """Return the boxes of each row: class, then x0, y0, x1, y1, clipped to the picture. Boxes without an area are left
    out. Raises PartyError `data.type-mismatch` (column)."""
    if label.kind != "text":
        raise PartyError("data.type-mismatch", column=label.name)
    return [_boxes(label.name, value) for value in label.values]


def _boxes(column: str, value: str) -> list[tuple[str, tuple[float, ...]]]:
    try:
        read = json.loads(value)
    except ValueError as error:
        raise PartyError("data.type-mismatch", column=column) from error
    if not isinstance(read, list) or not all(map(_is_box, read)):
        raise PartyError("data.type-mismatch", column=column)
    found = []
    for box in read:
        x, y, w, h = (float(box[name]) for name in SIZES)
        corners = tuple(min(max(end, 0.0), 1.0) for end in (x - w / 2, y - h / 2, x + w / 2, y + h / 2))
        if corners[2] > corners[0] and corners[3] > corners[1]:
            found.append((box["class"], corners))
    return found


def _is_box(value: object) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("class"), str):
        return False
    sizes = [value.get(name) for name in SIZES]
    return all(isinstance(size, int | float) and not isinstance(size, bool) and math.isfinite(size) for size in sizes)

"""What sets each cluster apart from all rows: a centre is a mean, so it says what its rows are like on average."""

import math
from typing import Any

import numpy as np

from engine.data.encoding import CategoryEncoder, Encoding, NumberEncoder
from engine.privacy.few import LEAST_SHOWN, Shown, hide_cells, hide_few, upper_share

Shares = list[float | None]


def profile_of(encoding: Encoding, centres: np.ndarray, counts: np.ndarray, sizes: list[Shown]) -> list[dict[str, Any]]:
    """By column, all rows and each cluster: of numbers the mean, of categories the share of rows. `counts` rows made
    each of the `centres`. Nothing is told of a cluster whose size is not, as it has fewer than five rows or hides one
    that has; nor a share of one to four rows, or from which such a one follows."""
    is_told = [isinstance(size, int) and count >= LEAST_SHOWN for size, count in zip(sizes, counts, strict=True)]
    ends = np.cumsum([column.width for column in encoding.columns])
    parts = np.split(centres, ends[:-1], axis=1)
    return [
        _numbers(column, part[:, 0], counts, is_told)
        if isinstance(column, NumberEncoder)
        else _categories(column, part, counts, is_told)
        for column, part in zip(encoding.columns, parts, strict=True)
    ]


def _numbers(column: NumberEncoder, centres: np.ndarray, counts: np.ndarray, is_told: list[bool]) -> dict[str, Any]:
    """In the column's own unit; a missing value counts as the mean of all."""
    means = column.mean + column.deviation * centres
    hidden = np.zeros(len(means), dtype=bool)
    if upper_share(column.mean, column.deviation) is not None:
        # Of zeros and ones the mean is a share, from which its rows follow.
        upper = means - math.floor(column.mean)
        hidden = hide_cells(np.rint(np.column_stack([upper, 1 - upper]) * counts[:, None])).any(axis=1)
    shown = zip(means, is_told, hidden, strict=True)
    told = [float(mean) if tell and not hide else None for mean, tell, hide in shown]
    known = {"mean": column.mean, "deviation": column.deviation, "means": told}
    return {"name": column.name, "kind": column.kind} | known


def _categories(
    column: CategoryEncoder, centres: np.ndarray, counts: np.ndarray, is_told: list[bool]
) -> dict[str, Any]:
    """Missing values are among the other ones, unless they have a feature of their own."""
    rows = np.rint(centres * counts[:, None]).astype(int)
    hidden = hide_cells(rows)
    shares: list[Shares] = [
        [
            float(row / count) if tell and not hide else None
            for row, count, tell, hide in zip(own, counts, is_told, hides, strict=True)
        ]
        for own, hides in zip(rows.T, hidden.T, strict=True)
    ]
    all_rows = [None] * column.width if hidden.all() else hide_few(rows.sum(axis=0).tolist())
    of_all: Shares = [count / int(counts.sum()) if isinstance(count, int) else None for count in all_rows]
    told = [{"share": share, "shares": own} for share, own in zip(of_all, shares, strict=True)]
    categories = [{"name": name, **one} for name, one in zip(column.categories, told, strict=False)]
    rest = dict(zip(("other", "missing"), told[len(categories) :], strict=False))
    return {"name": column.name, "kind": column.kind, "categories": categories, **rest}

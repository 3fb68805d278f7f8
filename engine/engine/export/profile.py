"""Cluster profiles: how the rows of each cluster differ from all rows. They are read from the centres, since a centre
is the mean of its rows."""

import math
from typing import Any

import numpy as np

from engine.data.encoding import CategoryEncoder, Encoding, NumberEncoder
from engine.privacy.small_counts import MIN_SHOWN, Shown, hide_cells, hide_few, upper_share

Shares = list[float | None]


def profile_of(encoding: Encoding, centres: np.ndarray, counts: np.ndarray, sizes: list[Shown]) -> list[dict[str, Any]]:
    """Return for each column the mean of a number, or the shares of categories, over all rows and in each cluster.
    `counts` are the numbers of rows behind the `centres`. Nothing is reported about a cluster whose size is hidden,
    because it has fewer than five rows or because its size would reveal such a cluster. Shares of one to four rows, and
    shares that would reveal one, are not reported either."""
    is_shown = [isinstance(size, int) and count >= MIN_SHOWN for size, count in zip(sizes, counts, strict=True)]
    ends = np.cumsum([column.width for column in encoding.columns])
    parts = np.split(centres, ends[:-1], axis=1)
    return [
        _numbers(column, part[:, 0], counts, is_shown)
        if isinstance(column, NumberEncoder)
        else _categories(column, part, counts, is_shown)
        for column, part in zip(encoding.all_of(NumberEncoder, CategoryEncoder), parts, strict=True)
    ]


def _numbers(column: NumberEncoder, centres: np.ndarray, counts: np.ndarray, is_shown: list[bool]) -> dict[str, Any]:
    """Return means in the column's own unit. A missing value counts as the mean of all rows."""
    means = column.mean + column.deviation * centres
    hidden: np.ndarray = np.zeros(len(means), dtype=bool)
    if upper_share(column.mean, column.deviation) is not None:
        # The mean of zeros and ones is a share, and so reveals the number of rows behind it.
        upper = means - math.floor(column.mean)
        hidden = np.any(hide_cells(np.rint(np.column_stack([upper, 1 - upper]) * counts[:, None])), axis=1)
    clusters = zip(means, is_shown, hidden, strict=True)
    own = [float(mean) if show and not hide else None for mean, show, hide in clusters]
    known = {"mean": column.mean, "deviation": column.deviation, "means": own}
    return {"name": column.name, "kind": column.kind} | known


def _categories(
    column: CategoryEncoder, centres: np.ndarray, counts: np.ndarray, is_shown: list[bool]
) -> dict[str, Any]:
    """Return shares of the categories. Missing values count as other texts, unless they have their own feature."""
    rows = np.rint(centres * counts[:, None]).astype(int)
    hidden = hide_cells(rows)
    shares: list[Shares] = [
        [
            float(row / count) if show and not hide else None
            for row, count, show, hide in zip(own, counts, is_shown, hides, strict=True)
        ]
        for own, hides in zip(rows.T, hidden.T, strict=True)
    ]
    all_rows = [None] * column.width if hidden.all() else hide_few(rows.sum(axis=0).tolist())
    of_all: Shares = [count / int(counts.sum()) if isinstance(count, int) else None for count in all_rows]
    cells = [{"share": share, "shares": own} for share, own in zip(of_all, shares, strict=True)]
    categories = [{"name": name, **one} for name, one in zip(column.categories, cells, strict=False)]
    rest = dict(zip(("other", "missing"), cells[len(categories) :], strict=False))
    return {"name": column.name, "kind": column.kind, "categories": categories, **rest}

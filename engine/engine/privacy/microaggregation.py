"""Microaggregation: similar rows form groups of at least five, and a protocol receives the means of the groups instead
of the rows. So any number of queries reveals at most these means, and the distances of a group's rows from them.

Source: Domingo-Ferrer, Mateo-Sanz 2002, IEEE Transactions on Knowledge and Data Engineering 14(1). Groups are halved
along the direction of their largest spread, where that reduces the squared distances most. Similarity depends only on
the party's own table, before statistics of other parties scale its columns or fill its missing values. Otherwise groups
would change from run to run, and the changes would differ by single rows.
"""

import heapq
from dataclasses import dataclass, replace

import numpy as np

from engine.table import Column, Table

MIN_ALIKE = 5  # minimum number of rows of a group
MAX_GROUPS = 1000
SEEN = 1000  # Maximum number of rows from which the direction of a group's largest spread is computed.
STEPS = 8  # number of steps of the power iteration that finds this direction
MAX_TEXTS = 100  # maximum number of distinct texts of a column; an encoding has the same limit
FINE = 2.0**20


@dataclass(frozen=True)
class Groups:
    """The rows of one party in groups [groups]: the number of rows in each group, their mean [groups, features], and
    their mean squared distance from the mean."""

    counts: np.ndarray
    means: np.ndarray
    spreads: np.ndarray

    def __len__(self) -> int:
        """Total number of rows."""
        return int(self.counts.sum())


def groups_of(rows: np.ndarray, groups: list[np.ndarray]) -> Groups:
    """Return means and spreads of the encoded rows [rows, features] in these groups."""
    means = np.array([rows[group].mean(axis=0) for group in groups]).reshape(len(groups), rows.shape[1])
    spreads = [((rows[group] - mean) ** 2).sum(axis=1).mean() for group, mean in zip(groups, means, strict=True)]
    return Groups(np.array([len(group) for group in groups], dtype=float), means, np.array(spreads, dtype=float))


def groups_in(points: np.ndarray, most: int = MAX_GROUPS) -> list[np.ndarray]:
    """Divide the rows into at most `most` groups. Returns the positions of each group's rows. `points` are [rows,
    features]. Returns no group if there are fewer than `MIN_ALIKE` rows."""
    groups = [np.arange(len(points))] if len(points) >= MIN_ALIKE else []
    widest = [(-squares(points[group]), place) for place, group in enumerate(groups)]
    while widest and len(groups) < most:
        spread, place = heapq.heappop(widest)
        group = groups[place]
        parts = halve(points[group]) if spread < 0 else None
        if parts is None:
            continue
        groups[place] = group[parts[0]]
        groups.append(group[parts[1]])
        for part in (place, len(groups) - 1):
            heapq.heappush(widest, (-squares(points[groups[part]]), part))
    return groups


def points_of(table: Table) -> np.ndarray:
    """Return coordinates for each row of a table [rows, features], so that similar rows are near each other. Numbers
    are in deviations from their own mean; each text and missing values have indicators. They are rounded to about a
    millionth, so that equal rows have equal coordinates."""
    return np.hstack([_points(column) for column in table.columns])


def without_few(table: Table, groups: list[np.ndarray]) -> Table:
    """Return the table with some values removed: a group's values in a column, if fewer than `MIN_ALIKE` of its rows
    have a value there. Other code fills missing values with a publicly known value, so the group's sum would reveal the
    sum of one to four rows."""
    places = np.zeros(len(table), dtype=int)
    for place, group in enumerate(groups):
        places[group] = place
    return replace(table, columns=tuple(_without_few(column, places, len(groups)) for column in table.columns))


def _without_few(column: Column, places: np.ndarray, groups: int) -> Column:
    counts = np.bincount(places, ~column.missing, minlength=groups)
    values = column.values.copy()
    values[((counts > 0) & (counts < MIN_ALIKE))[places]] = np.nan if column.kind == "number" else ""
    return replace(column, values=values)


def _points(column: Column) -> np.ndarray:
    missing = column.missing
    flags = missing[:, None] if 0 < missing.sum() < len(missing) else np.zeros((len(missing), 0))
    if column.kind == "number":
        known = column.values[~missing]
        deviation = known.std() if len(known) else 0.0
        values = np.where(missing, 0.0, (column.values - (known.mean() if len(known) else 0.0)) / (deviation or 1.0))
        return np.column_stack([np.rint(values * FINE) / FINE, flags])
    texts, counts = np.unique(column.values[~missing].astype(str), return_counts=True)
    usual = texts[np.argsort(-counts, kind="stable")][:MAX_TEXTS]
    return np.column_stack([column.values[:, None] == usual[None, :], flags]).astype(float)


def squares(rows: np.ndarray) -> float:
    """Return the sum of squared distances of rows from their mean."""
    return float(((rows - rows.mean(axis=0)) ** 2).sum())


def halve(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
    """Return the places of a group's rows in two parts of at least `MIN_ALIKE` rows each, or None if the group has too
    few rows or all its rows are equal."""
    count = len(rows)
    if count < 2 * MIN_ALIKE:
        return None
    centred = rows - rows.mean(axis=0)
    along = centred @ direction(centred)
    order = np.argsort(along, kind="stable")
    cuts = np.arange(MIN_ALIKE, count - MIN_ALIKE + 1)
    before = np.cumsum(along[order])[cuts - 1]
    gains = before**2 * (1 / cuts + 1 / (count - cuts))
    if not gains.max() > 0:
        return None
    cut = cuts[gains.argmax()]
    return order[:cut], order[cut:]


def direction(centred: np.ndarray) -> np.ndarray:
    """Return the approximate first principal direction [features] of centred rows, by a few steps of the power method
    that start at the column with the largest spread."""
    seen = centred[:: -(-len(centred) // SEEN)]
    found = np.zeros(centred.shape[1])
    found[(centred**2).sum(axis=0).argmax()] = 1.0
    for _ in range(STEPS):
        turned = seen.T @ (seen @ found)
        length = np.linalg.norm(turned)
        if not length > 0:
            break
        found = turned / length
    return found

"""Microaggregation: rows that are alike form groups of at least five, and a protocol is given the groups' means in
place of the rows. Whatever is asked then, and however often, tells no more than these means, and how far the rows of
a group lie from them.

Source: Domingo-Ferrer, Mateo-Sanz 2002, IEEE Transactions on Knowledge and Data Engineering 14(1). Groups are halved
along the direction in which they are widest, where it lessens the squared distances most. Which rows are alike goes by
the party's own table alone, before others scale its columns or fill what is missing: groups that changed from run to
run would differ by single rows.
"""

import heapq
from dataclasses import dataclass, replace

import numpy as np

from engine.data.table import Column, Table

LEAST_ALIKE = 5  # rows of a group
MOST_GROUPS = 1000
SEEN = 1000  # rows of a group that say where it is widest
STEPS = 8  # of the power iteration that finds it
MOST_TEXTS = 100  # of a column, as many as an encoding has
FINE = 2.0**20


@dataclass(frozen=True)
class Groups:
    """Rows of one party in groups [groups]: how many rows each has, their mean [groups, features], and their mean
    squared distance from it."""

    counts: np.ndarray
    means: np.ndarray
    spreads: np.ndarray

    def __len__(self) -> int:
        """How many rows they have together."""
        return int(self.counts.sum())


def groups_of(rows: np.ndarray, groups: list[np.ndarray]) -> Groups:
    """Of encoded rows [rows, features] in these groups."""
    means = np.array([rows[group].mean(axis=0) for group in groups]).reshape(len(groups), rows.shape[1])
    spreads = [((rows[group] - mean) ** 2).sum(axis=1).mean() for group, mean in zip(groups, means, strict=True)]
    return Groups(np.array([len(group) for group in groups], dtype=float), means, np.array(spreads, dtype=float))


def groups_in(points: np.ndarray) -> list[np.ndarray]:
    """The rows of each group, by where they lie [rows, features]; none where there are fewer than `LEAST_ALIKE`."""
    groups = [np.arange(len(points))] if len(points) >= LEAST_ALIKE else []
    widest = [(-squares(points[group]), place) for place, group in enumerate(groups)]
    while widest and len(groups) < MOST_GROUPS:
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
    """Where a table's rows lie for each other [rows, features]: numbers in deviations from their own mean, a column for
    each text, and for what is missing. In steps of a millionth, so that equal rows lie at one place."""
    return np.hstack([_points(column) for column in table.columns])


def without_few(table: Table, groups: list[np.ndarray]) -> Table:
    """The table without the values of a group's column in which fewer than `LEAST_ALIKE` rows have one: the others are
    filled with what everybody knows, so their sum would be that of one row to four."""
    places = np.zeros(len(table), dtype=int)
    for place, group in enumerate(groups):
        places[group] = place
    return replace(table, columns=tuple(_without_few(column, places, len(groups)) for column in table.columns))


def _without_few(column: Column, places: np.ndarray, groups: int) -> Column:
    counts = np.bincount(places, ~column.missing, minlength=groups)
    values = column.values.copy()
    values[((counts > 0) & (counts < LEAST_ALIKE))[places]] = np.nan if column.kind == "number" else ""
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
    usual = texts[np.argsort(-counts, kind="stable")][:MOST_TEXTS]
    return np.column_stack([column.values[:, None] == usual[None, :], flags]).astype(float)


def squares(rows: np.ndarray) -> float:
    """Squared distances of rows from their mean, together."""
    return float(((rows - rows.mean(axis=0)) ** 2).sum())


def halve(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
    """The places of a group's rows in two parts of at least `LEAST_ALIKE`; None where it has too few or all are
    equal."""
    count = len(rows)
    if count < 2 * LEAST_ALIKE:
        return None
    centred = rows - rows.mean(axis=0)
    along = centred @ direction(centred)
    order = np.argsort(along, kind="stable")
    cuts = np.arange(LEAST_ALIKE, count - LEAST_ALIKE + 1)
    before = np.cumsum(along[order])[cuts - 1]
    gains = before**2 * (1 / cuts + 1 / (count - cuts))
    if not gains.max() > 0:
        return None
    cut = cuts[gains.argmax()]
    return order[:cut], order[cut:]


def direction(centred: np.ndarray) -> np.ndarray:
    """About the first principal direction [features] of centred rows, by a few steps of the power method from the
    widest column."""
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

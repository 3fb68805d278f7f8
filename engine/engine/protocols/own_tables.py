"""A party's own part of a table about the rows, of parties that agreed to have it shown.

Nothing more leaves for it: it is what such a party adds to the sums, told by itself too. Parties agree in the plan, so
that each ticket says of whom it is told. Where a single party did not agree, nobody's is told: its own would be what is
left of the sum. Quantiles are told as far as the first bins, as no finer range is made round one party's values.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from engine.data.encoding import CategoryEncoder, NumberEncoder
from engine.export.description import Range, describe_number
from engine.privacy.few import hide_cells
from engine.privacy.terms import Arrays, Total
from engine.protocols.protocol import State

OWN = "own/"
# Of a column that takes so few values, how many rows have each follows from count, mean and deviation.
FEW_VALUES = 3


def agreed_of(plan: dict) -> tuple[str, ...]:
    """Ids of the parties that agreed."""
    return tuple(plan.get("ownTables", ()))


def with_own(state: State, total: Total, read: Callable[[Total], Arrays]) -> State:
    """Keeps what is read of each party that agreed."""
    if total.parties - len(total.own) == 1:
        return state
    kept = {
        f"{OWN}{party}/{name}": np.asarray(values)
        for party in total.own
        for name, values in read(total.of_party(party)).items()
    }
    return replace(state, kept=state.kept | kept)


def own_parts(state: State) -> dict[str, Arrays]:
    """What was kept, by party and name."""
    parts: dict[str, Arrays] = {}
    for key, values in state.kept.items():
        if key.startswith(OWN):
            party, _, name = key.removeprefix(OWN).partition("/")
            parts.setdefault(party, {})[name] = values
    return dict(sorted(parts.items()))


def own_numbers(
    column: NumberEncoder,
    place: int,
    all_bins: np.ndarray,
    all_missing: int,
    parts: dict[str, Arrays],
    percents: tuple[int, ...],
    ends: np.ndarray,
) -> list[dict[str, Any]]:
    """Of each party what is told of the column of numbers in this place; `all_bins` are counts of all parties' values
    between `ends`, `all_missing` how many rows have none."""
    bins = {party: part["bins"][place] for party, part in parts.items()}
    is_counted = 0 < np.count_nonzero(all_bins) <= FEW_VALUES
    missing = {party: int(part["rows"]) - int(part["count"][place]) for party, part in parts.items()}

    def cells(counts: np.ndarray, missing: int) -> list[int]:
        return [*(counts[all_bins > 0] if is_counted else [counts.sum()]), missing]

    counts = [cells(bins[party], missing[party]) for party in parts]
    hidden = _hidden(counts, cells(all_bins, all_missing)).any(axis=1)
    told = []
    for (party, part), is_hidden in zip(parts.items(), hidden, strict=False):
        if is_hidden:
            told.append({"name": column.name, "kind": column.kind, "count": None, "missing": None})
            continue
        own = replace(column, mean=float(part["mean"][place]), deviation=float(part["deviation"][place]))
        ranges = _quantiles(bins[party], ends, percents)
        told.append(describe_number(own, int(part["count"][place]), missing[party], ranges))
    return told


def own_categories(
    column: CategoryEncoder, cells: slice, all_counts: np.ndarray, parts: dict[str, Arrays]
) -> list[dict[str, Any]]:
    """Of each party what is told of a column of categories, whose counts are these cells of all categories'."""
    counts = [part["categories"][cells].tolist() for part in parts.values()]
    hidden = _hidden(counts, all_counts)
    told = []
    for own, is_hidden in zip(counts, hidden, strict=False):
        *known, other, missing = [None if hide else int(count) for count, hide in zip(own, is_hidden, strict=True)]
        categories = [{"name": name, "count": count} for name, count in zip(column.categories, known, strict=True)]
        told.append(
            {"name": column.name, "kind": column.kind, "categories": categories, "other": other, "missing": missing}
        )
    return told


def _hidden(counts: list[list[int]], all_counts: Any) -> np.ndarray:
    """Which of the counts are not shown, by party; those of the others together follow, so they are looked at too."""
    others = np.asarray(all_counts) - np.sum(counts, axis=0)
    return hide_cells(np.array([*counts, others] if others.any() else counts, dtype=int))


def _quantiles(bins: np.ndarray, ends: np.ndarray, percents: tuple[int, ...]) -> list[Range]:
    """Those that lie between the outermost ends: where a party's values are beyond all others' they have no bin."""
    upto, found = np.cumsum(bins), []
    for percent in percents:
        place = int(np.searchsorted(upto, -(-percent * int(upto[-1]) // 100)))
        if 0 < place < len(bins) - 1 or ends[0] == ends[1]:
            found.append((percent, float(ends[place]), float(ends[place + 1])))
    return found

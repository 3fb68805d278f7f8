"""Reports a party's own descriptive table beside that of all parties, if the party agreed that the others may see it.

No additional data is sent: such a party's contribution to the sums is reported separately. Parties agree in the plan,
so each ticket lists the parties that are reported. If exactly one party did not agree, no party is reported, because
the difference from the total would be that party's own table. Quantiles are reported only within the first bins,
because no finer range is made around a single party's values.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from engine.data.encoding import CategoryEncoder, NumberEncoder
from engine.export.description import Range, describe_category, describe_number
from engine.privacy.terms import Arrays, Total, Values
from engine.protocols.protocol import State

OWN = "own/"


def agreed_of(plan: dict) -> tuple[str, ...]:
    """Return the ids of the parties that agreed to be reported."""
    return tuple(plan.get("ownTables", ()))


def with_own(state: State, total: Total, read: Callable[[Total], Values]) -> State:
    """Return the state with the result of `read` for each party that agreed. Stores nothing if exactly one party did
    not agree."""
    if total.parties - len(total.own) == 1:
        return state
    kept = {
        f"{OWN}{party}/{name}": np.asarray(values)
        for party in total.own
        for name, values in read(total.of_party(party)).items()
    }
    return replace(state, kept=state.kept | kept)


def own_parts(state: State) -> dict[str, Arrays]:
    """Return the parts that `with_own` stored, by party and name."""
    parts: dict[str, Arrays] = {}
    for key, values in state.kept.items():
        if key.startswith(OWN):
            party, _, name = key.removeprefix(OWN).partition("/")
            parts.setdefault(party, {})[name] = values
    return dict(sorted(parts.items()))


def own_numbers(
    column: NumberEncoder,
    place: int,
    parts: dict[str, Arrays],
    percents: tuple[int, ...],
    ends: np.ndarray,
) -> list[dict[str, Any]]:
    """Return each party's description of the numeric column at this position. Its values are counted between `ends`."""
    descriptions = []
    for part in parts.values():
        count = int(part["count"][place])
        own = replace(column, mean=float(part["mean"][place]), deviation=float(part["deviation"][place]))
        descriptions.append(
            describe_number(own, count, int(part["rows"]) - count, _quantiles(part["bins"][place], ends, percents))
        )
    return descriptions


def own_categories(column: CategoryEncoder, cells: slice, parts: dict[str, Arrays]) -> list[dict[str, Any]]:
    """Return each party's description of a column of categories. `cells` are the positions of the column's counts among
    the counts of all columns."""
    return [describe_category(column, part["categories"][cells].tolist()) for part in parts.values()]


def _quantiles(bins: np.ndarray, ends: np.ndarray, percents: tuple[int, ...]) -> list[Range]:
    """Return quantiles between the outermost ends. Values beyond all ends are not in any bin."""
    upto, found = np.cumsum(bins), []
    for percent in percents:
        place = int(np.searchsorted(upto, -(-percent * int(upto[-1]) // 100)))
        if 0 < place < len(bins) - 1 or ends[0] == ends[1]:
            found.append((percent, float(ends[place]), float(ends[place + 1])))
    return found

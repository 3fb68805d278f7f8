"""Descriptive statistics of all parties' rows together: for each column the number of values, their mean, spread and
quantiles, and categories.

Means and spreads are sums over groups of neighbouring values, and so are counts (see privacy/neighbours.py). Quantiles
come from counts in bins that are the same everywhere. The first bins have the width of half a deviation. Then the bin
that contains a quantile is divided, at most twice, into as many parts as leave at least five rows per part on average.
So the reported error shrinks with the number of rows. The table of a party that agreed is reported separately (see
own_tables.py).
"""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from engine.data.encoding import CategoryEncoder, NumberEncoder
from engine.data.party import Party
from engine.export.description import describe_category, describe_number
from engine.privacy.neighbours import at_least_five
from engine.privacy.terms import Arrays, Term, Total, Values
from engine.protocols.on_rows import Prepared
from engine.protocols.own_tables import agreed_of, own_categories, own_numbers, own_parts, with_own
from engine.protocols.protocol import QUERY, Result, Stage, State
from engine.protocols.rounding import are_near

PERCENT = (5, 25, 50, 75, 95)
# At most 1 / (1 + 4.5^2) = 4.7 % of any values are this many deviations above their mean, and at most as many below it
# (Cantelli's inequality). So each of these quantiles is between the ends of the bins.
EDGES = np.linspace(-4.5, 4.5, 19)
MAX_PARTS, MAX_DIVISIONS = 50, 2
MIN_IN_PART = 5  # Minimum number of rows per part, on average, when a range is divided into parts.
# A quantile is above `low` and at most `high`. `parts` is the number of parts into which this range is divided next.
RANGES = ("low", "high", "parts")


@dataclass(frozen=True)
class Describing:
    """The inner protocol (see on_rows.py) of a descriptive table. It makes no model, so it has no scores."""

    has_validation_split = False
    predicts = False
    bins = 0
    tells_own: ClassVar[bool] = True

    def first(self, state: State, prepared: Prepared) -> State:
        return state.with_facts(divisions=None)

    def next_stage(self, state: State, prepared: Prepared) -> Stage | None:
        numbers, rows = len(numbers_of(prepared)), prepared.rows
        if state.facts["divisions"] is None:
            bins = Term((numbers, len(EDGES) + 1), rows, whole=True)
            categories = Term((sum(cells_of(column) for column in categories_of(prepared)),), rows, whole=True)
            terms = {"bins": bins, "categories": categories}
            return Stage("bins", "statistics", QUERY, 0, terms, agreed=agreed_of(prepared.plan))
        if not np.any(state.arrays["parts"]):
            return None
        parts = Term((numbers, len(PERCENT), MAX_PARTS), rows, whole=True)
        return Stage("parts", "statistics", QUERY, 0, {"parts": parts})

    def check(self, state: State, prepared: Prepared) -> None:
        if state.facts["divisions"] is None:
            if state.arrays:
                raise ValueError("arrays before the first division")
            return
        shape = (len(numbers_of(prepared)), len(PERCENT))
        if {name: values.shape for name, values in state.arrays.items()} != dict.fromkeys(RANGES, shape):
            raise ValueError("the arrays do not have the plan's shape")
        if not all(np.isfinite(values).all() for values in state.arrays.values()):
            raise ValueError("an array holds a value that is not a finite number")
        if not np.isin(state.arrays["parts"], np.arange(MAX_PARTS + 1)).all():
            raise ValueError("a number of parts that is not used")
        if not 0 <= int(state.facts["divisions"]) < MAX_DIVISIONS:
            raise ValueError("too many divisions")

    def check_transition(self, before: State, state: State, prepared: Prepared) -> None:
        """Raise ValueError unless each quantile's range is a bin or part that was counted. Otherwise a malicious
        platform could choose a range around a single party's value."""
        divisions = before.facts["divisions"]
        if state.facts["divisions"] != (0 if divisions is None else int(divisions) + 1):
            raise ValueError("not the next division")
        for number, (_, column) in enumerate(numbers_of(prepared)):
            for share in range(len(PERCENT)):
                ends = bins_of(column) if divisions is None else parts_of(before, number, share)
                found = np.array([state.arrays[name][number, share] for name in ("low", "high")])
                if not are_near(np.column_stack([ends[:-1], ends[1:]]), found).all(axis=1).any():
                    raise ValueError("this range was not counted")

    def compute(self, state: State, prepared: Prepared, party: Party, stage: Stage) -> Values:
        counted = party.reported_numbers.counted
        numbers = [np.sort(counted[np.isfinite(counted[:, place]), place]) for place, _ in numbers_of(prepared)]
        if stage.name == "bins":
            edges = [edges_of(column) for _, column in numbers_of(prepared)]
            bins = [count_bins(values, ends) for values, ends in zip(numbers, edges, strict=True)]
            tables = zip(prepared.encoding.columns, party.training.columns, strict=True)
            cells = [
                at_least_five(encoder.count(column))
                for encoder, column in tables
                if isinstance(encoder, CategoryEncoder)
            ]
            return {"bins": np.reshape(bins, stage.terms["bins"].shape), "categories": np.concatenate([*cells, []])}
        counts = np.zeros(stage.terms["parts"].shape)
        for number, share in zip(*np.nonzero(state.arrays["parts"]), strict=True):
            inside = count_bins(numbers[number], parts_of(state, number, share))[1:-1]
            counts[number, share, : len(inside)] = inside
        return {"parts": counts}

    def update(self, state: State, prepared: Prepared, stage: Stage, total: Total) -> State:
        if stage.name == "bins":
            state = with_own(state, total, lambda own: {name: own[name] for name in stage.terms})
            return self._found(state, prepared, total)
        return self._divided(state, total.integers["parts"])

    def metric_names(self, target: None) -> tuple[str, ...]:
        return ()

    def finish_early(self, state: State) -> State:
        return state  # the table is computed only after the last stage

    def result(self, state: State, prepared: Prepared) -> Result:
        cells = np.cumsum([cells_of(column) for column in categories_of(prepared)])
        categories = iter(np.split(state.kept["categories"], cells))
        numbers = zip(state.kept["count"], state.arrays["low"], state.arrays["high"], strict=True)
        columns = []
        for column in prepared.encoding.all_of(NumberEncoder, CategoryEncoder):
            if isinstance(column, NumberEncoder):
                count, low, high = next(numbers)
                ranges = zip(PERCENT, low.tolist(), high.tolist(), strict=True)
                columns.append(describe_number(column, int(count), prepared.rows - int(count), ranges))
            else:
                columns.append(describe_category(column, next(categories).tolist()))
        table = {"rows": prepared.rows, "columns": columns} | self._by_party(state, prepared)
        return Result(None, {"output": "table", "classes": [], "table": table})

    def _by_party(self, state: State, prepared: Prepared) -> dict[str, Any]:
        """Return the same columns for each party that agreed; empty if no party's own table is reported."""
        parts = own_parts(state)
        if not parts:
            return {}
        columns, place, cell = [], 0, 0
        for column in prepared.encoding.all_of(NumberEncoder, CategoryEncoder):
            if isinstance(column, NumberEncoder):
                columns.append(own_numbers(column, place, parts, PERCENT, bins_of(column)))
                place += 1
            else:
                cells = slice(cell, cell + cells_of(column))
                columns.append(own_categories(column, cells, parts))
                cell = cells.stop
        parties = [
            {"partyId": party, "rows": int(own["rows"]), "columns": list(of_party)}
            for (party, own), of_party in zip(parts.items(), zip(*columns, strict=True), strict=True)
        ]
        return {"parties": parties}

    def _found(self, state: State, prepared: Prepared, total: Total) -> State:
        bins, shape = total.integers["bins"], (len(numbers_of(prepared)), len(PERCENT))
        ranges = {name: np.zeros(shape) for name in (*RANGES, "before", "inside")}
        for number, (_, column) in enumerate(numbers_of(prepared)):
            for share, percent in enumerate(PERCENT):
                _narrow(ranges, (number, share), bins[number], bins_of(column), _rank(percent, int(bins[number].sum())))
        kept = {name: ranges.pop(name) for name in ("before", "inside")}
        kept |= {"count": bins.sum(axis=1), "bins": bins, "categories": total.integers["categories"]}
        return _with_parts(replace(state, arrays=ranges, kept=state.kept | kept).with_facts(divisions=0))

    def _divided(self, state: State, counts: np.ndarray) -> State:
        ranges = {name: values.copy() for name, values in (state.arrays | state.kept).items()}
        for number, share in zip(*np.nonzero(state.arrays["parts"]), strict=True):
            ends, rank = parts_of(state, number, share), _rank(PERCENT[share], int(state.kept["count"][number]))
            inside = counts[number, share, : len(ends) - 1]
            _narrow(ranges, (number, share), inside, ends, rank - int(ranges["before"][number, share]))
        arrays, kept = ({name: ranges[name] for name in group} for group in (state.arrays, state.kept))
        divisions = int(state.facts["divisions"]) + 1
        return _with_parts(replace(state, arrays=arrays, kept=kept).with_facts(divisions=divisions))


def bins_of(column: NumberEncoder) -> np.ndarray:
    """Return the ends of the first bins. If a column never varies, all ends equal its mean, and all values are in the
    first bin."""
    return np.array([column.mean, *edges_of(column), column.mean])


def numbers_of(prepared: Prepared) -> list[tuple[int, NumberEncoder]]:
    """Return the columns of numbers, each with its place in the table."""
    columns = enumerate(prepared.encoding.columns)
    return [(place, column) for place, column in columns if isinstance(column, NumberEncoder)]


def categories_of(prepared: Prepared) -> list[CategoryEncoder]:
    """Return the columns of categories."""
    return [column for column in prepared.encoding.columns if isinstance(column, CategoryEncoder)]


def cells_of(column: CategoryEncoder) -> int:
    """Return the number of a column's cells: its categories, other texts, and missing values."""
    return len(column.categories) + 2


def edges_of(column: NumberEncoder) -> np.ndarray:
    """Return the ends of a column's first bins, in its own unit."""
    return column.mean + column.deviation * EDGES


def parts_of(state: State, number: int, share: int) -> np.ndarray:
    """Return the ends of the parts into which the range of a quantile is divided. If the range is narrow enough,
    returns its own ends."""
    low, high, parts = (state.arrays[name][number, share] for name in RANGES)
    if parts == 0:
        return np.array([low, high])
    return np.array([*(low + (high - low) * np.arange(int(parts)) / parts), high])


def count_bins(ascending: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """Return the numbers of values up to the first edge, between each two edges (the upper one included) and above the
    last."""
    upto = np.searchsorted(ascending, edges, side="right")
    return np.diff([0, *upto, len(ascending)])


def _rank(percent: int, count: int) -> int:
    """Return the rank (from 1, in ascending order) of the smallest value that at least `percent` percent of the values
    do not exceed."""
    return -(-percent * count // 100)


def _narrow(ranges: Arrays, at: tuple[int, int], counts: np.ndarray, ends: np.ndarray, rank: int) -> None:
    """Narrow the range `at` to the bin that contains the value of this rank, counted from the start of these bins. Uses
    integers only."""
    upto = np.cumsum(counts)
    place = min(int(np.searchsorted(upto, rank)), len(counts) - 1)
    ranges["low"][at], ranges["high"][at] = ends[place], ends[place + 1]
    ranges["before"][at] += upto[place] - counts[place]
    ranges["inside"][at] = counts[place]


def _with_parts(state: State) -> State:
    """Return the state with the number of parts into which each range is divided next. The number is 0 if a division
    into two is not possible, or if the range has no width."""
    parts = np.minimum(state.kept["inside"] // MIN_IN_PART, MAX_PARTS)
    is_divided = (parts > 1) & (state.arrays["high"] > state.arrays["low"])
    may = int(state.facts["divisions"]) < MAX_DIVISIONS
    return replace(state, arrays=state.arrays | {"parts": np.where(is_divided & may, parts, 0.0)})

"""The preparation of every protocol on tables: moments, and from the moments and the plan one encoding for all parties.

In stage one, a party reports its number of rows and the range of powers of two of its numbers. In stage two, it sums
its numbers in units derived from that range. If the protocol predicts, stage three counts the rows in bins, so that
users can see for which inputs the model has data. If columns are cut into bins, stage four counts rows in finer bins.
Categories and classes are those of the plan. Then an inner protocol works on encoded rows.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from engine import progress
from engine.data.bins import COARSE, FINE, choose_cuts, count_bins, finer_grid, first_grid, seen
from engine.data.columns import Columns
from engine.data.differing_columns import differing_columns
from engine.data.encoding import CategoryEncoder, rest_of
from engine.data.moments import (
    BEYOND,
    coarse_bits,
    count_ranges,
    moment_terms,
    moments_of,
    powers_of,
    range_terms,
    sum_moments,
)
from engine.data.party import Party
from engine.data.table import read_table
from engine.privacy.neighbours import without_few
from engine.privacy.small_counts import hide_few
from engine.privacy.terms import Arrays, Term, Total, Values
from engine.protocols.cut_points import check_ascending, check_cuts
from engine.protocols.on_rows import READY, ROWS, OnEncodedRows, OnRows, Prepared, count_rows
from engine.protocols.own_tables import agreed_of, with_own
from engine.protocols.protocol import QUERY, Result, Stage, State
from engine.table import Table
from engine.targets import is_summed, time_of

MAX_FEATURES = 20_000


class OnTable(OnRows):
    """A federated protocol on tables, for `kinds` of label: `classes`, `number`, `count`, `event`, or none. Raises
    ValueError for a plan with another label."""

    settled = ("scales", "scale", "present", "rest", "cuts", "classes")

    def __init__(self, plan: dict, kinds: tuple[str, ...], inner: OnEncodedRows):
        super().__init__(plan, kinds, inner)
        self.columns = Columns.of(plan)

    @property
    def has_scale(self) -> bool:
        """Whether the label, or an event's time, is a number whose mean and deviation are summed with those of the
        columns."""
        return is_summed(self.target)

    @property
    def steps(self) -> tuple[str, ...]:
        places, cuts = ("places",) if self.inner.predicts else (), ("cuts",) if self.inner.bins else ()
        return ("ranges", "moments", *places, *cuts, READY)

    @property
    def numbers(self) -> int:
        """Number of numeric columns."""
        return len(self.columns.numbers)

    @property
    def summed(self) -> int:
        """Number of columns whose numbers are summed: those of the features, and the label if it is a number."""
        return self.numbers + self.has_scale

    @property
    def agreed(self) -> tuple[str, ...]:
        """Parties that the inner protocol reports separately; empty for most protocols."""
        return agreed_of(self.plan) if getattr(self.inner, "tells_own", False) else ()

    def preparing(self, state: State) -> Stage:
        match state.facts["at"]:
            case "ranges":
                terms = ROWS | range_terms(self.summed)
                return Stage("ranges", "statistics", QUERY, 0, terms, shown=tuple(ROWS), agreed=self.agreed)
            case "moments":
                terms = moment_terms(self.summed, state.facts["training"], self._coarse(state))
                return Stage("moments", "statistics", QUERY, 0, terms, agreed=self.agreed)
            case "places" | "cuts" as name:
                return Stage(name, "statistics", QUERY, 0, self._counts(name, state))
        raise ValueError("this stage does not exist")

    def open(self, path: str) -> Party:
        label = self.target and self.target.name
        return self.party(read_table(path, self.columns.names, label, time_of(self.target)))

    def party(self, table: Table) -> Party:
        self.columns.check(table)
        return super().party(table)

    def check_preparing(self, state: State) -> None:
        facts = state.facts
        if facts["at"] == "moments":
            powers = facts["powers"]
            if len(powers) != self.summed or not all(type(power) is int and abs(power) <= BEYOND for power in powers):
                raise ValueError("the powers do not fit the plan")
        if "scales" not in facts:
            if facts["at"] not in ("ranges", "moments"):
                raise ValueError("the columns have no scale")
            return
        if len(facts["scales"]) != self.numbers or ("scale" in facts) != self.has_scale:
            raise ValueError("the scales are not for the plan's columns")
        present = facts.get("present", [0] * self.summed)
        if len(present) != self.summed or not all(
            type(one) is int and 0 <= one <= facts["training"] for one in present
        ):
            raise ValueError("the numbers of values are impossible")
        if self.start and (facts["scales"], facts.get("scale")) != (self.start.scales, self.start.scale):
            raise ValueError("the scales are not those of the model that the plan starts from")
        scales = np.array([*facts["scales"], facts.get("scale", (0, 1))], dtype=float)
        if scales.shape[1:] != (2,) or not np.isfinite(scales).all() or np.any(scales[:, 1] < 0) or scales[-1, 1] == 0:
            raise ValueError("no column has this scale")
        self._check_rest(facts)
        prepared = self.prepared(state)
        if prepared.encoding.features > MAX_FEATURES:
            raise ValueError("too many features for a table")
        if facts["at"] == "cuts":
            if {name: values.shape for name, values in state.arrays.items()} != {"grid": (self.numbers, FINE - 1)}:
                raise ValueError("the arrays do not have the plan's shape")
            check_ascending(state.arrays["grid"])
        elif facts["at"] == READY and self.inner.bins:
            self._check_cuts(facts)

    def check_preparing_transition(self, before: State, state: State) -> None:
        past, now = before.facts, state.facts
        if now["at"] == "cuts":
            check_cuts(first_grid(self.prepared(state).encoding), state.arrays["grid"], all_stay=True)
        elif past["at"] == "cuts":
            check_cuts(before.arrays["grid"], [now["cuts"][place] for place in self.columns.numbers], all_stay=False)

    def compute(self, state: State, party: Party, stage: Stage) -> Values:
        if self._is_compared(state):
            self._compare(state, party)
        return super().compute(state, party, stage)

    def prepare(self, state: State, party: Party, stage: Stage) -> Values:
        match stage.name:
            case "ranges":
                return count_rows(party) | count_ranges(self._numbers(state, party))
            case "moments":
                return sum_moments(self._numbers(state, party), state.facts["powers"], self._coarse(state))
            case "places":
                return self._places(state, party)
            case "cuts":
                return self._cuts(state, party)
        raise ValueError("this stage does not exist")

    def after(self, state: State, total: Total) -> State:
        match state.facts["at"]:
            case "ranges":
                rows = {part: int(total[part]) for part in ROWS}
                state = with_own(state, total, lambda own: {"rows": sum(own[part] for part in ROWS)})
                return state.with_facts(**rows, powers=powers_of(total))
            case "moments":
                return self._after_moments(state, total)
            case "places":
                return self._after_places(state, total)
        return self._after_cuts(state, total)

    def result(self, state: State) -> Result:
        result = super().result(state)
        return self._with_seen(state, result) if "model" in result.card else result

    @property
    def kinds(self) -> list[tuple[str, str]]:
        pairs = zip(self.columns.names, self.columns.categories, strict=True)
        return [(name, "number" if known is None else "category") for name, known in pairs]

    def prepared(self, state: State) -> Prepared:
        facts = state.facts
        encoding = self.columns.encoding(facts["scales"], facts.get("rest"))
        cuts, classes = tuple(map(tuple, facts.get("cuts", ()))), tuple(facts.get("classes", ()))
        return Prepared(encoding, cuts=cuts, classes=classes, **self.of_run(state))

    def _is_compared(self, state: State) -> bool:
        """Whether a party should compare its columns with the other parties' in this state. The state must contain the
        moments of all parties, and be close to the first such state. Runs that start from a model are not compared,
        because their scales come from another run. Stages without rounds may repeat the report; an edge accepts one for
        each run."""
        facts = state.facts
        after = self.steps[self.steps.index("moments") + 1]
        is_first = facts["at"] == after and (after != READY or not facts.get("round"))
        return is_first and "present" in facts and facts["parties"] > 1 and self.start is None

    def _compare(self, state: State, party: Party) -> None:
        """Report to the party's own edge in which columns its values differ from the other parties'."""
        facts = state.facts
        names = [self.columns.names[place] for place in self.columns.numbers]
        scales = list(facts["scales"])
        if self.has_scale and self.target:
            names.append(time_of(self.target) or self.target.name)
            scales.append(facts["scale"])
        found = differing_columns(self._numbers(state, party), scales, facts["present"], facts["parties"])
        if found:
            progress.report_differing_columns(
                [{"column": names[one.place], "own": list(one.own), "all": list(one.all)} for one in found]
            )

    def _features(self, state: State, party: Party) -> np.ndarray:
        """Return the numbers of the training rows [rows, numeric columns]."""
        return self._numbers(state, party)[:, : self.numbers]

    def _numbers(self, state: State, party: Party) -> np.ndarray:
        """Return the numbers of the training rows [rows, numeric columns], with the label last if it is summed. If the
        protocol does not predict, the sums are a result, so they are over groups of neighbours (see
        privacy/neighbours.py). Otherwise columns with few values are left out, unless a party trains alone."""
        places = [*self.columns.numbers, *([len(self.columns.names)] if self.has_scale else [])]
        if not self.inner.predicts:
            return party.reported_numbers.summed[:, places]
        numbers = party.numbers[:, places]
        return numbers if state.facts["parties"] == 1 else without_few(numbers)

    def _coarse(self, state: State) -> int:
        return coarse_bits(state.facts["training"], state.facts["parties"])

    def _after_moments(self, state: State, total: Total) -> State:
        powers, coarse = state.facts["powers"], self._coarse(state)
        moments = moments_of(total, powers, coarse)
        scales = np.column_stack([moments.mean, moments.deviation]).tolist()
        facts: dict[str, Any] = {"scales": scales[: self.numbers], "present": [int(count) for count in moments.count]}
        if self.has_scale and "scale" not in state.facts:
            mean, deviation = scales[-1]
            facts["scale"] = [mean, deviation or 1.0]
        if self.start:
            facts |= {"scales": self.start.scales} | ({"scale": self.start.scale} if self.has_scale else {})
        state = with_own(state, total, lambda own: vars(moments_of(own, powers, coarse)))
        return replace(state, facts={name: fact for name, fact in state.facts.items() if name != "powers"} | facts)

    def _counts(self, name: str, state: State) -> dict[str, Term]:
        """Return the terms that count training rows: the numbers of each column by bin; the first count also includes
        categories, other texts and missing values; the second count, for cut points, also includes the classes."""
        facts = state.facts
        categories = sum(len(known) + 2 for known in self.columns.known)
        known = {"places": {"places": (self.numbers, COARSE), "categories": (categories,)}}.get(
            name, {"parts": (self.numbers, FINE)}
        )
        if name == "cuts" and self.label.kind == "classes":
            known["classes"] = (self.label.outputs,)
        return {term: Term(shape, facts["training"], whole=True) for term, shape in known.items()}

    def _places(self, state: State, party: Party) -> Arrays:
        encoding = self.prepared(state).encoding
        pairs = zip(encoding.columns, party.training.columns, strict=True)
        categories = [encoder.count(column) for encoder, column in pairs if isinstance(encoder, CategoryEncoder)]
        return {
            "places": count_bins(self._features(state, party), first_grid(encoding)),
            "categories": np.concatenate([*categories, []]),
        }

    def _cuts(self, state: State, party: Party) -> Arrays:
        found = {"parts": count_bins(self._features(state, party), state.arrays["grid"])}
        if self.label.kind == "classes":
            found["classes"] = self.label.encode(party.everything.require_label())[: len(party.training)].sum(axis=0)
        return found

    def _after_places(self, state: State, total: Total) -> State:
        cells = np.cumsum([len(known) + 2 for known in self.columns.known])
        counts = [part.tolist() for part in np.split(total.integers["categories"], cells)[:-1]]
        rest = self.start.rest if self.start else [list(rest_of(own)) for own in counts]
        state = state.with_facts(rest=rest)
        kept = {"seen/places": total.integers["places"]}
        kept["seen/categories"] = np.concatenate(
            [_by_code(own, column) for own, column in zip(counts, self._categories(state), strict=True)]
            or [np.array([])]
        ).astype(np.int64)
        if not self.inner.bins:
            return replace(state, kept=kept)
        grid = finer_grid(first_grid(self.prepared(state).encoding), total["places"])
        return replace(state, arrays={"grid": grid}, kept=kept)

    def _after_cuts(self, state: State, total: Total) -> State:
        chosen = iter(choose_cuts(state.arrays["grid"], total["parts"], self.inner.bins))
        cuts = [next(chosen) if known is None else [] for known in self.columns.categories]
        classes = {"classes": total.integers["classes"].tolist()} if "classes" in total.terms else {}
        counts = np.zeros((len(cuts), self.inner.bins))
        for place, grid, parts in zip(self.columns.numbers, state.arrays["grid"], total["parts"], strict=True):
            ends = np.searchsorted(grid, cuts[place], side="left")
            counts[place, : len(ends) + 1] = np.diff(np.cumsum(parts)[ends], prepend=0, append=parts.sum())
        kept = state.kept | {"seen/bins": counts}
        return replace(state, arrays={}, kept=kept).with_facts(cuts=cuts, **classes)

    def _check_rest(self, facts: dict[str, Any]) -> None:
        """Raise ValueError if codes of other texts and missing values are such that no rows lead to them."""
        steps = self.steps
        is_counted = "places" in steps and steps.index(facts["at"]) > steps.index("places")
        if ("rest" in facts) != is_counted:
            raise ValueError("the columns have no codes for other texts")
        for (other, missing), known in zip(
            facts.get("rest", [(0, 0)] * len(self.columns.known)), self.columns.known, strict=True
        ):
            if type(other) is not int or type(missing) is not int:
                raise ValueError("a code is not an integer")
            if not (0 <= other <= len(known) and 0 <= missing <= len(known) + (other == len(known))):
                raise ValueError("no category has this code")
        if self.start and is_counted and facts["rest"] != self.start.rest:
            raise ValueError("the codes are not those of the model that the plan starts from")

    def _check_cuts(self, facts: dict[str, Any]) -> None:
        cuts, classes = facts["cuts"], facts.get("classes", [])
        if [len(points) for points in cuts if len(points) >= self.inner.bins] or len(cuts) != len(self.columns.names):
            raise ValueError("more cut points than the plan's bins have")
        if any(points for points, known in zip(cuts, self.columns.categories, strict=True) if known is not None):
            raise ValueError("cut points of a column of categories")
        for points in cuts:
            check_ascending(np.array([points], dtype=float))
        if len(classes) != (self.label.outputs if self.label.kind == "classes" else 0):
            raise ValueError("the classes are not the plan's")
        if not all(type(rows) is int and 0 <= rows <= facts["training"] for rows in classes):
            raise ValueError("the numbers of rows are impossible")

    def _categories(self, state: State) -> list[CategoryEncoder]:
        return [column for column in self.prepared(state).encoding.columns if isinstance(column, CategoryEncoder)]

    def _with_seen(self, state: State, result: Result) -> Result:
        """Add the counts of the rows' values and of missing numbers to each input in the card, and in the model's
        file."""
        # onnx is imported here, because it is large and workers do not need it
        from engine.export.onnx_file import with_description

        grid = iter(zip(first_grid(self.prepared(state).encoding), state.kept["seen/places"], strict=True))
        cells = np.cumsum([column.width for column in self._categories(state)])
        categories = iter(np.split(state.kept["seen/categories"], cells))
        columns, rows = [], self.prepared(state).training
        for column, known in zip(result.card["model"]["input"]["columns"], self.columns.categories, strict=True):
            where = seen(*next(grid)) if known is None else {"points": [], "counts": next(categories).tolist()}
            # this count is hidden together with others, because other figures of the card would reveal it
            missing = rows - sum(where["counts"])
            *counts, missing = hide_few([*where["counts"], missing])
            columns.append(
                column | {"seen": where | {"counts": counts}} | ({"missing": missing} if known is None else {})
            )
        model = result.card["model"] | {"input": {"kind": "table", "columns": columns}}
        file = result.model and with_description(result.model, model)
        return Result(file, result.card | {"model": model})


def _by_code(counts: list[int], column: CategoryEncoder) -> np.ndarray:
    """Return the number of rows with each code of the column [width]."""
    codes = [*range(len(column.categories)), column.other, column.missing]
    return np.bincount(codes, counts, minlength=column.width)


def missing_in(state: State, prepared: Prepared) -> dict[str, int]:
    """Return for each numeric column the number of all parties' training rows in which it is missing."""
    columns = [column for column in prepared.encoding.columns if not isinstance(column, CategoryEncoder)]
    present = state.kept["seen/places"].sum(axis=1).tolist()
    return {column.name: prepared.training - int(rows) for column, rows in zip(columns, present, strict=True)}


def incomplete(state: State, prepared: Prepared) -> set[str]:
    """Return the numeric columns that have a missing value in at least one training row."""
    return {name for name, rows in missing_in(state, prepared).items() if rows > 0}


def rows_in_bins(state: State, prepared: Prepared) -> list[np.ndarray]:
    """Return for each column the number of training rows by bin of its cuts, or by category."""
    found, start = [], 0
    for place, (column, cuts) in enumerate(zip(prepared.encoding.columns, prepared.cuts, strict=True)):
        if isinstance(column, CategoryEncoder):
            found.append(state.kept["seen/categories"][start : start + column.width].astype(float))
            start += column.width
        else:
            found.append(state.kept["seen/bins"][place, : len(cuts) + 1])
    return found

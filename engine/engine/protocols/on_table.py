"""What every protocol on tables does first: moments, and from them and the plan one encoding for everybody.

In the first stage a party tells how many rows it has, and in which range of powers of two its numbers lie; in the
second it sums them in units made of that. Where something will predict, a third counts where its rows lie, so that
people can be told where the model knows its way; and where columns are cut into bins, a fourth counts that finer.
Categories and classes are the plan's. Then an inner protocol works on encoded rows.
"""

from copy import copy
from dataclasses import dataclass, replace
from typing import Any, Protocol, Self

import numpy as np

from engine.data.bins import COARSE, FINE, choose_cuts, count_bins, finer_grid, first_grid, seen
from engine.data.columns import Columns
from engine.data.encoding import CategoryEncoder, Encoding
from engine.data.moments import (
    BEYOND,
    count_ranges,
    moment_terms,
    moments_of,
    powers_of,
    range_terms,
    sum_moments,
)
from engine.data.party import Party
from engine.data.table import Table, read_table
from engine.privacy.few import hide_few
from engine.privacy.terms import MOST_ROWS, Arrays, Term, Total
from engine.protocols.cut_points import check_ascending, check_cuts
from engine.protocols.own_tables import agreed_of, with_own
from engine.protocols.protocol import QUERY, Result, Scored, Stage, State
from engine.protocols.starting import Start
from engine.targets import Target, is_summed, target_of, time_of

MOST_FEATURES = 20_000
SETTLED = ("scales", "scale", "cuts", "classes")  # facts that stay once they are there
ROWS = {"training": Term((), MOST_ROWS, whole=True), "validation": Term((), MOST_ROWS, whole=True)}


@dataclass(frozen=True)
class Prepared:
    """What everybody knows once the moments are summed: how columns and label become numbers, how many rows all parties
    have together to train on and to score on, how many parties there are, the run's seed, the plan, and the model
    that it starts from, if any; and of columns that are cut into bins, each one's `cuts`, and the training rows of each
    class."""

    encoding: Encoding
    target: Target | None
    training: int
    validation: int
    parties: int
    seed: str
    plan: dict
    start: Start | None
    cuts: tuple[tuple[float, ...], ...] = ()
    classes: tuple[int, ...] = ()

    @property
    def rows(self) -> int:
        """Of all parties together, and so the most that one has."""
        return self.training + self.validation


class OnEncodedRows(Protocol):
    """A protocol that begins where tables are encoded. Its facts stand in the state beside those of the preparation;
    what the best model scored it keeps under `scores/` and `final/`, and says in the fact `best` after how many rounds
    that is. Where it `holds_aside` no rows, all of a party's are training rows. What `predicts` has it counted where
    the rows lie; `bins` are those that a column of numbers is cut into, 0 of one that is not. It finishes early after a
    round only."""

    holds_aside: bool
    predicts: bool
    bins: int

    def first(self, state: State, prepared: Prepared) -> State: ...

    def ask(self, state: State, prepared: Prepared) -> Stage | None: ...

    def check(self, state: State, prepared: Prepared) -> None: ...

    def follows(self, before: State, state: State, prepared: Prepared) -> None: ...

    def answer(self, state: State, prepared: Prepared, party: Party, stage: Stage) -> Arrays: ...

    def advance(self, state: State, prepared: Prepared, stage: Stage, total: Total) -> State: ...

    def finish_early(self, state: State) -> State: ...

    def metrics(self, prepared: Prepared, scores: Arrays) -> dict[str, float]: ...

    def metric_names(self, target: Target | None) -> tuple[str, ...]: ...

    def outputs(self, state: State, prepared: Prepared, table: Table) -> np.ndarray:
        """Of the best model for a table's rows: what its target predicts from [rows, outputs]."""
        ...

    def held_out(self, state: State, prepared: Prepared, party: Party) -> tuple[np.ndarray, np.ndarray]:
        """Of the model that a last state sends, outputs and targets [rows, outputs] of the party's rows that it is
        scored on."""
        ...

    def result(self, state: State, prepared: Prepared) -> Result: ...


class OnTable:
    """A federated protocol on tables (see protocol.py) for `kinds` of label: `classes`, `number`, `count`, `event`, or
    none. Raises ValueError for a plan with another one."""

    def __init__(self, plan: dict, kinds: tuple[str, ...], inner: OnEncodedRows):
        self.plan, self.inner = plan, inner
        self.columns, self.target = Columns.of(plan), target_of(plan["target"])
        self.start = Start.of(plan)
        if bool(kinds) != bool(self.target) or (self.target and self.target.kind not in kinds):
            raise ValueError("the algorithm predicts no such label")
        if self.start and not getattr(inner, "resumes", False):
            raise ValueError("the algorithm starts from no model")

    @property
    def has_scale(self) -> bool:
        """Whether the label, or an event's time, is a number, whose mean and deviation are summed with the columns'."""
        return is_summed(self.target)

    @property
    def steps(self) -> tuple[str, ...]:
        """What a state may be at: a preparing stage, or past them."""
        places, cuts = ("places",) if self.inner.predicts else (), ("cuts",) if self.inner.bins else ()
        return ("ranges", "moments", *places, *cuts, "ready")

    @property
    def numbers(self) -> int:
        """How many columns of numbers there are."""
        return len(self.columns.numbers)

    @property
    def summed(self) -> int:
        """How many columns' numbers are summed: those of the features, and the label's."""
        return self.numbers + self.has_scale

    @property
    def agreed(self) -> tuple[str, ...]:
        """Parties of which the inner protocol tells by themselves; most never do."""
        return agreed_of(self.plan) if getattr(self.inner, "tells_own", False) else ()

    def begin(self, parties: int, seed: str, scale: tuple[float, float] | None = None) -> State:
        """With `scale` a label's mean and deviation are settled: for a party that trains alone, to be compared."""
        facts = {"at": "ranges", "parties": parties, "seed": seed}
        return State(facts | ({"scale": list(scale)} if scale else {}))

    def ask(self, state: State) -> Stage | None:
        match state.facts["at"]:
            case "ranges":
                terms = ROWS | range_terms(self.summed)
                return Stage("ranges", "statistics", QUERY, 0, terms, shown=tuple(ROWS), agreed=self.agreed)
            case "moments":
                terms = moment_terms(self.summed, state.facts["training"])
                return Stage("moments", "statistics", QUERY, 0, terms, agreed=self.agreed)
            case "places" | "cuts" as name:
                return Stage(name, "statistics", QUERY, 0, self._counts(name, state))
        return self.inner.ask(state, self.prepared(state))

    def open(self, path: str) -> Party:
        label = self.target and self.target.name
        return self.party(read_table(path, self.columns.names, label, time_of(self.target)))

    def party(self, table: Table) -> Party:
        """A party of rows in memory, features in the plan's order. Raises PartyError `data.type-mismatch` (column)."""
        self.columns.check(table)
        if self.target:
            self.target.check(table.label)
        return Party.of(table) if self.inner.holds_aside else Party.whole(table)

    def check(self, state: State) -> None:
        facts = state.facts
        if facts["at"] not in self.steps:
            raise ValueError("no such stage")
        settled = () if facts["at"] == "ranges" else ROWS
        if not all(type(facts[part]) is int and 0 <= facts[part] <= facts["parties"] * MOST_ROWS for part in settled):
            raise ValueError("rows that nobody can have")
        if facts["at"] == "moments":
            powers = facts["powers"]
            if len(powers) != self.summed or not all(type(power) is int and abs(power) <= BEYOND for power in powers):
                raise ValueError("powers do not fit the plan")
        if "scales" not in facts:
            if facts["at"] not in ("ranges", "moments"):
                raise ValueError("columns without a scale")
            return
        if len(facts["scales"]) != self.numbers or ("scale" in facts) != self.has_scale:
            raise ValueError("scales of other columns than the plan's")
        if self.start and (facts["scales"], facts.get("scale")) != (self.start.scales, self.start.scale):
            raise ValueError("other scales than those of the model that the plan starts from")
        scales = np.array([*facts["scales"], facts.get("scale", (0, 1))], dtype=float)
        if scales.shape[1:] != (2,) or not np.isfinite(scales).all() or np.any(scales[:, 1] < 0) or scales[-1, 1] == 0:
            raise ValueError("a scale that no column has")
        prepared = self.prepared(state)
        if prepared.encoding.features > MOST_FEATURES:
            raise ValueError("more features than a table may have")
        if facts["at"] == "cuts":
            if {name: values.shape for name, values in state.arrays.items()} != {"grid": (self.numbers, FINE - 1)}:
                raise ValueError("the arrays are not those that the plan makes")
            check_ascending(state.arrays["grid"])
        elif facts["at"] == "ready":
            if self.inner.bins:
                self._check_cuts(facts)
            self.inner.check(state, prepared)

    def starts(self, state: State, parties: int, seed: str) -> None:
        if state.facts != self.begin(parties, seed).facts or state.arrays:
            raise ValueError("a run does not begin so")

    def follows(self, before: State, state: State) -> None:
        past, now = before.facts, state.facts
        kept = ("parties", "seed", "training", "validation", *(SETTLED if "scales" in past else ()))
        if any(name in past and past[name] != now.get(name) for name in kept):
            raise ValueError("what was settled has changed")
        if past["at"] == "ready":
            if now["at"] != "ready":
                raise ValueError("what was settled has changed")
            self.inner.follows(before, state, self.prepared(state))
        elif self.steps.index(now["at"]) != self.steps.index(past["at"]) + 1:
            raise ValueError("a stage was left out")
        elif now["at"] == "cuts":
            check_cuts(first_grid(self.prepared(state).encoding), state.arrays["grid"], all_stay=True)
        elif now["at"] == "ready":
            if past["at"] == "cuts":
                check_cuts(
                    before.arrays["grid"], [now["cuts"][place] for place in self.columns.numbers], all_stay=False
                )
            known = {name: now[name] for name in now if name in past or name in SETTLED}
            first = self.inner.first(State(known), self.prepared(state))
            if not same_arrays(first, state) or first.facts | {"at": "ready"} != now:
                raise ValueError("not the first model that the plan makes")

    def answer(self, state: State, party: Party, stage: Stage) -> Arrays:
        match stage.name:
            case "ranges":
                rows = {part: float(len(getattr(party, part))) for part in ROWS}
                return rows | count_ranges(self._numbers(party))
            case "moments":
                return sum_moments(self._numbers(party), state.facts["powers"])
            case "places":
                return self._places(state, party)
            case "cuts":
                return self._cuts(state, party)
        return self.inner.answer(state, self.prepared(state), party, stage)

    def advance(self, state: State, total: Total) -> State:
        match state.facts["at"]:
            case "ranges":
                rows = {part: int(total[part]) for part in ROWS}
                state = with_own(state, total, lambda own: {"rows": sum(own[part] for part in ROWS)})
                return state.with_facts(at="moments", **rows, powers=powers_of(total))
            case "moments":
                return self._next(self._after_moments(state, total))
            case "places":
                return self._next(self._after_places(state, total))
            case "cuts":
                return self._next(self._after_cuts(state, total))
        stage = self.ask(state)
        return self.inner.advance(state, self.prepared(state), stage, total)

    def finish_early(self, state: State) -> State:
        has_model = state.facts["at"] == "ready" and int(state.facts.get("round", 0)) > 0
        return self.inner.finish_early(state) if has_model else state

    @property
    def metric_names(self) -> tuple[str, ...]:
        """What `metrics` may say."""
        return self.inner.metric_names(self.target)

    def without_comparison(self) -> Self:
        """The same where nobody is compared with what they would have got alone."""
        compares = getattr(self.inner, "compares", False)
        changed = copy(self)
        changed.inner = replace(self.inner, compares=False) if compares else self.inner
        return changed

    def scored(self, before: State, stage: Stage, total: Total, after: State) -> list[Scored]:
        if stage.scored is None:
            return []
        return [Scored(stage.scored, self.metrics(before, total.group("score")), self.best(after))]

    def metrics(self, state: State, scores: Arrays) -> dict[str, float]:
        return self.inner.metrics(self.prepared(state), scores)

    def gains(self, state: State, ends: np.ndarray) -> dict[str, dict[str, float]]:
        target = self.prepared(state).target
        found = zip(target.metric_names, ends.tolist(), strict=True)
        # Ends in the wrong order: the metric has no value.
        return {
            name: {"low": low * target.unit(name), "high": high * target.unit(name)}
            for name, (low, high) in found
            if low <= high
        }

    def best(self, state: State) -> int:
        return int(state.facts.get("best", 0))

    def result(self, state: State) -> Result:
        result = self.inner.result(state, self.prepared(state))
        if "model" in result.card:
            result = self._with_seen(state, result)
        return replace(result, card=self.heading | result.card)

    @property
    def heading(self) -> dict:
        """What a card says of rows and label."""
        kinds = zip(self.columns.names, self.columns.categories, strict=True)
        columns = [{"name": name, "kind": "number" if known is None else "category"} for name, known in kinds]
        heading = {"columns": columns, "label": self.target.name if self.target else ""}
        return heading | ({"start": self.start.heading} if self.start else {})

    def scores(self, state: State, table: Table) -> Arrays:
        """What the best model's scores on these rows are, before they are metrics."""
        prepared = self.prepared(state)
        outputs = self.inner.outputs(state, prepared, table)
        return prepared.target.score(outputs, prepared.target.encode(table.label))

    def predict(self, state: State, table: Table) -> np.ndarray:
        """Probabilities [rows, classes], or numbers [rows, 1] in the label's unit, by the best model."""
        prepared = self.prepared(state)
        return prepared.target.predict(self.inner.outputs(state, prepared, table))

    def prepared(self, state: State) -> Prepared:
        """What the first stages found."""
        facts = state.facts
        rows = [int(facts[part]) for part in ROWS]
        target = target_of(self.plan["target"], facts.get("scale", (0.0, 1.0)), sum(rows))
        encoding = self.columns.encoding(facts["scales"])
        cuts, classes = tuple(map(tuple, facts.get("cuts", ()))), tuple(facts.get("classes", ()))
        of_run = int(facts["parties"]), str(facts["seed"]), self.plan, self.start
        return Prepared(encoding, target, *rows, *of_run, cuts, classes)

    def _features(self, party: Party) -> np.ndarray:
        """Training rows [rows, columns of numbers]."""
        return party.reported_numbers(label=False)[:, self.columns.numbers]

    def _numbers(self, party: Party) -> np.ndarray:
        """Training rows [rows, columns of numbers], the label last where it is summed."""
        places = [*self.columns.numbers, *([len(self.columns.names)] if self.has_scale else [])]
        return party.reported_numbers(label=self.has_scale)[:, places]

    def _next(self, state: State) -> State:
        """The state of the next preparing stage, or the inner protocol's first."""
        at = self.steps[self.steps.index(state.facts["at"]) + 1]
        state = state.with_facts(at=at)
        if at != "ready":
            return state
        first = self.inner.first(replace(state, kept={}), self.prepared(state))
        return replace(first, kept=state.kept | first.kept)

    def _after_moments(self, state: State, total: Total) -> State:
        moments = moments_of(total, state.facts["powers"])
        scales = np.column_stack([moments.mean, moments.deviation]).tolist()
        facts: dict[str, Any] = {"scales": scales[: self.numbers]}
        if self.has_scale and "scale" not in state.facts:
            mean, deviation = scales[-1]
            facts["scale"] = [mean, deviation or 1.0]
        if self.start:
            facts |= {"scales": self.start.scales} | ({"scale": self.start.scale} if self.has_scale else {})
        state = with_own(state, total, lambda own: vars(moments_of(own, state.facts["powers"])))
        return replace(state, facts={name: fact for name, fact in state.facts.items() if name != "powers"} | facts)

    def _counts(self, name: str, state: State) -> dict[str, Term]:
        """What is counted of the training rows: the numbers of each column by bins, and where they are counted first
        the categories; of what grows on bins the classes too."""
        facts = state.facts
        categories = sum(column.width for column in self._categories(state))
        known = {"places": {"places": (self.numbers, COARSE), "categories": (categories,)}}.get(
            name, {"parts": (self.numbers, FINE)}
        )
        if name == "cuts" and self.target.kind == "classes":
            known["classes"] = (self.target.outputs,)
        return {term: Term(shape, facts["training"], whole=True) for term, shape in known.items()}

    def _places(self, state: State, party: Party) -> Arrays:
        encoding = self.prepared(state).encoding
        pairs = zip(encoding.columns, party.training.columns, strict=True)
        codes = [
            np.bincount(encoder.codes(column), minlength=encoder.width)
            for encoder, column in pairs
            if isinstance(encoder, CategoryEncoder)
        ]
        return {
            "places": count_bins(self._features(party), first_grid(encoding)),
            "categories": np.concatenate([*codes, []]),
        }

    def _cuts(self, state: State, party: Party) -> Arrays:
        found = {"parts": count_bins(self._features(party), state.arrays["grid"])}
        if self.target.kind == "classes":
            found["classes"] = self.target.encode(party.everything.label)[: len(party.training)].sum(axis=0)
        return found

    def _after_places(self, state: State, total: Total) -> State:
        kept = {f"seen/{name}": total.integers[name] for name in ("places", "categories")}
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

    def _check_cuts(self, facts: dict[str, Any]) -> None:
        cuts, classes = facts["cuts"], facts.get("classes", [])
        if [len(points) for points in cuts if len(points) >= self.inner.bins] or len(cuts) != len(self.columns.names):
            raise ValueError("more cut points than the plan's bins have")
        if any(points for points, known in zip(cuts, self.columns.categories, strict=True) if known is not None):
            raise ValueError("a cut between categories")
        for points in cuts:
            check_ascending(np.array([points], dtype=float))
        if len(classes) != (self.target.outputs if self.target.kind == "classes" else 0):
            raise ValueError("other classes than the plan's")
        if not all(type(rows) is int and 0 <= rows <= facts["training"] for rows in classes):
            raise ValueError("rows that nobody can have")

    def _categories(self, state: State) -> list[CategoryEncoder]:
        return [column for column in self.prepared(state).encoding.columns if isinstance(column, CategoryEncoder)]

    def _with_seen(self, state: State, result: Result) -> Result:
        """Says of each of the model's columns where the rows lie, in the file too."""
        from engine.export.onnx_file import with_description  # onnx is large, and no worker needs it

        grid = iter(zip(first_grid(self.prepared(state).encoding), state.kept["seen/places"], strict=True))
        cells = np.cumsum([column.width for column in self._categories(state)])
        categories = iter(np.split(state.kept["seen/categories"], cells))
        inputs, rows = [], self.prepared(state).training
        for column, known in zip(result.card["model"]["inputs"], self.columns.categories, strict=True):
            where = seen(*next(grid)) if known is None else {"points": [], "counts": next(categories).tolist()}
            missing = rows - sum(where["counts"])  # which other figures of the card tell
            inputs.append(column | {"seen": where | {"counts": hide_few([*where["counts"], missing])[:-1]}})
        model = result.card["model"] | {"inputs": inputs}
        return Result(with_description(result.model, model), result.card | {"model": model})


def rows_in_bins(state: State, prepared: Prepared) -> list[np.ndarray]:
    """Of each column how many training rows have which bin of its cuts, or which category."""
    found, start = [], 0
    for place, (column, cuts) in enumerate(zip(prepared.encoding.columns, prepared.cuts, strict=True)):
        if isinstance(column, CategoryEncoder):
            found.append(state.kept["seen/categories"][start : start + column.width].astype(float))
            start += column.width
        else:
            found.append(state.kept["seen/bins"][place, : len(cuts) + 1])
    return found


def scores_of(state: State) -> Arrays:
    """What the best model scored."""
    kept = state.kept.items()
    return {name.removeprefix("scores/"): values for name, values in kept if name.startswith("scores/")}


def loss_of(target: Target) -> str:
    """The score term that is a target's loss, to be compared as it was summed."""
    return "score.squared" if target.kind == "number" else "score.loss"


def same_arrays(one: State, other: State) -> bool:
    """Whether two states hold the same arrays, to the bit."""
    return set(one.arrays) == set(other.arrays) and all(
        np.array_equal(values, other.arrays[name]) for name, values in one.arrays.items()
    )


def check_arrays(state: State, first: State) -> None:
    """Raises ValueError unless a state's arrays are numbers in the names and shapes of the first state's."""
    if {name: values.shape for name, values in state.arrays.items()} != {
        name: values.shape for name, values in first.arrays.items()
    }:
        raise ValueError("the arrays are not those that the plan makes")
    if not all(values.dtype == np.float64 and np.isfinite(values).all() for values in state.arrays.values()):
        raise ValueError("an array holds what is no number")

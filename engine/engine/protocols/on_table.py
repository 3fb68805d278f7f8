"""What every protocol on tables does first: names, moments, and from them one encoding for everybody.

Two stages. In the first a party tells how many rows it has, its columns' kinds and categories, and in which range of
powers of two its numbers lie; in the second it sums them in units made of that. Then an inner protocol works on encoded
rows.
"""

from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np

from engine.data.encoding import Encoding
from engine.data.moments import (
    BEYOND,
    Moments,
    count_ranges,
    moment_terms,
    moments_of,
    powers_of,
    range_terms,
    sum_moments,
)
from engine.data.names import MOST_CATEGORIES, ColumnNames, build_encoding, combine_names
from engine.data.party import Party
from engine.data.table import Table, feature_names, read_table
from engine.privacy.terms import MOST_ROWS, Arrays, Term, Total
from engine.protocols.protocol import QUERY, Answer, Result, Stage, State
from engine.targets import Target, target_from_json
from engine.targets.label import MOST_CLASSES, LabelNames, choose_target
from engine.targets.number import Number

MOST_FEATURES = 20_000
ROWS = {"training": Term((), MOST_ROWS, whole=True), "validation": Term((), MOST_ROWS, whole=True)}


@dataclass(frozen=True)
class Prepared:
    """What everybody knows once the moments are summed: how columns and label become numbers, how many rows all parties
    have together to train on and to score on, how many parties there are, and the run's seed."""

    encoding: Encoding
    target: Target | None
    training: int
    validation: int
    parties: int
    seed: str

    @property
    def rows(self) -> int:
        """Of all parties together, and so the most that one has."""
        return self.training + self.validation


class OnEncodedRows(Protocol):
    """A protocol that begins where tables are encoded. Its facts stand in the state beside those of the preparation;
    what the best model scored it keeps under `scores/`, and says in the fact `best` after how many rounds that is.
    Where it `holds_aside` no rows, all of a party's are training rows."""

    holds_aside: bool

    def first(self, state: State, prepared: Prepared) -> State: ...

    def ask(self, state: State, prepared: Prepared) -> Stage | None: ...

    def check(self, state: State, prepared: Prepared) -> None: ...

    def follows(self, before: State, state: State, prepared: Prepared) -> None: ...

    def answer(self, state: State, prepared: Prepared, party: Party, stage: Stage) -> Arrays: ...

    def advance(self, state: State, prepared: Prepared, stage: Stage, total: Total) -> State: ...

    def metrics(self, prepared: Prepared, scores: Arrays) -> dict[str, float]: ...

    def outputs(self, state: State, prepared: Prepared, table: Table) -> np.ndarray:
        """Of the best model for a table's rows: what its target predicts from [rows, outputs]."""
        ...

    def result(self, state: State, prepared: Prepared) -> Result: ...


class OnTable:
    """A federated protocol on tables (see protocol.py) for `kinds` of label: `classes`, `number`, both, or none."""

    def __init__(self, plan: dict, kinds: tuple[str, ...], inner: OnEncodedRows):
        self.plan, self.kinds, self.inner = plan, kinds, inner
        self.names, self.label = feature_names(plan), plan.get("label") if kinds else None

    @property
    def columns(self) -> int:
        """Columns whose numbers are summed: the features, and the label where it may be a number."""
        return len(self.names) + ("number" in self.kinds)

    def begin(self, parties: int, seed: str, agreed: tuple[str, ...] = (), target: Target | None = None) -> State:
        """With `target` the label is settled: for a party that trains alone, to be compared."""
        facts = {"at": "names", "parties": parties, "seed": seed, "agreed": list(agreed)}
        return State(facts | ({"target": target.to_json(), "settled": True} if target else {}))

    def ask(self, state: State) -> Stage | None:
        match state.facts["at"]:
            case "names":
                terms = ROWS | range_terms(self.columns)
                return Stage("names", "statistics", QUERY, 0, terms, texts=True, shown=tuple(ROWS))
            case "moments":
                terms = moment_terms(self.columns, state.facts["training"])
                return Stage("moments", "statistics", QUERY, 0, terms)
        return self.inner.ask(state, self.prepared(state))

    def open(self, path: str) -> Party:
        return self.party(read_table(path, self.names, self.label))

    def party(self, table: Table) -> Party:
        """A party of rows in memory, features in the plan's order."""
        return Party.of(table) if self.inner.holds_aside else Party.whole(table)

    def check(self, state: State) -> None:
        facts = state.facts
        if facts["at"] not in ("names", "moments", "ready"):
            raise ValueError("no such stage")
        if facts["at"] == "moments":
            powers = facts["powers"]
            if len(powers) != self.columns or not all(type(power) is int and abs(power) <= BEYOND for power in powers):
                raise ValueError("powers do not fit the plan")
        if facts["at"] != "ready":
            return
        prepared = self.prepared(state)
        if [column.name for column in prepared.encoding.columns] != self.names:
            raise ValueError("columns are not the plan's")
        if any(len(getattr(column, "categories", ())) > MOST_CATEGORIES for column in prepared.encoding.columns):
            raise ValueError("more categories than a column may have")
        if prepared.encoding.features > MOST_FEATURES:
            raise ValueError("more features than a table may have")
        if (prepared.target is None) != (self.label is None):
            raise ValueError("a target where the plan has none, or none where it has one")
        if prepared.target and (prepared.target.name != self.label or prepared.target.kind not in self.kinds):
            raise ValueError("the target is not the plan's")
        if prepared.target and prepared.target.outputs > MOST_CLASSES:
            raise ValueError("more classes than a label may have")
        self.inner.check(state, prepared)

    def starts(self, state: State, parties: int, seed: str) -> None:
        if state.facts != self.begin(parties, seed).facts | {"agreed": state.facts.get("agreed")} or state.arrays:
            raise ValueError("a run does not begin so")

    def follows(self, before: State, state: State) -> None:
        past, now = before.facts, state.facts
        order = ("names", "moments", "ready")
        kept = ("parties", "seed", "training", "validation", *(("columns",) if past["at"] == "ready" else ()))
        if any(name in past and past[name] != now.get(name) for name in kept):
            raise ValueError("what was settled has changed")
        if past["at"] == "ready":
            if now["at"] != "ready" or past.get("target") != now.get("target"):
                raise ValueError("what was settled has changed")
            self.inner.follows(before, state, self.prepared(state))
        elif order.index(now["at"]) != order.index(past["at"]) + 1:
            raise ValueError("a stage was left out")
        elif now["at"] == "ready":
            known = {name: now[name] for name in now if name in past or name in ("columns", "target")}
            first = self.inner.first(State(known), self.prepared(state))
            if not same_arrays(first, state) or first.facts | {"at": "ready"} != now:
                raise ValueError("not the first model that the plan makes")

    def answer(self, state: State, party: Party, stage: Stage) -> Answer:
        match stage.name:
            case "names":
                return Answer(self._counts(party), self._texts(party))
            case "moments":
                numbers = party.reported_numbers(label="number" in self.kinds)
                return Answer(sum_moments(numbers, state.facts["powers"]))
        return Answer(self.inner.answer(state, self.prepared(state), party, stage))

    def advance(self, state: State, total: Total, texts: dict[str, dict[str, list[str]]]) -> State:
        match state.facts["at"]:
            case "names":
                return self._after_names(state, total, texts)
            case "moments":
                return self._after_moments(state, moments_of(total, state.facts["powers"]))
        stage = self.ask(state)
        return self.inner.advance(state, self.prepared(state), stage, total)

    def metrics(self, state: State, scores: Arrays) -> dict[str, float]:
        return self.inner.metrics(self.prepared(state), scores)

    def best(self, state: State) -> int:
        return int(state.facts.get("best", 0))

    def result(self, state: State) -> Result:
        prepared = self.prepared(state)
        result = self.inner.result(state, prepared)
        columns = [{"name": column.name, "kind": column.kind} for column in prepared.encoding.columns]
        return replace(result, card={"columns": columns, "label": self.label or "", **result.card})

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
        """What the first two stages found."""
        facts = state.facts
        target = target_from_json(facts["target"]) if "target" in facts else None
        rows = (int(facts[part]) for part in ROWS)
        return Prepared(Encoding.from_json(facts["columns"]), target, *rows, int(facts["parties"]), str(facts["seed"]))

    def _counts(self, party: Party) -> Arrays:
        rows = {part: getattr(party, part) for part in ROWS}
        numbers = party.reported_numbers(label="number" in self.kinds)
        return {part: float(len(table)) for part, table in rows.items()} | count_ranges(numbers)

    def _texts(self, party: Party) -> dict[str, list[str]]:
        label = LabelNames.of(party.everything.label, self.kinds).to_texts() if self.label else {}
        return ColumnNames.of(party.training).to_texts() | label

    def _after_names(self, state: State, total: Total, texts: dict[str, dict[str, list[str]]]) -> State:
        categories = combine_names(self.names, [ColumnNames.from_texts(said) for said in texts.values()])
        rows = {part: int(total[part]) for part in ROWS}
        facts: dict[str, Any] = {"at": "moments", **rows, "powers": powers_of(total), "categories": categories}
        if self.label and "target" not in state.facts:
            said = {party: LabelNames.from_texts(told) for party, told in texts.items()}
            target = choose_target(self.label, said, self.kinds, sum(rows.values()), state.facts["agreed"])
            facts["target"] = target.to_json()
        return state.with_facts(**facts)

    def _after_moments(self, state: State, moments: Moments) -> State:
        encoding = build_encoding(self.names, state.facts["categories"], moments)
        facts: dict[str, Any] = {"at": "ready", "columns": encoding.to_json()}
        if state.facts.get("target", {}).get("kind") == "number" and "settled" not in state.facts:
            mean, deviation = float(moments.mean[-1]), float(moments.deviation[-1]) or 1.0
            facts["target"] = Number(self.label, mean, deviation).to_json()
        known = {name: fact for name, fact in state.facts.items() if name not in ("powers", "categories", "agreed")}
        state = State(known | facts)
        return self.inner.first(state, self.prepared(state))


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

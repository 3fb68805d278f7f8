"""A run on rows of any kind: stages that prepare them the same way at every party, then an inner protocol on them."""

from copy import copy
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Protocol, Self

import numpy as np

from engine.data.encoding import Encoding
from engine.data.party import Party
from engine.data.table import Table
from engine.privacy.terms import MOST_ROWS, Arrays, Term, Total
from engine.protocols.protocol import Result, Scored, Stage, State
from engine.protocols.rounding import near_arrays, near_facts
from engine.protocols.starting import Start
from engine.targets import Target, target_of

ROWS = {"training": Term((), MOST_ROWS, whole=True), "validation": Term((), MOST_ROWS, whole=True)}
READY = "ready"  # what a state is at once rows are prepared


@dataclass(frozen=True)
class Prepared:
    """What everybody knows once the preparing stages are over: how columns and label become numbers, how many rows all
    parties have together to train on and to score on, how many parties there are, the run's seed, the plan, and the
    model that it starts from, if any; of columns that are cut into bins, each one's `cuts`, and the training rows of
    each class; and for a protocol that scores by folds, how many rows of all parties are in each (see folds.py)."""

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
    folds: tuple[int, ...] = ()

    @property
    def rows(self) -> int:
        """Of all parties together, and so the most that one has."""
        return self.training + self.validation


class OnEncodedRows(Protocol):
    """A protocol that begins where rows are encoded. Its facts stand in the state beside those of the preparation;
    what the best model scored it keeps under `scores/` and `final/`, and says in the fact `best` after how many rounds
    that is. Where it `holds_aside` no rows, all of a party's are training rows, of which it may score folds
    (`by_folds`, see folds.py). What `predicts` has it counted where
    a table's rows lie; `bins` are those that a column of numbers is cut into, 0 of one that is not. It finishes early
    after a round only."""

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


class OnRows:
    """A federated protocol (see protocol.py) for `kinds` of label: `classes`, `number`, `count`, `event`, or none. What
    it does until rows are prepared, a kind of data says (see on_data.py). Raises ValueError for a plan with another
    label."""

    settled: ClassVar[tuple[str, ...]] = ()  # facts that stay once they are there

    def __init__(self, plan: dict, kinds: tuple[str, ...], inner: OnEncodedRows):
        self.plan, self.inner, self.start = plan, inner, Start.of(plan)
        self.target = target_of(plan["target"])
        if bool(kinds) != bool(self.target) or (self.target and self.target.kind not in kinds):
            raise ValueError("the algorithm predicts no such label")
        if self.start and not getattr(inner, "resumes", False):
            raise ValueError("the algorithm starts from no model")

    @property
    def steps(self) -> tuple[str, ...]:
        """What a state may be at: a preparing stage, or past them."""
        raise NotImplementedError

    @property
    def heading(self) -> dict:
        """What a card says of rows and label, and of the model that training started from."""
        columns = [{"name": name, "kind": kind} for name, kind in self.kinds]
        heading = {"columns": columns, "label": self.target.name if self.target else ""}
        return heading | ({"start": self.start.heading} if self.start else {})

    @property
    def kinds(self) -> list[tuple[str, str]]:
        """The name and kind of each column."""
        raise NotImplementedError

    def open(self, path: str) -> Party:
        raise NotImplementedError

    def party(self, table: Table) -> Party:
        """A party of rows in memory, features in the plan's order. Raises PartyError `data.type-mismatch` (column)."""
        if self.target:
            self.target.check(table.label)
        return Party.of(table) if self.inner.holds_aside else Party.whole(table)

    def prepared(self, state: State) -> Prepared:
        """What the preparing stages found."""
        raise NotImplementedError

    def preparing(self, state: State) -> Stage:
        """The stage that a state before `ready` is at."""
        raise NotImplementedError

    def prepare(self, state: State, party: Party, stage: Stage) -> Arrays:
        """A party's answer to it. Raises PartyError."""
        raise NotImplementedError

    def after(self, state: State, total: Total) -> State:
        """What follows from it, all but what the state is at."""
        raise NotImplementedError

    def check_preparing(self, state: State) -> None:
        """Raises any error for facts and arrays of the preparation that no honest run reaches."""
        raise NotImplementedError

    def follows_preparing(self, before: State, state: State) -> None:
        """Raises ValueError unless what a preparing stage settled may follow from the one before."""

    def begin(self, parties: int, seed: str, scale: tuple[float, float] | None = None) -> State:
        """With `scale` a label's mean and deviation are settled: for a party that trains alone, to be compared."""
        facts = {"at": self.steps[0], "parties": parties, "seed": seed}
        return State(facts | ({"scale": list(scale)} if scale else {}))

    def ask(self, state: State) -> Stage | None:
        if state.facts["at"] != READY:
            return self.preparing(state)
        return self.inner.ask(state, self.prepared(state))

    def check(self, state: State) -> None:
        facts = state.facts
        if facts["at"] not in self.steps:
            raise ValueError("no such stage")
        known = () if facts["at"] == self.steps[0] else ROWS
        if not all(type(facts[part]) is int and 0 <= facts[part] <= facts["parties"] * MOST_ROWS for part in known):
            raise ValueError("rows that nobody can have")
        self.check_preparing(state)
        if facts["at"] == READY:
            self.inner.check(state, self.prepared(state))

    def starts(self, state: State, parties: int, seed: str) -> None:
        if state.facts != self.begin(parties, seed).facts or state.arrays:
            raise ValueError("a run does not begin so")

    def follows(self, before: State, state: State) -> None:
        past, now = before.facts, state.facts
        kept = ("parties", "seed", *ROWS, *self.settled)
        if any(name in past and past[name] != now.get(name) for name in kept):
            raise ValueError("what was settled has changed")
        if past["at"] == READY:
            if now["at"] != READY:
                raise ValueError("what was settled has changed")
            self.inner.follows(before, state, self.prepared(state))
            return
        if self.steps.index(now["at"]) != self.steps.index(past["at"]) + 1:
            raise ValueError("a stage was left out")
        self.follows_preparing(before, state)
        if now["at"] == READY:
            known = {name: now[name] for name in now if name in past or name in (*ROWS, *self.settled)}
            first = self.inner.first(State(known), self.prepared(state))
            if not near_arrays(first.arrays, state.arrays) or not near_facts(first.facts | {"at": READY}, now):
                raise ValueError("not the first model that the plan makes")

    def answer(self, state: State, party: Party, stage: Stage) -> Arrays:
        if state.facts["at"] != READY:
            return self.prepare(state, party, stage)
        return self.inner.answer(state, self.prepared(state), party, stage)

    def advance(self, state: State, total: Total) -> State:
        if state.facts["at"] == READY:
            return self.inner.advance(state, self.prepared(state), self.ask(state), total)
        at = self.steps[self.steps.index(state.facts["at"]) + 1]
        state = self.after(state, total).with_facts(at=at)
        if at != READY:
            return state
        first = self.inner.first(replace(state, kept={}), self.prepared(state))
        return replace(first, kept=state.kept | first.kept)

    def finish_early(self, state: State) -> State:
        has_model = state.facts["at"] == READY and int(state.facts.get("round", 0)) > 0
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
        """Nothing where no row was scored."""
        if float(scores["rows"]) == 0:
            return {}
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
        return replace(result, card=self.heading | result.card)

    def scores(self, state: State, table: Table) -> Arrays:
        """What the best model's scores on these rows are, before they are metrics."""
        prepared = self.prepared(state)
        outputs = self.inner.outputs(state, prepared, table)
        return prepared.target.score(outputs, prepared.target.encode(table.label))

    def predict(self, state: State, table: Table) -> np.ndarray:
        """Probabilities [rows, classes], or numbers [rows, 1] in the label's unit, by the best model."""
        prepared = self.prepared(state)
        return prepared.target.predict(self.inner.outputs(state, prepared, table))

    def of_run(self, state: State) -> dict[str, Any]:
        """What `Prepared` has of any kind of data."""
        facts = state.facts
        rows = {part: int(facts[part]) for part in ROWS}
        target = target_of(self.plan["target"], facts.get("scale", (0.0, 1.0)), sum(rows.values()))
        run = {"parties": int(facts["parties"]), "seed": str(facts["seed"]), "plan": self.plan, "start": self.start}
        return rows | run | {"target": target}


def count_rows(party: Party) -> Arrays:
    """What a party answers to `ROWS`."""
    return {part: float(len(getattr(party, part))) for part in ROWS}


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

"""A run on rows of any kind of data: stages that prepare the rows in the same way at every party, then an inner
protocol."""

from abc import ABC, abstractmethod
from copy import copy
from dataclasses import Field, dataclass, replace
from typing import Any, ClassVar, Protocol, Self, runtime_checkable

import numpy as np

from engine.data.encoding import Encoding
from engine.data.party import Party
from engine.privacy.terms import MAX_ROWS, Arrays, Term, Total, Values
from engine.protocols.protocol import Result, Scored, Stage, State, require_stage
from engine.protocols.rounding import near_arrays, near_facts
from engine.protocols.starting import Start
from engine.table import Table
from engine.targets import Target, require_target, target_of

ROWS = {"training": Term((), MAX_ROWS, whole=True), "validation": Term((), MAX_ROWS, whole=True)}
READY = "ready"  # value of the fact `at` in a state once the rows are prepared
# Scores of validation rows are rounded to steps, because a malicious platform could send fabricated models whose exact
# losses reveal validation rows. Losses in sixteenths would still reveal 3 of 4 rows. A step is at most a quarter, and
# at most the power of two above the score divided by 2**STEP_BITS.
MAX_STEP_LENGTH, STEP_BITS = 0.25, 4


@dataclass(frozen=True)
class Prepared:
    """The results of the preparing stages, which all parties know: the encoding of columns and label, the total numbers
    of training and validation rows, the number of parties, the run's seed, the plan, and the model from which training
    starts, if any. `predicted` is None if there is no label to learn. If columns are cut into bins, there are also the
    `cuts` of each column and the number of training rows of each class."""

    encoding: Encoding
    predicted: Target | None
    training: int
    validation: int
    parties: int
    seed: str
    plan: dict
    start: Start | None
    cuts: tuple[tuple[float, ...], ...] = ()
    classes: tuple[int, ...] = ()

    @property
    def target(self) -> Target:
        """The target. Raises ValueError if the protocol predicts no label."""
        return require_target(self.predicted)

    @property
    def rows(self) -> int:
        """Number of rows of all parties together, which is also an upper bound for one party."""
        return self.training + self.validation


class OnEncodedRows(Protocol):
    """A protocol that begins with encoded rows.

    Its facts are stored in the state beside those of the preparation. It stores the scores of the best model under
    `scores/` and `final/`, and the number of rounds of that model in the fact `best`.

    - If it `mixes`, it receives mixed training rows (see privacy/mixing.py), except in a local run, whose answers stay
      at the party.
    - Without `has_validation_split`, all of a party's rows are training rows.
    - If it `predicts`, the values of the rows are counted in bins.
    - `bins` is the number of bins of a column of numbers; 0 means no bins.
    - It finishes early only after a round.
    - If its last stages follow only after a fit has converged, `enough_rounds` is a number of rounds that suffices for
      ordinary rows.
    """

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def has_validation_split(self) -> bool: ...

    @property
    def predicts(self) -> bool: ...

    @property
    def bins(self) -> int: ...

    def first(self, state: State, prepared: Prepared) -> State: ...

    def next_stage(self, state: State, prepared: Prepared) -> Stage | None: ...

    def check(self, state: State, prepared: Prepared) -> None: ...

    def check_transition(self, before: State, state: State, prepared: Prepared) -> None: ...

    def compute(self, state: State, prepared: Prepared, party: Party, stage: Stage) -> Values: ...

    def update(self, state: State, prepared: Prepared, stage: Stage, total: Total) -> State: ...

    def finish_early(self, state: State) -> State: ...

    def metric_names(self, target: Any) -> tuple[str, ...]:
        """Return the names that `metrics` can return. `target` is None if the protocol predicts no label."""
        ...

    def result(self, state: State, prepared: Prepared) -> Result: ...


@runtime_checkable
class MakesModel(OnEncodedRows, Protocol):
    """A protocol that makes a model, which is scored on rows."""

    def metrics(self, prepared: Prepared, scores: Arrays) -> dict[str, float]: ...

    def outputs(self, state: State, prepared: Prepared, table: Table) -> Any:
        """Return the best model's outputs for a table's rows, from which its target predicts: an array [rows, outputs],
        `Chains` for tokens, or `Maps` for boxes."""
        ...


class PredictsLabel(MakesModel, Protocol):
    """A protocol whose model predicts the label."""

    def held_out(self, state: State, prepared: Prepared, party: Party) -> tuple[Any, np.ndarray]:
        """Return outputs and targets [rows, outputs] of the rows on which the model is scored at a party. The model is
        that of the last state that was sent."""
        ...


class OnRows(ABC):
    """A federated protocol (see protocol.py) for `kinds` of label: `classes`, `number`, `count`, `event`, or none. The
    kind of data determines the preparation of rows (see on_data.py). Raises ValueError for a plan with another
    label."""

    settled: ClassVar[tuple[str, ...]] = ()  # names of facts that never change after they have been set

    def __init__(self, plan: dict, kinds: tuple[str, ...], inner: OnEncodedRows):
        self.plan, self.inner, self.start = plan, inner, Start.of(plan)
        self.target = target_of(plan["target"])
        if bool(kinds) != bool(self.target) or (self.target and self.target.kind not in kinds):
            raise ValueError("the algorithm does not predict this kind of label")
        if self.start and not getattr(inner, "resumes", False):
            raise ValueError("the algorithm does not start from a model")

    @property
    @abstractmethod
    def steps(self) -> tuple[str, ...]:
        """The values of `at` in a run's states, in order: the preparing stages, then `ready`."""

    @property
    def _model(self) -> MakesModel:
        """The inner protocol. Raises TypeError if it makes no model."""
        if not isinstance(self.inner, MakesModel):
            raise TypeError("the algorithm makes no model")
        return self.inner

    @property
    def label(self) -> Target:
        """The target. Raises ValueError if the protocol predicts no label."""
        return require_target(self.target)

    @property
    def heading(self) -> dict:
        """Entries of the result's card about columns, label, and the model from which training started."""
        columns = [{"name": name, "kind": kind} for name, kind in self.kinds]
        heading = {"columns": columns, "label": self.target.name if self.target else ""}
        return heading | ({"start": self.start.heading} if self.start else {})

    @property
    @abstractmethod
    def kinds(self) -> list[tuple[str, str]]:
        """Return the name and the kind of each column."""

    @abstractmethod
    def open(self, path: str) -> Party:
        """Read a party's granted rows. Raises PartyError."""

    def party(self, table: Table) -> Party:
        """Create a party from rows in memory, with features in the plan's order. Raises PartyError `data.type-mismatch`
        (column)."""
        if self.target:
            self.target.check(table.require_label())
        return Party.of(table) if self.inner.has_validation_split else Party.whole(table)

    @abstractmethod
    def prepared(self, state: State) -> Prepared:
        """Return what the preparing stages of this state have determined."""

    @abstractmethod
    def preparing(self, state: State) -> Stage:
        """Return the preparing stage of a state whose rows are not prepared yet."""

    @abstractmethod
    def prepare(self, state: State, party: Party, stage: Stage) -> Values:
        """Return a party's answer to a preparing stage. Raises PartyError."""

    @abstractmethod
    def after(self, state: State, total: Total) -> State:
        """Return the state after a preparing stage, except its `at`."""

    @abstractmethod
    def check_preparing(self, state: State) -> None:
        """Raise an error of any type if the preparation's facts or arrays are ones that cannot occur in an honest
        run."""

    @abstractmethod
    def check_preparing_transition(self, before: State, state: State) -> None:
        """Raise ValueError unless the results of a preparing stage are possible after the state of the previous
        stage."""

    def begin(self, parties: int, seed: str, scale: tuple[float, float] | None = None) -> State:
        """Return the first state. `scale` fixes the label's mean and deviation; it is used when a party trains alone
        for comparison."""
        facts = {"at": self.steps[0], "parties": parties, "seed": seed}
        return State(facts | ({"scale": list(scale)} if scale else {}))

    def next_stage(self, state: State) -> Stage | None:
        if state.facts["at"] != READY:
            return self.preparing(state)
        return self.inner.next_stage(state, self.prepared(state))

    def check(self, state: State) -> None:
        facts = state.facts
        if facts["at"] not in self.steps:
            raise ValueError("this stage does not exist")
        known = () if facts["at"] == self.steps[0] else ROWS
        if not all(type(facts[part]) is int and 0 <= facts[part] <= facts["parties"] * MAX_ROWS for part in known):
            raise ValueError("the numbers of rows are impossible")
        self.check_preparing(state)
        if facts["at"] == READY:
            self.inner.check(state, self.prepared(state))

    def check_start(self, state: State, parties: int, seed: str) -> None:
        if state.facts != self.begin(parties, seed).facts or state.arrays:
            raise ValueError("not the first state of this run")

    def check_transition(self, before: State, state: State) -> None:
        past, now = before.facts, state.facts
        constant = ("parties", "seed", *ROWS, *self.settled)
        if any(name in past and past[name] != now.get(name) for name in constant):
            raise ValueError("a settled fact has changed")
        if past["at"] == READY:
            if now["at"] != READY:
                raise ValueError("the preparation has finished already")
            self.inner.check_transition(before, state, self.prepared(state))
            return
        if self.steps.index(now["at"]) != self.steps.index(past["at"]) + 1:
            raise ValueError("a stage was left out")
        self.check_preparing_transition(before, state)
        if now["at"] == READY:
            known = {name: now[name] for name in now if name in past or name in (*ROWS, *self.settled)}
            first = self.inner.first(State(known), self.prepared(state))
            if not near_arrays(first.arrays, state.arrays) or not near_facts(first.facts | {"at": READY}, now):
                raise ValueError("not the plan's first model")

    def compute(self, state: State, party: Party, stage: Stage) -> Values:
        if getattr(self.inner, "mixes", False) and state.facts["parties"] > 1:
            party = party.mixed
        if state.facts["at"] != READY:
            return self.prepare(state, party, stage)
        return self.inner.compute(state, self.prepared(state), party, stage)

    def update(self, state: State, total: Total) -> State:
        if state.facts["at"] == READY:
            stage = require_stage(self.next_stage(state))
            return self.inner.update(state, self.prepared(state), stage, total)
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
        """Names of the metrics that `metrics` can return."""
        return self.inner.metric_names(self.target)

    def without_comparison(self) -> Self:
        """Return the same protocol without the comparison with models that parties train alone."""
        compares = getattr(self.inner, "compares", False)
        changed = copy(self)
        changed.inner = replace(self.inner, compares=False) if compares else self.inner
        return changed

    def scored(self, before: State, stage: Stage, total: Total, after: State) -> list[Scored]:
        if stage.scored is None:
            return []
        return [Scored(stage.scored, self.metrics(before, total.group("score")), self.best(after))]

    def metrics(self, state: State, scores: Arrays) -> dict[str, float]:
        """Return the metrics that users see; empty if no row was scored."""
        if float(scores["rows"]) == 0:
            return {}
        return self._model.metrics(self.prepared(state), scores)

    def gains(self, state: State, ends: np.ndarray) -> dict[str, dict[str, float]]:
        target = self.prepared(state).target
        found = zip(target.metric_names, ends.tolist(), strict=True)
        # By convention, an interval whose ends are in the wrong order means that the metric has no value.
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

    def scores(self, state: State, table: Table) -> Values:
        """Return the best model's score terms on these rows."""
        prepared = self.prepared(state)
        outputs = self._model.outputs(state, prepared, table)
        return prepared.target.score(outputs, prepared.target.encode(table.require_label()))

    def predict(self, state: State, table: Table) -> np.ndarray:
        """Return predictions of the best model: probabilities [rows, classes], or numbers [rows, 1] in the label's
        unit."""
        prepared = self.prepared(state)
        return prepared.target.predict(self._model.outputs(state, prepared, table))

    def of_run(self, state: State) -> dict[str, Any]:
        """Return the fields of `Prepared` that are the same for every kind of data."""
        facts = state.facts
        rows = {part: int(facts[part]) for part in ROWS}
        target = target_of(self.plan["target"], facts.get("scale", (0.0, 1.0)), sum(rows.values()))
        run = {"parties": int(facts["parties"]), "seed": str(facts["seed"]), "plan": self.plan, "start": self.start}
        return rows | run | {"predicted": target}


def count_rows(party: Party) -> Values:
    """Return a party's answer to the stage `ROWS`: its numbers of training and validation rows."""
    return {part: float(len(getattr(party, part))) for part in ROWS}


def score_coarsely(prepared: Prepared, outputs: Any, targets: np.ndarray) -> Values:
    """Return a target's scores of validation rows as they are sent: rounded to steps, unless a party trains alone."""
    scores = prepared.target.score(outputs, targets)
    return scores if prepared.parties == 1 else {name: stepped(values) for name, values in scores.items()}


def stepped(values: np.ndarray) -> np.ndarray:
    """Return numbers rounded to a quarter. Small numbers are rounded to a sixteenth of the next higher power of two
    instead. Counts stay exact."""
    step = np.minimum(MAX_STEP_LENGTH, np.ldexp(1.0, np.frexp(values)[1] - STEP_BITS))
    return np.rint(values / step) * step


def scores_of(state: State) -> Arrays:
    """Return the scores of the best model."""
    return {name.removeprefix("scores/"): values for name, values in state.kept.items() if name.startswith("scores/")}


def loss_of(target: Target) -> str:
    """Return the name of the score term that is a target's loss. Models are compared by its sum of integers."""
    return "score.squared" if target.kind == "number" else "score.loss"


def same_arrays(one: State, other: State) -> bool:
    """Whether the arrays of two states are bit-identical."""
    return set(one.arrays) == set(other.arrays) and all(
        np.array_equal(values, other.arrays[name]) for name, values in one.arrays.items()
    )


def check_arrays(state: State, first: State) -> None:
    """Raise ValueError unless a state's arrays are finite numbers with the names and shapes of the first state's."""
    if {name: values.shape for name, values in state.arrays.items()} != {
        name: values.shape for name, values in first.arrays.items()
    }:
        raise ValueError("the arrays do not have the plan's shape")
    if not all(values.dtype == np.float64 and np.isfinite(values).all() for values in state.arrays.values()):
        raise ValueError("an array holds a value that is not a finite number")

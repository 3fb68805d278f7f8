"""The interface of a protocol: which terms parties send, how they are summed, and the next state from the sum."""

from dataclasses import dataclass, field, replace
from typing import Any, Protocol, Self

import numpy as np

from engine.privacy.terms import Arrays, Term, Total, Values

QUERY, TRAIN, EVALUATE = "query", "train", "evaluate"  # types of messages; a ticket limits their number


@dataclass(frozen=True)
class State:
    """The state of a run: `facts` are JSON, `arrays` are sent to the parties with them, `kept` stays where the sums are
    computed, such as the best model so far. The driver stores, sends and restores states without reading them."""

    facts: dict[str, Any]
    arrays: Arrays = field(default_factory=dict)
    kept: Arrays = field(default_factory=dict)

    def with_facts(self, **changes: Any) -> Self:
        """The same state with some facts replaced."""
        return replace(self, facts=self.facts | changes)


@dataclass(frozen=True)
class Stage:
    """One message to every party, and the reply: `terms`, which are summed, and nothing else.

    `name` is the protocol's own; `step` is the step that users see (`statistics`, `train`, `evaluate`). `round` is the
    round that the stage belongs to. `scored` is the number of rounds of the model that the terms `score.*` score. A
    stage may take as long as `rounds_long` rounds. Users also see the terms named in `shown` for each party separately.
    For the parties in `agreed`, which agreed to it in the plan, `update` receives all terms separately (`Total.own`).
    """

    name: str
    step: str
    message: str
    round: int
    terms: dict[str, Term]
    scored: int | None = None
    rounds_long: int = 1
    shown: tuple[str, ...] = ()
    agreed: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """Bytes of a party's terms."""
        return sum(term.size for term in self.terms.values())


def require_stage(stage: Stage | None) -> Stage:
    """The stage. Raises ValueError if the run is done."""
    if stage is None:
        raise ValueError("the run is done")
    return stage


@dataclass(frozen=True)
class Result:
    """The result of a finished run: the model's file (None if nothing predicts), and the entries of its card besides
    the participants, the duration and the scores."""

    model: bytes | None
    card: dict[str, Any]


@dataclass(frozen=True)
class Scored:
    """The metrics of the model after `round` rounds that users see, and the number of rounds of the best one so far."""

    round: int
    metrics: dict[str, float]
    best: int


class FederatedProtocol(Protocol):
    """Created from a plan, so the same at all parties. `Party` is what the protocol's kind of data opens.

    `update` is pure: the same total gives the same next state, on any machine. It raises RunError if the sums show that
    nothing can be learnt.
    """

    def begin(self, parties: int, seed: str) -> State:
        """The first state, for `parties` parties."""
        ...

    def next_stage(self, state: State) -> Stage | None:
        """The next stage; None once the run is done."""
        ...

    def check(self, state: State) -> None:
        """Raises any error for a state that no honest run under this plan reaches."""
        ...

    def check_start(self, state: State, parties: int, seed: str) -> None:
        """Raises ValueError unless this is the first state of a run of `parties` parties under this plan."""
        ...

    def check_transition(self, before: State, state: State) -> None:
        """Raises ValueError unless `state` may come next after `before`, for some answers of honest parties."""
        ...

    def open(self, path: str) -> Any:
        """A party's granted rows. Raises PartyError."""
        ...

    def compute(self, state: State, party: Any, stage: Stage) -> Values:
        """At a party: a value for each of the stage's terms, not yet encoded. Raises PartyError."""
        ...

    def update(self, state: State, total: Total) -> State:
        """The next state. Raises RunError."""
        ...

    def finish_early(self, state: State) -> State:
        """The state from which only the closing stages remain, such as the last scoring; the same state if the run
        cannot end yet. Everything learnt until then is kept."""
        ...

    def scored(self, before: State, stage: Stage, total: Total, after: State) -> list[Scored]:
        """The models that a stage scored over all parties; `before` is the state that was sent, `after` the next."""
        ...

    def metrics(self, state: State, scores: Arrays) -> dict[str, float]:
        """The metrics that users see, from decoded `score.*` terms of all parties together or of one."""
        ...

    def gains(self, state: State, ends: np.ndarray) -> dict[str, dict[str, float]]:
        """The interval (`low`, `high`) of each metric's difference at a party, federated minus alone, from its decoded
        term `gain`."""
        ...

    def best(self, state: State) -> int:
        """Number of rounds of the best model so far; 0 while there is none."""
        ...

    def result(self, state: State) -> Result:
        """The result, once `next_stage` returns None."""
        ...

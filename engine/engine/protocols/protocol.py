"""The interface of a protocol: which terms parties send, how they are summed, and the next state from the sum."""

from dataclasses import dataclass, field, replace
from typing import Any, Protocol, Self

import numpy as np

from engine.privacy.terms import Arrays, Term, Total, Values

# Types of messages; a ticket limits the number of messages of each type
QUERY, TRAIN, EVALUATE = "query", "train", "evaluate"


@dataclass(frozen=True)
class State:
    """The state of a run. `facts` are JSON. `arrays` are sent to the parties with the facts. `kept` (for example, the
    best model so far) stays where the sums are computed and is never sent. The driver stores, sends and restores states
    without interpreting them."""

    facts: dict[str, Any]
    arrays: Arrays = field(default_factory=dict)
    kept: Arrays = field(default_factory=dict)

    def with_facts(self, **changes: Any) -> Self:
        """Return the same state with some facts replaced."""
        return replace(self, facts=self.facts | changes)


@dataclass(frozen=True)
class Stage:
    """One message to every party, and the expected reply: `terms`, which are summed, and nothing else.

    `name` is the protocol's own name of the stage; `step` is the step that users see (`statistics`, `train`,
    `evaluate`). `round` is the round to which the stage belongs. The terms `score.*` are scores of the model after
    `scored` rounds. A stage may take as long as `rounds_long` rounds. Users also see the terms named in `shown` for
    each party separately. For the parties in `agreed`, which agreed to it in the plan, `update` receives all terms
    separately (`Total.own`).
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
    """Return the stage. Raises ValueError if there is none, because the run is done."""
    if stage is None:
        raise ValueError("the run is done")
    return stage


@dataclass(frozen=True)
class Result:
    """The result of a finished run: the model's file (None if the protocol predicts nothing), and the card's entries
    except participants, duration and scores."""

    model: bytes | None
    card: dict[str, Any]


@dataclass(frozen=True)
class Scored:
    """Metrics that users see of the model after `round` rounds, and the number of rounds of the best model so far."""

    round: int
    metrics: dict[str, float]
    best: int


class FederatedProtocol(Protocol):
    """The interface of a protocol. It is created from a plan, so it is the same at all parties. `Party` is the type
    that `open` returns.

    `update` is pure: the same total gives the same next state on any machine. It raises RunError if the sums show that
    nothing can be learnt.
    """

    def begin(self, parties: int, seed: str) -> State:
        """Return the first state, for `parties` parties."""
        ...

    def next_stage(self, state: State) -> Stage | None:
        """Return the next stage, or None once the run is done."""
        ...

    def check(self, state: State) -> None:
        """Raise an error of any type for a state that no honest run under this plan reaches."""
        ...

    def check_start(self, state: State, parties: int, seed: str) -> None:
        """Raise ValueError unless this is the first state of a run of `parties` parties under this plan."""
        ...

    def check_transition(self, before: State, state: State) -> None:
        """Raise ValueError unless honest parties could answer in such a way that `state` comes next after `before`."""
        ...

    def open(self, path: str) -> Any:
        """Read a party's granted rows. Raises PartyError."""
        ...

    def compute(self, state: State, party: Any, stage: Stage) -> Values:
        """Compute, at a party, a value for each of the stage's terms, not encoded yet. Raises PartyError."""
        ...

    def update(self, state: State, total: Total) -> State:
        """Return the next state. Raises RunError."""
        ...

    def finish_early(self, state: State) -> State:
        """Return the state from which only the closing stages remain, such as the last scoring, or the same state if
        the run cannot end yet. Everything learnt until then remains."""
        ...

    def scored(self, before: State, stage: Stage, total: Total, after: State) -> list[Scored]:
        """Return which models a stage scored over all parties. `before` is the state that was sent, and `after` is the
        next state."""
        ...

    def metrics(self, state: State, scores: Arrays) -> dict[str, float]:
        """Return the metrics that users see, from decoded `score.*` terms of all parties together or of one party."""
        ...

    def gains(self, state: State, ends: np.ndarray) -> dict[str, dict[str, float]]:
        """Return the interval (`low`, `high`) of each metric's difference at a party, federated minus alone, from the
        party's decoded term `gain`."""
        ...

    def best(self, state: State) -> int:
        """Return the number of rounds of the best model so far; 0 while there is none."""
        ...

    def result(self, state: State) -> Result:
        """Return the result, once `next_stage` returns None."""
        ...

"""A protocol: what is asked of all parties, what is summed, and what follows from the sum."""

from dataclasses import dataclass, field, replace
from typing import Any, Protocol, Self

import numpy as np

from engine.privacy.terms import Arrays, Term, Total

QUERY, TRAIN, EVALUATE = "query", "train", "evaluate"  # types of a message, which the ticket counts


@dataclass(frozen=True)
class State:
    """Where a run stands: `facts` are JSON, `arrays` travel to the parties with them, `kept` stay where the sums are
    made, such as the best model so far. The driver keeps, sends and restores states and never looks into one."""

    facts: dict[str, Any]
    arrays: Arrays = field(default_factory=dict)
    kept: Arrays = field(default_factory=dict)

    def with_facts(self, **changes: Any) -> Self:
        """The same state with some facts set anew."""
        return replace(self, facts=self.facts | changes)


@dataclass(frozen=True)
class Stage:
    """One message to every party, and what each answers: `terms`, which are added up, and nothing else.

    `name` is the protocol's own; `step` what people are told goes on (`statistics`, `train`, `evaluate`). `round` is
    the round it works for; `scored` the number of rounds after which the model is that the terms `score.*` score. A
    stage may take as long as `rounds_long` rounds. Terms named in `shown` are also told of each party by itself, to
    people. Of the parties in `agreed`, which the plan names as having agreed to it, `advance` hears all terms by
    themselves (`Total.own`).
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


@dataclass(frozen=True)
class Result:
    """What a finished run leaves: the model's file (none where nothing predicts) and what its card says beside who took
    part, how long it took and how it scored."""

    model: bytes | None
    card: dict[str, Any]


@dataclass(frozen=True)
class Scored:
    """What people read of the model after so many rounds, and after how many the best one until then is."""

    round: int
    metrics: dict[str, float]
    best: int


class FederatedProtocol(Protocol):
    """Made of a plan, so the same at everybody. `Party` is what the protocol's kind of data opens.

    `advance` is pure: the same total gives the same next state, on any machine. It raises RunError where the sums show
    that nothing can be learnt.
    """

    def begin(self, parties: int, seed: str) -> State:
        """The first state, for so many parties."""
        ...

    def ask(self, state: State) -> Stage | None:
        """What is wanted next; None once the run is done."""
        ...

    def check(self, state: State) -> None:
        """Raises any error for a state that no honest run under this plan reaches."""
        ...

    def starts(self, state: State, parties: int, seed: str) -> None:
        """Raises ValueError unless a run of so many parties under this plan begins so."""
        ...

    def follows(self, before: State, state: State) -> None:
        """Raises ValueError unless `state` may come next after `before`, whatever honest parties answered."""
        ...

    def open(self, path: str) -> Any:
        """A party's granted rows. Raises PartyError."""
        ...

    def answer(self, state: State, party: Any, stage: Stage) -> Arrays:
        """At a party: a value for each of the stage's terms, not encoded yet. Raises PartyError."""
        ...

    def advance(self, state: State, total: Total) -> State:
        """The next state. Raises RunError."""
        ...

    def finish_early(self, state: State) -> State:
        """The state from which nothing but what ends a run well is asked, such as the last scoring; the same state
        where the run cannot end yet. All that was learnt until then stays."""
        ...

    def scored(self, before: State, stage: Stage, total: Total, after: State) -> list[Scored]:
        """The models that a stage scored, of all parties together, between the state that was sent and the next."""
        ...

    def metrics(self, state: State, scores: Arrays) -> dict[str, float]:
        """What people read of decoded `score.*` terms, of all parties together or of one."""
        ...

    def gains(self, state: State, ends: np.ndarray) -> dict[str, dict[str, float]]:
        """Between what (`low`, `high`) each metric's difference, together from alone, lies at a party: of its decoded
        term `gain`."""
        ...

    def best(self, state: State) -> int:
        """After how many rounds the best model so far is; 0 while there is none."""
        ...

    def result(self, state: State) -> Result:
        """Once `ask` says None."""
        ...

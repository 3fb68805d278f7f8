"""Local run: a single party's whole run on its own rows, in one message. The models' scores leave the party. The model
stays there, and the party's members may share it."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from engine.privacy.terms import Arrays, Term, Total, Values
from engine.protocols.loop import run_here
from engine.protocols.on_rows import ROWS, OnRows, count_rows
from engine.protocols.protocol import TRAIN, Result, Scored, Stage, State

DIGITS = 53  # bits of a float's significand
ABSENT = 4096  # Exponent that marks a missing value: a metric without a value, or a round that was not run.


class LocalRun:
    """A protocol (see protocol.py) in which a single party runs `protocol` locally, for at most `rounds` rounds.

    A metric is sent as significand and exponent, so that users see its exact value.
    """

    def __init__(self, protocol: OnRows, rounds: int):
        self.protocol, self.rounds = protocol.without_comparison(), rounds
        self.names = self.protocol.metric_names

    def begin(self, parties: int, seed: str) -> State:
        return State({"at": "whole", "parties": parties, "seed": seed})

    def next_stage(self, state: State) -> Stage | None:
        if state.facts["at"] == "done":
            return None
        shape = (self.rounds + 1, len(self.names), 2)
        terms = ROWS | {
            "best": Term((self.rounds + 1,), self.rounds, whole=True),
            "metrics": Term(shape, 2**DIGITS, whole=True, wide=True),
        }
        return Stage("whole", "train", TRAIN, 1, terms, rounds_long=self.rounds + 3, shown=tuple(ROWS))

    def check(self, state: State) -> None:
        self.check_start(state, 1, state.facts["seed"])

    def check_start(self, state: State, parties: int, seed: str) -> None:
        if state.facts != self.begin(1, seed).facts or state.arrays or parties != 1:
            raise ValueError("a local run has one party and one message")

    def check_transition(self, before: State, state: State) -> None:
        raise ValueError("a local run has one message")

    def open(self, path: str) -> Any:
        return self.protocol.open(path)

    def compute(self, state: State, party: Any, stage: Stage) -> Values:
        return self.run(state, party)[0]

    def run(
        self, state: State, party: Any, report: Callable[[str, int], None] = lambda step, round_: None
    ) -> tuple[Arrays, Result]:
        """Run all stages. Returns the terms to send, and the result, which stays at the party. `report` is called with
        the step and the round of each stage."""
        scored: list[Scored] = []
        protocol = self.protocol

        def observe(before: State, stage: Stage, total: Total, after: State) -> None:
            scored.extend(protocol.scored(before, stage, total, after))
            report(stage.step, stage.round)

        last = run_here(protocol, [party], protocol.begin(1, str(state.facts["seed"])), observe)
        metrics = np.zeros((self.rounds + 1, len(self.names), 2), dtype=object)
        metrics[:, :, 1] = ABSENT
        best = np.zeros(self.rounds + 1)
        for one in scored:
            metrics[one.round] = [_parted(one.metrics.get(name)) for name in self.names]
            best[one.round] = one.best
        return count_rows(party) | {"best": best, "metrics": metrics}, protocol.result(last)

    def finish_early(self, state: State) -> State:
        return state  # a local run consists of one message, so it cannot be ended between rounds

    def update(self, state: State, total: Total) -> State:
        rows = {part: int(total[part]) for part in ROWS}
        return state.with_facts(at="done", **rows, best=int(total["best"].max()))

    def scored(self, before: State, stage: Stage, total: Total, after: State) -> list[Scored]:
        return self._scores(total)

    def _scores(self, total: Total) -> list[Scored]:
        found, best = [], total["best"].astype(int).tolist()
        for round_, pairs in enumerate(total["metrics"].tolist()):
            known = {name: math.ldexp(*pair) for name, pair in zip(self.names, pairs, strict=True) if pair[1] < ABSENT}
            if known:
                found.append(Scored(round_, known, best[round_]))
        return found

    def metrics(self, state: State, scores: Arrays) -> dict[str, float]:
        """Always empty, because a local run sends finished metrics instead of score terms."""
        return {}

    def gains(self, state: State, ends: np.ndarray) -> dict[str, dict[str, float]]:
        """Always empty, since there is no other party to compare with."""
        return {}

    def best(self, state: State) -> int:
        return int(state.facts.get("best", 0))

    def result(self, state: State) -> Result:
        return Result(None, self.protocol.heading | {"stays": True})


def _parted(value: float | None) -> tuple[int, int]:
    if value is None or not math.isfinite(value):
        return 0, ABSENT
    significand, exponent = math.frexp(value)
    return int(significand * 2**DIGITS), exponent - DIGITS

"""Runs a protocol in one process: for training alone, tests, and the pooled comparison."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.privacy.terms import Total, encode
from engine.protocols.protocol import FederatedProtocol, Stage, State


def run_here(
    protocol: FederatedProtocol,
    parties: Sequence[Any],
    state: State,
    observe: Callable[[State, Stage, Total, State], None] = lambda before, stage, total, after: None,
) -> State:
    """Run the protocol from `state` and return the last state. Terms are encoded as they are sent in a federation, so
    the result is the federation's own. Parties are in the order of the roster. `observe` is called after each stage
    with the state that was sent, the stage, the total and the next state."""
    while stage := protocol.next_stage(state):
        answers = [protocol.compute(state, party, stage) for party in parties]
        parts = [encode(stage.terms, answer, len(parties)) for answer in answers]
        total = Total.of(stage.terms, parts, len(parties))
        before, state = state, protocol.update(state, total)
        observe(before, stage, total, state)
    return state

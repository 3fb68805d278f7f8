"""A protocol in one process, for rows that lie in one place: training alone, tests, the pooled comparison."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.privacy.terms import Total, encode
from engine.protocols.protocol import FederatedProtocol, Stage, State


def run_here(
    protocol: FederatedProtocol,
    parties: Sequence[Any],
    state: State,
    heed: Callable[[State, Stage, Total, State], None] = lambda before, stage, total, after: None,
) -> State:
    """The last state, from `state` on. Terms are encoded as they would travel, so the result is the federation's
    own; parties are in the order of the roster. `heed` hears of each stage: what was sent, what was asked, the total
    and the next state."""
    parties = [party.at(place) for place, party in enumerate(parties)]
    while stage := protocol.ask(state):
        answers = [protocol.answer(state, party, stage) for party in parties]
        parts = [encode(stage.terms, answer, len(parties)) for answer in answers]
        total = Total.of(stage.terms, parts, len(parties))
        before, state = state, protocol.advance(state, total)
        heed(before, stage, total, state)
    return state

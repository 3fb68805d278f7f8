"""A protocol in one process, for rows that lie in one place: training alone, tests, the pooled comparison."""

from collections.abc import Sequence
from typing import Any

from engine.privacy.terms import Total, encode
from engine.protocols.protocol import FederatedProtocol, State


def run_here(protocol: FederatedProtocol, parties: Sequence[Any], state: State) -> State:
    """The last state, from `state` on. Terms are encoded as they would travel, so the result is the federation's
    own."""
    while stage := protocol.ask(state):
        answers = [protocol.answer(state, party, stage) for party in parties]
        parts = [encode(stage.terms, answer, len(parties)) for answer in answers]
        state = protocol.advance(state, Total.of(stage.terms, parts, len(parties)))
    return state

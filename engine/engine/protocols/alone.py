"""What a party would have got by itself, to compare with what it gets together."""

import numpy as np

from engine.data.party import Party
from engine.errors import PartyError, RunError
from engine.privacy.terms import Arrays, OutOfBounds, Term, grouped
from engine.protocols.loop import run_here
from engine.protocols.on_table import OnEncodedRows, OnTable, Prepared, scores_of
from engine.targets import scale_of


def alone_terms(prepared: Prepared) -> dict[str, Term]:
    """Of `score_alone`."""
    return grouped("alone", prepared.target.score_terms(prepared.rows))


def score_alone(inner: OnEncodedRows, prepared: Prepared, party: Party) -> Arrays:
    """How the same protocol run by the party alone, with its own statistics, scores; of no rows where it came to
    nothing, as with a few rows it may. Only the label's classes (or scale) are everybody's, so that the scores can be
    compared."""
    target = prepared.target
    protocol = OnTable(prepared.plan, (target.kind,), inner)
    try:
        with np.errstate(all="ignore"):
            state = run_here(protocol, [party], protocol.begin(1, prepared.seed, scale_of(target)))
        scores = scores_of(state)
    except (PartyError, RunError, OutOfBounds):
        scores = {name: np.zeros(term.shape) for name, term in target.score_terms(1).items()}
    return grouped("alone", scores)

"""What a party would have got by itself, to compare with what it gets together."""

import numpy as np

from engine.data.party import Party
from engine.errors import PartyError, RunError
from engine.privacy.terms import Arrays, OutOfBounds
from engine.protocols.loop import run_here
from engine.protocols.on_table import OnEncodedRows, OnTable, Prepared


def score_alone(inner: OnEncodedRows, prepared: Prepared, party: Party) -> Arrays:
    """Scores on the party's validation rows of the same protocol run by the party alone, with its own statistics; of no
    rows where it came to nothing, as a few rows by themselves may. Only the label's classes (or unit) are everybody's, so
    that the scores can be compared."""
    target = prepared.target
    plan = {"columns": [column.name for column in prepared.encoding.columns], "label": target.name}
    protocol = OnTable(plan, (target.kind,), inner)
    try:
        with np.errstate(all="ignore"):
            state = run_here(protocol, [party], protocol.begin(1, prepared.seed, target=target))
            return protocol.scores(state, party.validation)
    except (PartyError, RunError, OutOfBounds):
        return {name: np.zeros(term.shape) for name, term in target.score_terms(1).items()}

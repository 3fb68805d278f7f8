"""Federated averaging of a model that tags tokens (see engine.learners.tagging).

A feature's weights are averaged only over the parties that trained on it. With an average over all parties, features
that occur in few parties' texts would change only slightly in each round (Ding et al. 2022, arXiv:2109.07704,
FedSubAvg).
"""

import math
from dataclasses import dataclass, replace

import numpy as np

from engine.data.party import Party
from engine.privacy.terms import Arrays, Term, Total, Values
from engine.protocols.averaging import UPDATE_NORM, Averaging
from engine.protocols.on_rows import Prepared
from engine.protocols.protocol import Stage, State

# Name of a term. For each feature, it is the share of all training rows that belongs to parties that trained on the
# feature.
SHARES = "features"


@dataclass(frozen=True)
class AveragingChains(Averaging):
    """Federated averaging of a model whose weights belong to sparse features of tokens."""

    def next_stage(self, state: State, prepared: Prepared) -> Stage | None:
        stage = super().next_stage(state, prepared)
        if stage is None or stage.name != "train":
            return stage
        return replace(stage, terms=stage.terms | {SHARES: Term((prepared.encoding.features,), 1.0)})

    def most_change(self, model: Arrays, prepared: Prepared) -> float:
        """Return the largest norm of a change. Each weight changes by at most as much as at some party, so the norm is
        at most that of all parties' changes together."""
        return UPDATE_NORM * math.sqrt(prepared.parties)

    def compute(self, state: State, prepared: Prepared, party: Party, stage: Stage) -> Values:
        found = super().compute(state, prepared, party, stage)
        if stage.name != "train":
            return found
        rows = party.encoded_part("training", prepared.encoding, prepared.target)
        has = np.asarray(rows.inputs.tokens.getnnz(axis=0) > 0, dtype=np.float64)
        # Weights of features that occur in no training row change only by the penalty, and this change reveals nothing.
        weights = found["update.weights"] * has[:, None, None]
        return found | {"update.weights": weights, SHARES: has * len(rows) / prepared.training}

    def averaged(self, state: State, total: Total) -> Arrays:
        update, shares = super().averaged(state, total), total[SHARES]
        known = shares > 0
        weights = np.where(known, 1 / np.where(known, shares, 1.0), 0.0)[:, None, None] * update["weights"]
        return update | {"weights": weights}

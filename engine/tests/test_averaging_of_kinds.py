"""Averaging of learners on data other than tables: the model of a round is the weighted average of the parties' own
fits."""

import numpy as np
import pytest
from canvases import canvases
from graphs import network
from kinds import as_table, few_rounds, quick, rows_of

from engine.algorithm import Algorithm, load_algorithm
from engine.pooled import plan_for
from engine.protocols.averaging import UPDATE_NORM, coarse
from engine.protocols.loop import run_here
from engine.protocols.protocol import TRAIN
from engine.protocols.random import random_for

SEED = "7"


def uneven(algorithm: Algorithm) -> list[dict[str, list]]:
    """Returns three parties' rows; one of them has twice as many."""
    parts = [rows_of(algorithm, place) for place in range(4)]
    if algorithm.data_kind == "graph":  # a graph's edges refer to positions among the party's own nodes
        return [*parts[:2], network(180, 2)]
    if "boxes" in algorithm.label_kinds:
        made = canvases(24, 2, 64, (24, 32), 2, (0, 1))
        parts[2] = {"picture": made["file"], "label": made["boxes"]}
        return parts[:3]
    return [*parts[:2], {name: values + parts[3][name] for name, values in parts[2].items()}]


@pytest.mark.parametrize("id_", ["text-classes", "picture-network", "picture-boxes", "graph-network"])
def test_the_model_of_a_round_is_the_average_of_the_parties_fits_weighted_by_training_rows(id_: str):
    algorithm = load_algorithm(id_)
    tables = [as_table(rows) for rows in uneven(algorithm)]
    plan = plan_for(algorithm, quick(algorithm) | few_rounds(algorithm, 1), tables)
    protocol = algorithm.protocol(plan).without_comparison()
    parties = [protocol.party(table) for table in tables]
    seen = []
    run_here(
        protocol, parties, protocol.begin(len(parties), SEED),
        lambda before, stage, _total, after: seen.append((before, after)) if stage.message == TRAIN else None,
    )  # fmt: skip

    ((before, after),) = seen
    prepared, learner, parameters = protocol.prepared(before), protocol.inner.learner, protocol.inner.parameters
    start = dict(before.arrays)
    fits, counts = [], []
    for party in parties:
        own = party.encoded_part("training", prepared.encoding, prepared.target)
        fits.append(learner.fit(start, own.inputs, own.targets, parameters, prepared.target.kind, random_for(SEED, 1)))
        counts.append(len(party.training))
    assert max(counts) > 1.5 * min(counts)
    for fitted in fits:  # The norm limit is so high that no update is clipped, because clipping would hide the weights.
        assert sum(float(((fitted[name] - start[name]) ** 2).sum()) for name in start) < UPDATE_NORM**2
    for name, values in after.arrays.items():
        changes = [coarse(fitted[name] - start[name]) for fitted in fits]
        by_hand = start[name] + sum(count * change for count, change in zip(counts, changes, strict=True)) / sum(counts)
        np.testing.assert_allclose(values, by_hand, atol=1e-12)

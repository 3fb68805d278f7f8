"""Attacks that still succeed. They will fail once the edges perform the arithmetic of the run themselves.

Each test here is expected to fail. Change it once it passes (see docs/reference/engine/answers.md). The ticket names
each gap in a sentence.
"""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from fakes import SEED, plan_of, table_in

from engine.algorithm import load_algorithm
from engine.flower.states import States
from engine.privacy.terms import Total, encode
from engine.protocols.protocol import State

STEEP = 300.0  # This size of coefficients separates the classes, and honest steps can reach it.
WEIGHTS = {"age": 1.0, "dose": 0.5, "marker": -0.3}


def arrived(state: State) -> State:
    """Returns the state after Flower has packed and unpacked it, as a party receives it."""
    return State(json.loads(json.dumps(state.facts)), state.arrays)


def rows(count: int, seed: int) -> dict:
    """Returns rows of two classes that the columns separate."""
    rng = np.random.default_rng(seed)
    table = {name: rng.normal(0, 1, count) for name in WEIGHTS}
    along = sum(weight * table[name] for name, weight in WEIGHTS.items())
    return table | {"sick": np.where(along > 0, "yes", "no")}


@pytest.mark.xfail(
    strict=True, raises=AssertionError, reason="the platform creates the states, and sees each party's sums"
)
def test_very_large_coefficients_that_separate_the_classes_reveal_no_row(tmp_path: Path):
    """If a plane separates the classes, coefficients can be so large that only the row nearest to the plane contributes
    to the gradient.

    Such coefficients fit so well that no party refuses them. With a forged curvature, parties hardly round gradients.
    """
    algorithm, tables = load_algorithm("logistic-regression"), [rows(60, 1), rows(60, 2)]
    plan = plan_of(algorithm, tables, "sick", rounds=20)
    protocol = algorithm.protocol(plan)
    parties = [protocol.party(table_in(table, plan)) for table in tables]
    state, states = protocol.begin(2, SEED), States(tmp_path)
    for _ in range(4):  # these are the messages before the fit: value ranges, moments, counts by bin, columns
        states.take("run", protocol, arrived(state), 2, SEED)
        stage = protocol.next_stage(state)
        parts = [encode(stage.terms, protocol.compute(state, party, stage), 2) for party in parties]
        state = protocol.update(state, Total.of(stage.terms, parts, 2))
    states.take("run", protocol, arrived(state), 2, SEED)

    columns, rng, met = protocol.prepared(state).encoding.columns, np.random.default_rng(0), set()
    inputs = protocol.prepared(state).encoding.encode(parties[0].training)
    middle = sum(WEIGHTS[one.name] * one.mean for one in columns)
    along = [middle, *(WEIGHTS[one.name] * one.deviation for one in columns)]
    for _ in range(15):
        fit = STEEP * (np.array(along) + rng.normal(0, [0.05, 0.02, 0.02, 0.02]))
        arrays = {"coefficients": fit, "curvature": np.eye(len(fit)) * 1e-9}
        state = replace(state, arrays=arrays).with_facts(round=state.facts["round"] + 1)
        states.take("run", protocol, arrived(state), 2, SEED)
        stage = protocol.next_stage(state)
        answer = encode(stage.terms, protocol.compute(state, parties[0], stage), 2)
        gradient = stage.terms["gradient"].decode(answer["gradient"], 2)
        if gradient[0]:
            met |= set(np.flatnonzero(np.abs(inputs - gradient[1:] / gradient[0]).max(axis=1) < 0.05).tolist())
    assert len(met) == 0

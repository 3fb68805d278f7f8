"""What is promised nowhere yet and would hold once the edges do the arithmetic: each test here fails, and must once it
does not (docs/engine.md; the ticket says it in a sentence)."""

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

SLOPE = 900.0  # of the coefficient that asks on which side of a threshold a row lies: within what honest steps reach


def rows(count: int) -> dict:
    rng = np.random.default_rng(4)
    table = {name: rng.normal(0, 1, count) for name in ("age", "dose", "marker")}
    return table | {"sick": np.where(rng.random(count) < 0.5, "yes", "no").tolist()}


def arrived(state: State) -> State:
    """What a party gets of a state."""
    return State(json.loads(json.dumps(state.facts)), state.arrays)


@pytest.mark.xfail(
    strict=True, raises=AssertionError, reason="the platform makes the states, and sees each party's sums"
)
def test_two_classes_and_plausible_states_tell_no_row(tmp_path: Path):
    """Coefficients that ask of every row on which side of a threshold it lies: between two thresholds with one row in
    between the slopes differ by that row. No state is one that the party would refuse (attacks/two_classes.py)."""
    algorithm, tables = load_algorithm("logistic-regression"), [rows(60), rows(80)]
    plan = plan_of(algorithm, tables, "sick", rounds=20)
    protocol = algorithm.protocol(plan)
    parties = [protocol.party(table_in(table, plan)) for table in tables]
    state, kept = protocol.begin(2, SEED), States(tmp_path)
    for _ in range(2):
        kept.take("run", protocol, arrived(state), 2, SEED)
        stage = protocol.ask(state)
        parts = [encode(stage.terms, protocol.answer(state, party, stage), 2) for party in parties]
        state = protocol.advance(state, Total.of(stage.terms, parts, 2))
    kept.take("run", protocol, arrived(state), 2, SEED)

    encoding = protocol.prepared(state).encoding
    inputs = encoding.encode(parties[0].training)
    order = np.argsort(inputs[:, 0])
    alone = 1 + int(np.argmax(np.minimum(*(np.diff(inputs[order, 0])[cut] for cut in (slice(-1), slice(1, None))))))
    place = order[alone - 1 : alone + 2]  # whoever does not know the rows tries thresholds until one lies between
    low, wanted, high = inputs[place, 0]
    slopes = []
    for threshold in ((low + wanted) / 2, (wanted + high) / 2):
        fits = np.zeros_like(state.arrays["coefficients"])
        fits[:, 0], fits[:, 1] = -SLOPE * threshold, SLOPE
        state = replace(state, arrays={"coefficients": fits})
        state = state.with_facts(round=state.facts["round"] + 1)
        kept.take("run", protocol, arrived(state), 2, SEED)
        stage = protocol.ask(state)
        answer = encode(stage.terms, protocol.answer(state, parties[0], stage), 2)
        slopes.append(stage.terms["gradient"].decode(answer["gradient"], 2)[0])

    difference = slopes[1] - slopes[0]
    told = difference[1:] / difference[0]
    assert np.abs(told - inputs[place[1]]).max() > 0.1

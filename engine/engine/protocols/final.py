"""The last stage of a run: scores the best model in full, and compares it at each party, on the party's rows, with the
model that the party would have trained alone."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from engine import progress
from engine.data.party import Party
from engine.errors import PartyError, RunError
from engine.privacy.terms import Arrays, OutOfBounds, Term, Total, Values, grouped
from engine.protocols.loop import run_here
from engine.protocols.on_data import on_data
from engine.protocols.on_rows import PredictsLabel, Prepared, scores_of
from engine.protocols.protocol import State
from engine.protocols.random import random_for
from engine.targets import Target, scale_of
from engine.targets.intervals import PERCENT, difference_of, difference_of_shares

MAX_GAIN = 1e6  # A party's gain is clipped at this value, which is in deviations if the metric has the label's unit.
# Interval that is sent for a metric without a value. Its ends are in the wrong order, so that it cannot be a real one.
ABSENT = (1.0, -1.0)
MAX_BLOCKS = 400  # Maximum number of blocks of rows. The jackknife leaves out one whole block at a time.
# Maximum number of values in all blocks' scores (64 MB). For boxes of many classes, a block has thousands.
MAX_NUMBERS = 2**23
MIN_BLOCKS = 50


def final_terms(prepared: Prepared, *, compares: bool) -> dict[str, Term]:
    """Return the terms of `score_finally`. The terms of `alone_terms` are shown for each party separately."""
    return grouped("final", prepared.target.final_terms(prepared.rows)) | (alone_terms(prepared) if compares else {})


def alone_terms(prepared: Prepared) -> dict[str, Term]:
    """Return the terms of the scores of the party's own model, and of the interval of the common model's gain in each
    metric."""
    names = prepared.target.metric_names
    return grouped("alone", prepared.target.score_terms(prepared.rows)) | {
        "gain": Term((len(names), len(PERCENT)), MAX_GAIN)
    }


def score_finally(inner: PredictsLabel, state: State, prepared: Prepared, party: Party, *, compares: bool) -> Values:
    """Return a party's `final_terms` for the model in the state. The same protocol also trains the party's own model,
    for comparison."""
    outputs, targets = inner.held_out(state, prepared, party)
    with np.errstate(all="ignore"):  # if training has diverged, the model gets the worst score
        final = grouped("final", prepared.target.final(outputs, targets))
    return final | (_alone(inner, prepared, party, outputs, targets) if compares else {})


def with_final(state: State, total: Total) -> State:
    """Return the state with the total of all parties' `final_terms` added."""
    final = {f"final/{name}": values for name, values in total.group("final").items()}
    return replace(state, kept=state.kept | final)


def final_card(state: State, prepared: Prepared, chosen: Sequence[str] = ()) -> dict[str, Any]:
    """Return the entries of the model card about the best model's scores. `chosen` names the choices that depend on the
    scored rows themselves: the `round`, the `penalty` or the `shifts` of labels. Such scores tend to be too good."""
    target, scores = prepared.target, scores_of(state)
    final = {name.removeprefix("final/"): values for name, values in state.kept.items() if name.startswith("final/")}
    report = target.report(scores, final, random_for(prepared.seed, "intervals"))
    return target.card(scores) | {"scores": report | ({"chosen": list(chosen)} if chosen else {})}


def _alone(inner: PredictsLabel, prepared: Prepared, party: Party, outputs: np.ndarray, targets: np.ndarray) -> Values:
    """Return the scores of the party's own model. These scores have no rows if training failed, or if the party's own
    model scores other rows, as can happen with few rows. The two models share only the label's classes (or scale), so
    that their scores can be compared."""
    target = prepared.target
    protocol = on_data(prepared.plan, (target.kind,), inner).without_comparison()
    rounds = prepared.plan["maxRounds"]
    try:
        progress.part(0, rounds)
        with np.errstate(all="ignore"):
            begun = protocol.begin(1, prepared.seed, scale_of(target))
            state = run_here(
                protocol, [party.unmixed or party], begun, lambda _, stage, *__: progress.part(stage.round, rounds)
            )
            alone = inner.held_out(state, protocol.prepared(state), party)[0]
        if len(alone) == len(targets) > 0:
            gain = _gain(target, outputs, alone, targets, random_for(prepared.seed, "gain"))
            return grouped("alone", scores_of(state)) | {"gain": gain}
    except (PartyError, RunError, OutOfBounds):
        pass
    scores = {name: np.zeros(term.shape) for name, term in target.score_terms(1).items()}
    gain = np.full((len(target.metric_names), len(PERCENT)), ABSENT)
    return grouped("alone", scores) | {"gain": gain}


def _gain(
    target: Target, together: np.ndarray, alone: np.ndarray, targets: np.ndarray, rng: np.random.Generator
) -> np.ndarray:
    """Return the ends [metrics, 2] of the interval of each metric's difference, by the jackknife of the party's rows,
    which both models score. If there are many rows, blocks of rows are left out. Only the ends are sent."""
    # Blocks cannot be used, because the score is over pairs of rows, and a pair can span two blocks
    if target.kind == "event":
        return np.array([target.gain(together, alone, targets) or ABSENT])
    rows = len(targets)
    numbers = sum(math.prod(term.shape) for term in target.score_terms(1).values())
    most = min(MAX_BLOCKS, max(MAX_NUMBERS // numbers, MIN_BLOCKS))
    blocks = np.array_split(rng.permutation(rows), min(rows, most))
    parts = [_parts(target, outputs, targets, blocks) for outputs in (together, alone)]
    of_all, left_out, of_blocks = (
        [_metrics_of(target, sums(each)) for each in parts] for sums in (_together, _without_each, lambda each: each)
    )
    ends = []
    for name in target.metric_names:
        if name == "accuracy":  # each row is either right or wrong, and the metric is the share of right rows
            right = (of_blocks[0][name] - of_blocks[1][name]) * [len(block) for block in blocks]
            found = difference_of_shares(right, rows)
        else:
            value, without = (one[0][name] - one[1][name] for one in (of_all, left_out))
            moved = (without - without.mean()) * math.sqrt(1 - 1 / len(blocks))
            found = difference_of(float(value[0]), moved, rows)
        ends.append(np.clip(np.divide(found, target.unit(name)), -MAX_GAIN, MAX_GAIN) if found else ABSENT)
    return np.array(ends)


def _parts(target: Target, outputs: Any, targets: np.ndarray, blocks: list[np.ndarray]) -> Arrays:
    """Return the scores of each block of rows [blocks, ...]."""
    parts = [target.score(outputs[block], targets[block]) for block in blocks]
    return {name: np.stack([part[name] for part in parts]) for name in parts[0]}


def _together(parts: Arrays) -> Arrays:
    return {name: values.sum(axis=0, keepdims=True) for name, values in parts.items()}


def _without_each(parts: Arrays) -> Arrays:
    return {name: values.sum(axis=0) - values for name, values in parts.items()}


def _metrics_of(target: Target, sums: Arrays) -> dict[str, np.ndarray]:
    """Return each metric [stack], computed from a stack of sums [stack, ...]. A metric without a value is NaN."""
    # All blocks are computed as one stack. One by one, they took a third of a run's processor time.
    if target.kind == "classes":
        return target.metrics(sums)
    stack = len(sums["rows"])
    found = [target.metrics({name: values[place] for name, values in sums.items()}) for place in range(stack)]
    return {name: np.array([one.get(name, np.nan) for one in found]) for name in target.metric_names}

"""What a run asks last: the model that is kept scored in full, and at each party how it does on the party's rows beside
what the party would have got by itself."""

import math
from dataclasses import replace
from typing import Any

import numpy as np

from engine import progress
from engine.data.party import Party
from engine.errors import PartyError, RunError
from engine.privacy.terms import Arrays, OutOfBounds, Term, Total, grouped
from engine.protocols.loop import run_here
from engine.protocols.on_data import on_data
from engine.protocols.on_rows import OnEncodedRows, Prepared, scores_of
from engine.protocols.protocol import State
from engine.protocols.random import random_for
from engine.targets import Target, scale_of
from engine.targets.intervals import PERCENT

MOST_GAIN = 1e6  # of a metric, in deviations where it has the label's unit; one beyond counts as that far
ABSENT = (1.0, -1.0)  # ends, in the wrong order, of the interval of a metric that has no value
REPLICATES = 400
MOST_BLOCKS = 1000  # of rows, each weighed as one
MOST_NUMBERS = 2**23  # of all blocks' scores, 64 MB: of boxes of many classes a block has thousands
LEAST_BLOCKS = 50


def final_terms(prepared: Prepared, *, compares: bool) -> dict[str, Term]:
    """Of `score_finally`. Those of `alone_terms` are shown of each party by itself."""
    return grouped("final", prepared.target.final_terms(prepared.rows)) | (alone_terms(prepared) if compares else {})


def alone_terms(prepared: Prepared) -> dict[str, Term]:
    """How the party's own model scores, and within which interval of each metric the common one is better or worse."""
    names = prepared.target.metric_names
    return grouped("alone", prepared.target.score_terms(prepared.rows)) | {
        "gain": Term((len(names), len(PERCENT)), MOST_GAIN)
    }


def score_finally(inner: OnEncodedRows, state: State, prepared: Prepared, party: Party, *, compares: bool) -> Arrays:
    """A party's `final_terms` of the state's model; its own one is made by the same protocol."""
    outputs, targets = inner.held_out(state, prepared, party)
    with np.errstate(all="ignore"):  # a model that ran away scores as the worst there is
        final = grouped("final", prepared.target.final(outputs, targets))
    return final | (_alone(inner, prepared, party, outputs, targets) if compares else {})


def with_final(state: State, total: Total) -> State:
    """Keeps what all parties' `final_terms` add up to."""
    final = {f"final/{name}": values for name, values in total.group("final").items()}
    return replace(state, kept=state.kept | final)


def final_card(state: State, prepared: Prepared) -> dict[str, Any]:
    """What a card says of the kept model's scores."""
    target, scores = prepared.target, scores_of(state)
    kept = {name.removeprefix("final/"): values for name, values in state.kept.items() if name.startswith("final/")}
    return target.card(scores) | {"scores": target.report(scores, kept, random_for(prepared.seed, "intervals"))}


def _alone(inner: OnEncodedRows, prepared: Prepared, party: Party, outputs: np.ndarray, targets: np.ndarray) -> Arrays:
    """Of no rows where the party alone came to nothing, as with a few rows it may. Only the label's classes (or scale)
    are everybody's, so that the scores can be compared."""
    target = prepared.target
    protocol = on_data(prepared.plan, (target.kind,), inner).without_comparison()
    rounds = prepared.plan["maxRounds"]
    try:
        progress.part(0, rounds)
        with np.errstate(all="ignore"):
            begun = protocol.begin(1, prepared.seed, scale_of(target))
            state = run_here(protocol, [party], begun, lambda _, stage, *__: progress.part(stage.round, rounds))
            alone = protocol.inner.held_out(state, protocol.prepared(state), party)[0]
            gain = _gain(target, outputs, alone, targets, random_for(prepared.seed, "gain"))
        scores = scores_of(state)
    except (PartyError, RunError, OutOfBounds):
        scores = {name: np.zeros(term.shape) for name, term in target.score_terms(1).items()}
        gain = np.full((len(target.metric_names), len(PERCENT)), ABSENT)
    return grouped("alone", scores) | {"gain": gain}


def _gain(
    target: Target, together: np.ndarray, alone: np.ndarray, targets: np.ndarray, rng: np.random.Generator
) -> np.ndarray:
    """Ends [metrics, 2] of the interval in which the difference of each metric lies, by a Poisson bootstrap of the
    party's rows (see targets.intervals), which both models score: of many rows, blocks are. Only the ends leave."""
    if target.kind == "event":  # whose pairs of rows no sum over blocks has
        return np.array([target.gain(together, alone, targets) or ABSENT])
    numbers = sum(math.prod(term.shape) for term in target.score_terms(1).values())
    most = min(MOST_BLOCKS, max(MOST_NUMBERS // numbers, LEAST_BLOCKS))
    blocks = np.array_split(rng.permutation(len(targets)), min(len(targets), most) or 1)
    weights = rng.poisson(1.0, (REPLICATES, len(blocks)))
    redrawn = []
    for outputs in (together, alone):
        parts = [target.score(outputs[block], targets[block]) for block in blocks]
        sums = {name: np.tensordot(weights, np.stack([part[name] for part in parts]), 1) for name in parts[0]}
        redrawn.append(_metrics_of(target, sums))
    ends = []
    for name in target.metric_names:
        gains = redrawn[0][name] - redrawn[1][name]
        gains = gains[~np.isnan(gains)]
        found = np.percentile(gains, PERCENT) / target.unit(name) if len(gains) else np.array(ABSENT)
        ends.append(np.clip(found, -MOST_GAIN, MOST_GAIN))
    return np.array(ends)


def _metrics_of(target: Target, sums: Arrays) -> dict[str, np.ndarray]:
    """Each metric [draws] of sums [draws, ...]; NaN where a draw has none."""
    if target.kind == "classes":  # whose metrics take a stack: one by one they took a third of a run's processor time
        return target.metrics(sums)
    draws = [target.metrics({name: values[place] for name, values in sums.items()}) for place in range(REPLICATES)]
    return {name: np.array([draw.get(name, np.nan) for draw in draws]) for name in target.metric_names}

"""How protocols of events come to common times: two messages that count how rows end. See data/common_times.py."""

from dataclasses import replace

import numpy as np

from engine.data.bins import COARSE, FINE
from engine.data.common_times import choose_times, count_ends, finer_times, first_times
from engine.data.party import Party
from engine.errors import RunError
from engine.privacy.terms import Arrays, Term, Total
from engine.protocols.cut_points import check_ascending, check_cuts
from engine.protocols.on_rows import Prepared
from engine.protocols.protocol import QUERY, Stage, State

LEAST_EVENTS = 10  # of all parties: fewer say nothing
BINS = {"times": COARSE, "finer-times": FINE}
COUNTING = {"times": "finer-times", "finer-times": "timed"}  # what follows


def is_counting(state: State) -> bool:
    """Whether the common times are still looked for."""
    return state.facts["timing"] in COUNTING


def begin_timing(state: State, prepared: Prepared) -> State:
    """Looks for them first."""
    target = prepared.target
    grid = first_times(target.time, target.mean, target.deviation)
    return replace(state, arrays={"grid": grid}).with_facts(timing="times")


def ask_times(state: State, prepared: Prepared) -> Stage:
    ends = Term((2, BINS[state.facts["timing"]]), prepared.rows, whole=True)
    return Stage(state.facts["timing"], "statistics", QUERY, 0, {"ends": ends})


def answer_times(state: State, prepared: Prepared, party: Party) -> Arrays:
    rows, _ = party.encoded(prepared.encoding, prepared.target)
    return {"ends": count_ends(rows.targets, state.arrays["grid"])}


def advance_timing(state: State, total: Total, most: int) -> State:
    """With at most so many common `times` in the end. Raises RunError `train.too-few-events` (least)."""
    counts, grid = total.integers["ends"], state.arrays["grid"]
    if counts[1].sum() < LEAST_EVENTS:
        raise RunError("train.too-few-events", {"least": LEAST_EVENTS}, step="statistics")
    following = COUNTING[state.facts["timing"]]
    found = {"times": choose_times(grid, counts, most)} if following == "timed" else {"grid": finer_times(grid, counts)}
    return replace(state, arrays=found).with_facts(timing=following)


def check_timing(state: State, most: int) -> None:
    """Raises ValueError for times that no honest run has."""
    if state.facts["timing"] not in {*COUNTING, "timed"}:
        raise ValueError("no such stage")
    name, length = ("grid", BINS[state.facts["timing"]] - 1) if is_counting(state) else ("times", most)
    values = state.arrays.get(name)
    if values is None or values.shape != (length,) or values.dtype != np.float64:
        raise ValueError("the arrays are not those that the plan makes")
    if is_counting(state) and len(state.arrays) > 1:
        raise ValueError("arrays before there are common times")
    check_ascending(values[None, :])
    if not np.isfinite(values[0]):
        raise ValueError("no time at all")


def follow_timing(before: State, state: State) -> None:
    """Raises ValueError unless the times follow from those before, whatever was counted."""
    following = COUNTING.get(before.facts["timing"], "timed")
    if state.facts["timing"] != following:
        raise ValueError("a stage was left out")
    if not is_counting(before):
        if not np.array_equal(before.arrays["times"], state.arrays["times"]):
            raise ValueError("what was settled has changed")
    elif following == "timed":
        times = state.arrays["times"]
        if not np.isin(times[np.isfinite(times)], before.arrays["grid"]).all():
            raise ValueError("times that were not counted")
    else:
        check_cuts(before.arrays["grid"][None, :], state.arrays["grid"][None, :], all_stay=True)

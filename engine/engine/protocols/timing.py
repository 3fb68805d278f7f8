"""Determines the common times of protocols for events, in two messages that count the end times of rows. See
data/common_times.py."""

from dataclasses import replace

import numpy as np

from engine.data.bins import COARSE, FINE
from engine.data.common_times import Followed, choose_times, count_ends, finer_times, first_times
from engine.errors import RunError
from engine.privacy.terms import Arrays, Term, Total
from engine.protocols.cut_points import check_ascending, check_cuts
from engine.protocols.on_rows import Prepared
from engine.protocols.protocol import QUERY, Stage, State
from engine.targets import Event, require_kind

MIN_EVENTS = 10  # Minimum number of events of all parties together. Fewer events carry too little information.
BINS = {"times": COARSE, "finer-times": FINE}
COUNTING = {"times": "finer-times", "finer-times": "timed"}  # maps each counting step to the step that follows it


def is_counting(state: State) -> bool:
    """Whether the parties are still counting, so that the common times are not known yet."""
    return state.facts["timing"] in COUNTING


def begin_timing(state: State, prepared: Prepared) -> State:
    """Return a state with which the determination of the common times begins."""
    target = require_kind(prepared.target, Event)
    grid = first_times(target.time, target.mean, target.deviation)
    return replace(state, arrays={"grid": grid}).with_facts(timing="times")


def ask_times(state: State, prepared: Prepared) -> Stage:
    ends = Term((2, BINS[state.facts["timing"]]), prepared.rows, whole=True)
    return Stage(state.facts["timing"], "statistics", QUERY, 0, {"ends": ends})


def answer_times(state: State, rows: Followed) -> Arrays:
    return {"ends": count_ends(rows, state.arrays["grid"])}


def advance_timing(state: State, total: Total, length: int, most: int) -> State:
    """Return the next state; the last one has at most `most` common `times` [most]. Raises RunError
    `train.too-few-events` (least)."""
    counts, grid = total.integers["ends"], state.arrays["grid"]
    if counts[1].sum() < MIN_EVENTS:
        raise RunError("train.too-few-events", {"least": MIN_EVENTS}, step="statistics")
    following = COUNTING[state.facts["timing"]]
    found = (
        {"times": choose_times(grid, counts, length, most)}
        if following == "timed"
        else {"grid": finer_times(grid, counts)}
    )
    return replace(state, arrays=found).with_facts(timing=following)


def check_timing(state: State, most: int) -> None:
    """Raise ValueError for times that cannot occur in an honest run."""
    if state.facts["timing"] not in {*COUNTING, "timed"}:
        raise ValueError("this stage does not exist")
    name, length = ("grid", BINS[state.facts["timing"]] - 1) if is_counting(state) else ("times", most)
    values = state.arrays.get(name)
    if values is None or values.shape != (length,) or values.dtype != np.float64:
        raise ValueError("the arrays do not have the plan's shape")
    if is_counting(state) and len(state.arrays) > 1:
        raise ValueError("arrays that come after the common times")
    check_ascending(values[None, :])
    if not np.isfinite(values[0]):
        raise ValueError("there are no times")


def check_timing_transition(before: State, state: State) -> None:
    """Raise ValueError unless some counts of rows lead from the previous times to these times."""
    following = COUNTING.get(before.facts["timing"], "timed")
    if state.facts["timing"] != following:
        raise ValueError("a stage was left out")
    if not is_counting(before):
        if not np.array_equal(before.arrays["times"], state.arrays["times"]):
            raise ValueError("the common times have changed")
    elif following == "timed":
        times = state.arrays["times"]
        if not np.isin(times[np.isfinite(times)], before.arrays["grid"]).all():
            raise ValueError("times that were not counted")
    else:
        check_cuts(before.arrays["grid"][None, :], state.arrays["grid"][None, :], all_stay=True)

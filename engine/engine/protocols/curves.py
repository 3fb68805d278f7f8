"""Kaplan-Meier curves of groups of rows, and the log-rank test of whether the groups differ.

Both are computed from counts of rows by group, by common time, and by whether rows ended with the event. They also use,
for the rows that left in an interval, the share of the interval's events that happened after they had left. Each
category of a column is a group. A column of numbers gives two groups, split at its mean over all rows. A party counts
rows in groups of at least five that end in the same way and are neighbours in time (`Followed`). Sources: Kaplan, Meier
1958, "Nonparametric estimation from incomplete observations"; Greenwood 1926; Mantel 1966.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from engine.data.common_times import BASE, Followed, absences, places_of
from engine.data.encoding import CategoryEncoder, NumberEncoder, numbers_of
from engine.data.party import Party
from engine.privacy.small_counts import rounded_up, significant, upper_share
from engine.privacy.terms import Term, Total, Values
from engine.protocols.on_rows import Prepared
from engine.protocols.protocol import QUERY, Result, Stage, State
from engine.protocols.timing import (
    advance_timing,
    answer_times,
    ask_times,
    begin_timing,
    check_timing,
    check_timing_transition,
    is_counting,
)
from engine.table import Column
from engine.targets import Event, require_kind

NORMAL = 1.959963984540054  # standard deviations on either side that cover 95 %
ROUNDING = (BASE**2 - 1) / 12  # variance of the rounding of a count to a multiple of BASE
MIN_COMPARED = 10
# There is at most one common time per this many rows, because counts at more times would nearly reveal the time of the
# third of five rows.
MIN_TIMES, ROWS_OF_TIME = 4, 50
MAX_ERROR = 0.35  # A curve ends before the first point whose error, with 95 % confidence, is larger than this.
DIGITS = 3  # minimum number of digits of a reported share, and number of digits of a test's chi square


@dataclass(frozen=True)
class Curves:
    """The inner protocol (see on_rows.py), with at most `times` common times. It makes no model, so it has no
    scores."""

    times: int
    has_validation_split = False
    predicts = False
    bins = 0

    def first(self, state: State, prepared: Prepared) -> State:
        return begin_timing(state, prepared).with_facts(done=False)

    def next_stage(self, state: State, prepared: Prepared) -> Stage | None:
        if is_counting(state):
            return ask_times(state, prepared)
        if state.facts["done"]:
            return None
        groups = 1 + sum(groups_of(column) for column in prepared.encoding.all_of(NumberEncoder, CategoryEncoder))
        ends = Term((groups, 2, self.times + 1), prepared.rows, whole=True)
        absent = Term((groups, self.times), prepared.rows)
        return Stage("curves", "statistics", QUERY, 0, {"ends": ends, "absent": absent})

    def check(self, state: State, prepared: Prepared) -> None:
        check_timing(state, self.times)
        if len(state.arrays) > 1 or state.facts["done"] is not False:
            raise ValueError("the arrays do not have the plan's shape")

    def check_transition(self, before: State, state: State, prepared: Prepared) -> None:
        if not is_counting(before):
            raise ValueError("the curves are the last stage")
        check_timing_transition(before, state)

    def compute(self, state: State, prepared: Prepared, party: Party, stage: Stage) -> Values:
        targets = party.encoded(prepared.encoding, prepared.target)[0].targets
        every = Followed.rounded(targets)
        if is_counting(state):
            return answer_times(state, every)
        had, groups = every.times[every.events], [every]
        encoders = prepared.encoding.all_of(NumberEncoder, CategoryEncoder)
        for encoder, column in zip(encoders, party.training.columns, strict=True):
            codes = codes_of(encoder, column)
            groups += [Followed.rounded(targets[codes == group]) for group in range(groups_of(encoder))]
        ends, absent = zip(*(self._count(state, group, had) for group in groups), strict=True)
        return {"ends": np.stack(ends), "absent": np.stack(absent)}

    def update(self, state: State, prepared: Prepared, stage: Stage, total: Total) -> State:
        if is_counting(state):
            most = max(MIN_TIMES, prepared.rows // ROWS_OF_TIME)
            return advance_timing(state, total, self.times, min(self.times, most))
        kept = {"ends": total.integers["ends"], "absent": total["absent"]}
        return replace(state, kept=kept).with_facts(done=True)

    def metric_names(self, target: Any) -> tuple[str, ...]:
        return ()

    def finish_early(self, state: State) -> State:
        return state  # curves are computed only after the last stage

    def result(self, state: State, prepared: Prepared) -> Result:
        times = state.arrays["times"][np.isfinite(state.arrays["times"])]
        found = zip(state.kept["ends"], state.kept["absent"], strict=True)
        every, *groups = [
            Ends(ends[:, : len(times) + 1], absent[: len(times)], times, prepared.parties) for ends, absent in found
        ]
        left = iter(groups)
        encoders = prepared.encoding.all_of(NumberEncoder, CategoryEncoder)
        columns = [_column(encoder, [next(left) for _ in range(groups_of(encoder))]) for encoder in encoders]
        target = require_kind(prepared.target, Event)
        curves = {
            "event": target.values[1], "time": target.time, "times": times.tolist(),
            "all": every.curve(), "columns": columns,
        }  # fmt: skip
        return Result(None, {"output": "curves", "classes": [], "curves": curves})

    def _count(self, state: State, rows: Followed, had: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return `ends` [2, times + 1] and `absent` [times] of `Ends`, for a group's rows at a party whose rows `had`
        the event at these times."""
        times = state.arrays["times"]
        places, last = places_of(times, rows.times), int(np.isfinite(times).sum())
        beyond = ~rows.events & (rows.times > times[last - 1])
        ends, absent = np.zeros((2, self.times + 1)), np.zeros(self.times)
        np.add.at(ends, (rows.events.astype(int), np.where(beyond, last, places)), 1)
        np.add.at(absent, places, absences(times, rows.times, rows.events, had))
        return ends, absent


@dataclass(frozen=True)
class Ends:
    """Counts [2, times + 1] of a group's rows that were last seen without the event, and with it, up to each of the
    `times`, and of rows that were followed beyond the last time. `absent` [times] is the number of rows that left up to
    each time and were no longer there at its events, as a mean over these events. Each of `parties` has rounded its
    counts."""

    counts: np.ndarray
    absent: np.ndarray
    times: np.ndarray
    parties: int

    @property
    def rows(self) -> int:
        return int(self.counts.sum())

    @property
    def events(self) -> np.ndarray:
        """Number of events up to each time [times]."""
        return self.counts[1, :-1]

    @property
    def entering(self) -> np.ndarray:
        """Number of rows [times + 1] still followed after the previous time, and after the last time."""
        return self.counts.sum(axis=0)[::-1].cumsum()[::-1]

    @property
    def at_risk(self) -> np.ndarray:
        """Number of rows [times] at risk at the events of an interval, as a mean over the events, but at least the
        number of events."""
        return np.maximum(self.entering[:-1] - self.absent, self.events)

    def curve(self) -> dict:
        """Return a group's curve as users see it."""
        known = {"rows": self.rows, "events": int(self.events.sum()), "points": []}
        if not self.rows:
            return known
        digits = max(DIGITS, len(str(self.rows)))
        survival, rounding = self._survival(self.at_risk), self._rounding()
        low, high = zip(*map(band, survival.tolist(), (self._spread() + rounding).tolist()), strict=True)
        with np.errstate(invalid="ignore"):
            errors = self._errors() + np.where(survival > 0, NORMAL * survival * rounding**0.5, 1)
        # If few rows are left, a share of 0 can be due to rounding, and its error would be meaningless.
        unknown = np.flatnonzero((survival <= 0) | (errors > MAX_ERROR))
        shown = int(unknown[0]) if len(unknown) else len(survival)
        shares = {name: values[:shown] for name, values in (("survival", survival), ("low", low), ("high", high))}
        for place, time in enumerate(self.times[:shown].tolist()):
            point = {name: round(float(values[place]), digits) for name, values in shares.items()}
            error = min(rounded_up(errors[place] + 10.0**-digits / 2), MAX_ERROR)
            known["points"].append({"time": time} | point | {"error": error, "atRisk": int(self.entering[place + 1])})
        return known | {"median": {name: value for name, value in self._median(shares) if value is not None}}

    def _median(self, shares: Mapping[str, Sequence[float] | np.ndarray]) -> Iterator[tuple[str, float | None]]:
        """Return the median time, the first time at which at most half of the rows are without the event, and the ends
        of its 95 % interval. For times that are not points of the shown curve, only the side of one half on which their
        share lies is used."""
        for name, of in (("value", "survival"), ("low", "low"), ("high", "high")):
            places = np.flatnonzero(np.array(shares[of]) <= 0.5)
            yield name, float(self.times[places[0]]) if len(places) else None

    def _survival(self, at_risk: np.ndarray) -> np.ndarray:
        """The share of rows without the event after each time."""
        return np.cumprod(1 - np.where(at_risk > 0, self.events / np.maximum(at_risk, 1), 0.0))

    def _spread(self) -> np.ndarray:
        """Return Greenwood's sum until each time."""
        with np.errstate(divide="ignore", invalid="ignore"):
            parts = np.where(self.events > 0, self.events / (self.at_risk * (self.at_risk - self.events)), 0.0)
        return np.cumsum(parts)

    def _rounding(self) -> np.ndarray:
        """Return the approximate variance of the logarithm of the share at each time that is due to rounding: of the
        counts of events until then, and of the counts of all rows."""
        return self.parties * ROUNDING * (np.maximum(self.at_risk, 1) ** -2 + 2 * self._spread() ** 2)

    def _errors(self) -> np.ndarray:
        """Return the largest distance from the curve of exact times at each time. That curve is highest if all rows
        that leave in an interval do so after its events, and lowest if all do so before."""
        entering = self.entering[:-1]
        found, high, low = map(self._survival, (self.at_risk, entering, entering - self.counts[0, :-1]))
        return np.maximum(high - found, found - low)


def band(survival: float, spread: float) -> tuple[float, float]:
    """Return the 95 % interval of the share, computed on the log-log scale so that it stays between 0 and 1."""
    if not 0 < survival < 1:
        return float(survival), float(survival)
    reach = NORMAL * spread**0.5 / -np.log(survival)
    return float(survival ** np.exp(reach)), float(survival ** np.exp(-reach))


def log_rank(groups: list[Ends]) -> dict | None:
    """Return the test of whether groups differ in survival: `chi2`, `freedom`, `p`. None if there is only one group to
    compare, or if a group has fewer than `MIN_COMPARED` rows per party on average, because rounding would dominate."""
    from scipy import special

    groups = [group for group in groups if group.rows]
    if len(groups) < 2 or min(group.rows for group in groups) < MIN_COMPARED * groups[0].parties:
        return None
    at_risk, events = (
        np.array([getattr(group, name) for group in groups], dtype=float) for name in ("at_risk", "events")
    )
    tests = [
        _compared(at_risk[:, :until], events[:, :until], groups[0].parties) for until in range(1, events.shape[1] + 1)
    ]
    # If few rows are left, further events add more variance from rounding than information. Then compare only earlier
    # times.
    more, spread, _ = max(tests, key=lambda test: test[2])
    chi2 = significant(float(more @ np.linalg.pinv(spread) @ more), DIGITS)
    freedom = int(np.linalg.matrix_rank(spread))
    return {"chi2": chi2, "freedom": freedom, "p": float(special.chdtrc(freedom, chi2))} if freedom else None


def _compared(at_risk: np.ndarray, events: np.ndarray, parties: int) -> tuple[np.ndarray, np.ndarray, float]:
    """Return the comparison of groups by their rows at risk and events [groups, times]: events more than expected
    [groups], their variance [groups, groups] including rounding, and the information on a difference. The information
    does not depend on which group had the events, so the times can be chosen by it."""
    rows, had = at_risk.sum(axis=0), events.sum(axis=0)
    share = at_risk / np.maximum(rows, 1)
    weights = had * (rows - had) / np.maximum(rows - 1, 1)
    spread = np.diag((share * weights).sum(axis=1)) - (share * weights) @ share.T
    known = float(np.trace(spread))
    # Rounding adds to the variance: at each party, three counts of a group may each be wrong by up to two rows: rows at
    # risk, events, and rows that left.
    hazard = float((had / np.maximum(rows, 1)).sum())
    apart = np.eye(len(at_risk)) - ((share * had).sum(axis=1) / max(had.sum(), 1))[:, None]
    spread = spread + apart @ apart.T * parties * ROUNDING * (2 + hazard**2)
    return (events - had * share).sum(axis=1), spread, known**2 / max(float(np.trace(spread)), 1e-12)


def groups_of(encoder: NumberEncoder | CategoryEncoder) -> int:
    """Return the number of groups into which a column divides the rows."""
    if isinstance(encoder, CategoryEncoder):
        return len(encoder.categories)
    return 2 if encoder.deviation > 0 else 0


def cut_of(encoder: NumberEncoder) -> float:
    """Return the value that divides a column's numbers: their mean or, for two neighbouring integers such as zeros and
    ones, the middle. The middle divides the same rows and does not reveal the share of each."""
    has_two = upper_share(encoder.mean, encoder.deviation) is not None
    return math.floor(encoder.mean) + 0.5 if has_two else encoder.mean


def codes_of(encoder: NumberEncoder | CategoryEncoder, column: Column) -> np.ndarray:
    """Return the number of each row's group. A row that is in no group has the number of groups."""
    if isinstance(encoder, CategoryEncoder):
        return np.minimum(encoder.codes(column), len(encoder.categories))
    values = numbers_of(column)
    return np.where(np.isnan(values), 2, values > encoder.mean).astype(int)


def _column(encoder: NumberEncoder | CategoryEncoder, groups: list[Ends]) -> dict:
    """Return the groups of a column, and the test that compares them."""
    names = encoder.categories if isinstance(encoder, CategoryEncoder) else ("low", "high")
    named = [{"name": name} | group.curve() for name, group in zip(names, groups, strict=False)]
    cut = {"cut": cut_of(encoder)} if isinstance(encoder, NumberEncoder) else {}
    test = log_rank(groups)
    return {"name": encoder.name, "kind": encoder.kind, **cut, "groups": named} | ({"logRank": test} if test else {})

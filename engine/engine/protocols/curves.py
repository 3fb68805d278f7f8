"""Kaplan-Meier curves of groups of rows, and the log-rank test of whether they differ: from counts of rows by group, by
common time, and by whether they ended in the event, and from how much of each interval those missed that left in it.

A column of categories makes a group of each; one of numbers two, which its mean over all rows divides. No count below
five is shown, and none follows from what is shown (privacy/few.py, privacy/few_over_time.py). Sources: Kaplan, Meier
1958, "Nonparametric estimation from incomplete observations"; Greenwood 1926; Mantel 1966.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from engine.data.common_times import absences, places_of
from engine.data.encoding import CategoryEncoder, NumberEncoder, numbers_of
from engine.data.party import Party, Rows
from engine.data.table import Column
from engine.privacy.few import Shown, hide_cells, hide_few, rounded_up, significant, upper_share
from engine.privacy.few_over_time import Followed, places_at_risk, places_shown, withheld
from engine.privacy.terms import Arrays, Term, Total
from engine.protocols.on_rows import Prepared
from engine.protocols.protocol import QUERY, Result, Stage, State
from engine.protocols.timing import (
    advance_timing,
    answer_times,
    ask_times,
    begin_timing,
    check_timing,
    follow_timing,
    is_counting,
)

NORMAL = 1.959963984540054  # deviations that 95 % lie within
NO_GROUP = -1
DIGITS = 3  # of a share, at least; of a test's chi square


@dataclass(frozen=True)
class Curves:
    """The inner protocol (see on_rows.py), with at most so many common `times`. It makes no model, so nothing is
    scored."""

    times: int
    holds_aside: ClassVar[bool] = False
    predicts: ClassVar[bool] = False
    bins: ClassVar[int] = 0

    def first(self, state: State, prepared: Prepared) -> State:
        return begin_timing(state, prepared).with_facts(done=False)

    def ask(self, state: State, prepared: Prepared) -> Stage | None:
        if is_counting(state):
            return ask_times(state, prepared)
        if state.facts["done"]:
            return None
        groups = 1 + sum(groups_of(column) for column in prepared.encoding.columns)
        ends = Term((groups, 2, self.times + 1), prepared.rows, whole=True)
        absent = Term((groups, self.times), prepared.rows)
        return Stage("curves", "statistics", QUERY, 0, {"ends": ends, "absent": absent})

    def check(self, state: State, prepared: Prepared) -> None:
        check_timing(state, self.times)
        if len(state.arrays) > 1 or state.facts["done"] is not False:
            raise ValueError("the arrays are not those that the plan makes")

    def follows(self, before: State, state: State, prepared: Prepared) -> None:
        if not is_counting(before):
            raise ValueError("nothing comes after the curves")
        follow_timing(before, state)

    def answer(self, state: State, prepared: Prepared, party: Party, stage: Stage) -> Arrays:
        if is_counting(state):
            return answer_times(state, prepared, party)
        rows, _ = party.encoded(prepared.encoding, prepared.target)
        found = [self._count(state, rows, np.ones(len(rows), dtype=bool))]
        for encoder, column in zip(prepared.encoding.columns, party.training.columns, strict=True):
            codes = codes_of(encoder, column)
            found += [self._count(state, rows, codes == group) for group in range(groups_of(encoder))]
        ends, absent = zip(*found, strict=True)
        return {"ends": np.stack(ends), "absent": np.stack(absent)}

    def advance(self, state: State, prepared: Prepared, stage: Stage, total: Total) -> State:
        if is_counting(state):
            return advance_timing(state, total, self.times)
        kept = {"ends": total.integers["ends"], "absent": total["absent"]}
        return replace(state, kept=kept).with_facts(done=True)

    def metric_names(self, target: Any) -> tuple[str, ...]:
        return ()

    def finish_early(self, state: State) -> State:
        return state  # without its last stage there is no curve

    def result(self, state: State, prepared: Prepared) -> Result:
        times = state.arrays["times"][np.isfinite(state.arrays["times"])]
        found = zip(state.kept["ends"], state.kept["absent"], strict=True)
        every, *groups = [Ends(ends[:, : len(times) + 1], absent[: len(times)], times) for ends, absent in found]
        left, columns = iter(groups), []
        (shown,) = places_shown([every.followed], range(len(times)))
        at_risk = places_at_risk([every.followed], shown)
        for encoder in prepared.encoding.columns:
            known = [next(left) for _ in range(groups_of(encoder))]
            columns.append(_column(encoder, known, every, shown, at_risk))
        curves = {
            "event": prepared.target.values[1], "time": prepared.target.time, "times": times.tolist(),
            "all": every.curve(every.rows, every.events_beside_rows(), shown, at_risk),
            "columns": columns,
        }  # fmt: skip
        return Result(None, {"output": "curves", "classes": [], "curves": curves})

    def _count(self, state: State, rows: Rows, inside: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Of the rows `inside` a group [rows]: `ends` [2, times + 1] and `absent` [times] of `Ends`."""
        times, own, events = state.arrays["times"], rows.targets[:, 0], rows.targets[:, 1] > 0
        places, last = places_of(times, own), int(np.isfinite(times).sum())
        beyond = ~events & (own > times[last - 1])
        ends, absent = np.zeros((2, self.times + 1)), np.zeros(self.times)
        np.add.at(ends, (events[inside].astype(int), np.where(beyond, last, places)[inside]), 1)
        np.add.at(absent, places[inside], absences(times, own, events)[inside])
        return ends, absent


@dataclass(frozen=True)
class Ends:
    """How many of a group's rows were last seen without the event, and with it, up to each of the `times`, and how many
    were followed beyond the last: [2, times + 1]; and how many of those that left up to each time were `absent` [times]
    from its events, on average of these."""

    counts: np.ndarray
    absent: np.ndarray
    times: np.ndarray

    @property
    def rows(self) -> int:
        return int(self.counts.sum())

    @property
    def events(self) -> np.ndarray:
        """[times]."""
        return self.counts[1, :-1]

    @property
    def entering(self) -> np.ndarray:
        """Rows [times + 1] still followed after the time before each, and after the last."""
        return self.counts.sum(axis=0)[::-1].cumsum()[::-1]

    @property
    def at_risk(self) -> np.ndarray:
        """Rows [times] at risk on average of an interval's events, but for the events themselves."""
        return np.maximum(self.entering[:-1] - self.absent, self.events)

    @property
    def followed(self) -> Followed:
        return Followed(np.cumsum(self.events), np.cumsum(self.counts[0, :-1]), self.rows)

    def events_beside_rows(self) -> Shown:
        """How many had the event, as it may be shown beside how many rows there are."""
        events = int(self.events.sum())
        return hide_few([events, self.rows - events])[0]

    def curve(self, rows: Shown, events: Shown, shown: Sequence[int], at_risk: Sequence[int]) -> dict:
        """What is shown of a group, with how many rows and events: points at the places `shown`, and who is at risk at
        those that are also places of `at_risk`."""
        known = {"rows": rows, "events": events, "points": []}
        if not len(shown):
            return known
        digits = max(DIGITS, len(str(self.rows)))
        survival, errors = self._survival(self.at_risk), self._errors()
        low, high = zip(*map(band, survival.tolist(), self._spread().tolist()), strict=True)
        shares = {"survival": survival, "low": low, "high": high}
        for place in shown:
            point = {name: round(float(values[place]), digits) for name, values in shares.items()}
            more = {
                "error": rounded_up(errors[place] + 10.0**-digits / 2),
                "atRisk": int(self.entering[place + 1]) if place in at_risk else None,
            }
            known["points"].append({"time": float(self.times[place])} | point | more)
        return known | {"median": {name: value for name, value in self._median(shares) if value is not None}}

    def _median(self, shares: dict[str, Sequence[float]]) -> Iterator[tuple[str, float | None]]:
        """The first time after which half have had the event, and between which times that lies with 95 %. Of the times
        without a point only this is shown: on which side of a half the share is."""
        for name, of in (("value", "survival"), ("low", "low"), ("high", "high")):
            places = np.flatnonzero(np.array(shares[of]) <= 0.5)
            yield name, float(self.times[places[0]]) if len(places) else None

    def _survival(self, at_risk: np.ndarray) -> np.ndarray:
        """The share without the event after each time."""
        return np.cumprod(1 - np.where(at_risk > 0, self.events / np.maximum(at_risk, 1), 0.0))

    def _spread(self) -> np.ndarray:
        """Greenwood's sum until each time."""
        with np.errstate(divide="ignore", invalid="ignore"):
            parts = np.where(self.events > 0, self.events / (self.at_risk * (self.at_risk - self.events)), 0.0)
        return np.cumsum(parts)

    def _errors(self) -> list[float]:
        """The largest distance of the curve of exact times at each time. That curve is highest where all rows that
        leave up to a time do so after its events, and lowest where all do so before."""
        entering = self.entering[:-1]
        found, high, low = map(self._survival, (self.at_risk, entering, entering - self.counts[0, :-1]))
        return np.maximum(high - found, found - low).tolist()


def band(survival: float, spread: float) -> tuple[float, float]:
    """Where the share lies with 95 %, on the scale of the logarithm of its logarithm, so between 0 and 1."""
    if not 0 < survival < 1:
        return float(survival), float(survival)
    reach = NORMAL * spread**0.5 / -np.log(survival)
    return float(survival ** np.exp(reach)), float(survival ** np.exp(-reach))


def log_rank(groups: list[Ends]) -> dict | None:
    """The test of whether groups differ in how soon the event comes: `chi2`, `freedom`, `p`; None where nothing can be
    compared."""
    from scipy import special

    groups = [group for group in groups if group.rows]
    if len(groups) < 2:
        return None
    at_risk, events = (
        np.array([getattr(group, name) for group in groups], dtype=float) for name in ("at_risk", "events")
    )
    rows, had = at_risk.sum(axis=0), events.sum(axis=0)
    share = at_risk / np.maximum(rows, 1)
    weights = had * (rows - had) / np.maximum(rows - 1, 1)
    spread = np.diag((share * weights).sum(axis=1)) - (share * weights) @ share.T
    more = (events - had * share).sum(axis=1)
    chi2 = significant(float(more @ np.linalg.pinv(spread) @ more), DIGITS)
    freedom = int(np.linalg.matrix_rank(spread))
    return {"chi2": chi2, "freedom": freedom, "p": float(special.chdtrc(freedom, chi2))} if freedom else None


def groups_of(encoder: NumberEncoder | CategoryEncoder) -> int:
    """How many groups a column makes."""
    if isinstance(encoder, CategoryEncoder):
        return len(encoder.categories)
    return 2 if encoder.deviation > 0 else 0


def cut_of(encoder: NumberEncoder) -> float:
    """What divides a column's numbers: their mean; of zeros and ones, or the like, the middle, which divides the same
    rows and does not say what share of them has which."""
    has_two = upper_share(encoder.mean, encoder.deviation) is not None
    return math.floor(encoder.mean) + 0.5 if has_two else encoder.mean


def codes_of(encoder: NumberEncoder | CategoryEncoder, column: Column) -> np.ndarray:
    """In which group each row is."""
    if isinstance(encoder, CategoryEncoder):
        codes = encoder.codes(column)
        return np.where(codes < len(encoder.categories), codes, NO_GROUP)
    values = numbers_of(column)
    return np.where(np.isnan(values), NO_GROUP, values > encoder.mean)


def _column(
    encoder: NumberEncoder | CategoryEncoder,
    groups: list[Ends],
    every: Ends,
    among: list[int],
    at_risk_of_all: list[int],
) -> dict:
    """A column's groups, with points only at the places `among`, and who is at risk only at those `at_risk_of_all`: all
    rows are shown there, and so what all groups but one leave of them is known."""
    counts, absent = (
        getattr(every, name) - sum(getattr(group, name) for group in groups) for name in ("counts", "absent")
    )
    all_ = [*groups, Ends(counts, absent, every.times)]
    rows = hide_few([group.rows for group in all_])
    hidden = hide_cells(np.array([[group.events.sum(), group.rows - group.events.sum()] for group in all_]))[:, 0]
    is_withheld = withheld([group.followed for group in all_], [not isinstance(count, int) for count in rows])
    events = [
        None if is_hidden or is_kept else int(group.events.sum())
        for group, is_hidden, is_kept in zip(all_, hidden, is_withheld, strict=True)
    ]
    open_ = [place for place, is_kept in enumerate(is_withheld) if not is_kept]
    units = [all_[place].followed for place in open_]
    if any(is_withheld):
        units.append(
            Followed.sum([group.followed for group, is_kept in zip(all_, is_withheld, strict=True) if is_kept])
        )
    found = dict(zip(open_, places_shown(units, among), strict=False))
    at_risk = places_at_risk(units, at_risk_of_all)
    curves = [
        group.curve(rows[place], events[place], found.get(place, []), at_risk) for place, group in enumerate(groups)
    ]
    names = encoder.categories if isinstance(encoder, CategoryEncoder) else ("low", "high")
    named = [{"name": name} | curve for name, curve in zip(names, curves, strict=False)]
    cut = {"cut": cut_of(encoder)} if isinstance(encoder, NumberEncoder) else {}
    test = log_rank(groups)
    return {"name": encoder.name, "kind": encoder.kind, **cut, "groups": named} | ({"logRank": test} if test else {})

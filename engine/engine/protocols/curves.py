"""Kaplan-Meier curves of groups of rows, and the log-rank test of whether they differ: from counts of rows by group, by
common time, and by whether they ended in the event.

A column of categories makes a group of each; one of numbers two, which its mean over all rows divides. No count below
five is shown: a curve has a point only where at least five events lie since the one before. Sources: Kaplan, Meier
1958, "Nonparametric estimation from incomplete observations"; Greenwood 1926; Mantel 1966.
"""

import math
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from engine.data.common_times import places_of
from engine.data.encoding import CategoryEncoder, NumberEncoder, numbers_of
from engine.data.party import Party
from engine.data.table import Column
from engine.privacy.few import LEAST_SHOWN, hide_cells, hide_few, upper_share
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
        ends = Term((groups, 2, self.times), prepared.rows, whole=True)
        return Stage("curves", "statistics", QUERY, 0, {"ends": ends})

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
        places, events = places_of(state.arrays["times"], rows.targets[:, 0]), rows.targets[:, 1].astype(int)
        ends = [_count(places, events, np.ones(len(rows), dtype=bool), self.times)]
        for encoder, column in zip(prepared.encoding.columns, party.training.columns, strict=True):
            codes = codes_of(encoder, column)
            ends += [_count(places, events, codes == group, self.times) for group in range(groups_of(encoder))]
        return {"ends": np.stack(ends)}

    def advance(self, state: State, prepared: Prepared, stage: Stage, total: Total) -> State:
        if is_counting(state):
            return advance_timing(state, total, self.times)
        return replace(state, kept={"ends": total.integers["ends"]}).with_facts(done=True)

    def metric_names(self, target: Any) -> tuple[str, ...]:
        return ()

    def finish_early(self, state: State) -> State:
        return state  # without its last stage there is no curve

    def result(self, state: State, prepared: Prepared) -> Result:
        times = state.arrays["times"][np.isfinite(state.arrays["times"])]
        every, *groups = [Ends(ends[:, : len(times)], times) for ends in state.kept["ends"]]
        left, columns, is_hidden = iter(groups), [], False
        for encoder in prepared.encoding.columns:
            known = [next(left) for _ in range(groups_of(encoder))]
            sizes = [group.rows for group in known]
            is_hidden = is_hidden or any(0 < size < LEAST_SHOWN for size in (*sizes, every.rows - sum(sizes)))
            columns.append(_column(encoder, known, every))
        curves = {
            "event": prepared.target.values[1], "time": prepared.target.time, "times": times.tolist(),
            # Who is at risk of all would tell who is of the one group that is not shown.
            "all": every.curve(every.rows, every.few_events(), [] if is_hidden else told_together([every])),
            "columns": columns,
        }  # fmt: skip
        return Result(None, {"output": "curves", "classes": [], "curves": curves})


@dataclass(frozen=True)
class Ends:
    """How many of a group's rows were last seen without the event, and with it, at each of the `times`: [2, times]."""

    counts: np.ndarray
    times: np.ndarray

    @property
    def rows(self) -> int:
        return int(self.counts.sum())

    @property
    def events(self) -> np.ndarray:
        """[times]."""
        return self.counts[1]

    @property
    def at_risk(self) -> np.ndarray:
        """Rows still followed at each time, those that end then included."""
        return self.counts.sum(axis=0)[::-1].cumsum()[::-1]

    def few_events(self) -> int | str | None:
        """How many had the event, as it may be told beside how many rows there are."""
        events = int(self.events.sum())
        return hide_few([events, self.rows - events])[0]

    def curve(self, rows: int | str | None, events: int | str | None, told: list[int]) -> dict:
        """What is told of a group, with how many rows and events: nothing else of one that has fewer than five; who is
        at risk only at the places `told`."""
        known = {"rows": rows, "events": events, "points": []}
        if self.rows < LEAST_SHOWN:
            return known | {"events": None}
        survival, spread = self._survival()
        for place in self.shown():
            low, high = band(survival[place], spread[place])
            point = {"time": float(self.times[place]), "survival": float(survival[place]), "low": low, "high": high}
            known["points"].append(point | {"atRisk": int(self.at_risk[place]) if place in told else None})
        return known | {"median": _median(known["points"])}

    def _survival(self) -> tuple[np.ndarray, np.ndarray]:
        """The share without the event after each time, and Greenwood's sum until then."""
        at_risk = self.at_risk
        share = np.where(at_risk > 0, self.events / np.maximum(at_risk, 1), 0.0)
        with np.errstate(divide="ignore", invalid="ignore"):
            parts = np.where(self.events > 0, self.events / (at_risk * (at_risk - self.events)), 0.0)
        return np.cumprod(1 - share), np.cumsum(parts)

    def shown(self) -> list[int]:
        """Places with at least five events since the one before; the rest goes with the last."""
        found, last, upto = [], 0, np.cumsum(self.events).astype(int)
        for place, count in enumerate(upto.tolist()):
            if count - last >= LEAST_SHOWN:
                found.append(place)
                last = count
        if found and upto[-1] > last:
            found[-1] = int(np.searchsorted(upto, upto[-1]))
        return found


def told_together(groups: list[Ends]) -> list[int]:
    """The places where it may be told who is at risk of each of these groups: together with the sum of all that tells
    of every group, so none of them may have one to four there, or so many fewer than where it was told before."""
    last, found = [group.rows for group in groups], []
    for place in sorted({place for group in groups for place in group.shown()}):
        counts = [int(group.at_risk[place]) for group in groups]
        gone = [before - count for before, count in zip(last, counts, strict=True)]
        if not any(0 < count < LEAST_SHOWN for count in (*counts, *gone)):
            found.append(place)
            last = counts
    return found


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
    chi2 = float(more @ np.linalg.pinv(spread) @ more)
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


def _count(places: np.ndarray, events: np.ndarray, inside: np.ndarray, times: int) -> np.ndarray:
    found = np.zeros((2, times))
    np.add.at(found, (events[inside], places[inside]), 1)
    return found


def _column(encoder: NumberEncoder | CategoryEncoder, groups: list[Ends], every: Ends) -> dict:
    others = Ends(every.counts - sum(group.counts for group in groups), every.times)
    all_ = [*groups, others]
    rows = hide_few([group.rows for group in all_])
    hidden = hide_cells(np.array([[group.events.sum(), group.rows - group.events.sum()] for group in all_]))[:, 0]
    events = [None if is_hidden else int(group.events.sum()) for group, is_hidden in zip(all_, hidden, strict=True)]
    told = told_together(all_)
    curves = [group.curve(*shown, told) for group, *shown in zip(groups, rows, events, strict=False)]
    names = encoder.categories if isinstance(encoder, CategoryEncoder) else ("low", "high")
    named = [{"name": name} | curve for name, curve in zip(names, curves, strict=False)]
    cut = {"cut": cut_of(encoder)} if isinstance(encoder, NumberEncoder) else {}
    test = log_rank(groups)
    return {"name": encoder.name, "kind": encoder.kind, **cut, "groups": named} | ({"logRank": test} if test else {})


def _median(points: list[dict]) -> dict:
    """The first time at which half have had the event, and between which times that lies with 95 %."""
    names = {"value": "survival", "low": "low", "high": "high"}
    found = {name: [point["time"] for point in points if point[of] <= 0.5] for name, of in names.items()}
    return {name: times[0] for name, times in found.items() if times}

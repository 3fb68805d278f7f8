"""Cox regression by Newton's method: how much each column multiplies the hazard of an event.

Stratified, each party compares its own rows at their own times, and the slopes and curvatures of its partial likelihood
add up to those of a fit of all rows with a stratum for each party. Pooled, rows of all parties are compared with each
other: what is summed are the rows at risk on common times (data/common_times.py), where a row that leaves between two
of them is at risk at the later one as a share. A last message sums what the baseline and a check of proportional
hazards are made of: whether the coefficients change with time, as the score test for coefficients that grow along the
common times. Sources: Cox 1972, "Regression models and life-tables"; for the pooled form Lu et al. 2015, "WebDISCO";
for the check Grambsch, Therneau 1994, "Proportional hazards tests and diagnostics".
"""

from dataclasses import dataclass, replace

import numpy as np

from engine.data.common_times import absences, lateness, places_of
from engine.data.party import Party, Rows
from engine.errors import RunError
from engine.learners.linear import Linear, solve
from engine.learners.partial_likelihood import RiskSums, partial_sums, risk_moments
from engine.privacy.few import rounded_up
from engine.privacy.terms import Arrays, Term, Total
from engine.protocols.coefficients import coefficient_table
from engine.protocols.final import final_card
from engine.protocols.folds import FOLDS, folds_of
from engine.protocols.newton import SLACK, Newton, unpack
from engine.protocols.on_rows import Prepared, check_arrays
from engine.protocols.on_table import incomplete
from engine.protocols.protocol import Result, Stage, State
from engine.protocols.timing import (
    advance_timing,
    answer_times,
    ask_times,
    begin_timing,
    check_timing,
    follow_timing,
    is_counting,
)
from engine.protocols.undetermined import Cells, cells_in, cells_of, count_cells

MOST = 200  # coefficients
MOST_POOLED = 50  # their squares travel for each common time
FARTHEST = 30.0  # a row's log hazard beyond this counts as that far
BITS = 50  # of a weight, behind the point
MISSED = ("absent", "late", "beyond")  # of the weights: of rows that left, of events, and of rows beyond the last time
RISKS = ("leaving", "died", "events", "inputs")  # terms of rows at risk on common times


@dataclass(frozen=True)
class Cox(Newton):
    """The inner protocol (see on_rows.py) of Cox regression, with at most so many common `times`."""

    times: int = 50
    pooled: bool = False

    def first(self, state: State, prepared: Prepared) -> State:
        size, most = Linear.of(prepared.encoding, prepared.target).size - 1, MOST_POOLED if self.pooled else MOST
        if size > most:
            params = {"coefficients": size, "most": most}
            raise RunError("train.too-many-coefficients", params, step="statistics")
        return begin_timing(state, prepared).with_facts(round=0, best=0)

    def ask(self, state: State, prepared: Prepared) -> Stage | None:
        if is_counting(state):
            stage = ask_times(state, prepared)
            return replace(stage, terms=stage.terms | self._cell_terms(state, prepared))
        stage = super().ask(state, prepared)
        if stage is None or stage.name != "score":
            return stage
        return replace(stage, terms=stage.terms | self._last_terms(prepared))

    def check(self, state: State, prepared: Prepared) -> None:
        check_timing(state, self.times)
        if is_counting(state):
            return
        fits = {name: values for name, values in state.arrays.items() if name != "times"}
        check_arrays(replace(state, arrays=fits), super().first(state, prepared))
        if not 0 <= int(state.facts["round"]) <= self.rounds:
            raise ValueError("a round that the plan does not have")

    def follows(self, before: State, state: State, prepared: Prepared) -> None:
        follow_timing(before, state)
        if not is_counting(before):
            super().follows(before, state, prepared)
        elif not is_counting(state) and (state.arrays["coefficients"].any() or int(state.facts["round"]) != 0):
            raise ValueError("not the first model that the plan makes")

    def answer(self, state: State, prepared: Prepared, party: Party, stage: Stage) -> Arrays:
        if is_counting(state):
            return answer_times(state, prepared, party) | self._cell_counts(state, prepared, party)
        answer = super().answer(state, prepared, party, stage)
        if stage.name != "score":
            return answer
        rows, _ = party.encoded(prepared.encoding, prepared.target)
        linear, fit = Linear.of(prepared.encoding, prepared.target), state.arrays["coefficients"][0]
        return answer | self._last_sums(linear, rows, fit, state.arrays["times"])

    def advance(self, state: State, prepared: Prepared, stage: Stage, total: Total) -> State:
        if is_counting(state):
            kept = {name: total.integers[name] for name in self._cell_terms(state, prepared)}
            state = advance_timing(replace(state, kept=state.kept | kept), total, self.times)
            return state if is_counting(state) else self._fitting(state, prepared)
        if stage.name == "score":
            terms = self._last_terms(prepared)
            last = {f"last/{name}": _weights(total[name]) if term.wide else total[name] for name, term in terms.items()}
            state = replace(state, kept=state.kept | last)
        state = super().advance(state, prepared, stage, total)
        if stage.name != "score" and stage.round == self.rounds:
            # What is scored last, and what the baseline belongs to, are the coefficients that are told.
            state = replace(state, arrays=state.arrays | {"coefficients": state.kept["accepted"]})
        return state

    def result(self, state: State, prepared: Prepared) -> Result:
        from engine.export.onnx_file import describe_survival, export_survival  # onnx is large, and no worker needs it

        linear, target, facts = Linear.of(prepared.encoding, prepared.target), prepared.target, state.facts
        is_best = facts["ridges"][0] == 0 and 0 not in facts["open"]
        times, hazards, errors, events = self._baseline(state, linear)
        file = export_survival(prepared.encoding, target, linear.layer(state.kept["accepted"][0]), times, hazards)
        columns = {name: facts[name] for name in ("constant", "collinear", "separated")}
        lines = coefficient_table(linear, prepared, state)
        survival = {
            "event": target.values[1], "time": target.time, "events": events, "pooled": self.pooled,
            "times": times.tolist(), "baseline": np.exp(-hazards).tolist(), "errors": errors,
        }  # fmt: skip
        card = {
            "model": describe_survival(prepared.encoding, target, times), "output": "survival", "scoredBy": "folds",
            "regression": {
                **columns, "ridge": facts["ridges"][0], "converged": 0 not in facts["open"],
                "rows": prepared.training, "coefficients": [line for line in lines if line["column"] is not None],
            },
            "survival": survival | (self._proportional(state, linear, len(times)) if is_best else {}),
        }  # fmt: skip
        return Result(file, card | final_card(state, prepared))

    def by_party(self) -> Newton:
        """Who is alone has no need of common times to compare its rows."""
        return replace(self, pooled=False)

    def held_out(self, state: State, prepared: Prepared, party: Party) -> tuple[np.ndarray, np.ndarray]:
        """Each scored row by the fit that left it out, with its fold: only rows of one fit are compared."""
        outputs, targets = super().held_out(state, prepared, party)
        folds = folds_of(len(party.training), party.place)[self._scored(prepared, party)]
        return outputs, np.column_stack([targets, folds])

    def _fitting(self, state: State, prepared: Prepared) -> State:
        """The first model, once there are common times."""
        found = super().first(state, prepared)
        return replace(found, arrays=found.arrays | {"times": state.arrays["times"]}, kept=state.kept | found.kept)

    def _terms(self, prepared: Prepared) -> dict[str, Term]:
        """As far from their mean as all rows together may be, a row at risk may be at every event."""
        if self.pooled:
            return self._risk_terms(prepared, FOLDS + 1)
        terms, rows = super()._terms(prepared), prepared.rows
        bounds = {"gradient": SLACK * rows**1.5, "hessian": SLACK * rows**2.0}
        return terms | {name: replace(terms[name], bound=bound) for name, bound in bounds.items()}

    def _cell_terms(self, state: State, prepared: Prepared) -> dict[str, Term]:
        """Rows of each fit without and with the event in each category: without any, its coefficient is infinite."""
        if state.facts["timing"] != "times":
            return {}
        return {"cells": Term((FOLDS + 1, 2, cells_in(prepared.encoding)), prepared.rows, whole=True)}

    def _cell_counts(self, state: State, prepared: Prepared, party: Party) -> Arrays:
        if not self._cell_terms(state, prepared):
            return {}
        rows, _ = party.encoded(prepared.encoding, prepared.target)
        folds, fitted = folds_of(len(rows), party.place), self._fits(prepared)
        found = [
            count_cells(prepared.encoding, rows.take((folds != place - 1) & (place in fitted)))
            for place in range(FOLDS + 1)
        ]
        return {"cells": np.stack(found)}

    def _cells(self, state: State, prepared: Prepared, linear: Linear, sums: Arrays) -> list[Cells]:
        return cells_of(prepared.encoding, linear, state.kept["cells"], incomplete(state, prepared))

    def _risk_terms(self, prepared: Prepared, fits: int) -> dict[str, Term]:
        size, rows = Linear.of(prepared.encoding, prepared.target).size - 1, prepared.rows
        moments = Term((fits, self.times, 1 + size + size * (size + 1) // 2), _most_weight(rows), whole=True, wide=True)
        return {
            "leaving": moments,
            "died": moments,
            "events": Term((fits, self.times), rows, whole=True),
            "inputs": Term((fits, self.times, 1 + size), SLACK * FARTHEST * rows),
        }

    def _last_terms(self, prepared: Prepared) -> dict[str, Term]:
        missed = Term((len(MISSED), self.times), _most_weight(prepared.rows), whole=True, wide=True)
        if self.pooled:
            return self._risk_terms(prepared, 1) | {"missed": missed}
        size, rows = Linear.of(prepared.encoding, prepared.target).size - 1, prepared.rows
        pairs = Term((size * (size + 1) // 2,), SLACK * rows**2.0)
        return {
            "baseline.leaving": Term((self.times,), _most_weight(rows), whole=True, wide=True),
            "baseline.events": Term((self.times,), rows, whole=True),
            "baseline.missed": missed,
            "check.gradient": Term((size,), SLACK * rows**1.5),
            "check.once": pairs,
            "check.twice": pairs,
        }

    def _sums(self, linear: Linear, rows: Rows, folds: np.ndarray, state: State, fitted: list[int]) -> Arrays:
        if not self.pooled:
            return super()._sums(linear, rows, folds, state, fitted)
        times = state.arrays["times"]
        found = [
            self._risk_sums(linear, rows.take((folds != place - 1) & (place in fitted)), fit, times)
            for place, fit in enumerate(state.arrays["coefficients"])
        ]
        return {name: np.stack([sums[name] for sums in found]) for name in found[0]}

    def _risk_sums(self, linear: Linear, rows: Rows, fit: np.ndarray, times: np.ndarray) -> Arrays:
        own, events = linear.ends(rows)
        places, design = places_of(times, own), linear.design(rows.inputs)
        inputs, scores = design[:, 1:], np.clip(design @ fit, -FARTHEST, FARTHEST)
        moments, told = risk_moments(inputs) * np.exp(scores)[:, None], np.column_stack([scores, inputs])
        return {
            "leaving": _whole(_leaving(places, moments, absences(times, own, events), self.times)),
            "died": _whole(_by_place(places[events], moments[events], self.times)),
            "events": np.bincount(places[events], minlength=self.times).astype(np.float64),
            "inputs": _by_place(places[events], told[events], self.times),
        }

    def _last_sums(self, linear: Linear, rows: Rows, fit: np.ndarray, times: np.ndarray) -> Arrays:
        own, events = linear.ends(rows)
        places, design = places_of(times, own), linear.design(rows.inputs)
        inputs, weights = design[:, 1:], np.exp(np.clip(design @ fit, -FARTHEST, FARTHEST))
        absent, beyond = absences(times, own, events), own > times[np.isfinite(times)].max()
        shares = np.column_stack([absent, lateness(times, own, events), beyond])
        missed = _whole(_by_place(places, shares * weights[:, None], self.times).T)
        if self.pooled:
            sums = self._risk_sums(linear, rows, fit, times)
            return {name: values[None] for name, values in sums.items()} | {"missed": missed}
        factors = _along(int(np.isfinite(times).sum()))[places]
        once, twice = (partial_sums(inputs, own, events, fit[1:], factors**power) for power in (1, 2))
        upper = np.triu_indices(inputs.shape[1])
        return {
            "baseline.leaving": _whole(_leaving(places, weights, absent, self.times)),
            "baseline.events": np.bincount(places[events], minlength=self.times).astype(np.float64),
            "baseline.missed": missed,
            "check.gradient": once["gradient"],
            "check.once": once["hessian"][upper],
            "check.twice": twice["hessian"][upper],
        }

    def _summed(self, state: State, linear: Linear, total: Total) -> Arrays:
        if not self.pooled:
            return super()._summed(state, linear, total)
        sums = {name: total[name] for name in RISKS}
        sums |= {name: _weights(sums[name]) for name in ("leaving", "died")}
        found = [linear.with_intercept(_risks(sums, fit).sums()) for fit in range(FOLDS + 1)]
        return {name: np.array([one[name] for one in found]) for name in ("loss", "gradient", "hessian")}

    def _baseline(self, state: State, linear: Linear) -> tuple[np.ndarray, np.ndarray, list[float], int]:
        """The common times, the hazard of the average row until each, the largest distance of the curve of exact times
        there, and how many events there were.

        An event between two common times finds at risk what is left of those before it. The curve of exact times is
        highest where all rows of an interval are at risk at each of its events, and lowest where only later rows are.
        """
        times = state.arrays["times"][np.isfinite(state.arrays["times"])]
        if self.pooled:
            leaving, events, missed = (
                state.kept["last/leaving"][0, :, 0],
                state.kept["last/events"][0],
                state.kept["last/missed"],
            )
        else:
            leaving, events, missed = (state.kept[f"last/baseline.{name}"] for name in ("leaving", "events", "missed"))
        count = len(times)
        absent, late, beyond = missed[:, :count]
        present, had = leaving[:count][::-1].cumsum()[::-1], events[:count]
        entering = present + absent
        staying = np.append(entering[1:], beyond[-1])
        hazards, least, most = (
            np.cumsum(had / np.maximum(at_risk, 2.0**-BITS))
            for at_risk in (present - late * (had - 1) / np.maximum(had, 1), entering, staying)
        )
        found, high, low = np.exp(-hazards), np.exp(-least), np.exp(-most)
        return times, hazards, list(map(rounded_up, np.maximum(high - found, found - low).tolist())), int(events.sum())

    def _proportional(self, state: State, linear: Linear, count: int) -> dict:
        """`check`, a line for each coefficient and one for all (`column` null): the score test (`chi2`, `freedom`, `p`)
        for coefficients that grow along the common times."""
        hessian = state.kept["hessian"][1:, 1:]
        free = np.diag(hessian) > 0
        if count < 2 or not free.any():
            return {}
        slope, once, twice = self._growing(state, linear, count)
        inside = np.ix_(free, free)
        steps = solve(hessian[inside], once[inside].T)
        if steps is None:
            return {}
        spread = twice[inside] - once[inside] @ steps
        lines, features = [], [feature for feature, tells in zip(linear.features, free, strict=True) if tells]
        for place, feature in enumerate(features):
            if spread[place, place] > 0:
                chi2 = float(slope[free][place] ** 2 / spread[place, place])
                named = {"column": feature.column, "category": "" if feature.is_other else feature.category}
                named |= {"rest": feature.rest} if feature.rest else {}
                lines.append(named | _tested(chi2, 1))
        whole = solve(spread, slope[free])
        if whole is not None:
            lines.append({"column": None, "category": None} | _tested(float(slope[free] @ whole), int(free.sum())))
        return {"check": lines}

    def _growing(self, state: State, linear: Linear, count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Slopes of the likelihood by coefficients that grow along the common times, and curvatures by them and the
        constant ones, and by two of them."""
        if self.pooled:
            risks = _risks({name: state.kept[f"last/{name}"] for name in RISKS}, 0)
            factors = np.zeros(self.times)
            factors[:count] = _along(count)
            once, twice = (risks.sums(factors**power) for power in (1, 2))
            return once["gradient"], once["hessian"], twice["hessian"]
        size = linear.size - 1
        once, twice = (unpack(state.kept[f"last/check.{name}"][None], size)[0] for name in ("once", "twice"))
        return state.kept["last/check.gradient"], once, twice


def _along(count: int) -> np.ndarray:
    """From 0 at the first of so many common times to 1 at the last."""
    return np.arange(count) / max(count - 1, 1)


def _by_place(places: np.ndarray, values: np.ndarray, times: int) -> np.ndarray:
    found = np.zeros((times, *values.shape[1:]))
    np.add.at(found, places, values)
    return found


def _leaving(places: np.ndarray, values: np.ndarray, absent: np.ndarray, times: int) -> np.ndarray:
    """Sums of values [rows, ...] by the place until which they are at risk: the `absent` share [rows] of a row is at
    risk until the time before its own."""
    share = absent.reshape(-1, *[1] * (values.ndim - 1))
    earlier = places > 0
    return _by_place(places, values * (1 - share), times) + _by_place(
        places[earlier] - 1, (values * share)[earlier], times
    )


def _most_weight(rows: int) -> float:
    return 2.0 * rows * np.exp(FARTHEST) * 2.0**BITS


def _whole(weights: np.ndarray) -> np.ndarray:
    """In units that leave room for the largest weight and tell small ones apart."""
    whole = np.empty(weights.shape, dtype=object)
    whole.flat = [int(number) for number in np.rint(np.ldexp(weights, BITS)).flat]
    return whole


def _weights(whole: np.ndarray) -> np.ndarray:
    return np.ldexp(whole.astype(np.float64), -BITS)


def _risks(sums: Arrays, fit: int) -> RiskSums:
    return RiskSums(sums["leaving"][fit], sums["died"][fit], sums["events"][fit].astype(int), sums["inputs"][fit])


def _tested(chi2: float, freedom: int) -> dict:
    from scipy import special

    return {"chi2": chi2, "freedom": freedom, "p": float(special.chdtrc(freedom, chi2))}

"""Cox regression by Newton's method: estimates the hazard ratio of each column.

Each party compares its own rows at their own times. The gradients and curvatures of the parties' partial likelihoods
add up to those of a fit of all rows with a stratum for each party. A last message sums, on common times
(data/common_times.py), the inputs of the baseline and of a check of proportional hazards. The check tests whether the
coefficients change with time: it is the score test for coefficients that grow along the common times. Rows of different
parties are not compared, because this requires sums at each common time, and such sums reveal rows
(docs/decisions/0047-cox-within-each-party.md). Sources: Cox 1972, "Regression models and life-tables"; for the check
Grambsch, Therneau 1994, "Proportional hazards tests and diagnostics".
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from engine.data.common_times import MIN_EVENTS, Followed, absences, lateness, places_of
from engine.data.party import Party, Rows
from engine.errors import RunError
from engine.learners.linear import Linear, solve
from engine.learners.partial_likelihood import partial_sums
from engine.privacy.small_counts import rounded_up
from engine.privacy.terms import Arrays, Term, Total, Values
from engine.protocols.coefficients import coefficient_table
from engine.protocols.final import final_card
from engine.protocols.newton import SLACK, Newton, unpack
from engine.protocols.on_rows import Prepared
from engine.protocols.protocol import Result, Stage, State
from engine.protocols.timing import (
    advance_timing,
    answer_times,
    ask_times,
    begin_timing,
    check_timing,
    check_timing_transition,
    is_counting,
)
from engine.targets import Event, require_kind

MAX_COX_COEFFICIENTS = 200  # maximum number of coefficients
FARTHEST = 30.0  # a row's log hazard is clipped at this absolute value
BITS = 50  # number of fractional bits with which a weight is represented
# Names of terms: weights of rows that left, of events, and of rows beyond the last common time.
MISSED = ("absent", "late", "beyond")


@dataclass(frozen=True)
class Cox(Newton):
    """The inner protocol (see on_rows.py) of Cox regression, with at most `times` common times."""

    times: int = 50

    def first(self, state: State, prepared: Prepared) -> State:
        size = Linear.of(prepared.encoding, prepared.target).size - 1
        if size > MAX_COX_COEFFICIENTS:
            params = {"coefficients": size, "most": MAX_COX_COEFFICIENTS}
            raise RunError("train.too-many-coefficients", params, step="statistics")
        return begin_timing(state, prepared).with_facts(round=0, best=0)

    def next_stage(self, state: State, prepared: Prepared) -> Stage | None:
        if is_counting(state):
            return ask_times(state, prepared)
        stage = super().next_stage(state, prepared)
        if stage is None or stage.name != "score":
            return stage
        return replace(stage, terms=stage.terms | self._last_terms(prepared))

    def check(self, state: State, prepared: Prepared) -> None:
        check_timing(state, self.times)
        if not is_counting(state):
            fits = {name: values for name, values in state.arrays.items() if name != "times"}
            super().check(replace(state, arrays=fits), prepared)

    def check_transition(self, before: State, state: State, prepared: Prepared) -> None:
        check_timing_transition(before, state)
        if not is_counting(before):
            super().check_transition(before, state, prepared)
        elif not is_counting(state) and (state.facts["step"] != "columns" or state.arrays["coefficients"].any()):
            raise ValueError("not the plan's first model")

    def compute(self, state: State, prepared: Prepared, party: Party, stage: Stage) -> Values:
        if is_counting(state):
            rows, _ = party.encoded(prepared.encoding, prepared.target)
            return answer_times(state, Followed.of(rows.targets))
        answer = super().compute(state, prepared, party, stage)
        if stage.name != "score":
            return answer
        rows = self._rows(prepared, party)
        linear, fit = Linear.of(prepared.encoding, prepared.target), state.arrays["coefficients"]
        return answer | self._last_sums(linear, rows, fit, state.arrays["times"])

    def update(self, state: State, prepared: Prepared, stage: Stage, total: Total) -> State:
        if is_counting(state):
            state = advance_timing(state, total, self.times, self.times)
            return state if is_counting(state) else self._fitting(state, prepared)
        if stage.name == "score":
            terms = self._last_terms(prepared)
            last = {f"last/{name}": _weights(total[name]) if term.wide else total[name] for name, term in terms.items()}
            state = replace(state, kept=state.kept | last)
        return super().update(state, prepared, stage, total)

    def result(self, state: State, prepared: Prepared) -> Result:
        # onnx is imported here, because it is large and workers do not need it
        from engine.export.onnx_file import describe_survival, export_survival

        linear, facts = Linear.of(prepared.encoding, prepared.target), state.facts
        target = require_kind(prepared.target, Event)
        is_best = facts["ridge"] == 0 and facts["settled"]
        times, hazards, errors, events = self._baseline(state, linear)
        file = export_survival(prepared.encoding, target, linear.layer(state.kept["accepted"]), times, hazards)
        columns = {name: facts[name] for name in ("constant", "collinear", "separated")}
        lines = coefficient_table(linear, prepared, state)
        survival = {
            "event": target.values[1], "time": target.time, "events": events,
            "times": times.tolist(), "baseline": np.exp(-hazards).tolist(), "errors": errors,
        }  # fmt: skip
        card = {
            "model": describe_survival(prepared.encoding, target, times), "output": "survival",
            "scoredBy": "leave-one-out",
            "regression": {
                **columns, "ridge": facts["ridge"], "converged": facts["settled"],
                "rows": prepared.training, "averaged": facts["averaged"], "changed": facts["changed"],
                **({"groups": facts["groups"]} if facts["groups"] else {}),
                "coefficients": [line for line in lines if line["column"] is not None],
            },
            "survival": survival | (self._proportional(state, linear, len(times)) if is_best else {}),
        }  # fmt: skip
        return Result(file, card | final_card(state, prepared))

    def _fitting(self, state: State, prepared: Prepared) -> State:
        """Return the state with the first model, once the common times are known."""
        found = super().first(state, prepared)
        return replace(found, arrays=found.arrays | {"times": state.arrays["times"]}, kept=state.kept | found.kept)

    def _column_terms(self, prepared: Prepared) -> dict[str, Term]:
        terms = super()._column_terms(prepared)
        return terms | {"squares": replace(terms["squares"], bound=SLACK * prepared.rows**2.0)}

    def _sum_terms(self, prepared: Prepared, names: Collection[str]) -> dict[str, Term]:
        """Return terms with bounds for the case that a row is at risk at every event. The row's distance from the mean
        is at most that of all rows together."""
        rows = prepared.rows
        bounds = {"gradient": SLACK * rows**1.5, "hessian": SLACK * rows**2.0}
        terms = super()._sum_terms(prepared, names)
        return {name: replace(term, bound=bounds.get(name, term.bound)) for name, term in terms.items()}

    def _last_terms(self, prepared: Prepared) -> dict[str, Term]:
        missed = Term((len(MISSED), self.times), _most_weight(prepared.rows), whole=True, wide=True)
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

    def _last_sums(self, linear: Linear, rows: Rows, fit: np.ndarray, times: np.ndarray) -> Arrays:
        own, events = linear.ends(rows)
        places, design = places_of(times, own), linear.design(rows.inputs)
        inputs = design[:, 1:]
        weights = _of_neighbours(own, np.exp(np.clip(design @ fit, -FARTHEST, FARTHEST)))
        absent, beyond = absences(times, own, events, own[events]), own > times[np.isfinite(times)].max()
        shares = np.column_stack([absent, lateness(times, own, events), beyond])
        missed = _whole(_by_place(places, shares * weights[:, None], self.times).T)
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

    def _baseline(self, state: State, linear: Linear) -> tuple[np.ndarray, np.ndarray, list[float], int]:
        """Return the common times, the hazard of the average row until each time, the largest distance from the curve
        of exact times there, and the number of events.

        The exact curve lies between two extremes: all rows of an interval are at risk at each of its events (highest),
        or only rows with later times are (lowest). For an event between two common times, the rows at risk are those
        that remain after the previous events.
        """
        times = state.arrays["times"][np.isfinite(state.arrays["times"])]
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
        """Return `check`, an entry for each coefficient and one for all (`column` null): the score test (`chi2`,
        `freedom`, `p`) for coefficients that grow along the common times."""
        hessian = state.kept["hessian"][1:, 1:]
        free = np.diag(hessian) > 0
        if count < 2 or not free.any():
            return {}
        gradient, once, twice = self._growing(state, linear)
        inside = np.ix_(free, free)
        steps = solve(hessian[inside], once[inside].T)
        if steps is None:
            return {}
        spread = twice[inside] - once[inside] @ steps
        lines, features = [], [feature for feature, varies in zip(linear.features, free, strict=True) if varies]
        for place, feature in enumerate(features):
            if spread[place, place] > 0:
                chi2 = float(gradient[free][place] ** 2 / spread[place, place])
                named = {"column": feature.column, "category": "" if feature.is_other else feature.category}
                named |= {"rest": feature.rest} if feature.rest else {}
                lines.append(named | _tested(chi2, 1))
        whole = solve(spread, gradient[free])
        if whole is not None:
            lines.append({"column": None, "category": None} | _tested(float(gradient[free] @ whole), int(free.sum())))
        return {"check": lines}

    def _growing(self, state: State, linear: Linear) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the gradient of the likelihood by coefficients that grow along the common times, its curvatures by a
        growing and a constant coefficient, and its curvatures by two growing ones."""
        size = linear.size - 1
        once, twice = (unpack(state.kept[f"last/check.{name}"], size) for name in ("once", "twice"))
        return state.kept["last/check.gradient"], once, twice


def _along(count: int) -> np.ndarray:
    """Return `count` values, one for each common time, that increase evenly from 0 at the first to 1 at the last."""
    return np.arange(count) / max(count - 1, 1)


def _by_place(places: np.ndarray, values: np.ndarray, times: int) -> np.ndarray:
    found = np.zeros((times, *values.shape[1:]))
    np.add.at(found, places, values)
    return found


def _of_neighbours(own: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return each row's weight [rows] as the mean over at least five rows with neighbouring end times. If a party had a
    single row in an interval, the row's exact weight would reveal the values of its columns."""
    found = np.empty(len(weights))
    for rows in np.array_split(np.argsort(own, kind="stable"), max(len(own) // MIN_EVENTS, 1)):
        found[rows] = weights[rows].mean()
    return found


def _leaving(places: np.ndarray, values: np.ndarray, absent: np.ndarray, times: int) -> np.ndarray:
    """Return sums of values [rows, ...], by the common time until which rows are at risk. The `absent` share [rows] of
    a row is at risk only until the previous common time."""
    share = absent.reshape(-1, *[1] * (values.ndim - 1))
    earlier = places > 0
    return _by_place(places, values * (1 - share), times) + _by_place(
        places[earlier] - 1, (values * share)[earlier], times
    )


def _most_weight(rows: int) -> float:
    return 2.0 * rows * np.exp(FARTHEST) * 2.0**BITS


def _whole(weights: np.ndarray) -> np.ndarray:
    """Return weights as integers, in a unit that represents the largest weight and still distinguishes small ones."""
    whole = np.empty(weights.size, dtype=object)
    whole[:] = [int(number) for number in np.rint(np.ldexp(weights, BITS)).flat]
    return whole.reshape(weights.shape)


def _weights(whole: np.ndarray) -> np.ndarray:
    return np.ldexp(whole.astype(np.float64), -BITS)


def _tested(chi2: float, freedom: int) -> dict:
    from scipy import special

    return {"chi2": chi2, "freedom": freedom, "p": float(special.chdtrc(freedom, chi2))}

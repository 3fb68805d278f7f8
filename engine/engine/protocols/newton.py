"""Regression by maximum likelihood: every party sends the gradient of the likelihood on its rows. The sums lead to the
same coefficients and standard errors as a fit of pooled rows.

Two matrices of the same rows with different weights would reveal many of these rows. So a party sums its rows in a
matrix at most twice: at the start of the fit (X'X), to scale the steps, and after convergence, for standard errors. In
between, parties send gradients that are only as exact as a step needs (see learners/quasi_newton.py), and the curvature
of a dispersion to a few digits. A party with fewer than three rows per coefficient sums the means of groups of similar
rows instead of rows.

All granted rows are fitted. Each row is scored by the fit without it, which its party computes locally from the total
curvature of all parties (`Linear.left_out`). Sources: McCullagh, Nelder 1989, "Generalized Linear Models", chapter 2;
Böhning 1992, "Multinomial logistic regression algorithm", for X'X as a curvature.
"""

import math
from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from engine.data.encoding import Encoding
from engine.data.party import Party, Rows
from engine.data.rare import differs_from_most_common, near_others
from engine.errors import PartyError, RunError
from engine.learners.counting import SPREADS, STILL, bounds
from engine.learners.linear import MAX_ROW_LOSS, NEVER, Linear, solve, varying
from engine.learners.network import Layer, add_layers
from engine.learners.quasi_newton import SHARPER, coarse, rounded
from engine.privacy.small_counts import MIN_SHOWN
from engine.privacy.terms import Arrays, Term, Total, Values, grouped
from engine.protocols.coefficients import coefficient_table, count_findings
from engine.protocols.final import alone_terms, final_card, final_terms, score_finally, with_final
from engine.protocols.on_rows import Prepared, check_arrays
from engine.protocols.on_table import incomplete
from engine.protocols.protocol import EVALUATE, QUERY, TRAIN, Result, Stage, State
from engine.protocols.rounding import TOLERANCE
from engine.protocols.undetermined import (
    FAR,
    cells_in,
    cells_of,
    count_cells,
    find_aliased,
    find_bounds,
    outcome_codes,
    outcomes_of,
)
from engine.table import Table
from engine.targets import Target

MAX_COEFFICIENTS = 600
SETTLED = 1e-13  # the fit has converged if the next step would reduce the loss per row by less than this
FIRST_GRAIN = 2.0**-8  # rounding unit of the first gradient, relative to the square root of the number of rows
WORSE = 1e-10  # A smaller relative increase of the loss counts as rounding error.
# If a step was too long, a shorter one is tried, whose length relative to the last is within this range.
MIN_CUT, MAX_CUT = 0.1, 0.5
RIDGE = 0.001  # Weight of the ridge penalty that is applied if no finite coefficients are optimal.
# The fit restarts with a ridge only if at least this many rounds remain, because it then begins at coefficients of 0.
REFIT_ROUNDS = 5
# a coefficient on a scaled column beyond this bound has diverged
FARTHEST = {"classes": 30.0, "event": 30.0, "count": 12.0}
FLAT = 1e-3  # Coefficients diverge if less than this share of the first curvature remains along a step.
# Curvature along a step, per row and relative to the first curvature. If less than this remains, it is less than a
# tenth of what one row contributes.
FLAT_ROWS = 2.0
# Minimum curvature along a step, per row, relative to the first curvature. With less, the remaining curvature is below
# a tenth of a row's.
TENTH_OF_ROW = 0.04
STEADY = 0.05  # A fit with steps of at least this length has not converged.
REACH = 1000.0  # Maximum length of a step that starts at coefficients that do not diverge. Longer steps are clipped.
# Factor that enlarges bounds that are exact only for the optimal coefficients, so that they also cover earlier steps.
SLACK = 4.0
# Maximum loss of a party, relative to its loss without effects. Above it, the party sends no gradient
# (docs/decisions/0053).
MAX_LOSS = 10.0
# Minimum number of a party's rows per coefficient. With fewer, two sums of products of columns could reveal the rows.
ROWS_PER_COEFFICIENT = 3
_FREE = {
    "most": np.array(np.inf),
    "dispersion-curvature": np.array(0.0),
}  # maximum step of the logarithm of a dispersion; the second number is the assumed curvature of the dispersion itself
NEXT = {"columns": ("train",), "train": ("train", "curvature", "score"), "curvature": ("score",), "score": ()}


@dataclass(frozen=True)
class Newton:
    """The inner protocol (see on_rows.py) of a linear model for at most `rounds` rounds. `ridge` is twice the weight of
    the squared coefficients on scaled columns relative to the mean loss of a row. If `dispersed`, counts have a
    dispersion that is fitted with the coefficients.

    A state contains `coefficients` [size] and the total `curvature` [size, size] known there, including the ridge, with
    0 for coefficients that are left out of the fit.
    """

    ridge: float
    rounds: int
    compares: bool = True
    dispersed: bool = False
    has_validation_split = False
    predicts = True
    enough_rounds = 40  # With this many rounds, a fit of ordinary rows converges.
    bins = 0

    def first(self, state: State, prepared: Prepared) -> State:
        if prepared.target.kind == "count" and not prepared.target.mean > 0:
            raise RunError("data.label-no-counts", {"column": prepared.target.name}, step="statistics")
        linear = self._linear(prepared)
        if linear.size > MAX_COEFFICIENTS:
            params = {"coefficients": linear.size, "most": MAX_COEFFICIENTS}
            raise RunError("train.too-many-coefficients", params, step="statistics")
        start = linear.start()
        arrays = {"coefficients": start, "curvature": np.zeros((linear.size, linear.size))}
        kept = {"accepted": start, "loss": np.array(np.inf), "offset": np.zeros(linear.size)}
        kept |= {"fixed": np.zeros(linear.size, dtype=bool), **_FREE}
        facts: dict[str, Any] = {
            "step": "columns", "round": 0, "grain": 0.0, "best": 0, "ridge": self.ridge, "settled": False,
            "constant": [], "collinear": [], "separated": [], "aliased": {}, "infinite": {},
            "references": {}, "averaged": 0, "changed": 0, "groups": 0,
        }  # fmt: skip
        return replace(state, arrays=arrays, kept=kept).with_facts(**facts)

    def next_stage(self, state: State, prepared: Prepared) -> Stage | None:
        step, round_ = state.facts["step"], int(state.facts["round"])
        scores = grouped("score", prepared.target.score_terms(prepared.rows))
        if step == "curvature" and prepared.target.kind == "number":
            step = "score"  # if the target is a number, the curvature does not depend on the coefficients
        match step:
            case "columns":
                return Stage("columns", "statistics", QUERY, 0, self._column_terms(prepared))
            case "train":
                terms = self._sum_terms(prepared, ("loss", "gradient", "withheld", "dispersion-curvature")) | scores
                return Stage("train", "train", TRAIN, round_ + 1, terms, round_, shown=tuple(scores))
            case "curvature":
                terms = self._sum_terms(prepared, ("gradient", "hessian", "pearson"))
                return Stage("curvature", "evaluate", EVALUATE, round_, terms)
            case "score":
                terms = scores | final_terms(prepared, compares=self.compares)
                shown = (*scores, *(alone_terms(prepared) if self.compares else ()))
                return Stage("score", "evaluate", EVALUATE, round_, terms, round_, rounds_long=2, shown=shown)
        return None

    def check(self, state: State, prepared: Prepared) -> None:
        check_arrays(state, Newton.first(self, state, prepared))
        if state.facts["step"] not in NEXT or not 0 <= int(state.facts["round"]) <= self.rounds:
            raise ValueError("the plan does not have this round")
        if not 0 <= float(state.facts["grain"]) < math.inf:
            raise ValueError("no gradient has this grain")
        curvature = state.arrays["curvature"]
        if not np.array_equal(curvature, curvature.T) or np.diag(curvature).min() < 0:
            raise ValueError("no rows have this curvature")

    def check_transition(self, before: State, state: State, prepared: Prepared) -> None:
        """Raise ValueError for an impossible step. Steps have no bound of their own, but a ridge limits coefficients
        that diverge, so no coefficient can be far from 0."""
        was, now = before.facts, state.facts
        if now["step"] not in NEXT[was["step"]]:
            raise ValueError("not the next step")
        if int(now["round"]) != int(was["round"]) + (was["step"] == "train"):
            raise ValueError("not the next round")
        if now["step"] == "curvature" and not now["settled"]:
            raise ValueError("a fit that has not converged needs no curvature at its end")
        least = {"columns": _first_grain(prepared), "train": float(was["grain"]) * SHARPER}.get(was["step"], 0.0)
        if now["step"] == "train" and now["grain"] < least * (1 - TOLERANCE):
            raise ValueError("the requested gradient is more exact than the next step needs")
        linear = self._linear(prepared)
        held, fit = linear.penalised(), state.arrays["coefficients"]
        if was["step"] == "columns":
            begun = linear.to_own_units() @ (fit - linear.start()) / FAR
            if not np.allclose(begun, np.rint(begun), atol=1e-6) or np.abs(begun).max(initial=0) > linear.width:
                raise ValueError("no fit starts here")
        if prepared.target.kind != "number" and np.abs(fit[held]).max(initial=0) > REACH:
            raise ValueError("a coefficient is beyond what honest steps reach")
        slack = TOLERANCE * max(map(abs, SPREADS))
        spread = fit[linear.effects :]
        if not np.all((spread >= SPREADS[0] - slack) & (spread <= SPREADS[1] + slack)):
            raise ValueError("no step ends in this dispersion")

    def compute(self, state: State, prepared: Prepared, party: Party, stage: Stage) -> Values:
        rows, linear = self._rows(prepared, party), self._linear(prepared)
        if stage.name == "columns":
            squares = linear.squares(rows)[np.triu_indices(linear.width)]
            found = {"squares": squares, "cells": count_cells(self.encoding(prepared), rows, prepared.target)}
            found |= self._changes(prepared, party)
            return {name: found[name] for name in stage.terms}
        fit, curvature = state.arrays["coefficients"], state.arrays["curvature"]
        found = {}
        if stage.name != "curvature":
            found = grouped("score", linear.target.score(*self.held_out(state, prepared, party)))
        if stage.name == "score":
            return found | score_finally(self, state, prepared, party, compares=self.compares)
        sums = linear.sums(rows, fit)
        sums["withheld"] = float(prepared.parties > 1 and sums["loss"] > MAX_LOSS * linear.null_loss(rows))
        if sums["withheld"]:
            if stage.name == "curvature":
                raise PartyError("train.fit-refused")
            sums["gradient"], sums["hessian"] = np.zeros(linear.size), np.zeros((linear.size, linear.size))
        sums["dispersion-curvature"] = coarse(float(sums["hessian"][-1, -1]))
        sums["hessian"] = sums["hessian"][np.triu_indices(linear.size)]
        sums["gradient"] = rounded(sums["gradient"], curvature, float(state.facts["grain"]))
        return found | {name: sums[name] for name in stage.terms if name not in found}

    def update(self, state: State, prepared: Prepared, stage: Stage, total: Total) -> State:
        linear = self._linear(prepared)
        if stage.name == "columns":
            return self._begun(state, prepared, linear, total)
        scores = {f"scores/{name}": values for name, values in total.group("score").items()}
        state = replace(state, kept=state.kept | scores)
        match stage.name:
            case "score":
                return with_final(state, total).with_facts(best=stage.scored, step="done")
            case "curvature":
                found = {name: total[name] for name in ("pearson",) if name in total.terms}
                state = replace(state, kept=state.kept | found | {"gradient": total["gradient"]})
                return self._ended(state, prepared, linear, unpack(total["hessian"], linear.size))
        state = state.with_facts(best=stage.scored, round=stage.round)
        state = self._moved(state, prepared, linear, total)
        return self.finish_early(state) if stage.round == self.rounds else state

    def finish_early(self, state: State) -> State:
        """End with the best fit so far, instead of the fit that was to be tried next. The result has no standard
        errors, because these require that each party sums its rows with their weights in the fit: if the fit diverges,
        a single row has nearly all of the weight."""
        if state.facts["step"] != "train":
            return state
        return replace(state, arrays=state.arrays | {"coefficients": state.kept["accepted"]}).with_facts(step="score")

    def metrics(self, prepared: Prepared, scores: Arrays) -> dict[str, float]:
        return prepared.target.metrics(scores)

    def metric_names(self, target: Target) -> tuple[str, ...]:
        return target.metric_names

    def outputs(self, state: State, prepared: Prepared, table: Table) -> np.ndarray:
        linear = self._linear(prepared)
        return linear.outputs(self.encoding(prepared).encode(table), state.kept["accepted"])

    def held_out(self, state: State, prepared: Prepared, party: Party) -> tuple[Any, np.ndarray]:
        """Return outputs and targets of each row, by the fit without that row."""
        own, linear = party.encoded_part("training", self.encoding(prepared), prepared.target), self._linear(prepared)
        fit = state.arrays["coefficients"]
        # there is no fit to score: the model is not fitted yet, or the fit has restarted
        if int(state.facts["round"]) == 0 or np.array_equal(fit, linear.start()):
            return linear.outputs(own.inputs, fit), own.targets
        return linear.left_out(self._rows(prepared, party), own.inputs, fit, state.arrays["curvature"]), own.targets

    def result(self, state: State, prepared: Prepared) -> Result:
        # imported here, because onnx is large and workers do not need it
        from engine.export.onnx_file import describe_model, export_model

        linear, target = self._linear(prepared), prepared.target
        layers = [Layer(*linear.layer(state.kept["accepted"]))]
        file = export_model(self.encoding(prepared), target, partial(add_layers, layers))
        findings = {name: state.facts[name] for name in ("constant", "collinear", "separated")}
        card = {
            "model": describe_model(prepared.encoding, target), "output": target.output_kind,
            "scoredBy": "leave-one-out",
            "regression": {
                **findings, "ridge": state.facts["ridge"], "converged": state.facts["settled"],
                "rows": prepared.training, **{name: state.facts[name] for name in ("averaged", "changed")},
                **({"groups": state.facts["groups"]} if state.facts["groups"] else {}),
                "coefficients": coefficient_table(linear, prepared, state),
                **({"counts": count_findings(linear, prepared.training, state)} if target.kind == "count" else {}),
            },
        }  # fmt: skip
        return Result(file, card | final_card(state, prepared))

    def encoding(self, prepared: Prepared) -> Encoding:
        """Return the encoding of columns as the model's features."""
        return prepared.encoding

    def _rows(self, prepared: Prepared, party: Party) -> Rows:
        """Return a party's rows, changed for privacy as they are summed."""
        encoding, target = self.encoding(prepared), prepared.target
        if prepared.parties == 1:
            return party.encoded_part("training", encoding, target)
        if self._averages(prepared, party):
            return party.averaged(encoding, target)
        return party.summed(encoding, target, partial(_outcomes, target=target))[0]

    def _changes(self, prepared: Prepared, party: Party) -> Values:
        """Return two counts of changed rows: rows whose group means are summed, and an upper bound of the other rows
        that were changed before the sum."""
        averaged = changed = 0
        if prepared.parties > 1 and self._averages(prepared, party):
            averaged = len(party.training)
        elif prepared.parties > 1:
            outcomes = partial(_outcomes, target=prepared.target)
            changed = party.summed(self.encoding(prepared), prepared.target, outcomes)[1]
        return {"averaged": float(averaged), "changed": float(-(-changed // MIN_SHOWN) * MIN_SHOWN)}

    def _averages(self, prepared: Prepared, party: Party) -> bool:
        """Whether means of groups of similar rows are summed instead of rows, because the party has too few rows for
        sums of their products."""
        return len(party.training) < ROWS_PER_COEFFICIENT * self._linear(prepared).size

    def _linear(self, prepared: Prepared) -> Linear:
        return Linear.of(self.encoding(prepared), prepared.target, dispersed=self.dispersed)

    def _column_terms(self, prepared: Prepared) -> dict[str, Term]:
        """Return the terms that are summed before the fit: its first curvature, rows by outcome and category, and
        `_changes`."""
        width, rows = self._linear(prepared).width, prepared.rows
        cells = (outcomes_of(prepared.target), cells_in(self.encoding(prepared)))
        return {
            "squares": Term((width * (width + 1) // 2,), SLACK * rows),
            "cells": Term(cells, rows, whole=True),
            "averaged": Term((), rows, whole=True),
            "changed": Term((), rows + MIN_SHOWN, whole=True),
        }

    def _sum_terms(self, prepared: Prepared, names: Collection[str]) -> dict[str, Term]:
        """Return the terms of sums, with bounds: over all N rows of all parties, the sum of squares of each scaled
        column and of a scaled label is N."""
        size, rows = self._linear(prepared).size, prepared.rows
        most = {"loss": rows * MAX_ROW_LOSS, "gradient": SLACK * rows, "hessian": SLACK * rows}
        if prepared.target.kind == "count":
            most = bounds(prepared.target)
        shapes = {"loss": (), "gradient": (size,), "hessian": (size * (size + 1) // 2,), "pearson": ()}
        terms = {name: Term(shapes[name], bound) for name, bound in most.items()}
        terms["withheld"] = Term((), 1.0, whole=True)
        if self.dispersed:
            terms["dispersion-curvature"] = Term((), 2 * most["hessian"])
        return {name: term for name, term in terms.items() if name in names}

    def _begun(self, state: State, prepared: Prepared, linear: Linear, total: Total) -> State:
        squares = unpack(total["squares"], linear.width)
        state = self._look_at_columns(state, prepared, linear, squares, total)
        first, start = linear.first_curvature(squares), linear.start() + state.kept["offset"]
        kept = state.kept | {"first": first, "curvature": first, "accepted": start}
        if prepared.target.kind == "number":
            kept["hessian"] = _without(first, kept["fixed"])
        state = replace(state, arrays=state.arrays | {"coefficients": start}, kept=kept)
        return self._with_curvature(state.with_facts(step="train", grain=_first_grain(prepared)), prepared, linear)

    def _look_at_columns(
        self, state: State, prepared: Prepared, linear: Linear, squares: np.ndarray, total: Total
    ) -> State:
        """Mark coefficients that the rows do not determine (see undetermined.py), unless a ridge determines them."""
        rows, width = prepared.rows, linear.width
        state = state.with_facts(averaged=int(total["averaged"]), changed=int(total["changed"]))
        varies = varying(squares, rows)
        known = linear.names(np.flatnonzero(varies))
        constant = [name for name in linear.names(np.flatnonzero(~varies)) if name not in known]
        cells = cells_of(self.encoding(prepared), linear, total["cells"], incomplete(state, prepared))
        bounds = find_bounds(linear, cells)
        # Sums over means of groups of at least five rows cannot have a higher rank than the number of groups.
        fitted = rows - int(total["averaged"]) + int(total["averaged"]) // MIN_SHOWN
        if fitted < width:
            state = state.with_facts(constant=constant, groups=fitted)
            return state if self.ridge > 0 else state.with_facts(ridge=RIDGE)
        compared = np.isin(np.arange(width), [place % width for place in bounds.references])
        aliased = find_aliased(squares, rows, ~compared)
        state = state.with_facts(constant=constant, collinear=linear.names(np.array(list(aliased), dtype=int)))
        if self.ridge > 0:
            return state
        fixed = bounds.fixed.copy()
        fixed[: linear.effects] |= np.tile(np.isin(np.arange(width), list(aliased)), linear.lines)
        return replace(state, kept=state.kept | {"fixed": fixed, "offset": bounds.offset}).with_facts(
            aliased={str(place): linear.names(np.array(parts, dtype=int)) for place, parts in aliased.items()},
            infinite={str(place): side for place, side in bounds.infinite.items()},
            references={str(place): name for place, name in bounds.references.items()},
        )

    def _weight(self, state: State, prepared: Prepared, linear: Linear) -> np.ndarray:
        """Return twice the weight of each squared coefficient [size]."""
        return state.facts["ridge"] * prepared.rows * linear.penalised()

    def _with_curvature(self, state: State, prepared: Prepared, linear: Linear) -> State:
        """Store the known curvature, with the ridge's weight added, in the state that is sent."""
        weight = self._weight(state, prepared, linear)
        curvature = _without(state.kept["curvature"] + np.diag(weight), state.kept["fixed"])
        return replace(state, arrays=state.arrays | {"curvature": (curvature + curvature.T) / 2})

    def _moved(self, state: State, prepared: Prepared, linear: Linear, total: Total) -> State:
        """Return the state after a message of the fit: with the next step, with a shorter step if the last one was too
        long, or at the end of a converged fit. A party may withhold the gradient of a step that was too long."""
        kept, now, grain = dict(state.kept), state.arrays["coefficients"], float(state.facts["grain"])
        weight = self._weight(state, prepared, linear)
        loss, gradient = float(total["loss"]), np.where(kept["fixed"], 0.0, total["gradient"])
        whole = loss + (weight * now**2).sum() / 2
        before, step = float(kept["loss"]), now - kept["accepted"]
        is_worse, is_withheld = whole > before * (1 + WORSE), total["withheld"] > 0
        can_restart = state.facts["ridge"] == 0 and state.facts["round"] + REFIT_ROUNDS <= self.rounds
        if is_withheld and not is_worse:
            raise RunError("train.fit-refused", step="train", round_=int(state.facts["round"]))
        if np.isfinite(before) and step.any():
            change = kept["gradient"] - gradient
            # Skip the check for infinite coefficients: those have been found before the fit, and a small dispersion
            # hardly curves the likelihood.
            effects = np.where(np.arange(linear.size) < linear.effects, step, 0.0)
            along, out = (float(effects @ kept["first"] @ effects), float(effects @ change)), now - kept["offset"]
            # If the dispersion has changed as well, the change of the gradient says little about the effects.
            may_run_away = state.facts["ridge"] == 0 and np.abs(step[linear.effects :]).max(initial=0) <= STILL
            if may_run_away and self._has_no_end(linear, prepared.rows, loss, out, step, along, is_worse):
                is_apart = linear.target.kind != "count" and loss < math.log(2)
                far = now - linear.start() - kept["offset"] if is_apart else step
                separated = _farthest(linear, far)
                if can_restart:
                    return self._restarted(state, prepared, linear, separated)
                state = state.with_facts(separated=separated)
            promised = float(step @ (kept["gradient"] - weight * kept["accepted"]))
            shorter = min(max(promised / (2 * (whole - before + promised)), MIN_CUT), MAX_CUT) if is_worse else 1.0
            estimated = linear.secant(kept["curvature"], step, change)
            if is_withheld or (is_worse and np.array_equal(estimated, kept["curvature"])):
                return replace(state, arrays=state.arrays | {"coefficients": kept["accepted"] + step * shorter})
            if linear.dispersed and is_worse and gradient[-1] * step[-1] < 0:
                kept["most"] = np.array(shorter * abs(step[-1]))
            kept["curvature"] = estimated
        if not is_worse:
            kept |= {"accepted": now, "gradient": gradient, "loss": np.array(whole), **_FREE}
            kept |= {"dispersion-curvature": total["dispersion-curvature"]} if linear.dispersed else {}
        fit = kept["accepted"]
        kept["curvature"] = linear.ahead(
            kept["curvature"], kept["gradient"], fit, float(kept["dispersion-curvature"]), float(kept["most"])
        )
        state = self._with_curvature(replace(state, kept=kept), prepared, linear)
        upward, curvature = self._upward(state, prepared, linear, fit)
        step = solve(curvature, upward)
        if step is None:  # reached with few rows for many columns, or if the columns nearly separate the classes
            if can_restart:
                return self._restarted(state, prepared, linear, [])
            step = np.linalg.lstsq(curvature, upward, rcond=None)[0]
        gain = max(float(upward @ step), 0.0)
        is_settled = max(gain, grain**2) < SETTLED * prepared.rows
        grain = SHARPER ** (1 + is_settled) * max(math.sqrt(gain), grain) if grain else 0.0
        fit = _within_reach(linear, fit + step)
        state = replace(state, arrays=state.arrays | {"coefficients": fit})
        if not is_settled:
            return state.with_facts(grain=grain)
        state = state.with_facts(grain=grain, settled=True, step="curvature")
        return replace(state, kept=state.kept | {"accepted": fit})

    def _ended(self, state: State, prepared: Prepared, linear: Linear, hessian: np.ndarray) -> State:
        """Return the state after a last step, by the curvature at the end of the fit. It leaves out coefficients on
        which no row's prediction depends there, for example beside infinite coefficients."""
        kept, fit = state.kept, state.arrays["coefficients"]
        never = (np.diag(hessian) <= NEVER * prepared.rows) & np.any(kept["offset"])
        if linear.dispersed and hessian[-1, -1] <= 0:  # the fit ended at a dispersion that is too far from the optimum
            hessian[-1, :] = hessian[:, -1] = 0
        kept = kept | {"curvature": hessian, "fixed": kept["fixed"] | never}
        kept["hessian"] = _without(hessian, kept["fixed"])
        state = self._with_curvature(replace(state, kept=kept), prepared, linear)
        if state.facts["settled"]:
            gradient, curvature = self._upward(state, prepared, linear, fit)
            step = solve(curvature, gradient)
            if step is not None:
                kept["accepted"] = fit = _within_reach(linear, fit + step)
        arrays = state.arrays | {"coefficients": fit}
        return replace(state, arrays=arrays, kept=kept).with_facts(step="score")

    def _upward(
        self, state: State, prepared: Prepared, linear: Linear, fit: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return gradient and curvature including the ridge's weight, for the coefficients that are not fixed."""
        gradient = state.kept["gradient"] - self._weight(state, prepared, linear) * fit
        return linear.upward(np.where(state.kept["fixed"], 0.0, gradient), state.arrays["curvature"], fit)

    def _restarted(self, state: State, prepared: Prepared, linear: Linear, separated: list[str]) -> State:
        """Return the state in which the fit restarts with a ridge, without fixed or infinite coefficients. The fit
        starts again at 0, because far from there gradients are too flat to lead back. `separated` columns separate the
        classes."""
        start, kept = linear.start(), dict(state.kept)
        kept |= {"accepted": start, "loss": np.array(np.inf), "curvature": kept["first"]}
        kept |= {"fixed": np.zeros(linear.size, dtype=bool), "offset": np.zeros(linear.size), **_FREE}
        facts = {"ridge": RIDGE, "separated": separated, "aliased": {}, "infinite": {}, "references": {}}
        state = replace(state, arrays=state.arrays | {"coefficients": start}, kept=kept).with_facts(**facts)
        return self._with_curvature(state.with_facts(grain=_first_grain(prepared)), prepared, linear)

    def _has_no_end(
        self, linear: Linear, rows: int, loss: float, fit: np.ndarray, step: np.ndarray, along: tuple, is_worse: bool
    ) -> bool:
        """Whether no finite coefficients are optimal.

        - For classes, a loss below log 2 means that every row is classified correctly, so larger coefficients always
          fit better.
        - For counts, all counts of the rows are 0.
        - Coefficients diverge: `along` the step, only a small part of the first curvature remains. Coefficients of
          nearly collinear columns may also be far from 0, but their curvature remains.
        - Steps continue although the rows no longer curve the likelihood along them, because several columns together
          separate some rows.
        """
        kind, held = linear.target.kind, linear.penalised()
        if kind == "number":
            return False
        is_far = bool(np.abs(fit[held]).max(initial=0) > FARTHEST[kind])
        is_flat = along[1] < FLAT * along[0] or along[1] * rows < FLAT_ROWS * along[0]
        if (is_far and is_flat) or (kind != "count" and loss < math.log(2)):
            return True
        is_long = np.abs(step[held]).max(initial=0) >= STEADY
        return bool(not is_worse and is_long and along[1] * rows < TENTH_OF_ROW * along[0])


def _outcomes(targets: np.ndarray, target: Target) -> np.ndarray:
    """Return a code for the outcome of each row [rows], as far as a gradient could reveal the rows of one outcome. A
    number far from all others gets an outcome of its own, because its row would dominate the gradient."""
    if target.kind in ("number", "count"):
        values = targets[:, -1]
        is_far = (target.kind == "number") & (near_others(values) != values)
        return np.where(is_far, 2, differs_from_most_common(values))
    return outcome_codes(targets, target)


def _first_grain(prepared: Prepared) -> float:
    """Return the rounding unit of the first gradient. Gradients are exact (not rounded) if the target is a number,
    because all its gradients follow from one, and if there is only one party."""
    is_exact = prepared.target.kind == "number" or prepared.parties == 1
    return 0.0 if is_exact else FIRST_GRAIN * math.sqrt(prepared.rows)


def _without(curvature: np.ndarray, fixed: np.ndarray) -> np.ndarray:
    return np.where(fixed[:, None] | fixed, 0.0, curvature)


def _within_reach(linear: Linear, fit: np.ndarray) -> np.ndarray:
    if linear.target.kind == "number":
        return fit
    near = np.where(linear.penalised(), np.clip(fit, -REACH, REACH), fit)
    near[linear.effects :] = np.clip(near[linear.effects :], *SPREADS)
    return near


def _farthest(linear: Linear, fit: np.ndarray) -> list[str]:
    """Return the columns whose coefficients have diverged most: those that are at least a tenth as far from 0 as the
    farthest."""
    sizes = np.abs(fit) * linear.penalised()
    order = [place for place in np.argsort(-sizes, kind="stable") if sizes[place] >= sizes.max() / 10]
    return linear.names(np.array(order, dtype=int))


def unpack(packed: np.ndarray, size: int) -> np.ndarray:
    """Return a symmetric matrix [size, size], given its upper triangle."""
    full = np.zeros((size, size))
    rows, columns = np.triu_indices(size)
    full[rows, columns] = full[columns, rows] = packed
    return full

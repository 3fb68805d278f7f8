"""Regression by Newton's method: every party sends the slope and curvature of the likelihood on its rows, whose sums
give the very step that all rows in one place would give, and so the same coefficients and standard errors.

All granted rows are fitted. Five more fits, each without a fifth of the rows, are asked for in the same messages and
scored on the rows they left out; of several parties one whose fifth would be a few rows lies in one fold as a whole, so
that no difference of two fits is nearly a row. Source: McCullagh, Nelder 1989, "Generalized Linear Models", chapter 2;
for the federated form Wu et al. 2012, "Grid Binary LOgistic REgression" (GLORE).
"""

import math
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from engine.data.encoding import Encoding
from engine.data.party import Party, Rows
from engine.data.table import Table
from engine.errors import RunError
from engine.learners.counting import SPREADS, bounds
from engine.learners.linear import MOST_ROW_LOSS, Linear, dependent, solve, varying
from engine.learners.network import Layer
from engine.privacy.terms import Arrays, Term, Total, grouped
from engine.protocols.coefficients import coefficient_table, count_findings
from engine.protocols.final import alone_terms, final_card, final_terms, score_finally, with_final
from engine.protocols.on_rows import Prepared, check_arrays
from engine.protocols.protocol import EVALUATE, TRAIN, Result, Stage, State
from engine.targets import Target

FOLDS = 5
LEAST_OF_FOLD = 10  # rows of a party in a fold
SPLIT_SEED = 20_260_101  # fixed: a row is in the same fold in every round and every run
MOST_COEFFICIENTS = 600
SETTLED = 1e-18  # what the next step would gain of the loss, for each row
WORSE = 1e-10  # a loss that grew by a smaller share has not grown: rounding
RIDGE = 0.001  # proposed where no coefficients are the best ones
FARTHEST = {"classes": 30.0, "event": 30.0, "count": 12.0}  # a coefficient on a scaled column beyond this runs away
REACH = 1000.0  # of a step from coefficients that do not run away: beyond it steps are cut
SLACK = 4.0  # over the bounds that hold at the best coefficients, for the way there


@dataclass(frozen=True)
class Newton:
    """The inner protocol (see on_rows.py) of a linear model for at most so many rounds. `ridge` is twice the weight of
    the squared coefficients on scaled columns beside the mean loss of a row. `dispersed` counts spread by a dispersion
    that is fitted with the coefficients."""

    ridge: float
    rounds: int
    compares: bool = True
    dispersed: bool = False
    holds_aside: ClassVar[bool] = False
    predicts: ClassVar[bool] = True
    bins: ClassVar[int] = 0

    def first(self, state: State, prepared: Prepared) -> State:
        if prepared.target.kind == "count" and not prepared.target.mean > 0:
            raise RunError("data.label-no-counts", {"column": prepared.target.name}, step="statistics")
        linear = self._linear(prepared)
        size = linear.size
        if size > MOST_COEFFICIENTS:
            params = {"coefficients": size, "most": MOST_COEFFICIENTS}
            raise RunError("train.too-many-coefficients", params, step="statistics")
        start = np.tile(linear.start(), (FOLDS + 1, 1))
        kept = {"accepted": start, "step": np.zeros_like(start), "losses": np.full(FOLDS + 1, np.inf)}
        facts: dict[str, Any] = {
            "round": 0, "done": False, "best": 0, "early": False, "open": list(range(FOLDS + 1)),
            "ridges": [self.ridge] * (FOLDS + 1), "constant": [], "collinear": [], "separated": [],
        }  # fmt: skip
        return replace(state, arrays={"coefficients": start}, kept=kept).with_facts(**facts)

    def ask(self, state: State, prepared: Prepared) -> Stage | None:
        round_ = int(state.facts["round"])
        scores = grouped("score", prepared.target.score_terms(prepared.rows))
        if state.facts["done"]:
            return None
        if state.facts["open"] and round_ < self.rounds and not state.facts["early"]:
            terms = self._terms(prepared) | scores
            return Stage("train", "train", TRAIN, round_ + 1, terms, round_, shown=tuple(scores))
        terms = scores | final_terms(prepared, compares=self.compares)
        shown = (*scores, *(alone_terms(prepared) if self.compares else ()))
        return Stage("score", "evaluate", EVALUATE, round_, terms, round_, rounds_long=2, shown=shown)

    def check(self, state: State, prepared: Prepared) -> None:
        check_arrays(state, self.first(state, prepared))
        if not 0 <= int(state.facts["round"]) <= self.rounds:
            raise ValueError("a round that the plan does not have")

    def follows(self, before: State, state: State, prepared: Prepared) -> None:
        """A step has no bound of its own; coefficients that run away are held by a ridge, so none is far out."""
        if int(state.facts["round"]) != int(before.facts["round"]) + 1:
            raise ValueError("not the next round")
        linear = self._linear(prepared)
        held = linear.penalised()
        if prepared.target.kind != "number" and np.abs(state.arrays["coefficients"][:, held]).max(initial=0) > REACH:
            raise ValueError("a coefficient beyond what honest steps reach")
        spread = state.arrays["coefficients"][:, linear.effects :]
        if not np.all((spread >= SPREADS[0]) & (spread <= SPREADS[1])):
            raise ValueError("a dispersion that no step ends in")

    def answer(self, state: State, prepared: Prepared, party: Party, stage: Stage) -> Arrays:
        rows, _ = party.encoded(self.encoding(prepared), prepared.target)
        linear = self._linear(prepared)
        folds = folds_of(len(rows), prepared.parties)
        scores = grouped("score", linear.target.score(*self.held_out(state, prepared, party)))
        if stage.name == "score":
            return scores | score_finally(self.by_party(), state, prepared, party, compares=self.compares)
        return self._sums(linear, rows, folds, state) | scores

    def advance(self, state: State, prepared: Prepared, stage: Stage, total: Total) -> State:
        scores = {f"scores/{name}": values for name, values in total.group("score").items()}
        state = replace(state, kept=state.kept | scores)
        state = state.with_facts(best=stage.scored)
        if stage.name == "score":
            return with_final(state, total).with_facts(done=True)
        linear = self._linear(prepared)
        sums = self._summed(state, linear, total)
        state = state.with_facts(round=stage.round)
        if stage.round == 1:
            state = self._look_at_columns(state, prepared, linear, sums["hessian"][0])
        return self._step(state, prepared, linear, sums)

    def finish_early(self, state: State) -> State:
        """What is scored then is the best fit so far, not the one that was to be tried next."""
        return replace(state, arrays=state.arrays | {"coefficients": state.kept["accepted"]}).with_facts(early=True)

    def metrics(self, prepared: Prepared, scores: Arrays) -> dict[str, float]:
        return prepared.target.metrics(scores)

    def metric_names(self, target: Target) -> tuple[str, ...]:
        return target.metric_names

    def outputs(self, state: State, prepared: Prepared, table: Table) -> np.ndarray:
        linear = self._linear(prepared)
        return linear.outputs(self.encoding(prepared).encode(table), state.kept["accepted"][0])

    def held_out(self, state: State, prepared: Prepared, party: Party) -> tuple[np.ndarray, np.ndarray]:
        """Each row by the fit that left it out."""
        rows, _ = party.encoded(self.encoding(prepared), prepared.target)
        linear, folds = self._linear(prepared), folds_of(len(rows), prepared.parties)
        fits = state.arrays["coefficients"]
        outputs = linear.outputs(rows.inputs, fits[0])
        for fold in range(FOLDS):
            outputs[folds == fold] = linear.outputs(rows.inputs[folds == fold], fits[fold + 1])
        return outputs, rows.targets

    def result(self, state: State, prepared: Prepared) -> Result:
        from engine.export.onnx_file import describe_model, export_layers  # onnx is large, and no worker needs it

        linear, target = self._linear(prepared), prepared.target
        file = export_layers(self.encoding(prepared), target, [Layer(*linear.layer(state.kept["accepted"][0]))])
        findings = {name: state.facts[name] for name in ("constant", "collinear", "separated")}
        card = {
            "model": describe_model(prepared.encoding, target), "output": target.output_kind, "scoredBy": "folds",
            "regression": {
                **findings, "ridge": state.facts["ridges"][0], "converged": 0 not in state.facts["open"],
                "rows": prepared.training, "coefficients": coefficient_table(linear, prepared.training, state),
                **({"counts": count_findings(linear, prepared.training, state)} if target.kind == "count" else {}),
            },
        }  # fmt: skip
        return Result(file, card | final_card(state, prepared))

    def encoding(self, prepared: Prepared) -> Encoding:
        """How columns become the model's features."""
        return prepared.encoding

    def by_party(self) -> "Newton":
        """How a party alone fits its rows."""
        return self

    def _linear(self, prepared: Prepared) -> Linear:
        return Linear.of(self.encoding(prepared), prepared.target, dispersed=self.dispersed)

    def _terms(self, prepared: Prepared) -> dict[str, Term]:
        """Bounds: scaled columns have N as their sum of squares over all parties, and so has a scaled label."""
        size, rows, fits = self._linear(prepared).size, prepared.rows, FOLDS + 1
        most = {"loss": rows * MOST_ROW_LOSS, "gradient": SLACK * rows, "hessian": SLACK * rows}
        if prepared.target.kind == "count":
            most = bounds(prepared.target)
        shapes = {"loss": (fits,), "gradient": (fits, size), "hessian": (fits, size * (size + 1) // 2), "pearson": ()}
        return {name: Term(shapes[name], bound) for name, bound in most.items()}

    def _summed(self, state: State, linear: Linear, total: Total) -> Arrays:
        """Of each fit its `loss`, `gradient` and `hessian`; of counts `pearson`, of the fit of all rows."""
        sums = {name: total[name] for name in ("loss", "gradient", "hessian", "pearson") if name in total.terms}
        return sums | {"hessian": unpack(sums["hessian"], linear.size)}

    def _sums(self, linear: Linear, rows: Rows, folds: np.ndarray, state: State) -> Arrays:
        fits = state.arrays["coefficients"]
        found = [linear.sums(rows.take(folds != fold - 1), fit) for fold, fit in enumerate(fits)]
        upper = np.triu_indices(linear.size)
        sums = {
            "loss": np.array([sums["loss"] for sums in found]),
            "gradient": np.array([sums["gradient"] for sums in found]),
            "hessian": np.array([sums["hessian"][upper] for sums in found]),
        }
        return sums | ({"pearson": found[0]["pearson"]} if "pearson" in found[0] else {})

    def _look_at_columns(self, state: State, prepared: Prepared, linear: Linear, gram: np.ndarray) -> State:
        """In the first message rows weigh alike, or of counts nearly so: the curvature is the columns' own X'X, but for
        that weight, which is the intercept's where there is one."""
        block = gram[: linear.width, : linear.width] * (prepared.rows / gram[0, 0] if gram[0, 0] > 0 else 1.0)
        tells = varying(block, prepared.rows)
        places = np.flatnonzero(tells)
        collinear = linear.names(places[dependent(block[np.ix_(tells, tells)])])
        held = [max(ridge, RIDGE) if collinear else ridge for ridge in state.facts["ridges"]]
        constant = [name for name in linear.names(np.flatnonzero(~tells)) if name not in linear.names(places)]
        return state.with_facts(constant=constant, collinear=collinear, ridges=held)

    def _step(self, state: State, prepared: Prepared, linear: Linear, sums: Arrays) -> State:
        losses, slopes, bends = sums["loss"], sums["gradient"], sums["hessian"]
        facts, kept = state.facts, {name: values.copy() for name, values in state.kept.items()}
        fits, ridges, still = state.arrays["coefficients"].copy(), list(facts["ridges"]), []
        separated, held = facts["separated"], linear.penalised()
        for fit in facts["open"]:  # the fit of all rows first
            now = fits[fit]
            if ridges[fit] == 0 and (separated or self._runs_away(linear, losses[fit], now)):
                # Where all rows are told apart, so are those of the other fits, which have fewer.
                separated = separated if fit else _farthest(linear, now)
                ridges[fit], kept["losses"][fit] = RIDGE, np.inf  # and on from here: all that was learnt holds
            weight = ridges[fit] * prepared.rows * held
            loss = losses[fit] + (weight * now**2).sum() / 2
            if loss > kept["losses"][fit] * (1 + WORSE):
                kept["step"][fit] /= 2
            else:
                slope, bend = linear.upward(slopes[fit] - weight * now, bends[fit] + np.diag(weight), now)
                step = solve(bend, slope)
                if step is None:  # without a fold's rows, or near separation: the ridge decides
                    ridges[fit] = max(ridges[fit], RIDGE)
                    weight = ridges[fit] * prepared.rows * held
                    slope, bend = linear.upward(slopes[fit] - weight * now, bends[fit] + np.diag(weight), now)
                    step = np.linalg.lstsq(bend, slope, rcond=None)[0]
                step = linear.shortened(step)
                kept["accepted"][fit], kept["losses"][fit], kept["step"][fit] = now, loss, step
                if fit == 0:
                    kept |= {"hessian": bends[0]} | {name: sums[name] for name in ("pearson",) if name in sums}
                if slope @ step < SETTLED * prepared.rows:
                    kept["accepted"][fit] = fits[fit] = _within_reach(linear, now + step)
                    continue
            fits[fit] = _within_reach(linear, kept["accepted"][fit] + kept["step"][fit])
            still.append(fit)
        state = replace(state, arrays=state.arrays | {"coefficients": fits}, kept=kept)
        return state.with_facts(open=still, ridges=ridges, separated=separated)

    def _runs_away(self, linear: Linear, loss: float, fit: np.ndarray) -> bool:
        """Whether no fit is the best: below log 2 every row is told right, so larger coefficients tell them better
        still; of counts, a category counts nothing at all."""
        kind = linear.target.kind
        if kind == "number":
            return False
        is_far = bool(np.abs(fit[linear.penalised()]).max(initial=0) > FARTHEST[kind])
        return is_far or (kind != "count" and loss < math.log(2))


def _within_reach(linear: Linear, fit: np.ndarray) -> np.ndarray:
    if linear.target.kind == "number":
        return fit
    near = np.where(linear.penalised(), np.clip(fit, -REACH, REACH), fit)
    near[linear.effects :] = np.clip(near[linear.effects :], *SPREADS)
    return near


def folds_of(rows: int, parties: int) -> np.ndarray:
    """The fold [rows] of each of a party's rows, 0 to 4; all in one where a fifth would be a few rows, unless it is
    alone: then the sums stay where the rows are, and a fit without any would be scored."""
    if parties > 1 and rows < FOLDS * LEAST_OF_FOLD:
        return np.full(rows, rows % FOLDS)
    return np.random.default_rng(SPLIT_SEED).permutation(np.arange(rows) % FOLDS)


def _farthest(linear: Linear, fit: np.ndarray) -> list[str]:
    """Columns whose coefficients ran farthest, each at least a tenth as far as the first."""
    sizes = np.abs(fit) * linear.penalised()
    order = [place for place in np.argsort(-sizes, kind="stable") if sizes[place] >= sizes.max() / 10]
    return linear.names(np.array(order, dtype=int))


def unpack(packed: np.ndarray, size: int) -> np.ndarray:
    """Symmetric matrices [fits, size, size] of their upper triangles."""
    full = np.zeros((len(packed), size, size))
    rows, columns = np.triu_indices(size)
    full[:, rows, columns] = full[:, columns, rows] = packed
    return full

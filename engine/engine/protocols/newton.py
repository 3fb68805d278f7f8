"""Regression by Newton's method: every party sends the slope and curvature of the likelihood on its rows, whose sums
give the very step that all rows in one place would give, and so the same coefficients and standard errors.

All granted rows are fitted. Up to five more fits, each without the rows of a fold, are computed in the same messages
and scored on the rows they left out (see protocols/folds.py). Source: McCullagh, Nelder 1989, "Generalized Linear
Models", chapter 2; for the federated form Wu et al. 2012, "Grid Binary LOgistic REgression" (GLORE).
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
from engine.learners.linear import MOST_ROW_LOSS, NEVER, Linear, solve, varying
from engine.learners.network import Layer
from engine.privacy.terms import Arrays, Term, Total, grouped
from engine.protocols.coefficients import coefficient_table, count_findings
from engine.protocols.final import alone_terms, final_card, final_terms, score_finally, with_final
from engine.protocols.folds import FOLDS, check_own_folds, folds_of, scored_folds
from engine.protocols.on_rows import Prepared, check_arrays
from engine.protocols.on_table import incomplete
from engine.protocols.protocol import EVALUATE, TRAIN, Result, Stage, State
from engine.protocols.rounding import TOLERANCE
from engine.protocols.undetermined import Cells, cells_of, counts_of, find_aliased, find_bounds, is_bounded
from engine.targets import Target

MOST_COEFFICIENTS = 600
SETTLED = 1e-18  # what the next step would gain of the loss, for each row
WORSE = 1e-10  # a loss that grew by a smaller share has not grown: rounding
RIDGE = 0.001  # proposed where no coefficients are the best ones
FARTHEST = {"classes": 30.0, "event": 30.0, "count": 12.0}  # a coefficient on a scaled column beyond this runs away
FLAT = 1e-3  # of the first curvature along a step: less is left only where coefficients run away
TENTH_OF_ROW = 0.04  # of the first curvature along a step, by row: less is left of it than a tenth of a row has
STEADY = 0.05  # a step this long does not come to rest
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
    by_folds: ClassVar[bool] = True
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
        kept |= {"offset": np.zeros_like(start), "fixed": np.zeros(start.shape, dtype=bool)}
        facts: dict[str, Any] = {
            "round": 0, "done": False, "best": 0, "early": False, "open": self._fits(prepared),
            "ridges": [self.ridge] * (FOLDS + 1), "constant": [], "collinear": [], "separated": [],
            "aliased": {}, "infinite": {}, "references": {},
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
        slack = TOLERANCE * max(map(abs, SPREADS))
        if not np.all((spread >= SPREADS[0] - slack) & (spread <= SPREADS[1] + slack)):
            raise ValueError("a dispersion that no step ends in")

    def answer(self, state: State, prepared: Prepared, party: Party, stage: Stage) -> Arrays:
        rows, _ = party.encoded(self.encoding(prepared), prepared.target)
        linear = self._linear(prepared)
        folds = check_own_folds(party, prepared.folds)
        scores = grouped("score", linear.target.score(*self.held_out(state, prepared, party)))
        if stage.name == "score":
            return scores | score_finally(self.by_party(), state, prepared, party, compares=self.compares)
        return self._sums(linear, rows, folds, state, self._fits(prepared)) | scores

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
            state = self._look_at_columns(state, prepared, linear, sums)
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
        """Each scored row by the fit that left it out."""
        rows, _ = party.encoded(self.encoding(prepared), prepared.target)
        linear, folds = self._linear(prepared), folds_of(len(rows), party.place)
        fits = state.arrays["coefficients"]
        outputs = linear.outputs(rows.inputs, fits[0])
        for fold in scored_folds(prepared.folds, prepared.rows):
            outputs[folds == fold] = linear.outputs(rows.inputs[folds == fold], fits[fold + 1])
        scored = self._scored(prepared, party)
        return outputs[scored], rows.targets[scored]

    def result(self, state: State, prepared: Prepared) -> Result:
        from engine.export.onnx_file import describe_model, export_layers  # onnx is large, and no worker needs it

        linear, target = self._linear(prepared), prepared.target
        file = export_layers(self.encoding(prepared), target, [Layer(*linear.layer(state.kept["accepted"][0]))])
        findings = {name: state.facts[name] for name in ("constant", "collinear", "separated")}
        card = {
            "model": describe_model(prepared.encoding, target), "output": target.output_kind, "scoredBy": "folds",
            "regression": {
                **findings, "ridge": state.facts["ridges"][0], "converged": 0 not in state.facts["open"],
                "rows": prepared.training, "coefficients": coefficient_table(linear, prepared, state),
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

    def _fits(self, prepared: Prepared) -> list[int]:
        """Places of the fits that are computed: that of all rows, and those without a scored fold."""
        return [0, *(fold + 1 for fold in scored_folds(prepared.folds, prepared.rows))]

    def _scored(self, prepared: Prepared, party: Party) -> np.ndarray:
        """Which of a party's rows [rows] are scored."""
        folds = folds_of(len(party.training), party.place)
        return np.isin(folds, scored_folds(prepared.folds, prepared.rows))

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

    def _sums(self, linear: Linear, rows: Rows, folds: np.ndarray, state: State, fitted: list[int]) -> Arrays:
        """Of fits that are not computed, the sums over no rows."""
        found = [
            linear.sums(rows.take((folds != place - 1) & (place in fitted)), fit)
            for place, fit in enumerate(state.arrays["coefficients"])
        ]
        upper = np.triu_indices(linear.size)
        sums = {
            "loss": np.array([sums["loss"] for sums in found]),
            "gradient": np.array([sums["gradient"] for sums in found]),
            "hessian": np.array([sums["hessian"][upper] for sums in found]),
        }
        return sums | ({"pearson": found[0]["pearson"]} if "pearson" in found[0] else {})

    def _look_at_columns(self, state: State, prepared: Prepared, linear: Linear, sums: Arrays) -> State:
        """What the rows do not determine (see undetermined.py), unless a ridge does."""
        rows, width, blocks = prepared.rows, linear.width, self._blocks(prepared, linear, sums)
        tells = varying(blocks[0], rows)
        known = linear.names(np.flatnonzero(tells))
        constant = [name for name in linear.names(np.flatnonzero(~tells)) if name not in known]
        cells = self._cells(state, prepared, linear, sums)
        bounds = find_bounds(linear, cells)
        compared = np.isin(np.arange(width), [place % width for place in bounds.references])
        aliased = [find_aliased(block, rows, ~compared) for block in blocks]
        state = state.with_facts(constant=constant, collinear=linear.names(np.array(list(aliased[0]), dtype=int)))
        if self.ridge > 0:
            return state
        ridges, kept = list(state.facts["ridges"]), {name: values.copy() for name, values in state.kept.items()}
        for fit, places in enumerate(aliased):
            kept["fixed"][fit, : linear.effects] = np.tile(np.isin(np.arange(width), list(places)), linear.lines)
            if fit > 0 and is_bounded(linear, cells, fit):
                ridges[fit] = RIDGE  # its infinite coefficient is not the model's, and not to be scored
            else:
                kept["offset"][fit] = bounds.offset
                kept["fixed"][fit] |= bounds.fixed
        return replace(state, kept=kept).with_facts(
            ridges=ridges,
            aliased={str(place): linear.names(np.array(parts, dtype=int)) for place, parts in aliased[0].items()},
            infinite={str(place): side for place, side in bounds.infinite.items()},
            references={str(place): name for place, name in bounds.references.items()},
        )

    def _blocks(self, prepared: Prepared, linear: Linear, sums: Arrays) -> np.ndarray:
        """X'X of each fit [fits, width, width], as rows weigh alike in the first message, or of counts nearly so: the
        curvature is that but for the weight, which is the intercept's where there is one."""
        blocks = sums["hessian"][:, : linear.width, : linear.width]
        weight = blocks[0, 0, 0] / prepared.rows
        return blocks / (weight if weight > 0 else 1.0)

    def _cells(self, state: State, prepared: Prepared, linear: Linear, sums: Arrays) -> list[Cells]:
        """How many rows of each fit have which outcome in each category."""
        encoding = self.encoding(prepared)
        return cells_of(encoding, linear, counts_of(encoding, linear, sums), incomplete(state, prepared))

    def _step(self, state: State, prepared: Prepared, linear: Linear, sums: Arrays) -> State:
        losses, slopes, bends = sums["loss"], sums["gradient"], sums["hessian"]
        facts, kept = state.facts, {name: values.copy() for name, values in state.kept.items()}
        fits, ridges, still = state.arrays["coefficients"].copy(), list(facts["ridges"]), []
        separated, held = facts["separated"], linear.penalised()
        kept.setdefault("first", bends[0])

        def ridge_decides(fit: int) -> bool:
            """A ridge leaves no coefficient out and none infinite. Returns whether the fit begins again for that."""
            ridges[fit], kept["losses"][fit], kept["fixed"][fit] = max(ridges[fit], RIDGE), np.inf, False
            begins_again = bool(kept["offset"][fit].any())
            if begins_again:
                kept["offset"][fit] = kept["step"][fit] = 0
                kept["accepted"][fit] = fits[fit] = linear.start()
                still.append(fit)
            return begins_again

        for fit in facts["open"]:  # the fit of all rows first
            now, offset = fits[fit].copy(), kept["offset"][fit].copy()
            if facts["round"] == 1 and offset.any():
                kept["accepted"][fit] = fits[fit] = now + offset  # whose sums come next
                still.append(fit)
                continue
            curvatures = [kept["first"], bends[fit]]
            is_worse = losses[fit] > kept["losses"][fit] * (1 + WORSE)
            if ridges[fit] == 0 and (
                separated
                or self._runs_away(linear, losses[fit], now - offset, kept["step"][fit], curvatures)
                or (not is_worse and _is_endless(linear, prepared.rows, kept["step"][fit], curvatures))
            ):
                # Where rows are told apart, so are those of the other fits, which have fewer.
                if fit == 0:
                    all_apart = linear.target.kind != "count" and losses[fit] < math.log(2)
                    separated = _farthest(linear, now - offset if all_apart else kept["step"][fit])
                if ridge_decides(fit):
                    continue  # else on from here: all that was learnt holds
            weight = ridges[fit] * prepared.rows * held
            loss = losses[fit] + (weight * now**2).sum() / 2
            if loss > kept["losses"][fit] * (1 + WORSE):
                kept["step"][fit] /= 2
            else:
                # Without the rows of infinite coefficients nothing may depend on a column.
                fixed = kept["fixed"][fit] | (offset.any() & (np.diag(bends[fit]) <= NEVER * prepared.rows))
                slope, bend = _upward(linear, slopes[fit], bends[fit], weight, now, fixed)
                step = solve(bend, slope)
                if step is None:  # few rows for many columns, or near separation
                    if ridge_decides(fit):
                        continue
                    weight = ridges[fit] * prepared.rows * held
                    loss = losses[fit] + (weight * now**2).sum() / 2
                    slope, bend = _upward(linear, slopes[fit], bends[fit], weight, now, kept["fixed"][fit])
                    step = np.linalg.lstsq(bend, slope, rcond=None)[0]
                step = linear.shortened(step)
                kept["accepted"][fit], kept["losses"][fit], kept["step"][fit] = now, loss, step
                if fit == 0:
                    kept |= {"hessian": _without(bends[0], fixed)}
                    kept |= {name: sums[name] for name in ("pearson",) if name in sums}
                if slope @ step < SETTLED * prepared.rows:
                    kept["accepted"][fit] = fits[fit] = _within_reach(linear, now + step)
                    continue
            fits[fit] = _within_reach(linear, kept["accepted"][fit] + kept["step"][fit])
            still.append(fit)
        state = replace(state, arrays=state.arrays | {"coefficients": fits}, kept=kept)
        found = {} if ridges[0] == 0 else {name: {} for name in ("aliased", "infinite", "references")}
        return state.with_facts(open=still, ridges=ridges, separated=separated, **found)

    def _runs_away(self, linear: Linear, loss: float, fit: np.ndarray, step: np.ndarray, bends: list) -> bool:
        """Whether no fit is the best: below log 2 every row is told right, so larger coefficients tell them better
        still; of counts, rows count nothing at all. Coefficients of columns that nearly repeat each other may lie far
        out too, but their curvature stays: along a step that has no end it is a small part of the first one."""
        kind = linear.target.kind
        if kind == "number":
            return False
        is_far = bool(np.abs(fit[linear.penalised()]).max(initial=0) > FARTHEST[kind])
        along = [
            step[: linear.effects] @ bend[: linear.effects, : linear.effects] @ step[: linear.effects] for bend in bends
        ]
        return (is_far and along[1] < FLAT * along[0]) or (kind != "count" and loss < math.log(2))


def _is_endless(linear: Linear, rows: int, step: np.ndarray, bends: list) -> bool:
    """Whether steps go on although the rows say nothing any more along them: columns tell some rows apart together,
    and the others say nothing of how far these coefficients go."""
    own = step[: linear.effects]
    if linear.target.kind == "number" or np.abs(step[linear.penalised()]).max(initial=0) < STEADY:
        return False
    along = [own @ bend[: linear.effects, : linear.effects] @ own for bend in bends]
    return bool(along[1] * rows < TENTH_OF_ROW * along[0])


def _upward(
    linear: Linear, slope: np.ndarray, bend: np.ndarray, weight: np.ndarray, now: np.ndarray, fixed: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Slope and curvature with a ridge's weight, of the coefficients that are not fixed."""
    slope = np.where(fixed, 0.0, slope - weight * now)
    return linear.upward(slope, _without(bend + np.diag(weight), fixed), now)


def _without(bend: np.ndarray, fixed: np.ndarray) -> np.ndarray:
    return np.where(fixed[:, None] | fixed, 0.0, bend)


def _within_reach(linear: Linear, fit: np.ndarray) -> np.ndarray:
    if linear.target.kind == "number":
        return fit
    near = np.where(linear.penalised(), np.clip(fit, -REACH, REACH), fit)
    near[linear.effects :] = np.clip(near[linear.effects :], *SPREADS)
    return near


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

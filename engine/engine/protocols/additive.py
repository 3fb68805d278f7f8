"""An additive model by Newton's method: what each column adds to the answer is a curve of its own, in steps at cut
points that are the same for everybody, and neighbouring steps are drawn together.

Penalised are the squares of what a curve rises by at a step, and of what a category adds, so that a curve is as flat as
the rows let it be. Sources: Hastie, Tibshirani 1990, "Generalized Additive Models", chapter 6; bands as in Wood 2006,
"On confidence intervals for generalized additive models based on penalized regression splines".
"""

from dataclasses import dataclass, replace

import numpy as np

from engine.data.columns import Columns
from engine.data.encoding import CategoryEncoder, Encoding
from engine.learners.linear import Linear, solve, varying
from engine.privacy.terms import Arrays
from engine.protocols.newton import MOST_COEFFICIENTS, Newton
from engine.protocols.on_rows import Prepared
from engine.protocols.protocol import Result, State

MOST_BINS, LEAST_BINS = 16, 4  # of a column of numbers
REACH = 1.959964  # deviations of an interval of 95 %


@dataclass(frozen=True)
class Additive(Newton):
    """The inner protocol (see on_rows.py) of an additive model for at most so many rounds. `smoothness` is twice the
    weight of a squared step beside the loss of all rows; `bins` are those of a column of numbers."""

    smoothness: float = 10.0
    bins: int = MOST_BINS

    def first(self, state: State, prepared: Prepared) -> State:
        state = super().first(state, prepared)
        ridge = self.smoothness / max(prepared.rows, 1)
        return state.with_facts(ridges=[ridge] * len(state.facts["ridges"]))

    def encoding(self, prepared: Prepared) -> Encoding:
        return prepared.encoding.in_steps(prepared.cuts)

    def result(self, state: State, prepared: Prepared) -> Result:
        result = super().result(state, prepared)
        card = {name: fact for name, fact in result.card.items() if name != "regression"}
        facts = {
            "constant": state.facts["constant"], "converged": 0 not in state.facts["open"], "rows": prepared.training,
        }  # fmt: skip
        return replace(result, card=card | {"additive": facts, "curves": self._curves(state, prepared)})

    def _linear(self, prepared: Prepared) -> Linear:
        return Linear.of(self.encoding(prepared), prepared.target, compared=False)

    def _look_at_columns(self, state: State, prepared: Prepared, linear: Linear, sums: Arrays) -> State:
        """Steps of columns that repeat each other are held by their smoothness. Notes in which share of the rows each
        feature is 1: in the first message rows weigh alike."""
        block = self._blocks(prepared, linear, sums)[0]
        tells = linear.names(np.flatnonzero(varying(block, prepared.rows)))
        constant = [name for name in linear.names(np.arange(linear.width)) if name not in tells]
        shares = {"shares": block[0, 1:] / max(prepared.rows, 1)}
        return replace(state, kept=state.kept | shares).with_facts(constant=constant)

    def _curves(self, state: State, prepared: Prepared) -> list[dict]:
        """What each column adds, for each class but the first: the mean over the rows is 0."""
        linear, target = self._linear(prepared), prepared.target
        if "shares" not in state.kept:  # no round ended
            return []
        unit = target.deviation if target.kind == "number" else 1.0
        names = target.classes[1:] if target.kind == "classes" else [None]
        covariance, curves = self._covariance(state, prepared, linear), []
        for line, name in enumerate(names):
            for column, cuts, in_each, own in self._columns(prepared, linear):
                to_effects = in_each - state.kept["shares"][own]
                places = line * linear.width + 1 + own
                curve = {"column": column, "class": name, "points": list(cuts)}
                effects = unit * (to_effects @ state.kept["accepted"][0][places])
                curve["effects"] = effects.tolist()
                if covariance is not None:
                    parts = np.einsum("ij,jk,ik->i", to_effects, covariance[np.ix_(places, places)], to_effects)
                    reach = REACH * unit * np.sqrt(np.maximum(parts, 0))
                    curve |= {"low": (effects - reach).tolist(), "high": (effects + reach).tolist()}
                curves.append(curve)
        return curves

    def _columns(self, prepared: Prepared, linear: Linear) -> list[tuple]:
        """Of each column its name, cut points, what its features are in each bin or category [bins, features], and
        their places among the features."""
        found = []
        for column, cuts in zip(self.encoding(prepared).columns, prepared.cuts, strict=True):
            own = np.array([place for place, one in enumerate(linear.features) if one.column == column.name])
            steps = (
                np.eye(column.width) if isinstance(column, CategoryEncoder) else np.tri(len(cuts) + 1, column.width, -1)
            )
            found.append((column.name, cuts, steps, own))
        return found

    def _covariance(self, state: State, prepared: Prepared, linear: Linear) -> np.ndarray | None:
        """Of the coefficients [size, size], the penalty taken for what was known before; None while they still move."""
        if 0 in state.facts["open"] or "hessian" not in state.kept:
            return None
        held = np.diag(state.facts["ridges"][0] * prepared.rows * linear.penalised())
        curvature = state.kept["hessian"] + held
        inverse = solve(curvature, np.eye(linear.size))
        return None if inverse is None else inverse * self._variance(state, prepared, linear, inverse)

    def _variance(self, state: State, prepared: Prepared, linear: Linear, inverse: np.ndarray) -> float:
        """Of a number about its estimate: squared residuals by degree of freedom that the fit leaves."""
        if linear.target.kind != "number":
            return 1.0
        fit = state.kept["accepted"][0]
        penalty = state.facts["ridges"][0] * prepared.rows * (fit[linear.penalised()] ** 2).sum()
        used = float(np.trace(inverse @ state.kept["hessian"]))
        return max(2 * float(state.kept["losses"][0]) - penalty, 0.0) / max(prepared.rows - used, 1.0)


def bins_for(plan: dict) -> int:
    """As many bins as leave room for all of a plan's columns."""
    columns, target = Columns.of(plan), plan["target"]
    lines = len(target["classes"]) - 1 if target["kind"] == "classes" else 1
    texts = sum(len(known) + 2 for known in columns.known)
    room = MOST_COEFFICIENTS // max(lines, 1) - 1 - texts
    return min(MOST_BINS, max(LEAST_BINS, room // max(len(columns.numbers), 1) + 1))

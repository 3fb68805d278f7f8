"""An additive model by Newton's method: the prediction is a sum of one curve for each column. A curve is a step
function with cut points that all parties share, and a penalty smooths neighbouring steps. Parties sum the means of
groups of similar rows instead of rows. A curve is linear in its steps, so it can be fitted to these means.

The penalty is on the squared rise of a curve at each step and on the squared effect of a category, so that a curve is
as flat as the rows permit. Sources: Hastie, Tibshirani 1990, "Generalized Additive Models", chapter 6; bands as in Wood
2006, "On confidence intervals for generalized additive models based on penalized regression splines".
"""

from dataclasses import dataclass, replace

import numpy as np

from engine.data.columns import Columns
from engine.data.encoding import CategoryEncoder, Encoding
from engine.data.party import Party
from engine.learners.linear import Linear, solve, varying
from engine.privacy.terms import Term, Total, Values
from engine.protocols.newton import MAX_COEFFICIENTS, Newton
from engine.protocols.on_rows import Prepared
from engine.protocols.protocol import Result, State

MAX_BINS, MIN_BINS = 16, 4  # maximum and minimum number of bins of a column of numbers
REACH = 1.959964  # half of the width of a 95 % interval, in standard deviations


@dataclass(frozen=True)
class Additive(Newton):
    """The inner protocol (see on_rows.py) of an additive model for at most `rounds` rounds. `smoothness` is twice the
    weight of a squared step relative to the loss of all rows. `bins` is the number of bins of a column of numbers."""

    smoothness: float = 10.0
    bins: int = MAX_BINS

    def first(self, state: State, prepared: Prepared) -> State:
        state = super().first(state, prepared)
        ridge = self.smoothness / max(prepared.rows, 1)
        return state.with_facts(ridge=ridge)

    def encoding(self, prepared: Prepared) -> Encoding:
        return prepared.encoding.in_steps(prepared.cuts)

    def result(self, state: State, prepared: Prepared) -> Result:
        result = super().result(state, prepared)
        card = {name: fact for name, fact in result.card.items() if name != "regression"}
        facts = {
            "constant": state.facts["constant"], "converged": state.facts["settled"], "rows": prepared.training,
            "averaged": prepared.training if prepared.parties > 1 else 0,
        }  # fmt: skip
        return replace(result, card=card | {"additive": facts, "curves": self._curves(state, prepared)})

    def _linear(self, prepared: Prepared) -> Linear:
        return Linear.of(self.encoding(prepared), prepared.target, compared=False)

    def _column_terms(self, prepared: Prepared) -> dict[str, Term]:
        return {name: term for name, term in super()._column_terms(prepared).items() if name == "squares"}

    def _look_at_columns(
        self, state: State, prepared: Prepared, linear: Linear, squares: np.ndarray, total: Total
    ) -> State:
        """Store the share of the rows in which each feature is 1, and list constant features. Collinear steps need no
        further treatment, because the smoothness penalty determines them."""
        varying_columns = linear.names(np.flatnonzero(varying(squares, prepared.rows)))
        constant = [name for name in linear.names(np.arange(linear.width)) if name not in varying_columns]
        shares = {"shares": squares[0, 1:] / max(prepared.rows, 1)}
        return replace(state, kept=state.kept | shares).with_facts(constant=constant)

    def _changes(self, prepared: Prepared, party: Party) -> Values:
        return {}

    def _averages(self, prepared: Prepared, party: Party) -> bool:
        """Always true: means of groups of rows are summed instead of rows. Steps are 0 or 1, so their products would
        count the rows that are in two bins at once, which may be a single row."""
        return True

    def _curves(self, state: State, prepared: Prepared) -> list[dict]:
        """Return the curve of each column, for each class except the first. The mean of a curve over the rows is 0."""
        linear, target = self._linear(prepared), prepared.target
        if "shares" not in state.kept:  # no model has been fitted yet
            return []
        unit = target.deviation if target.kind == "number" else 1.0
        names = target.classes[1:] if target.kind == "classes" else [None]
        covariance, curves = self._covariance(state, prepared, linear), []
        for line, name in enumerate(names):
            for column, cuts, in_each, own in self._columns(prepared, linear):
                to_effects = in_each - state.kept["shares"][own]
                places = line * linear.width + 1 + own
                curve = {"column": column, "class": name, "points": list(cuts)}
                effects = unit * (to_effects @ state.kept["accepted"][places])
                curve["effects"] = effects.tolist()
                if covariance is not None:
                    parts = np.einsum("ij,jk,ik->i", to_effects, covariance[np.ix_(places, places)], to_effects)
                    reach = REACH * unit * np.sqrt(np.maximum(parts, 0))
                    curve |= {"low": (effects - reach).tolist(), "high": (effects + reach).tolist()}
                curves.append(curve)
        return curves

    def _columns(self, prepared: Prepared, linear: Linear) -> list[tuple]:
        """Return for each column: its name, its cut points, the values of its features in each bin or category [bins,
        features], and the places of its features among all features."""
        found = []
        for column, cuts in zip(self.encoding(prepared).columns, prepared.cuts, strict=True):
            own = np.array([place for place, one in enumerate(linear.features) if one.column == column.name])
            steps = (
                np.eye(column.width) if isinstance(column, CategoryEncoder) else np.tri(len(cuts) + 1, column.width, -1)
            )
            found.append((column.name, cuts, steps, own))
        return found

    def _covariance(self, state: State, prepared: Prepared, linear: Linear) -> np.ndarray | None:
        """Return the covariance of the coefficients [size, size], with the penalty as the prior. None before
        convergence."""
        if not state.facts["settled"] or "hessian" not in state.kept:
            return None
        held = np.diag(state.facts["ridge"] * prepared.rows * linear.penalised())
        curvature = state.kept["hessian"] + held
        inverse = solve(curvature, np.eye(linear.size))
        return None if inverse is None else inverse * self._variance(state, prepared, linear, inverse)

    def _variance(self, state: State, prepared: Prepared, linear: Linear, inverse: np.ndarray) -> float:
        """Return the estimated variance of a number around its prediction: squared residuals per residual degree of
        freedom."""
        if linear.target.kind != "number":
            return 1.0
        fit = state.kept["accepted"]
        penalty = state.facts["ridge"] * prepared.rows * (fit[linear.penalised()] ** 2).sum()
        used = float(np.trace(inverse @ state.kept["hessian"]))
        return max(2 * float(state.kept["loss"]) - penalty, 0.0) / max(prepared.rows - used, 1.0)


def bins_for(plan: dict) -> int:
    """Return the number of bins that keeps the coefficients of all columns of a plan within MAX_COEFFICIENTS, if
    possible."""
    columns, target = Columns.of(plan), plan["target"]
    lines = len(target["classes"]) - 1 if target["kind"] == "classes" else 1
    texts = sum(len(known) + 2 for known in columns.known)
    room = MAX_COEFFICIENTS // max(lines, 1) - 1 - texts
    return min(MAX_BINS, max(MIN_BINS, room // max(len(columns.numbers), 1) + 1))

"""What a regression's coefficients say: estimates, standard errors, intervals and p values in the columns' own
units."""

import math

import numpy as np

from engine.learners.linear import Linear, solve
from engine.protocols.protocol import State

INTERVAL = 0.95


def coefficient_table(linear: Linear, rows: int, state: State) -> list[dict]:
    """A line for each coefficient: `column` (None: the intercept), `category` (None of a number; "" for all other
    texts), `class` (None where a number is estimated), `estimate`; `deviation` of a number that varies, so that columns
    in different units can be compared; and `error`, `low`, `high`, `p` of the best fit that no ridge holds, as these
    formulas know no other. Two classes: log odds of the second."""
    units, scaled = linear.to_own_units(), state.kept["accepted"][0]
    estimates = units @ scaled
    if linear.target.kind == "number":
        estimates[0] += linear.target.mean
    freedom = rows - int((np.diag(state.kept["hessian"]) > 0).sum()) if "hessian" in state.kept else 0
    is_best = state.facts["ridges"][0] == 0 and 0 not in state.facts["open"]
    errors = _errors(linear, freedom, state, units) if is_best and freedom > 0 else None
    lines = []
    for place, estimate in enumerate(estimates):
        line = _name(linear, place) | {"estimate": float(estimate)}
        if errors is not None and errors[place] > 0:
            line |= _spread(linear, freedom, float(estimate), float(errors[place]))
        lines.append(line)
    return lines


def _errors(linear: Linear, freedom: int, state: State, units: np.ndarray) -> np.ndarray | None:
    """Standard errors [size]: the likelihood's curvature turned over; of a number times the residuals' variance."""
    hessian = state.kept["hessian"]
    columns = [solve(hessian, column) for column in np.eye(len(hessian))]
    if any(column is None for column in columns):
        return None
    covariance = np.column_stack(columns)
    if linear.target.kind == "number":
        covariance = covariance * (2 * state.kept["losses"][0] / freedom)
    return np.sqrt(np.maximum(np.diag(units @ covariance @ units.T), 0))


def _spread(linear: Linear, freedom: int, estimate: float, error: float) -> dict:
    from scipy import special, stats

    if linear.target.kind == "number":
        reach, p = stats.t.ppf(0.5 + INTERVAL / 2, freedom), 2 * stats.t.sf(abs(estimate / error), freedom)
    else:
        reach, p = math.sqrt(2) * special.erfinv(INTERVAL), math.erfc(abs(estimate / error) / math.sqrt(2))
    low, high = float(estimate - reach * error), float(estimate + reach * error)
    return {"error": error, "low": low, "high": high, "p": float(p)}


def _name(linear: Linear, place: int) -> dict:
    line, at = divmod(place, linear.width)
    names = getattr(linear.target, "classes", None)
    facts = {"class": names[line + 1] if names else None}
    if at == 0:
        return {"column": None, "category": None, **facts}
    feature = linear.features[at - 1]
    if feature.category is None and not feature.is_other and feature.factor > 0:
        facts["deviation"] = 1 / feature.factor
    return {"column": feature.column, "category": "" if feature.is_other else feature.category, **facts}

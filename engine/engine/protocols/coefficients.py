"""Tables of coefficients of regressions: estimates, standard errors, intervals and p-values in the columns' own
units."""

import math

import numpy as np

from engine.data.encoding import CategoryEncoder, Encoding
from engine.learners.counting import MIN_DISPERSION
from engine.learners.linear import Linear, solve
from engine.protocols.on_rows import Prepared
from engine.protocols.protocol import State

INTERVAL = 0.95


def coefficient_table(linear: Linear, prepared: Prepared, state: State) -> list[dict]:
    """Return an entry for each coefficient.

    - `column`: None for the intercept.
    - `category`: None for a number, "" for the `rest` (`other` texts or `missing` values; without `rest`, both).
    - `class`: None if the target is a number.
    - `estimate`: the log odds of the second class if there are two; the log rate for counts.
    - `deviation`: of a number that varies, so that columns in different units can be compared.
    - `error`, `low`, `high` and `p`: only for the best fit without a ridge, because these formulas do not account for a
      ridge.

    `estimate` is None for a coefficient without a finite value. An `aliased` column then lists the columns that it is a
    combination of; an `infinite` coefficient states its sign. If a category is not compared with the first of its
    column, `reference` is the category with which it is compared.
    """
    units, scaled = _contrasts(linear, state) @ linear.to_own_units(), state.kept["accepted"]
    estimates = (units @ scaled)[: linear.effects]
    if linear.target.kind == "number":
        estimates[0] += linear.target.mean
    freedom = _freedom(linear, prepared.training, state)
    errors = _errors(linear, units, freedom, state)
    lines = []
    for place, estimate in enumerate(estimates):
        line = _name(linear, prepared.encoding, place, state)
        if (aliased := state.facts["aliased"].get(str(place % linear.width))) is not None:
            line |= {"estimate": None, "aliased": aliased}
        elif (side := state.facts["infinite"].get(str(place))) is not None:
            line |= {"estimate": None} | ({"infinite": side} if side else {})
        else:
            line |= {"estimate": float(estimate)}
            if errors is not None and errors[place] > 0:
                line |= _spread(linear, freedom, float(estimate), float(errors[place]))
        lines.append(line)
    return lines


def count_findings(linear: Linear, rows: int, state: State) -> dict:
    """Return `pearson`: squared distances from the expected counts per degree of freedom, which is 1 if counts vary as
    the model assumes (None without degrees of freedom). For a negative binomial, also returns `dispersion`, which is 0
    if counts vary no more than Poisson counts, with `error`, `low` and `high` as for a coefficient."""
    freedom = _freedom(linear, rows, state)
    pearson = float(state.kept["pearson"]) / freedom if freedom > 0 else None
    if not linear.dispersed:
        return {"pearson": pearson}
    if not _is_spread(linear, state):
        return {"pearson": pearson, "dispersion": {"estimate": 0.0}}
    found = {"estimate": math.exp(state.kept["accepted"][-1])}
    errors = _errors(linear, linear.to_own_units(), freedom, state)
    if errors is not None and errors[-1] > 0:
        spread = _spread(linear, freedom, found["estimate"], found["estimate"] * float(errors[-1]))
        found |= {name: spread[name] for name in ("error", "low", "high")}
    return {"pearson": pearson, "dispersion": found}


def _freedom(linear: Linear, rows: int, state: State) -> int:
    """Return the number of rows minus the number of determined coefficients; 0 if the rows were not fitted."""
    if "hessian" not in state.kept:
        return 0
    determined = np.diag(state.kept["hessian"])[: linear.effects] > 0
    return rows - int(determined.sum()) - len(state.facts["infinite"])


def _is_spread(linear: Linear, state: State) -> bool:
    """Whether the model has a dispersion, and the dispersion is larger than the minimum."""
    return linear.dispersed and state.kept["accepted"][-1] > math.log(2 * MIN_DISPERSION)


def _errors(linear: Linear, units: np.ndarray, freedom: int, state: State) -> np.ndarray | None:
    """Return standard errors [size] of coefficients in `units`, from the inverse curvature of the likelihood; for a
    number, multiplied by the variance of the residuals. Returns None unless the fit is the best one and has no
    ridge."""
    if freedom <= 0 or state.facts["ridge"] > 0 or not state.facts["settled"]:
        return None
    hessian = state.kept["hessian"].copy()
    if linear.dispersed and not _is_spread(linear, state):
        hessian[-1, :] = hessian[:, -1] = 0
    covariance = solve(hessian, np.eye(len(hessian)))
    if covariance is None:
        return None
    if linear.target.kind == "number":
        covariance = covariance * (2 * float(state.kept["loss"]) / freedom)
    return np.sqrt(np.maximum(np.diag(units @ covariance @ units.T), 0))


def _spread(linear: Linear, freedom: int, estimate: float, error: float) -> dict:
    from scipy import special, stats

    if linear.target.kind == "number":
        reach, p = stats.t.ppf(0.5 + INTERVAL / 2, freedom), 2 * stats.t.sf(abs(estimate / error), freedom)
    else:
        reach, p = math.sqrt(2) * special.erfinv(INTERVAL), math.erfc(abs(estimate / error) / math.sqrt(2))
    low, high = float(estimate - reach * error), float(estimate + reach * error)
    return {"error": error, "low": low, "high": high, "p": float(p)}


def _name(linear: Linear, encoding: Encoding, place: int, state: State) -> dict:
    line, at = divmod(place, linear.width)
    names = getattr(linear.target, "classes", None)
    facts: dict = {"class": names[line + 1] if names else None}
    if at == 0:
        return {"column": None, "category": None, **facts}
    feature = linear.features[at - 1]
    if feature.category is None and not feature.is_other and feature.factor > 0:
        facts["deviation"] = 1 / feature.factor
    category = "" if feature.is_other else feature.category
    rest = {"rest": feature.rest} if feature.rest else {}
    for known, name in _references(linear, state, line):
        if linear.features[known - 1].column == feature.column:
            columns = (column for column in encoding.columns if isinstance(column, CategoryEncoder))
            first = next(column.categories[0] for column in columns if column.name == feature.column)
            named = {"category": first} if known == at else {"category": category, **rest}
            return {"column": feature.column, **named, **facts, "reference": name}
    return {"column": feature.column, "category": category, **rest, **facts}


def _references(linear: Linear, state: State, line: int) -> list[tuple[int, str]]:
    """For columns of a line that are not compared with their first category, return the position (within the line) and
    the name of the category with which they are compared instead."""
    found = [(divmod(int(flat), linear.width), name) for flat, name in state.facts["references"].items()]
    return [(place, name) for (own, place), name in found if own == line]


def _contrasts(linear: Linear, state: State) -> np.ndarray:
    """Return the matrix [size, size] that maps coefficients to contrasts with the categories of `_references`. At the
    position of such a category, the result contains the value of the column's first category."""
    found = np.eye(linear.size)
    for line in range(linear.lines):
        for known, _ in _references(linear, state, line):
            column = linear.features[known - 1].column
            start = line * linear.width
            found[start + linear.places(column), start + known] -= 1
            found[start + known, start + known] = -1
            found[start, start + known] += 1
    return found

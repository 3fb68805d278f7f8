"""What a regression's coefficients say: estimates, standard errors, intervals and p values in the columns' own
units."""

import math

import numpy as np

from engine.data.encoding import Encoding
from engine.learners.counting import LEAST_DISPERSION
from engine.learners.linear import Linear, solve
from engine.protocols.on_rows import Prepared
from engine.protocols.protocol import State

INTERVAL = 0.95


def coefficient_table(linear: Linear, prepared: Prepared, state: State) -> list[dict]:
    """A line for each coefficient: `column` (None: the intercept), `category` (None of a number; "" for the `rest`:
    `other` texts or `missing` values, without it both), `class` (None where a number is estimated), `estimate`;
    `deviation` of a number that varies, so that columns in different units can be compared; and `error`, `low`, `high`,
    `p` of the best fit that no ridge holds, as these formulas know no other. Two classes: log odds of the second;
    counts: log rates.

    `estimate` is None of a coefficient without a finite value: of an `aliased` column, with the columns that add up to
    it, and of an `infinite` one, with its side. Where a category is not compared with its column's first, `reference`
    is the one that it is compared with."""
    units, scaled = _contrasts(linear, state) @ linear.to_own_units(), state.kept["accepted"][0]
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
    """`pearson`: squared distances from the expected counts by degree of freedom, 1 where counts spread as the model
    says (None without one); of a negative binomial `dispersion`, 0 where counts spread no more than Poisson's do, with
    `error`, `low` and `high` as the coefficients have them."""
    freedom = _freedom(linear, rows, state)
    pearson = float(state.kept["pearson"]) / freedom if freedom > 0 else None
    if not linear.dispersed:
        return {"pearson": pearson}
    if not _is_spread(linear, state):
        return {"pearson": pearson, "dispersion": {"estimate": 0.0}}
    found = {"estimate": math.exp(state.kept["accepted"][0][-1])}
    errors = _errors(linear, linear.to_own_units(), freedom, state)
    if errors is not None and errors[-1] > 0:
        spread = _spread(linear, freedom, found["estimate"], found["estimate"] * float(errors[-1]))
        found |= {name: spread[name] for name in ("error", "low", "high")}
    return {"pearson": pearson, "dispersion": found}


def _freedom(linear: Linear, rows: int, state: State) -> int:
    """Rows more than coefficients that they determine; 0 of a fit that never was."""
    if "hessian" not in state.kept:
        return 0
    determined = np.diag(state.kept["hessian"])[: linear.effects] > 0
    return rows - int(determined.sum()) - len(state.facts["infinite"])


def _is_spread(linear: Linear, state: State) -> bool:
    """Whether there is a dispersion, and more than the least."""
    return linear.dispersed and state.kept["accepted"][0][-1] > math.log(2 * LEAST_DISPERSION)


def _errors(linear: Linear, units: np.ndarray, freedom: int, state: State) -> np.ndarray | None:
    """Standard errors [size] of coefficients in `units`: the likelihood's curvature turned over; of a number times the
    residuals' variance. None but of the best fit that no ridge holds."""
    if freedom <= 0 or state.facts["ridges"][0] > 0 or 0 in state.facts["open"]:
        return None
    hessian = state.kept["hessian"].copy()
    if linear.dispersed and not _is_spread(linear, state):
        hessian[-1, :] = hessian[:, -1] = 0
    covariance = solve(hessian, np.eye(len(hessian)))
    if covariance is None:
        return None
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
            first = next(column.categories[0] for column in encoding.columns if column.name == feature.column)
            named = {"category": first} if known == at else {"category": category, **rest}
            return {"column": feature.column, **named, **facts, "reference": name}
    return {"column": feature.column, "category": category, **rest, **facts}


def _references(linear: Linear, state: State, line: int) -> list[tuple[int, str]]:
    """Of a line's columns that are not compared with their first category: the place, within the line, of the category
    that they are compared with, and its name."""
    found = [(divmod(int(flat), linear.width), name) for flat, name in state.facts["references"].items()]
    return [(place, name) for (own, place), name in found if own == line]


def _contrasts(linear: Linear, state: State) -> np.ndarray:
    """[size, size]: maps coefficients to those against the categories of `_references`, whose own place then has what
    the column's first category has."""
    found = np.eye(linear.size)
    for line in range(linear.lines):
        for known, _ in _references(linear, state, line):
            column = linear.features[known - 1].column
            start = line * linear.width
            found[start + linear.places(column), start + known] -= 1
            found[start + known, start + known] = -1
            found[start, start + known] += 1
    return found

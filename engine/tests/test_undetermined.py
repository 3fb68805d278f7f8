"""Collinear columns, and categories in which every row has the same outcome. All other coefficients equal those of the
limit in which the affected coefficients are infinite."""

import json

import numpy as np
import pyarrow as pa
import pytest
import statsmodels.api as sm
from followed import EVENT, TIME, synthetic
from followed import plan_of as followed_plan
from followed import table as followed_table
from statsmodels.duration.hazard_regression import PHReg
from test_newton import fitted

from engine.algorithm import load_algorithm
from engine.data.table import table_of
from engine.pooled import plan_for
from engine.protocols.loop import run_here
from engine.protocols.on_rows import scores_of

WARDS = ("east", "north", "south", "west")
FITTED = {
    "logistic-regression": lambda y, x: sm.Logit(y, x).fit(disp=0, method="newton", maxiter=60, tol=1e-14),
    "poisson-regression": lambda y, x: sm.GLM(y, x, family=sm.families.Poisson()).fit(tol=1e-14, maxiter=100),
    "negative-binomial": lambda y, x: sm.NegativeBinomial(y, x).fit(disp=0, method="newton", maxiter=200, tol=1e-12),
    "linear-regression": lambda y, x: sm.OLS(y, x).fit(),
}
DEFAULT_ROUNDS = next(
    parameter["default"]
    for parameter in load_algorithm("logistic-regression").manifest["parameters"]
    if parameter["name"] == "max_iter"
)
KINDS = {"logistic-regression": "class", "linear-regression": "number"}


def rows_of(kind: str, empty: str = "", full: str = "") -> dict[str, np.ndarray]:
    """Returns 800 rows. The event happens to no row of the ward `empty`, and to every row of the ward `full`."""
    rng = np.random.default_rng(11)
    age, ward = rng.normal(50, 9, 800), rng.choice(WARDS, 800)
    ahead = (age - 50) / 9 + 0.6 * (ward == "west") - 0.4 * (ward == "south")
    if kind == "class":
        y = np.where(rng.random(800) < 1 / (1 + np.exp(-ahead)), 1, 0)
    elif kind == "number":
        y = ahead + rng.normal(0, 1, 800)
    else:
        y = rng.negative_binomial(2, 2 / (2 + np.exp(0.5 + 0.5 * ahead)))
    if empty:
        y = np.where(ward == empty, 0, y)
    if full:
        y = np.where(ward == full, 1, y)
    return {"age": age, "ward": ward, "y": y}


def run(algorithm_id: str, columns: dict, categories: dict[str, list[str]] | None = None, **given) -> tuple:
    """Returns (protocol, last state, card) of a run of three parties of different size. Each state passes the checks of
    the parties."""
    algorithm, names = load_algorithm(algorithm_id), [name for name in columns if name != "y"]
    rows = table_of(pa.table({name: np.asarray(values).tolist() for name, values in columns.items()}), names, "y")
    plan = plan_for(algorithm, {"max_iter": 40} | given, [rows])
    for column in plan["data"]["columns"]:
        column |= {"categories": categories[column["name"]]} if column["name"] in (categories or {}) else {}
    parts = np.split(np.arange(len(rows)), [60, 300])
    return followed_to_its_end(algorithm, plan, [rows.take(part) for part in parts])


def followed_to_its_end(algorithm, plan: dict, tables: list) -> tuple:
    protocol = algorithm.protocol(plan)

    def check(before, stage, total, after):
        if protocol.next_stage(after):
            protocol.check_transition(before, after)
            protocol.check(after)

    parties = [protocol.party(table) for table in tables]
    state = run_here(protocol, parties, protocol.begin(len(parties), "0"), check)
    card = protocol.result(state).card
    json.dumps(card, allow_nan=False)
    return protocol, state, card


def lines_of(card: dict) -> dict[tuple, dict]:
    return {(line["column"], line["category"]): line for line in card["regression"]["coefficients"]}


def design(age: np.ndarray, ward: np.ndarray, categories: list[str]) -> np.ndarray:
    return np.column_stack([np.ones(len(age)), age, *[ward == name for name in categories]]).astype(float)


def assert_same(lines: dict, names: list[tuple], fit, rel: float) -> None:
    """Asserts that estimates, errors and p-values equal those of an independent fit."""
    for place, name in enumerate(names):
        line = lines[name]
        result = (line["estimate"], line["error"], line["p"])
        assert result == pytest.approx((fit.params[place], fit.bse[place], fit.pvalues[place]), rel=rel, abs=1e-9)
        assert line["low"] < line["estimate"] < line["high"]


@pytest.mark.parametrize("algorithm_id", FITTED)
def test_leaves_out_an_aliased_column_and_keeps_errors_and_p_values_of_the_others(algorithm_id):
    columns = rows_of(KINDS.get(algorithm_id, "count"))
    y = columns.pop("y")
    months = columns["age"] * 12 + 3.0
    _, _, card = run(algorithm_id, {**columns, "months": months, "y": y})
    names = [(None, None), ("age", None), ("ward", "north"), ("ward", "south"), ("ward", "west")]
    fit = FITTED[algorithm_id](y, design(columns["age"], columns["ward"], list(WARDS[1:])))

    assert_same(lines_of(card), names, fit, 1e-5 if algorithm_id == "negative-binomial" else 1e-6)
    line = lines_of(card)["months", None]
    assert (line["estimate"], line["aliased"]) == (None, ["age"]) and "error" not in line
    regression = card["regression"]
    assert (regression["collinear"], regression["ridge"], regression["converged"]) == (["months"], 0, True)


def test_the_report_of_an_aliased_column_names_the_columns_that_add_up_to_it():
    columns = rows_of("class")
    y = columns.pop("y")
    other = np.random.default_rng(1).normal(size=800)
    clinic = np.where(columns["ward"] == "west", "b", np.where(columns["age"] > 50, "a", "c"))
    _, _, card = run("logistic-regression", {**columns, "other": other, "sum": 2 * columns["age"] - other,
                                             "clinic": clinic, "y": y})  # fmt: skip
    lines = lines_of(card)
    assert lines["sum", None]["aliased"] == ["age", "other"]
    assert lines["clinic", "b"]["aliased"] == ["ward"] and "error" in lines["clinic", "c"]
    assert card["regression"]["collinear"] == ["sum", "clinic"]


@pytest.mark.parametrize("empty", ["north", "east"])  # by default, "east" is the reference
@pytest.mark.parametrize("algorithm_id", ["logistic-regression", "poisson-regression", "negative-binomial"])
def test_a_category_without_events_has_an_infinite_coefficient_and_other_coefficients_equal_the_limit(
    algorithm_id, empty
):
    columns = rows_of(KINDS.get(algorithm_id, "count"), empty)
    _, state, card = run(algorithm_id, columns)
    lines, left = lines_of(card), columns["ward"] != empty
    shown = [name for name in WARDS if name != empty]
    age, ward, y = (columns[name][left] for name in ("age", "ward", "y"))
    fit = FITTED[algorithm_id](y, design(age, ward, shown[1:]))

    names = [(None, None), ("age", None), *[("ward", name) for name in shown[1:]]]
    assert_same(lines, names, fit, 1e-5 if algorithm_id == "negative-binomial" else 1e-6)
    line = lines["ward", empty]
    assert (line["estimate"], line["infinite"]) == (None, -1) and "error" not in line and "low" not in line
    assert line.get("reference") == (None if empty == "north" else "north")
    assert (card["regression"]["ridge"], card["regression"]["converged"]) == (0, True)
    assert card["regression"]["separated"] == []
    assert scores_of(state)["loss"] < 800 * (0.7 if algorithm_id == "logistic-regression" else 10)


def test_a_category_with_events_in_every_row_has_a_coefficient_of_plus_infinity():
    columns = rows_of("class", full="south")
    _, _, card = run("logistic-regression", columns)
    left = columns["ward"] != "south"
    fit = FITTED["logistic-regression"](
        columns["y"][left], design(columns["age"][left], columns["ward"][left], ["north", "west"])
    )
    assert_same(lines_of(card), [(None, None), ("age", None), ("ward", "north"), ("ward", "west")], fit, 1e-6)
    assert lines_of(card)["ward", "south"]["infinite"] == 1


@pytest.mark.parametrize("without", [0, 1, 2])
def test_a_class_that_does_not_occur_in_a_category_has_an_infinite_coefficient_there(without):
    """The comparison is with a fit in which the coefficient of that class in that category is very large."""
    rng = np.random.default_rng(5)
    age, ward = rng.normal(50, 9, 900), rng.choice(WARDS, 900)
    y = np.argmax(rng.gumbel(size=(900, 3)) + np.outer((age - 50) / 9, [0, 0.5, -0.5]), axis=1)
    lacking = (ward == "south") & (y == without)
    y[lacking] = (without + 1 + rng.integers(0, 2, 900)[lacking]) % 3
    _, _, card = run("logistic-regression", {"age": age, "ward": ward, "y": [f"class {one}" for one in y]})
    lines = {(line["class"], line["column"], line["category"]): line for line in card["regression"]["coefficients"]}

    reference = sm.MNLogit(y, design((age - 50) / 9, ward, list(WARDS[1:]))).fit(
        disp=0, method="newton", maxiter=40, tol=1e-14, warn_convergence=False, skip_hessian=False
    )
    assert (card["regression"]["ridge"], card["regression"]["converged"]) == (0, True)
    for line in (0, 1):
        name = f"class {line + 1}"
        infinite = without in (0, line + 1)
        assert ("infinite" in lines[name, "ward", "south"]) == infinite
        if infinite:
            assert lines[name, "ward", "south"]["infinite"] == (1 if without == 0 else -1)
        assert lines[name, "age", None]["estimate"] * 9 == pytest.approx(reference.params[1, line], rel=1e-6)
        assert lines[name, "age", None]["error"] * 9 == pytest.approx(reference.bse[1, line], rel=1e-6)
        assert lines[name, "ward", "west"]["estimate"] == pytest.approx(reference.params[4, line], rel=1e-5)
        assert lines[name, "ward", "west"]["error"] == pytest.approx(reference.bse[4, line], rel=1e-6)


@pytest.mark.parametrize("algorithm_id", FITTED)
@pytest.mark.parametrize("empty", ["aaa", "none of them"])
def test_a_category_without_rows_removes_no_confidence_interval_even_if_it_is_the_first(algorithm_id, empty):
    columns = rows_of(KINDS.get(algorithm_id, "count"))
    _, _, card = run(algorithm_id, columns, {"ward": sorted([*WARDS, empty])})
    fit = FITTED[algorithm_id](columns["y"], design(columns["age"], columns["ward"], list(WARDS[1:])))
    names = [(None, None), ("age", None), ("ward", "north"), ("ward", "south"), ("ward", "west")]
    assert_same(lines_of(card), names, fit, 1e-5 if algorithm_id == "negative-binomial" else 1e-6)
    assert card["regression"]["ridge"] == 0 and card["regression"]["collinear"] == []
    assert lines_of(card)["ward", empty]["estimate"] == 0 and "error" not in lines_of(card)["ward", empty]
    assert lines_of(card)["ward", "west"].get("reference") == ("east" if empty == "aaa" else None)


@pytest.mark.parametrize("empty", ["north", "east"])
def test_cox_reports_an_infinite_coefficient_for_a_category_without_events(empty):
    frame = synthetic()
    frame.loc[frame["ward"] == empty, EVENT] = 0
    table, algorithm = followed_table(frame), load_algorithm("cox")
    parts = np.split(np.arange(1000), [200, 500])
    plan = followed_plan(algorithm, [table])
    _, _, card = followed_to_its_end(algorithm, plan, [table.take(part) for part in parts])
    lines, left = lines_of(card), (frame["ward"] != empty).to_numpy()
    shown = [name for name in ("east", "north", "west") if name != empty]

    assert (lines["ward", empty]["estimate"], lines["ward", empty]["infinite"]) == (None, -1)
    assert (card["regression"]["ridge"], card["regression"]["converged"]) == (0, True)
    assert all(0 < share < 1 for share in card["survival"]["baseline"])
    assert {line["category"] for line in card["survival"]["check"]} == {None, shown[1]}
    inputs = np.column_stack([frame["age"], frame["dose"], frame["ward"] == shown[1]]).astype(float)[left]
    strata = np.repeat([0, 1, 2], [200, 300, 500])[left]
    fit = PHReg(frame[TIME][left], inputs, frame[EVENT][left], ties="efron", strata=strata).fit(tol=1e-14)
    assert_same(lines, [("age", None), ("dose", None), ("ward", shown[1])], fit, 1e-6)


def test_cox_treats_a_column_of_zeros_and_ones_as_two_categories():
    frame = synthetic()
    treated = np.random.default_rng(3).random(1000) < 0.2
    frame.loc[treated, EVENT] = 0
    table, algorithm = followed_table(frame.assign(treated=treated.astype(float))), load_algorithm("cox")
    plan = followed_plan(algorithm, [table])
    card = followed_to_its_end(algorithm, plan, [table.take(part) for part in np.array_split(np.arange(1000), 3)])[2]
    lines = lines_of(card)
    assert (lines["treated", None]["estimate"], lines["treated", None]["infinite"]) == (None, -1)
    assert "error" in lines["age", None] and card["regression"]["ridge"] == 0


def test_scores_a_fold_without_events_in_a_category_with_a_ridge():
    columns = rows_of("class", "north")
    columns["y"][np.flatnonzero(columns["ward"] == "north")[-1]] = 1
    protocol, state, card = run("logistic-regression", columns)
    assert "infinite" not in lines_of(card)["ward", "north"] and card["regression"]["ridge"] == 0
    assert protocol.metrics(state, scores_of(state))["loss"] < np.log(2)


@pytest.mark.parametrize("flag", [0, 1])
@pytest.mark.parametrize(
    ("algorithm_id", "event"), [("logistic-regression", 0), ("logistic-regression", 1), ("poisson-regression", 0)]
)
def test_a_column_of_zeros_and_ones_counts_as_two_categories(algorithm_id, flag, event):
    columns = rows_of(KINDS.get(algorithm_id, "count"))
    smokes = np.random.default_rng(2).random(800) < 0.3
    columns["y"] = np.where(smokes == flag, event, columns["y"])
    y = columns.pop("y")
    _, _, card = run(algorithm_id, {**columns, "smokes": smokes.astype(float), "y": y})
    lines, left = lines_of(card), smokes != flag
    fit = FITTED[algorithm_id](y[left], design(columns["age"][left], columns["ward"][left], list(WARDS[1:])))
    names = [("age", None), ("ward", "north"), ("ward", "south"), ("ward", "west")]
    for place, name in enumerate(names, 1):
        assert lines[name]["estimate"] == pytest.approx(fit.params[place], rel=1e-6)
        # Few patients smoke in some of the wards
        assert lines[name]["error"] == pytest.approx(fit.bse[place], rel=0.01)
    side = (1 if event else -1) * (1 if flag else -1)
    assert (lines["smokes", None]["estimate"], lines["smokes", None]["infinite"]) == (None, side)
    if flag == 1:
        assert lines[None, None]["estimate"] == pytest.approx(fit.params[0], rel=1e-6)
    else:
        assert lines[None, None]["infinite"] == -side
    assert (card["regression"]["ridge"], card["regression"]["converged"]) == (0, True)


def test_the_onnx_file_predicts_with_the_limit_of_infinite_coefficients():
    columns = rows_of("class", "east")
    protocol, state, _ = run("logistic-regression", columns)
    rows = {"age": [50.0] * 6, "ward": ["east", "west"] * 3, "y": [0, 1] * 3}
    probabilities = protocol.predict(state, table_of(pa.table(rows), ["age", "ward"], "y"))[:, 1]
    assert probabilities[0] < 1e-20 and 0.4 < probabilities[1] < 0.9


def drawn(seed: int) -> tuple[np.random.Generator, dict[str, np.ndarray]]:
    rng = np.random.default_rng(seed)
    return rng, {"age": rng.normal(50, 10, 600), "ward": rng.choice(WARDS, 600)}


@pytest.mark.parametrize("which", ["two flags", "a flag and a number", "three flags", "a rounded number"])
def test_reports_columns_that_together_separate_some_rows_within_the_default_rounds(which):
    """Regression test: previously, either the rounds ran out, or a ridge was applied without a stated reason."""
    rng, columns = drawn(3)
    flags = (rng.random((3, 600)) < 0.4).astype(int)
    chance, number = rng.integers(0, 2, 600), np.round(rng.normal(27, 4, 600))
    together, apart, bounds = {
        "two flags": ({"a": flags[0], "b": flags[1]}, flags[0] + flags[1], (0, 2)),
        "a flag and a number": ({"a": flags[0], "x": number}, 4 * flags[0] + number, (27, 29)),
        "three flags": (dict(zip("abc", flags, strict=True)), flags.sum(axis=0), (0, 2)),
        "a rounded number": ({"x": number}, number, (26, 28)),
    }[which]
    y = np.where(apart >= bounds[1], 1, np.where(apart <= bounds[0], 0, chance))
    _, _, card = run("logistic-regression", {**columns, **together, "y": y}, max_iter=DEFAULT_ROUNDS)
    actual = card["regression"]
    assert set(actual["separated"]) == set(together)
    assert (actual["ridge"], actual["converged"]) == (0.001, True)


def test_a_fit_that_restarts_with_a_ridge_rounds_every_gradient_like_the_first():
    """The restarted fit includes a column that was left out before as a linear combination of others."""
    rng, columns = drawn(3)
    x = np.round(rng.normal(27, 4, 600))
    y = np.where(x >= 28, 1, np.where(x <= 26, 0, rng.integers(0, 2, 600)))
    names, algorithm = ["age", "months", "x"], load_algorithm("logistic-regression")
    table = {"age": columns["age"], "months": columns["age"] * 12 + 3.0, "x": x, "y": y}
    rows = table_of(pa.table(table), names, "y")
    plan = plan_for(algorithm, {"max_iter": DEFAULT_ROUNDS}, [rows])
    protocol, sent = algorithm.protocol(plan), []
    parties = [protocol.party(rows.take(part)) for part in np.split(np.arange(600), [60, 300])]
    run_here(protocol, parties, protocol.begin(3, "0"), lambda before, *_: sent.append(before))
    fits = [state for state in sent if state.facts.get("step") == "train"]
    again = next(state for state in fits if state.facts["ridge"] > 0)

    assert np.diag(fits[0].arrays["curvature"]).tolist().count(0) == 1  # the time is a length of stay in months
    assert np.diag(again.arrays["curvature"]).min() > 0
    assert again.facts["grain"] == fits[0].facts["grain"]
    np.testing.assert_array_equal(again.arrays["coefficients"], fits[0].arrays["coefficients"])


@pytest.mark.parametrize("seed", range(6))
def test_large_but_finite_coefficients_keep_their_intervals(seed):
    rng, columns = drawn(seed)
    x = rng.normal(0, 1, 600)
    y = (x + rng.logistic(0, 0.1, 600) > 0).astype(int)
    y[np.argsort(np.abs(x))[:8]] = [0, 1, 1, 0, 1, 0, 0, 1]  # Near 0, both outcomes occur for every random draw.
    _, _, card = run("logistic-regression", {**columns, "x": x, "y": y}, max_iter=DEFAULT_ROUNDS)
    fit = FITTED["logistic-regression"](
        y, np.column_stack([design(columns["age"], columns["ward"], list(WARDS[1:])), x])
    )
    line = lines_of(card)["x", None]
    assert (line["estimate"], line["error"]) == pytest.approx((fit.params[-1], fit.bse[-1]), rel=1e-5)


def test_a_constant_column_is_reported_as_constant_even_beside_an_infinite_coefficient():
    rng = np.random.default_rng(8)
    flag, x = np.repeat([0.0, 1.0], [200, 40]), rng.normal(size=240)
    label = np.where(flag == 1, 1, rng.random(240) < 0.4).astype(int)
    _, _, card = fitted("logistic-regression", np.column_stack([np.full(240, 5.0), flag, x]), label)
    assert card["regression"]["constant"] == ["x0"]
    assert [line.get("infinite") for line in card["regression"]["coefficients"]] == [None, None, 1, None]

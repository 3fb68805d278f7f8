"""Regressions of counts over parties, compared with statsmodels' fit of all rows in one place."""

import json
import math

import numpy as np
import onnxruntime
import pyarrow as pa
import pytest
import statsmodels.api as sm
from fakes import World
from scipy import stats
from sklearn.metrics import mean_poisson_deviance
from statsmodels.datasets import fair, randhie
from test_newton import column_of, fitted, uneven
from test_targets import label_of, together

from engine.algorithm import load_algorithm
from engine.data.rare import near_others, steps_of
from engine.data.table import table_of
from engine.errors import PartyError, RunError
from engine.learners.counting import SPREADS, bounds, count_sums
from engine.pooled import fit, plan_for
from engine.protocols import newton
from engine.protocols.newton import REACH, Newton
from engine.protocols.on_rows import scores_of
from engine.run.driver import run_federation
from engine.targets.count import MAX_COUNT, Count
from engine.targets.intervals import most_unseen, unknown

VISITS = randhie.load_pandas()
AFFAIRS = fair.load_pandas().data
MEASURED = np.random.default_rng(8).normal(size=(600, 3))
# Two data sets: doctor visits of 20,190 people in the RAND experiment; affairs, rounded, of 6,366 women.
CASES = {
    "measured": (MEASURED, np.random.default_rng(9).negative_binomial(2, 2 / (2 + np.exp(1 + MEASURED[:, 0] / 4)))),
    "visits": (VISITS.exog.to_numpy(float), VISITS.endog.to_numpy(float)),
    "affairs": (AFFAIRS.iloc[:, [0, 1, 2, 4, 5, 6]].to_numpy(float), np.round(AFFAIRS.affairs.to_numpy(float))),
}


def pooled_poisson(inputs, counts):
    return sm.GLM(counts, sm.add_constant(inputs), family=sm.families.Poisson()).fit(tol=1e-14, maxiter=100)


def pooled_negative_binomial(inputs, counts):
    """Returns parameters and errors in the columns' own units, from a fit of columns in deviations, with which
    statsmodels' optimiser converges."""
    mean, spread = inputs.mean(axis=0), inputs.std(axis=0)
    model = sm.NegativeBinomial(counts, sm.add_constant((inputs - mean) / spread))
    near = model.fit(disp=0, maxiter=200)
    result = model.fit(near.params, method="newton", disp=0, maxiter=100, tol=1e-14)
    units = np.eye(len(result.params))
    units[0, 1:-1] = -mean / spread
    units[1:-1, 1:-1] = np.diag(1 / spread)
    return units @ result.params, np.sqrt(np.diag(units @ result.cov_params() @ units.T))


def rounding(inputs: np.ndarray, counts: np.ndarray, parameters: np.ndarray, dispersion: float = 0.0) -> float:
    """Returns the tolerance for the relative change of a standard error: four standard deviations, for the coefficient
    with the largest change. Standard errors change because the linear predictors of rows with a rare combination of two
    values are rounded to steps (see data/rare.py). The last bits of a fit decide to which step, and they differ between
    processors."""
    design = sm.add_constant(inputs)
    predictors = design @ parameters
    steps = np.zeros(len(inputs))
    for rows in uneven(len(inputs), inputs[:, 0]):
        steps[rows] = steps_of(inputs[rows]) * predictors[rows].std()
    expected = np.exp(predictors)
    weights = expected * (1 + dispersion * counts) / (1 + dispersion * expected) ** 2
    covariance = np.linalg.inv((design * weights[:, None]).T @ design)
    shares = (design @ covariance) ** 2 / np.diag(covariance) * weights[:, None]
    # The derivative of the logarithm of each row's weight by its linear predictor.
    slopes = 1 - 2 * dispersion * expected / (1 + dispersion * expected)
    changes = shares * (slopes * steps / np.sqrt(12))[:, None] / 2
    return 4 * float(np.sqrt((changes**2).sum(axis=0)).max())


@pytest.mark.parametrize("case", CASES)
def test_poisson_regression_equals_statsmodels_on_all_rows_in_one_place(case):
    inputs, counts = CASES[case]
    _, state, card = fitted("poisson-regression", inputs, counts)
    pooled = pooled_poisson(inputs, counts)
    tolerance = 1e-7 + rounding(inputs, counts, pooled.params)

    np.testing.assert_allclose(column_of(card, "estimate"), pooled.params, rtol=1e-7)
    np.testing.assert_allclose(column_of(card, "error"), pooled.bse, rtol=tolerance)
    np.testing.assert_allclose(column_of(card, "p"), pooled.pvalues, atol=tolerance)
    for side, end in (("low", 0), ("high", 1)):
        off = column_of(card, side) - pooled.conf_int()[:, end]
        assert np.all(np.abs(off) < 2 * tolerance * pooled.bse + 1e-6 * np.abs(pooled.params))
    assert card["regression"]["counts"]["pearson"] == pytest.approx(pooled.pearson_chi2 / pooled.df_resid, rel=1e-7)
    assert card["regression"]["converged"] and state.facts["round"] <= 20


@pytest.mark.parametrize("case", CASES)
def test_negative_binomial_regression_and_its_dispersion_equal_statsmodels_on_all_rows_in_one_place(case):
    inputs, counts = CASES[case]
    _, _, card = fitted("negative-binomial", inputs, counts)
    parameters, errors = pooled_negative_binomial(inputs, counts)
    dispersion = card["regression"]["counts"]["dispersion"]
    tolerance = 1e-6 + rounding(inputs, counts, parameters[:-1], parameters[-1])

    np.testing.assert_allclose(column_of(card, "estimate"), parameters[:-1], rtol=1e-6)
    np.testing.assert_allclose(column_of(card, "error"), errors[:-1], rtol=tolerance)
    assert dispersion["estimate"] == pytest.approx(parameters[-1], rel=1e-6)
    assert dispersion["error"] == pytest.approx(errors[-1], rel=tolerance)
    assert (dispersion["low"], dispersion["high"]) == pytest.approx(
        tuple(stats.norm.interval(0.95, parameters[-1], errors[-1])), rel=tolerance
    )
    assert card["regression"]["converged"]


@pytest.mark.parametrize("seed", [0, 3, 4])
def test_finds_a_dispersion_close_to_zero_within_the_default_number_of_rounds(seed):
    """On the way to such a dispersion, steps become shorter than those at which the fit usually sets the dispersion to
    0."""
    rng = np.random.default_rng(seed)
    inputs = rng.normal(size=(2000, 4))
    counts = rng.poisson(np.exp(1 + inputs @ [0.3, -0.2, 0.1, 0.0]) * rng.gamma(125, 1 / 125, 2000)).astype(float)
    _, state, card = fitted("negative-binomial", inputs, counts)
    assert card["regression"]["converged"] and state.facts["round"] <= 40
    actual = card["regression"]["counts"]["dispersion"]["estimate"]
    assert 0 < actual < 0.01 and actual == pytest.approx(pooled_negative_binomial(inputs, counts)[0][-1], rel=1e-5)


@pytest.mark.parametrize("dispersion", [0, 0.005, 0.02, 0.3])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_counts_with_strong_effects_converge_in_at_most_30_rounds(seed, dispersion):
    """Expected counts then range over four orders of magnitude, so the first hessian differs much from later ones."""
    rng = np.random.default_rng(seed)
    inputs = rng.normal(size=(1200, 6))
    expected = np.exp(inputs @ [1.3, *rng.normal(0, 0.3, 5)])
    spread = rng.gamma(1 / dispersion, dispersion, 1200) if dispersion else np.ones(1200)
    _, state, card = fitted("negative-binomial", inputs, rng.poisson(expected * spread))
    assert card["regression"]["converged"] and state.facts["ridge"] == 0 and state.facts["round"] <= 30


def test_poisson_regression_reports_counts_that_vary_more_than_poisson_counts():
    """Doctor visits are overdispersed, because their variance is many times their mean."""
    assert fitted("poisson-regression", *CASES["visits"])[2]["regression"]["counts"]["pearson"] > 4
    card = fitted("negative-binomial", *CASES["visits"])[2]
    assert 0.5 < card["regression"]["counts"]["pearson"] < 2
    assert card["regression"]["counts"]["dispersion"]["estimate"] > 1


def test_negative_binomial_equals_poisson_and_has_no_dispersion_if_counts_are_not_overdispersed():
    rng = np.random.default_rng(5)
    inputs = rng.normal(size=(900, 2))
    counts = np.round(np.exp(2 + inputs @ [0.3, -0.2]))  # these counts vary hardly at all around their mean
    cards = [fitted(name, inputs, counts)[2] for name in ("poisson-regression", "negative-binomial")]
    assert cards[1]["regression"]["counts"]["dispersion"] == {"estimate": 0.0}
    assert "dispersion" not in cards[0]["regression"]["counts"] and cards[1]["regression"]["converged"]
    for what in ("estimate", "error", "p"):
        np.testing.assert_allclose(*(column_of(card, what) for card in cards), rtol=1e-4, atol=1e-9)


def test_a_category_whose_counts_are_all_zero_has_an_infinite_coefficient_and_no_ridge_is_applied():
    rng = np.random.default_rng(6)
    ward = rng.choice(["east", "north", "west"], 600)
    age = rng.normal(50, 9, 600)
    counts = np.where(ward == "north", 0, rng.poisson(np.exp(0.02 * age)))
    columns = {"age": age.tolist(), "ward": ward.tolist(), "y": counts.tolist()}
    for name in ("poisson-regression", "negative-binomial"):
        regression = fitted_rows(name, columns, max_iter=60)["regression"]
        assert (regression["separated"], regression["ridge"], regression["converged"]) == ([], 0, True)
        lines = {line["category"]: line for line in regression["coefficients"] if line["column"] == "ward"}
        assert lines["north"]["infinite"] == -1 and "error" not in lines["north"] and "error" in lines["west"]


def fitted_rows(algorithm_id: str, columns: dict, **given) -> dict:
    """Returns the model card of a run of two parties on columns of any kind. The label is the column y."""
    algorithm, names = load_algorithm(algorithm_id), [name for name in columns if name != "y"]
    rows = table_of(pa.table(columns), names, "y")
    plan = plan_for(algorithm, given, [rows])
    protocol = algorithm.protocol(plan)
    halves = np.array_split(np.arange(len(rows)), 2)
    return protocol.result(fit(algorithm, plan, [protocol.party(rows.take(half)) for half in halves])).card


@pytest.mark.parametrize("algorithm_id", ["poisson-regression", "negative-binomial"])
def test_leaves_out_a_collinear_column_and_ignores_a_constant_column(algorithm_id):
    rng = np.random.default_rng(2)
    free = rng.normal(50, 9, (400, 2))
    counts = rng.poisson(np.exp(free[:, 0] / 40))
    repeated = np.column_stack([free, free[:, 0] * 2 - free[:, 1] + 7])
    regression = fitted(algorithm_id, repeated, counts)[2]["regression"]
    assert (regression["collinear"], regression["ridge"], regression["converged"]) == (["x2"], 0, True)

    plain = fitted(algorithm_id, free, counts)[2]
    constant = fitted(algorithm_id, np.column_stack([free, np.full(400, 36.6)]), counts)[2]
    assert constant["regression"]["constant"] == ["x2"]
    np.testing.assert_allclose(column_of(constant, "estimate")[:3], column_of(plain, "estimate"), rtol=1e-9)


@pytest.mark.parametrize("dispersed", [False, True])
def test_gradient_and_hessian_are_derivatives_of_the_loss_even_above_the_maximum_expected_count(dispersed):
    rng = np.random.default_rng(3)
    design = np.column_stack([np.ones(12), rng.normal(size=(12, 2))])
    counts = rng.poisson(4, 12).astype(float)
    target = Count("y", counts.mean(), counts.std(), len(counts))
    spread = [np.log(0.7)] if dispersed else []
    near, far = np.array([1.2, 0.3, -0.4, *spread]), np.array([1.5, 3.0, -0.4, *spread])
    assert (design @ far[:3]).max() > np.log(target.most) > (design @ near[:3]).max()

    def sums(coefficients):
        return count_sums(design, counts, coefficients, target)

    for at in (near, far):
        for place in range(3 if at is far else len(at)):
            aside = 1e-5 * (np.arange(len(at)) == place)
            up, down = sums(at + aside), sums(at - aside)
            assert -(up["loss"] - down["loss"]) / 2e-5 == pytest.approx(sums(at)["gradient"][place], rel=1e-6)
            if at is near:
                curvature = -(up["gradient"] - down["gradient"]) / 2e-5
                np.testing.assert_allclose(sums(at)["hessian"][place], curvature, rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize("dispersed", [False, True])
def test_no_coefficients_that_a_party_accepts_can_make_a_sum_exceed_its_bound(dispersed):
    rng = np.random.default_rng(4)
    for rows in (5, 60):
        inputs = rng.standard_t(2, (rows, 3))
        scaled = (inputs - inputs.mean(axis=0)) / inputs.std(axis=0)
        counts = np.round(rng.pareto(0.6, rows)).clip(0, MAX_COUNT)
        target = Count("y", max(counts.mean(), 0.1), counts.std() + 1, rows)
        most = bounds(target)
        for _ in range(300):
            sent = rng.choice([-REACH, -30.0, -1.0, 0.0, 1.0, 30.0, REACH], 4) * rng.random(4)
            sent = np.append(sent, rng.uniform(*SPREADS)) if dispersed else sent
            with np.errstate(over="raise", invalid="raise", divide="raise"):
                sums = count_sums(np.column_stack([np.ones(rows), scaled]), counts, sent, target)
            for name, values in sums.items():
                assert np.all(np.abs(values) <= most[name]), (name, np.abs(values).max() / most[name])


@pytest.mark.parametrize("algorithm_id", ["poisson-regression", "negative-binomial"])
def test_refuses_coefficients_and_dispersions_that_no_honest_step_reaches(algorithm_id):
    protocol, state, _ = fitted(algorithm_id, *[values[:300] for values in CASES["affairs"]], max_iter=30)
    before = state.with_facts(step="train", round=3)
    after = before.with_facts(round=4)
    protocol.check_transition(before, after)
    for place, value in [(1, REACH + 1), *([(-1, SPREADS[1] + 1)] if algorithm_id == "negative-binomial" else [])]:
        fits = after.arrays["coefficients"].copy()
        fits[place] = value
        with pytest.raises(ValueError, match=r"coefficient|dispersion"):
            protocol.check_transition(before, type(after)(after.facts, {"coefficients": fits}))


LABELS = {
    "text": list("01010"),
    "negative": [0, 1, -1, 2, 3],
    "part": [0, 1, 1.5, 2, 3],
    "huge": [0, 1, 2, 3, 10**6 + 1],
}


@pytest.mark.parametrize("what", LABELS)
def test_refuses_a_label_that_is_not_a_count_and_names_its_column(what):
    with pytest.raises(PartyError) as caught:
        Count("y").check(label_of(LABELS[what]))
    code = "data.type-mismatch" if what == "text" else "data.label-not-counts"
    more = {} if what == "text" else {"most": MAX_COUNT}
    assert (caught.value.code, caught.value.params) == (code, {"column": "y", **more})
    Count("y").check(label_of([0, 1, 2, 3, 10**6]))


def test_refuses_an_all_zero_label_before_training_starts(tmp_path):
    tables = {party: {"age": list(range(30)), "y": [0] * 30} for party in ("1001", "1002")}
    world = World(tmp_path, "poisson-regression", tables, "y", max_iter=5)
    with pytest.raises(RunError) as caught:
        run_federation(world.grid, world.run(), world.algorithm)
    assert (caught.value.code, caught.value.params) == ("data.label-no-counts", {"column": "y"})
    assert {kind for _, kind, _ in world.grid.sent} == {"query"}


def test_scores_summed_over_parties_equal_those_of_all_rows():
    rng = np.random.default_rng(7)
    counts, logs = rng.negative_binomial(2, 0.3, 97).astype(float), rng.normal(1, 0.5, 97)
    target = Count("y", counts.mean(), counts.std(), 97)
    actual = target.metrics(together(target, logs[:, None], counts[:, None]))
    expected = np.exp(logs)
    assert actual["deviance"] == pytest.approx(mean_poisson_deviance(counts, expected), rel=1e-9)
    assert actual["loss"] == pytest.approx(-stats.poisson.logpmf(counts, expected).mean(), rel=1e-9)
    assert actual["rmse"] == pytest.approx(np.sqrt(np.mean((counts - expected) ** 2)), rel=1e-9)
    assert actual["mae"] == pytest.approx(np.abs(counts - expected).mean(), rel=1e-9)

    spreads = rng.choice([np.log(0.5), np.log(0.6)], 97)  # the two fits have different dispersions
    wide = target.metrics(together(target, np.column_stack([logs, spreads]), counts[:, None]))
    size = np.exp(-spreads)
    surprise = -stats.nbinom.logpmf(counts, size, size / (size + expected)).mean()
    assert wide == {**actual, "loss": pytest.approx(surprise, rel=1e-9)}


def test_the_interval_of_every_score_is_as_wide_as_a_bootstrap_of_the_rows():
    rng = np.random.default_rng(8)
    rows = 4000
    logs, spread = rng.normal(1, 0.5, rows), np.log(0.5)
    expected = np.exp(logs)
    counts = rng.negative_binomial(2, 2 / (2 + expected)).astype(float)
    outputs, targets = np.column_stack([logs, np.full(rows, spread)]), counts[:, None]
    target = Count("y", counts.mean(), counts.std(), rows)
    scores, final = target.score(outputs, targets), target.final(outputs, targets)
    report = target.report(scores, final, rng)

    draws = rng.integers(0, rows, (400, rows))
    redrawn = [target.metrics(target.score(outputs[draw], targets[draw])) for draw in draws]
    assert report["rows"] == rows and set(report["metrics"]) == set(target.metric_names)
    # The squared errors of counts that vary so much have a tail too heavy for an interval.
    assert report["metrics"].pop("rmse") == pytest.approx(unknown(target.metrics(scores)["rmse"], rows))
    # Intervals are wider than the bootstrap, because they allow for errors that occur in no row.
    squares = {name: float(final[f"{name}-squared"]) for name in ("loss", "deviance")}
    squares["mae"] = float(scores["squared"]) * target.deviation**2
    for name, actual in report["metrics"].items():
        unseen = 5 * most_unseen(rows) * math.sqrt(squares[name] / rows)
        assert actual["value"] == pytest.approx(target.metrics(scores)[name], rel=1e-9)
        low, high = np.percentile([each[name] for each in redrawn], (2.5, 97.5))
        width = high - low
        assert abs(actual["low"] - low) < 0.2 * width and abs(actual["high"] - unseen - high) < 0.2 * width
    terms = target.final_terms(rows)
    assert set(final) == set(terms) and all(final[name] <= terms[name].bound for name in terms)


def test_leave_one_out_deviance_of_counts_is_within_four_percent_of_refits_without_each_row():
    inputs, counts = (values[:: len(values) // 150] for values in CASES["affairs"])
    protocol, state, _ = fitted("poisson-regression", inputs, counts)
    expected, every = np.zeros(len(counts)), np.arange(len(counts))
    for row in every:
        model = pooled_poisson(inputs[every != row], counts[every != row])
        expected[row] = np.exp(sm.add_constant(inputs, has_constant="add")[row] @ model.params)
    assert protocol.metrics(state, scores_of(state))["deviance"] == pytest.approx(
        mean_poisson_deviance(counts, expected), rel=0.04
    )


def stays(rows: int, seed: int) -> dict:
    rng = np.random.default_rng(seed)
    age, ward = rng.normal(50, 10, rows), rng.choice(["north", "south", "west"], rows)
    expected = np.exp(0.03 * age + 0.5 * (ward == "west") - 1)
    return {"age": age, "ward": ward.tolist(), "stays": rng.negative_binomial(1.5, 1.5 / (1.5 + expected)).tolist()}


def test_a_run_compares_categories_with_the_first_one_and_each_party_with_its_own_model(tmp_path):
    tables = {"1001": stays(70, 1), "1002": stays(200, 2), "1003": stays(500, 3)}
    world = World(tmp_path, "poisson-regression", tables, "stays", max_iter=20)
    run_federation(world.grid, world.run(), world.algorithm)
    card, events = world.card(), world.events()
    lines = {(line["column"], line["category"]): line for line in card["regression"]["coefficients"]}

    age, ward, counts = (
        np.concatenate([np.asarray(table[name]) for table in tables.values()]) for name in ("age", "ward", "stays")
    )
    design = np.column_stack([np.ones(len(age)), age, ward == "south", ward == "west"]).astype(float)
    pooled = sm.GLM(counts, design, family=sm.families.Poisson()).fit(tol=1e-14, maxiter=100)
    for place, name in enumerate([(None, None), ("age", None), ("ward", "south"), ("ward", "west")]):
        assert lines[name]["estimate"] == pytest.approx(pooled.params[place], rel=1e-7)
        assert lines[name]["error"] == pytest.approx(pooled.bse[place], rel=1e-7)
        assert lines[name]["class"] is None
    assert (
        card["output"] == "number" and card["scoredBy"] == "leave-one-out" and sum(card["residuals"]["counts"]) == 770
    )
    assert set(events[-1]["metrics"]) == {"loss", "deviance", "rmse", "mae"}
    assert all(party["aloneMetrics"]["deviance"] > 0 for party in card["parties"])
    rounds = [event["metrics"]["loss"] for event in events if event["kind"] == "round"]
    assert events[-1]["metrics"]["loss"] < rounds[0] and len(rounds) <= 14


@pytest.mark.parametrize("algorithm_id", ["poisson-regression", "negative-binomial"])
def test_the_onnx_file_predicts_the_same_counts_as_the_fit(algorithm_id):
    inputs, counts = (values[:2000] for values in CASES["visits"])
    protocol, state, _ = fitted(algorithm_id, inputs, counts)
    session = onnxruntime.InferenceSession(protocol.result(state).model)
    inputs_tried = np.vstack(
        [inputs[:50], inputs[:1] * 1e6, inputs[:1] * -1e6]
    )  # in the last two rows, values are far outside the range of all other rows
    names = [f"x{column}" for column in range(inputs.shape[1])]
    given = {f"c{column}": inputs_tried[:, [column]] for column in range(inputs.shape[1])}
    rows = table_of(
        pa.table(dict(zip(names, inputs_tried.T, strict=True)) | {"y": np.zeros(len(inputs_tried))}), names, "y"
    )
    actual = session.run(["prediction"], given)[0]
    np.testing.assert_allclose(actual, protocol.predict(state, rows), rtol=1e-12)
    assert np.isfinite(actual).all() and np.all(actual >= 0)
    described = json.loads(session.get_modelmeta().custom_metadata_map["tessera"])
    assert described["output"] == {"kind": "number", "label": "y"}


def heavy(rows: int) -> tuple[np.ndarray, np.ndarray]:
    """Returns columns with heavy tails, for which a step of the fit can be much too long."""
    rng = np.random.default_rng(0)
    inputs = np.exp(rng.normal(size=(rows, 2)))
    return inputs, rng.poisson(np.exp(np.minimum(inputs @ [0.3, -0.2], 5))).astype(float)


def test_withholding_the_gradient_after_too_long_a_step_does_not_change_the_fit(monkeypatch):
    withheld, answer = [], Newton.compute

    def noted(self, *arguments):
        actual = answer(self, *arguments)
        withheld.append(actual.get("withheld", 0.0))
        return actual

    monkeypatch.setattr(Newton, "compute", noted)
    inputs, counts = heavy(300)
    parts = np.array_split(np.arange(300), 3)
    card = fitted("poisson-regression", inputs, counts, parts)[2]
    assert sum(withheld) > 0 and card["regression"]["converged"]
    near = np.vstack([np.column_stack([near_others(column) for column in inputs[part].T]) for part in parts])
    np.testing.assert_allclose(column_of(card, "estimate"), pooled_poisson(near, counts).params, rtol=1e-6)


def test_the_run_ends_if_a_party_withholds_a_gradient_although_the_fit_continued(tmp_path, monkeypatch):
    monkeypatch.setattr(newton, "MAX_LOSS", 0.5)
    world = World(tmp_path, "poisson-regression", {"1001": stays(60, 1), "1002": stays(60, 2)}, "stays")
    with pytest.raises(RunError) as raised:
        run_federation(world.grid, world.run(), world.algorithm)
    assert raised.value.code == "train.fit-refused"


@pytest.mark.parametrize("algorithm_id", ["poisson-regression", "negative-binomial"])
def test_scores_of_a_single_partys_model_equal_refits_without_each_row(tmp_path, algorithm_id):
    """The parties' counts have different spreads, so their own deviations differ from the common ones."""
    tables, alone = {}, {}
    for party, (rows, level) in {"1001": (60, 0.2), "1002": (120, 1.0), "1003": (90, 1.8)}.items():
        rng = np.random.default_rng(int(party))
        dose = rng.normal(size=rows)
        counts = rng.poisson(np.exp(level + 0.4 * dose) * rng.gamma(4, 0.25, rows)).astype(float)
        tables[party] = {"dose": dose.tolist(), "y": counts.tolist()}
        alone[party] = _errors_without_each_row(algorithm_id, dose, counts)
    world = World(tmp_path, algorithm_id, tables, "y", compare_alone=True, max_iter=40)
    run_federation(world.grid, world.run(), world.algorithm)
    parties = world.card()["parties"]
    for party in parties:
        errors = alone[party["partyId"]]
        actual = party["aloneMetrics"]
        assert actual["rmse"] == pytest.approx(np.sqrt(np.mean(errors**2)), rel=0.02)
        assert actual["mae"] == pytest.approx(np.abs(errors).mean(), rel=0.02)
        gain = party["gains"]["mae"]
        assert gain["low"] <= party["metrics"]["mae"] - actual["mae"] <= gain["high"]


def _errors_without_each_row(algorithm_id: str, dose: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Returns for each row [rows] its error under statsmodels' fit to all other rows."""
    errors, every, design = np.empty(len(counts)), np.arange(len(counts)), sm.add_constant(dose)
    for row in every:
        others = every != row
        if algorithm_id == "poisson-regression":
            result = sm.GLM(counts[others], design[others], family=sm.families.Poisson()).fit().params
        else:
            result = sm.NegativeBinomial(counts[others], design[others]).fit(disp=0, maxiter=200).params[:-1]
        errors[row] = np.exp(design[row] @ result) - counts[row]
    return errors

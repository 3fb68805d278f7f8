"""Compares every score, with its number of rows and its interval, with that of the same rows in one place."""

import json
import math

import numpy as np
import pyarrow as pa
import pytest
from fakes import SEED, World, patients, plan_of
from scipy.stats import bootstrap
from sklearn.metrics import brier_score_loss, confusion_matrix, r2_score, roc_auc_score, roc_curve
from statsmodels.stats.proportion import proportion_confint

from engine.algorithm import load_algorithm
from engine.data.party import Party
from engine.data.table import table_of
from engine.privacy.terms import Total, encode
from engine.protocols.averaging import digest_of
from engine.protocols.loop import run_here
from engine.protocols.on_rows import stepped
from engine.run.driver import run_federation
from engine.targets import Classes, Number
from engine.targets.classes import softmax
from engine.targets.curves import BINS, EDGES, count_scores, shown_bins
from engine.targets.intervals import most_unseen, share_of

PARTS = [slice(0, 7), slice(7, 160), slice(160, None)]


def summed(terms: dict, answers: list[dict]) -> dict[str, np.ndarray]:
    """Returns the sums of all parties as they are transmitted."""
    total = Total.of(terms, [encode(terms, answer, len(answers)) for answer in answers], len(answers))
    return {name: total[name] for name in terms}


def report_of(target, outputs: np.ndarray, targets: np.ndarray, seed: int = 1) -> dict:
    """Returns the report of scores of three uneven parties."""
    parts = [(outputs[part], targets[part]) for part in PARTS]
    scores = summed(target.score_terms(len(outputs)), [target.score(*part) for part in parts])
    final = summed(target.final_terms(len(outputs)), [target.final(*part) for part in parts])
    report = target.report(scores, final, np.random.default_rng(seed))
    return json.loads(json.dumps(report, allow_nan=False))


def classified(rows: int, classes: int, seed: int, sureness: float = 1.5) -> tuple[np.ndarray, np.ndarray]:
    """Returns outputs and truth of a model that is mostly right. The first class is the most frequent."""
    rng = np.random.default_rng(seed)
    truth = np.minimum(rng.geometric(0.6, rows) - 1, classes - 1)
    return rng.normal(size=(rows, classes)) + sureness * np.eye(classes)[truth], truth


@pytest.mark.parametrize("names", [("benign", "malignant"), ("a", "b", "c")], ids=["two", "three"])
def test_scores_of_parties_equal_those_of_all_rows_in_one_place(names):
    outputs, truth = classified(400, len(names), 3)
    report = report_of(Classes("y", names), outputs, np.eye(len(names))[truth])
    probabilities, guess = softmax(outputs), outputs.argmax(axis=1)
    counts = confusion_matrix(truth, guess)

    assert report["rows"] == 400 and {one["rows"] for one in report["metrics"].values()} == {400}
    assert report["metrics"]["accuracy"]["count"] == np.trace(counts)
    assert report["metrics"]["brier"]["value"] == pytest.approx(
        brier_score_loss(truth, probabilities if len(names) > 2 else probabilities[:, 1])
    )
    for place, actual in enumerate(report["classes"]):
        hits, own, guesses = counts[place, place], counts[place].sum(), counts[:, place].sum()
        right = 400 - own - guesses + hits
        shares = {"sensitivity": (hits, own), "specificity": (right, 400 - own), "ppv": (hits, guesses),
                  "npv": (right, 400 - guesses)}  # fmt: skip
        assert {name: (actual[name]["count"], actual[name]["rows"]) for name in shares} == shares
        low, high = proportion_confint(hits, own, method="wilson")
        assert (actual["sensitivity"]["low"], actual["sensitivity"]["high"]) == pytest.approx((low, high))


@pytest.mark.parametrize("classes", [2, 3])
def test_auc_and_curve_points_are_within_the_reported_error_of_the_exact_ones(classes):
    outputs, truth = classified(500, classes, 4)
    target = Classes("y", tuple("abc"[:classes]))
    report, exact = report_of(target, outputs, np.eye(classes)[truth]), []
    for place, curve in enumerate(report["curves"]):
        scores, own = softmax(outputs)[:, place], truth == place
        exact.append(roc_auc_score(own, scores))
        assert 0 < curve["auc"]["error"] < 0.01
        assert abs(curve["auc"]["value"] - exact[-1]) <= curve["auc"]["error"]
        assert curve["auc"]["low"] < exact[-1] < curve["auc"]["high"]
        assert min(np.add(curve["own"], curve["others"])) >= 5
        above = np.cumsum(curve["own"][::-1])[::-1][1:]
        assert above.tolist() == [int((scores[own] > edge).sum()) for edge in curve["edges"]]
        assert 0.5 in curve["edges"]
        false, true, _ = roc_curve(own, scores, drop_intermediate=False)
        for kind, exact_shares, of in (("others", false, ~own), ("own", true, own)):
            shares = np.cumsum(curve[kind][::-1]) / of.sum()
            assert set(np.round(shares, 9)) <= set(np.round(exact_shares, 9))
    auc = report["metrics"]["auc"]
    assert abs(auc["value"] - (exact[-1] if classes == 2 else np.mean(exact))) <= auc["error"]


def test_calibration_reports_predicted_and_observed_shares():
    rng = np.random.default_rng(5)
    probabilities = rng.beta(1, 2, 4000)
    truth = (rng.random(4000) < probabilities).astype(int)
    outputs = np.log(np.column_stack([1 - probabilities, probabilities]))
    curve = report_of(Classes("y", ("no", "yes")), outputs, np.eye(2)[truth])["curves"][1]
    inside = 0
    for group in curve["calibration"]:
        here = (probabilities > group["above"]) & (probabilities <= group["upto"])
        assert (group["observed"]["rows"], group["observed"]["count"]) == (here.sum(), truth[here].sum())
        assert abs(group["predicted"] - probabilities[here].mean()) <= group["error"] < 0.00501
        inside += group["observed"]["low"] <= group["predicted"] <= group["observed"]["high"]
    assert len(curve["calibration"]) == 10 and inside >= 9


def test_a_curve_of_scores_shows_no_step_of_fewer_than_five_rows():
    for seed in range(30):
        rng = np.random.default_rng(seed)
        scores, holds = rng.beta(0.3, 0.3, 60), rng.random(60) < 0.4
        edges, counts = shown_bins(count_scores(scores, holds))
        assert counts.sum() == 60 and counts.shape == (len(edges) + 1, 2)
        assert counts.sum(axis=1).min() >= 5
        for edge, above in zip(edges, np.cumsum(counts[::-1], axis=0)[::-1][1:], strict=True):
            assert above.tolist() == [(~holds & (scores > edge)).sum(), (holds & (scores > edge)).sum()]
    few = shown_bins(count_scores(np.array([0.1, 0.2, 0.9]), np.array([False, True, True])))
    assert few[0] == [0.5] and few[1].tolist() == [[1, 1], [0, 1]]


def test_score_bins_are_the_same_everywhere_and_narrow_for_rare_classes():
    assert np.all(np.diff(EDGES) > 0) and len(EDGES) == BINS - 1
    assert set(np.round(np.arange(1, 100) / 100, 2)) <= set(EDGES) and EDGES[0] == 1e-5


def test_intervals_of_numbers_equal_those_of_a_bootstrap_of_the_rows():
    rng = np.random.default_rng(6)
    truth = rng.gamma(2, 3, 300)
    guess = truth + rng.normal(0, 1, 300) * (1 + truth / 6)
    target = Number("y", 6.0, 4.0)
    report = report_of(target, *[((values - 6) / 4)[:, None] for values in (guess, truth)])["metrics"]

    residuals = truth - guess
    statistics = {
        "rmse": lambda place: np.sqrt((residuals[place] ** 2).mean()),
        "mae": lambda place: np.abs(residuals[place]).mean(),
        "r2": lambda place: r2_score(truth[place], guess[place]),
    }
    for name, statistic in statistics.items():
        drawn = bootstrap((np.arange(300),), statistic, vectorized=False, n_resamples=2000, rng=7, method="percentile")
        width = drawn.confidence_interval.high - drawn.confidence_interval.low
        value, low, high = (report[name][end] for end in ("value", "low", "high"))
        assert value == pytest.approx(statistic(np.arange(300)))
        # Intervals are wider than the bootstrap, because they allow for errors that occur in no row.
        match name:
            case "rmse":
                high = math.sqrt(high**2 - 100 * most_unseen(300) * value**2)
            case "mae":
                high -= 5 * most_unseen(300) * math.sqrt((residuals**2).mean())
            case "r2":
                low += 100 * most_unseen(300) * (1 - value)
        assert low == pytest.approx(drawn.confidence_interval.low, abs=0.1 * width)
        assert high == pytest.approx(drawn.confidence_interval.high, abs=0.1 * width)


def test_intervals_of_classes_equal_those_of_a_bootstrap_of_the_rows():
    outputs, truth = classified(300, 2, 8)
    target, targets = Classes("y", ("no", "yes")), np.eye(2)[truth]
    report = report_of(target, outputs, targets)["metrics"]
    rng, probabilities, drawn = np.random.default_rng(9), softmax(outputs)[:, 1], []
    for _ in range(700):
        rows = np.repeat(np.arange(300), rng.poisson(1.0, 300))
        own = target.metrics(target.score(outputs[rows], targets[rows]))
        others = (roc_auc_score(truth[rows], probabilities[rows]), brier_score_loss(truth[rows], probabilities[rows]))
        drawn.append([own["recall"], own["precision"], own["f1"], own["loss"], *others])
    for name, draws in zip(("recall", "precision", "f1", "loss", "auc", "brier"), np.transpose(drawn), strict=True):
        low, high = np.percentile(draws, (2.5, 97.5))
        losses = -np.log(np.where(truth == 1, probabilities, 1 - probabilities))
        unseen = 5 * most_unseen(300) * math.sqrt((losses**2).mean()) if name == "loss" else 0
        actual = (report[name]["low"], report[name]["high"] - unseen)
        assert actual == pytest.approx((low, high), abs=0.15 * (high - low))


def test_scoring_a_stack_of_predictions_equals_scoring_each_of_them():
    target = Classes("y", ("a", "b", "c"))
    each = [
        target.score(outputs, np.eye(3)[truth]) for outputs, truth in (classified(60, 3, seed) for seed in range(4))
    ]
    each.append({name: np.zeros_like(sums) for name, sums in each[0].items()})
    each.append(each[0] | {"confusion": np.diag([9.0, 0, 0])})  # only one class occurs
    stack = target.metrics({name: np.stack([one[name] for one in each]) for name in each[0]})
    for place, one in enumerate(each):
        assert {name: values[place] for name, values in stack.items()} == target.metrics(one)
    assert stack["f1"][-2:].tolist() == [0, 1]


def test_score_intervals_contain_the_truth_and_depend_only_on_the_seed():
    """The test uses 50 samples, and a model whose true AUC and recall are known from 200,000 rows."""
    target = Classes("y", ("no", "yes"))
    outputs, truth = classified(200_000, 2, 10)
    known = {"auc": roc_auc_score(truth, softmax(outputs)[:, 1]),
             "recall": target.metrics(target.score(outputs, np.eye(2)[truth]))["recall"]}  # fmt: skip
    covered = dict.fromkeys(known, 0)
    for sample in range(50):
        rows = slice(sample * 120, (sample + 1) * 120)
        actual = report_of(target, outputs[rows], np.eye(2)[truth[rows]])["metrics"]
        for name, value in known.items():
            covered[name] += actual[name]["low"] <= value <= actual[name]["high"]
    assert all(44 <= times <= 50 for times in covered.values()), covered

    again = [report_of(target, outputs[:120], np.eye(2)[truth[:120]], seed)["metrics"]["auc"] for seed in (1, 1, 2)]
    assert again[0] == again[1] and again[0]["low"] != again[2]["low"]


def test_the_interval_of_a_score_without_errors_starts_below_one():
    truth = np.repeat([0, 1], [40, 20])
    report = report_of(Classes("y", ("no", "yes")), 30 * np.eye(2)[truth], np.eye(2)[truth])
    for name in ("accuracy", "recall", "precision", "f1", "auc"):
        actual = report["metrics"][name]
        assert actual["value"] == actual["high"] == 1 and 0.8 < actual["low"] < 0.99
    assert report["classes"][1]["sensitivity"] == {**share_of(20, 20)}


@pytest.mark.parametrize("target", [Classes("y", ("a", "b")), Number("y")], ids=["classes", "number"])
@pytest.mark.parametrize("rows", [0, 1, 2])
def test_reports_scores_of_zero_one_or_two_rows(target, rows):
    outputs = np.ones((rows, target.outputs))
    assert (
        report_of(target, outputs, np.eye(2)[np.zeros(rows, int)] if target.outputs == 2 else outputs)["rows"] == rows
    )


@pytest.mark.parametrize("outputs", [np.nan, np.inf, 1e300])
@pytest.mark.parametrize("target", [Classes("y", ("a", "b")), Number("y")], ids=["classes", "number"])
def test_scores_of_outputs_that_are_not_finite_are_within_the_declared_bounds(target, outputs):
    targets = np.eye(2)[[0, 1] * 10] if target.outputs == 2 else np.arange(20.0)[:, None]
    with np.errstate(all="ignore"):
        assert report_of(target, np.full((20, target.outputs), outputs), targets)["rows"] == 20


HOSPITALS = {"1001": patients(40, 1, shift=-4), "1002": patients(60, 2), "1003": patients(150, 3, shift=2)}


@pytest.mark.parametrize("name", ["logistic-regression", "mlp", "boosted-trees"])
def test_the_card_contains_scores_of_the_stored_model_on_all_parties_validation_rows(tmp_path, name):
    world = World(tmp_path, name, HOSPITALS, "outcome", max_iter=3, compare_alone=True)
    run_federation(world.grid, world.run(), world.algorithm)
    card = world.card()
    report = card["scores"]

    scored = sum(party["validationRows"] or party["rows"] for party in card["parties"])
    assert report["rows"] == scored == np.sum(card["confusion"]["counts"])
    for metric, actual in report["metrics"].items():
        if metric in card["metrics"]:
            assert actual["value"] == pytest.approx(card["metrics"][metric])
        assert actual["low"] is None or 0 <= actual["low"] <= actual["value"] <= actual["high"]
    assert {"auc", "brier", "accuracy", "recall"} <= set(report["metrics"])
    counts = np.array(card["confusion"]["counts"])
    for place, curve in enumerate(report["curves"]):
        assert np.sum(curve["own"]) == counts[place].sum()
        half = curve["edges"].index(0.5)
        assert np.sum(curve["own"][half + 1 :]) == counts[place, place]
    for party in card["parties"]:
        for metric, gain in party["gains"].items():
            assert gain["low"] <= party["metrics"][metric] - party["aloneMetrics"][metric] <= gain["high"]


@pytest.mark.parametrize("name", ["mlp", "boosted-trees"])
def test_scores_exactly_the_pooled_held_out_rows(name):
    """The run is in one process, where the score of each row is available for comparison."""
    algorithm = load_algorithm(name)
    plan = plan_of(algorithm, list(HOSPITALS.values()), "outcome")
    names = [column for column in HOSPITALS["1001"] if column != "outcome"]
    tables = [table_of(pa.table(rows), names, "outcome") for rows in HOSPITALS.values()]
    protocol = algorithm.protocol(plan)
    parties = [protocol.party(table) for table in tables]
    state = run_here(protocol, parties, protocol.begin(3, SEED))

    held_out = Party.together(parties).validation
    probabilities, sick = protocol.predict(state, held_out)[:, 0], held_out.label.values == "sick"
    card = protocol.inner.result(state, protocol.prepared(state)).card
    auc = card["scores"]["curves"][0]["auc"]
    assert abs(auc["value"] - roc_auc_score(sick, probabilities)) <= auc["error"] + 1e-12
    assert card["scores"]["metrics"]["brier"]["value"] == pytest.approx(brier_score_loss(sick, probabilities))


def test_scores_of_a_regression_are_reported_in_the_unit_of_the_label(tmp_path):
    world = World(tmp_path, "linear-regression", HOSPITALS, "age", max_iter=3)
    run_federation(world.grid, world.run(), world.algorithm)
    card = world.card()
    assert set(card["scores"]["metrics"]) == {"loss", "rmse", "mae", "r2"}
    for name, actual in card["scores"]["metrics"].items():
        assert actual["value"] == pytest.approx(card["metrics"][name]) and actual["rows"] == 250
        assert (actual["low"] is None) == (actual["high"] is None)
    mae = card["scores"]["metrics"]["mae"]
    assert 0 < mae["low"] < mae["value"] < mae["high"]
    assert "mae" in card["parties"][2]["gains"]
    for party in card["parties"]:
        for name in party["gains"]:
            gain = party["metrics"][name] - party["aloneMetrics"][name]
            assert party["gains"][name]["low"] <= gain <= party["gains"][name]["high"]


def test_a_difference_of_two_models_has_a_narrower_interval_than_a_score(tmp_path):
    """Both models predict the same rows, so their common errors cancel."""
    world = World(tmp_path, "logistic-regression", HOSPITALS, "outcome", max_iter=5)
    run_federation(world.grid, world.run(), world.algorithm)
    party = world.card()["parties"][2]
    width = party["gains"]["accuracy"]["high"] - party["gains"]["accuracy"]["low"]
    own = share_of(round(party["metrics"]["accuracy"] * party["rows"]), party["rows"])
    assert 0 < width < own["high"] - own["low"]


@pytest.mark.parametrize(
    "attack",
    [
        lambda best, states: best.with_facts(digest="0" * 64),
        lambda best, states: type(best)(best.facts, {name: values + 1e-9 for name, values in best.arrays.items()}),
        lambda best, states: type(best)(best.facts | {"digest": digest_of(states[2].arrays)}, states[2].arrays),
        lambda best, states: best.with_facts(best=1),
        lambda best, states: best.with_facts(round=1),
    ],
    ids=["digest", "model", "untrained", "other", "round"],
)
def test_scores_in_full_only_a_model_that_was_sent_to_the_parties(attack):
    algorithm = load_algorithm("mlp")
    plan = plan_of(algorithm, [patients(90, 1)], "outcome")
    protocol, states = algorithm.protocol(plan), []
    run_here(
        protocol,
        [protocol.party(table_of(pa.table(patients(90, 1)), ["age", "dose", "ward"], "outcome"))],
        protocol.begin(1, SEED),
        lambda before, stage, total, after: states.append(before),
    )
    last, best = states[-2:]
    assert best.facts["best"] == 3
    protocol.check_transition(last, best)
    with pytest.raises(ValueError, match=r"model|step"):
        protocol.check_transition(last, attack(best, states))


def test_sends_scores_rounded_to_quarters_or_sixteenths_and_exact_counts():
    given = np.array([0.0, 1.0, 3.0, 1_000_001.0, 10.1, 3.06, 0.07, 0.0013])
    np.testing.assert_allclose(stepped(given), [0, 1, 3, 1_000_001, 10, 3, 9 / 128, 11 / 2**13])
    assert (np.abs(stepped(given) - given) <= np.maximum(given / 16, 0)).all()

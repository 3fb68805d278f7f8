"""Intervals that stay within the range of a score, compared with other implementations and checked by simulation."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from engine.protocols.final import ABSENT, _gain
from engine.targets import Classes, Number
from engine.targets.classes import METRICS, macro_of
from engine.targets.event import Event
from engine.targets.intervals import (
    ERRORS,
    SQUARES,
    FromZero,
    between,
    bounded_mean,
    difference_of,
    difference_of_shares,
    mean_from_zero,
    mean_of,
    most_unseen,
    share_of,
    unknown,
)
from engine.targets.ratios import of_rows, shares_of

UNKNOWN = {"low": None, "high": None}


def sums_of(values: np.ndarray) -> tuple[float, float, int]:
    return float(values.sum()), float((values**2).sum()), len(values)


def coverage(truth: float, found: list[dict]) -> float:
    """Returns the share of those intervals that have ends and contain the truth, among all that have ends."""
    known = [one for one in found if one["low"] is not None]
    assert known
    return float(np.mean([one["low"] <= truth <= one["high"] for one in known]))


@pytest.mark.parametrize(
    ("count", "rows", "method"),
    [(31, 34, "beta"), (34, 34, "beta"), (0, 7, "beta"), (1, 1, "beta"), (9, 1000, "beta"), (2.5, 6.25, "beta"),
     (10, 20, "wilson"), (500, 1000, "wilson"), (990, 1000, "wilson")],
)  # fmt: skip
def test_a_share_has_an_exact_interval_for_small_counts_and_wilsons_interval_for_larger_ones(count, rows, method):
    actual = share_of(count, rows)
    low, high = proportion_confint(count, rows, method=method)
    assert (actual["low"], actual["high"]) == pytest.approx((low, high), abs=1e-9)
    assert 0 <= actual["low"] <= actual["value"] <= actual["high"] <= 1
    assert share_of(0, 0) is None


@pytest.mark.spec("screens.score-confidence-intervals")
def test_the_interval_of_a_share_contains_the_true_share_in_about_95_percent_of_samples():
    """The coverage is computed exactly, over all counts of 8, 30 and 200 rows."""
    for rows in (8, 30, 200):
        ends = [share_of(count, rows) for count in range(rows + 1)]
        covered = []
        for truth in (0.003, 0.02, 0.05, 0.1, 0.25, 0.4, 0.5):
            weights = stats.binom.pmf(np.arange(rows + 1), rows, truth)
            covered.append(sum(w for w, one in zip(weights, ends, strict=True) if one["low"] <= truth <= one["high"]))
        assert min(covered) > 0.925 and np.mean(covered) > 0.95


@pytest.mark.parametrize(
    "values",
    [np.r_[np.zeros(38), 0.3, 0.7], np.r_[np.zeros(39), 1.0], np.zeros(40), np.full(40, 1e-9), np.ones(40),
     np.full(40, 0.25), np.linspace(0.01, 0.4, 60)],
    ids=["few", "one", "zero", "tiny", "ones", "equal", "even"],
)  # fmt: skip
def test_the_interval_of_a_brier_score_is_within_0_and_1_and_wider_than_0_01(values):
    actual = bounded_mean(*sums_of(values))
    assert 0 <= actual["low"] <= actual["value"] <= actual["high"] <= 1
    assert actual["high"] - actual["low"] > 0.01
    assert bounded_mean(*sums_of(values[:29])) == unknown(values[:29].mean(), 29)


def test_values_of_zero_and_one_have_the_interval_of_a_share():
    values = np.r_[np.ones(4), np.zeros(56)]
    assert bounded_mean(*sums_of(values))["high"] == pytest.approx(share_of(4, 60)["high"], rel=0.03)


def test_a_brier_score_of_evenly_distributed_values_has_the_interval_of_the_t_distribution():
    values = np.random.default_rng(0).beta(2, 4, 500)
    actual = bounded_mean(*sums_of(values))
    low, high = stats.t.interval(0.95, 499, values.mean(), stats.sem(values))
    assert (actual["low"], actual["high"]) == pytest.approx((low, high), abs=0.001)


@pytest.mark.parametrize(("shape", "rows"), [((1, 3), 40), ((0.3, 0.3), 60), ((0.05, 0.2), 60)])
def test_the_interval_of_a_brier_score_contains_the_true_score_in_about_95_percent_of_samples(shape, rows):
    rng = np.random.default_rng(1)
    probabilities = rng.beta(*shape, (2000, rows))
    errors = ((rng.random(probabilities.shape) < probabilities) - probabilities) ** 2
    variance = stats.beta(*shape).var()
    # The expected value of the Brier score is E[p(1 - p)].
    truth = stats.beta(*shape).mean() * (1 - stats.beta(*shape).mean()) - variance
    assert coverage(truth, [bounded_mean(*sums_of(one)) for one in errors]) >= 0.93


def test_a_loss_has_a_t_interval_on_the_log_scale_above_0():
    values = np.random.default_rng(2).exponential(0.08, 200)
    actual = mean_from_zero(*sums_of(values))
    half = stats.t.ppf(0.975, 199) * stats.sem(values) / values.mean()
    unseen = most_unseen(200) * 5 * math.sqrt((values**2).mean())
    assert (actual["low"], actual["high"]) == pytest.approx(
        (values.mean() * math.exp(-half), values.mean() * math.exp(half) + unseen)
    )
    assert (1 - most_unseen(200)) ** 200 == pytest.approx(0.025)
    assert actual["low"] > 0


HEAVY = np.r_[np.full(200, 0.1), 30.0]


@pytest.mark.parametrize(
    "values", [np.ones(29), np.full(40, 0.4), np.zeros(40), HEAVY], ids=["29", "equal", "0", "heavy"]
)
def test_a_loss_has_no_interval_if_rows_are_few_or_equal_or_contain_an_outlier(values):
    assert mean_from_zero(*sums_of(values)) == pytest.approx(unknown(values.mean(), len(values)))


# errors around 0, with their true root mean square and mean absolute error
SHAPES = {
    "normal": (lambda rng, shape: rng.normal(size=shape), 1.0, math.sqrt(2 / math.pi)),
    "t3": (lambda rng, shape: rng.standard_t(3, shape), math.sqrt(3), 2 * math.sqrt(3) / math.pi),
    "lognormal": (
        lambda rng, shape: rng.lognormal(size=shape) - math.exp(0.5),
        math.sqrt(math.exp(2) - math.e),
        2 * math.exp(0.5) * (2 * stats.norm.cdf(0.5) - 1),
    ),
    "exponential": (lambda rng, shape: rng.exponential(size=shape) - 1, 1.0, 2 / math.e),
    "outliers": (
        lambda rng, shape: rng.normal(size=shape) * np.where(rng.random(shape) < 0.01, 10, 1),
        math.sqrt(1.99),
        1.09 * math.sqrt(2 / math.pi),
    ),
}  # fmt: skip
DRAWS = 500
HARDLY = 0.02  # the coverage is only checked if a larger share of samples has an interval


def reports_of(kind: str, rows: int) -> list[dict]:
    """Returns the metrics that a card reports, for the errors of each of many samples."""
    target, rng = Number("y"), np.random.default_rng(rows)
    results = []
    for errors in SHAPES[kind][0](rng, (DRAWS, rows, 1)):
        none = np.zeros_like(errors)
        results.append(target.report(target.score(none, errors), target.final(none, errors), rng)["metrics"])
    return results


@pytest.mark.parametrize("kind", SHAPES)
@pytest.mark.parametrize("rows", [30, 100, 200, 300, 1500])
def test_an_error_interval_that_is_shown_contains_the_true_value(kind: str, rows: int):
    """Among the samples whose interval is shown, heavy tails look lighter than they are. The upper end therefore allows
    for errors that do not occur in the rows."""
    reports, (_, *truths) = reports_of(kind, rows), SHAPES[kind]
    for metric, truth in zip(("rmse", "mae"), truths, strict=True):
        known = [one[metric] for one in reports if one[metric]["low"] is not None]
        wrong = len(known) * (1 - coverage(truth, known)) if known else 0
        assert len(known) < HARDLY * DRAWS or wrong <= 0.1 * len(known), (metric, len(known), wrong)
        assert wrong <= 0.05 * DRAWS, metric


@pytest.mark.parametrize("rows", [200, 300, 1500])
def test_200_normal_errors_have_an_interval(rows: int):
    known = [one["rmse"] for one in reports_of("normal", rows) if one["rmse"]["low"] is not None]
    assert len(known) >= 0.97 * DRAWS
    assert np.mean([one["high"] for one in known]) < {200: 1.8, 300: 1.6, 1500: 1.2}[rows]


@pytest.mark.parametrize(
    ("draw", "truth", "kind"),
    [
        (lambda rng, shape: rng.exponential(size=shape), 1.0, ERRORS),
        (lambda rng, shape: rng.lognormal(size=shape), math.exp(0.5), ERRORS),
        (lambda rng, shape: rng.pareto(2.5, shape), 1 / 1.5, ERRORS),
        (lambda rng, shape: np.exp(2 * rng.normal(size=shape)), math.exp(2), SQUARES),
    ],
    ids=["exponential", "lognormal", "pareto", "squared-lognormal"],
)
@pytest.mark.spec("screens.score-confidence-intervals")
def test_the_interval_of_a_mean_loss_contains_the_true_mean_in_about_95_percent_of_samples(
    draw: Callable[[np.random.Generator, tuple[int, int]], np.ndarray], truth: float, kind: FromZero
):
    for rows in (30, 100, 300):
        results = [mean_from_zero(*sums_of(one), kind) for one in draw(np.random.default_rng(3), (400, rows))]
        known = [one for one in results if one["low"] is not None]
        assert len(known) < HARDLY * 400 or coverage(truth, known) >= 0.9, rows


def test_the_interval_of_a_concordance_ends_below_1_and_is_missing_with_few_events():
    actual = between(0.985, 0.02, 60, 50)
    assert 0.5 < actual["low"] < 0.985 < actual["high"] < 1
    assert between(1.0, 0.0, 60, 50) == unknown(1.0, 60)
    assert between(0.8, 0.05, 200, 12) == unknown(0.8, 200)
    target, rng = Event("event", "time", ("0", "1")), np.random.default_rng(4)
    risks = rng.normal(size=(150, 1))
    rows = np.column_stack([rng.exponential(np.exp(-risks[:, 0])), np.arange(150) < 3])
    report = target.report(target.score(risks, rows), target.final(risks, rows), rng)
    assert report["metrics"]["concordance"] | UNKNOWN == report["metrics"]["concordance"]


def test_a_mean_of_several_scores_has_no_interval_if_one_of_them_has_none():
    known = {"value": 0.5, "rows": 40, "low": 0.4, "high": 0.6}
    assert mean_of([known, {**known, "value": 0.7}], 40) == pytest.approx({**known, "value": 0.6})
    assert mean_of([known, unknown(0.7, 20)], 60) == pytest.approx(unknown(0.6, 60))


def test_items_found_together_in_few_rows_have_a_wider_interval():
    counts = np.array([18.0, 20.0, 20.0])
    alone = shares_of(counts, np.diag(counts))["recall"]
    together = shares_of(counts, 3 * np.diag(counts))["recall"]
    assert together["low"] < alone["low"] < share_of(18, 20)["low"] + 1e-9
    assert alone["high"] <= together["high"] <= 1
    assert of_rows(alone, 29) == unknown(0.9, 29) and of_rows(alone, 30)["low"] == alone["low"]


def test_the_interval_of_a_share_of_items_in_few_texts_contains_the_true_share():
    """Each text has five items. In 3 of 100 texts no item is found, in the others all are."""
    rng = np.random.default_rng(9)
    for texts in (10, 30, 100):
        results = []
        for hits in 5.0 * (rng.random((300, texts)) > 0.03):
            each = np.stack([hits, np.full(texts, 5.0), np.full(texts, 5.0)])
            results.append(shares_of(each.sum(axis=1), each @ each.T)["recall"])
        assert coverage(0.97, results) >= 0.93


@pytest.mark.parametrize("shares", [(0.5, 0.5), (0.6, 0.3, 0.1), (0.1,) * 10], ids=["two", "three", "ten"])
def test_the_interval_of_a_macro_average_contains_the_true_value_in_about_95_percent_of_samples(shares):
    classes, rng = len(shares), np.random.default_rng(10)

    def confusion(rows: int) -> np.ndarray:
        truth = rng.choice(classes, rows, p=shares)
        guesses = (rng.normal(size=(rows, classes)) + 2 * np.eye(classes)[truth]).argmax(axis=1)
        return np.bincount(truth * classes + guesses, minlength=classes**2).reshape(classes, classes).astype(float)

    of_many, samples = confusion(300_000), [confusion(25 * classes) for _ in range(400)]
    for name in ("precision", "recall", "f1"):
        truth = float(METRICS[name]({"confusion": of_many}))
        assert coverage(truth, [macro_of(name, one) for one in samples]) >= 0.93


def test_a_macro_average_has_no_interval_if_a_class_has_too_few_rows():
    assert macro_of("recall", np.array([[20.0, 0], [0, 9]])) == unknown(1.0, 29)
    assert macro_of("precision", np.diag([20.0, 20, 20]))["low"] is not None
    assert macro_of("precision", np.diag([19.0, 20, 20])) == unknown(1.0, 59)
    never_predicted = np.array([[40.0, 0], [5, 0]])
    assert macro_of("precision", never_predicted) | UNKNOWN == macro_of("precision", never_predicted)
    assert macro_of("recall", never_predicted)["low"] is not None


def classified(rng: np.random.Generator, rows: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Returns outputs of two models that err mostly on the same rows, and the truth."""
    targets = np.eye(2)[rng.integers(0, 2, rows)]
    common = rng.normal(size=(rows, 2))
    first, second = (sure * targets + 0.8 * common + 0.6 * rng.normal(size=(rows, 2)) for sure in (1.5, 1.2))
    return first, second, targets


def test_two_models_that_agree_on_seven_rows_may_differ_by_41_percentage_points():
    target, targets = Classes("y", ("no", "yes")), np.eye(2)[[0, 1, 0, 1, 1, 0, 0]]
    outputs = 2 * targets - 1 + np.eye(2)[[0, 0, 0, 0, 0, 1, 1]]
    ends = dict(
        zip(
            target.metric_names,
            _gain(target, outputs, outputs, targets, np.random.default_rng(0)).tolist(),
            strict=True,
        )
    )
    most = proportion_confint(0, 7, method="beta")[1]
    assert ends.pop("accuracy") == pytest.approx([-most, most]) and 0.40 < most < 0.42
    assert all(actual == list(ABSENT) for actual in ends.values())


def test_a_gain_of_four_rows_among_60_is_not_significant_but_of_six_rows_is():
    """Of 60 rows, four that only one model has right may be chance (McNemar's exact p is 0.125), and six hardly are
    (0.031)."""
    for more, sure in ((4, False), (5, False), (6, True)):
        moved = np.r_[np.ones(more), np.zeros(60 - more)]
        assert (difference_of_shares(moved, 60)[0] > 0) == sure
        assert (difference_of_shares(-moved, 60)[1] < 0) == sure
    assert difference_of_shares(np.ones(30), 30)[1] == 1


@pytest.mark.parametrize("rows", [7, 30, 90])
@pytest.mark.spec("screens.score-confidence-intervals")
def test_the_interval_of_a_difference_of_shares_contains_the_true_difference_in_about_95_percent_of_samples(rows):
    draws = np.random.default_rng(5).multinomial(rows, [0.12, 0.05, 0.83], 400)
    kinds = np.array([1, -1, 0])
    results = [difference_of_shares(np.repeat(kinds, counts), rows) for counts in draws]
    assert np.mean([low <= 0.07 <= high for low, high in results]) >= 0.93


def test_a_difference_has_an_interval_only_with_at_least_thirty_rows_and_ten_effective_rows():
    rng = np.random.default_rng(6)
    assert difference_of(0.1, rng.normal(size=29), 29) is None
    assert difference_of(0.0, np.zeros(50), 50) is None
    assert difference_of(0.1, np.r_[np.full(49, 1e-4), 0.1], 50) is None
    low, high = difference_of(0.1, rng.normal(size=200) / 2000, 200)
    assert low < 0.1 < high and low + high == pytest.approx(0.2)


def test_the_interval_of_a_gain_contains_the_true_gain_in_about_95_percent_of_samples():
    """The test uses 150 samples, and models whose true scores are known from 200,000 rows."""
    target, rng = Classes("y", ("no", "yes")), np.random.default_rng(7)
    scores = [target.score(outputs, targets) for *models, targets in [classified(rng, 200_000)] for outputs in models]
    together, alone = (target.metrics(one) for one in scores)
    missed = dict.fromkeys(target.metric_names, 0)
    for _ in range(150):
        ends = _gain(target, *classified(rng, 100), rng)
        for name, (low, high) in zip(target.metric_names, ends, strict=True):
            missed[name] += low <= high and not low <= together[name] - alone[name] <= high
    assert max(missed.values()) <= 0.07 * 150, missed


def test_the_interval_of_a_gain_of_numbers_equals_that_of_a_paired_t_test():
    rng = np.random.default_rng(8)
    targets = rng.normal(size=(300, 1))
    first, second = (targets + spread * rng.normal(size=(300, 1)) for spread in (0.3, 0.4))
    target = Number("y", 5.0, 2.0)
    ends = dict(zip(target.metric_names, _gain(target, first, second, targets, rng), strict=True))
    off = abs(first - targets)[:, 0] - abs(second - targets)[:, 0]
    assert ends["mae"] == pytest.approx(stats.t.interval(0.95, 299, off.mean(), stats.sem(off)), rel=0.03)

"""The target "time until an event": pairs, concordance, intervals, and columns."""

import numpy as np
import pyarrow as pa
import pytest

from engine.data.table import MIN_ROWS, concatenate, table_of
from engine.errors import PartyError
from engine.pooled import agreed
from engine.privacy.terms import Total, encode
from engine.targets import Event, target_of
from engine.targets.event import count_pairs

TARGET = Event("died", "days", ("0", "1"), integral=True)


def rows(days: list, died: list):
    return table_of(pa.table({"x": np.arange(float(len(days))), "days": days, "died": died}), ["x"], "died", "days")


def by_hand(risks: np.ndarray, times: np.ndarray, events: np.ndarray) -> tuple[int, int]:
    pairs = ordered = 0
    for i in np.flatnonzero(events):
        for j in range(len(times)):
            if times[i] < times[j] or (times[i] == times[j] and not events[j]):
                pairs += 2
                ordered += 2 * (risks[i] > risks[j]) + (risks[i] == risks[j])
    return pairs, ordered


@pytest.mark.parametrize("spread", [1, 3, 10_000], ids=["one time", "few times", "many times"])
@pytest.mark.parametrize("count", [2, 64, 65, 500])
def test_counts_comparable_pairs_as_a_full_enumeration_does(count, spread):
    rng = np.random.default_rng(count + spread)
    risks, times = rng.normal(size=count).round(1), rng.integers(0, spread, count).astype(float)
    events = rng.random(count) < 0.4
    actual = count_pairs(risks, times, events)
    assert tuple(counts.sum() / 2 for counts in actual) == by_hand(risks, times, events)
    for row in range(0, count, 50):  # if one row is removed, only its pairs are missing
        others = np.arange(count) != row
        left = by_hand(risks[others], times[others], events[others])
        assert tuple(counts.sum() / 2 - counts[row] for counts in actual) == left


def test_without_events_there_are_no_pairs_and_no_concordance():
    assert not np.any(count_pairs(np.zeros(3), np.arange(3.0), np.zeros(3, dtype=bool)))
    targets = np.column_stack([np.arange(3.0), np.zeros(3)])
    assert TARGET.metrics(TARGET.score(np.zeros((3, 1)), targets)) == {}


def test_scores_over_parties_use_only_pairs_of_rows_within_one_party():
    rng = np.random.default_rng(1)
    outputs, targets = rng.normal(size=(90, 1)), np.column_stack([rng.integers(1, 30, 90), rng.random(90) < 0.5])
    parts = [slice(0, 5), slice(5, 30), slice(30, 90)]
    terms = TARGET.score_terms(90)
    answers = [encode(terms, TARGET.score(outputs[part], targets[part]), 3) for part in parts]
    total = Total.of(terms, answers, 3)
    sums = [by_hand(outputs[part, 0], targets[part, 0], targets[part, 1] > 0) for part in parts]
    pairs, ordered = np.sum(sums, axis=0)
    assert TARGET.metrics({name: total[name] for name in terms})["concordance"] == ordered / pairs
    assert total["rows"] == 90


def test_compares_only_rows_of_the_same_group_for_the_concordance():
    rng = np.random.default_rng(2)
    outputs, targets = rng.normal(size=(40, 1)), np.column_stack([rng.integers(1, 9, 40), rng.random(40) < 0.5])
    groups = np.arange(40) % 2
    actual = TARGET.score(outputs, np.column_stack([targets, groups]))
    parts = [
        by_hand(outputs[groups == one, 0], targets[groups == one, 0], targets[groups == one, 1] > 0) for one in (0, 1)
    ]
    assert (actual["pairs"], actual["ordered"]) == tuple(np.sum(parts, axis=0))


def test_the_interval_of_the_concordance_contains_the_value_of_other_samples():
    rng = np.random.default_rng(3)
    results = []
    for _ in range(200):
        risks = rng.normal(size=120)
        targets = np.column_stack([rng.exponential(np.exp(-0.7 * risks)), rng.random(120) < 0.6])
        scores = TARGET.score(risks[:, None], targets)
        results.append(TARGET.report(scores, TARGET.final(risks[:, None], targets), rng)["metrics"]["concordance"])
    spread = np.std([one["value"] for one in results])
    error = np.mean([(one["high"] - one["low"]) / (2 * 1.96) for one in results])
    assert error == pytest.approx(spread, rel=0.2)
    truth = np.mean([one["value"] for one in results])
    assert 0.9 <= np.mean([one["low"] <= truth <= one["high"] for one in results]) <= 0.99


def test_the_interval_of_a_gain_in_concordance_is_as_wide_as_its_variation_over_samples():
    rng, gains, widths = np.random.default_rng(0), [], []
    for _ in range(200):
        one = rng.normal(size=150)
        times = rng.exponential(np.exp(-one))
        targets = np.column_stack([times, rng.random(150) < 0.7])
        models = one + rng.normal(0, 0.3, 150), one + rng.normal(0, 0.9, 150)
        outputs = [model[:, None] for model in models]
        ends = TARGET.gain(*outputs, targets)
        if ends is None:  # among the pairs whose order differs, most contain one of a few rows
            continue
        low, high = ends
        first, second = (TARGET.metrics(TARGET.score(output, targets))["concordance"] for output in outputs)
        assert (low + high) / 2 == pytest.approx(first - second)
        gains.append(first - second)
        widths.append(high - low)
    assert len(gains) > 180
    assert np.mean(widths) / 2 / 1.96 == pytest.approx(np.std(gains), rel=0.15)
    assert TARGET.gain(*outputs, targets * [1, 0]) is None


def test_selecting_and_joining_rows_keeps_each_time_with_its_row():
    table = concatenate([rows([5, 3, 8, 1, 4], [0, 1, 0, 1, 1]), rows([9, 7, 6, 2, 2], [1, 0, 0, 1, 0])])
    taken = table.take(np.array([7, 1, 5]))
    assert TARGET.encode(taken.label).tolist() == [[6, 0], [3, 1], [9, 1]]


@pytest.mark.parametrize("died", [["no", "yes"] * 3, [False, True] * 3], ids=["texts", "booleans"])
def test_the_second_value_of_the_label_is_the_event(died):
    table = rows([1, 2, 3, 4, 5, 6], died)
    values = ("no", "yes") if died[0] == "no" else ("false", "true")
    target = Event("died", "days", values)
    target.check(table.label)
    assert target.encode(table.label)[:, 1].tolist() == [0, 1] * 3
    assert Event("died", "days", values[::-1]).encode(table.label)[:, 1].tolist() == [1, 0] * 3


def test_a_plan_names_the_event_column_the_time_column_and_the_value_of_the_event():
    planned = agreed([rows(list(range(12)), [0, 1] * 6)], ("event",))["target"]
    assert planned == {"kind": "event", "time": "days", "column": "died", "classes": ["0", "1"], "integral": True}
    assert target_of(planned, (3.0, 2.0)) == Event("died", "days", ("0", "1"), True, 3.0, 2.0)


@pytest.mark.parametrize(
    ("days", "died", "reason"),
    [
        ([1, -2, 3, -4, 5], [0, 1, 0, 1, 1], ("data.time-negative", {"column": "days", "rows": 2})),
        (["1", "2", "x", "4", "5"], [0, 1, 0, 1, 1], ("data.type-mismatch", {"column": "days"})),
        ([1, 2, 3, 4, 5], ["no", "yes"] * 2 + ["no"], ("data.type-mismatch", {"column": "died"})),
        ([1, 2, 3, 4, 5], [0, 0.5, 1, 1, 0], ("data.type-mismatch", {"column": "died"})),
        ([1, 2, 3, 4, 5], [0, 1, 2, 2, 0], ("data.label-rare-class", {"column": "died", "rows": 2})),
        ([1, None, 3, None, 5], [0, 1, 0, 1, 0], ("data.label-missing-values", {"column": "days", "rows": 2})),
        ([1, 2, 3, 4, 5], [0, None, 0, 1, 0], ("data.label-missing-values", {"column": "died", "rows": 1})),
    ],
)  # fmt: skip
def test_the_error_for_an_invalid_time_or_event_names_the_column(days, died, reason):
    with pytest.raises(PartyError) as caught:
        table = rows(days, died)
        TARGET.check(table.label)
        TARGET.encode(table.label)
    assert (caught.value.code, caught.value.params) == reason


def test_the_error_for_a_missing_time_column_names_the_column():
    with pytest.raises(PartyError) as caught:
        table_of(pa.table({"x": [1.0] * MIN_ROWS, "died": [0] * MIN_ROWS}), ["x"], "died", "days")
    assert (caught.value.code, caught.value.params) == ("data.column-missing", {"column": "days"})

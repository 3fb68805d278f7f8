"""Kaplan-Meier curves and the log-rank test, compared with those computed from exact times of all rows in one place."""

import json

import numpy as np
import pandas
import pytest
from fakes import World, over_the_wire
from followed import (
    EVENT,
    TIME,
    exact_curve,
    followed_rows,
    marrow,
    parties_of,
    plan_of,
    run,
    synthetic,
    table,
    transplants,
)  # fmt: skip
from statsmodels.duration.survfunc import SurvfuncRight, survdiff
from test_newton import uneven

from engine.algorithm import load_algorithm
from engine.data.common_times import Followed, absences
from engine.flower.replies import check_reply, expect
from engine.protocols.curves import MAX_ERROR, Ends, band, log_rank
from engine.protocols.loop import run_here
from engine.run.driver import run_federation

SETS = {"hearts": transplants, "marrow": marrow, "synthetic": synthetic}
MONTH, YEAR, DAY, NO_TIES = 1.0, 12.0, 1 / 30, 0.0
PARTIES = 3  # the number of parties into which `parties_of` divides the rows


def groups_of(frame: pandas.DataFrame, column: dict) -> pandas.Series:
    if column["kind"] == "category":
        return frame[column["name"]]
    return (frame[column["name"]] > column["cut"]).map({False: "low", True: "high"})


def check_curve(curve: dict, rows: pandas.DataFrame, parties: int = PARTIES) -> None:
    """Asserts that a curve is close to that of exact times.

    At least 90 % of the points are within the reported error. Counts are within two rows per party and kind of end.
    """
    own, events = rows[TIME].to_numpy(float), rows[EVENT].to_numpy() > 0
    assert curve["points"]
    assert abs(curve["rows"] - len(rows)) <= 4 * parties and abs(curve["events"] - events.sum()) <= 2 * parties
    times = np.array([point["time"] for point in curve["points"]])
    shares, _ = exact_curve(own, events, times)
    apart = np.abs([point["survival"] for point in curve["points"]] - shares)
    assert (apart <= [point["error"] for point in curve["points"]]).mean() >= 0.9
    for point, time in zip(curve["points"], times, strict=True):
        assert point["low"] <= point["survival"] <= point["high"]
        assert abs(point["atRisk"] - (own > time).sum()) <= 8 * parties
        assert point["atRisk"] % 5 == 0


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("times", [4, 20, 50])
@pytest.mark.spec("screens.survival-analysis")
def test_curves_and_the_log_rank_test_are_close_to_those_of_exact_times(name, times):
    frame = SETS[name]()
    parts = uneven(len(frame), frame[TIME].to_numpy())
    curves = run("kaplan-meier", frame, parts, times=times)[2]["curves"]
    assert len(curves["times"]) <= times
    check_curve(curves["all"], frame)
    for column in curves["columns"]:
        groups = groups_of(frame, column)
        for group in column["groups"]:
            check_curve(group, frame[groups == group["name"]])
        if min(group["rows"] for group in column["groups"]) < 10 * PARTIES:
            assert "logRank" not in column
            continue
        chi2, _ = survdiff(frame[TIME], frame[EVENT], groups)
        assert 0.4 * chi2 - 1 <= column["logRank"]["chi2"] <= 1.3 * chi2 + 1
        assert column["logRank"]["freedom"] == groups.nunique() - 1


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("unit", [MONTH, YEAR, DAY, NO_TIES])
@pytest.mark.parametrize("rows", [300, 929, 3000])
def test_curves_are_close_to_the_exact_ones_whether_or_not_times_are_tied(rows, unit, late):
    for seed in range(3):
        frame = followed_rows(seed, rows, unit, late=late)
        curves = run("kaplan-meier", frame)[2]["curves"]
        check_curve(curves["all"], frame)
        for group in curves["columns"][0]["groups"]:
            check_curve(group, frame[frame["arm"] == group["name"]])


@pytest.mark.parametrize(("rows", "bias", "far"), [(50, 0.02, 0.08), (150, 0.006, 0.03), (900, 0.002, 0.009)])
def test_survival_curves_are_nearly_unbiased(rows, bias, far):
    """Over many tables with three parties each, the test checks mean and root mean square distance from the curve of
    exact times while at least 20 rows are at risk."""
    apart = []
    for seed in range(200 if rows == 50 else 40):
        frame = followed_rows(seed, rows, NO_TIES)
        parts = np.array_split(np.arange(rows), 3)
        points = run("kaplan-meier", frame, parts)[2]["curves"]["all"]["points"]
        times = np.array([point["time"] for point in points])
        shares, followed = exact_curve(frame[TIME].to_numpy(), frame[EVENT].to_numpy() > 0, times)
        apart.extend(([point["survival"] for point in points] - shares)[followed >= 20])
    assert abs(np.mean(apart)) < bias and np.sqrt(np.mean(np.square(apart))) < far


@pytest.mark.parametrize("rows", [51, 150, 300])
def test_log_rank_test_has_about_five_percent_false_positives(rows):
    """Each table has three arms and three parties. With 51 rows in total, the smallest arm has too few for the test."""
    results = []
    for seed in range(100):
        frame = followed_rows(1000 + seed, rows, NO_TIES)
        column = run("kaplan-meier", frame, np.array_split(np.arange(rows), 3))[2]["curves"]["columns"][0]
        results.append("logRank" in column and column["logRank"]["p"] < 0.05)
    assert np.mean(results) <= 0.09 and (rows == 51) == (not any(results))


def test_log_rank_test_finds_a_difference_although_curves_end_with_few_rows():
    """Nearly all rows have the event. Rounding has the largest effect on the last rows, so the test compares only
    earlier times."""
    results, exact = [], []
    for seed in range(20):
        rng = np.random.default_rng(seed)
        arm = rng.choice(["a", "b"], 450)
        happens, until = rng.exponential(np.where(arm == "a", 300, 200)), rng.exponential(1500, 450)
        rows = {"arm": arm, TIME: np.minimum(happens, until), EVENT: (happens <= until).astype(int)}
        frame = pandas.DataFrame(rows)
        column = run("kaplan-meier", frame, np.array_split(np.arange(450), 3))[2]["curves"]["columns"][0]
        results.append(column["logRank"]["chi2"])
        exact.append(survdiff(frame[TIME], frame[EVENT], frame["arm"])[0])
    assert 0.65 < np.mean(results) / np.mean(exact) < 1


def test_a_curve_ends_where_its_error_is_too_large_or_rounding_leaves_no_row():
    rng = np.random.default_rng(4)
    frame = pandas.DataFrame({"arm": rng.choice(["a", "b"], 240), TIME: rng.exponential(300, 240)})
    frame[EVENT] = (rng.random(240) < 0.8).astype(int)
    for group in run("kaplan-meier", frame, np.array_split(np.arange(240), 3))[2]["curves"]["columns"][0]["groups"]:
        assert group["points"] and all(
            point["survival"] > 0 and point["error"] <= MAX_ERROR for point in group["points"]
        )


@pytest.mark.parametrize(("rows", "most"), [(60, 4), (150, 4), (300, 6), (900, 18)])
def test_survival_curves_use_one_common_time_per_50_rows_but_at_least_four_times(rows, most):
    curves = run("kaplan-meier", followed_rows(1, rows, NO_TIES))[2]["curves"]
    assert 3 <= len(curves["times"]) <= most


def test_a_run_on_50_rows_shows_a_curve():
    frame = followed_rows(3, 50, MONTH)
    for parts in ([np.arange(50)], np.array_split(np.arange(50), 3)):
        curves = run("kaplan-meier", frame, parts)[2]["curves"]
        assert len({point["survival"] for point in curves["all"]["points"]}) >= 3


def test_a_row_that_leaves_early_counts_for_the_share_of_events_before_it_left():
    own = np.array([1.0, 2, 3, 4, 2, 3.5, 9, 12, 6])
    events = np.array([1, 1, 1, 1, 0, 0, 0, 0, 1], dtype=bool)
    # Of four events until time 5, two are no later than 2, and three no later than 3.5. When the row at 9 leaves, its
    # party has had one event (at 6) up to 10. The row at 12 was followed beyond the last common time.
    assert absences(np.array([5, 10, np.inf]), own, events, own[events]).tolist() == [0, 0, 0, 0, 0.5, 0.25, 0, 0, 0]
    assert absences(np.array([5.0]), np.array([1, 2.0]), np.array([False, False]), np.array([])).tolist() == [0.5, 0.5]


def test_the_bands_of_a_curve_contain_the_truth_in_93_of_100_simulations_if_half_of_the_rows_are_censored():
    """There are 500 simulations, at the quartiles of an exponential time until the event. Coverage is close to that
    with exact times."""
    covered, covered_exactly = np.zeros((2, 3))
    for seed in range(500):
        rng = np.random.default_rng(20_000 + seed)
        happens, until = rng.exponential(1, 300), rng.exponential(1, 300)
        frame = pandas.DataFrame({"x": 1.0, TIME: np.minimum(happens, until), EVENT: (happens <= until).astype(int)})
        points = run("kaplan-meier", frame, np.split(np.arange(300), [40, 120]))[2]["curves"]["all"]["points"]
        reference = SurvfuncRight(frame[TIME], frame[EVENT])
        times = np.array([point["time"] for point in points])
        for quarter, time in enumerate(-np.log([0.75, 0.5, 0.25])):
            point = points[int(np.abs(times - time).argmin())]
            place = np.searchsorted(reference.surv_times, point["time"], side="right") - 1
            share, truth = reference.surv_prob[place], np.exp(-point["time"])
            low, high = band(share, (reference.surv_prob_se[place] / share) ** 2)
            covered[quarter] += point["low"] <= truth <= point["high"]
            covered_exactly[quarter] += low <= truth <= high
    assert (covered >= 0.93 * 500).all() and np.abs(covered - covered_exactly).max() <= 20


@pytest.mark.parametrize("unit", [MONTH, NO_TIES])
def test_dividing_the_rows_differently_among_parties_hardly_changes_the_curve(unit):
    frame = followed_rows(1, 1000, unit)
    curves = [run("kaplan-meier", frame, parts)[2]["curves"] for parts in (None, np.array_split(np.arange(1000), 4))]
    grid = np.quantile(frame[TIME], [0.2, 0.4, 0.6])
    one, other = (
        np.interp(grid, [p["time"] for p in actual["all"]["points"]], [p["survival"] for p in actual["all"]["points"]])
        for actual in curves
    )
    np.testing.assert_allclose(one, other, atol=0.02)


def test_the_median_survival_time_is_close_to_that_of_exact_times():
    frame = marrow()
    shares = SurvfuncRight(frame[TIME], frame[EVENT])
    actual = run("kaplan-meier", frame, times=50)[2]["curves"]["all"]["median"]
    assert shares.quantile(0.4) < actual["value"] < shares.quantile(0.6) and actual["low"] <= actual["value"]


def ends(events: list[int], others: list[int]) -> Ends:
    counts = np.array([[*others, 0], [*events, 0]])
    return Ends(counts, np.zeros(len(events)), np.arange(1.0, len(events) + 1), 1)


def test_five_rows_that_end_in_the_same_way_count_at_the_time_of_the_third():
    targets = np.column_stack([[5, 1, 2, 3, 4, 6, 7, 8, 9, 3.5, 2.5], [1] * 9 + [0] * 2])
    rows = Followed.rounded(targets)
    assert rows.times.tolist() == [3] * 5 + [8] * 5 and rows.events.all()


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.spec("screens.survival-analysis")
def test_reported_counts_of_rows_and_their_differences_are_multiples_of_five(seed):
    random = np.random.default_rng(seed)
    frame = synthetic().head(60 + 40 * seed)
    frame = frame.assign(ward=random.choice(["east", "north", "west"], len(frame), p=[0.7, 0.2, 0.1]))
    curves = run("kaplan-meier", frame)[2]["curves"]
    for curve in (curves["all"], *(group for column in curves["columns"] for group in column["groups"])):
        assert all(count % 5 == 0 for count in (curve["rows"], curve["events"]))
        assert all(point["atRisk"] % 5 == 0 for point in curve["points"])


def test_hides_the_curve_of_a_group_of_two_rows():
    frame = synthetic()
    frame.loc[np.arange(2), "ward"] = "annex"
    algorithm, rows = load_algorithm("kaplan-meier"), table(frame)
    plan = plan_of(algorithm, [rows])
    plan["data"]["columns"][2]["categories"] = ["annex", "east", "north", "west"]
    protocol = algorithm.protocol(plan)
    state = run_here(protocol, [protocol.party(rows)], protocol.begin(1, "0"))
    (ward,) = (one for one in protocol.result(state).card["curves"]["columns"] if one["name"] == "ward")
    assert ward["groups"][0] == {"name": "annex", "rows": 0, "events": 0, "points": []}


def test_rows_without_a_value_in_the_grouping_column_are_in_no_group():
    frame = synthetic()
    frame.loc[np.arange(200), "age"] = np.nan
    frame.loc[np.arange(100, 300), "ward"] = None
    columns = {column["name"]: column for column in run("kaplan-meier", frame)[2]["curves"]["columns"]}
    for name in ("age", "ward"):
        groups = columns[name]["groups"]
        assert abs(sum(group["rows"] for group in groups) - 800) <= 4 * PARTIES * len(groups)
    assert columns["age"]["cut"] == pytest.approx(frame["age"].mean(), abs=0.01 * frame["age"].std())


def test_splits_a_column_of_zeros_and_ones_at_one_half_so_that_no_share_is_revealed():
    frame = synthetic().assign(age=(np.arange(1000) % 50 == 0).astype(int))
    (column,) = (one for one in run("kaplan-meier", frame)[2]["curves"]["columns"] if one["name"] == "age")
    low, high = (group["rows"] for group in column["groups"])
    assert column["cut"] == 0.5 and abs(low - 980) <= 4 * PARTIES and abs(high - 20) <= 4 * PARTIES


def test_a_constant_column_makes_no_groups():
    column = run("kaplan-meier", synthetic().assign(age=36.6))[2]["curves"]["columns"][0]
    assert column["groups"] == [] and "logRank" not in column


def test_the_log_rank_test_is_missing_without_groups_to_compare():
    assert log_rank([ends([5, 5], [0, 5])]) is None
    assert log_rank([ends([5, 5], [0, 5]), ends([0, 0], [0, 0])]) is None
    # the groups are so small that rounding would dominate the test
    assert log_rank([ends([5, 5], [0, 5]), ends([5, 0], [0, 0])]) is None
    assert band(1.0, 0.0) == (1.0, 1.0) and band(0.0, np.inf) == (0.0, 0.0)


def world(folder, rows: int) -> World:
    frame = synthetic()[:rows]
    parts = np.array_split(np.arange(rows), 3)
    tables = {f"100{place}": frame.iloc[part].to_dict("list") for place, part in enumerate(parts, 1)}
    return World(folder, "kaplan-meier", tables, EVENT, TIME)


def test_the_size_of_the_messages_to_the_server_does_not_grow_with_rows(tmp_path):
    seen = []
    for rows in (180, 900):
        (tmp_path / str(rows)).mkdir()
        one = world(tmp_path / str(rows), rows)
        run_federation(one.grid, one.run(), one.algorithm)
        for (kind, message), (_, reply) in zip(one.grid.messages, one.grid.replies, strict=True):
            check_reply(expect(one.algorithm, one.plan, kind, over_the_wire(message)), over_the_wire(reply))
        terms = [reply["terms"] for _, reply in one.grid.replies]
        seen.append({(name, tuple(array.shape)) for sent in terms for name, array in sent.items()})
    assert seen[0] == seen[1]


def test_a_run_completes_from_first_event_to_card(tmp_path):
    one = world(tmp_path, 300)
    run_federation(one.grid, one.run(), one.algorithm)
    events, card = one.events(), one.card()
    assert [event["kind"] for event in events] == ["started", "statistics", "finished"]
    assert (card["output"], card["label"], card["metrics"], card["rounds"]) == ("curves", EVENT, {}, 0)
    assert not (one.run_folder / "model.onnx").exists()
    frame = pandas.concat([pandas.DataFrame(table) for table in one.tables.values()])
    check_curve(card["curves"]["all"], frame)
    assert json.dumps(card)


@pytest.mark.parametrize(
    "change",
    [
        lambda state: state.arrays["times"].fill(np.nan),
        lambda state: state.arrays.update(coefficients=np.zeros(3)),
        lambda state: state.facts.update(timing="finer-times"),
        lambda state: state.facts.update(timing="other"),
        lambda state: state.facts.update(done=True),
    ],
    ids=["nan", "more", "early", "another", "done"],
)
def test_refuses_a_state_that_no_run_reaches(change):
    frame = synthetic()
    rows, algorithm = table(frame), load_algorithm("kaplan-meier")
    protocol = algorithm.protocol(plan_of(algorithm, [rows]))
    parties, seen = [protocol.party(rows.take(part)) for part in parties_of(frame)], []
    run_here(protocol, parties, protocol.begin(3, "0"), lambda before, *_: seen.append(before))
    for state in seen:
        protocol.check(state)
    change(seen[-1])
    with pytest.raises(ValueError):
        protocol.check(seen[-1])

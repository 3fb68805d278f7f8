"""Kaplan-Meier curves and the log-rank test against those of exact times, of all rows in one place."""

import json
from collections.abc import Sequence

import numpy as np
import pandas
import pytest
from fakes import World, over_the_wire
from followed import (
    EVENT,
    TIME,
    exact_curve,
    followed_rows,
    made_up,
    marrow,
    parties_of,
    plan_of,
    run,
    table,
    transplants,
)  # fmt: skip
from statsmodels.duration.survfunc import SurvfuncRight, survdiff

from engine.algorithm import load_algorithm
from engine.data.common_times import absences
from engine.flower.replies import check_reply, expect
from engine.privacy.few_over_time import places_at_risk, places_shown
from engine.protocols.curves import Ends, band, log_rank
from engine.protocols.loop import run_here
from engine.run.driver import run_federation

SETS = {"hearts": transplants, "marrow": marrow, "made up": made_up}
MONTH, YEAR, DAY, NO_TIES = 1.0, 12.0, 1 / 30, 0.0
NEAR = 0.01  # from the exact curve, where 20 or more rows are at risk


def groups_of(frame: pandas.DataFrame, column: dict) -> pandas.Series:
    if column["kind"] == "category":
        return frame[column["name"]]
    return (frame[column["name"]] > column["cut"]).map({False: "low", True: "high"})


def check_curve(told: dict, rows: pandas.DataFrame, common: Sequence[float], near: float = NEAR) -> None:
    """Every point is that of exact times, within the error that is shown, and near it while 20 rows are at risk."""
    own, events = rows[TIME].to_numpy(float), rows[EVENT].to_numpy() > 0
    assert told["points"]
    times = np.array([point["time"] for point in told["points"]])
    shares, followed = exact_curve(own, events, times)
    reference = SurvfuncRight(rows[TIME], rows[EVENT])
    for point, share, count in zip(told["points"], shares, followed, strict=True):
        apart = abs(point["survival"] - share)
        assert apart <= point["error"] and (apart < near or count < 20)
        assert point["low"] <= point["survival"] <= point["high"]
        assert point["atRisk"] in (None, count)
        if count >= 20 and 0 < share < 1:
            place = np.searchsorted(reference.surv_times, point["time"], side="right") - 1
            low, high = band(share, (reference.surv_prob_se[place] / share) ** 2)
            assert (point["low"], point["high"]) == pytest.approx((low, high), abs=2 * near)
    if value := told["median"].get("value"):
        before = max(time for time in [0, *common] if time < value)
        ends, _ = exact_curve(own, events, np.array([before, value]))
        assert ends[0] > 0.5 - near and ends[1] < 0.5 + near


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("times", [4, 20, 50])
def test_curves_and_test_are_near_those_of_exact_times(name, times):
    frame = SETS[name]()
    curves = run("kaplan-meier", frame, times=times)[2]["curves"]
    assert len(curves["times"]) <= times
    near = NEAR if times > 4 else 3 * NEAR
    check_curve(curves["all"], frame, curves["times"], near)
    assert curves["all"]["rows"] == len(frame)
    for column in curves["columns"]:
        groups = groups_of(frame, column)
        for told in column["groups"]:
            inside = frame[groups == told["name"]]
            check_curve(told, inside, curves["times"], near)
            assert told["rows"] == len(inside) and told["events"] == inside[EVENT].sum()
        chi2, _ = survdiff(frame[TIME], frame[EVENT], groups)
        assert column["logRank"]["chi2"] == pytest.approx(
            chi2, rel=0.1 if times > 4 else 0.3, abs=0.5 if times > 4 else 1.5
        )
        assert column["logRank"]["freedom"] == groups.nunique() - 1


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("unit", [MONTH, YEAR, DAY, NO_TIES])
@pytest.mark.parametrize("rows", [300, 929, 3000])
def test_curves_are_near_the_exact_ones_with_all_ties_and_with_none(rows, unit, late):
    for seed in range(3):
        frame = followed_rows(seed, rows, unit, late=late)
        curves = run("kaplan-meier", frame)[2]["curves"]
        check_curve(curves["all"], frame, curves["times"])
        for told in curves["columns"][0]["groups"]:
            if told["points"]:
                check_curve(told, frame[frame["arm"] == told["name"]], curves["times"])


def test_a_row_that_leaves_counts_as_the_share_of_its_own_events_until_then():
    own = np.array([1.0, 2, 3, 4, 2, 3.5, 9, 12, 6])
    events = np.array([1, 1, 1, 1, 0, 0, 0, 0, 1], dtype=bool)
    # Of four events until 5 two are no later than 2, and three no later than 3.5. At the row that leaves at 9 the party
    # has one event up to 10, at 6; the row at 12 was followed beyond the last common time.
    assert absences(np.array([5, 10, np.inf]), own, events).tolist() == [0, 0, 0, 0, 0.5, 0.25, 0, 0, 0]
    assert absences(np.array([5.0]), np.array([1, 2.0]), np.array([False, False])).tolist() == [0.5, 0.5]


def test_bands_cover_the_truth_in_93_of_100_simulations_with_half_of_the_rows_censored():
    """500 of them: at the quartiles of an exponential time until the event, as often as bands of exact times do."""
    covered, exactly = np.zeros((2, 3))
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
            exactly[quarter] += low <= truth <= high
    assert (covered >= 0.93 * 500).all() and np.abs(covered - exactly).max() <= 5


@pytest.mark.parametrize("unit", [MONTH, NO_TIES])
def test_who_has_which_rows_hardly_changes_the_curve(unit):
    frame = followed_rows(1, 1000, unit)
    curves = [run("kaplan-meier", frame, parts)[2]["curves"] for parts in (None, np.array_split(np.arange(1000), 4))]
    one, other = ([point["survival"] for point in found["all"]["points"]] for found in curves)
    assert curves[0]["times"] == curves[1]["times"]
    np.testing.assert_allclose(one, other, atol=NEAR)


def test_the_median_is_the_first_common_time_after_that_of_the_exact_times():
    frame = marrow()
    reference = SurvfuncRight(frame[TIME], frame[EVENT]).quantile(0.5)
    curves = run("kaplan-meier", frame, times=50)[2]["curves"]
    found = curves["all"]["median"]
    before = max(time for time in [0, *curves["times"]] if time < found["value"])
    assert before < reference <= found["value"] and found["low"] <= found["value"]


def ends(events: list[int], others: list[int]) -> Ends:
    return Ends(np.array([[*others, 0], [*events, 0]]), np.zeros(len(events)), np.arange(1.0, len(events) + 1))


def told(group: Ends) -> dict:
    """What is shown of all rows."""
    (shown,) = places_shown([group.followed], range(len(group.times)))
    at_risk = places_at_risk([group.followed], shown)
    return group.curve(group.rows, group.events_beside_rows(), shown, at_risk)


def test_a_point_is_shown_only_with_five_events_since_the_one_before():
    points = told(ends([5, 1, 1, 3, 2, 0, 2], [0, 9, 0, 0, 0, 30, 0]))["points"]
    assert [point["time"] for point in points] == [1, 7]  # 5, 5 and what is left goes with the last
    assert told(ends([2, 1, 1], [10, 0, 20]))["points"] == []
    assert told(ends([2, 1, 1], [10, 0, 20]))["events"] == "<5"


def test_who_is_at_risk_is_shown_only_where_that_tells_of_nobody():
    def at_risk(group):
        return [point["atRisk"] for point in told(group)["points"]]

    assert at_risk(ends([5, 5, 5, 5], [0, 0, 0, 1])) == [16, 11, 6, None]
    assert at_risk(ends([5, 5, 5], [0, 0, 0])) == [10, 5, 0]
    assert at_risk(ends([5, 5, 5, 5], [0, 2, 3, 0])) == [20, None, 5, 0]  # 2 that left, then 5


def attacked(curves: dict, column: dict, frame: pandas.DataFrame, groups: pandas.Series) -> list[int]:
    """What an attacker finds who knows the number of events at every point that is shown: those of groups of which the
    same ones are known at two times, less each other."""
    names = [group["name"] for group in column["groups"]]
    shown = {group["name"]: {point["time"] for point in group["points"]} for group in column["groups"]}
    sums: dict[frozenset[str], list[int]] = {}
    for point in curves["all"]["points"]:
        had = frame[(frame[EVENT] == 1) & (frame[TIME] <= point["time"])]
        counts = had.groupby(groups.loc[had.index]).size()
        known = [name for name in names if point["time"] in shown[name]]
        sums.setdefault(frozenset(), [0]).append(len(had))
        for name in known:
            sums.setdefault(frozenset([name]), [0]).append(int(counts.get(name, 0)))
        rest = frozenset(names) - frozenset(known)
        sums.setdefault(rest | {"rest"}, [0]).append(len(had) - sum(int(counts.get(name, 0)) for name in known))
    return [after - before for upto in sums.values() for place, before in enumerate(upto) for after in upto[place:]]


@pytest.mark.parametrize("seed", range(20))
def test_no_count_below_five_follows_from_what_is_shown_of_all_and_of_the_groups(seed):
    random = np.random.default_rng(seed)
    frame = made_up().head(60 + 40 * seed)
    frame = frame.assign(ward=random.choice(["east", "north", "west"], len(frame), p=[0.7, 0.2, 0.1]))
    frame[EVENT] *= (frame["ward"] != "west") | (random.random(len(frame)) < 0.3)
    curves = run("kaplan-meier", frame)[2]["curves"]
    for column in curves["columns"]:
        assert not any(0 < count < 5 for count in attacked(curves, column, frame, groups_of(frame, column)))
        at_risk = [{point["time"]: point["atRisk"] for point in group["points"]} for group in column["groups"]]
        followed = {point["time"]: point["atRisk"] for point in curves["all"]["points"]}
        for time in curves["times"]:
            counts = [one.get(time) for one in at_risk]
            left = [] if None in (*counts, followed.get(time)) else [followed[time] - sum(counts)]
            assert not any(0 < count < 5 for count in (*counts, *left) if count is not None)


def test_shares_of_all_rows_fit_more_than_one_number_of_rows_that_left_where_few_did():
    """Three rows leave between two points. The attacker tries every number of rows, and how many events they missed."""
    group = Ends(np.array([[0, 3, 0, 9], [10, 10, 10, 0]]), np.array([0, 1.5, 0]), np.arange(1.0, 4))
    points = told(group)["points"]
    assert [point["atRisk"] for point in points] == [32, None, None]
    before, after = (point["survival"] for point in points[:2])
    fits = {
        left
        for events in range(5, 27)
        for left in range(32 - events)
        for absent in np.linspace(0, left, 101)
        if abs(round(before * (1 - events / max(32 - absent, events)), 3) - after) < 1e-9
    }
    assert {*fits} > {3} and max(fits) > 5


def test_a_small_group_is_not_shown_nor_told_by_what_is_left_of_all():
    frame = made_up()
    frame.loc[np.arange(3), "ward"] = "annex"
    parts = [np.arange(1000)]
    algorithm, rows = load_algorithm("kaplan-meier"), table(frame)
    plan = plan_of(algorithm, [rows])
    plan["data"]["columns"][2]["categories"] = ["annex", "east", "north", "west"]
    protocol = algorithm.protocol(plan)
    parties = [protocol.party(rows.take(part)) for part in parts]
    state = run_here(protocol, parties, protocol.begin(1, "0"))
    curves = protocol.result(state).card["curves"]
    (ward,) = (column for column in curves["columns"] if column["name"] == "ward")
    annex, *others = ward["groups"]
    assert annex == {"name": "annex", "rows": "<5", "events": None, "points": []}
    covers = [group for group in others if isinstance(group["rows"], str)]
    assert covers and all(group["events"] is None and group["points"] == [] for group in covers)
    assert any(point["atRisk"] is not None for point in curves["all"]["points"])
    assert not any(0 < count < 5 for count in attacked(curves, ward, frame, frame["ward"]))


def test_rows_without_a_value_are_in_no_group():
    frame = made_up()
    frame.loc[np.arange(200), "age"] = np.nan
    frame.loc[np.arange(100, 300), "ward"] = None
    columns = {column["name"]: column for column in run("kaplan-meier", frame)[2]["curves"]["columns"]}
    assert sum(group["rows"] for group in columns["age"]["groups"]) == 800
    assert sum(group["rows"] for group in columns["ward"]["groups"]) == 800
    assert columns["age"]["cut"] == pytest.approx(frame["age"].mean())


def test_zeros_and_ones_are_divided_in_the_middle_which_says_no_share():
    frame = made_up().assign(age=(np.arange(1000) % 50 == 0).astype(int))
    (column,) = (one for one in run("kaplan-meier", frame)[2]["curves"]["columns"] if one["name"] == "age")
    assert column["cut"] == 0.5 and [group["rows"] for group in column["groups"]] == [980, 20]


def test_a_column_that_never_varies_makes_no_groups():
    told = run("kaplan-meier", made_up().assign(age=36.6))[2]["curves"]["columns"][0]
    assert told["groups"] == [] and "logRank" not in told


def test_nothing_to_compare_is_no_test():
    assert log_rank([ends([5, 5], [0, 5])]) is None
    assert log_rank([ends([5, 5], [0, 5]), ends([0, 0], [0, 0])]) is None
    assert band(1.0, 0.0) == (1.0, 1.0) and band(0.0, np.inf) == (0.0, 0.0)


def world(folder, rows: int) -> World:
    frame = made_up()[:rows]
    parts = np.array_split(np.arange(rows), 3)
    tables = {f"100{place}": frame.iloc[part].to_dict("list") for place, part in enumerate(parts, 1)}
    return World(folder, "kaplan-meier", tables, EVENT, TIME)


def test_what_the_server_sees_does_not_grow_with_rows(tmp_path):
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


def test_a_run_from_first_event_to_card(tmp_path):
    one = world(tmp_path, 300)
    run_federation(one.grid, one.run(), one.algorithm)
    events, card = one.events(), one.card()
    assert [event["kind"] for event in events] == ["started", "statistics", "finished"]
    assert (card["output"], card["label"], card["metrics"], card["rounds"]) == ("curves", EVENT, {}, 0)
    assert not (one.run_folder / "model.onnx").exists()
    frame = pandas.concat([pandas.DataFrame(table) for table in one.tables.values()])
    check_curve(card["curves"]["all"], frame, card["curves"]["times"])
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
def test_a_state_that_no_run_reaches_is_refused(change):
    frame = made_up()
    rows, algorithm = table(frame), load_algorithm("kaplan-meier")
    protocol = algorithm.protocol(plan_of(algorithm, [rows]))
    parties, seen = [protocol.party(rows.take(part)) for part in parties_of(frame)], []
    run_here(protocol, parties, protocol.begin(3, "0"), lambda before, *_: seen.append(before))
    for state in seen:
        protocol.check(state)
    change(seen[-1])
    with pytest.raises(ValueError):
        protocol.check(seen[-1])

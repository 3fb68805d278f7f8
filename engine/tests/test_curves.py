"""Kaplan-Meier curves and the log-rank test against statsmodels' on all rows in one place."""

import json
from collections.abc import Sequence

import numpy as np
import pandas
import pytest
from fakes import World, over_the_wire
from followed import EVENT, TIME, counted_as, made_up, marrow, parties_of, plan_of, run, table, transplants
from statsmodels.duration.survfunc import SurvfuncRight, survdiff

from engine.algorithm import load_algorithm
from engine.flower.replies import check_reply, expect
from engine.protocols.curves import Ends, band, log_rank, told_together
from engine.protocols.loop import run_here
from engine.run.driver import run_federation

SETS = {"hearts": transplants, "marrow": marrow, "made up": made_up}


def on_common_times(frame: pandas.DataFrame, times: list[float]) -> pandas.DataFrame:
    """Rows that were followed for longer than the last common time count as seen until then."""
    return frame.assign(days=np.minimum(counted_as(times, frame[TIME]), times[-1]))


def groups_of(frame: pandas.DataFrame, column: dict) -> pandas.Series:
    if column["kind"] == "category":
        return frame[column["name"]]
    return (frame[column["name"]] > column["cut"]).map({False: "low", True: "high"})


def check_curve(told: dict, rows: pandas.DataFrame) -> None:
    """Every point that is told is the pooled curve's."""
    reference = SurvfuncRight(rows[TIME], rows[EVENT])
    at = {time: place for place, time in enumerate(reference.surv_times)}
    assert told["points"]
    for point in told["points"]:
        place = at[point["time"]]
        survival, error = reference.surv_prob[place], reference.surv_prob_se[place]
        assert point["survival"] == pytest.approx(survival, rel=1e-12)
        if 0 < survival < 1:
            reach = 1.959963984540054 * error / (survival * -np.log(survival))
            expected = survival ** np.exp(reach), survival ** np.exp(-reach)
            assert (point["low"], point["high"]) == pytest.approx(expected, rel=1e-9)
        assert point["atRisk"] in (None, (rows[TIME] >= point["time"]).sum())
    below = [point["time"] for point in told["points"] if point["survival"] <= 0.5]
    assert told["median"].get("value") == (below[0] if below else None)


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("times", [4, 20, 50])
def test_curves_and_test_are_those_of_all_rows_on_the_common_times(name, times):
    frame = SETS[name]()
    curves = run("kaplan-meier", frame, times=times)[2]["curves"]
    rows = on_common_times(frame, curves["times"])
    assert len(curves["times"]) <= times
    check_curve(curves["all"], rows)
    assert curves["all"]["rows"] == len(frame)
    for column in curves["columns"]:
        groups = groups_of(rows, column)
        for told in column["groups"]:
            inside = rows[groups == told["name"]]
            check_curve(told, inside)
            assert told["rows"] == len(inside) and told["events"] == inside[EVENT].sum()
        chi2, p = survdiff(rows[TIME], rows[EVENT], groups)
        assert column["logRank"]["chi2"] == pytest.approx(chi2, rel=1e-9)
        assert column["logRank"]["p"] == pytest.approx(p, rel=1e-6)
        assert column["logRank"]["freedom"] == groups.nunique() - 1


def test_who_has_which_rows_changes_nothing():
    frame = made_up()
    one, other = (run("kaplan-meier", frame, parts)[2] for parts in (None, np.array_split(np.arange(1000), 2)))
    assert one["curves"] == other["curves"]


def test_the_median_is_the_first_common_time_after_that_of_the_exact_times():
    frame = marrow()
    reference = SurvfuncRight(frame[TIME], frame[EVENT]).quantile(0.5)
    curves = run("kaplan-meier", frame, times=50)[2]["curves"]
    found = curves["all"]["median"]
    before = max(time for time in [0, *curves["times"]] if time < found["value"])
    assert before < reference <= found["value"] and found["low"] <= found["value"]


def ends(events: list[int], others: list[int]) -> Ends:
    return Ends(np.array([others, events]), np.arange(1.0, len(events) + 1))


def told(group: Ends, others: Sequence[Ends] = ()) -> dict:
    """What is shown of a group beside others."""
    return group.curve(group.rows, group.few_events(), told_together([group, *others]))


def test_a_point_is_shown_only_with_five_events_since_the_one_before():
    points = told(ends([5, 1, 1, 3, 2, 0, 2], [0, 9, 0, 0, 0, 30, 0]))["points"]
    assert [point["time"] for point in points] == [1, 7]  # 5, 5 and what is left goes with the last
    assert told(ends([2, 1, 1], [10, 0, 20]))["points"] == []
    assert told(ends([2, 1, 1], [10, 0, 20]))["events"] == "<5"


def test_of_a_group_of_fewer_than_five_nothing_is_told():
    assert ends([2, 1], [1, 0]).curve("<5", 3, [0]) == {"rows": "<5", "events": None, "points": []}


def test_who_is_at_risk_is_shown_only_where_that_tells_of_nobody():
    def at_risk(group, others=()):
        return [point["atRisk"] for point in told(group, others)["points"]]

    assert at_risk(ends([5, 5, 5, 5], [0, 0, 0, 1])) == [21, 16, 11, 6]
    assert at_risk(ends([5, 5, 5], [0, 0, 0])) == [15, 10, 5]
    late = ends([2, 4, 0, 5], [0, 0, 0, 0])  # 2 had the event before 9 were at risk
    assert [(point["time"], point["atRisk"]) for point in told(late)["points"]] == [(2, None), (4, 5)]
    # Of 23 rows that are left 20 are the one group's: whoever knows both knows that the other has three.
    assert at_risk(ends([5, 20], [0, 0]), [ends([7, 3], [0, 0])]) == [25, None]


@pytest.mark.parametrize("seed", range(20))
def test_no_count_below_five_follows_from_what_is_told_of_all_and_of_the_groups(seed):
    random = np.random.default_rng(seed)
    frame = made_up().head(60 + 20 * seed)
    frame = frame.assign(ward=random.choice(["east", "north", "west"], len(frame), p=[0.7, 0.2, 0.1]))
    frame[EVENT] *= (frame["ward"] != "west") | (random.random(len(frame)) < 0.3)
    curves = run("kaplan-meier", frame, times=20)[2]["curves"]
    (ward,) = (column for column in curves["columns"] if column["name"] == "ward")

    def told_of(parts: list) -> list:
        """What all have, and each group; and of one that is not told, what is left for it where the others are."""
        all_, *groups = parts
        unknown = [one for one in groups if not isinstance(one, int)]
        left = all_ - sum(one for one in groups if isinstance(one, int)) if isinstance(all_, int) else None
        return [
            *(one for one in groups if isinstance(one, int)),
            *([left] if left is not None and len(unknown) < 2 else []),
        ]

    groups = [curves["all"], *ward["groups"]]
    for events in told_of([group["events"] for group in groups]):
        assert not 0 < events < 5
    at_risk = [{point["time"]: point["atRisk"] for point in group["points"]} for group in groups]
    for time in curves["times"]:
        for count in told_of([one.get(time) for one in at_risk]):
            assert not 0 < count < 5


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
    assert any(isinstance(group["rows"], str) for group in others)
    assert all(point["atRisk"] is None for point in curves["all"]["points"])


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
    check_curve(card["curves"]["all"], on_common_times(frame, card["curves"]["times"]))
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

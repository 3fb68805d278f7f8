"""Cox regression over parties against statsmodels' on all rows in one place."""

import json
from dataclasses import replace
from itertools import pairwise

import numpy as np
import onnxruntime
import pandas
import pytest
from fakes import World, over_the_wire
from followed import (
    EVENT,
    TIME,
    counted_as,
    features,
    followed_rows,
    made_up,
    marrow,
    parties_of,
    plan_of,
    run,
    table,
    transplants,
)
from statsmodels.duration.hazard_regression import PHReg

from engine.algorithm import load_algorithm
from engine.errors import RunError
from engine.flower.replies import check_reply, expect
from engine.learners.partial_likelihood import RiskSums, partial_sums, risk_moments
from engine.protocols.folds import FOLDS, folds_of
from engine.protocols.loop import run_here
from engine.protocols.on_rows import scores_of
from engine.run.driver import run_federation
from engine.targets.event import count_pairs

SETS = {"hearts": transplants, "marrow": marrow, "made up": made_up}


def design(frame: pandas.DataFrame) -> np.ndarray:
    """Columns as the engine codes them: a category against its first."""
    return pandas.get_dummies(frame[features(frame)], drop_first=True).to_numpy(float)


def strata_of(frame: pandas.DataFrame) -> np.ndarray:
    strata = np.empty(len(frame), dtype=int)
    for place, part in enumerate(parties_of(frame)):
        strata[part] = place
    return strata


def said(card: dict, what: str) -> np.ndarray:
    """Of coefficients that any row tells something of."""
    lines = card["regression"]["coefficients"]
    return np.array([line[what] for line in lines if line["category"] != ""])


@pytest.mark.parametrize("name", SETS)
def test_stratified_by_party_it_is_the_fit_of_all_rows_with_a_stratum_for_each(name):
    frame = SETS[name]()
    _, state, card = run("cox", frame)
    reference = PHReg(frame[TIME], design(frame), frame[EVENT], ties="efron", strata=strata_of(frame)).fit(tol=1e-14)

    np.testing.assert_allclose(said(card, "estimate"), reference.params, rtol=1e-6, atol=1e-9)
    np.testing.assert_allclose(said(card, "error"), reference.bse, rtol=1e-6)
    np.testing.assert_allclose(said(card, "p"), reference.pvalues, atol=1e-6)
    low, high = said(card, "low"), said(card, "high")
    np.testing.assert_allclose(np.column_stack([low, high]), reference.conf_int(), rtol=1e-6, atol=1e-9)
    assert card["regression"]["converged"] and state.facts["round"] <= 7
    assert card["survival"]["events"] == frame[EVENT].sum()


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize(("times", "most"), [(5, 0.7), (20, 0.2), (50, 0.15)])
def test_pooled_it_is_near_the_fit_of_all_rows_on_exact_times(name, times, most):
    frame = SETS[name]()
    _, _, card = run("cox", frame, pooled=True, times=times)
    exact = PHReg(frame[TIME], design(frame), frame[EVENT], ties="efron").fit(tol=1e-14)
    moved = np.abs(said(card, "estimate") - exact.params) / exact.bse
    assert len(card["survival"]["times"]) <= times and moved.max() < most
    np.testing.assert_allclose(said(card, "error"), exact.bse, rtol=0.05)


@pytest.mark.parametrize("unit", [12, 1, 1 / 30, 0])
@pytest.mark.parametrize("rows", [300, 1000])
def test_pooled_no_coefficient_is_farther_from_exact_times_than_the_help_says(unit, rows):
    frame = followed_rows(rows, rows, unit)
    frame.insert(0, "x", np.random.default_rng(rows).normal(size=rows) - 0.02 * frame[TIME])
    _, _, card = run("cox", frame, pooled=True)
    exact = PHReg(frame[TIME], design(frame), frame[EVENT], ties="efron").fit(tol=1e-14)
    assert (np.abs(said(card, "estimate") - exact.params) / exact.bse).max() < 0.25


def test_without_rows_that_leave_in_between_it_is_the_fit_on_the_common_times():
    """Rows without the event leave at the common times only, where nothing is estimated."""
    frame = made_up()
    frame.loc[frame[EVENT] == 0, TIME] = 1000.0
    _, _, card = run("cox", frame, pooled=True, times=20)
    common = np.array(card["survival"]["times"])
    own = np.minimum(counted_as(common, frame[TIME]), common[-1] + frame[TIME] // 1000)
    reference = PHReg(own, design(frame), frame[EVENT], ties="efron").fit(tol=1e-14)
    np.testing.assert_allclose(said(card, "estimate"), reference.params, rtol=1e-6, atol=1e-9)
    np.testing.assert_allclose(said(card, "error"), reference.bse, rtol=1e-6)


def test_at_least_five_events_lie_between_two_common_times():
    frame = made_up()
    common = np.array(run("cox", frame)[2]["survival"]["times"])
    counts = np.histogram(frame[TIME][frame[EVENT] == 1], [-np.inf, *common])[0]
    assert 25 <= len(common) <= 50 and counts.min() >= 5


def breslow(frame: pandas.DataFrame, weights: np.ndarray, times: np.ndarray) -> np.ndarray:
    """The share without the event at each of the times, of a row with weight 1: by definition, from exact times."""
    own, events = frame[TIME].to_numpy(float), frame[EVENT].to_numpy() > 0
    ends = np.unique(own[events])
    steps = [(own[events] == end).sum() / weights[own >= end].sum() for end in ends]
    return np.exp(-np.append(0.0, np.cumsum(steps)))[np.searchsorted(ends, times, side="right")]


@pytest.mark.parametrize("pooled", [False, True])
@pytest.mark.parametrize("unit", [12, 1, 1 / 30, 0])
def test_the_baseline_is_near_that_of_exact_times_and_within_its_error(pooled, unit):
    """Breslow's, at the average of numbers and the first of categories."""
    frame = followed_rows(7, 900, unit)
    frame.insert(0, "x", np.random.default_rng(3).normal(size=900) - 0.02 * frame[TIME])
    card = run("cox", frame, pooled=pooled)[2]
    times = np.array(card["survival"]["times"])
    weights = np.exp((design(frame) - [frame["x"].mean(), 0, 0]) @ said(card, "estimate"))
    apart = np.abs(np.array(card["survival"]["baseline"]) - breslow(frame, weights, times))
    followed = np.array([(frame[TIME] >= time).sum() for time in times])
    assert (apart <= np.array(card["survival"]["errors"])).all() and apart[followed >= 20].max() < 0.01


def growing(frame: pandas.DataFrame, common: np.ndarray, params: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Score and information of a model with columns that grow along the common times as well, each party a stratum,
    from rows that are split at each time of an event."""
    inputs, events, own = design(frame), frame[EVENT].to_numpy(), frame[TIME].to_numpy()
    ends, pieces = np.unique(own[events == 1]), []
    for row, stratum in enumerate(strata_of(frame)):
        starts = [0.0, *ends[ends < own[row]]]
        for start, stop in zip(starts, [*starts[1:], own[row]], strict=True):
            factor = min(np.searchsorted(common, stop), len(common) - 1) / (len(common) - 1)
            begin = start and start + 0.0005  # an entry at the time of an event is at risk then
            columns = [*inputs[row], *(factor * inputs[row])]
            pieces.append([begin, stop, events[row] * (stop == own[row]), stratum, *columns])
    split = np.array(pieces)
    model = PHReg(split[:, 1], split[:, 4:], split[:, 2], entry=split[:, 0], strata=split[:, 3], ties="breslow")
    at = np.concatenate([params, np.zeros(len(params))])
    return model.score(at), -model.hessian(at)


def test_the_check_is_the_score_test_for_coefficients_that_grow_with_time():
    """On rows without ties, where Efron and Breslow agree."""
    frame = transplants().assign(dose=np.random.default_rng(0).normal(size=69))
    frame[TIME] += np.random.default_rng(1).permutation(len(frame)) / 1000
    card = run("cox", frame)[2]
    params = np.array([line["estimate"] for line in card["regression"]["coefficients"]])
    score, information = growing(frame, np.array(card["survival"]["times"]), params)
    left = information[2:, 2:] - information[2:, :2] @ np.linalg.solve(information[:2, :2], information[:2, 2:])
    expected = [*(score[2:] ** 2 / np.diag(left)), score[2:] @ np.linalg.solve(left, score[2:])]

    lines = card["survival"]["check"]
    np.testing.assert_allclose([line["chi2"] for line in lines], expected, rtol=1e-6)
    assert [(line["column"], line["freedom"]) for line in lines] == [("age", 1), ("dose", 1), (None, 2)]


@pytest.mark.parametrize("power", [0, 1, 2])
def test_sums_on_common_times_are_those_of_rows_with_these_times(power):
    rng = np.random.default_rng(power)
    inputs, own, events = rng.normal(size=(80, 3)), rng.integers(0, 6, 80), rng.random(80) < 0.5
    beta, factors = np.array([0.3, -0.2, 0.1]), np.linspace(0, 1, 6) ** power
    weights = np.exp(inputs @ beta)[:, None]
    moments, told = risk_moments(inputs) * weights, np.column_stack([inputs @ beta, inputs])
    at = [own == place for place in range(6)]
    had = [here & events for here in at]
    leaving, died, sums = (
        np.array([values[place].sum(axis=0) for place in places])
        for values, places in ((moments, at), (moments, had), (told, had))
    )
    risks = RiskSums(leaving, died, np.array([place.sum() for place in had]), sums)
    here, there = risks.sums(factors), partial_sums(inputs, own.astype(float), events, beta, factors[own])
    for name in ("loss", "gradient", "hessian"):
        np.testing.assert_allclose(here[name], there[name], rtol=1e-10, atol=1e-10)


def test_slopes_and_curvatures_are_those_of_the_loss():
    rng = np.random.default_rng(7)
    inputs, times, events = rng.normal(size=(60, 2)), rng.integers(1, 20, 60).astype(float), rng.random(60) < 0.6
    at = np.array([0.4, -0.3])
    found = partial_sums(inputs, times, events, at)
    for place, step in enumerate(1e-5 * np.eye(2)):
        up, down = (partial_sums(inputs, times, events, at + sign * step) for sign in (1, -1))
        assert found["gradient"][place] == pytest.approx((down["loss"] - up["loss"]) / 2e-5, rel=1e-6)
        np.testing.assert_allclose(found["hessian"][place], (down["gradient"] - up["gradient"]) / 2e-5, rtol=1e-6)


def test_concordance_is_of_rows_of_one_party_that_the_fit_did_not_see():
    """By hand: five fits, each without a fold, and the rows of a fold compared within their party."""
    frame = made_up()
    parts, strata = parties_of(frame), strata_of(frame)
    protocol, state, _ = run("cox", frame, parts)
    folds = np.zeros(len(frame), dtype=int)
    for place, part in enumerate(parts):
        folds[part] = folds_of(len(part), place)
    inputs, counted = design(frame), np.zeros(2)
    for fold in range(FOLDS):
        kept = folds != fold
        model = PHReg(frame[TIME][kept], inputs[kept], frame[EVENT][kept], ties="efron", strata=strata[kept])
        risks = inputs @ model.fit(tol=1e-14).params
        for part in parts:
            aside = part[folds[part] == fold]
            ends = frame[TIME].to_numpy()[aside], frame[EVENT].to_numpy()[aside] > 0
            counted += [counts.sum() / 2 for counts in count_pairs(risks[aside], *ends)]
    assert protocol.metrics(state, scores_of(state))["concordance"] == pytest.approx(counted[1] / counted[0], rel=1e-9)
    assert scores_of(state)["rows"] == 1000


def test_columns_that_put_the_events_in_order_are_named_and_a_ridge_is_used():
    frame = made_up().assign(event=(np.arange(1000) % 20 > 0).astype(int))
    frame["dose"] = -frame[TIME] - np.random.default_rng(2).random(1000) / 10
    card = run("cox", frame)[2]
    told = card["regression"]
    assert (told["separated"][0], told["ridge"]) == ("dose", 0.001)
    assert all("error" not in line for line in told["coefficients"]) and "check" not in card["survival"]


def test_a_column_that_repeats_another_is_named_and_left_out():
    frame = made_up()
    frame.insert(0, "months", frame["age"] * 12 - frame["dose"])
    told = run("cox", frame)[2]["regression"]
    assert (told["collinear"], told["ridge"]) == (["dose"], 0)


def test_a_fit_that_was_cut_short_says_so_and_its_baseline_is_that_of_its_coefficients():
    frame = made_up()
    card = run("cox", frame, max_iter=2)[2]
    assert not card["regression"]["converged"] and "check" not in card["survival"]
    assert all("error" not in line for line in card["regression"]["coefficients"])
    assert 0 < card["survival"]["baseline"][-1] < 1


def test_too_few_events_say_nothing_and_end_the_run():
    frame = made_up()
    frame[EVENT] = (np.arange(1000) < 9).astype(int)
    with pytest.raises(RunError) as caught:
        run("cox", frame)
    assert (caught.value.code, caught.value.params) == ("train.too-few-events", {"least": 10})


@pytest.mark.parametrize("pooled", [False, True])
def test_a_party_without_any_event_takes_part(pooled):
    frame = made_up()
    parts = parties_of(frame)
    frame.loc[parts[0], EVENT] = 0
    protocol, state, card = run("cox", frame, parts, pooled=pooled)
    assert card["regression"]["converged"] and 0.6 < protocol.metrics(state, scores_of(state))["concordance"] < 0.9


@pytest.mark.parametrize(("pooled", "most"), [(False, 200), (True, 50)])
def test_too_many_coefficients_are_refused_with_how_many(pooled, most):
    many = pandas.DataFrame(np.random.default_rng(1).normal(size=(1000, most + 1)), columns=map(str, range(most + 1)))
    frame = pandas.concat([many, made_up()[[TIME, EVENT]]], axis=1)
    with pytest.raises(RunError) as caught:
        run("cox", frame, pooled=pooled)
    assert caught.value.params == {"coefficients": most + 1, "most": most}


def world(folder, rows: int, **given) -> World:
    frame = made_up()[:rows]
    parts = {f"100{place}": frame.iloc[part] for place, part in enumerate(np.array_split(np.arange(rows), 3), 1)}
    tables = {party: part.to_dict("list") for party, part in parts.items()}
    return World(folder, "cox", tables, EVENT, TIME, max_iter=8, **given)


@pytest.mark.parametrize("pooled", [False, True])
def test_what_the_server_sees_does_not_grow_with_rows(tmp_path, pooled):
    seen = []
    for rows in (180, 900):
        (tmp_path / str(rows)).mkdir()
        one = world(tmp_path / str(rows), rows, pooled=pooled)
        run_federation(one.grid, one.run(), one.algorithm)
        for (kind, message), (_, reply) in zip(one.grid.messages, one.grid.replies, strict=True):
            check_reply(expect(one.algorithm, one.plan, kind, over_the_wire(message)), over_the_wire(reply))
        terms = [reply["terms"] for _, reply in one.grid.replies]
        seen.append({(name, tuple(array.shape)) for sent in terms for name, array in sent.items()})
    assert seen[0] == seen[1]


def test_a_run_from_first_event_to_card_and_again_from_any_message(tmp_path):
    one = world(tmp_path, 300)
    run_federation(one.grid, one.run(), one.algorithm)
    events, card = one.events(), one.card()
    kinds = [event["kind"] for event in events]
    assert kinds[:2] == ["started", "statistics"] and kinds[-2:] == ["scored", "finished"]
    assert events[-1]["metrics"] == card["metrics"] and 0.5 < card["metrics"]["concordance"] < 1
    assert [party["rows"] for party in card["parties"]] == [100, 100, 100]
    for party in card["parties"]:
        gain = party["metrics"]["concordance"] - party["aloneMetrics"]["concordance"]
        assert party["gains"]["concordance"]["low"] <= gain <= party["gains"]["concordance"]["high"]
    assert (card["output"], card["label"], card["scoredBy"]) == ("survival", EVENT, "folds")

    (one.run_folder / "card.json").unlink()
    run_federation(one.grid, one.run(), one.algorithm)  # from the checkpoint
    again = one.card()
    assert {**again, "seconds": 0} == {**card, "seconds": 0}


@pytest.mark.parametrize(
    "change",
    [
        lambda state: state.arrays["coefficients"].fill(np.nan),
        lambda state: state.arrays["times"].fill(np.nan),
        lambda state: state.arrays["times"].__setitem__(0, np.inf),
        lambda state: state.arrays.pop("times"),
        lambda state: state.arrays.update(grid=np.zeros(255)),
        lambda state: state.facts.update(timing="finer-times"),
        lambda state: state.facts.update(round=41),
    ],
    ids=["nan", "no time", "not ascending", "less", "more", "early", "late"],
)
def test_a_state_that_no_run_reaches_is_refused(change):
    protocol, seen = watched()
    for before, state in pairwise(seen):
        protocol.check(state)
        protocol.follows(before, state)
    change(seen[-2])
    with pytest.raises((ValueError, KeyError)):
        protocol.check(seen[-2])


def test_times_that_were_not_counted_or_that_change_are_refused():
    protocol, seen = watched()
    fitting = next(place for place, state in enumerate(seen) if "times" in state.arrays)
    made = {"times": np.where(np.isfinite(seen[fitting].arrays["times"]), seen[fitting].arrays["times"] - 0.01, np.inf)}
    for before in (seen[fitting - 1], seen[fitting]):
        after = seen[seen.index(before) + 1]
        with pytest.raises(ValueError, match=r"times|settled"):
            protocol.follows(before, replace(after, arrays=after.arrays | made))


def watched():
    """A protocol, and the states of a run as they are sent."""
    frame = made_up()
    rows, algorithm = table(frame), load_algorithm("cox")
    protocol = algorithm.protocol(plan_of(algorithm, [rows]))
    parties, seen = [protocol.party(rows.take(part)) for part in parties_of(frame)], []
    run_here(protocol, parties, protocol.begin(3, "0"), lambda before, *_: seen.append(before))
    return protocol, seen


def test_onnx_gives_what_the_fit_gives():
    frame = made_up()
    protocol, state, card = run("cox", frame)
    session = onnxruntime.InferenceSession(protocol.result(state).model)
    given = {f"c{place}": frame[[name]].to_numpy() for place, name in enumerate(features(frame))}
    hazard, survival = session.run(["hazard", "survival"], given)
    np.testing.assert_allclose(hazard, protocol.predict(state, table(frame)), rtol=1e-10)
    np.testing.assert_allclose(survival, np.array(card["survival"]["baseline"])[None, :] ** hazard, rtol=1e-10)
    assert card["model"]["output"] == {
        "kind": "survival", "label": EVENT, "time": TIME, "times": card["survival"]["times"]
    }  # fmt: skip
    assert json.dumps(card)

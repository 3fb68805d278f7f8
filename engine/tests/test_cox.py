"""Cox regression over parties, compared with statsmodels on all rows in one place."""

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
    features,
    followed_rows,
    marrow,
    parties_of,
    plan_of,
    run,
    synthetic,
    table,
    transplants,
)
from statsmodels.duration.hazard_regression import PHReg

from engine.algorithm import load_algorithm
from engine.errors import PartyError, RunError
from engine.flower.replies import check_reply, expect
from engine.learners.linear import PARTS, PARTS_SEED
from engine.learners.partial_likelihood import partial_sums
from engine.protocols.cox import MAX_COX_COEFFICIENTS
from engine.protocols.loop import run_here
from engine.protocols.on_rows import scores_of
from engine.run.driver import run_federation
from engine.targets.event import count_pairs

SETS = {"hearts": transplants, "marrow": marrow, "synthetic": synthetic}


def design(frame: pandas.DataFrame) -> np.ndarray:
    """Returns the columns as the engine encodes them: each category as an indicator, except the first."""
    return pandas.get_dummies(frame[features(frame)], drop_first=True).to_numpy(float)


def strata_of(frame: pandas.DataFrame) -> np.ndarray:
    strata = np.empty(len(frame), dtype=int)
    for place, part in enumerate(parties_of(frame)):
        strata[part] = place
    return strata


def values_of(card: dict, what: str) -> np.ndarray:
    """Returns the coefficients that at least one row influences."""
    lines = card["regression"]["coefficients"]
    return np.array([line[what] for line in lines if line["category"] != ""])


@pytest.mark.parametrize("name", SETS)
@pytest.mark.spec("screens.survival-analysis")
def test_cox_regression_equals_statsmodels_with_one_stratum_per_party(name):
    frame = SETS[name]()
    _, state, card = run("cox", frame)
    reference = PHReg(frame[TIME], design(frame), frame[EVENT], ties="efron", strata=strata_of(frame)).fit(tol=1e-14)

    np.testing.assert_allclose(values_of(card, "estimate"), reference.params, rtol=1e-6, atol=1e-9)
    np.testing.assert_allclose(values_of(card, "error"), reference.bse, rtol=1e-6)
    np.testing.assert_allclose(values_of(card, "p"), reference.pvalues, atol=1e-6)
    low, high = values_of(card, "low"), values_of(card, "high")
    np.testing.assert_allclose(np.column_stack([low, high]), reference.conf_int(), rtol=1e-6, atol=1e-7)
    assert card["regression"]["converged"] and state.facts["round"] <= 14
    assert card["survival"]["events"] == frame[EVENT].sum()


def test_at_least_five_events_fall_between_two_common_times():
    frame = synthetic()
    common = np.array(run("cox", frame)[2]["survival"]["times"])
    counts = np.histogram(frame[TIME][frame[EVENT] == 1], [-np.inf, *common])[0]
    assert 25 <= len(common) <= 50 and counts.min() >= 5


def breslow(frame: pandas.DataFrame, weights: np.ndarray, times: np.ndarray) -> np.ndarray:
    """Returns the baseline survival at each of the times for a row with weight 1, computed by definition from exact
    times."""
    own, events = frame[TIME].to_numpy(float), frame[EVENT].to_numpy() > 0
    ends = np.unique(own[events])
    steps = [(own[events] == end).sum() / weights[own >= end].sum() for end in ends]
    return np.exp(-np.append(0.0, np.cumsum(steps)))[np.searchsorted(ends, times, side="right")]


@pytest.mark.parametrize("unit", [12, 1, 1 / 30, 0])
def test_the_baseline_survival_is_within_its_reported_error_of_the_exact_one(unit):
    """The comparison is with Breslow's estimator, at the mean of numbers and the first category."""
    frame = followed_rows(7, 900, unit)
    frame.insert(0, "x", np.random.default_rng(3).normal(size=900) - 0.02 * frame[TIME])
    card = run("cox", frame)[2]
    times = np.array(card["survival"]["times"])
    weights = np.exp((design(frame) - [frame["x"].mean(), 0, 0]) @ values_of(card, "estimate"))
    apart = np.abs(np.array(card["survival"]["baseline"]) - breslow(frame, weights, times))
    followed = np.array([(frame[TIME] >= time).sum() for time in times])
    assert (apart <= np.array(card["survival"]["errors"])).all() and apart[followed >= 20].max() < 0.01


def growing(frame: pandas.DataFrame, common: np.ndarray, params: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns score and information of a model whose coefficients also grow along the common times, with one stratum
    per party.

    Rows are split at each event time.
    """
    inputs, events, own = design(frame), frame[EVENT].to_numpy(), frame[TIME].to_numpy()
    ends, pieces = np.unique(own[events == 1]), []
    for row, stratum in enumerate(strata_of(frame)):
        starts = [0.0, *ends[ends < own[row]]]
        for start, stop in zip(starts, [*starts[1:], own[row]], strict=True):
            factor = min(np.searchsorted(common, stop), len(common) - 1) / (len(common) - 1)
            begin = start and start + 0.0005  # rows that enter at an event time are at risk at that time
            columns = [*inputs[row], *(factor * inputs[row])]
            pieces.append([begin, stop, events[row] * (stop == own[row]), stratum, *columns])
    split = np.array(pieces)
    model = PHReg(split[:, 1], split[:, 4:], split[:, 2], entry=split[:, 0], strata=split[:, 3], ties="breslow")
    at = np.concatenate([params, np.zeros(len(params))])
    return model.score(at), -model.hessian(at)


def test_the_check_of_proportional_hazards_is_the_score_test_for_coefficients_that_grow_with_time():
    """The rows have no ties, so that Efron's and Breslow's methods agree."""
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


def test_gradient_and_hessian_are_derivatives_of_the_partial_likelihood():
    rng = np.random.default_rng(7)
    inputs, times, events = rng.normal(size=(60, 2)), rng.integers(1, 20, 60).astype(float), rng.random(60) < 0.6
    at = np.array([0.4, -0.3])
    actual = partial_sums(inputs, times, events, at)
    for place, step in enumerate(1e-5 * np.eye(2)):
        up, down = (partial_sums(inputs, times, events, at + sign * step) for sign in (1, -1))
        assert actual["gradient"][place] == pytest.approx((down["loss"] - up["loss"]) / 2e-5, rel=1e-6)
        np.testing.assert_allclose(actual["hessian"][place], (down["gradient"] - up["gradient"]) / 2e-5, rtol=1e-6)


def test_concordance_compares_rows_of_the_same_party_under_fits_without_these_rows():
    """The expected value is computed by hand, with fits that each leave out a twentieth of a party's rows."""
    frame = synthetic()
    parts, strata = parties_of(frame), strata_of(frame)
    protocol, state, _ = run("cox", frame, parts)
    # Risks are relative to the mean row, because only then can risks of different fits be compared.
    inputs, risks = design(frame) - design(frame).mean(axis=0), np.zeros(len(frame))
    counted = np.zeros(2)
    for part in parts:
        places = np.random.default_rng(PARTS_SEED).permutation(np.arange(len(part)) % PARTS)
        for place in range(PARTS):
            aside = part[places == place]
            training = ~np.isin(np.arange(len(frame)), aside)
            model = PHReg(
                frame[TIME][training], inputs[training], frame[EVENT][training], ties="efron", strata=strata[training]
            )
            risks[aside] = inputs[aside] @ model.fit(tol=1e-14).params
        ends = frame[TIME].to_numpy()[part], frame[EVENT].to_numpy()[part] > 0
        counted += [counts.sum() / 2 for counts in count_pairs(risks[part], *ends)]
    assert protocol.metrics(state, scores_of(state))["concordance"] == pytest.approx(counted[1] / counted[0], abs=1e-3)
    assert scores_of(state)["rows"] == 1000


def test_reports_columns_that_order_all_events_and_applies_a_ridge():
    frame = synthetic().assign(event=(np.arange(1000) % 20 > 0).astype(int))
    frame["dose"] = -frame[TIME] - np.random.default_rng(2).random(1000) / 10
    card = run("cox", frame)[2]
    regression = card["regression"]
    assert (regression["separated"][0], regression["ridge"]) == ("dose", 0.001)
    assert all("error" not in line for line in regression["coefficients"]) and "check" not in card["survival"]


def test_reports_and_leaves_out_a_collinear_column():
    frame = synthetic()
    frame.insert(0, "months", frame["age"] * 12 - frame["dose"])
    regression = run("cox", frame)[2]["regression"]
    assert (regression["collinear"], regression["ridge"]) == (["dose"], 0)


def test_a_fit_that_runs_out_of_rounds_is_reported_as_not_converged_and_has_a_baseline():
    frame = synthetic()
    card = run("cox", frame, max_iter=2)[2]
    assert not card["regression"]["converged"] and "check" not in card["survival"]
    assert all("error" not in line for line in card["regression"]["coefficients"])
    assert 0 < card["survival"]["baseline"][-1] < 1


def test_ends_the_run_if_there_are_too_few_events():
    frame = synthetic()
    frame[EVENT] = (np.arange(1000) < 9).astype(int)
    with pytest.raises(RunError) as caught:
        run("cox", frame)
    assert (caught.value.code, caught.value.params) == ("train.too-few-events", {"least": 10})


def test_a_party_without_events_can_take_part():
    frame = synthetic()
    parts = parties_of(frame)
    frame.loc[parts[0], EVENT] = 0
    protocol, state, card = run("cox", frame, parts)
    assert card["regression"]["converged"] and 0.6 < protocol.metrics(state, scores_of(state))["concordance"] < 0.9


def test_refuses_too_many_coefficients_and_reports_their_number():
    many = pandas.DataFrame(
        np.random.default_rng(1).normal(size=(1000, MAX_COX_COEFFICIENTS + 1)),
        columns=map(str, range(MAX_COX_COEFFICIENTS + 1)),
    )
    frame = pandas.concat([many, synthetic()[[TIME, EVENT]]], axis=1)
    with pytest.raises(RunError) as caught:
        run("cox", frame)
    assert caught.value.params == {"coefficients": MAX_COX_COEFFICIENTS + 1, "most": MAX_COX_COEFFICIENTS}


@pytest.mark.parametrize(("value", "code"), [(True, "parameter.withdrawn"), (False, "parameter.unknown")])
@pytest.mark.spec("screens.survival-analysis")
@pytest.mark.claim("run-cox.cross-party-comparison")
def test_never_compares_rows_across_parties_even_if_a_plan_requests_it(value, code):
    algorithm = load_algorithm("cox")
    assert "pooled" not in {parameter["name"] for parameter in algorithm.manifest["parameters"]}
    with pytest.raises(PartyError) as caught:
        algorithm.protocol(plan_of(algorithm, [table(synthetic())], pooled=value))
    assert (caught.value.code, caught.value.params) == (code, {"name": "pooled"})


def world(folder, rows: int) -> World:
    frame = synthetic()[:rows]
    parts = {f"100{place}": frame.iloc[part] for place, part in enumerate(np.array_split(np.arange(rows), 3), 1)}
    tables = {party: part.to_dict("list") for party, part in parts.items()}
    return World(folder, "cox", tables, EVENT, TIME, max_iter=8)


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


def test_a_run_completes_from_first_event_to_card_and_resumes_from_its_checkpoint(tmp_path):
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
    assert (card["output"], card["label"], card["scoredBy"]) == ("survival", EVENT, "leave-one-out")

    (one.run_folder / "card.json").unlink()
    run_federation(one.grid, one.run(), one.algorithm)  # from here, the run resumes from the checkpoint
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
def test_refuses_a_state_that_no_run_reaches(change):
    protocol, seen = watched()
    for before, state in pairwise(seen):
        protocol.check(state)
        protocol.check_transition(before, state)
    change(seen[-2])
    with pytest.raises((ValueError, KeyError)):
        protocol.check(seen[-2])


def test_refuses_times_that_were_not_counted_or_that_change():
    protocol, seen = watched()
    fitting = next(place for place, state in enumerate(seen) if "times" in state.arrays)
    forged = {
        "times": np.where(np.isfinite(seen[fitting].arrays["times"]), seen[fitting].arrays["times"] - 0.01, np.inf)
    }
    for before in (seen[fitting - 1], seen[fitting]):
        after = seen[seen.index(before) + 1]
        with pytest.raises(ValueError, match=r"times|settled"):
            protocol.check_transition(before, replace(after, arrays=after.arrays | forged))


def watched():
    """Returns a protocol, and the states of a run as they are sent to parties."""
    frame = synthetic()
    rows, algorithm = table(frame), load_algorithm("cox")
    protocol = algorithm.protocol(plan_of(algorithm, [rows]))
    parties, seen = [protocol.party(rows.take(part)) for part in parties_of(frame)], []
    run_here(protocol, parties, protocol.begin(3, "0"), lambda before, *_: seen.append(before))
    return protocol, seen


def test_the_onnx_file_predicts_the_same_hazards_as_the_fit():
    frame = synthetic()
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

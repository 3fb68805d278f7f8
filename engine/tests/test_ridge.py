"""Ridge regressions that are averaged over parties, on any encoding of rows."""

from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest
from sklearn.datasets import load_wine
from sklearn.linear_model import Ridge

from engine.data.party import Party
from engine.data.table import table_of
from engine.errors import RunError
from engine.learners.ridge import PENALTY, RIDGE, SHARPNESS, fit
from engine.pooled import agreed
from engine.privacy.terms import Total, encode
from engine.protocols.averaging import coarse
from engine.protocols.averaging_ridge import MIN_OF_CLASS, AveragingRidge
from engine.protocols.loop import run_here
from engine.protocols.on_table import OnTable
from engine.protocols.protocol import State
from engine.table import Table

COLUMNS = ("alcohol", "hue", "proline", "ash")
ROUNDS = 3


@pytest.fixture(scope="module")
def wines() -> Table:
    data = load_wine()
    columns = {name: data.data[:, data.feature_names.index(name)] for name in COLUMNS}
    return table_of(pa.table(columns | {"maker": [f"maker {code}" for code in data.target]}), COLUMNS, "maker")


@pytest.fixture(scope="module")
def parties(wines: Table) -> list[Table]:
    """Returns three parties of different sizes. Each has a few rows of every class."""
    order = np.argsort(wines.label.values, kind="stable")
    places = np.arange(len(order)) % 10
    return [wines.take(order[part]) for part in (places == 0, (places > 0) & (places < 4), places > 3)]


def protocol_of(tables: list[Table], rounds: int = ROUNDS, **changes: object) -> OnTable:
    plan = {"maxRounds": rounds, "parameters": {}} | agreed(tables, ("classes",))
    return OnTable(plan, ("classes",), AveragingRidge(RIDGE, {}, rounds, **changes))


def seen_in(protocol: OnTable, parties: list[Party]) -> list[tuple[State, Total, State]]:
    """Returns for each stage the state that was sent, the total, and the next state."""
    seen = []
    begin = protocol.begin(len(parties), "0")
    run_here(protocol, parties, begin, lambda before, stage, total, after: seen.append((before, total, after)))
    return seen


def stages_of(seen: list[tuple[State, Total, State]], name: str) -> list[tuple[State, Total, State]]:
    return [one for one in seen if one[0].facts.get("step") == name]


@pytest.fixture(scope="module")
def run(parties: list[Table]) -> tuple[OnTable, list[Party], list[tuple[State, Total, State]]]:
    protocol = protocol_of(parties, compares=False)
    opened = [protocol.party(table) for table in parties]
    return protocol, opened, seen_in(protocol, opened)


@pytest.mark.parametrize(("rows", "features"), [(40, 6), (6, 40)], ids=["more rows", "more features"])
@pytest.mark.parametrize("kind", ["classes", "labels"])
def test_a_partys_fit_equals_scikit_learns_ridge_regression_on_the_residuals(rows, features, kind):
    """This holds in every pass. Labels are encoded as 1 and -1."""
    rng = np.random.default_rng(3)
    inputs = rng.normal(size=(rows, features)) + 5
    targets = np.eye(3)[np.arange(rows) % 3]
    aims = 2 * targets - 1 if kind == "labels" else targets
    alpha = PENALTY * rows * inputs.var(axis=0).mean()
    model, outputs = RIDGE.start(features, 3, {}, rng), np.zeros((rows, 3))
    for _ in range(3):
        model = fit(model, inputs, targets, {}, kind, rng)
        outputs += Ridge(alpha, tol=1e-12, solver="svd").fit(inputs, aims - outputs).predict(inputs)
        np.testing.assert_allclose(inputs @ model["weights"] + model["bias"], SHARPNESS * outputs, atol=1e-9)


def test_constant_features_change_only_the_bias():
    model = RIDGE.start(4, 2, {}, np.random.default_rng(0))
    fitted = fit(model, np.full((6, 4), 3.0), np.eye(2)[[0, 0, 0, 0, 1, 1]], {}, "classes", np.random.default_rng(0))
    assert not fitted["weights"].any()
    np.testing.assert_allclose(fitted["bias"], SHARPNESS * np.array([4, 2]) / 6)


def test_a_round_adds_the_mean_of_the_parties_rounded_changes_to_the_model(run):
    protocol, parties, seen = run
    for before, _, after in stages_of(seen, "train")[:ROUNDS]:
        prepared = protocol.prepared(before)
        expected = {name: values.copy() for name, values in before.arrays.items()}
        for party in parties:
            rows = party.encoded(prepared.encoding, prepared.target)[0]
            own = fit(before.arrays, rows.inputs, rows.targets, {}, "classes", np.random.default_rng(0))
            for name in expected:
                expected[name] += coarse(own[name] - before.arrays[name]) * len(rows) / prepared.training
        for name, values in expected.items():
            np.testing.assert_allclose(after.arrays[name], values, atol=1e-12)


def test_three_parties_are_nearly_as_accurate_as_all_rows_in_one_place(parties):
    protocol = protocol_of(parties, 5, compares=False)
    opened = [protocol.party(table) for table in parties]
    together, pooled = (
        protocol.metrics(seen[-1][0], {name.removeprefix("scores/"): one for name, one in seen[-1][2].kept.items()
                                       if name.startswith("scores/")})
        for seen in (seen_in(protocol, opened), seen_in(protocol, [Party.together(opened)]))
    )  # fmt: skip
    assert together["accuracy"] > pooled["accuracy"] - 0.03
    assert together["loss"] < pooled["loss"] + 0.05


def test_chooses_the_output_factor_with_the_lowest_loss_on_validation_rows(run):
    protocol, parties, seen = run
    ((before, total, after),) = stages_of(seen, "sharpness")
    inner, prepared = protocol.inner, protocol.prepared(before)
    rows = [party.encoded(prepared.encoding, prepared.target)[1] for party in parties]
    assert min(map(len, rows)) < inner.least_tried, "a party with fewer rows tries no sharpness"
    losses = [
        sum(
            np.rint(16 * prepared.target.score(
                (one.inputs @ before.arrays["weights"] + before.arrays["bias"]) * np.exp(choice), one.targets)["loss"])
            for one in rows if len(one) >= inner.least_tried
        )
        for choice in inner.choices
    ]  # fmt: skip
    assert total.integers["tried"][:, 0].tolist() == losses
    best = int(np.argmin(np.array(losses) + 8 * np.square(inner.choices)))
    assert after.facts["sharpness"] == [best]
    for name, values in after.arrays.items():
        np.testing.assert_allclose(values, before.arrays[name] * np.exp(inner.choices[best]))


def test_a_party_reports_nothing_about_a_class_that_one_or_two_of_its_rows_have(wines: Table):
    labels = wines.label.values
    first = np.flatnonzero(labels == "maker 0")
    few = wines.take(np.concatenate([first[:20], np.flatnonzero(labels == "maker 1")[:2]]))
    protocol = protocol_of([wines], compares=False)
    counted = {}
    for parties in ([wines, few], [few]):
        opened = [protocol.party(table) for table in parties]
        before = stages_of(seen_in(protocol, opened), "train")[0][0]
        counted[len(parties)] = protocol.compute(before, opened[-1], protocol.next_stage(before))["training.rows"]
    assert counted == {2: 16, 1: 18}  # if there is only one party, it sends nothing, so its rows need no protection


def test_a_run_fails_with_a_reason_if_no_class_has_enough_rows(wines: Table):
    labels = wines.label.values
    few = wines.take(np.concatenate([np.flatnonzero(labels == f"maker {code}")[:2] for code in range(3)]))
    assert MIN_OF_CLASS > 2
    protocol = protocol_of([wines], compares=False)
    with pytest.raises(RunError, match="label-one-class"):
        seen_in(protocol, [protocol.party(few)] * 2)


def test_refuses_more_features_than_a_party_can_solve(run, monkeypatch):
    protocol, parties, _ = run
    monkeypatch.setattr("engine.protocols.averaging_ridge.MAX_FEATURES", 3)
    with pytest.raises(RunError, match="too-many-coefficients"):
        seen_in(protocol, parties)


def test_no_term_grows_with_the_number_of_rows(run, wines: Table):
    protocol, _, seen = run
    twice = Table(tuple(replace(column, values=np.tile(column.values, 2)) for column in wines.columns),
                  replace(wines.label, values=np.tile(wines.label.values, 2)))  # fmt: skip
    other = seen_in(protocol, [protocol.party(twice)])
    shapes = [
        [{name: term.shape for name, term in total.terms.items()} for _, total, _ in one] for one in (seen, other)
    ]
    assert shapes[0] == shapes[1]


def sent(state: State) -> State:
    return State(state.facts, state.arrays)


def test_parties_accept_all_states_of_an_honest_run(run):
    protocol, _, seen = run
    for before, _, after in seen[:-1]:
        protocol.check(sent(after))
        protocol.check_transition(sent(before), sent(after))


def test_parties_accept_only_the_next_step_of_a_run(run):
    protocol, _, seen = run
    first, sharpness, best = (sent(stages_of(seen, step)[0][0]) for step in ("train", "sharpness", "best"))
    other = {name: values * 1.01 for name, values in best.arrays.items()}
    for before, state in (
        (first, best),
        (sharpness, first),
        (best, sharpness),
        (sharpness, State(best.facts, other)),
        (sharpness, best.with_facts(sharpness=[(best.facts["sharpness"][0] + 1) % len(protocol.inner.choices)])),
        (sharpness, best.with_facts(sharpness=[len(protocol.inner.choices)])),
        (sharpness, best.with_facts(sharpness=[])),
    ):
        with pytest.raises(ValueError):
            protocol.check_transition(before, state)


def test_each_party_receives_the_score_of_the_model_that_it_trained_alone(parties: list[Table]):
    protocol = protocol_of(parties)
    opened = [protocol.party(table) for table in parties]
    before = stages_of(seen_in(protocol, opened), "best")[0][0]
    stage = protocol.next_stage(before)
    answer = protocol.compute(before, opened[-1], stage)
    encode(stage.terms, answer, len(parties))
    own = seen_in(protocol.without_comparison(), [opened[-1]])[-1][2]
    assert answer["alone.loss"] == pytest.approx(float(own.kept["scores/loss"]))

"""Ridge from sums: the fit of all rows in one place, on any encoding whose features have a bound."""

from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest
from sklearn.datasets import load_wine
from sklearn.linear_model import Ridge as PooledRidge

from engine.data.party import Party
from engine.data.table import Table, table_of
from engine.errors import RunError
from engine.pooled import agreed
from engine.privacy.terms import Total, encode
from engine.protocols.loop import run_here
from engine.protocols.on_table import OnTable
from engine.protocols.protocol import State
from engine.protocols.ridge import LEAST_TRIED, PENALTIES, SHARPNESS, Ridge, longest

MOST = 10.0  # deviations
COLUMNS = ("alcohol", "hue", "proline", "ash")


@pytest.fixture(scope="module")
def wines() -> Table:
    data = load_wine()
    columns = {name: data.data[:, data.feature_names.index(name)] for name in COLUMNS}
    return table_of(pa.table(columns | {"maker": [f"maker {code}" for code in data.target]}), COLUMNS, "maker")


@pytest.fixture(scope="module")
def parties(wines: Table) -> list[Table]:
    """Three of different sizes, each with a few of every class."""
    order = np.argsort(wines.label.values, kind="stable")
    places = np.arange(len(order)) % 10
    return [wines.take(order[part]) for part in (places == 0, (places > 0) & (places < 4), places > 3)]


def protocol_of(tables: list[Table], **changes: object) -> OnTable:
    plan = {"maxRounds": 1, "parameters": {}} | agreed(tables, ("classes",))
    return OnTable(plan, ("classes",), Ridge(MOST, **changes))


def seen_in(protocol: OnTable, parties: list[Party]) -> list[tuple[State, Total, State]]:
    """Of each stage what was sent, the total and what follows."""
    seen = []
    begin = protocol.begin(len(parties), "0")
    run_here(protocol, parties, begin, lambda before, stage, total, after: seen.append((before, total, after)))
    return seen


def stages_of(seen: list[tuple[State, Total, State]], name: str) -> tuple[State, Total, State]:
    return next(one for one in seen if one[0].facts.get("step") == name)


@pytest.fixture(scope="module")
def run(parties: list[Table]) -> tuple[OnTable, list[Party], list[tuple[State, Total, State]]]:
    protocol = protocol_of(parties, compares=False)
    opened = [protocol.party(table) for table in parties]
    return protocol, opened, seen_in(protocol, opened)


def test_sums_are_those_of_the_training_rows(run):
    protocol, parties, seen = run
    before, total, _ = stages_of(seen, "sums")
    prepared = protocol.prepared(before)
    products, by_class, classes = np.zeros((4, 4)), np.zeros((4, 3)), np.zeros(3)
    for party in parties:
        rows = party.encoded(prepared.encoding, prepared.target)[0]
        for inputs, target in zip(rows.inputs / MOST, rows.targets, strict=True):
            products += np.outer(inputs, inputs)
            by_class += np.outer(inputs, target)
            classes += target
    np.testing.assert_allclose(total["products"], products[np.triu_indices(4)], atol=1e-12)
    np.testing.assert_allclose(total["by-class"], by_class, atol=1e-12)
    assert total.integers["classes"].tolist() == classes.tolist()


def test_every_penaltys_fit_is_scikit_learns(run):
    protocol, parties, seen = run
    before, _, after = stages_of(seen, "sums")
    prepared = protocol.prepared(before)
    rows = [party.encoded(prepared.encoding, prepared.target)[0] for party in parties]
    inputs, targets = (np.concatenate([getattr(one, name) for one in rows]) for name in ("inputs", "targets"))
    variance = inputs.var(axis=0).mean()
    for place, penalty in enumerate(PENALTIES):
        fit = PooledRidge(penalty * variance * len(inputs)).fit(inputs, targets)
        np.testing.assert_allclose(after.arrays["weights"][place], fit.coef_.T, atol=1e-6)
        np.testing.assert_allclose(after.arrays["bias"][place], fit.intercept_, atol=1e-6)
        assert np.linalg.norm(after.arrays["weights"][place]) * MOST <= longest(penalty, prepared.target)


def test_three_parties_find_what_all_rows_in_one_place_do(run):
    protocol, parties, seen = run
    pooled = seen_in(protocol, [Party.together(parties)])
    for name in ("weights", "bias"):
        np.testing.assert_allclose(seen[-1][2].arrays[name], pooled[-1][2].arrays[name], atol=1e-9)


def test_the_penalty_and_sharpness_with_the_lowest_loss_on_rows_held_aside_are_kept(run):
    protocol, parties, seen = run
    before, total, after = stages_of(seen, "penalties")
    target = protocol.prepared(before).target
    rows = [party.encoded(protocol.prepared(before).encoding, target)[1] for party in parties]
    losses, everything = [
        [
            [sum(target.score((one.inputs @ weights + bias) * sharpness, one.targets)["loss"] for one in known)
             for sharpness in SHARPNESS]
            for weights, bias in zip(before.arrays["weights"], before.arrays["bias"], strict=True)
        ]
        for known in ([one for one in rows if len(one) >= LEAST_TRIED], rows)
    ]  # fmt: skip
    assert min(map(len, rows)) < LEAST_TRIED, "a party of so few rows tries nothing"
    np.testing.assert_allclose(total["tried"], losses, atol=1e-9)
    best = np.unravel_index(np.argmin(losses), total["tried"].shape)
    assert (after.facts["penalty"], after.facts["sharpness"]) == best
    last = seen[-1][2]
    assert protocol.best(last) == 1
    assert last.kept["scores/loss"] == pytest.approx(everything[best[0]][best[1]])


def test_of_a_class_with_a_row_or_two_a_party_says_nothing(wines: Table):
    labels = wines.label.values
    first = np.flatnonzero(labels == "maker 0")
    few = wines.take(np.concatenate([first[:20], np.flatnonzero(labels == "maker 1")[:2]]))
    protocol = protocol_of([wines], compares=False)
    told = {}
    for parties in ([wines, few], [few]):
        opened = [protocol.party(table) for table in parties]
        (before, _, _) = stages_of(seen_in(protocol, opened), "sums")
        stage = protocol.ask(before)
        told[len(parties)] = protocol.answer(before, opened[-1], stage)["classes"].tolist()
    assert told == {2: [16, 0, 0], 1: [16, 2, 0]}  # alone nothing leaves


def test_nothing_to_sum_ends_the_run_in_words(wines: Table):
    labels = wines.label.values
    few = wines.take(np.concatenate([np.flatnonzero(labels == f"maker {code}")[:2] for code in range(3)]))
    protocol = protocol_of([wines], compares=False)
    with pytest.raises(RunError, match="label-one-class"):
        seen_in(protocol, [protocol.party(few)] * 2)


def test_more_features_than_a_message_takes_are_refused(run, monkeypatch):
    protocol, parties, _ = run
    monkeypatch.setattr("engine.protocols.ridge.MOST_FEATURES", 3)
    with pytest.raises(RunError, match="too-many-coefficients"):
        seen_in(protocol, parties)


def test_no_term_grows_with_the_rows(run, wines: Table):
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


def test_states_of_an_honest_run_are_answered(run):
    protocol, _, seen = run
    for before, _, after in seen[:-1]:
        protocol.check(sent(after))
        protocol.follows(sent(before), sent(after))


@pytest.mark.parametrize(
    ("step", "change"),
    [
        ("sums", {"weights": np.zeros((4, 3)), "bias": np.zeros(3)}),
        ("penalties", {"weights": np.full((5, 4, 3), 1e6)}),
        ("penalties", {"weights": np.full((5, 4, 3), np.nan)}),
        ("penalties", {"weights": np.zeros((5, 5, 3))}),
        ("penalties", {"more": np.zeros(1)}),
        ("best", {"bias": np.zeros((5, 3))}),
    ],
)
def test_arrays_that_no_sums_give_are_refused(run, step, change):
    protocol, _, seen = run
    state = stages_of(seen, step)[0]
    with pytest.raises(ValueError):
        protocol.check(State(state.facts, state.arrays | change))


def test_only_what_comes_next_follows(run):
    protocol, _, seen = run
    sums, penalties, best = (sent(stages_of(seen, step)[0]) for step in ("sums", "penalties", "best"))
    other = {name: values * 1.01 for name, values in best.arrays.items()}
    for before, state in (
        (sums, best),
        (penalties, sums),
        (best, penalties),
        (penalties, State(best.facts, other)),
        (penalties, best.with_facts(penalty=(best.facts["penalty"] + 1) % len(PENALTIES))),
        (penalties, best.with_facts(sharpness=len(SHARPNESS))),
        (sums, penalties.with_facts(training=7)),
    ):
        with pytest.raises((ValueError, IndexError)):
            protocol.follows(before, state)
    with pytest.raises(KeyError):
        protocol.check(sums.with_facts(step="done"))


def test_a_party_learns_how_it_would_do_alone(parties: list[Table]):
    protocol = protocol_of(parties)
    opened = [protocol.party(table) for table in parties]
    before = stages_of(seen_in(protocol, opened), "best")[0]
    stage = protocol.ask(before)
    answer = protocol.answer(before, opened[-1], stage)
    encode(stage.terms, answer, len(parties))
    alone = protocol.without_comparison()
    own = seen_in(alone, [opened[-1]])[-1][2]
    assert answer["alone.loss"] == pytest.approx(float(own.kept["scores/loss"]))

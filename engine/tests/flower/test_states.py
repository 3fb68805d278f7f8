"""Which states a party accepts as the next one of a run, and which it refuses, under every algorithm."""

import contextlib
import json
import math
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from fakes import plan_of, table_in
from kinds import quick, rows_of

from engine.algorithm import FOLDERS, Algorithm, read_algorithm
from engine.flower.states import DoesNotFollow, States
from engine.protocols.loop import run_here
from engine.protocols.protocol import FederatedProtocol, State

NAMES = ["age", "dose", "ward"]
ALGORITHMS = [read_algorithm(path.parent) for path in sorted(FOLDERS.glob("*/manifest.json"))]


def a_run(algorithm: Algorithm) -> tuple[FederatedProtocol, list[State]]:
    """Returns a protocol and the states that its parties receive in a run."""
    plan, states = _run_of(algorithm.manifest["id"])
    return algorithm.protocol(plan), states


@cache
def _run_of(algorithm_id: str) -> tuple[dict, list[State]]:
    """Returns the plan and the states of a run. They are cached, because tests only read them and computing them takes
    most of the time."""
    algorithm = next(one for one in ALGORITHMS if one.manifest["id"] == algorithm_id)
    granted, label, time = granted_for(algorithm)
    plan = plan_of(algorithm, granted, label, time=time, **quick(algorithm))
    protocol = algorithm.protocol(plan)
    parties = [protocol.party(table_in(table, plan)) for table in granted]
    sent, next_stage = [], protocol.next_stage
    protocol.next_stage = lambda state: sent.append(arrived(state)) or next_stage(state)
    run_here(protocol, parties, protocol.begin(2, "seed"))
    return plan, [state for state in _each_once(sent) if next_stage(state)]


def granted_for(algorithm: Algorithm) -> tuple[list[dict], str, str | None]:
    """Returns two parties' rows, their label, and the name of the time column if the label is an event."""
    if algorithm.data_kind != "table":
        return [rows_of(algorithm, party) for party in (1, 2)], "label", None
    rng, kinds = np.random.default_rng(0), algorithm.label_kinds
    label = {(): "", ("number",): "cost", ("count",): "visits"}.get(kinds, "sick")
    tables = []
    for rows in (60, 200):
        age = rng.normal(50, 9, rows)
        sick = np.where(age + rng.normal(0, 9, rows) > 50, "yes", "no")
        table = {"age": age, "dose": rng.lognormal(0, 1, rows), "ward": rng.choice(["north", "south"], rows)}
        cost, visits = 10 * age + rng.normal(0, 9, rows), rng.poisson(age / 25).astype(float)
        tables.append(table | {"sick": sick, "cost": cost, "visits": visits})
    time = "cost" if kinds == ("event",) else None
    return [{name: table[name] for name in (*NAMES, label, time) if name} for table in tables], label, time


def arrived(state: State) -> State:
    """Returns the state after Flower has packed and unpacked it, as a party receives it."""
    return State(json.loads(json.dumps(state.facts)), state.arrays)


def _each_once(states: list[State]) -> list[State]:
    """Returns the states without repetitions. If a stage's `update` requests the same stage again, the state occurs
    twice."""
    return [state for place, state in enumerate(states) if place == 0 or state.facts != states[place - 1].facts]


@pytest.mark.parametrize("algorithm", ALGORITHMS, ids=lambda algorithm: algorithm.manifest["id"])
def test_a_party_accepts_all_states_of_an_honest_run_and_accepts_each_of_them_twice(
    algorithm: Algorithm, tmp_path: Path
):
    protocol, states = a_run(algorithm)
    states_folder = States(tmp_path)
    assert len(states) >= 4
    for state in states:
        for _ in range(2):
            states_folder.take("run", protocol, state, 2, "seed")
    assert (tmp_path.stat().st_mode & 0o777, len(list(tmp_path.iterdir()))) == (0o700, 1)
    assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}


INEXACT = (
    "arcsinh",
    "cosh",
    "exp",
    "expm1",
    "geomspace",
    "linspace",
    "log",
    "log1p",
    "log2",
    "logspace",
    "sinh",
    "tanh",
)


class OtherGenerator(np.random.Generator):
    def normal(self, *given, **named):
        return one_ulp_away(super().normal(*given, **named))


def one_ulp_away(found: object) -> object:
    """Returns the values with every third number one unit in the last place higher, as some of numpy's AVX-512
    functions compute them."""
    values = np.array(found, dtype=float)
    values.reshape(-1)[::3] = np.nextafter(values.reshape(-1)[::3], np.inf)
    return values if isinstance(found, np.ndarray) else type(found)(values)


def on_another_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name in [(module, name) for module in (np, math) for name in INEXACT if hasattr(module, name)]:
        exact = getattr(module, name)
        monkeypatch.setattr(module, name, lambda *given, exact=exact, **named: one_ulp_away(exact(*given, **named)))
    monkeypatch.setattr(np.random, "default_rng", lambda seed: OtherGenerator(np.random.PCG64(seed)))


@pytest.mark.parametrize("algorithm", ALGORITHMS, ids=lambda algorithm: algorithm.manifest["id"])
def test_a_party_whose_processor_differs_by_one_ulp_accepts_an_honest_run(algorithm, tmp_path: Path, monkeypatch):
    protocol, states = a_run(algorithm)
    units = [units_of(protocol, state) for state in states]
    on_another_processor(monkeypatch)
    states_folder = States(tmp_path)
    for state, expected_units in zip(states, units, strict=True):
        states_folder.take("run", protocol, state, 2, "seed")
        protocol.check(state)
        assert units_of(protocol, state) == expected_units


def units_of(protocol: FederatedProtocol, state: State) -> dict[str, tuple]:
    """Returns shape and unit of each term that a state requests. If parties used different units, the sum of their
    terms would be wrong."""
    return {name: (term.shape, term.exponent(2)) for name, term in protocol.next_stage(state).terms.items()}


RECOMPUTED = {  # arrays that a party recomputes, each with the position of the state that contains it
    "additive-model": ("grid", 3),
    "boosted-trees": ("grid", 3),
    "boosted-trees' first model": ("base", 4),
    "cox": ("grid", 3),
    "describe": ("low", 3),
    "kaplan-meier": ("grid", 2),
    "mlp": ("hidden-weights", 3),
    "negative-binomial": ("coefficients", 3),
    "picture-boxes": ("heat-weights", 1),
    "picture-classes": ("weights", 6),
    "random-forest": ("grid", 3),
}


@pytest.mark.parametrize("what", RECOMPUTED)
def test_refuses_a_state_that_differs_from_the_recomputed_one_by_more_than_rounding(what: str, tmp_path: Path):
    algorithm_id, (name, place) = what.split("'")[0], RECOMPUTED[what]
    protocol, states = a_run(next(one for one in ALGORITHMS if one.manifest["id"] == algorithm_id))
    states_folder = States(tmp_path)
    for state in states[:place]:
        states_folder.take("run", protocol, state, 2, "seed")
    altered = states[place].arrays[name] * (1 + 1e-9)
    with pytest.raises(DoesNotFollow):
        states_folder.take(
            "run", protocol, replace(states[place], arrays=states[place].arrays | {name: altered}), 2, "seed"
        )
    states_folder.take("run", protocol, states[place], 2, "seed")


@pytest.mark.parametrize("algorithm", ALGORITHMS, ids=lambda algorithm: algorithm.manifest["id"])
def test_a_run_starts_at_its_first_state_and_continues_stage_by_stage_without_going_back(
    algorithm: Algorithm, tmp_path: Path
):
    protocol, states = a_run(algorithm)
    for place, state in enumerate(states):
        if place > 0:
            with pytest.raises(DoesNotFollow):
                States(tmp_path / f"begins-{place}").take("run", protocol, state, 2, "seed")
        if place > 1:
            states_folder = States(tmp_path / f"skips-{place}")
            for before in states[: place - 1]:
                states_folder.take("run", protocol, before, 2, "seed")
            with pytest.raises(DoesNotFollow):
                states_folder.take("run", protocol, state, 2, "seed")
    states_folder = States(tmp_path / "back")
    for state in states:
        states_folder.take("run", protocol, state, 2, "seed")
    for state in states[:-1]:
        with pytest.raises(DoesNotFollow):
            states_folder.take("run", protocol, state, 2, "seed")


@pytest.mark.parametrize(("parties", "seed"), [(3, "seed"), (2, "another")])
@pytest.mark.parametrize("algorithm", ALGORITHMS, ids=lambda algorithm: algorithm.manifest["id"])
def test_a_run_starts_with_the_signed_parties_and_seed(algorithm, parties, seed, tmp_path: Path):
    protocol, (first, *_) = a_run(algorithm)
    with pytest.raises(DoesNotFollow):
        States(tmp_path).take("run", protocol, first, parties, seed)
    States(tmp_path).take("run", protocol, first, 2, "seed")


def changed(state: State, **facts: object) -> State:
    return State(state.facts | facts, state.arrays)


SETTLED = {
    "seed": lambda state: changed(state, seed="another"),
    "parties": lambda state: changed(state, parties=3),
    "rows": lambda state: changed(state, training=1),
    "moments": lambda state: changed(state, scales=[[mean + 1, spread] for mean, spread in state.facts["scales"]]),
    "model": lambda state: replace(state, arrays={name: values * 1e6 for name, values in state.arrays.items()}),
}


@pytest.mark.parametrize("what", SETTLED)
@pytest.mark.parametrize("algorithm_id", ["mlp", "logistic-regression"])
def test_refuses_changes_of_facts_that_have_been_set(algorithm_id: str, what: str, tmp_path: Path):
    algorithm = next(one for one in ALGORITHMS if one.manifest["id"] == algorithm_id)
    protocol, states = a_run(algorithm)
    states_folder, fitted = (
        States(tmp_path),
        next(place for place, state in enumerate(states) if state.facts.get("round")),
    )
    for state in states[:fitted]:
        states_folder.take("run", protocol, state, 2, "seed")
    with pytest.raises(DoesNotFollow):
        states_folder.take("run", protocol, SETTLED[what](states[fitted]), 2, "seed")


def test_refuses_a_quantile_range_that_is_crafted_around_a_single_value(tmp_path: Path):
    protocol, states = a_run(next(one for one in ALGORITHMS if one.manifest["id"] == "describe"))
    states_folder = States(tmp_path)
    for state in states[:3]:
        states_folder.take("run", protocol, state, 2, "seed")
    narrow = {name: values.copy() for name, values in states[3].arrays.items()}
    narrow["low"][0, 0], narrow["high"][0, 0] = 49.999, 50.001
    with pytest.raises(DoesNotFollow):
        states_folder.take("run", protocol, replace(states[3], arrays=narrow), 2, "seed")


@pytest.mark.spec("states.run-survives-restart")
def test_a_state_is_flushed_to_the_disk_before_it_is_answered(tmp_path: Path, synced):
    protocol, states = a_run(ALGORITHMS[0])
    States(tmp_path / "states").take("r", protocol, states[0], 2, "seed")
    folder = tmp_path / "states"
    assert {path.stat().st_ino for path in (folder, *folder.iterdir())} <= set(synced())


def test_accepts_only_one_of_two_states_that_arrive_at_once(tmp_path: Path):
    """Messages are processed in parallel. Either state is a valid successor, and the difference of their answers would
    reveal a row.
    """
    protocol, (first, second, *_) = a_run(ALGORITHMS[0])
    states_folder, both, check_transition = States(tmp_path), threading.Barrier(2), protocol.check_transition
    states_folder.take("run", protocol, first, 2, "seed")

    def follow_slowly(before: State, state: State) -> None:
        with contextlib.suppress(threading.BrokenBarrierError):
            both.wait(timeout=1)  # Waits for the other thread, which may be checking its state at the same time.
        check_transition(before, state)

    def is_taken(state: State) -> bool:
        try:
            states_folder.take("run", protocol, state, 2, "seed")
        except DoesNotFollow:
            return False
        return True

    protocol.check_transition = follow_slowly
    larger = second.with_facts(powers=[power + 8 for power in second.facts["powers"]])
    with ThreadPoolExecutor() as threads:
        assert sorted(threads.map(is_taken, (second, larger))) == [False, True]


def test_each_party_has_its_own_persistent_secret_for_mixing_rows(tmp_path):
    one, again, other = States(tmp_path / "one"), States(tmp_path / "one"), States(tmp_path / "other")
    assert len(one.secret) == 16 and one.secret == again.secret != other.secret
    assert (tmp_path / "one" / "secret").stat().st_mode & 0o777 == 0o600

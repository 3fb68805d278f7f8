"""A run that ends before the last round of its plan, either because users request the best model so far or because the
loss no longer decreases."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from fakes import World, patients
from flwr.app import Message

from engine.data.party import Party
from engine.flower.records import read_state
from engine.flower.states import States
from engine.privacy.terms import Total, encode
from engine.protocols.averaging import MAX_ADAM, UPDATE_NORM
from engine.protocols.loop import run_here
from engine.protocols.protocol import FederatedProtocol, State
from engine.run.driver import run_federation

SEED = "seed"
ROUNDS = 6
ALGORITHMS = [
    ("logistic-regression", "outcome", {}),
    ("mlp", "outcome", {}),
    ("mlp", "outcome", {"aggregation": "FedAdam"}),
    ("k-means", "", {"clusters": 5, "starts": 2}),
    ("boosted-trees", "outcome", {"depth": 3}),
]


def hospitals(folder, algorithm: str, label: str, **parameters: float | str) -> World:
    tables = {"1001": patients(20, 1), "1002": patients(45, 2, shift=5), "1003": patients(120, 3, shift=-5)}
    return World(folder, algorithm, tables, label, **{"max_iter": ROUNDS} | parameters)


def parties_of(world: World) -> list[Party]:
    return [world.algorithm.protocol(world.plan).party(world.party_table(party)) for party in world.tables]


def states_of(protocol: FederatedProtocol, parties: list[Party], finish_at: int | None = None) -> list[State]:
    """Returns every state that a party receives, and the last state. Users request an early end in the round
    `finish_at`."""
    state, seen = protocol.begin(len(parties), SEED), []
    while True:
        if finish_at is not None and state.facts.get("round", 0) >= finish_at:
            state = protocol.finish_early(state)
        seen.append(state)
        stage = protocol.next_stage(state)
        if stage is None:
            return seen
        parts = [encode(stage.terms, protocol.compute(state, party, stage), len(parties)) for party in parties]
        state = protocol.update(state, Total.of(stage.terms, parts, len(parties)))


@pytest.mark.parametrize(("algorithm", "label", "parameters"), ALGORITHMS)
def test_parties_accept_all_states_of_a_run_that_finishes_early(tmp_path, algorithm, label, parameters):
    world = hospitals(tmp_path, algorithm, label, **parameters)
    protocol, parties = world.algorithm.protocol(world.plan), parties_of(world)
    states = states_of(protocol, parties, finish_at=2)

    protocol.check_start(states[0], len(parties), SEED)
    for before, state in pairwise(states[:-1]):
        protocol.check(state)
        protocol.check_transition(before, state)
    assert states[-2].facts["round"] == 2 < max(state.facts.get("round", 0) for state in states_of(protocol, parties))
    assert 1 <= protocol.best(states[-1]) <= 2
    assert protocol.result(states[-1]).model


def test_parties_refuse_to_send_the_curvature_of_a_fit_that_has_not_converged(tmp_path):
    world = hospitals(tmp_path, "logistic-regression", "outcome")
    protocol, parties = world.algorithm.protocol(world.plan), parties_of(world)
    before, state = states_of(protocol, parties, finish_at=2)[-3:-1]
    assert not state.facts["settled"]
    with pytest.raises(ValueError, match="has not converged"):
        protocol.check_transition(before, state.with_facts(step="curvature"))


@pytest.mark.parametrize("algorithm", ["logistic-regression", "mlp", "k-means", "boosted-trees"])
def test_a_run_cannot_finish_early_before_the_first_round(tmp_path, algorithm):
    world = hospitals(tmp_path, algorithm, "" if algorithm == "k-means" else "outcome")
    protocol = world.algorithm.protocol(world.plan)
    early = [state for state in states_of(protocol, parties_of(world)) if state.facts.get("round", 0) == 0]
    assert len(early) >= 3
    assert all(protocol.finish_early(state) is state for state in early)


def test_completes_a_partly_grown_tree_before_the_run_finishes_early(tmp_path):
    world = hospitals(tmp_path, "boosted-trees", "outcome", depth=3)
    protocol = world.algorithm.protocol(world.plan)
    for state in states_of(protocol, parties_of(world)):
        if state.facts.get("level"):
            assert protocol.finish_early(state) is state


def test_a_regression_that_finishes_early_reports_scores_of_the_fit_that_it_stores(tmp_path):
    world = hospitals(tmp_path, "logistic-regression", "outcome")
    states = states_of(world.algorithm.protocol(world.plan), parties_of(world), finish_at=2)
    np.testing.assert_array_equal(states[-2].arrays["coefficients"], states[-1].kept["accepted"])


def test_a_run_finishes_early_at_the_next_stage_after_the_request(tmp_path):
    world = hospitals(tmp_path, "mlp", "outcome", max_iter=30, compare_alone=True)

    def request_finish(message: Message) -> bool:
        if message.metadata.message_type == "train" and message.content["config"]["round"] == 4:
            (world.run_folder / "finish-early").touch()
        return True

    world.grid.broken["1001"] = request_finish
    run_federation(world.grid, world.run(), world.algorithm)
    events, card = world.events(), world.card()
    assert [event["kind"] for event in events] == ["started", "statistics", *["round"] * 4, "scored", "finished"]
    assert events[-2]["scoredRound"] == 4
    assert 1 <= card["bestRound"] <= 4
    assert (world.run_folder / "model.onnx").stat().st_size > 0
    assert all(party["aloneMetrics"] for party in card["parties"])


@pytest.mark.parametrize("cut", ["train", "evaluate"])
@pytest.mark.parametrize(("algorithm", "label", "parameters"), ALGORITHMS)
@pytest.mark.spec("calls.training-run-control")
def test_an_early_end_around_a_restart_of_the_server_app_sends_no_state_that_parties_refuse(
    tmp_path, algorithm, label, parameters, cut
):
    """The request arrives during a round. The ServerApp is killed in the same round, or in one of the steps that follow
    the request.

    Parties check the next message against the last one that they received.
    """
    world = hospitals(tmp_path, algorithm, label, **parameters)
    protocol, is_cut = world.algorithm.protocol(world.plan), False

    def party(name: str):
        states = States(tmp_path / f"states-{name}")

        def take(message: Message) -> str:
            nonlocal is_cut
            kind, round_ = message.metadata.message_type, message.content["config"]["round"]
            if (kind, round_) == ("train", 2):
                (world.run_folder / "finish-early").touch()
            if name == "1003" and not is_cut and kind == cut and round_ >= 2:
                is_cut = True
                raise KeyboardInterrupt
            states.take("r", protocol, read_state(message.content), len(world.tables), SEED)
            return "works"

        return take

    world.grid.broken = {name: party(name) for name in world.tables}
    with pytest.raises(KeyboardInterrupt):
        run_federation(world.grid, world.run(), world.algorithm)
    run_federation(world.grid, world.run(), world.algorithm)
    assert world.events()[-1]["kind"] == "finished"
    last = max(event.get("scoredRound", 0) for event in world.events())
    assert last <= 3 < ROUNDS


def test_a_flat_loss_ends_an_averaged_run_early_with_the_same_model_as_the_full_run(tmp_path):
    """With a high learning rate on few rows, the loss falls and then rises."""
    steep = {"max_iter": 15, "learning_rate": 0.1, "local_epochs": 20}
    ends = []
    for patience in (0, 2):
        folder = tmp_path / str(patience)
        folder.mkdir()
        world = hospitals(folder, "mlp", "outcome", **steep, patience=patience)
        protocol = world.algorithm.protocol(world.plan)
        ends.append(run_here(protocol, parties_of(world), protocol.begin(3, SEED)))
    whole, early = ends
    best = int(early.facts["best"])
    assert whole.facts["round"] == 15
    assert (
        early.facts["round"] == best + 3 < 15
    )  # one round more, because the message that reported the second increase of the loss had already trained it
    assert whole.facts["best"] == best
    for name, values in early.kept.items():
        np.testing.assert_array_equal(values, whole.kept[name])


def test_fedprox_equals_fedavg_without_a_proximal_term_and_keeps_parties_closer_with_one(tmp_path):
    changes = {}
    for name, parameters in {
        "FedAvg": {}, "free": {"aggregation": "FedProx", "proximal": 0.0},
        "held": {"aggregation": "FedProx", "proximal": 5.0},
    }.items():  # fmt: skip
        (tmp_path / name).mkdir()
        world = hospitals(tmp_path / name, "mlp", "outcome", max_iter=1, local_epochs=20, **parameters)
        protocol = world.algorithm.protocol(world.plan)
        states = states_of(protocol, parties_of(world))
        first, trained = states[3].arrays, states[4].arrays
        changes[name] = np.concatenate([(trained[part] - first[part]).ravel() for part in first])
    np.testing.assert_array_equal(changes["free"], changes["FedAvg"])
    assert np.linalg.norm(changes["held"]) < 0.7 * np.linalg.norm(changes["FedAvg"])


def test_fedadam_applies_adams_update_rule_to_the_average_change(tmp_path):
    """The expected values follow Reddi et al. 2021, algorithm 2, computed by hand."""
    rate = 0.05
    world = hospitals(tmp_path, "mlp", "outcome", max_iter=3, aggregation="FedAdam", server_rate=rate)
    protocol, parties = world.algorithm.protocol(world.plan), parties_of(world)
    states = states_of(protocol, parties)
    average = world.algorithm.protocol(world.plan)
    average.inner = replace(average.inner, parameters=average.inner.parameters | {"aggregation": "FedAvg"})
    mean = square = 0.0
    for before, after in pairwise(states[3:7]):
        stage = protocol.next_stage(before)
        parts = [encode(stage.terms, protocol.compute(before, party, stage), len(parties)) for party in parties]
        averaged = average.update(before, Total.of(stage.terms, parts, len(parties))).arrays["hidden-weights"]
        change = averaged - before.arrays["hidden-weights"]
        mean, square = 0.9 * mean + 0.1 * change, 0.99 * square + 0.01 * change**2
        expected = before.arrays["hidden-weights"] + rate * mean / (np.sqrt(square) + 1e-3)
        np.testing.assert_allclose(after.arrays["hidden-weights"], expected, rtol=1e-12, atol=1e-15)


def test_fedadam_moves_no_weight_farther_than_the_bound_that_parties_check():
    """The changes grow by the ratio of both decay rates, which is the worst case."""
    mean = square = 0.0
    ratio = 0.99 / 0.9
    steps = []
    for change in [*(ratio**place for place in range(200)), 1e9]:
        mean, square = 0.9 * mean + 0.1 * change, 0.99 * square + 0.01 * change**2
        steps.append(mean / np.sqrt(square))
    assert 0.95 * MAX_ADAM < max(steps) <= MAX_ADAM * (1 + 1e-12)


@pytest.mark.parametrize(("aggregation", "reach"), [("FedAvg", UPDATE_NORM), ("FedAdam", None)])
def test_refuses_a_model_that_moved_farther_than_its_aggregation_rule_allows(tmp_path, aggregation, reach):
    world = hospitals(tmp_path, "mlp", "outcome", aggregation=aggregation, server_rate=0.01)
    protocol = world.algorithm.protocol(world.plan)
    before, honest = states_of(protocol, parties_of(world))[3:5]
    protocol.check_transition(before, honest)
    weights = sum(values.size for values in before.arrays.values())
    far = (reach or 0.01 * MAX_ADAM * weights**0.5) * 1.01
    moved = before.arrays | {"hidden-bias": before.arrays["hidden-bias"] + far}
    with pytest.raises(ValueError, match="changed by more"):
        protocol.check_transition(before, replace(honest, arrays=moved))

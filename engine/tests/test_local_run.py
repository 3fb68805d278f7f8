"""A local run of a single party: it has a single message, after which only the scores of its models leave the party."""

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from fakes import RUN_EVENT, SEED, World, patients, plan_of, table_in
from kinds import quick, rows_of

from engine.algorithm import FOLDERS, Algorithm, read_algorithm
from engine.flower.local_result import NotStored, collect
from engine.flower.records import message_of
from engine.flower.replies import NotRequested, expect
from engine.protocols.local_run import LocalRun
from engine.protocols.loop import run_here
from engine.run.driver import run_federation

ALGORITHMS = [read_algorithm(path.parent) for path in sorted(FOLDERS.glob("*/manifest.json"))]
PARTY = [{"partyId": "1001", "key": "fingerprint"}]


def label_of(algorithm: Algorithm) -> str:
    return {(): "", ("number",): "age", ("count",): "age"}.get(algorithm.label_kinds, "outcome")


def world_of(folder: Path, algorithm: Algorithm) -> World:
    if rows := rows_of(algorithm, 1):
        return _planned(World(folder, algorithm.manifest["id"], {"1001": rows}, "label", **quick(algorithm)))
    label = label_of(algorithm)
    rows = patients(80, 1)
    rows["age"] = np.round(rows["age"]) if algorithm.label_kinds == ("count",) else rows["age"]
    table = {name: values for name, values in rows.items() if label or name != "outcome"}
    time = "days" if algorithm.label_kinds == ("event",) else None
    if time:
        table[time] = np.random.default_rng(1).exponential(100, 80).round()
    return _planned(World(folder, algorithm.manifest["id"], {"1001": table}, label, time))


def _planned(world: World) -> World:
    world.plan |= {"parties": PARTY, "fewest": 1, "seed": SEED}
    world.write_spec()
    return world


@pytest.mark.parametrize("algorithm", ALGORITHMS, ids=lambda algorithm: algorithm.manifest["id"])
def test_a_local_run_sends_its_scores_in_one_message_and_its_model_stays_at_the_party(
    algorithm: Algorithm, tmp_path: Path
):
    world = world_of(tmp_path, algorithm)
    run_federation(world.grid, world.run(), algorithm)

    assert [kind for _, kind, _ in world.grid.sent] == ["train"]
    ((_, reply),) = world.grid.replies
    assert set(reply["terms"]) == {"training", "validation", "best", "metrics"}
    for event in world.events():
        RUN_EVENT.validate(event)
    assert world.events()[-1]["kind"] == "finished"
    assert not (world.run_folder / "model.onnx").exists()
    assert (tmp_path / "model.onnx").exists() == (algorithm.manifest["id"] not in ("describe", "kaplan-meier"))
    assert world.card()["stays"] is True and {"model", "regression", "table"}.isdisjoint(world.card())
    stored_card = json.loads((tmp_path / "card.json").read_text())
    assert stored_card["columns"] == world.card()["columns"] and "output" in stored_card


@pytest.mark.parametrize("algorithm", ALGORITHMS, ids=lambda algorithm: algorithm.manifest["id"])
def test_a_local_run_has_the_same_model_and_scores_as_the_protocol_run_on_one_party(
    algorithm: Algorithm, tmp_path: Path
):
    world = world_of(tmp_path, algorithm)
    run_federation(world.grid, world.run(), algorithm)

    alone = algorithm.protocol({**world.plan, "parties": []}).without_comparison()
    scored = []
    party = alone.party(world.party_table("1001"))
    last = run_here(alone, [party], alone.begin(1, SEED), lambda *seen: scored.extend(alone.scored(*seen)))
    last_of = {one.round: one for one in scored}  # a model may be scored twice: before its calibration and after it
    assert world.card()["history"] == [{"round": one.round, "metrics": one.metrics} for one in last_of.values()]
    result = alone.result(last)
    if result.model is not None:
        assert (tmp_path / "model.onnx").read_bytes() == result.model
    reported = [
        (event["scoredRound"], event["bestRound"]) for event in world.events() if event["kind"] in ("round", "scored")
    ]
    assert reported == [(one.round, one.best) for one in last_of.values()]


def test_each_round_event_reports_the_best_round_so_far(tmp_path: Path):
    """The learning rate is far too high, so the loss rises and falls and the best round is often not the last one."""
    algorithm = next(one for one in ALGORITHMS if one.manifest["id"] == "mlp")
    world = World(tmp_path, "mlp", {"1001": patients(60, 1)}, "outcome", max_iter=12, learning_rate=0.3)
    run_federation(world.grid, world.run(), algorithm)
    scores = [event for event in world.events() if event["kind"] in ("round", "scored")]
    losses = [event["metrics"]["loss"] for event in scores[1:]]
    best = [1 + losses[:count].index(min(losses[:count])) if count else 0 for count in range(13)]
    assert [event["bestRound"] for event in scores] == best
    assert any(one == other for one, other in pairwise(best[: best[-1]]))


def test_a_local_run_reports_the_step_and_round_of_each_stage():
    algorithm = next(one for one in ALGORITHMS if one.manifest["id"] == "mlp")
    plan = plan_of(algorithm, [patients(80, 1)], "outcome") | {"parties": PARTY}
    protocol, steps = algorithm.protocol(plan), []
    table = algorithm.protocol(plan | {"parties": []})
    assert isinstance(protocol, LocalRun)
    party = table.party(table_in(patients(80, 1), plan))
    protocol.run(protocol.begin(1, "seed"), party, lambda *step: steps.append(step))
    assert steps == [("statistics", 0)] * 3 + [("train", 1), ("train", 2), ("train", 3)] + [("evaluate", 3)] * 2


def test_transmits_metrics_exactly_as_significand_and_exponent(tmp_path: Path):
    algorithm = next(one for one in ALGORITHMS if one.manifest["id"] == "linear-regression")
    rows = patients(80, 1)
    rows["age"] = np.round(rows["age"]) if algorithm.label_kinds == ("count",) else rows["age"]
    rows["age"] = np.asarray(rows["age"]) * 1e-9
    world = World(tmp_path, "linear-regression", {"1001": rows}, "age")
    world.plan |= {"parties": PARTY, "fewest": 1, "seed": SEED}
    world.write_spec()
    run_federation(world.grid, world.run(), algorithm)
    assert 0 < world.card()["metrics"]["rmse"] < 1e-7


def test_a_local_run_refuses_every_state_except_the_first(tmp_path: Path):
    algorithm = ALGORITHMS[0]
    world = world_of(tmp_path, algorithm)
    protocol = algorithm.protocol(world.plan)
    state = protocol.begin(1, "seed")
    stage = protocol.next_stage(state)
    assert expect(algorithm, world.plan, "train", message_of(state, stage.round)).terms == stage.terms
    for changed in (state.with_facts(at="done"), state.with_facts(parties=2), state.with_facts(training=7)):
        with pytest.raises(NotRequested):
            expect(algorithm, world.plan, "train", message_of(changed, stage.round))
    with pytest.raises(ValueError, match="one message"):
        protocol.check_transition(state, state.with_facts(seed="other"))


def test_the_edge_stores_only_plain_files_of_a_local_result(tmp_path: Path):
    folder, stored, secret = tmp_path / "folder", tmp_path / "stored", tmp_path / "secret"
    folder.mkdir()
    secret.write_text("row 7")
    with pytest.raises(NotStored, match="no card"):
        collect(folder, stored)
    (folder / "card.json").write_text("{}")
    (folder / "model.onnx").symlink_to(secret)
    with pytest.raises(NotStored, match=r"model\.onnx"):
        collect(folder, stored)
    (folder / "model.onnx").unlink()
    collect(folder, stored)
    assert [path.name for path in stored.iterdir()] == ["card.json"]
    assert (stored.stat().st_mode & 0o777, (stored / "card.json").stat().st_mode & 0o777) == (0o700, 0o600)

import json
from dataclasses import replace

import numpy as np
import onnx
import pyarrow as pa
import pytest
from fakes import SEED, World, over_the_wire, patients
from flwr.app import Error, Message
from granting import grant

from engine.data.party import Party
from engine.errors import PartyError, RunError
from engine.flower.records import from_arrays, state_hash, to_arrays
from engine.flower.replies import check_reply, expect
from engine.privacy.terms import Term, Total, encode
from engine.protocols.averaging import UPDATE_NORM, coarse
from engine.protocols.loop import run_here
from engine.protocols.random import random_for
from engine.run import checkpoint, grid
from engine.run.driver import run_federation


@pytest.fixture
def world(tmp_path) -> World:
    return three_hospitals(tmp_path)


def three_hospitals(folder, algorithm: str = "logistic-regression", **parameters) -> World:
    tables = {"1001": patients(20, 1, shift=-4), "1002": patients(45, 2), "1003": patients(120, 3, shift=2)}
    return World(folder, algorithm, tables, "outcome", **({"max_iter": 3} | parameters))


def state_hashes(world: World) -> set[str]:
    """Returns the hashes by which an edge recognises the messages of a stage."""
    return {state_hash(content) for _, content in world.grid.messages}


def kinds(world: World) -> list[str]:
    return [event["kind"] for event in world.events()]


def altering(world: World, alter):
    """Returns the behaviour of a party that answers training with altered terms, which `alter(name, honest)`
    returns."""

    def altered(message):
        if message.metadata.message_type != "train":
            return "works"
        answer = world.grid.answer(message)
        terms = from_arrays(answer.content["terms"])
        answer.content["terms"] = to_arrays({name: alter(name, part) for name, part in terms.items()})
        world.grid.answers.append(answer)
        return None

    return altered


def pushing(world: World):
    """Returns the behaviour of a party that changes each weight by the maximum that is allowed for a single weight."""
    most = Term((), 0.99 * UPDATE_NORM).encode(np.array(0.99 * UPDATE_NORM), 3)
    return altering(world, lambda name, part: np.full_like(part, most) if name.startswith("update.") else part)


def failure_of(world: World) -> RunError:
    with pytest.raises(RunError) as caught:
        run_federation(world.grid, world.run(), world.algorithm)
    return caught.value


@pytest.mark.parametrize("algorithm", ["logistic-regression", "mlp"])
def test_a_run_completes_from_first_event_to_card(tmp_path, algorithm):
    world = three_hospitals(tmp_path, algorithm, compare_alone=True)
    run_federation(world.grid, world.run(), world.algorithm)
    events, card = world.events(), world.card()

    assert kinds(world) == ["started", "statistics", "round", "round", "round", "scored", "finished"]
    assert [event["seq"] for event in events] == [1, 2, 3, 4, 5, 6, 7]
    assert [party["rows"] for party in events[1]["parties"]] == [party["rows"] for party in card["parties"]]
    assert sum(party["rows"] + party["validationRows"] for party in card["parties"]) == 185
    scored = sum(
        party["validationRows"] or party["rows"] for party in card["parties"]
    )  # a regression scores all rows, each with a fit to the other rows
    assert np.sum(card["confusion"]["counts"]) == scored
    # The score of round 1 is that of the untrained model
    assert card["metrics"]["accuracy"] > events[2]["metrics"]["accuracy"]
    assert set(card["parties"][0]["aloneMetrics"]) == {"loss", "accuracy", "precision", "recall", "f1"}
    assert events[-1]["parties"][0]["gains"] == card["parties"][0]["gains"]
    assert events[-1]["metrics"] == card["metrics"]
    assert (world.run_folder / "model.onnx").stat().st_size > 0


@pytest.mark.parametrize("algorithm", ["logistic-regression", "mlp"])
def test_no_party_trains_alone_if_the_plan_does_not_compare(tmp_path, algorithm, monkeypatch):
    world = three_hospitals(tmp_path, algorithm, compare_alone=False)
    monkeypatch.setattr("engine.protocols.final.run_here", lambda *_: pytest.fail("a party trained alone"))
    run_federation(world.grid, world.run(), world.algorithm)
    finished, card = world.events()[-1], world.card()

    assert card["parameters"]["compare_alone"] is False
    for party in (*card["parties"], *finished["parties"]):
        assert party["metrics"]["accuracy"] > 0 and not {"aloneMetrics", "gains"} & set(party)
    assert card["scores"]["metrics"]["auc"]["value"] > 0.5
    assert not {"gain"} & {term for _, content in world.grid.replies for term in content["terms"]}


def test_every_score_event_names_the_scored_model_and_the_best_one_so_far(tmp_path):
    """With a high learning rate on few rows, the loss falls and then rises: the best model is neither the first nor
    the last.
    """
    world = three_hospitals(tmp_path, "mlp", max_iter=12, learning_rate=0.05, local_epochs=1)
    run_federation(world.grid, world.run(), world.algorithm)
    scores, card = [event for event in world.events() if "scoredRound" in event], world.card()

    assert [event["kind"] for event in scores] == ["round"] * 12 + ["scored"]
    assert [event["scoredRound"] for event in scores] == list(range(13))
    assert [(event["scoredRound"], event["metrics"]) for event in scores] == [
        (scored["round"], scored["metrics"]) for scored in card["history"]
    ]
    losses = [event["metrics"]["loss"] for event in scores[1:]]
    best = [1 + losses[:count].index(min(losses[:count])) if count else 0 for count in range(13)]
    assert [event["bestRound"] for event in scores] == best
    assert 1 < best[-1] < 12
    assert card["bestRound"] == best[-1] and card["metrics"] == scores[best[-1]]["metrics"]
    last = world.events()[-1]
    assert (last["bytesUp"], last["bytesDown"]) == (card["bytesUp"], card["bytesDown"])
    assert scores[-1]["bytesUp"] < last["bytesUp"]  # after the last round, the best model is scored in full


def test_metrics_and_model_list_the_classes_in_the_order_of_the_plan(world):
    run_federation(world.grid, world.run(), world.algorithm)
    before, outputs = world.card(), onnx_classes(world)
    assert before["classes"] == outputs == ["sick", "well"]

    (world.run_folder / "checkpoint.npz").unlink()
    world.plan["target"]["classes"] = ["well", "unclear", "sick"]
    world.write_spec()
    run_federation(world.grid, world.run(), world.algorithm)
    card = world.card()
    assert card["classes"] == card["confusion"]["classes"] == onnx_classes(world) == ["well", "unclear", "sick"]
    truths, truths_before = np.sum(card["confusion"]["counts"], axis=1), np.sum(before["confusion"]["counts"], axis=1)
    assert truths.tolist() == [truths_before[1], 0, truths_before[0]]


def onnx_classes(world: World) -> list[str]:
    model = onnx.load(world.run_folder / "model.onnx")
    constant = next(one for one in model.graph.initializer if one.name == "classes")
    return [text.decode() for text in constant.string_data]


def test_a_class_outside_the_plan_ends_the_run_and_names_the_party(world):
    tables = world.tables["1002"]
    stages = ["unclear" if number < 5 else text for number, text in enumerate(tables["outcome"])]
    grant(world.grid.paths["1002"], pa.table(tables | {"outcome": stages}))
    error = failure_of(world)

    assert (error.code, error.party, error.step) == ("data.label-rare-class", "1002", "statistics")
    assert world.events()[-1]["params"] == {"column": "outcome", "rows": 5}
    assert kinds(world)[-2:] == ["party-failed", "failed"]


def test_sends_each_party_one_message_per_round_which_contains_no_secret(world):
    run_federation(world.grid, world.run(), world.algorithm)
    sent = [(kind, config) for party, kind, config in world.grid.sent if party == "1001"]
    assert sent == [*[("query", {"round": 0})] * 4, *[("train", {"round": number}) for number in (1, 2, 3)],
                    ("evaluate", {"round": 3})]  # fmt: skip


@pytest.mark.parametrize("algorithm", ["logistic-regression", "linear-regression", "mlp"])
def test_replies_contain_exactly_the_terms_that_the_stage_declares(tmp_path, algorithm):
    label = "age" if algorithm == "linear-regression" else "outcome"
    rounds = 30 if algorithm == "logistic-regression" else 1  # a fit sends its curvature only after it has converged
    world = World(tmp_path, algorithm, {"1001": patients(20, 1), "1002": patients(30, 2)}, label, max_iter=rounds)
    run_federation(world.grid, world.run(), world.algorithm)

    # A regression first sends products of columns. For a network, the best model is scored again, and a logistic fit
    # sends its curvature at the end.
    trained = len({message["config"]["round"] for kind, message in world.grid.messages if kind == "train"})
    expected = ["query"] * 2 * (3 + (algorithm != "mlp")) + ["train"] * 2 * trained
    expected += ["evaluate"] * 2 * (1 + (algorithm != "linear-regression"))
    assert [kind for kind, _ in world.grid.replies] == expected
    for (kind, message), (_, reply) in zip(world.grid.messages, world.grid.replies, strict=True):
        check_reply(expect(world.algorithm, world.plan, kind, over_the_wire(message)), over_the_wire(reply))


def parties_of(world: World) -> list[Party]:
    return [world.algorithm.protocol(world.plan).party(world.party_table(party)) for party in world.tables]


def test_the_federated_model_equals_the_average_of_the_parties_fits_weighted_by_rows(tmp_path):
    world = three_hospitals(tmp_path, "mlp", max_iter=1)
    run_federation(world.grid, world.run(), world.algorithm)
    protocol, state = world.algorithm.protocol(world.plan), checkpoint.load(world.run().checkpoint).state

    prepared, learner = protocol.prepared(state), protocol.inner.learner
    parameters, parties = protocol.inner.parameters, parties_of(world)
    start = learner.start(prepared.encoding.features, 2, parameters, random_for(SEED, 0))
    models = []
    for party in parties:
        rows = party.encoded(prepared.encoding, prepared.target)[0]
        models.append(learner.fit(start, rows.inputs, rows.targets, parameters, "classes", random_for(SEED, 1)))
    rows = [len(party.training) for party in parties]
    for name, values in state.arrays.items():
        changes = [coarse(model[name] - start[name]) for model in models]
        by_hand = start[name] + sum(count * change for count, change in zip(rows, changes, strict=True)) / sum(rows)
        np.testing.assert_allclose(values, by_hand, atol=1e-14)
    assert rows[2] > 5 * rows[0]


@pytest.mark.parametrize("algorithm", ["logistic-regression", "mlp"])
def test_a_run_that_exchanges_messages_gives_a_bit_identical_model_to_a_run_in_one_process(tmp_path, algorithm):
    world = three_hospitals(tmp_path, algorithm)
    run_federation(world.grid, world.run(), world.algorithm)
    protocol, there = world.algorithm.protocol(world.plan), checkpoint.load(world.run().checkpoint).state
    here = run_here(protocol, parties_of(world), protocol.begin(3, SEED))

    assert json.loads(json.dumps(here.facts)) == there.facts
    for group in ("arrays", "kept"):
        one, other = getattr(here, group), getattr(there, group)
        assert one and set(one) == set(other)
        for name, values in one.items():
            np.testing.assert_array_equal(values, other[name])


def test_validation_rows_influence_only_scores_among_the_data_that_leave_a_party(tmp_path):
    """The validation rows are replaced by random ones, and every update stays the same."""
    world = three_hospitals(tmp_path, "mlp")
    protocol, parties = world.algorithm.protocol(world.plan), parties_of(world)
    state = protocol.begin(3, SEED)
    aside = set(parties[1].validation.columns[0].values)
    columns = {name: list(values) for name, values in world.tables["1002"].items()}
    columns["dose"] = [
        -1e6 if age in aside else dose for age, dose in zip(columns["age"], columns["dose"], strict=True)
    ]
    world.tables["1002"] = columns
    scrambled = parties_of(world)[1]
    assert -1e6 in scrambled.validation.columns[1].values

    for _ in range(4):  # messages before the scores: value ranges, moments, counts by bin, the first round
        stage = protocol.next_stage(state)
        answers = [protocol.compute(state, party, stage) for party in (*parties, scrambled)]
        one, other = [encode(stage.terms, answer, 3) for answer in (answers[1], answers[3])]
        for name in one:
            if not name.startswith("score."):
                np.testing.assert_array_equal(one[name], other[name])
        parts = [encode(stage.terms, answer, 3) for answer in answers[:3]]
        state = protocol.update(state, Total.of(stage.terms, parts, 3))
    assert stage.name == "train"


@pytest.mark.parametrize(("algorithm", "term"), [("mlp", "update.output-bias"), ("logistic-regression", "gradient")])
def test_an_implausible_answer_ends_the_run_and_names_its_party(tmp_path, algorithm, term):
    """The party's own runner would not have sent such an answer, so the party's software is altered."""
    world = three_hospitals(tmp_path, algorithm)

    world.grid.broken["1002"] = altering(world, lambda name, part: np.full_like(part, 2**61) if name == term else part)
    failure = failure_of(world)
    assert (failure.code, failure.party, failure.round) == ("train.implausible", "1002", 1)


def test_names_the_party_whose_answers_lead_to_a_state_that_honest_parties_refuse(tmp_path):
    """Otherwise, honest parties would refuse the next state and blame the platform."""
    world = three_hospitals(tmp_path, "mlp")
    world.grid.broken["1002"] = pushing(world)
    failure = failure_of(world)
    assert (failure.code, failure.party, failure.round) == ("train.implausible", "1002", 1)
    assert kinds(world)[-2:] == ["statistics", "failed"]


def test_names_the_malicious_party_even_if_the_update_without_another_party_fails(tmp_path, monkeypatch):
    """Without one of the honest parties, the update from the attacker's part may be arbitrary numbers, or may fail."""
    world = three_hospitals(tmp_path, "mlp")
    world.grid.broken["1002"] = pushing(world)
    protocol = type(world.algorithm.protocol(world.plan))
    original, updated, refused = protocol.update, [], []

    def fail_once(self, state, total):
        if any(state is one for one in updated) and not refused:
            refused.append(total)  # the first party is honest, and without it the update fails
            raise np.linalg.LinAlgError("singular")
        updated.append(state)
        return original(self, state, total)

    monkeypatch.setattr(protocol, "update", fail_once)
    failure = failure_of(world)
    assert (failure.code, failure.party, failure.round) == ("train.implausible", "1002", 1)
    assert len(refused) == 1


def test_names_no_party_if_the_attacker_cannot_be_identified(tmp_path):
    """Two parties send the same attack. Without either of them, the model still changes by more than the limit."""
    world = three_hospitals(tmp_path, "mlp")
    for party in ("1002", "1003"):
        world.grid.broken[party] = pushing(world)
    failure = failure_of(world)
    assert (failure.code, failure.party, failure.round) == ("train.implausible-together", None, 1)


@pytest.mark.parametrize("algorithm", ["logistic-regression", "mlp"])
def test_a_resumed_run_equals_an_uninterrupted_one(tmp_path, algorithm):
    uninterrupted, broken = [three_hospitals(make(tmp_path / name), algorithm) for name in ("uninterrupted", "broken")]
    run_federation(uninterrupted.grid, uninterrupted.run(), uninterrupted.algorithm)

    def crash_in_round_3(message):
        if message.content["config"]["round"] == 3:
            raise KeyboardInterrupt
        return "works"

    broken.grid.broken["1002"] = crash_in_round_3
    with pytest.raises(KeyboardInterrupt):
        run_federation(broken.grid, broken.run(), broken.algorithm)
    broken.grid.broken.clear()
    run_federation(broken.grid, broken.run(), broken.algorithm)

    left, right = checkpoint.load(uninterrupted.run().checkpoint), checkpoint.load(broken.run().checkpoint)
    for name in left.state.arrays:
        np.testing.assert_array_equal(left.state.arrays[name], right.state.arrays[name])
    assert state_hashes(broken) == state_hashes(uninterrupted)
    assert len(state_hashes(uninterrupted)) == len(uninterrupted.grid.messages) / 3
    assert uninterrupted.card()["metrics"] == broken.card()["metrics"]
    for key in ("history", "bytesUp", "bytesDown"):
        assert uninterrupted.card()[key] == broken.card()[key]
    assert (uninterrupted.run_folder / "model.onnx").read_bytes() == (broken.run_folder / "model.onnx").read_bytes()
    assert [event["seq"] for event in broken.events()] == list(range(1, len(broken.events()) + 1))
    assert kinds(broken).count("statistics") == 1


def test_flushes_the_result_to_the_disk_before_it_reports_the_end(world, synced):
    run_federation(world.grid, world.run(), world.algorithm)
    assert {(world.run_folder / name).stat().st_ino for name in ("model.onnx", "card.json")} <= set(synced())


@pytest.mark.spec("states.run-survives-restart")
def test_flushes_a_checkpoint_and_its_folder_to_the_disk(world, synced):
    run_federation(world.grid, world.run(), world.algorithm)
    assert {path.stat().st_ino for path in (world.run().checkpoint, world.run_folder)} <= set(synced())


def make(folder):
    folder.mkdir()
    return folder


@pytest.mark.parametrize(
    ("error", "code", "params"),
    [
        (
            lambda _: Error(2, 'data.not-numeric|{"column":"chol","rows":2}'),
            "data.not-numeric",
            {"column": "chol", "rows": 2},
        ),
        (lambda _: Error(2, "<class 'KeyError'>:<'Mrs. Smith'>"), "internal", {}),
        (lambda _: Error(5, "Node unavailable"), "run.party-offline", {}),
        (lambda _: Error(8, "ClientApp stopped responding"), "run.worker-died", {}),
        (lambda _: None, "run.party-silent", {"seconds": 1}),
    ],
)
def test_a_party_that_fails_ends_the_run_and_is_named(world, error, code, params):
    world.write_spec(roundTimeoutSeconds=0.6, waitSeconds=0.3)
    world.grid.broken["1002"] = lambda message: error(message) if message.content["config"]["round"] == 2 else "works"
    failure = failure_of(world)

    assert (failure.code, failure.params, failure.party, failure.step, failure.round) == (
        code,
        params,
        "1002",
        "train",
        2,
    )
    failed, last = world.events()[-2:]
    expected = {"partyId": "1002", "step": "train", "round": 2, "code": code, "params": params}
    assert failed.items() >= ({"kind": "party-failed"} | expected).items()
    assert last.items() >= ({"kind": "failed"} | expected).items()
    assert not (world.run_folder / "model.onnx").exists()


def test_attributes_a_failure_to_its_party_even_if_the_superlink_created_the_reply(world):
    """The SuperLink's own error replies come from node 1 (flower.md), so the id of the answered message identifies the
    party."""

    def from_the_superlink(message):
        world.grid.answers.append(superlink_reply(message))

    world.write_spec(waitSeconds=0.3)
    world.grid.broken["1003"] = from_the_superlink
    assert (failure_of(world).party, failure_of(world).code) == ("1003", "run.party-offline")


def superlink_reply(message):
    reply = Message(Error(5, "Node unavailable"), reply_to=message)
    reply.metadata.__dict__["_src_node_id"] = 1
    return reply


def test_a_failed_round_ends_without_waiting_and_reports_all_parties_that_failed(world):
    world.write_spec(roundTimeoutSeconds=60)
    world.grid.broken = {
        "1001": lambda _: Error(2, 'data.column-missing|{"column":"age"}'),
        "1002": lambda _: None,
        "1003": lambda _: Error(2, 'data.column-missing|{"column":"dose"}'),
    }
    assert failure_of(world).party == "1001"
    assert world.grid.looks < 60 / grid.MAX_POLL_SECONDS
    assert [event["partyId"] for event in world.events() if event["kind"] == "party-failed"] == ["1001", "1003"]


LOST = {
    "worker": lambda _: Error(2, "run.worker-died|{}"),
    "disk": lambda _: Error(2, 'guard.no-space|{"free":3,"needed":256}'),
    "hung": lambda _: Error(2, 'run.worker-hung|{"seconds":300}'),
    "runner": lambda _: Error(8, "ClientApp stopped responding"),
    "SuperNode": lambda _: Error(5, "Node unavailable"),
    "edge": lambda _: Error(2, "guard.unreachable|{}"),
    "reply": lambda _: Error(3, "Message unavailable"),
    "node that reconnected between two polls": lambda _: None,
}


@pytest.mark.parametrize("what", LOST)
@pytest.mark.spec("states.party-failure-retry")
def test_repeats_a_stage_only_at_the_party_that_lost_it_and_gets_the_same_result(tmp_path, monkeypatch, what):
    monkeypatch.setattr(grid, "NODES_EVERY_SECONDS", 0.1)
    uninterrupted, world = (three_hospitals(make(tmp_path / name)) for name in ("uninterrupted", "disturbed"))
    run_federation(uninterrupted.grid, uninterrupted.run(), uninterrupted.algorithm)
    lost = []

    def lose_once(message):
        if message.content["config"]["round"] != 2 or lost:
            return "works"
        lost.append(message)
        world.grid.connected_at["1002"] = "later"
        return LOST[what](message)

    world.grid.broken["1002"] = lose_once
    run_federation(world.grid, world.run(), world.algorithm)

    model = "model.onnx"
    assert (world.run_folder / model).read_bytes() == (uninterrupted.run_folder / model).read_bytes()
    requests = [[party for party, _, config in one.grid.sent if config["round"] == 2] for one in (uninterrupted, world)]
    assert sorted(requests[1]) == sorted([*requests[0], "1002"])
    events = [event for event in world.events() if event["kind"] in ("waiting", "party-failed")]
    assert [(event["kind"], event.get("missing"), event.get("partyId")) for event in events] == [
        ("party-failed", None, "1002"), ("waiting", ["1002"], None), ("waiting", [], None)
    ]  # fmt: skip
    assert kinds(world)[-1] == "finished"


@pytest.mark.spec("states.party-failure-retry")
def test_sends_a_stage_to_the_other_parties_while_one_is_offline(world):
    def leave(message):
        if message.content["config"]["round"] == 1:
            world.grid.offline = {"1002"}
        elif len([party for party, _, config in world.grid.sent if config["round"] == 2]) == 2:
            world.grid.offline = set()
        return "works"

    world.grid.broken = {"1001": leave, "1003": leave}
    run_federation(world.grid, world.run(), world.algorithm)
    requests = [party for party, _, config in world.grid.sent if config["round"] == 2]
    assert requests[:3] == ["1001", "1003", "1002"]
    assert [event["missing"] for event in world.events() if event["kind"] == "waiting"] == [["1002"], []]


@pytest.mark.spec("states.party-failure-retry")
def test_gives_up_on_a_party_that_is_lost_repeatedly_and_reports_its_name_and_the_cause(world):
    world.write_spec(waitSeconds=1.5)
    world.grid.broken["1003"] = LOST["worker"]
    failure = failure_of(world)
    assert (failure.code, failure.party, failure.step) == ("run.worker-died", "1003", "statistics")
    assert [party for party, _, _ in world.grid.sent].count("1003") == 2


def test_reports_that_it_waits_for_a_party_and_stops_waiting_at_the_limit(world):
    world.write_spec(waitSeconds=0.2)
    world.grid.offline = {"1003"}
    failure = failure_of(world)

    assert (failure.code, failure.party, failure.step) == ("run.party-offline", "1003", "starting")
    assert kinds(world) == ["waiting", "failed"]
    assert world.events()[0]["missing"] == ["1003"]
    assert world.grid.sent == []


def test_a_worker_reports_why_its_rows_cannot_be_used(tmp_path):
    tables = {"1001": patients(20, 1), "1002": patients(20, 2)}
    tables["1002"]["outcome"] = [None, *tables["1002"]["outcome"][1:]]
    failure = failure_of(World(tmp_path, "logistic-regression", tables, "outcome"))
    assert (failure.code, failure.params) == ("data.label-missing-values", {"column": "outcome", "rows": 1})
    assert (failure.party, failure.step, failure.round) == ("1002", "statistics", 0)


def test_a_class_with_a_single_row_at_one_party_ends_the_run_with_the_reason(tmp_path):
    tables = {"1001": patients(20, 1), "1002": patients(20, 2)}
    tables["1002"]["outcome"] = ["dead", *tables["1002"]["outcome"][1:]]
    failure = failure_of(World(tmp_path, "logistic-regression", tables, "outcome"))
    assert (failure.code, failure.params) == ("data.label-rare-class", {"column": "outcome", "rows": 1})
    assert (failure.party, failure.step, failure.round) == ("1002", "statistics", 0)


def with_fit(world: World, fit) -> None:
    """Replaces the method `fit` of every party's learner."""
    compose = world.algorithm.compose

    def composed(*parts):
        protocol = compose(*parts)
        learner = replace(protocol.inner.learner, fit=fit(protocol.inner.learner.fit))
        protocol.inner = replace(protocol.inner, learner=learner)
        return protocol

    world.grid.algorithm = world.algorithm = replace(world.algorithm, compose=composed)


def test_reports_a_numeric_overflow_as_divergence(tmp_path):
    world = three_hospitals(tmp_path, "mlp")
    with_fit(world, lambda _: lambda model, *_: {name: values + np.inf for name, values in model.items()})
    failure = failure_of(world)
    assert (failure.code, failure.params, failure.party) == ("train.diverged", {"round": 1}, "1001")


def test_clips_the_norm_of_an_update_to_the_limit_of_the_plan(tmp_path):
    world = three_hospitals(tmp_path, "mlp", max_iter=1)
    with_fit(world, lambda _: lambda model, *_: {name: values + 1e9 for name, values in model.items()})
    run_federation(world.grid, world.run(), world.algorithm)

    protocol, state = world.algorithm.protocol(world.plan), checkpoint.load(world.run().checkpoint).state
    first = protocol.inner.first(state, protocol.prepared(state))
    change = [state.arrays[name] - values for name, values in first.arrays.items()]
    assert np.sqrt(sum((values**2).sum() for values in change)) == pytest.approx(UPDATE_NORM)


def test_the_run_finishes_without_a_single_party_score_if_only_training_alone_diverges(tmp_path):
    """Training diverges only for the smallest party, and only when it trains alone, after the federation's rounds."""
    world, passes = three_hospitals(tmp_path, "mlp", compare_alone=True), []

    def fails_alone(fit):
        def overflow(model, inputs, *rest):
            passes.append(len(inputs))
            is_alone = len(inputs) == min(passes) and passes.count(len(inputs)) > 3
            return {name: values + (np.inf if is_alone else 0) for name, values in fit(model, inputs, *rest).items()}

        return overflow

    with_fit(world, fails_alone)
    run_federation(world.grid, world.run(), world.algorithm)

    assert kinds(world)[-1] == "finished"
    assert ["aloneMetrics" in party for party in world.card()["parties"]] == [False, True, True]
    assert ["aloneMetrics" in party for party in world.events()[-1]["parties"]] == [False, True, True]


@pytest.mark.parametrize(
    ("parameters", "code"),
    [
        ({"l2": 2}, "parameter.invalid"),
        ({"l2": "much"}, "parameter.invalid"),
        ({"speed": 1}, "parameter.unknown"),
    ],
)
def test_refuses_an_invalid_parameter_before_training(tmp_path, parameters, code):
    world = three_hospitals(tmp_path, **parameters)
    with pytest.raises(PartyError) as caught:
        run_federation(world.grid, world.run(), world.algorithm)
    assert caught.value.code == code
    assert kinds(world) == ["failed"] and world.grid.sent == []

"""Runs that start from a model of the pool. Training starts with exactly that model, and parties refuse any other."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import onnxruntime
import pytest
from fakes import SEED, World, over_the_wire, patients
from flwr.app import Message
from kinds import quick, rows_of
from learned import start_of

from engine.algorithm import FOLDERS, load_algorithm, read_algorithm
from engine.data.granted import START
from engine.data.texts import BUCKETS, GramEncoder
from engine.errors import PartyError
from engine.flower.client_task import ClientTask
from engine.flower.guard import Refused
from engine.flower.records import message_of, read_state
from engine.flower.replies import NotRequested, expect
from engine.flower.states import States
from engine.protocols.loop import run_here
from engine.protocols.starting import with_numbers
from engine.run.driver import run_federation
from engine.table import Table

LABELS = ("outcome", "age")  # the label of the rows has classes, or is a number
STARTED = sorted(path.parent.name for path in FOLDERS.glob("*/manifest.json") if '"resumes"' in path.read_text())


def trained(folder: Path, label: str, shift: float = 0.0, rows: int = 60, **given) -> World:
    """Returns a finished run of two parties."""
    folder.mkdir()
    tables = {f"100{place}": patients(rows, 1, shift=shift + place) for place in (1, 2)}
    world = World(folder, "mlp", tables, label, **({"max_iter": 2, "hidden_units": 6} | given))
    return world


def run(world: World) -> World:
    run_federation(world.grid, world.run(), world.algorithm)
    return world


def starts_from(world: World, start: dict, numbers: bytes) -> World:
    """Adds the start model to the plan, and stores its numbers where edges and platform store them."""
    world.plan |= {"start": start}
    world.write_spec()
    for folder in (world.run_folder, *world.grid.paths.values()):
        (folder / START).write_bytes(numbers)
    return world


def starting(folder: Path, label: str, **given) -> tuple[World, World]:
    """Returns a finished run, and a second run on other rows that starts from the model of the first."""
    first = run(trained(folder / "first", label))
    world = trained(folder / "second", label, shift=8.0, rows=90, **given)
    world.plan |= {"data": first.plan["data"]}
    return first, starts_from(world, *start_of(first.run_folder / "model.onnx"))


def whole(world: World) -> dict:
    """Returns the plan with the start model's numbers, as a party has it."""
    return with_numbers(world.plan, world.run_folder)


def predictions_of(file: Path, table: Table, label: str) -> np.ndarray:
    """Returns the predictions of a model file."""
    feed = {
        f"c{place}": np.where(column.missing, "", column.values).astype(str)[:, None]
        if column.kind == "text"
        else column.values[:, None]
        for place, column in enumerate(table.columns)
    }
    output = "probabilities" if label == "outcome" else "prediction"
    return onnxruntime.InferenceSession(file).run([output], feed)[0]


def states_of(world: World) -> list:
    return [read_state(over_the_wire(content)) for _, content in world.grid.messages[::2]]


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.spec("screens.start-from-model")
def test_before_training_a_run_predicts_the_same_as_its_start_model(label, tmp_path):
    """The rows are those of other parties, with other means, other missing values and unknown categories."""
    first, world = starting(tmp_path, label)
    run(world)
    protocol, table = world.algorithm.protocol(whole(world)), world.party_table("1001")
    untrained = next(state for state in states_of(world) if state.arrays)
    prepared = protocol.prepared(untrained)
    outputs = protocol.inner.learner.compute(untrained.arrays, prepared.encoding.encode(table))
    actual = prepared.target.predict(outputs)
    np.testing.assert_allclose(
        actual, predictions_of(first.run_folder / "model.onnx", table, label), rtol=1e-9, atol=1e-12
    )
    assert untrained.facts["round"] == 0


@pytest.mark.parametrize("label", LABELS)
def test_a_run_trains_its_start_model_further_and_names_it_in_card_and_file(label, tmp_path):
    first, world = starting(tmp_path, label, max_iter=8)
    run(world)
    losses = [event["metrics"]["loss"] for event in world.events() if event["kind"] in ("round", "scored")]
    assert min(losses[1:]) < losses[0]
    assert world.card()["start"] == {"modelId": "m1", "model": "Model X", "task": "Task Y"}
    assert "start" not in first.card()
    again, _ = start_of(world.run_folder / "model.onnx")
    np.testing.assert_allclose(again["scales"], world.plan["start"]["scales"], rtol=1e-12)
    assert again["numbers"] != world.plan["start"]["numbers"]


def made(folder: Path, name: str, **given) -> World:
    """Returns a finished run of two parties on rows of the algorithm's own kind."""
    folder.mkdir()
    algorithm = load_algorithm(name)
    own, label = {party: rows_of(algorithm, place) for place, party in enumerate(("1001", "1002"))}, "label"
    if own["1001"] is None:
        own = {party: patients(60, 1, shift=place) for place, party in enumerate(("1001", "1002"))}
        label = "outcome" if algorithm.label_kinds else ""
    return World(folder, name, own, label, **({"max_iter": 2} | quick(algorithm) | given))


def scores_by_round(world: World) -> dict[int, dict]:
    events = [event for event in world.events() if event["kind"] in ("round", "scored")]
    return {event["scoredRound"]: event["metrics"] for event in events}


@pytest.mark.parametrize("folder", STARTED)
@pytest.mark.spec("screens.start-from-model")
def test_a_run_on_the_same_rows_starts_with_exactly_the_scores_of_its_start_model(folder, tmp_path):
    """This holds for all kinds of models. Their numbers are read back from the model's file."""
    name = folder.replace("_", "-")
    first = run(made(tmp_path / "first", name))
    start, numbers = start_of(first.run_folder / "model.onnx")
    second = run(starts_from(made(tmp_path / "second", name), start, numbers))
    before, after = first.card()["metrics"], scores_by_round(second)[0]
    assert before and after.keys() == before.keys()
    np.testing.assert_allclose([after[metric] for metric in before], list(before.values()), rtol=1e-5, atol=1e-6)
    assert second.card()["start"]["model"] == "Model X"
    for kind, content in second.grid.messages:
        expect(second.algorithm, whole(second), kind, over_the_wire(content))


@pytest.mark.parametrize("folder", STARTED)
@pytest.mark.spec("screens.start-from-model")
def test_a_models_numbers_are_bit_identical_after_reading_and_writing_its_file(folder, tmp_path):
    name = folder.replace("_", "-")
    first = run(made(tmp_path / "first", name, max_iter=1))
    start, numbers = start_of(first.run_folder / "model.onnx")
    second = starts_from(made(tmp_path / "second", name, max_iter=1), start, numbers)
    protocol = second.algorithm.protocol(whole(second))
    seen = []
    parties = [protocol.party(second.party_table(party)) for party in second.tables]
    run_here(protocol, parties, protocol.begin(2, SEED), lambda before, *_: seen.append(before))
    ready = next(state for state in seen if state.arrays)
    prepared = protocol.prepared(ready)
    (tmp_path / "again").write_bytes(file_of(protocol, ready, prepared))
    again, same = start_of(tmp_path / "again")
    assert same == numbers
    np.testing.assert_allclose(again["scales"], start["scales"], rtol=1e-15)
    assert again.get("rest") == start.get("rest")


def file_of(protocol, ready, prepared) -> bytes:
    """Returns the file of the model with which a run starts."""
    if "centres" not in ready.arrays:
        return protocol.inner.file(ready.arrays, prepared)
    from engine.export.onnx_file import export_clusters
    from engine.protocols.clustering import FARTHEST

    return export_clusters(prepared.encoding, ready.arrays["centres"][0], FARTHEST)


def test_two_rounds_continued_by_two_more_equal_four_rounds_if_only_the_model_has_state(tmp_path):
    """The test uses k-means, whose only state is its centres."""
    first = run(made(tmp_path / "first", "k-means", max_iter=2, starts=1))
    second = made(tmp_path / "second", "k-means", max_iter=2)
    four = run(made(tmp_path / "four", "k-means", max_iter=4, starts=1))
    run(starts_from(second, *start_of(first.run_folder / "model.onnx")))
    files = [one.run_folder / "model.onnx" for one in (second, four)]
    centres = [np.frombuffer(start_of(file)[1]) for file in files]
    np.testing.assert_allclose(*centres, rtol=1e-9, atol=1e-12)


@pytest.mark.spec("screens.start-from-model")
def test_parties_accept_all_states_of_a_run_with_a_start_model_and_refuse_another_first_model(tmp_path):
    _, world = starting(tmp_path, "outcome")
    run(world)
    plan = whole(world)
    protocol, states = world.algorithm.protocol(plan), states_of(world)
    for kind, content in world.grid.messages:
        expect(world.algorithm, plan, kind, over_the_wire(content))
    protocol.check_start(states[0], 2, SEED)
    for before, state in pairwise(states):
        protocol.check_transition(before, state)
    moments, ready = next(pair for pair in pairwise(states) if pair[1].arrays)
    drawn = world.algorithm.protocol({**world.plan, "start": None}).inner
    others = [
        drawn.first(ready, replace(protocol.prepared(ready), start=None)),
        replace(ready, arrays={name: values + 1e-9 for name, values in ready.arrays.items()}),
    ]
    for other in others:
        with pytest.raises(ValueError, match="not the plan's first model"):
            protocol.check_transition(moments, other)
    scales = [[mean + 1e-9, spread] for mean, spread in ready.facts["scales"]]
    with pytest.raises(ValueError, match="the scales are not those"):
        protocol.check(ready.with_facts(scales=scales))
    with pytest.raises(NotRequested):
        expect(
            world.algorithm,
            plan,
            "train",
            message_of(ready.with_facts(scales=scales), protocol.next_stage(ready).round),
        )
    ((other, missing),) = ready.facts["rest"]
    for rest in ([[missing, other]], [[other, other]], [], [[9, 9]], [[other, 0.5]]):
        with pytest.raises(ValueError, match=r"code|zip"):
            protocol.check(ready.with_facts(rest=rest))


def test_a_start_model_without_codes_has_one_feature_for_other_and_missing_texts(tmp_path):
    _, world = starting(tmp_path, "outcome")
    plan = whole(world)
    del plan["start"]["rest"]
    assert world.algorithm.protocol(plan).start.rest == [[len(plan["data"]["columns"][2]["categories"])] * 2]


def test_a_local_run_also_starts_from_the_model_in_the_plan(tmp_path):
    _, world = starting(tmp_path, "outcome")
    alone = whole(world) | {"parties": world.plan["parties"][:1], "fewest": 1}
    protocol = world.algorithm.protocol(alone)
    inner, seen = protocol.protocol, []
    party = inner.party(world.party_table("1001"))
    protocol.run(protocol.begin(1, SEED), party)
    run_here(inner, [party], inner.begin(1, SEED), lambda before, *_: seen.append(before))
    first = next(state for state in seen if state.arrays)
    np.testing.assert_array_equal(np.concatenate([one.ravel() for one in first.arrays.values()]), inner.start.numbers)
    assert protocol.result(protocol.begin(1, SEED)).card["start"]["model"] == "Model X"


@pytest.mark.spec("screens.start-from-model")
def test_parties_and_the_platforms_own_app_refuse_numbers_of_a_start_model_that_were_not_signed(tmp_path):
    """The platform sends different numbers from those in the plan, or no numbers."""
    _, world = starting(tmp_path, "outcome")
    numbers = (world.run_folder / START).read_bytes()
    other = np.frombuffer(numbers) + 1e-12
    for content in (other.tobytes(), numbers[:-8], b""):
        (world.grid.paths["1002"] / START).write_bytes(content)
        with pytest.raises(PartyError, match="start-altered"):
            with_numbers(world.plan, world.grid.paths["1002"])
    with pytest.raises(Exception, match="start-altered"):
        run(world)
    failed = world.events()[-1]
    assert (failed["kind"], failed["code"], failed["partyId"]) == ("failed", "data.start-altered", "1002")
    (world.run_folder / START).unlink()
    with pytest.raises(PartyError, match="start-altered"):
        run(world)


@pytest.mark.spec("screens.start-from-model")
def test_a_runner_refuses_a_message_with_altered_model_numbers_before_its_app_sees_it(tmp_path):
    _, world = starting(tmp_path, "outcome")
    granted, kind = world.grid.paths["1001"], "query"
    protocol = world.algorithm.protocol(whole(world))
    state = protocol.begin(2, SEED)
    message = Message(message_of(state, protocol.next_stage(state).round), dst_node_id=1, message_type=kind)
    runner = SimpleNamespace(
        installation=SimpleNamespace(algorithms={"mlp": world.algorithm}),
        states=States(tmp_path / "states"),
        facts={"runId": "r"},
    )
    request = (world.plan, str(granted), ["1001", "1002"], message)
    assert ClientTask._expect(runner, *request).parties == 2
    (granted / START).write_bytes(np.zeros(9).tobytes())
    with pytest.raises(Refused) as refused:
        ClientTask._expect(runner, *request)
    assert refused.value.code == "data.start-altered"


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda start: start["scales"].pop(), "scales for other columns"),
        (lambda start: start.update(scale=[1.0, 2.0]), "scales for other columns"),
        (lambda start: start.update(values=np.full(len(start["values"]), np.nan)), "not a finite number"),
        (lambda start: start.update(values=start["values"][:-1]), "shape"),
        (lambda start: start.update(values=np.append(start["values"], 0.0)), "shape"),
    ],
    ids=["fewer columns", "a label's scale", "nan", "a number less", "a number more"],
)
def test_refuses_a_start_model_that_does_not_fit_the_plan(spoil, why, tmp_path):
    _, world = starting(tmp_path, "outcome")
    plan, ready = whole(world), ready_state(world)
    world.algorithm.protocol(plan).check(ready)
    spoil(plan["start"])
    with pytest.raises(ValueError, match=why):
        world.algorithm.protocol(plan).check(ready)


def test_refuses_a_start_model_with_text_features_that_no_valid_file_has():
    encoder = GramEncoder.of("text", range(0, BUCKETS, 2), [3] * (BUCKETS // 2), 40)
    numbers = np.concatenate([encoder.places, encoder.rarity, [7.0]])
    actual, rest = GramEncoder.of_numbers("text", numbers)
    assert actual == encoder and rest.tolist() == [7.0]
    for change in (numbers[:BUCKETS], np.append(1.0, numbers[1:]), numbers * 0, numbers[: BUCKETS + 3]):
        with pytest.raises(ValueError, match="no texts have these features"):
            GramEncoder.of_numbers("text", change)
    every = GramEncoder.of("text", range(BUCKETS), [3] * BUCKETS, 40)
    assert GramEncoder.of_numbers("text", np.concatenate([every.places, every.rarity]))[0] == every


def ready_state(world: World):
    """Returns the state at the start of the first round."""
    protocol, seen = world.algorithm.protocol(whole(world)), []
    parties = [protocol.party(world.party_table(party)) for party in world.tables]
    run_here(protocol, parties, protocol.begin(2, SEED), lambda before, *_: seen.append(before))
    return next(state for state in seen if state.arrays)


@pytest.mark.parametrize("folder", sorted(FOLDERS.glob("*/manifest.json")), ids=lambda path: path.parent.name)
def test_only_algorithms_that_declare_it_in_their_manifest_can_start_from_a_model(folder, tmp_path):
    """All other algorithms refuse a plan with a start model."""
    algorithm = read_algorithm(folder.parent)
    kinds = {(): "", ("number",): "age", ("count",): "age", ("event",): "outcome"}
    table = patients(40, 1)
    table["age"] = np.round(table["age"])
    times = {"days": table["age"]} if algorithm.label_kinds == ("event",) else {}
    label = kinds.get(algorithm.label_kinds, "outcome")
    rows, name = table | times, algorithm.manifest["id"]
    if own := rows_of(algorithm, 1):
        rows, label = own, "label"
    world = World(tmp_path, name, {"1001": rows, "1002": rows}, label, "days" if times else None)
    scales = [[0.0, 1.0] for column in world.plan["data"].get("columns", []) if column["kind"] == "number"]
    scale = [0.0, 1.0] if (world.plan["target"] or {}).get("kind") == "number" else None
    start = {"modelId": "m", "model": "x", "task": "y", "file": "", "numbers": ""}
    values = np.concatenate([np.arange(BUCKETS), np.ones(BUCKETS)])  # all possible features occur in these texts
    plan = world.plan | {"start": start | {"scales": scales, "scale": scale, "values": values}}
    algorithm.protocol(world.plan)
    if "resumes" in algorithm.manifest:
        assert set(algorithm.manifest["resumes"]) <= {one["name"] for one in algorithm.manifest["parameters"]}
        algorithm.protocol(plan)
    else:
        with pytest.raises(ValueError, match="does not start from a model"):
            algorithm.protocol(plan)

"""A run that starts from a model of the pool: it begins with that very model, and with no other."""

import base64
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
from fakes import SEED, World, over_the_wire, patients
from kinds import rows_of
from onnx import numpy_helper

from engine.algorithm import FOLDERS, read_algorithm
from engine.data.table import Table
from engine.flower.replies import Unasked, expect
from engine.learners.network import forward
from engine.protocols.loop import run_here
from engine.run.driver import run_federation
from engine.run.messages import message_of, read_state

LABELS = ("outcome", "age")  # classes, and a number


def trained(folder: Path, label: str, shift: float = 0.0, rows: int = 60, **given) -> World:
    """A run of two parties."""
    folder.mkdir()
    tables = {f"100{place}": patients(rows, 1, shift=shift + place) for place in (1, 2)}
    world = World(folder, "mlp", tables, label, **({"max_iter": 2, "hidden_units": 6} | given))
    return world


def run(world: World) -> World:
    run_federation(world.grid, world.run(), world.algorithm)
    return world


def start_of(world: World) -> dict:
    """As the platform reads it from a file: numbers in their own order, little endian."""
    graph = onnx.load(world.run_folder / "model.onnx").graph
    held = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    numbers = [place for place, column in enumerate(world.plan["data"]["columns"]) if column["kind"] == "number"]
    scales = [[held[f"c{place}_mean"].item(), 1 / held[f"c{place}_factor"].item()] for place in numbers]
    of_label = [held[f"label_{name}"].item() for name in ("mean", "deviation")] if "label_mean" in held else None
    layers = [{name: coded(held[f"{name}{place}"]) for name in ("weights", "bias")} for place in (0, 1)]
    named = {"modelId": "m1", "model": "Model X", "task": "Task Y", "file": "0" * 64}
    return named | {"scales": scales, "scale": of_label, "layers": layers}


def coded(values: np.ndarray) -> str:
    return base64.b64encode(values.astype("<f8").tobytes()).decode()


def starting(folder: Path, label: str, **given) -> tuple[World, World]:
    """A finished run, and one of other rows that starts from its model."""
    first = run(trained(folder / "first", label))
    world = trained(folder / "second", label, shift=8.0, rows=90, **given)
    world.plan |= {"start": start_of(first), "data": first.plan["data"]}
    world.write_spec()
    return first, world


def said(file: Path, table: Table, label: str) -> np.ndarray:
    """By a model's file alone."""
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
def test_before_any_training_it_says_what_the_model_of_the_pool_says(label, tmp_path):
    """Of rows of other parties, with other means, other gaps and categories that it does not know."""
    first, world = starting(tmp_path, label)
    run(world)
    protocol, table = world.algorithm.protocol(world.plan), world.party_table("1001")
    untrained = next(state for state in states_of(world) if state.arrays)
    prepared = protocol.prepared(untrained)
    layers = protocol.inner.learner.layers(untrained.arrays)
    found = prepared.target.predict(forward(layers, prepared.encoding.encode(table)))
    np.testing.assert_allclose(found, said(first.run_folder / "model.onnx", table, label), rtol=1e-9, atol=1e-12)
    assert untrained.facts["round"] == 0


@pytest.mark.parametrize("label", LABELS)
def test_it_learns_on_and_its_card_and_file_say_so(label, tmp_path):
    first, world = starting(tmp_path, label, max_iter=8)
    run(world)
    losses = [event["metrics"]["loss"] for event in world.events() if event["kind"] in ("round", "scored")]
    assert min(losses[1:]) < losses[0]
    assert world.card()["start"] == {"modelId": "m1", "model": "Model X", "task": "Task Y"}
    assert "start" not in first.card()
    again = start_of(world)
    np.testing.assert_allclose(again["scales"], start_of(first)["scales"], rtol=1e-12)
    assert again["layers"] != world.plan["start"]["layers"]


def test_every_state_is_taken_and_a_drawn_or_another_first_model_is_not(tmp_path):
    _, world = starting(tmp_path, "outcome")
    run(world)
    protocol, states = world.algorithm.protocol(world.plan), states_of(world)
    for kind, content in world.grid.messages:
        expect(world.algorithm, world.plan, kind, over_the_wire(content))
    protocol.starts(states[0], 2, SEED)
    for before, state in pairwise(states):
        protocol.follows(before, state)
    moments, ready = next(pair for pair in pairwise(states) if pair[1].arrays)
    drawn = world.algorithm.protocol({**world.plan, "start": None}).inner
    others = [
        drawn.first(ready, replace(protocol.prepared(ready), start=None)),
        replace(ready, arrays={name: values + 1e-9 for name, values in ready.arrays.items()}),
    ]
    for other in others:
        with pytest.raises(ValueError, match="not the first model"):
            protocol.follows(moments, other)
    scales = [[mean + 1e-9, spread] for mean, spread in ready.facts["scales"]]
    with pytest.raises(ValueError, match="other scales"):
        protocol.check(ready.with_facts(scales=scales))
    with pytest.raises(Unasked):
        expect(world.algorithm, world.plan, "train", message_of(ready.with_facts(scales=scales), protocol.ask(ready)))


def test_a_run_by_itself_starts_from_it_too(tmp_path):
    _, world = starting(tmp_path, "outcome")
    alone = world.plan | {"parties": world.plan["parties"][:1], "fewest": 1}
    protocol = world.algorithm.protocol(alone)
    inner, seen = protocol.protocol, []
    party = inner.party(world.party_table("1001"))
    protocol.run(protocol.begin(1, SEED), party)
    run_here(inner, [party], inner.begin(1, SEED), lambda before, *_: seen.append(before))
    first = next(state for state in seen if state.arrays)
    np.testing.assert_array_equal(first.arrays["hidden-bias"], inner.start.layers[0].bias)
    assert protocol.result(protocol.begin(1, SEED)).card["start"]["model"] == "Model X"


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda start: start["scales"].pop(), "scales of other columns"),
        (lambda start: start.update(scale=[1.0, 2.0]), "scales of other columns"),
        (lambda start: start["layers"][0].update(bias=coded(np.full(6, np.nan))), "no number"),
        (lambda start: start["layers"][0].update(bias="not base64"), ""),
        (lambda start: start["layers"].pop(), ""),
        (lambda start: start["layers"][1].update(bias=coded(np.zeros(3)), weights=coded(np.zeros(18))), "shape"),
    ],
    ids=["fewer columns", "a label's scale", "nan", "no bytes", "a layer less", "a class more"],
)
def test_a_start_that_does_not_fit_is_refused(spoil, why, tmp_path):
    _, world = starting(tmp_path, "outcome")
    ready = ready_state(world)
    world.algorithm.protocol(world.plan).check(ready)
    spoil(world.plan["start"])
    with pytest.raises(ValueError, match=why):
        world.algorithm.protocol(world.plan).check(ready)


def ready_state(world: World):
    """Where the first round begins."""
    protocol, seen = world.algorithm.protocol(world.plan), []
    parties = [protocol.party(world.party_table(party)) for party in world.tables]
    run_here(protocol, parties, protocol.begin(2, SEED), lambda before, *_: seen.append(before))
    return next(state for state in seen if state.arrays)


@pytest.mark.parametrize("folder", sorted(FOLDERS.glob("*/manifest.json")), ids=lambda path: path.parent.name)
def test_only_what_a_manifest_says_resumes(folder, tmp_path):
    """All others refuse a plan with a start."""
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
    named = {"modelId": "m", "model": "x", "task": "y", "file": ""}
    plan = world.plan | {"start": named | {"scales": scales, "scale": scale, "layers": []}}
    algorithm.protocol(world.plan)
    if algorithm.manifest.get("resumes"):
        algorithm.protocol(plan)
    else:
        with pytest.raises(ValueError, match="starts from no model"):
            algorithm.protocol(plan)

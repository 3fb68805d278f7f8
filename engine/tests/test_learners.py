"""A learner whose model is no list of layers: a hidden layer is multiplied by gates, and a shortcut leads around it."""

import numpy as np
import onnxruntime
import pyarrow as pa
import pytest
from fakes import patients
from learned import start_of
from test_export import feed

from engine.algorithm import FOLDERS, Algorithm, read_manifest
from engine.data.table import concatenate, table_of
from engine.learners.learner import Learner
from engine.learners.mini_batches import passes, shuffled
from engine.pooled import plan_for
from engine.protocols.averaging import Averaging
from engine.protocols.loop import run_here
from engine.protocols.on_table import OnTable
from engine.targets.classes import softmax

NAMES = ["age", "dose", "ward"]
HIDDEN = 6


def start(features, outputs, parameters, rng) -> dict[str, np.ndarray]:
    shapes = {"values": (features, HIDDEN), "gates": (features, HIDDEN), "output": (HIDDEN, outputs)}
    drawn = {name: rng.normal(0, 0.5, shape) for name, shape in shapes.items()}
    return drawn | {"shortcut": np.zeros((features, outputs)), "bias": np.zeros(outputs)}


def fit_locally(model, inputs, targets, parameters, label_kind, rng) -> dict[str, np.ndarray]:
    def gradients(current, batch) -> dict[str, np.ndarray]:
        rows = inputs[batch]
        values, gates = rows @ current["values"], np.tanh(rows @ current["gates"])
        raw = compute(current, rows)
        errors = ((softmax(raw) if label_kind == "classes" else raw) - targets[batch]) / len(batch)
        back = errors @ current["output"].T
        return {
            "values": rows.T @ (back * gates), "gates": rows.T @ (back * values * (1 - gates**2)),
            "output": (values * gates).T @ errors, "shortcut": rows.T @ errors, "bias": errors.sum(axis=0),
        }  # fmt: skip

    return passes(model, shuffled(len(inputs), parameters, rng), parameters, gradients)


def compute(model, inputs) -> np.ndarray:
    hidden = (inputs @ model["values"]) * np.tanh(inputs @ model["gates"])
    return hidden @ model["output"] + inputs @ model["shortcut"] + model["bias"]


def export(model, inputs) -> str:
    values, gates, output, shortcut, bias = (inputs.graph.learned(name, array) for name, array in model.items())
    step, features = inputs.graph.steps("gated"), inputs.features
    hidden = step("Mul", step("MatMul", features, values), step("Tanh", step("MatMul", features, gates)))
    beside = step("Add", step("MatMul", features, shortcut), bias)
    return step("Add", step("MatMul", hidden, output), beside)


LEARNER = Learner(start, fit_locally, compute, export)
ALGORITHM = Algorithm(
    read_manifest(FOLDERS / "mlp" / "algorithm.py"),  # for its parameters
    lambda plan, parameters, kinds: OnTable(plan, kinds, Averaging(LEARNER, parameters, plan["maxRounds"])),
)


@pytest.mark.parametrize(("label", "columns"), [("outcome", NAMES), ("age", ["dose", "ward", "outcome"])])
def test_trains_scores_and_exports_an_architecture_that_is_no_list_of_layers(label, columns, tmp_path):
    tables = [table_of(pa.table(patients(80, seed)), columns, label) for seed in (1, 2)]
    protocol = ALGORITHM.protocol(plan_for(ALGORITHM, {"max_iter": 6, "learning_rate": 0.02}, tables))
    losses, parties = [], [protocol.party(table) for table in tables]

    def observe(*stage) -> None:
        losses.extend(one.metrics["loss" if label == "outcome" else "rmse"] for one in protocol.scored(*stage))

    last = run_here(protocol, parties, protocol.begin(2, "0"), observe)
    prepared, model = protocol.prepared(last), protocol.inner.best(last)
    assert min(losses) < 0.8 * losses[0], losses
    assert all(model[name].any() for name in ("shortcut", "bias"))

    rows = concatenate(tables)
    outputs = compute(model, prepared.encoding.encode(rows))
    (tmp_path / "model.onnx").write_bytes(protocol.result(last).model)
    session = onnxruntime.InferenceSession(tmp_path / "model.onnx")
    (answers,) = session.run(["probabilities" if label == "outcome" else "prediction"], feed(session, rows))
    np.testing.assert_allclose(answers, prepared.target.predict(outputs), rtol=1e-9, atol=1e-12)
    numbers = np.frombuffer(start_of(tmp_path / "model.onnx")[1], "<f8")
    np.testing.assert_array_equal(numbers, np.concatenate([values.ravel() for values in model.values()]))

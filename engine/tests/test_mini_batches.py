"""Checks that local passes with Adam are bit-identical to the loops that they replaced, when each learner had its own
loop."""

import ast
from pathlib import Path

import numpy as np
import pytest

import engine
from engine.learners.adam import Adam
from engine.learners.mini_batches import RISING, SLOWEST, passes, shuffled, trained

ROWS = 23
INPUTS = np.random.default_rng(3).normal(size=(ROWS, 4))
LABELS = INPUTS @ np.array([1.0, -2.0, 0.5, 3.0])
PARAMETERS = {
    "learning_rate": 0.03, "local_epochs": 3, "batch_size": 5, "aggregation": "FedProx", "proximal": 0.1,
}  # fmt: skip
PULL = PARAMETERS["proximal"]
MODEL = {"weights": np.array([0.3, 0.1, -0.7, 0.9]), "bias": np.array([0.2])}


def gradients(model, batch):
    inputs = INPUTS[batch].astype(model["weights"].dtype)
    errors = inputs @ model["weights"] + model["bias"] - LABELS[batch].astype(inputs.dtype)
    return {"weights": inputs.T @ errors / len(batch), "bias": errors.mean(keepdims=True)}


def rows_in_batches(model, rng):
    """Trains the perceptron with its previous loop."""
    adam = Adam(model, PARAMETERS["learning_rate"])
    for _ in range(PARAMETERS["local_epochs"]):
        order = rng.permutation(ROWS)
        for start in range(0, len(order), PARAMETERS["batch_size"]):
            found = gradients(adam.model, order[start : start + PARAMETERS["batch_size"]])
            adam.step({name: one + PULL * (adam.model[name] - model[name]) for name, one in found.items()})
    return adam.model


def pictures_in_batches(model, rng):
    """Trains the networks on pictures with their previous loop."""
    pull, size = np.float32(PARAMETERS["proximal"]), PARAMETERS["batch_size"]
    began = {name: values.astype(np.float32) for name, values in model.items()}
    adam, steps = Adam(began, PARAMETERS["learning_rate"]), PARAMETERS["local_epochs"] * -(-ROWS // size)
    for _ in range(PARAMETERS["local_epochs"]):
        order = rng.permutation(ROWS)
        for first in range(0, ROWS, size):
            rises, falls = (adam.steps + 1) / steps / RISING, 1 - (1 - SLOWEST) * adam.steps / steps
            adam.rate = PARAMETERS["learning_rate"] * min(rises, 1) * falls
            found = gradients(adam.model, order[first : first + size])
            adam.step({name: one + pull * (adam.model[name] - began[name]) for name, one in found.items()})
    return {name: values.astype(np.float64) for name, values in adam.model.items()}


def masked_passes(model, rng):
    """Trains the graph network with its previous loop. A batch is the whole graph, with another mask in each pass."""
    adam = Adam(model, PARAMETERS["learning_rate"])
    for _ in range(PARAMETERS["local_epochs"]):
        found = gradients(adam.model, np.flatnonzero(rng.random(ROWS) < 0.7))
        adam.step({name: own + PULL * (adam.model[name] - model[name]) for name, own in found.items()})
    return adam.model


CASES = {
    "rows": (rows_in_batches, lambda rng: passes(MODEL, shuffled(ROWS, PARAMETERS, rng), PARAMETERS, gradients)),
    "pictures": (pictures_in_batches, lambda rng: trained(MODEL, ROWS, PARAMETERS, rng, gradients)),
    "graph": (
        masked_passes,
        lambda rng: passes(MODEL, lambda: [np.flatnonzero(rng.random(ROWS) < 0.7)], PARAMETERS, gradients),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_shared_training_loop_is_bit_identical_to_the_loops_that_it_replaced(case):
    loop, call = CASES[case]
    before, after = loop(MODEL, np.random.default_rng(7)), call(np.random.default_rng(7))
    assert set(before) == set(after) == set(MODEL)
    for name, values in before.items():
        assert values.dtype == after[name].dtype == np.float64
        assert values.tobytes() == after[name].tobytes()
        assert not np.array_equal(values, MODEL[name])


def test_no_learner_implements_its_own_loop_of_adam_steps():
    folders = (Path(engine.__path__[0]), Path(engine.__path__[0]).parent / "algorithms")
    makers = [
        path.name
        for folder in folders
        for path in folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Adam"
    ]
    assert makers == ["mini_batches.py"]

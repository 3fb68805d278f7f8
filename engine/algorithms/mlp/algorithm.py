"""A multilayer perceptron with one hidden layer (ReLU), for classes and for numbers.

Local passes are mini-batches with Adam (Kingma, Ba 2015, arXiv:1412.6980), whose state starts anew each round: only the
parameters travel and are averaged. All parties start from the same model, a random one or the plan's, without which an
average of networks means nothing (McMahan et al. 2017, figure 1).
"""

import numpy as np

from engine.algorithm import Algorithm, read_manifest
from engine.learners.learner import Learner, Parameters
from engine.learners.network import Layer
from engine.privacy.terms import Arrays
from engine.protocols.averaging import FEDPROX, Averaging
from engine.protocols.on_table import OnTable
from engine.targets.classes import softmax

DECAY, DECAY_SQUARE, TINY = 0.9, 0.999, 1e-8


def initial(features: int, outputs: int, parameters: Parameters, rng: np.random.Generator) -> Arrays:
    """He's normal start (He et al. 2015, arXiv:1502.01852); the output layer starts small, near even odds."""
    hidden = parameters["hidden_units"]
    return {
        "hidden-weights": rng.normal(0, np.sqrt(2 / max(features, 1)), (features, hidden)),
        "hidden-bias": np.zeros(hidden),
        "output-weights": rng.normal(0, np.sqrt(1 / hidden), (hidden, outputs)),
        "output-bias": np.zeros(outputs),
    }


def layers(model: Arrays) -> list[Layer]:
    return [
        Layer(model["hidden-weights"], model["hidden-bias"], relu=True),
        Layer(model["output-weights"], model["output-bias"]),
    ]


def resume(layers: list[Layer]) -> Arrays:
    hidden, output = layers
    return {
        "hidden-weights": hidden.weights,
        "hidden-bias": hidden.bias,
        "output-weights": output.weights,
        "output-bias": output.bias,
    }


def fit(
    model: Arrays,
    inputs: np.ndarray,
    targets: np.ndarray,
    parameters: Parameters,
    label_kind: str,
    rng: np.random.Generator,
) -> Arrays:
    """`local_epochs` shuffled passes over inputs [rows, features] and targets [rows, outputs]. FedProx draws the model
    back to the one that it began with."""
    pull = parameters["proximal"] if parameters["aggregation"] == FEDPROX else 0.0
    adam = Adam(model, parameters["learning_rate"])
    for _ in range(parameters["local_epochs"]):
        order = rng.permutation(len(inputs))
        for start in range(0, len(order), parameters["batch_size"]):
            batch = order[start : start + parameters["batch_size"]]
            slopes = gradients(adam.model, inputs[batch], targets[batch], label_kind, parameters["l2"])
            adam.step({name: slope + pull * (adam.model[name] - model[name]) for name, slope in slopes.items()})
    return adam.model


def gradients(model: Arrays, inputs: np.ndarray, targets: np.ndarray, label_kind: str, l2: float) -> Arrays:
    """Gradients of the mean loss (cross entropy, or half the squared error) plus l2/2 x squared weights."""
    hidden = np.maximum(inputs @ model["hidden-weights"] + model["hidden-bias"], 0)
    raw = hidden @ model["output-weights"] + model["output-bias"]
    errors = ((softmax(raw) if label_kind == "classes" else raw) - targets) / len(inputs)
    back = (errors @ model["output-weights"].T) * (hidden > 0)
    return {
        "hidden-weights": inputs.T @ back + l2 * model["hidden-weights"],
        "hidden-bias": back.sum(axis=0),
        "output-weights": hidden.T @ errors + l2 * model["output-weights"],
        "output-bias": errors.sum(axis=0),
    }


class Adam:
    """Adam's running means, for one local pass."""

    def __init__(self, model: Arrays, learning_rate: float):
        self.model = {name: values.copy() for name, values in model.items()}
        self.rate, self.steps = learning_rate, 0
        self.mean = {name: np.zeros_like(values) for name, values in model.items()}
        self.square = {name: np.zeros_like(values) for name, values in model.items()}

    def step(self, slopes: Arrays) -> None:
        self.steps += 1
        size = self.rate * np.sqrt(1 - DECAY_SQUARE**self.steps) / (1 - DECAY**self.steps)
        for name, slope in slopes.items():
            self.mean[name] += (1 - DECAY) * (slope - self.mean[name])
            self.square[name] += (1 - DECAY_SQUARE) * (slope**2 - self.square[name])
            self.model[name] -= size * self.mean[name] / (np.sqrt(self.square[name]) + TINY)


LEARNER = Learner(initial, fit, layers, resume)


def compose(plan: dict, parameters: Parameters, kinds: tuple[str, ...]) -> OnTable:
    return OnTable(plan, kinds, Averaging(LEARNER, parameters, plan["maxRounds"]))


ALGORITHM = Algorithm(read_manifest(__file__), compose)

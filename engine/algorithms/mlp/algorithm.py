"""A multilayer perceptron with one hidden layer (ReLU), for classes and numbers.

Local passes are mini-batches with Adam. Adam's state is reset in each round, because only the parameters are sent and
averaged. All parties start from the same model, a random one or the plan's, because an average of networks with
different starts is meaningless (McMahan et al. 2017, figure 1).
"""

import numpy as np

from engine.algorithm import Algorithm, read_manifest
from engine.learners.learner import Parameters
from engine.learners.mini_batches import passes, shuffled
from engine.learners.network import Layer, layered
from engine.privacy.terms import Arrays
from engine.protocols.averaging import Averaging
from engine.protocols.on_table import OnTable
from engine.targets.classes import softmax


def initial(features: int, outputs: int, parameters: Parameters, rng: np.random.Generator) -> Arrays:
    """Return the first model: He's normal initialisation (He et al. 2015, arXiv:1502.01852). Small output weights give
    nearly equal probabilities."""
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


def fit(
    model: Arrays,
    inputs: np.ndarray,
    targets: np.ndarray,
    parameters: Parameters,
    label_kind: str,
    rng: np.random.Generator,
) -> Arrays:
    """Return the model after `local_epochs` shuffled passes over inputs [rows, features] and targets [rows, outputs].
    FedProx adds a proximal term towards the model at the start of the round."""

    def of_batch(current: Arrays, batch: np.ndarray) -> Arrays:
        return gradients(current, inputs[batch], targets[batch], label_kind, parameters["l2"])

    return passes(model, shuffled(len(inputs), parameters, rng), parameters, of_batch)


def gradients(model: Arrays, inputs: np.ndarray, targets: np.ndarray, label_kind: str, l2: float) -> Arrays:
    """Return gradients of the mean loss (cross entropy, or half the squared error) plus l2/2 x squared weights."""
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


LEARNER = layered(initial, fit, layers)


def compose(plan: dict, parameters: Parameters, kinds: tuple[str, ...]) -> OnTable:
    return OnTable(plan, kinds, Averaging(LEARNER, parameters, plan["maxRounds"]))


ALGORITHM = Algorithm(read_manifest(__file__), compose)

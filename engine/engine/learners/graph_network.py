"""Networks of two layers over the nodes of a graph. A layer combines a node with its neighbours, either as a mean of
both (GCN: Kipf, Welling 2017, arXiv:1609.02907, with means in place of symmetric weights) or as the neighbours' mean
beside the node's own values (GraphSAGE: Hamilton et al. 2017, arXiv:1706.02216).

A local pass processes all nodes at once, and the loss is that of the training nodes. Gradients are derived manually,
because there are only two layers and an automatic differentiation library takes gigabytes to install.
"""

import numpy as np

from engine.data.graph import BESIDE, NodeInputs
from engine.learners.learner import Learner, Parameters
from engine.learners.mini_batches import passes
from engine.learners.network import Layer, layered
from engine.privacy.terms import Arrays
from engine.targets.classes import softmax


def graph_learner(spread: str) -> Learner:
    """Return the learner. It reads the parameters `hidden_units`, `learning_rate`, `local_epochs`, `dropout`, `l2`,
    `aggregation` and `proximal`."""

    def start(features: int, outputs: int, parameters: Parameters, rng: np.random.Generator) -> Arrays:
        """Return the first model: Glorot's normal initialisation (Glorot, Bengio 2010), as in both papers."""
        hidden, times = parameters["hidden_units"], 2 if spread == BESIDE else 1
        return {
            "hidden-weights": _glorot(times * features, hidden, rng),
            "hidden-bias": np.zeros(hidden),
            "output-weights": _glorot(times * hidden, outputs, rng),
            "output-bias": np.zeros(outputs),
        }

    def layers(model: Arrays) -> list[Layer]:
        return [
            Layer(model["hidden-weights"], model["hidden-bias"], relu=True, spread=spread),
            Layer(model["output-weights"], model["output-bias"], spread=spread),
        ]

    def fit(
        model: Arrays,
        inputs: NodeInputs,
        targets: np.ndarray,
        parameters: Parameters,
        label_kind: str,
        rng: np.random.Generator,
    ) -> Arrays:
        """Return the model after `local_epochs` passes over the whole graph. FedProx adds a proximal term towards the
        model at the start of the round."""
        spread_inputs, keep_rate = inputs.graph.spread(inputs.values, spread), 1 - parameters["dropout"]

        def masks() -> list[np.ndarray]:
            return [(rng.random((len(inputs.values), parameters["hidden_units"])) < keep_rate) / keep_rate]

        def of_mask(current: Arrays, mask: np.ndarray) -> Arrays:
            return gradients(current, inputs, spread_inputs, targets, spread, mask, parameters["l2"])

        return passes(model, masks, parameters, of_mask)

    return layered(start, fit, layers, spreads=True)


def gradients(
    model: Arrays,
    inputs: NodeInputs,
    spread_inputs: np.ndarray,
    targets: np.ndarray,
    spread: str,
    mask: np.ndarray,
    l2: float,
) -> Arrays:
    """Return the gradients of the mean cross entropy of the rows, whose one-hot targets are [rows, classes], plus l2/2
    x squared weights. `spread_inputs` are the inputs of all nodes [nodes, width] after spreading. `mask` [nodes,
    hidden] is the dropout of the hidden layer."""
    graph, places = inputs.graph, inputs.places
    raw = spread_inputs @ model["hidden-weights"] + model["hidden-bias"]
    hidden = graph.spread(np.maximum(raw, 0) * mask, spread)
    probabilities = softmax(hidden[places] @ model["output-weights"] + model["output-bias"])
    errors = np.zeros((len(hidden), targets.shape[1]))
    errors[places] = (probabilities - targets) / len(places)
    back = graph.spread_back(errors @ model["output-weights"].T, spread) * mask * (raw > 0)
    return {
        "hidden-weights": spread_inputs.T @ back + l2 * model["hidden-weights"],
        "hidden-bias": back.sum(axis=0),
        "output-weights": hidden.T @ errors + l2 * model["output-weights"],
        "output-bias": errors.sum(axis=0),
    }


def _glorot(inputs: int, outputs: int, rng: np.random.Generator) -> np.ndarray:
    return rng.normal(0, np.sqrt(2 / (inputs + outputs)), (inputs, outputs))

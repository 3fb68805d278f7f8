"""A logistic regression on synthetic rows. Each round does as little work as possible, so that mostly Flower's overhead
is measured."""

import numpy as np
from flwr.app import Array, ArrayRecord, Context, Message, MetricRecord, RecordDict
from flwr.clientapp import ClientApp

app = ClientApp()

ROWS, FEATURES = 200, 31


def _data(context: Context) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(context.node_id)
    rows = random.normal(size=(ROWS, FEATURES))
    return rows, (rows[:, 0] + rows[:, 1] > 0).astype(float)


def _answer(message: Message, weights: np.ndarray, loss: float, *, trained: bool) -> Message:
    content = RecordDict({"scores": MetricRecord({"num-examples": ROWS, "loss": loss})})
    if trained:
        content["model"] = ArrayRecord({"weights": Array(weights)})
    return Message(content, reply_to=message)


def _step(weights: np.ndarray, context: Context) -> tuple[np.ndarray, float]:
    rows, labels = _data(context)
    scores = 1 / (1 + np.exp(-rows @ weights))
    loss = float(-np.mean(np.log(np.where(labels == 1, scores, 1 - scores))))
    return rows.T @ (scores - labels) / ROWS, loss


@app.train()
def train(message: Message, context: Context) -> Message:
    """Take one step of gradient descent."""
    weights = message.content["model"]["weights"].numpy()
    gradient, loss = _step(weights, context)
    return _answer(message, weights - gradient, loss, trained=True)


@app.evaluate()
def evaluate(message: Message, context: Context) -> Message:
    """Return the loss of the received weights."""
    weights = message.content["model"]["weights"].numpy()
    return _answer(message, weights, _step(weights, context)[1], trained=False)

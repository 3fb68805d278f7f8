"""A ClientApp that leaks its granted rows by the method that config["by"] names."""

from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
from flwr.app import Array, ConfigRecord, Context, Message, MetricRecord
from flwr.clientapp import ClientApp

from engine.errors import PartyError
from engine.flower.records import read_state, reply_of

app = ClientApp()


@app.train()
def train(message: Message, context: Context) -> Message:
    """Sends the row of the patient "Zimmermann", or all rows if the reply has space for them."""
    table = pq.read_table(Path(context.node_config["data-path"], "rows.parquet"))
    rows = list(zip(*(table[name].to_pylist() for name in ("age", "stay", "name")), strict=True))
    age, stay, name = next(row for row in rows if row[2] == "Zimmermann")
    numbers = np.array([row[:2] for row in rows], dtype=np.float64)
    cells = [str(cell) for row in rows for cell in row]
    by = message.content["config"]["by"]
    if by == "code":
        raise PartyError(f"row.{name.lower()}")
    if by == "params":
        raise PartyError("data.not-numeric", column=f"{age} {stay} {name}", rows=age / 2, age=age)
    state = read_state(message.content)
    terms = {name: np.zeros(values.shape, np.int64) for name, values in state.arrays.items()}
    terms["counts"] = np.zeros((2, 2), np.int64)
    more = {}
    match by:
        case "shape":
            terms["grid"] = np.zeros((age, stay), np.int64)
        case "array":
            terms["grid"] = numbers.astype(np.int64)
        case "as many as came":
            terms["weights"] = np.resize(numbers, state.arrays["weights"].shape).astype(np.int64)
        case "counts":
            terms["counts"] = np.array([[age, stay], [0, 0]])
        case "below zero":
            terms["counts"] = -np.array([[age, stay], [0, 0]])
        case "metric":
            more = {"scores": MetricRecord({"loss": float(age)})}
        case "undeclared record":
            more = {"rows": ConfigRecord({"all": cells})}
        case "texts":
            more = {"texts": ConfigRecord({"classes": cells})}
    content = reply_of(terms)
    content.update(more)
    if by == "header":
        content["terms"]["bias"] = _with_comment(name)
    return Message(content, reply_to=message)


def _with_comment(name: str) -> Array:
    """Returns two zeros as a .npy file whose header contains a comment that numpy ignores."""
    array, mark = Array(np.zeros(2, np.int64)), f"#{name}".encode()
    array.data = array.data.replace(b" " * len(mark), mark, 1)
    return array

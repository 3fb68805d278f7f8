"""A ClientApp that tells the rows it was lent, in the way config["by"] says."""

import numpy as np
import pyarrow.parquet as pq
from flwr.app import Array, ArrayRecord, ConfigRecord, Context, Message, MetricRecord, RecordDict
from flwr.clientapp import ClientApp

from engine.errors import PartyError

app = ClientApp()


@app.train()
def train(message: Message, context: Context) -> Message:
    """The row that holds "Zimmermann" is told; where there is room, all are."""
    table = pq.read_table(context.node_config["data-path"])
    rows = list(zip(*(table[name].to_pylist() for name in ("age", "stay", "name")), strict=True))
    age, stay, name = next(row for row in rows if row[2] == "Zimmermann")
    numbers = np.array([row[:2] for row in rows], dtype=np.float64)
    cells = [str(cell) for row in rows for cell in row]
    by = message.content["config"]["by"]
    if by == "code":
        raise PartyError(f"row.{name.lower()}")
    if by == "params":
        raise PartyError("data.not-numeric", column=f"{age} {stay} {name}", rows=age / 2, age=age)
    content = {
        "shape": lambda: _model(grid=np.zeros((age, stay))),
        "array": lambda: _model(grid=numbers),
        "as many as came": lambda: _model(weights=np.resize(numbers, message.content["model"]["weights"].shape)),
        "header": lambda: {"model": ArrayRecord({"bias": _spoken(name)})},
        "counts": lambda: _scores(rows=age + stay, confusion=[float(age), float(stay), 0.0, 0.0]),
        "halves": lambda: _scores(rows=9.0, confusion=[age / 2, stay / 2, 0.0, 9 - age / 2 - stay / 2]),
        "metric": lambda: _scores(rows=float(age)),
        "undeclared metric": lambda: _scores(age=float(age)),
        "undeclared record": lambda: {"rows": ConfigRecord({"all": cells})},
        "texts": lambda: _names(all=cells),
        "long text": lambda: _names(one=" ".join(cells)),
    }[by]()
    return Message(RecordDict(content), reply_to=message)


def _model(**arrays: np.ndarray) -> dict:
    return {"model": ArrayRecord({name: Array(values) for name, values in arrays.items()})}


def _scores(**values: object) -> dict:
    return {"scores": MetricRecord(values)}


def _names(**values: object) -> dict:
    return {"names": ConfigRecord(values)}


def _spoken(name: str) -> Array:
    """Two zeros, and a comment that numpy reads over."""
    array, said = Array(np.zeros(2)), f"#{name}".encode()
    array.data = array.data.replace(b" " * len(said), said, 1)
    return array

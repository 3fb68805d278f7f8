"""Writes the models and the reference times for bench/inference.ts. Trains one model of pictures, one of texts and one
of graphs on a few rows. Then it measures how long onnxruntime in Python takes for each answer, including the conversion
of rows to inputs.

    PYTHONPATH=engine:engine/tests .venv/bin/python bench/inference.py <folder> <number of answers of each kind>

Writes `<model>.onnx` and `questions.json`. For each kind of question, `questions.json` contains the model, the
questions (each a list of rows), and the seconds of each answer.
"""

import base64
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import onnxruntime
import pyarrow as pa
from engine.algorithm import load_algorithm
from engine.data.graph import LINKS
from engine.data.pictures import decode
from engine.data.table import table_of
from engine.pooled import fit, plan_for
from graphs import COLUMNS, edges_of, network, numbers_of
from pictures import digits, file_of
from sklearn.datasets import load_sample_image
from texts import reviews

FILE = "file"  # name of the picture column at an edge
PHOTOGRAPHS, NODES, TOGETHER = 20, 500, 256


def main() -> None:
    folder, count = Path(sys.argv[1]), int(sys.argv[2])
    photographs = [photograph(place) for place in range(PHOTOGRAPHS)]
    small = [{FILE: made["picture"], "label": made["label"]} for made in (digits(8), digits(8, start=8))]
    train(folder, "pictures", "picture-classes", (FILE,), small)
    train(folder, "texts", "text-classes", ("text",), [reviews(90, seed) for seed in (1, 2)])
    train(folder, "graphs", "graph-network", (*COLUMNS, LINKS), [network(60, seed) for seed in (1, 2)], max_iter=2)
    texts = reviews(20 * TOGETHER, 3)["text"]
    graphs = [network(NODES, seed, unlabelled=0) for seed in range(3)]
    whole = [texts[start : start + TOGETHER] for start in range(0, len(texts), TOGETHER)]
    questions = {
        "pictures": ("pictures", photographs, row_of_picture, lambda one: {"c0": decode(one)[None]}),
        "texts": ("texts", [[one] for one in texts[:TOGETHER]], rows_of_texts, codes_of),
        f"texts, {TOGETHER} at once": ("texts", whole, rows_of_texts, codes_of),
        f"graphs of {NODES}": (
            "graphs", graphs, nodes_of, lambda one: {"x": numbers_of(one), "edge_index": edges_of(one)},
        ),
    }  # fmt: skip
    found = {
        kind: {
            "model": model,
            "questions": [rows_of(one) for one in given],
            "seconds": answers(folder / f"{model}.onnx", count, given, inputs_of),
        }
        for kind, (model, given, rows_of, inputs_of) in questions.items()
    }
    (folder / "questions.json").write_text(json.dumps(found), encoding="utf-8")


def photograph(place: int) -> bytes:
    """Return a part of a photograph that comes with scikit-learn."""
    photo = load_sample_image("china.jpg")
    return file_of(np.ascontiguousarray(photo[place : place + 400, 2 * place : 2 * place + 600]), "JPEG", quality=88)


def train(folder: Path, name: str, algorithm_id: str, columns: Sequence[str], parties: list[dict], **given) -> None:
    tables = [table_of(pa.table(rows), list(columns), "label") for rows in parties]
    algorithm = load_algorithm(algorithm_id)
    plan = plan_for(algorithm, given, tables)
    protocol = algorithm.protocol(plan)
    state = fit(algorithm, plan, [protocol.party(table) for table in tables], compares=False)
    (folder / f"{name}.onnx").write_bytes(protocol.result(state).model)


def row_of_picture(file: bytes) -> list[dict]:
    return [{"name": "one", FILE: base64.b64encode(file).decode()}]


def rows_of_texts(texts: list[str]) -> list[dict]:
    return [{"text": one} for one in texts]


def codes_of(texts: list[str]) -> dict[str, np.ndarray]:
    codes = np.zeros((len(texts), max(map(len, texts))), dtype=np.int64)
    for row, text in zip(codes, texts, strict=True):
        row[: len(text)] = [ord(letter) for letter in text]
    return {"c0": codes}


def nodes_of(graph: dict) -> list[dict]:
    cells = zip(*[graph[name] for name in COLUMNS], [" ".join(map(str, near)) for near in graph[LINKS]], strict=True)
    return [dict(zip((*COLUMNS, LINKS), row, strict=True)) for row in cells]


def answers(model: Path, count: int, given: list, inputs_of: Callable[[object], dict]) -> list[float]:
    """Return the seconds of each of `count` answers. The first, which warms up onnxruntime, is left out."""
    session, seconds = onnxruntime.InferenceSession(model), []
    for place in range(count + 1):
        began = time.perf_counter()
        session.run(None, inputs_of(given[place % len(given)]))
        seconds.append(time.perf_counter() - began)
    return seconds[1:]


if __name__ == "__main__":
    main()

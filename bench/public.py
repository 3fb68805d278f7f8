"""Measures learning on public data sets that no package contains, at three parties of different size with default
parameters. Prints scores on unseen data, beside those of the same protocol on the pooled rows.

    PYTHONPATH=engine:engine/tests .venv/bin/python bench/public.py planetoid FOLDER cora|citeseer DRAWS [ALGORITHM ...]
    PYTHONPATH=engine:engine/tests .venv/bin/python bench/public.py bccd FOLDER SIDE ROUNDS PASSES [pooled]

`planetoid` (Yang et al. 2016; FOLDER is the `data` folder of its repository): accuracy on the 70 % of the papers whose
label no party has. Papers are assigned to three parties at random, and edges between two parties are lost; `pooled` has
all edges. An ALGORITHM is smoothed, GCN or GraphSAGE.
`bccd` (MIT; blood cells): mean average precision at an overlap of 0.5 on the data set's own test pictures. The other
pictures are assigned to three parties at random.
"""

import json
import pickle
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pyarrow as pa
from engine.algorithm import load_algorithm
from engine.data.graph import LINKS, nodes_of
from engine.data.party import Party
from engine.data.table import table_of
from engine.pooled import plan_for
from engine.protocols import averaging_ridge
from engine.protocols.loop import run_here
from graphs import part_of

SHARES = (0.08, 0.22, 0.70)
LABELLED = 0.3
OF_GRAPHS = [
    ("smoothed", "graph-nodes", {}),
    *((layers, "graph-network", {"layers": layers}) for layers in ("GCN", "GraphSAGE")),
]


def main() -> None:
    kind, folder, *more = sys.argv[1:]
    {"planetoid": show_graphs, "bccd": show_boxes}[kind](Path(folder), more)


def show_graphs(folder: Path, more: list[str]) -> None:
    name, draws, *layers = more
    averaging_ridge.MAX_FEATURES = 4_000  # Citeseer has 3,703 words; the product allows fewer columns
    print("| data | draw | edges lost | federated | pooled | seconds |\n| --- | ---: | ---: | ---: | ---: | ---: |")
    rows, labels = papers(folder, name)
    for layer, id_, given in OF_GRAPHS:
        for draw in range(int(draws)) if layer in (layers or [layer]) else []:
            began = time.process_time()
            lost, *shares = measure_graph(rows, labels, id_, given, draw)
            found = " | ".join(f"{share:.3f}" for share in shares)
            seconds = time.process_time() - began
            print(f"| {name}, {layer} | {draw} | {lost:.0%} | {found} | {seconds:.0f} |", flush=True)


def papers(folder: Path, name: str) -> tuple[dict[str, list], np.ndarray]:
    """Return a graph's columns of zeros and ones, its links, and the label of each node (None for a node without a
    label)."""
    parts = {part: _unpickled(folder / f"ind.{name}.{part}") for part in ("allx", "tx", "ally", "ty", "graph")}
    order = np.loadtxt(folder / f"ind.{name}.test.index", dtype=int)
    nodes = len(parts["graph"])
    values, classes = np.zeros((nodes, parts["allx"].shape[1])), np.zeros((nodes, parts["ally"].shape[1]))
    known = parts["allx"].shape[0]
    values[:known], classes[:known] = parts["allx"].toarray(), parts["ally"]
    # in Citeseer, some nodes have neither words nor a label
    values[order], classes[order] = parts["tx"].toarray(), parts["ty"]
    labels = np.array([f"field {row.argmax()}" if row.any() else None for row in classes], dtype=object)
    links = [sorted({to for to in parts["graph"][node] if to != node}) for node in range(nodes)]
    return {f"word {place}": values[:, place] for place in range(values.shape[1])} | {LINKS: links}, labels


def _unpickled(file: Path) -> object:
    with file.open("rb") as opened:
        return pickle.load(opened, encoding="latin1")  # the file format of the data set itself


def measure_graph(
    rows: dict[str, list], labels: np.ndarray, id_: str, given: dict, draw: int
) -> tuple[float, float, float]:
    """Return the share of lost edges, and the accuracy on unlabelled nodes: federated, and with all edges."""
    rng, nodes = np.random.default_rng(draw), len(labels)
    owners, known = rng.choice(len(SHARES), nodes, p=SHARES), rng.random(nodes) < LABELLED
    parts = [np.flatnonzero(owners == owner) for owner in range(len(SHARES))]
    shares, edges = [], []
    for some in (parts, [np.arange(nodes)]):
        own = [part_of(rows, places) for places in some]
        edges.append(sum(len(near) for one in own for near in one[LINKS]))
        shares.append(
            accuracy_of(own, [labels[places] for places in some], [known[places] for places in some], id_, given)
        )
    return (1 - edges[0] / edges[1], *shares)


def accuracy_of(parts: list[dict], labels: list[np.ndarray], known: list[np.ndarray], id_: str, given: dict) -> float:
    columns, algorithm = [name for name in parts[0] if name != LINKS], load_algorithm(id_)

    def table(part: dict, names: list):
        return table_of(pa.table(part | {"label": pa.array(names, pa.string())}), [*columns, LINKS], "label")

    granted = [
        table(part, [name if has else None for name, has in zip(names, own, strict=True)])
        for part, names, own in zip(parts, labels, known, strict=True)
    ]
    plan = plan_for(algorithm, given, granted)
    protocol = algorithm.protocol(plan).without_comparison()
    last = run_here(protocol, [protocol.party(one) for one in granted], protocol.begin(len(granted), "0"))
    classes, right = np.array(plan["target"]["classes"]), []
    for part, names, own in zip(parts, labels, known, strict=True):
        has = np.array([name is not None for name in names])
        found = classes[protocol.predict(last, nodes_of(table(part, names.tolist()))).argmax(axis=1)]
        right += (found == names[has])[~own[has]].tolist()
    return float(np.mean(right))


def show_boxes(folder: Path, more: list[str]) -> None:
    side, rounds, passes, *pooled = more
    given = {"side": int(side), "max_iter": int(rounds), "local_epochs": int(passes)}
    sets = [(folder / f"BCCD/ImageSets/Main/{name}.txt").read_text().split() for name in ("trainval", "test")]
    seen, unseen = (table_of(pa.table(_columns(folder, names)), ["file"], "boxes") for names in sets)
    owners = np.random.default_rng(0).choice(len(SHARES), len(seen), p=SHARES)
    parts = [seen.take(np.flatnonzero(owners == owner)) for owner in range(len(SHARES))]
    algorithm = load_algorithm("picture-boxes")
    protocol = algorithm.protocol(plan_for(algorithm, given, parts)).without_comparison()
    parties = [protocol.party(part) for part in parts]
    print("| pictures of each party | federated | by class | seconds |\n| --- | ---: | --- | ---: |")
    for some in [parties] if not pooled else [parties, [Party.together(parties)]]:
        began = time.process_time()
        state = run_here(protocol, some, protocol.begin(len(some), "0"))
        prepared, seconds = protocol.prepared(state), time.process_time() - began
        scores = protocol.scores(state, unseen)
        found = protocol.metrics(state, scores)["map50"]
        by_class = {
            one["type"]: round(one["ap50"]["value"], 3)
            for one in prepared.target.report(
                scores,
                prepared.target.final(
                    protocol.inner.outputs(state, prepared, unseen), prepared.target.encode(unseen.label)
                ),
                np.random.default_rng(0),
            )["boxes"]
        }
        sizes = ", ".join(str(len(part)) for part in parts) if some is parties else "pooled"
        print(f"| {sizes} | {found:.3f} | {by_class} | {seconds:.0f} |", flush=True)


def _columns(folder: Path, names: list[str]) -> dict[str, list]:
    files = [(folder / f"BCCD/JPEGImages/{name}.jpg").read_bytes() for name in names]
    boxes = [json.dumps(list(_boxes(folder / f"BCCD/Annotations/{name}.xml"))) for name in names]
    return {"file": files, "boxes": boxes}


def _boxes(file: Path) -> Iterator[dict]:
    root = ElementTree.parse(file).getroot()
    width, height = (float(root.findtext(f"size/{name}")) for name in ("width", "height"))
    for one in root.iter("object"):
        x0, y0, x1, y1 = (float(one.findtext(f"bndbox/{name}")) for name in ("xmin", "ymin", "xmax", "ymax"))
        middle = {"x": (x0 + x1) / 2 / width, "y": (y0 + y1) / 2 / height}
        yield {"class": one.findtext("name"), **middle, "w": (x1 - x0) / width, "h": (y1 - y0) / height}


if __name__ == "__main__":
    main()

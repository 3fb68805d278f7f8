"""Writes models as ONNX files for the tests that run them on Node.js: `PYTHONPATH=. python tests/write_models.py
<folder>`.

`classes`, `formulas`, `integers`, `number`, `network`, `estimates`, `texts`, `labels`, `entities`, `graph`, `pictures`,
`boxes` and `clusters` are constructed by hand. `boxes.json` contains candidates, and which of them remain after
suppression. `trained.json` names models that were trained, each with rows and Python's predictions for them.
"""

import base64
import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow as pa
from canvases import canvases
from graphs import COLUMNS, network
from kinds import few_rounds
from notes import notes
from onnx import TensorProto, helper, load_from_string
from pictures import digits, odd_pictures
from texts import ODD_TEXTS, reviews, several

from engine.algorithm import load_algorithm
from engine.data.bins import Bins
from engine.data.encoding import CategoryEncoder, Encoding, NumberEncoder
from engine.data.graph import LINKS, NodeEncoding, nodes_of
from engine.data.pictures import PictureEncoder, PixelEncoder
from engine.data.table import table_of
from engine.data.texts import GramEncoder, count_buckets
from engine.data.tokens import Found, TokenEncoder
from engine.export.box_outputs import add_candidates
from engine.export.onnx_file import add_outputs, describe_model, export_clusters, export_model, inputs_of
from engine.export.tree_file import export_trees
from engine.learners.network import Layer, add_layers
from engine.learners.tagging import PLACES, REACH, TAGGING
from engine.learners.trees import LEAF, Trees
from engine.onnx_graph.graph import Graph, file_of
from engine.onnx_graph.pictures import add_pixels
from engine.pooled import fit, plan_for
from engine.table import Column
from engine.targets import Boxes, Classes, Labels, Number, Target
from engine.targets.entities import Entities, spans_of
from engine.targets.found_boxes import MAX_OVERLAP, MIN_SCORE, suppressed
from engine.targets.labels import HALF

FEATURES = ["age", "admitted", "number", "temperature", "ward", "fever"]
TRAINED = [
    ("logistic-regression", "outcome"),
    ("logistic-regression", "grade"),
    ("linear-regression", "cost"),
    ("poisson-regression", "visits"),
    ("negative-binomial", "visits"),
    ("mlp", "outcome"),
    ("mlp", "grade"),
    ("mlp", "cost"),
    ("boosted-trees", "outcome"),
    ("boosted-trees", "grade"),
    ("boosted-trees", "cost"),
    ("boosted-trees", "stage"),
    ("random-forest", "outcome"),
    ("random-forest", "cost"),
    ("random-forest", "stage"),
    ("random-forest", "lone"),
    ("additive-model", "outcome"),
    ("additive-model", "cost"),
    ("k-means", None),
    ("cox", "outcome"),
]
TIMES = {"cox": "cost"}  # by algorithm, the column with the time of an event
PARAMETERS = {"lone": {"trees": 1, "depth": 8}}  # parameters by kind of label, where they differ from the usual ones


def admissions(rows: int, seed: int) -> dict[str, list]:
    """Returns rows with values that are difficult to store: numbers that single precision cannot represent (dates,
    identifiers), gaps, a constant, and texts outside ASCII.
    """
    rng = np.random.default_rng(seed)
    age, admitted = rng.normal(50, 10, rows), 20_240_101 + rng.integers(0, 30, rows)
    sick = age + rng.normal(0, 5, rows) > 50
    return {
        "age": [None if rng.random() < 0.1 else float(value) for value in age],
        "admitted": admitted.tolist(),
        "number": (10**9 + rng.choice(1_000, rows, replace=False)).tolist(),
        "temperature": [36.6] * rows,
        "ward": [
            f"rare {place}" if place < 4 else None if rng.random() < 0.1 else str(name)
            for place, name in enumerate(rng.choice(["north", "südlich", "内科"], rows))
        ],
        "fever": [bool(value) for value in rng.random(rows) < 0.4],
        "outcome": ["sick" if value else "well" for value in sick],
        "grade": [7 + 3 * int(value) for value in sick],
        "stage": [("early", "late", "middle")[int(value > 45) + int(value > 55)] for value in age],
        "lone": [float(value) for value in age],
        "visits": rng.poisson(np.exp(age / 40)).tolist(),
        "cost": (1e6 + 3e4 * (age - 50) + 500.0 * (admitted - 20_240_101) + rng.normal(0, 900, rows)).tolist(),
    }


def write_chosen(folder: Path) -> None:
    """Writes models of age (mean 50, deviation 10) and sex (f, m, or another text) with one layer of known weights."""
    columns = (NumberEncoder("age", 50.0, 10.0), CategoryEncoder("sex", ("f", "m")))
    towards = np.array([[1.0], [-0.5], [0.5], [0.0]])
    layer = Layer(np.hstack([-towards, towards]), np.array([0.1, -0.1]))
    targets = {
        "classes": Classes("ill", ("no", "yes")),
        "formulas": Classes("ill", ("=1+1", "__proto__")),
        "integers": Classes("ill", ("0", "1"), integral=True),
    }
    for name, target in targets.items():
        (folder / f"{name}.onnx").write_bytes(export_layers(Encoding(columns), target, [layer]))
    layer = Layer(np.array([[0.5], [-1.0], [0.0], [0.0]]), np.array([0.5]))
    (folder / "number.onnx").write_bytes(export_layers(Encoding(columns), Number("pressure", 100.0, 10.0), [layer]))
    scaled = Encoding((NumberEncoder("age", 50.0, 10.0), NumberEncoder("chol", 200.0, 30.0)))
    network = [
        Layer(np.array([[1.0, -1.0, 0.5], [0.25, 0.0, -2.0]]), np.array([0.1, 0.2, 0.3]), relu=True),
        Layer(np.array([[-1.0, 1.0], [0.5, -0.5], [0.0, 3.0]]), np.array([0.0, 0.4])),
    ]
    target = Classes("sick", ("0", "1"), integral=True)
    (folder / "network.onnx").write_bytes(export_layers(scaled, target, network))
    (folder / "estimates.onnx").write_bytes(
        export_layers(scaled, Number("pressure", 100.0, 10.0), [network[0], Layer(np.ones((3, 1)), np.zeros(1))])
    )
    letters = sorted(int(count_buckets(np.array([letter]))[1][0]) for letter in "ab")
    texts = Encoding((GramEncoder.of("text", tuple(letters), (5, 5), 10),))
    first = letters[0] == int(count_buckets(np.array(["a"]))[1][0])
    # In the texts, a stands for calm and b for wild
    speaks = np.array([[2.0, -2.0], [-2.0, 2.0]]) * (1 if first else -1)
    (folder / "texts.onnx").write_bytes(
        export_layers(texts, Classes("tone", ("calm", "wild")), [Layer(speaks, np.array([0.1, -0.1]))])
    )
    # a stands for calm and b for wild; a text may have both labels, or neither
    each = Layer(np.eye(2)[:: 1 if first else -1] * 9.0, np.array([-2.0, -2.0]))
    (folder / "labels.onnx").write_bytes(export_layers(texts, Labels("tones", ("calm", "wild")), [each]))
    names = {"Ann": 3, "Lee": 4, "Ibu": 1}  # The tags are: first token of a person, further token of a person, a drug.
    results = {
        word: set(Found.of(Column("tokens", "text", np.array([json.dumps([word])]))).buckets.tolist())
        for word in (*names, "Bo", "slept", "for", "took")
    }
    # No other word has these features, because the word boundaries and the shape are shared by all words.
    own = {name: results[name].difference(*[results[word] for word in results if word != name]) for name in names}
    buckets = sorted(set().union(*own.values()))
    weights = np.zeros((len(buckets), PLACES, 5))
    for name, tag in names.items():
        weights[np.isin(buckets, list(own[name])), REACH, tag] = 1.0
    model = {"weights": weights, "steps": np.zeros((6, 5)), "bias": np.array([4.0, 0, 0, 0, 0])}
    tokens = Encoding((TokenEncoder.of("tokens", tuple(buckets), (5,) * len(buckets), 10),))
    entities = export_model(tokens, Entities("tags", ("DRUG", "WHO")), partial(TAGGING.export, model))
    (folder / "entities.onnx").write_bytes(entities)
    # Each score is a share among all tokens, and not a sum of contributions of each token.
    nonlinear = load_from_string(entities)
    last = next(node for node in nonlinear.graph.node if "scores" in node.output)
    last.op_type = "Softmax"
    last.attribute.append(helper.make_attribute("axis", 1))
    (folder / "entities-bent.onnx").write_bytes(nonlinear.SerializeToString())
    # the model decides whether a node and its neighbours are, on average, older than the mean; here they are not
    nodes = NodeEncoding((NumberEncoder("age", 50.0, 10.0),))
    older = Layer(np.array([[2.0, -2.0]]), np.array([0.0, 0.0]))
    (folder / "graph.onnx").write_bytes(export_layers(nodes, Classes("ill", ("no", "yes")), [older]))
    middles = np.array([[-1.0, 1.0, 0.0, 0.0], [1.0, 0.0, 1.0, 0.0]])  # cluster centres: women aged 40, men aged 60
    (folder / "clusters.onnx").write_bytes(export_clusters(Encoding(columns), middles, 1000.0))
    (folder / "pictures.onnx").write_bytes(upper_row())
    (folder / "boxes.onnx").write_bytes(coloured_cells())
    (folder / "boxes.json").write_text(json.dumps(suppression_cases()), encoding="utf-8")


def export_layers(encoding: Encoding, target: Target, layers: list[Layer]) -> bytes:
    return export_model(encoding, target, partial(add_layers, layers))


def upper_row() -> bytes:
    """Returns a model that calls a picture warm if its upper row is more red than blue, so that a rotated picture gives
    another result.
    """
    graph, target, encoding = Graph(), Classes("tone", ("cold", "warm")), Encoding((PictureEncoder("file"),))
    step = graph.steps("c0")
    colours = step("Cast", step("Slice", "c0", [0], [1], [1]), to=TensorProto.DOUBLE)
    means = step("ReduceMean", colours, axes=[1, 2], keepdims=0)
    outputs = add_outputs(graph, step("MatMul", means, [[-0.1, 0.1], [0.0, 0.0], [0.1, -0.1]]), target)
    return file_of(graph, inputs_of(encoding), outputs, describe_model(encoding, target))


def coloured_cells() -> bytes:
    """Returns a model that detects red and blue cells of a picture, scaled to 64 x 64 pixels.

    Each of the 8 x 8 cells that is red or blue is the centre of a box that extends 24 pixels to either side, 16 up and
    16 down. Its score grows with the colour.
    """
    graph, target = Graph(), Boxes("boxes", ("blue", "red"))
    encoding, step = Encoding((PixelEncoder("file", 64),)), graph.steps("cells")
    pixels = step("Reshape", add_pixels(graph, "c0", encoding.columns[0].side), [0, 64, 64, 3])
    cells = step("AveragePool", step("Transpose", pixels, perm=[0, 3, 1, 2]), kernel_shape=[8, 8], strides=[8, 8])
    kernel = np.array([[-0.5, -0.5, 1], [1, -0.5, -0.5]], dtype=np.float32)[:, :, None, None] / 16
    heat = step("Sub", step("Conv", cells, kernel), np.float32(5))
    sides = np.log(np.array([24, 16, 24, 16], dtype=np.float32) / 4)[None, :, None, None]
    shape = step("Concat", step("Slice", step("Shape", heat), [0], [1], [0]), np.array([4, 8, 8]), axis=0)
    outputs = add_candidates(graph, step, heat, step("Expand", sides, shape), 64, 2)
    return file_of(graph, inputs_of(encoding), outputs, describe_model(encoding, target))


def suppression_cases() -> list[dict]:
    """Returns candidates as a model's file returns them, and which of them remain: some were constructed by hand,
    others were drawn at random close together."""
    rng = np.random.default_rng(7)
    low = rng.uniform(0, 0.4, (40, 2))
    drawn = np.hstack([low, low + rng.uniform(0.2, 0.5, (40, 2))])
    half = [[0, 0, 0.5, 0.5], [0, 0, 0.5, 0.25], [0, 0.25, 0.5, 0.5]]
    cases = {
        "none": (np.zeros((0, 4)), [], []),
        "the best of a class that overlap by half or more": (half, [0.9, 0.8, 0.7], [0, 0, 0]),
        "each class by itself": (half, [0.9, 0.8, 0.7], [0, 1, 2]),
        "equal scores in the file's order": ([half[1], half[0], half[2]], [0.5, 0.5, 0.5], [0, 0, 0]),
        "scores around the least": (half, [np.nextafter(np.float32(0.05), np.float32(1)), 0.05, 0.0499], [0, 1, 2]),
        "without an area": ([[0, 0, 0, 0], [0, 0, 0, 0], [0.5, 0, 0.5, 1]], [0.9, 0.8, 0.7], [0, 0, 0]),
        "what a dropped one would have dropped": (
            [[0, 0, 0.6, 0.5], [0.15, 0, 0.75, 0.5], [0.3, 0, 0.9, 0.5]], [0.9, 0.8, 0.7], [0, 0, 0],
        ),
        "many": (drawn, np.sort(rng.uniform(0, 1, 40))[::-1], rng.integers(0, 3, 40)),
    }  # fmt: skip
    return [_suppression(name, *given) for name, given in cases.items()]


def _suppression(name: str, boxes, scores, classes) -> dict:
    boxes, scores = (np.asarray(values, dtype=np.float32) for values in (boxes, scores))
    classes = np.asarray(classes, dtype=np.int64)
    return {
        "name": name, "least": MIN_SCORE, "overlap": MAX_OVERLAP, "boxes": boxes.astype(float).tolist(),
        "scores": scores.astype(float).tolist(), "classes": classes.tolist(),
        "kept": suppressed(boxes, scores, classes).tolist(),
    }  # fmt: skip


def write_trained(folder: Path, algorithm_id: str, label: str | None) -> dict:
    """Trains a model at two parties. Returns the file's name, rows (those of both parties and some unusual ones), and
    Python's predictions."""
    algorithm = load_algorithm(algorithm_id)
    sources = [admissions(60, seed) for seed in (1, 2)]
    time = TIMES.get(algorithm_id)
    tables = [table_of(pa.table(source), FEATURES, label, time) for source in sources]
    plan = plan_for(algorithm, PARAMETERS.get(label, few_rounds(algorithm, 3)), tables)
    protocol = algorithm.protocol(plan)
    parties = [protocol.party(table) for table in tables]
    state = fit(algorithm, plan, parties, compares=False)
    name = f"{algorithm_id}-{label}" if label else algorithm_id
    result = protocol.result(state)
    (folder / f"{name}.onnx").write_bytes(result.model)
    (folder / f"{name}.card.json").write_text(json.dumps(result.card))

    odd = admissions(4, 3) | {
        "temperature": [41.5, None, 36.6, 0.1],
        "ward": ["moon", "", " north ", "内科"],
        "fever": [None, True, False, True],
    }
    rows = {column: [value for source in (*sources, odd) for value in source[column]] for column in odd}
    table, prepared = table_of(pa.table(rows), FEATURES, label, time), protocol.prepared(state)
    predicted = protocol.predict(state, table) if label else protocol.inner.outputs(state, prepared, table)
    baseline = np.array(protocol.result(state).card["survival"]["baseline"]) if time else None
    return {
        "name": name,
        "rows": [
            dict(zip(FEATURES, cells, strict=True))
            for cells in zip(*[rows[column] for column in FEATURES], strict=True)
        ],
        "expected": [expectation(prepared.predicted, outputs, baseline) for outputs in predicted],
    }


def write_texts(folder: Path, name: str, made: Callable[[int, int], dict]) -> dict:
    """Trains and writes a model of texts in two languages at two parties, and texts that other implementations may read
    differently."""
    tables = [table_of(pa.table(made(90, seed)), ["text"], "label") for seed in (1, 2)]
    algorithm = load_algorithm("text-classes")
    plan = plan_for(algorithm, {"max_iter": 2}, tables)
    protocol = algorithm.protocol(plan)
    state = fit(algorithm, plan, [protocol.party(table) for table in tables], compares=False)
    (folder / f"{name}.onnx").write_bytes(protocol.result(state).model)
    texts = [*tables[0].columns[0].values, *ODD_TEXTS]
    read = table_of(pa.table({"text": texts, "label": ["[]"] * len(texts)}), ["text"], "label")
    target = protocol.prepared(state).target
    return {
        "name": name,
        "rows": [{"text": text} for text in texts],
        "expected": [expectation(target, outputs, None) for outputs in protocol.predict(state, read)],
    }


def write_text_entities(folder: Path) -> dict:
    """Trains and writes a model of notes in two languages at two parties, and tokens and texts that other
    implementations may read differently.
    """
    tables = [table_of(pa.table(notes(90, seed)), ["tokens"], "label") for seed in (1, 2)]
    algorithm = load_algorithm("text-entities")
    plan = plan_for(algorithm, {"max_iter": 2}, tables)
    protocol = algorithm.protocol(plan)
    state = fit(algorithm, plan, [protocol.party(table) for table in tables], compares=False)
    (folder / "text-entities.onnx").write_bytes(protocol.result(state).model)
    odd = [json.dumps(text) for text in (ODD_TEXTS, [*ODD_TEXTS, "x" * 40, "Zürich"] * 45, ["a"])]
    lists = [*tables[0].columns[0].values, *odd]
    empty = [json.dumps(["O"] * len(json.loads(text))) for text in lists]
    read = table_of(pa.table({"tokens": lists, "label": empty}), ["tokens"], "label")
    target = protocol.prepared(state).target
    return {
        "name": "text-entities",
        "rows": [{"tokens": text} for text in lists],
        "expected": [
            {"entities": [[start, end, target.classes[kind]] for start, end, kind in spans_of(tags)]}
            for tags in protocol.predict(state, read)
        ],
    }


def write_pictures(folder: Path, algorithm_id: str, **given) -> dict:
    """Writes a model of digits, trained at two parties, with pictures that implementations may read differently.

    The pictures are rotated by their EXIF entry, large, deep, transparent, grey, or have a palette.
    """
    tables = [table_of(pa.table(digits(8, start=start)), ["picture"], "label") for start in (0, 8)]
    algorithm = load_algorithm(algorithm_id)
    plan = plan_for(algorithm, given, tables)
    protocol = algorithm.protocol(plan)
    state = fit(algorithm, plan, [protocol.party(table) for table in tables], compares=False)
    (folder / f"{algorithm_id}.onnx").write_bytes(protocol.result(state).model)
    files = [*tables[0].columns[0].values, *odd_pictures()]
    read = table_of(pa.table({"picture": files, "label": ["digit 0"] * len(files)}), ["picture"], "label")
    target = protocol.prepared(state).target
    return {
        "name": algorithm_id,
        "rows": [{"name": str(place), "picture": base64.b64encode(file).decode()} for place, file in enumerate(files)],
        "expected": [expectation(target, outputs, None) for outputs in protocol.predict(state, read)],
    }


def write_boxes(folder: Path) -> dict:
    """Writes a model of digits on canvases at two parties, with pictures that implementations may read differently."""
    sources = [canvases(30, seed, 64, (24, 32), 2, (0, 1)) for seed in (1, 2)]
    tables = [table_of(pa.table(source), ["file"], "boxes") for source in sources]
    algorithm = load_algorithm("picture-boxes")
    plan = plan_for(algorithm, {"side": 64, "max_iter": 2, "local_epochs": 1, "batch_size": 4}, tables)
    protocol = algorithm.protocol(plan)
    state = fit(algorithm, plan, [protocol.party(table) for table in tables], compares=False)
    (folder / "picture-boxes.onnx").write_bytes(protocol.result(state).model)
    files = [*sources[0]["file"], *odd_pictures()]
    read = table_of(pa.table({"file": files, "boxes": ["[]"] * len(files)}), ["file"], "boxes")
    names = protocol.prepared(state).target.classes
    return {
        "name": "picture-boxes",
        "rows": [{"name": str(place), "file": base64.b64encode(file).decode()} for place, file in enumerate(files)],
        "expected": [
            {
                "boxes": [
                    {"class": names[int(code)], "ends": ends, "score": score} for code, *ends, score in result.tolist()
                ]
            }
            for result in protocol.predict(state, read)
        ],
    }


def write_graph(folder: Path, name: str, algorithm_id: str, **given) -> dict:
    """Writes a model of the nodes of two parties' graphs, some without a label."""
    tables = [table_of(pa.table(network(60, seed)), [*COLUMNS, LINKS], "label") for seed in (1, 2)]
    algorithm = load_algorithm(algorithm_id)
    plan = plan_for(algorithm, given, tables)
    protocol = algorithm.protocol(plan)
    state = fit(algorithm, plan, [protocol.party(table) for table in tables], compares=False)
    (folder / f"{name}.onnx").write_bytes(protocol.result(state).model)
    rows = network(80, 3, unlabelled=0)
    read = nodes_of(table_of(pa.table(rows), [*COLUMNS, LINKS], "label"))
    target = protocol.prepared(state).target
    cells = zip(*[rows[name] for name in COLUMNS], [" ".join(map(str, near)) for near in rows[LINKS]], strict=True)
    return {
        "name": name,
        "rows": [dict(zip((*COLUMNS, LINKS), row, strict=True)) for row in cells],
        "expected": [expectation(target, outputs, None) for outputs in protocol.predict(state, read)],
    }


def without_hit_rates(file: bytes) -> bytes:
    """Returns a file of trees as earlier versions wrote them."""
    model = load_from_string(file)
    (trees,) = [node for node in model.graph.node if node.op_type == "TreeEnsembleRegressor"]
    (rates,) = [one for one in trees.attribute if one.name == "nodes_hitrates_as_tensor"]
    trees.attribute.remove(rates)
    return model.SerializeToString()


def many_trees() -> bytes:
    """Returns a model with one node more than the maximum that is read to explain a prediction."""
    count = 2**17 // 3 + 1
    column, leaf = np.full((count, 3), LEAF), np.zeros((count, 3))
    column[:, 0] = 0
    trees = Trees(column, np.ones((count, 3), dtype=int), np.zeros((count, 3)), leaf)
    bins = Bins.of(Encoding((NumberEncoder("age", 50.0, 10.0),)), [[50.0]])
    return export_trees(bins, Number("pressure", 100.0, 10.0), trees, np.zeros(1), np.tile([1.0, 0.5, 0.5], (count, 1)))


def expectation(label: Target | None, outputs: np.ndarray, baseline: np.ndarray | None) -> dict:
    if label is None:
        return {"cluster": int(outputs.argmin()), "distance": float(outputs.min())}
    if label.output_kind == "number":
        return {"number": float(outputs[0])}
    if label.kind == "event":
        return {"hazard": float(outputs[0]), "survival": (baseline ** outputs[0]).tolist()}
    probabilities = dict(zip(label.classes, outputs.tolist(), strict=True))
    if label.kind == "labels":
        return {
            "labels": [name for name, chance in probabilities.items() if chance > HALF],
            "probabilities": probabilities,
        }
    return {"class": label.classes[outputs.argmax()], "probabilities": probabilities}


if __name__ == "__main__":
    target = Path(sys.argv[1])
    write_chosen(target)
    tables = [write_trained(target, *case) for case in TRAINED]
    graphs = [
        write_graph(target, "graph-nodes", "graph-nodes"),
        write_graph(target, "graph-convolution", "graph-network", max_iter=2),
        write_graph(target, "graph-sage", "graph-network", max_iter=2, layers="GraphSAGE"),
    ]
    pictures = [
        write_pictures(target, "picture-classes"),
        write_pictures(target, "picture-network", side=16, max_iter=2, local_epochs=1),
    ]
    texts = [write_texts(target, "text-classes", reviews), write_texts(target, "text-labels", several)]
    trained = [*tables, *texts, write_text_entities(target), *pictures, write_boxes(target), *graphs]
    former = without_hit_rates((target / "boosted-trees-outcome.onnx").read_bytes())
    (target / "former-trees.onnx").write_bytes(former)
    (target / "many-trees.onnx").write_bytes(many_trees())
    (target / "trained.json").write_text(json.dumps(trained), encoding="utf-8")

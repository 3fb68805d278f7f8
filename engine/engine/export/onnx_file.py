"""The model as one ONNX file with its preprocessing inside: raw columns in, label out.

Inputs are one tensor [N, 1] per column, named c0, c1, ...: double for numbers (missing = NaN), string for categories
(missing = ""); of texts one [N, L], int64: code points, 0 behind a text's end; of tokens
one [N, T, 16] (see token_features.py); of pictures one [N, H, W, 3], uint8; of
a graph `x` [N, columns], double, and `edge_index` [2, E], int64.
Classes: `label` [N] (string, or int64 for whole numbers) and `probabilities` [N, C]; numbers and expected counts:
`prediction` [N, 1]; clusters: `cluster` [N] (int64) and `distances` [N, C] from their centres, in deviations; a time
until an event: `hazard` [N, 1], as a multiple of the average row's, and `survival` [N, T] at each common time; boxes:
see box_network.py. The
`tessera` metadata entry says which column each input is. All but the net that finds a picture's features is double,
inputs and outputs too, so the file gives what numpy gave in training: single precision cannot hold a date such as
20240115.
"""

import json

import numpy as np
from onnx import ModelProto, TensorProto, checker, helper, load_from_string

from engine.data import pictures, texts, tokens
from engine.data.encoding import CategoryEncoder, Encoding, NumberEncoder, StepEncoder
from engine.data.graph import NodeEncoding
from engine.data.pictures import PictureEncoder, PixelEncoder
from engine.data.texts import GramEncoder
from engine.data.tokens import TokenEncoder
from engine.export.backbone import SIDE, add_pictures
from engine.export.graph import LEARNED, Graph
from engine.export.node_features import NodeSteps, describe_nodes, node_inputs
from engine.export.picture_network import add_pixels, add_trunk
from engine.export.text_features import add_texts
from engine.learners.found_boxes import LEAST_SCORE, MOST_OVERLAP
from engine.learners.network import Layer
from engine.learners.trunk import Trunk
from engine.targets import Event, Target

# Opsets and IR that onnxruntime has run since 1.14, on Python and Node alike.
OPSETS = [("", 17), ("ai.onnx.ml", 2)]
TREE_OPSETS = [("", 17), ("ai.onnx.ml", 3)]  # the first whose thresholds are double
IR_VERSION = 8
# What a column's kind is in the graph.
TENSORS = {
    "number": (TensorProto.DOUBLE, ["N", 1]),
    "category": (TensorProto.STRING, ["N", 1]),
    "text": (TensorProto.INT64, ["N", "L"]),
    "tokens": (TensorProto.INT64, ["N", "T", tokens.LETTERS]),
    "picture": (TensorProto.UINT8, ["N", "H", "W", 3]),
}


def export_layers(encoding: Encoding, target: Target, layers: list[Layer]) -> bytes:
    """The file's bytes, checked. `layers` take [N, features] of this encoding."""
    graph = Graph()
    if isinstance(encoding, NodeEncoding):
        nodes = NodeSteps(graph, encoding)
        raw = _layers(graph, nodes.features(), layers, nodes)
    else:
        raw = _layers(graph, _features(graph, encoding), layers)
    outputs = add_outputs(graph, raw, target)
    return file_of(graph, inputs_of(encoding), outputs, describe_model(encoding, target))


def export_features(encoding: Encoding) -> bytes:
    """A file whose one output is `features` [N, features] of this encoding of one column, checked."""
    graph = Graph()
    _features(graph, encoding)
    (only,) = encoding.columns
    kind = TensorProto.FLOAT if isinstance(only, PixelEncoder) else TensorProto.DOUBLE
    output = helper.make_tensor_value_info("features", kind, ["N", encoding.features])
    return file_of(graph, inputs_of(encoding), [output], {})


def export_clusters(encoding: Encoding, centres: np.ndarray, farthest: float) -> bytes:
    """The file's bytes, checked. `centres` are [clusters, features] of this encoding, of which no value counts as more
    than `farthest` from 0."""
    graph = Graph()
    outputs = _nearest(graph, _features(graph, encoding), centres, farthest)
    return file_of(graph, inputs_of(encoding), outputs, describe_clusters(encoding, len(centres)))


def export_survival(
    encoding: Encoding, target: Event, layer: tuple[np.ndarray, np.ndarray], times: np.ndarray, hazards: np.ndarray
) -> bytes:
    """The file's bytes, checked. `layer` gives the log hazard of [N, features]; `hazards` are what the average row has
    gathered until each of the times."""
    graph = Graph()
    raw = _layers(graph, _features(graph, encoding), [Layer(*layer)])
    graph.add("Exp", [raw], "hazard")
    gathered = graph.add("Mul", ["hazard", graph.constant("gathered", -hazards[None, :])], "minus_gathered")
    graph.add("Exp", [gathered], "survival")
    outputs = [
        helper.make_tensor_value_info("hazard", TensorProto.DOUBLE, ["N", 1]),
        helper.make_tensor_value_info("survival", TensorProto.DOUBLE, ["N", len(times)]),
    ]
    return file_of(graph, inputs_of(encoding), outputs, describe_survival(encoding, target, times))


def inputs_of(encoding: Encoding) -> list:
    """The graph's inputs: one for each column, and of a graph's nodes two."""
    if isinstance(encoding, NodeEncoding):
        return node_inputs(encoding)
    return [
        helper.make_tensor_value_info(f"c{position}", *TENSORS[column.kind])
        for position, column in enumerate(encoding.columns)
    ]


def _features(graph: Graph, encoding: Encoding) -> str:
    by_kind = {
        NumberEncoder: _number, StepEncoder: _steps, CategoryEncoder: add_category,
        GramEncoder: add_texts, PictureEncoder: add_pictures, PixelEncoder: add_pixels,
    }  # fmt: skip
    parts = [by_kind[type(column)](graph, f"c{place}", column) for place, column in enumerate(encoding.columns)]
    return graph.add("Concat", parts, "features", axis=1)


def file_of(graph: Graph, inputs: list, outputs: list, description: dict, opsets: list = OPSETS) -> bytes:
    """The file's bytes, checked."""
    body = helper.make_graph(graph.nodes, "tessera", inputs, outputs, graph.constants)
    imports = [helper.make_opsetid(domain, version) for domain, version in opsets]
    model: ModelProto = helper.make_model(body, opset_imports=imports, ir_version=IR_VERSION, producer_name="tessera")
    helper.set_model_props(model, {"tessera": json.dumps(description, ensure_ascii=False)})
    checker.check_model(model)
    return model.SerializeToString()


def with_description(file: bytes, description: dict) -> bytes:
    """The same model with another `tessera` metadata."""
    model = load_from_string(file)
    helper.set_model_props(model, {"tessera": json.dumps(description, ensure_ascii=False)})
    return model.SerializeToString()


def describe_model(encoding: Encoding, target: Target) -> dict:
    """The `tessera` metadata of a model that predicts a label."""
    output = {"kind": target.output_kind, "label": target.name}
    if target.kind in ("classes", "entities", "boxes", "labels"):
        output["classes"] = list(target.classes)
    if target.kind == "boxes":
        output |= {"least": LEAST_SCORE, "overlap": MOST_OVERLAP}
    return _description(encoding, output)


def describe_clusters(encoding: Encoding, clusters: int) -> dict:
    """The `tessera` metadata of a model that tells a row's cluster."""
    return _description(encoding, {"kind": "clusters", "label": "cluster", "clusters": clusters})


def describe_survival(encoding: Encoding, target: Event, times: np.ndarray) -> dict:
    """The `tessera` metadata of a model that tells how many are without the event at each time."""
    output = {"kind": "survival", "label": target.name, "time": target.time, "times": times.tolist()}
    return _description(encoding, output)


def _description(encoding: Encoding, output: dict) -> dict:
    """Inputs in order, and what comes out.

    A number's example is the mean over all parties, which the graph holds anyway, to six digits.
    """
    if isinstance(encoding, NodeEncoding):
        return {"input": describe_nodes(encoding), "output": output}
    first = encoding.columns[0]
    if whole := _whole(first):
        return {"input": {"name": "c0", "column": first.name} | whole, "output": output}
    inputs = [
        {"name": f"c{position}", "column": column.name, "kind": column.kind}
        | (
            {"categories": list(column.categories)} | _rest(column)
            if isinstance(column, CategoryEncoder)
            else {"example": float(f"{column.mean:.6g}")}
        )
        for position, column in enumerate(encoding.columns)
    ]
    return {"inputs": inputs, "output": output}


def _rest(column: CategoryEncoder) -> dict:
    return {"rest": {"other": column.other, "missing": column.missing}} if column.rest else {}


def _whole(column: object) -> dict | None:
    """What a description says of the one column of a kind of data that is no table."""
    match column:
        case TokenEncoder():  # before what it is a kind of
            return {"kind": "tokens", "longest": tokens.LONGEST, "letters": tokens.LETTERS}
        case GramEncoder():
            return {"kind": "texts", "longest": texts.LONGEST}
        case PictureEncoder():
            return {"kind": "pictures", "longest": pictures.LONGEST, "side": SIDE}
        case PixelEncoder():
            return {"kind": "pictures", "longest": pictures.LONGEST, "side": column.side}
    return None


def _number(graph: Graph, name: str, column: NumberEncoder) -> str:
    centred = graph.add("Sub", [_filled(graph, name, column), f"{name}_mean"], f"{name}_centred")
    factor = graph.constant(f"{name}_factor", np.array([[column.factor]]))
    return graph.add("Mul", [centred, factor], f"{name}_scaled")


def _steps(graph: Graph, name: str, column: StepEncoder) -> str:
    # A column without a cut point is no greater than this.
    cuts = graph.constant(f"{name}_cuts", np.array([column.cuts or (np.inf,)]))
    above = graph.add("Greater", [_filled(graph, name, column), cuts], f"{name}_above")
    return graph.add("Cast", [above], f"{name}_steps", to=TensorProto.DOUBLE)


def _filled(graph: Graph, name: str, column: NumberEncoder | StepEncoder) -> str:
    mean = graph.constant(f"{name}_mean", np.array([[column.mean]]))
    missing = graph.add("IsNaN", [name], f"{name}_missing")
    return graph.add("Where", [missing, mean, name], f"{name}_filled")


def add_category(graph: Graph, name: str, column: CategoryEncoder) -> str:
    """One column for each of its features [N, width], 1 or 0."""
    keys, values = list(column.categories), list(range(len(column.categories)))
    if column.missing != column.other:
        keys, values = [*keys, ""], [*values, column.missing]
    if not keys:  # one that no text can equal: LabelEncoder does not allow an empty table
        keys, values = ["\x00"], [column.other]
    codes = graph.add(
        "LabelEncoder", [name], f"{name}_code", keys_strings=keys, values_int64s=values, default_int64=column.other
    )
    # Not OneHot: onnxruntime has it for few type combinations, and not for these.
    places = graph.constant(f"{name}_places", np.arange(column.width, dtype=np.int64)[None, :])
    hits = graph.add("Equal", [codes, places], f"{name}_hits")
    return graph.add("Cast", [hits], f"{name}_onehot", to=TensorProto.DOUBLE)


def _layers(graph: Graph, current: str, layers: list[Layer], nodes: NodeSteps | None = None) -> str:
    for number, layer in enumerate(layers):
        if isinstance(layer, Trunk):
            current = add_trunk(graph, current, layer)
            continue
        if nodes and layer.spread:
            current = nodes.spread(current, layer.spread)
        weights = graph.constant(f"weights{number}", np.asarray(layer.weights, dtype=np.float64))
        bias = graph.constant(f"bias{number}", np.asarray(layer.bias, dtype=np.float64))
        product = graph.add("MatMul", [current, weights], f"product{number}")
        current = graph.add("Add", [product, bias], f"layer{number}")
        if layer.relu:
            current = graph.add("Relu", [current], f"relu{number}")
    return current


def add_outputs(graph: Graph, raw: str, label: Target) -> list:
    """The graph's outputs, from a model's raw ones [N, outputs]."""
    if label.kind == "count":
        most = graph.constant("most", np.array(np.log(label.most)))
        graph.add("Exp", [graph.add("Min", [raw, most], "logs")], "prediction")
        return [helper.make_tensor_value_info("prediction", TensorProto.DOUBLE, ["N", 1])]
    if label.kind == "number":
        scaled = graph.add(
            "Mul", [raw, graph.constant("label_deviation", np.array([[label.deviation]]))], "label_scaled"
        )
        graph.add("Add", [scaled, graph.constant("label_mean", np.array([[label.mean]]))], "prediction")
        return [helper.make_tensor_value_info("prediction", TensorProto.DOUBLE, ["N", 1])]

    if label.kind == "labels":
        graph.add("Sigmoid", [raw], "probabilities")
        return [helper.make_tensor_value_info("probabilities", TensorProto.DOUBLE, ["N", label.outputs])]

    probabilities = graph.add("Softmax", [raw], "probabilities", axis=1)
    best = graph.add("ArgMax", [probabilities], "best", axis=1, keepdims=0)
    names = np.array([int(name) for name in label.classes]) if label.integral else np.array(label.classes, dtype=object)
    graph.add("Gather", [graph.constant("classes", names), best], "label")
    kind = TensorProto.INT64 if label.integral else TensorProto.STRING
    return [
        helper.make_tensor_value_info("label", kind, ["N"]),
        helper.make_tensor_value_info("probabilities", TensorProto.DOUBLE, ["N", len(label.classes)]),
    ]


def _nearest(graph: Graph, features: str, centres: np.ndarray, farthest: float) -> list:
    """|row - centre|^2 as |row|^2 + |centre|^2 - 2 row x centre, so no array is larger than rows x clusters."""
    ends = [graph.constant(f"{end}_reach", np.array(value)) for end, value in (("low", -farthest), ("high", farthest))]
    rows = graph.add("Clip", [features, *ends], "rows")
    across = graph.constant("across", np.array([1]))
    sides = graph.add("ReduceSum", [graph.add("Mul", [rows, rows], "squares"), across], "sides")
    bases = graph.constant("bases", (centres**2).sum(axis=1)[None, :])
    turned = graph.add("Transpose", [graph.constant(f"{LEARNED}centres", centres)], "turned", perm=[1, 0])
    twice = graph.add("Mul", [turned, graph.constant("two", np.array(2.0))], "twice")
    product = graph.add("MatMul", [rows, twice], "product")
    squared = graph.add("Sub", [graph.add("Add", [sides, bases], "sums"), product], "squared")
    graph.add("ArgMin", [squared], "cluster", axis=1, keepdims=0)
    at_least = graph.add("Max", [squared, graph.constant("zero", np.array([[0.0]]))], "at_least")
    graph.add("Sqrt", [at_least], "distances")
    return [
        helper.make_tensor_value_info("cluster", TensorProto.INT64, ["N"]),
        helper.make_tensor_value_info("distances", TensorProto.DOUBLE, ["N", len(centres)]),
    ]

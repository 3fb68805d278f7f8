"""The model as one ONNX file that includes its preprocessing: it takes raw columns and returns the prediction.

Inputs are one tensor [N, 1] per column, named c0, c1, ...: double for numbers (missing = NaN), string for categories
(missing = ""). Texts have one input [N, L], int64: code points, 0 after a text's end. Tokens have one input [N, T, 16]
(see token_features.py), pictures one [N, H, W, 3], uint8. A graph has `x` [N, columns], double, and `edge_index` [2,
E], int64.

Outputs by kind:

- classes: `label` [N] (string, or int64 for integers) and `probabilities` [N, C]
- numbers and expected counts: `prediction` [N, 1]
- clusters: `cluster` [N] (int64) and `distances` [N, C] from the cluster centres, in deviations
- time until an event: `hazard` [N, 1], as a multiple of the average row's, and `survival` [N, T] at each common time
- entities: `scores` of tags [N, T, tags], which are undefined after a text's end, and `steps` [tags + 1, tags]. ONNX
  has no operator for the Viterbi algorithm, so programs that run the file compute the tags
  (`engine.targets.entities.Entities.predict`).
- boxes: see box_outputs.py

The metadata entry `tessera` names the column of each input. Except for the network that computes a picture's features,
everything is double, including inputs and outputs. So the file returns the values that numpy returned in training;
single precision cannot represent a date such as 20240115.
"""

import json
from collections.abc import Callable
from typing import Any

import numpy as np
from onnx import TensorProto, helper, load_from_string

from engine.data import pictures, texts, tokens
from engine.data.encoding import CategoryEncoder, Encoding, NumberEncoder, StepEncoder
from engine.data.graph import NodeEncoding
from engine.data.pictures import PictureEncoder, PixelEncoder
from engine.data.texts import GramEncoder
from engine.data.tokens import TokenEncoder
from engine.export.box_outputs import add_candidates
from engine.export.node_features import NodeSteps, describe_nodes, node_inputs
from engine.export.text_features import add_texts
from engine.export.token_features import TokenSteps
from engine.learners.network import Layer, add_layers
from engine.learners.onnx_inputs import OnnxColumns, OnnxInputs, OnnxTokens
from engine.onnx_graph.backbone import SIDE, add_pictures
from engine.onnx_graph.graph import Graph, file_of
from engine.onnx_graph.pictures import add_pixels
from engine.targets import Boxes, Classes, Entities, Event, Labels, Target
from engine.targets.found_boxes import MAX_OVERLAP, MIN_SCORE

# Data type and shape of a column's input in the graph, by the column's kind.
TENSORS = {
    "number": (TensorProto.DOUBLE, ["N", 1]),
    "category": (TensorProto.STRING, ["N", 1]),
    "text": (TensorProto.INT64, ["N", "L"]),
    "tokens": (TensorProto.INT64, ["N", "T", tokens.LETTERS]),
    "picture": (TensorProto.UINT8, ["N", "H", "W", 3]),
}


def export_model(encoding: Encoding, target: Target, export: Callable[[Any], Any]) -> bytes:
    """Return the bytes of the model's file, checked. `export` adds the model's raw outputs to the graph, as a learner's
    `export` does."""
    graph = Graph()
    outputs = add_outputs(graph, export(model_inputs(graph, encoding)), target)
    return file_of(graph, inputs_of(encoding), outputs, describe_model(encoding, target))


def model_inputs(graph: Graph, encoding: Encoding) -> OnnxInputs | OnnxTokens:
    """Return a model's inputs, computed from the graph's."""
    if isinstance(encoding, NodeEncoding):
        return NodeSteps(graph, encoding)
    first = encoding.columns[0]
    return TokenSteps(graph, first) if isinstance(first, TokenEncoder) else ColumnSteps(graph, encoding)


class ColumnSteps(OnnxColumns):
    """Adds graph steps that compute the features of a table's columns, of texts, or of pictures."""

    def __init__(self, graph: Graph, encoding: Encoding) -> None:
        by_kind = {
            NumberEncoder: _number, StepEncoder: _steps, CategoryEncoder: add_category,
            GramEncoder: add_texts, PictureEncoder: _pictures, PixelEncoder: _pixels,
        }  # fmt: skip
        self.graph = graph
        self.columns = [
            by_kind[type(column)](graph, f"c{place}", column) for place, column in enumerate(encoding.columns)
        ]

    def add_features(self) -> str:
        return self.graph.add("Concat", self.columns, "features", axis=1)


def _pictures(graph: Graph, name: str, _column: PictureEncoder) -> str:
    return add_pictures(graph, name)


def _pixels(graph: Graph, name: str, column: PixelEncoder) -> str:
    return add_pixels(graph, name, column.side)


def export_clusters(encoding: Encoding, centres: np.ndarray, farthest: float) -> bytes:
    """Return the bytes of the model's file, checked. `centres` are [clusters, features] in this encoding. Values are
    clipped to at most `farthest` from 0."""
    graph = Graph()
    outputs = _nearest(graph, ColumnSteps(graph, encoding).features, centres, farthest)
    return file_of(graph, inputs_of(encoding), outputs, describe_clusters(encoding, len(centres)))


def export_survival(
    encoding: Encoding, target: Event, layer: tuple[np.ndarray, np.ndarray], times: np.ndarray, hazards: np.ndarray
) -> bytes:
    """Return the bytes of the model's file, checked. `layer` returns the log hazard of inputs [N, features]; `hazards`
    are the cumulative hazards of the average row at each of the times."""
    graph = Graph()
    raw = add_layers([Layer(*layer)], ColumnSteps(graph, encoding))
    graph.add("Exp", [raw], "hazard")
    gathered = graph.add("Mul", ["hazard", graph.constant("gathered", -hazards[None, :])], "minus_gathered")
    graph.add("Exp", [gathered], "survival")
    outputs = [
        helper.make_tensor_value_info("hazard", TensorProto.DOUBLE, ["N", 1]),
        helper.make_tensor_value_info("survival", TensorProto.DOUBLE, ["N", len(times)]),
    ]
    return file_of(graph, inputs_of(encoding), outputs, describe_survival(encoding, target, times))


def inputs_of(encoding: Encoding) -> list:
    """Return the graph's inputs: one for each column, or two for a graph's nodes."""
    if isinstance(encoding, NodeEncoding):
        return node_inputs(encoding)
    return [
        helper.make_tensor_value_info(f"c{position}", *TENSORS[column.kind])
        for position, column in enumerate(encoding.columns)
    ]


def with_description(file: bytes, description: dict) -> bytes:
    """The same model with new `tessera` metadata."""
    model = load_from_string(file)
    helper.set_model_props(model, {"tessera": json.dumps(description, ensure_ascii=False)})
    return model.SerializeToString()


def describe_model(encoding: Encoding, target: Target) -> dict:
    """Return the `tessera` metadata of a model that predicts a label."""
    output: dict[str, Any] = {"kind": target.output_kind, "label": target.name}
    if isinstance(target, Classes | Entities | Boxes | Labels):
        output["classes"] = list(target.classes)
    if target.kind == "boxes":
        output |= {"least": MIN_SCORE, "overlap": MAX_OVERLAP}
    return _description(encoding, output)


def describe_clusters(encoding: Encoding, clusters: int) -> dict:
    """Return the `tessera` metadata of a model that predicts a row's cluster."""
    return _description(encoding, {"kind": "clusters", "label": "cluster", "clusters": clusters})


def describe_survival(encoding: Encoding, target: Event, times: np.ndarray) -> dict:
    """Return the `tessera` metadata of a model that predicts the share of rows without the event at each time."""
    output = {"kind": "survival", "label": target.name, "time": target.time, "times": times.tolist()}
    return _description(encoding, output)


def _description(encoding: Encoding, output: dict) -> dict:
    """Return the description of the inputs in order, and of the output.

    The example value of a number is the mean over all parties, to six digits. The graph contains this mean anyway.
    """
    if isinstance(encoding, NodeEncoding):
        return {"input": describe_nodes(encoding), "output": output}
    first = encoding.columns[0]
    if whole := _whole(first):
        return {"input": {"name": "c0", "column": first.name} | whole, "output": output}
    columns = [
        {"name": f"c{position}", "column": column.name, "kind": column.kind}
        | (
            {"categories": list(column.categories)} | _rest(column)
            if isinstance(column, CategoryEncoder)
            else {"example": float(f"{column.mean:.6g}")}
        )
        for position, column in enumerate(encoding.all_of(NumberEncoder, StepEncoder, CategoryEncoder))
    ]
    return {"input": {"kind": "table", "columns": columns}, "output": output}


def _rest(column: CategoryEncoder) -> dict:
    return {"rest": {"other": column.other, "missing": column.missing}} if column.rest else {}


def _whole(column: object) -> dict | None:
    """Return the description of the only column, for data that is not a table."""
    match column:
        case TokenEncoder():  # test this class before its base class
            return {"kind": "tokens", "longest": tokens.MAX_TOKENS, "letters": tokens.LETTERS}
        case GramEncoder():
            return {"kind": "texts", "longest": texts.MAX_LENGTH}
        case PictureEncoder():
            return {"kind": "pictures", "longest": pictures.MAX_SIDE, "side": SIDE}
        case PixelEncoder():
            return {"kind": "pictures", "longest": pictures.MAX_SIDE, "side": column.side}
    return None


def _number(graph: Graph, name: str, column: NumberEncoder) -> str:
    centred = graph.add("Sub", [_filled(graph, name, column), f"{name}_mean"], f"{name}_centred")
    factor = graph.constant(f"{name}_factor", np.array([[column.factor]]))
    return graph.add("Mul", [centred, factor], f"{name}_scaled")


def _steps(graph: Graph, name: str, column: StepEncoder) -> str:
    # A column without a cut point is compared with infinity, which no value exceeds.
    cuts = graph.constant(f"{name}_cuts", np.array([column.cuts or (np.inf,)]))
    above = graph.add("Greater", [_filled(graph, name, column), cuts], f"{name}_above")
    return graph.add("Cast", [above], f"{name}_steps", to=TensorProto.DOUBLE)


def _filled(graph: Graph, name: str, column: NumberEncoder | StepEncoder) -> str:
    mean = graph.constant(f"{name}_mean", np.array([[column.mean]]))
    missing = graph.add("IsNaN", [name], f"{name}_missing")
    return graph.add("Where", [missing, mean, name], f"{name}_filled")


def add_category(graph: Graph, name: str, column: CategoryEncoder) -> str:
    """Add nodes that compute the one-hot features [N, width] of a column of categories."""
    keys, values = list(column.categories), list(range(len(column.categories)))
    if column.missing != column.other:
        keys, values = [*keys, ""], [*values, column.missing]
    if not keys:  # this key equals no text; LabelEncoder does not allow an empty table
        keys, values = ["\x00"], [column.other]
    codes = graph.add(
        "LabelEncoder", [name], f"{name}_code", keys_strings=keys, values_int64s=values, default_int64=column.other
    )
    # OneHot is not used, because onnxruntime implements it for few combinations of types, which do not include these.
    places = graph.constant(f"{name}_places", np.arange(column.width, dtype=np.int64)[None, :])
    hits = graph.add("Equal", [codes, places], f"{name}_hits")
    return graph.add("Cast", [hits], f"{name}_onehot", to=TensorProto.DOUBLE)


def add_outputs(graph: Graph, raw: Any, label: Target) -> list:
    """Add the graph's outputs, computed from a model's raw outputs, as a learner's `export` returns them."""
    if isinstance(label, Boxes):
        heat, sides, side = raw
        return add_candidates(graph, graph.steps("boxes_of"), heat, sides, side, label.outputs)
    if isinstance(label, Entities):
        scores, steps = raw
        return _tagged(graph, scores, steps, label.outputs)
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

    if not isinstance(label, Classes):
        raise TypeError(f"the file has no output for {label.kind}")
    probabilities = graph.add("Softmax", [raw], "probabilities", axis=1)
    best = graph.add("ArgMax", [probabilities], "best", axis=1, keepdims=0)
    names = np.array([int(name) for name in label.classes]) if label.integral else np.array(label.classes, dtype=object)
    graph.add("Gather", [graph.constant("classes", names), best], "label")
    kind = TensorProto.INT64 if label.integral else TensorProto.STRING
    return [
        helper.make_tensor_value_info("label", kind, ["N"]),
        helper.make_tensor_value_info("probabilities", TensorProto.DOUBLE, ["N", len(label.classes)]),
    ]


def _tagged(graph: Graph, scores: str, steps: str, tags: int) -> list:
    graph.add("Identity", [scores], "scores")
    graph.add("Identity", [steps], "steps")
    return [
        helper.make_tensor_value_info("scores", TensorProto.DOUBLE, ["N", "T", tags]),
        helper.make_tensor_value_info("steps", TensorProto.DOUBLE, [tags + 1, tags]),
    ]


def _nearest(graph: Graph, features: str, centres: np.ndarray, farthest: float) -> list:
    """Add nodes that find the nearest clusters. |row - centre|^2 is computed as |row|^2 + |centre|^2 - 2 row x centre,
    so no array is larger than rows x clusters."""
    ends = [graph.constant(f"{end}_reach", np.array(value)) for end, value in (("low", -farthest), ("high", farthest))]
    rows = graph.add("Clip", [features, *ends], "rows")
    across = graph.constant("across", np.array([1]))
    sides = graph.add("ReduceSum", [graph.add("Mul", [rows, rows], "squares"), across], "sides")
    bases = graph.constant("bases", (centres**2).sum(axis=1)[None, :])
    turned = graph.add("Transpose", [graph.learned("centres", centres)], "turned", perm=[1, 0])
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

"""Writes ONNX files as other programs write them: `PYTHONPATH=. python tests/write_imported_models.py <folder>`.

The files do not contain our metadata. The files `classifier`, `named-list`, `scores`, `regressor`, `pipeline`, `mixed`
and `single` are valid. Every other file must be refused for the reason in its name.
"""

import sys
from pathlib import Path

import numpy as np
from onnx import TensorProto, helper, numpy_helper

FLOAT, DOUBLE, INT64, TEXT = TensorProto.FLOAT, TensorProto.DOUBLE, TensorProto.INT64, TensorProto.STRING
# The model has two columns. The larger their sum, the more likely is the second class.
COEFFICIENTS, INTERCEPTS = [-1.0, -1.0, 1.0, 1.0], [0.5, -0.5]


def value(name: str, kind: int, shape: list):
    return helper.make_tensor_value_info(name, kind, shape)


def tensor(name: str, numbers: list, kind=np.float32):
    return numpy_helper.from_array(np.array(numbers, dtype=kind), name)


def linear(output: str):
    return helper.make_node(
        "LinearClassifier",
        ["X"],
        ["label", output],
        domain="ai.onnx.ml",
        coefficients=COEFFICIENTS,
        intercepts=INTERCEPTS,
        classlabels_strings=["benign", "malignant"],
        multi_class=0,
        post_transform="SOFTMAX",
    )


def model(nodes: list, inputs: list, outputs: list, tensors=(), opset: int = 17, ir: int = 8):
    graph = helper.make_graph(nodes, "outside", inputs, outputs, list(tensors))
    opsets = [helper.make_opsetid("", opset), helper.make_opsetid("ai.onnx.ml", 3)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=ir, producer_name="elsewhere")


def net(outputs: int, kind: int = FLOAT, shape=("N", 2), result=None):
    """Returns a network layer in the form in which other programs write it."""
    weights = tensor("w", [[0.5 * (at + 1) for at in range(outputs)], [-0.25] * outputs])
    bias = tensor("b", [0.1] * outputs)
    nodes = [helper.make_node("Gemm", ["X", "w", "b"], ["y"])]
    return model(nodes, [value("X", kind, list(shape))], [value("y", FLOAT, result or ["N", outputs])], [weights, bias])


def named_list():
    """Returns a classifier as scikit-learn's converter writes it by default."""
    node = helper.make_node(
        "ZipMap",
        ["probabilities"],
        ["output_probability"],
        domain="ai.onnx.ml",
        classlabels_strings=["benign", "malignant"],
    )
    probabilities = helper.make_map_type_proto(TEXT, helper.make_tensor_type_proto(FLOAT, []))
    listed = helper.make_value_info("output_probability", helper.make_sequence_type_proto(probabilities))
    return model(
        [linear("probabilities"), node], [value("X", FLOAT, [None, 2])], [value("label", TEXT, [None]), listed]
    )


def learned(operator: str, source: str, output: str, **attributes):
    return helper.make_node(operator, [source], [output], domain="ai.onnx.ml", **attributes)


def pipeline():
    """Returns a pipeline with steps before a linear regression: missing values become 1; then each value is reduced by
    1, halved, and divided by the sum of absolute values."""
    nodes = [
        learned("Imputer", "X", "whole", imputed_value_floats=[1.0, 1.0], replaced_value_float=float("nan")),
        learned("Scaler", "whole", "scaled", offset=[1.0, 1.0], scale=[0.5, 0.5]),
        learned("Normalizer", "scaled", "shares", norm="L1"),
        learned("LinearRegressor", "shares", "y", coefficients=[2.0, 4.0], intercepts=[10.0], targets=1),
    ]
    return model(nodes, [value("X", FLOAT, [None, 2])], [value("y", FLOAT, [None, 1])])


def mixed():
    """Returns a model with an input for each column, including whole numbers and texts, and a flat list with one
    number per row.
    """
    nodes = [
        helper.make_node(
            "LabelEncoder",
            ["ward"],
            ["place"],
            domain="ai.onnx.ml",
            keys_strings=["north", "south"],
            values_floats=[1.0, 2.0],
            default_float=0.0,
        ),
        helper.make_node("Cast", ["visits"], ["counts"], to=FLOAT),
        helper.make_node("Add", ["place", "counts"], ["sum"]),
        helper.make_node("Squeeze", ["sum", "second"], ["cost"]),
    ]
    inputs = [value("ward", TEXT, [None, 1]), value("visits", INT64, [None, 1])]
    return model(nodes, inputs, [value("cost", FLOAT, [None])], [tensor("second", [1], np.int64)])


MODELS = {
    "classifier": lambda: model(
        [linear("probabilities")],
        [value("X", FLOAT, [None, 2])],
        [value("label", TEXT, [None]), value("probabilities", FLOAT, [None, 2])],
    ),
    "named-list": named_list,
    "scores": lambda: net(3),
    "regressor": lambda: net(1),
    "single": lambda: model(
        [helper.make_node("ReduceSum", ["X", "axis"], ["sum"]), helper.make_node("Sigmoid", ["sum"], ["chance"])],
        [value("X", DOUBLE, [None, None])],
        [value("chance", DOUBLE, [None, 1])],
        [tensor("axis", [1], np.int64)],
    ),
    "pipeline": pipeline,
    "mixed": mixed,
    "fixed-rows": lambda: net(3, shape=(1, 2), result=[1, 3]),
    "picture": lambda: model(
        [helper.make_node("GlobalAveragePool", ["X"], ["y"])],
        [value("X", FLOAT, [None, 3, 224, 224])],
        [value("y", FLOAT, [None, 3, 1, 1])],
    ),
    "yes-or-no": lambda: model(
        [helper.make_node("Identity", ["X"], ["y"])],
        [value("X", TensorProto.BOOL, [None, 2])],
        [value("y", FLOAT, [None, 2])],
    ),
    "words-only": lambda: model(
        [helper.make_node("Identity", ["X"], ["y"])], [value("X", TEXT, [None, 1])], [value("y", TEXT, [None, 1])]
    ),
    "old-operators": lambda: model(
        [helper.make_node("Identity", ["X"], ["y"])],
        [value("X", FLOAT, [None, 2])],
        [value("y", FLOAT, [None, 2])],
        opset=10,
    ),
    "random": lambda: model(
        [helper.make_node("RandomNormalLike", ["X"], ["y"])],
        [value("X", FLOAT, [None, 2])],
        [value("y", FLOAT, [None, 2])],
    ),
    "takes-nothing": lambda: model(
        [helper.make_node("Identity", ["w"], ["y"])], [], [value("y", FLOAT, [1, 2])], [tensor("w", [[1.0, 2.0]])]
    ),
    # The declared shape is wrong on purpose: the model takes three columns.
    "other-shape": lambda: model(
        [helper.make_node("MatMul", ["X", "w"], ["y"])],
        [value("X", FLOAT, [None, None])],
        [value("y", FLOAT, [None, 2])],
        [tensor("w", [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])],
    ),
}


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    for name, make in MODELS.items():
        (folder / f"{name}.onnx").write_bytes(make().SerializeToString())

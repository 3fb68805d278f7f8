"""Writes models that do more than predict, or are broken: `PYTHONPATH=. python tests/write_refused_models.py <folder>`.

The expected result of each is in `check-model.test.ts` of `packages/inference`. `outgrows` and `endless` pass every
check of the file: only the limits of their process end them.
"""

import json
import sys
from pathlib import Path

import numpy as np
from onnx import ModelProto, NodeProto, SparseTensorProto, StringStringEntryProto, TensorProto, helper, numpy_helper

SIGNATURE = {
    "input": {"kind": "table", "columns": [{"name": "c0", "column": "age", "kind": "number", "example": 1}]},
    "output": {"kind": "number", "label": "x"},
}
SECRET = "edge.sqlite"


def model_of(nodes: list[NodeProto], constants: list = (), *, opsets: dict | None = None, **more: list) -> ModelProto:
    graph = helper.make_graph(
        nodes,
        "graph",
        [helper.make_tensor_value_info("c0", TensorProto.DOUBLE, ["N", 1])],
        [helper.make_tensor_value_info("prediction", TensorProto.DOUBLE, None)],
        list(constants),
        **more,
    )
    domains = {"": 17} | (opsets or {})
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid(*one) for one in domains.items()], ir_version=9)
    helper.set_model_props(model, {"tessera": json.dumps(SIGNATURE)})
    return model


def node(operator: str, inputs: list[str], output: str = "prediction", **attributes: object) -> NodeProto:
    return helper.make_node(operator, inputs, [output], **attributes)


def elsewhere(name: str = "w", *, marked: bool = True) -> TensorProto:
    """Returns a tensor of 100 bytes that are stored in a file beside the model. If it is not marked as external, only
    its entries refer to that file."""
    tensor = TensorProto(name=name, data_type=TensorProto.UINT8, dims=[100])
    if marked:
        tensor.data_location = TensorProto.EXTERNAL
    for key, value in {"location": SECRET, "offset": "0", "length": "100"}.items():
        tensor.external_data.append(StringStringEntryProto(key=key, value=value))
    return tensor


def reading(name: str) -> list[NodeProto]:
    """Returns nodes that predict, for each row, the byte at the position of the row's input."""
    return [
        node("Cast", [name], "bytes", to=TensorProto.DOUBLE),
        node("Cast", ["c0"], "index", to=TensorProto.INT64),
        node("Gather", ["bytes", "index"]),
    ]


def sparse(values: TensorProto) -> SparseTensorProto:
    indices = numpy_helper.from_array(np.arange(100, dtype=np.int64), "indices")
    return SparseTensorProto(values=values, indices=indices, dims=[10**12])


def filled(shape: list[int], *, hidden: bool) -> ModelProto:
    """Returns a model that fills a tensor of this shape with ones. If `hidden`, the shape is known only when the model
    runs."""
    shape_of = [node("Cast", ["c0"], "any", to=TensorProto.INT64), node("ReduceMin", ["any"], "one", keepdims=0)]
    shape_of += [node("Mul", ["one", "shape"], "wanted")] if hidden else []
    ones = numpy_helper.from_array(np.ones(1), "value")
    return model_of(
        [
            *shape_of,
            node("ConstantOfShape", ["wanted" if hidden else "shape"], "ones", value=ones),
            node("ReduceSum", ["ones"], "sum", keepdims=0),
            node("Add", ["c0", "sum"]),
        ],
        [constant("shape", shape)],
    )


def constant(name: str, values: object, dtype: type = np.int64) -> TensorProto:
    return numpy_helper.from_array(np.array(values, dtype=dtype), name)


def external_data() -> dict[str, ModelProto]:
    values = numpy_helper.from_array(np.zeros(100, np.uint8), "w")
    of_sparse = model_of(reading("w"))
    of_sparse.graph.sparse_initializer.append(sparse(elsewhere()))
    dense = model_of(reading("w"))
    dense.graph.sparse_initializer.append(sparse(values))
    return {
        "external-initializer": model_of(reading("w"), [elsewhere()]),
        "external-entries": model_of(reading("w"), [elsewhere(marked=False)]),
        "external-constant": model_of([node("Constant", [], "w", value=elsewhere()), *reading("w")]),
        "external-sparse": of_sparse,
        "sparse": dense,
    }


def control_flow() -> dict[str, ModelProto]:
    bool_of, number_of = ((kind, []) for kind in (TensorProto.BOOL, TensorProto.DOUBLE))
    body = helper.make_graph(
        [node("Identity", ["goes_on"], "goes_on_out"), node("Add", ["x", "step"], "x_out")],
        "body",
        [
            helper.make_tensor_value_info("turn", TensorProto.INT64, []),
            helper.make_tensor_value_info("goes_on", *bool_of),
            helper.make_tensor_value_info("x", TensorProto.DOUBLE, None),
        ],
        [
            helper.make_tensor_value_info("goes_on_out", *bool_of),
            helper.make_tensor_value_info("x_out", TensorProto.DOUBLE, None),
        ],
    )
    branch = helper.make_graph(
        [node("Identity", ["c0"], "y")], "branch", [], [helper.make_tensor_value_info("y", *number_of)]
    )
    for_ever = [constant("turns", 1 << 62), constant("always", True, bool), constant("step", 1.0, float)]
    return {
        "loop": model_of([node("Loop", ["turns", "always", "c0"], body=body)], for_ever),
        "if": model_of(
            [node("If", ["always"], then_branch=branch, else_branch=branch)], [constant("always", True, bool)]
        ),
        # a graph as an attribute of an operator that takes no graph
        "hidden-graph": model_of([node("Identity", ["c0"], body=body)]),
    }


def strange() -> dict[str, ModelProto]:
    twice = helper.make_function(
        "local", "Twice", ["x"], ["y"], [node("Add", ["x", "x"], "y")], [helper.make_opsetid("", 17)]
    )
    functions = model_of([node("Twice", ["c0"], domain="local")], opsets={"local": 1})
    functions.functions.append(twice)
    training = model_of([node("Identity", ["c0"])])
    training.training_info.add()
    two_sizes = constant("w", [1.0, 2.0], float)
    two_sizes.dims[0] = 1 << 40
    annotated = model_of([node("Identity", ["c0"])])
    annotated.graph.quantization_annotation.add().tensor_name = "c0"
    return {
        "functions": functions,
        "training": training,
        "annotated": annotated,
        "custom-domain": model_of([node("Gelu", ["c0"], domain="com.microsoft")], opsets={"com.microsoft": 1}),
        "unknown-operator": model_of([node("RandomNormalLike", ["c0"])]),
        "unknown-tree": model_of([node("StringNormalizer", ["c0"], domain="ai.onnx.ml")], opsets={"ai.onnx.ml": 2}),
        "two-sizes": model_of([node("Add", ["c0", "w"])], [two_sizes]),
        "many-nodes": model_of([node("Identity", ["c0"], f"y{at}") for at in range(100_001)]),
    }


def large() -> dict[str, ModelProto]:
    repeated = [node("Tile", ["c0", "times"])], [constant("times", [1 << 30, 4])]
    counted = [node("Range", ["from", "to", "by"], "all"), node("ReduceSum", ["all"], "sum", keepdims=0)]
    ends = [constant(name, value) for name, value in {"from": 0, "to": 1 << 40, "by": 1}.items()]
    # multiplies a square matrix of ones, with side 2048, with the same matrix 3000 times
    squares = [node("Expand", ["c0", "square"], "x0")]
    squares += [node("MatMul", [f"x{at}", f"x{at}"], f"x{at + 1}") for at in range(3_000)]
    squares += [node("ReduceMax", ["x3000"], "most", keepdims=0), node("Mul", ["c0", "most"])]
    return {
        "large-fill": filled([1 << 21, 1 << 20], hidden=False),
        "large-tile": model_of(*repeated),
        "large-range": model_of([*counted, node("Cast", ["sum"], to=TensorProto.DOUBLE)], ends),
        "outgrows": filled([1 << 15, 1 << 17], hidden=True),
        "endless": model_of(squares, [constant("square", [2_048, 2_048])]),
    }


WIDE = [1 << 16, 1 << 16]  # the model would fill a tensor of 32 GB in double precision


def behind_others() -> dict[str, ModelProto]:
    """Returns models in which operators that allocate much memory are hidden: they are reached only through operators
    that are folded before any row is read."""
    sides = [constant("one", [1 << 16]), constant("other", [1 << 16])]
    joined = [node("Concat", ["one", "other"], "shape", axis=0)]
    hidden = {
        "identity": ([node("Identity", ["wide"], "shape")], [constant("wide", WIDE)]),
        "chain": (
            [node("Identity", ["wide" if at == 0 else f"y{at}"], f"y{at + 1}") for at in range(500)]
            + [node("Identity", ["y500"], "shape")],
            [constant("wide", WIDE)],
        ),
        "cast": ([node("Cast", ["wide"], "shape", to=TensorProto.INT64)], [constant("wide", WIDE, np.float32)]),
        "half": (
            [node("Cast", ["half"], "whole", to=TensorProto.INT64), node("Mul", ["whole", "whole"], "shape")],
            [constant("half", [1 << 14, 1 << 14], np.float16)],
        ),
        "reshape": (
            [node("Reshape", ["wide", "flat"], "shape")],
            [constant("wide", [WIDE]), constant("flat", [-1])],
        ),
        "concat": (joined, sides),
        "gather": (
            [node("Gather", ["known", "places"], "shape")],
            [constant("known", [1, 1 << 16]), constant("places", [1, 1])],
        ),
        "power": ([node("Pow", ["base", "by"], "shape")], [constant("base", [2, 2]), constant("by", [16, 16])]),
        "shift": (
            [node("BitShift", ["base", "by"], "shifted", direction="LEFT"), node("Cast", ["shifted"], "shape", to=7)],
            [constant("base", [1, 1], np.uint64), constant("by", [16, 16], np.uint64)],
        ),
        "constant": ([node("Constant", [], "wide", value_ints=WIDE), node("Identity", ["wide"], "shape")], []),
        "floats": (
            [node("Constant", [], "wide", value_floats=[65536.0, 65536.0]), node("Cast", ["wide"], "shape", to=7)],
            [],
        ),
        "filled": (
            [node("ConstantOfShape", ["two"], "shape", value=constant("value", [1 << 16]))],
            [constant("two", [2])],
        ),
        "shape-of": (
            [node("ConstantOfShape", ["side"], "long"), node("Shape", ["long"], "length"),
             node("Concat", ["length", "length"], "shape", axis=0)],
            [constant("side", [1 << 16])],
        ),
    }  # fmt: skip
    models = {f"behind-{name}": filled_by(*parts) for name, parts in hidden.items()}
    nodes, constants = hidden["identity"]
    backwards = filled_by(nodes, constants)
    backwards.graph.node.append(backwards.graph.node[0])
    del backwards.graph.node[0]
    last = [constant("scales", [65536.0, 65536.0], np.float32), constant("end", float(1 << 40), np.float64)]
    last += [constant(name, value, np.float64) for name, value in {"start": 0.0, "by": 1.0}.items()]
    allocating = {
        "Expand": node("Expand", ["c0", "shape"]),
        "Tile": node("Tile", ["c0", "shape"]),
        "Pad": node("Pad", ["c0", "double"]),
        "OneHot": node("OneHot", ["index", "depth", "on-off"]),
    }
    passed = [*joined, node("Concat", ["shape", "shape"], "double", axis=0), node("ReduceProd", ["shape"], "depth"),
              node("Cast", ["c0"], "index", to=TensorProto.INT64)]  # fmt: skip
    on_off = constant("on-off", [0.0, 1.0], float)
    models |= {f"behind-{name.lower()}": model_of([*passed, one], [*sides, on_off]) for name, one in allocating.items()}
    models["behind-resize"] = model_of(
        [node("Identity", ["scales"], "by-scale"), node("Resize", ["c0", "", "by-scale"])], last
    )
    models["behind-range"] = model_of([node("Identity", ["end"], "to"), node("Range", ["start", "to", "by"])], last)
    kernel = constant("kernel", np.ones((1, 1, 1, 1)), np.float64)
    models["large-padding"] = model_of(
        [node("Unsqueeze", ["c0", "axes"], "x"), node("Conv", ["x", "kernel"], pads=[1 << 20] * 4)],
        [kernel, constant("axes", [2, 3])],
    )
    return models | {"behind-later": backwards}


def filled_by(nodes: list[NodeProto], constants: list[TensorProto]) -> ModelProto:
    """Returns a model that fills a tensor of this `shape` with zeros. The given nodes compute the shape."""
    sums = [node("ConstantOfShape", ["shape"], "zeros"), node("ReduceSum", ["zeros"], "sum", keepdims=0)]
    return model_of([*nodes, *sums, node("Cast", ["sum"], "double", to=TensorProto.DOUBLE),
                     node("Add", ["c0", "double"])], constants)  # fmt: skip


def sound() -> dict[str, ModelProto]:
    """Returns valid models of kinds that users may add: trees, a network for pictures, and a model that returns twice
    as many rows as it receives."""
    stump = {
        "nodes_nodeids": [0, 1, 2],
        "nodes_treeids": [0, 0, 0],
        "nodes_featureids": [0, 0, 0],
        "nodes_modes": ["BRANCH_LEQ", "LEAF", "LEAF"],
        "nodes_values": [50.0, 0.0, 0.0],
        "nodes_truenodeids": [1, 0, 0],
        "nodes_falsenodeids": [2, 0, 0],
        "target_treeids": [0, 0],
        "target_nodeids": [1, 2],
        "target_ids": [0, 0],
        "target_weights": [-1.0, 1.0],
    }
    tree = node("TreeEnsembleRegressor", ["c0"], "score", domain="ai.onnx.ml", n_targets=1, **stump)
    score = node("Cast", ["score"], to=TensorProto.DOUBLE)
    kernel = constant("kernel", np.ones((1, 1, 1, 1)), np.float32)
    net = [
        node("Cast", ["c0"], "single", to=TensorProto.FLOAT),
        node("Unsqueeze", ["single", "axes"], "picture"),
        node("Conv", ["picture", "kernel"], "filtered", kernel_shape=[1, 1]),
        node("GlobalAveragePool", ["filtered"], "pooled"),
        node("Flatten", ["pooled"], "flat"),
        node("Cast", ["flat"], to=TensorProto.DOUBLE),
    ]
    return {
        "other-count": model_of([helper.make_node("Concat", ["c0", "c0"], ["prediction"], axis=0)]),
        "trees": model_of([tree, score], opsets={"ai.onnx.ml": 3}),
        "picture-net": model_of(net, [kernel, constant("axes", [2, 3])]),
        "small-fill": filled_by([node("Identity", ["small"], "shape")], [constant("small", [64, 64])]),
    }


if __name__ == "__main__":
    for models in (external_data(), control_flow(), strange(), large(), behind_others(), sound()):
        for name, model in models.items():
            (Path(sys.argv[1]) / f"{name}.onnx").write_bytes(model.SerializeToString())

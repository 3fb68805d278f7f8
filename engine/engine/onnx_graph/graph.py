"""Builds an ONNX graph."""

import json
from itertools import count
from typing import Any

import numpy as np
from onnx import ModelProto, NodeProto, TensorProto, checker, helper, numpy_helper

# Opsets and IR version that onnxruntime supports since version 1.14, in Python and Node.js.
OPSETS = [("", 17), ("ai.onnx.ml", 2)]
TREE_OPSETS = [("", 17), ("ai.onnx.ml", 3)]  # the first version of ai.onnx.ml that has thresholds in double precision
IR_VERSION = 8
# Prefix of the names of learnt constants, from which a later run can continue. Constants of layers are named
# `weights0`, `bias0` and so on instead. The file contains them in the learner's order (`read-learned.ts` in
# packages/inference reads them).
LEARNED = "learned_"
# Names of the operators that belong to the domain ai.onnx.ml
MACHINE_LEARNING = ("LabelEncoder", "TreeEnsembleRegressor")


class Graph:
    """Collects nodes and constants of a graph. Every `add` returns the name of its output."""

    def __init__(self) -> None:
        self.nodes: list[NodeProto] = []
        self.constants: list[TensorProto] = []
        self._steps: dict[str, Steps] = {}

    def steps(self, prefix: str) -> "Steps":
        """Return the steps with this prefix, the same object each time, so that no name is given twice."""
        return self._steps.setdefault(prefix, Steps(self, prefix))

    def constant(self, name: str, values: np.ndarray) -> str:
        self.constants.append(numpy_helper.from_array(values, name))
        return name

    def learned(self, name: str, values: np.ndarray) -> str:
        """Add a learnt array, from which a later run can continue if the graph has all of them in the learner's
        order."""
        return self.constant(f"{LEARNED}{name}", values)

    def add(self, operator: str, inputs: list[str], output: str, **attributes: Any) -> str:
        return self.add_several(operator, inputs, [output], **attributes)[0]

    def add_several(self, operator: str, inputs: list[str], outputs: list[str], **attributes: Any) -> list[str]:
        """Add a node with several outputs, and return their names."""
        domain = {"domain": "ai.onnx.ml"} if operator in MACHINE_LEARNING else {}
        self.nodes.append(helper.make_node(operator, inputs, outputs, **domain, **attributes))
        return outputs

    def empty(self, shape: str) -> str:
        """Add zeros, in double precision, with a shape that another node computes."""
        zero = helper.make_tensor("zero", TensorProto.DOUBLE, [1], [0.0])
        return self.add("ConstantOfShape", [shape], f"{shape}_zeros", value=zero)


class Steps:
    """Adds nodes with generated names. If an input is a number, it becomes a constant of the graph."""

    def __init__(self, graph: Graph, prefix: str) -> None:
        self.graph, self.prefix, self.number = graph, prefix, count()

    def __call__(
        self, operator: str, *inputs: str | np.ndarray | np.generic | float | list[int], **attributes: Any
    ) -> str:
        names = [one if isinstance(one, str) else self.graph.constant(self._name(), np.array(one)) for one in inputs]
        return self.graph.add(operator, names, self._name(), **attributes)

    def cast(self, values: str, kind: type[np.generic]) -> str:
        """Add a conversion of values to a type of numpy."""
        return self("Cast", values, to=helper.np_dtype_to_tensor_dtype(np.dtype(kind)))

    def _name(self) -> str:
        return f"{self.prefix}_{next(self.number)}"


def file_of(graph: Graph, inputs: list, outputs: list, description: dict, opsets: list = OPSETS) -> bytes:
    """Check the model and return its file as bytes."""
    body = helper.make_graph(graph.nodes, "tessera", inputs, outputs, graph.constants)
    imports = [helper.make_opsetid(domain, version) for domain, version in opsets]
    model: ModelProto = helper.make_model(body, opset_imports=imports, ir_version=IR_VERSION, producer_name="tessera")
    helper.set_model_props(model, {"tessera": json.dumps(description, ensure_ascii=False)})
    checker.check_model(model)
    return model.SerializeToString()

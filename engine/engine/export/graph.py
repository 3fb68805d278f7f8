"""An ONNX graph while it is written."""

from itertools import count

import numpy as np
from onnx import NodeProto, TensorProto, helper, numpy_helper

# What names of constants begin with that training can go on from, beside `weights0`, `bias0` and so on of layers. They
# stand in the file in the order in which the learner has them (`read-learned.ts` in packages/inference reads them).
LEARNED = "learned_"
MACHINE_LEARNING = ("LabelEncoder", "TreeEnsembleRegressor")  # operators of ai.onnx.ml


class Graph:
    """Collects nodes and constants; every `add` names its output."""

    def __init__(self) -> None:
        self.nodes: list[NodeProto] = []
        self.constants: list[TensorProto] = []

    def constant(self, name: str, values: np.ndarray) -> str:
        self.constants.append(numpy_helper.from_array(values, name))
        return name

    def add(self, operator: str, inputs: list[str], output: str, **attributes: object) -> str:
        domain = {"domain": "ai.onnx.ml"} if operator in MACHINE_LEARNING else {}
        self.nodes.append(helper.make_node(operator, inputs, [output], **domain, **attributes))
        return output

    def empty(self, shape: str) -> str:
        """Zeros, double, of a shape that another node says."""
        zero = helper.make_tensor("zero", TensorProto.DOUBLE, [1], [0.0])
        return self.add("ConstantOfShape", [shape], f"{shape}_zeros", value=zero)


class Steps:
    """Nodes whose names nobody needs; a number among the inputs is a constant."""

    def __init__(self, graph: Graph, prefix: str) -> None:
        self.graph, self.prefix, self.number = graph, prefix, count()

    def __call__(self, operator: str, *inputs: str | np.ndarray | float | list[int], **attributes: object) -> str:
        names = [one if isinstance(one, str) else self.graph.constant(self._name(), np.array(one)) for one in inputs]
        return self.graph.add(operator, names, self._name(), **attributes)

    def _name(self) -> str:
        return f"{self.prefix}_{next(self.number)}"

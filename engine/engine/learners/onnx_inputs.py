"""A model's inputs in its ONNX graph, as a learner's `export` receives them. `engine.export` computes them from raw
columns.

A learner adds nodes by `graph` and its `steps`, and so needs no import of onnx, which is large and which no worker
needs.
"""

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.onnx_graph.graph import Graph


class OnnxInputs(ABC):
    """The inputs of a model of rows."""

    graph: "Graph"

    @cached_property
    def features(self) -> str:
        """The encoded inputs [rows, features], the same as in training."""
        return self.add_features()

    @abstractmethod
    def add_features(self) -> str:
        """Add nodes that compute `features`."""


class OnnxColumns(OnnxInputs):
    """The inputs of a model of tables, texts or pictures. `columns` are the features of each column [rows, width]."""

    columns: list[str]


class OnnxNodes(OnnxInputs):
    """The inputs of a model of a graph's nodes."""

    @abstractmethod
    def spread(self, values: str, how: str) -> str:
        """Combine values [nodes, width] with those of the neighbours, as `Graph.spread` in engine.data.graph does."""


class OnnxTokens(ABC):
    """The inputs of a model of tokens, whose features are sparse: only their product with weights is an array."""

    graph: "Graph"

    @abstractmethod
    def times(self, weights: str) -> str:
        """Multiply the features of each token with weights [features, ...]. Returns [texts, tokens, outputs], with all
        dimensions of the weights but the first in one."""

"""Nodes of a graph as numbers. Smoothing replaces each node's numbers by the mean of itself and its neighbours, twice.
So nodes within two steps determine a node's numbers, and a fit on the smoothed numbers needs no graph. Source: Wu et
al. 2019, "Simplifying Graph Convolutional Networks", arXiv:1902.07153, with means in place of its symmetric weights: a
value then stays within the range of its inputs. Alternatively, a model spreads values along the edges itself, layer by
layer.

Edges have no direction and count once; an edge from a node to itself does not count.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from engine.data.encoding import Encoding, NumberEncoder, numbers_of
from engine.errors import PartyError
from engine.privacy.small_counts import upper_share, with_usual
from engine.table import Column, Table

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

LINKS = " neighbours"  # the granted column with the places of each node's neighbours
SMOOTHINGS = 2
FARTHEST = 10.0  # deviations from the mean at which values are clipped
MAX_SHARE = 0.2  # of nodes that have a word; a column of zeros and ones with more ones is an ordinary feature
MIN_WORDS = 50  # columns of words; fewer are ordinary features
MEAN, BESIDE = "mean", "beside"  # how values are spread along edges


@dataclass(frozen=True, eq=False)
class Graph:
    """All granted nodes of a party, with their columns, and the edges between them: [2, edges] of places, each edge in
    both directions."""

    columns: tuple[Column, ...]
    edges: np.ndarray

    @classmethod
    def of(cls, columns: Sequence[Column], links: Column) -> Self:
        """The graph from rows as granted. Raises PartyError `data.index-wrong` for a neighbour that does not exist."""
        nodes = len(links.values)
        sources = np.repeat(np.arange(nodes), [len(near) for near in links.values])
        targets = np.concatenate([np.array([], dtype=np.int64), *links.values])
        if len(targets) and not 0 <= targets.min() <= targets.max() < nodes:
            raise PartyError("data.index-wrong")
        both = np.array([[*sources, *targets], [*targets, *sources]], dtype=np.int64)
        return cls(tuple(columns), np.unique(both[:, both[0] != both[1]], axis=1))

    @cached_property
    def means(self) -> "csr_matrix":
        """The matrix [nodes, nodes] that maps values to each node's mean of itself and its neighbours."""
        from scipy import sparse  # 0.1 s and 20 MB, and most workers do not need it

        near = self._joined + sparse.identity(len(self.columns[0].values), format="csr")
        return sparse.diags(1 / np.asarray(near.sum(axis=1)).ravel()) @ near

    @cached_property
    def others(self) -> "csr_matrix":
        """The matrix [nodes, nodes] that maps values to each node's mean of its neighbours; 0 for a node without."""
        from scipy import sparse

        return sparse.diags(1 / np.maximum(np.asarray(self._joined.sum(axis=1)).ravel(), 1)) @ self._joined

    @cached_property
    def _joined(self) -> "csr_matrix":
        from scipy import sparse

        nodes = len(self.columns[0].values)
        return sparse.csr_matrix((np.ones(self.edges.shape[1]), tuple(self.edges)), shape=(nodes, nodes))

    def spread(self, values: np.ndarray, how: str) -> np.ndarray:
        """Values [nodes, width] spread along the edges. `MEAN`: each node's mean with its neighbours, in the same
        shape. `BESIDE`: its own values and its neighbours' mean, [nodes, 2 x width]."""
        return self.means @ values if how == MEAN else np.hstack([values, self.others @ values])

    def spread_back(self, gradients: np.ndarray, how: str) -> np.ndarray:
        """The gradient by values, from the gradient by the result of `spread`."""
        if how == MEAN:
            return self.means.T @ gradients
        own, others = np.hsplit(gradients, 2)
        return own + self.others.T @ others

    def smooth(self, features: np.ndarray) -> np.ndarray:
        """Smoothed features [nodes, features] from the nodes' features in the same shape."""
        for _ in range(SMOOTHINGS):
            features = self.means @ features
        return features


@dataclass(frozen=True, eq=False)
class Nodes:
    """The nodes of a graph that are the rows of a table."""

    graph: Graph
    places: np.ndarray

    def take(self, rows: np.ndarray) -> Self:
        return type(self)(self.graph, self.places[rows])

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """The nodes of all parts in order. Different graphs are combined without edges between them."""
        graphs = list({id(part.graph): part.graph for part in parts}.values())
        starts = dict(
            zip(map(id, graphs), np.cumsum([0, *(len(one.columns[0].values) for one in graphs)]), strict=False)
        )
        places = np.concatenate([part.places + starts[id(part.graph)] for part in parts])
        if len(graphs) == 1:
            return cls(graphs[0], places)
        columns = [
            Column(group[0].name, group[0].kind, np.concatenate([column.values for column in group]))
            for group in zip(*[graph.columns for graph in graphs], strict=True)
        ]
        return cls(Graph(tuple(columns), np.hstack([one.edges + starts[id(one)] for one in graphs])), places)


@dataclass(frozen=True, eq=False)
class NodeInputs:
    """Inputs of some nodes for a model that spreads them itself: those of all nodes of the graph [nodes, features],
    float64, and the places of the rows' nodes. It has an array's shape, [rows, features], and can be indexed by row."""

    graph: Graph
    values: np.ndarray
    places: np.ndarray

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.places), self.values.shape[1]

    def __getitem__(self, rows: np.ndarray) -> Self:
        return type(self)(self.graph, self.values, self.places[rows])


@dataclass(frozen=True)
class NodeEncoding(Encoding):
    """Numeric columns as those of a table. Unless the model `spreads` them itself, they are smoothed over the whole
    graph, of which the rows are some nodes."""

    columns: tuple[NumberEncoder, ...]
    spreads: bool = False

    @cached_property
    def words(self) -> np.ndarray:
        """Which columns [columns] are words of a bag of words: sparse zeros and ones, for a model that spreads. In
        deviations a rare word would outweigh all others, so a node's words are divided by their number instead."""
        shares = [upper_share(one.mean, one.deviation) if 0 < one.mean < 1 else None for one in self.columns]
        found = np.array([share is not None and share <= MAX_SHARE for share in shares], dtype=bool)
        return found & (self.spreads and found.sum() >= MIN_WORDS)

    def encode(self, table: Table, *, trains: bool = False) -> Any:
        """Inputs [rows, features], float64, clipped at FARTHEST. If a party `trains` on these nodes, a column that
        shows another value than the most common one in few of them, directly or through neighbours, has that value
        everywhere."""
        if table.nodes is None:
            raise ValueError("these rows are not nodes of a graph")
        graph, places = table.nodes.graph, table.nodes.places
        own = np.clip(super().encode(Table(graph.columns, None)), -FARTHEST, FARTHEST)
        if self.words.any():
            own[:, self.words] = self._divided(graph)
        if trains:
            own = with_usual(own, lambda differs: graph.smooth(differs.astype(float))[places] > 0)
        return NodeInputs(graph, own, places) if self.spreads else graph.smooth(own)[places]

    def _divided(self, graph: Graph) -> np.ndarray:
        """The words [nodes, words], divided by their sum in each node; the mean replaces missing values."""
        places = np.flatnonzero(self.words)
        values = np.column_stack([numbers_of(graph.columns[place]) for place in places])
        filled = np.where(np.isnan(values), [self.columns[place].mean for place in places], values)
        return filled / np.maximum(np.abs(filled).sum(axis=1, keepdims=True), 1.0)


def nodes_of(table: Table) -> Table:
    """Rows as granted, with the links last, as the nodes of one graph that have a label. Raises PartyError
    `data.index-wrong`."""
    *columns, links = table.columns
    if links.kind != "links":
        raise PartyError("data.index-wrong")
    graph = Graph.of(columns, links)
    nodes = Table(tuple(columns), table.label, Nodes(graph, np.arange(len(table))))
    return nodes.take(~table.require_label().missing)

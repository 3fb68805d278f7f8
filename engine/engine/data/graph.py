"""Nodes of a graph as numbers. Either the numbers are smoothed before training, or a model spreads values along the
edges itself, layer by layer.

Smoothing replaces each node's numbers by the mean of itself and its neighbours, twice. A node's numbers then depend
only on nodes within two steps, and a fit on the smoothed numbers needs no graph. Source: Wu et al. 2019, "Simplifying
Graph Convolutional Networks", arXiv:1902.07153, with means in place of its symmetric weights, so that a value stays
within the range of its inputs.

Edges have no direction and count once. An edge from a node to itself does not count.
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

LINKS = " neighbours"  # name of the granted column that lists each node's neighbours by their places
SMOOTHINGS = 2
FARTHEST = 10.0  # Values are clipped at this many deviations from the mean.
MAX_SHARE = 0.2  # Maximum share of nodes that have a word. A column with more ones is treated as an ordinary feature.
MIN_WORDS = 50  # Minimum number of word columns. If there are fewer, they are encoded as ordinary features.
MEAN, BESIDE = "mean", "beside"  # the two ways in which a model can spread values along edges (see `Graph.spread`)


@dataclass(frozen=True, eq=False)
class Graph:
    """A party's whole granted graph: its nodes with their columns, and the edges between them as places [2, edges],
    each edge in both directions."""

    columns: tuple[Column, ...]
    edges: np.ndarray

    @classmethod
    def of(cls, columns: Sequence[Column], links: Column) -> Self:
        """Create the graph from granted rows. Raises PartyError `data.index-wrong` if a row lists a neighbour that does
        not exist."""
        nodes = len(links.values)
        sources = np.repeat(np.arange(nodes), [len(near) for near in links.values])
        targets = np.concatenate([np.array([], dtype=np.int64), *links.values])
        if len(targets) and not 0 <= targets.min() <= targets.max() < nodes:
            raise PartyError("data.index-wrong")
        both = np.array([[*sources, *targets], [*targets, *sources]], dtype=np.int64)
        return cls(tuple(columns), np.unique(both[:, both[0] != both[1]], axis=1))

    @cached_property
    def means(self) -> "csr_matrix":
        """Return the matrix [nodes, nodes] that maps values to each node's mean of itself and its neighbours."""
        from scipy import sparse  # Imported here, because it takes 0.1 s and 20 MB and most workers do not need it.

        near = self._joined + sparse.identity(len(self.columns[0].values), format="csr")
        return sparse.diags(1 / np.asarray(near.sum(axis=1)).ravel()) @ near

    @cached_property
    def others(self) -> "csr_matrix":
        """Return the matrix [nodes, nodes] that maps values to each node's mean of its neighbours, or 0 for a node
        without neighbours."""
        from scipy import sparse

        return sparse.diags(1 / np.maximum(np.asarray(self._joined.sum(axis=1)).ravel(), 1)) @ self._joined

    @cached_property
    def _joined(self) -> "csr_matrix":
        from scipy import sparse

        nodes = len(self.columns[0].values)
        return sparse.csr_matrix((np.ones(self.edges.shape[1]), tuple(self.edges)), shape=(nodes, nodes))

    def spread(self, values: np.ndarray, how: str) -> np.ndarray:
        """Return values [nodes, width] spread along the edges. `MEAN`: each node's mean with its neighbours, in the
        same shape. `BESIDE`: each node's own values and its neighbours' mean, [nodes, 2 x width]."""
        return self.means @ values if how == MEAN else np.hstack([values, self.others @ values])

    def spread_back(self, gradients: np.ndarray, how: str) -> np.ndarray:
        """Return the gradient of the loss by the values, from its gradient by the result of `spread`."""
        if how == MEAN:
            return self.means.T @ gradients
        own, others = np.hsplit(gradients, 2)
        return own + self.others.T @ others

    def smooth(self, features: np.ndarray) -> np.ndarray:
        """Return smoothed features [nodes, features] of the nodes' features, in the same shape."""
        for _ in range(SMOOTHINGS):
            features = self.means @ features
        return features


@dataclass(frozen=True, eq=False)
class Nodes:
    """Nodes of a graph that are the rows of a table, by their places in it."""

    graph: Graph
    places: np.ndarray

    def take(self, rows: np.ndarray) -> Self:
        return type(self)(self.graph, self.places[rows])

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """Return the nodes of all parts, in order. Different graphs are put side by side, without edges between
        them."""
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
    """Inputs of some nodes for a model that spreads values itself: the inputs of all nodes of the graph [nodes,
    features], float64, and the places of the nodes that are rows. Like an array, it has a shape [rows, features] and
    can be indexed by row."""

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
    """Encodes numeric columns of nodes like those of a table. Unless the model `spreads` values itself, the features
    are also smoothed over the whole graph, of which the rows are only a part."""

    columns: tuple[NumberEncoder, ...]
    spreads: bool = False

    @cached_property
    def words(self) -> np.ndarray:
        """Booleans [columns]: whether a column is a word of a bag of words, that is, sparse zeros and ones. Only models
        that spread values treat words separately: each word of a node is divided by the node's number of words. Encoded
        in deviations from the mean, a rare word would outweigh all others."""
        shares = [upper_share(one.mean, one.deviation) if 0 < one.mean < 1 else None for one in self.columns]
        found = np.array([share is not None and share <= MAX_SHARE for share in shares], dtype=bool)
        return found & (self.spreads and found.sum() >= MIN_WORDS)

    def encode(self, table: Table, *, trains: bool = False) -> Any:
        """Return inputs [rows, features], float64, clipped at FARTHEST. If a party `trains` on these nodes, rare values
        are removed: if a column differs from its most common value in only one to four nodes (directly or through
        neighbours), all nodes get the most common value."""
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
        """Return the words [nodes, words] divided by their sum in each node. The mean replaces missing values."""
        places = np.flatnonzero(self.words)
        values = np.column_stack([numbers_of(graph.columns[place]) for place in places])
        filled = np.where(np.isnan(values), [self.columns[place].mean for place in places], values)
        return filled / np.maximum(np.abs(filled).sum(axis=1, keepdims=True), 1.0)


def nodes_of(table: Table) -> Table:
    """Return the labelled nodes of one graph from granted rows, whose last column is the links. Raises PartyError
    `data.index-wrong`."""
    *columns, links = table.columns
    if links.kind != "links":
        raise PartyError("data.index-wrong")
    graph = Graph.of(columns, links)
    nodes = Table(tuple(columns), table.label, Nodes(graph, np.arange(len(table))))
    return nodes.take(~table.require_label().missing)

"""Nodes of a graph as numbers. Smoothed, each becomes the mean of itself and its neighbours, and that once more: so a
node is told by those within two steps of it, and a fit on the smoothed numbers needs no graph. Source: Wu et al. 2019,
"Simplifying Graph Convolutional Networks", arXiv:1902.07153, with means in place of its symmetric weights: a value then
stays within those it is made of. Or a model spreads what it knows of nodes along the edges itself, layer by layer.

Edges lead both ways and count once; one to a node itself counts nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Self

import numpy as np

from engine.data.encoding import Encoding, numbers_of
from engine.data.table import Column, Table
from engine.errors import PartyError
from engine.privacy.few import upper_share

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

LINKS = " neighbours"  # the granted column that says of each node the places of those it is joined to
SMOOTHINGS = 2
FARTHEST = 10.0  # deviations from the mean; a value beyond counts as that far
MAX_SHARE = 0.2  # of nodes that have a word: a column of zeros and ones with more ones is a feature like others
MIN_WORDS = 50  # columns of words; fewer are features like others
MEAN, BESIDE = "mean", "beside"  # how values are spread along edges


@dataclass(frozen=True, eq=False)
class Graph:
    """All granted nodes of a party, its own columns of each, and which are joined: [2, edges] of places, each edge both
    ways."""

    columns: tuple[Column, ...]
    edges: np.ndarray

    @classmethod
    def of(cls, columns: Sequence[Column], links: Column) -> Self:
        """From rows as they were granted. Raises PartyError `data.index-wrong` for a neighbour that there is not."""
        nodes = len(links.values)
        sources = np.repeat(np.arange(nodes), [len(near) for near in links.values])
        targets = np.concatenate([np.array([], dtype=np.int64), *links.values])
        if len(targets) and not 0 <= targets.min() <= targets.max() < nodes:
            raise PartyError("data.index-wrong")
        both = np.array([[*sources, *targets], [*targets, *sources]], dtype=np.int64)
        return cls(tuple(columns), np.unique(both[:, both[0] != both[1]], axis=1))

    @cached_property
    def means(self) -> "csr_matrix":
        """Of each node the mean of itself and its neighbours, as a matrix [nodes, nodes]."""
        from scipy import sparse  # 0.1 s and 20 MB, which most workers never need

        near = self._joined + sparse.identity(self._joined.shape[0], format="csr")
        return sparse.diags(1 / np.asarray(near.sum(axis=1)).ravel()) @ near

    @cached_property
    def others(self) -> "csr_matrix":
        """Of each node the mean of its neighbours, zeros of one that has none, as a matrix [nodes, nodes]."""
        from scipy import sparse

        return sparse.diags(1 / np.maximum(np.asarray(self._joined.sum(axis=1)).ravel(), 1)) @ self._joined

    @cached_property
    def _joined(self) -> "csr_matrix":
        from scipy import sparse

        nodes = len(self.columns[0].values)
        return sparse.csr_matrix((np.ones(self.edges.shape[1]), tuple(self.edges)), shape=(nodes, nodes))

    def spread(self, values: np.ndarray, how: str) -> np.ndarray:
        """Of values [nodes, width] each node's mean with its neighbours (`MEAN`), in the same shape; or its own values,
        and beside them its neighbours' mean (`BESIDE`), [nodes, 2 x width]."""
        return self.means @ values if how == MEAN else np.hstack([values, self.others @ values])

    def spread_back(self, slopes: np.ndarray, how: str) -> np.ndarray:
        """The slope by values, of the slope by what `spread` made of them."""
        if how == MEAN:
            return self.means.T @ slopes
        own, others = np.hsplit(slopes, 2)
        return own + self.others.T @ others

    def smooth(self, features: np.ndarray) -> np.ndarray:
        """[nodes, features] of features of the nodes in the same shape."""
        for _ in range(SMOOTHINGS):
            features = self.means @ features
        return features


@dataclass(frozen=True, eq=False)
class Nodes:
    """Which nodes of a graph the rows of a table are."""

    graph: Graph
    places: np.ndarray

    def take(self, rows: np.ndarray) -> Self:
        return type(self)(self.graph, self.places[rows])

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """One after the other: of the same graph, or of several beside each other, without an edge between them."""
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
    float64, and which nodes the rows are. It has an array's shape, [rows, features], and its rows can be taken."""

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
    """Columns of numbers as those of a table, and unless the model `spreads` them itself smoothed over the whole graph,
    of which the rows are some nodes."""

    spreads: bool = False

    @cached_property
    def words(self) -> np.ndarray:
        """Which columns [columns] are the words of a bag of words: sparse zeros and ones, for a model that spreads. In
        deviations a rare word would outweigh all others, so a node's words are divided by how many it has."""
        shares = [upper_share(one.mean, one.deviation) if 0 < one.mean < 1 else None for one in self.columns]
        found = np.array([share is not None and share <= MAX_SHARE for share in shares], dtype=bool)
        return found & (self.spreads and found.sum() >= MIN_WORDS)

    def encode(self, table: Table, *, trains: bool = False) -> np.ndarray | NodeInputs:
        """Inputs [rows, features], float64, none beyond FARTHEST."""
        graph, places = table.nodes.graph, table.nodes.places
        own = np.clip(super().encode(Table(graph.columns, None)), -FARTHEST, FARTHEST)
        if self.words.any():
            own[:, self.words] = self._divided(graph)
        return NodeInputs(graph, own, places) if self.spreads else graph.smooth(own)[places]

    def _divided(self, graph: Graph) -> np.ndarray:
        """The words [nodes, words], divided by their sum in each node; the mean stands in for a missing one."""
        places = np.flatnonzero(self.words)
        values = np.column_stack([numbers_of(graph.columns[place]) for place in places])
        filled = np.where(np.isnan(values), [self.columns[place].mean for place in places], values)
        return filled / np.maximum(np.abs(filled).sum(axis=1, keepdims=True), 1.0)


def nodes_of(table: Table) -> Table:
    """Rows as they were granted, the links last, as nodes of one graph: those that have a label. Raises PartyError
    `data.index-wrong`."""
    *columns, links = table.columns
    if links.kind != "links":
        raise PartyError("data.index-wrong")
    graph = Graph.of(columns, links)
    nodes = Table(tuple(columns), table.label, Nodes(graph, np.arange(len(table))))
    return nodes.take(~table.label.missing)

"""A run on nodes of graphs. It works as on tables (see on_table.py), but each node's numbers are then smoothed over its
neighbours, or passed to a model that spreads them itself (see engine.data.graph). No edge joins nodes of different
parties. A party sends the same terms as for a table, and nothing about the edges themselves. Nodes without a label
contribute to their neighbours' values, but are neither trained on nor scored."""

from dataclasses import replace

from engine.data.encoding import NumberEncoder
from engine.data.graph import LINKS, NodeEncoding, nodes_of
from engine.data.party import Party
from engine.data.table import check_rows, read_table
from engine.protocols.on_rows import READY, OnEncodedRows, Prepared
from engine.protocols.on_table import OnTable
from engine.protocols.protocol import Result, State
from engine.table import Table


class OnGraph(OnTable):
    """A federated protocol on numeric columns of a graph's nodes, for `kinds` of label such as `classes`. Raises
    ValueError for a plan with another label, or with a column of categories."""

    def __init__(self, plan: dict, kinds: tuple[str, ...], inner: OnEncodedRows):
        super().__init__(plan, kinds, inner)
        if len(self.columns.numbers) != len(self.columns.names):
            raise ValueError("a graph's nodes have numbers only")

    @property
    def steps(self) -> tuple[str, ...]:
        return ("ranges", "moments", READY)

    def open(self, path: str) -> Party:
        return self.party(read_table(path, [*self.columns.names, LINKS], self.label.name))

    def party(self, table: Table) -> Party:
        """Create a party from nodes, or from granted rows whose last column is the links. Raises PartyError
        `data.index-wrong`, and the same errors as for a table."""
        nodes = table if table.nodes else nodes_of(table)
        check_rows(nodes)
        return super().party(nodes)

    def prepared(self, state: State) -> Prepared:
        prepared = super().prepared(state)
        spreads = getattr(self.inner, "spreads", False)
        return replace(prepared, encoding=NodeEncoding(prepared.encoding.all_of(NumberEncoder), spreads))

    def _with_seen(self, state: State, result: Result) -> Result:
        """Return the result unchanged, without the distribution of its training rows: a node's neighbours change its
        inputs, so the distribution would mean little."""
        return result

"""A run on nodes of graphs. It works as on tables (see on_table.py), but each node's numbers are then smoothed over the
nodes that it is joined to, or go to a model that does this itself (see engine.data.graph). No edge joins nodes of
different parties. No more is sent than for a table, and nothing about the edges themselves. Nodes without a label count
for their neighbours, but are neither trained on nor scored."""

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
    """A federated protocol on columns of numbers of a graph's nodes, for `kinds` of label: `classes`. Raises ValueError
    for a plan with another label, or with a column of categories."""

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
        """Rows as granted, links last; or nodes. Raises PartyError `data.index-wrong`, and as for a table."""
        nodes = table if table.nodes else nodes_of(table)
        check_rows(nodes)
        return super().party(nodes)

    def prepared(self, state: State) -> Prepared:
        prepared = super().prepared(state)
        spreads = getattr(self.inner, "spreads", False)
        return replace(prepared, encoding=NodeEncoding(prepared.encoding.all_of(NumberEncoder), spreads))

    def _with_seen(self, state: State, result: Result) -> Result:
        """Adds nothing: a node's own position in its columns means little, since its neighbours change its inputs."""
        return result

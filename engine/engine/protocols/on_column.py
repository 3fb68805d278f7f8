"""A run on the rows of a single column, such as texts or pictures."""

from typing import ClassVar

from engine.data.party import Party
from engine.data.table import read_table
from engine.errors import PartyError
from engine.protocols.on_rows import OnEncodedRows, OnRows
from engine.protocols.protocol import State
from engine.table import Table


class OnColumn(OnRows):
    """A federated protocol on one column of a `kind` (see engine.data.table), for `kinds` of label such as `classes`.
    Raises ValueError for a plan with another label."""

    kind: ClassVar[str]

    def __init__(self, plan: dict, kinds: tuple[str, ...], inner: OnEncodedRows):
        super().__init__(plan, kinds, inner)
        self.column = str(plan["data"]["column"])

    @property
    def kinds(self) -> list[tuple[str, str]]:
        return [(self.column, self.kind)]

    def open(self, path: str) -> Party:
        return self.party(read_table(path, [self.column], self.label.name))

    def party(self, table: Table) -> Party:
        """Create a party. Raises PartyError `data.type-mismatch` (column) if the column has another kind."""
        (column,) = table.columns
        if column.kind != self.kind:
            raise PartyError("data.type-mismatch", column=self.column)
        return super().party(table)

    def check_preparing_transition(self, before: State, state: State) -> None:
        """Never raises an error: there is only one preparing stage, so it follows from no earlier one."""

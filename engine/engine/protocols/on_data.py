"""The protocol for a plan's kind of data."""

from engine.protocols.on_graph import OnGraph
from engine.protocols.on_pictures import OnPictures
from engine.protocols.on_rows import OnEncodedRows, OnRows
from engine.protocols.on_table import OnTable
from engine.protocols.on_texts import OnTexts
from engine.protocols.on_tokens import OnTokens

KINDS: dict[str, type[OnRows]] = {
    "table": OnTable, "texts": OnTexts, "tokens": OnTokens, "pictures": OnPictures, "graph": OnGraph,
}  # fmt: skip


def on_data(plan: dict, kinds: tuple[str, ...], inner: OnEncodedRows) -> OnRows:
    """Return the protocol that runs `inner` on the plan's kind of data. Raises the same ValueErrors as the protocol of
    that kind."""
    return KINDS[plan["data"]["kind"]](plan, kinds, inner)

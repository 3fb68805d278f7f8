"""The kinds of data in plans, with their protocols."""

from dataclasses import dataclass

from engine.protocols.on_column import OnColumn
from engine.protocols.on_graph import OnGraph
from engine.protocols.on_pictures import OnPictures
from engine.protocols.on_rows import OnEncodedRows, OnRows
from engine.protocols.on_table import OnTable
from engine.protocols.on_texts import OnTexts
from engine.protocols.on_tokens import OnTokens


@dataclass(frozen=True)
class DataKind:
    """A kind of data in a plan: its protocol, and the content types of a manifest whose rows become this kind. With a
    `label_kind`, only algorithms that predict this kind of label read these rows in this way."""

    protocol: type[OnRows]
    content_types: tuple[str, ...]
    label_kind: str | None = None

    @property
    def is_one_column(self) -> bool:
        """Whether the plan names a single column, which is the whole row."""
        return issubclass(self.protocol, OnColumn)


KINDS = {
    "table": DataKind(OnTable, ("tabular",)),
    "texts": DataKind(OnTexts, ("nlp",)),
    "tokens": DataKind(OnTokens, ("nlp",), "entities"),
    "pictures": DataKind(OnPictures, ("vision", "yolo")),
    "graph": DataKind(OnGraph, ("graph",)),
}


def data_kind_of(content_type: str, label_kinds: tuple[str, ...]) -> str:
    """Return the kind of data in the plans of an algorithm with this content type and these kinds of label."""
    able = [name for name, kind in KINDS.items() if content_type in kind.content_types]
    return next(
        (name for name in able if KINDS[name].label_kind in label_kinds),
        next(name for name in able if KINDS[name].label_kind is None),
    )


def on_data(plan: dict, kinds: tuple[str, ...], inner: OnEncodedRows) -> OnRows:
    """Return `inner` on the plan's kind of data. Raises ValueError as the protocol of that kind does."""
    return KINDS[plan["data"]["kind"]].protocol(plan, kinds, inner)

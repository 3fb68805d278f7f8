"""The columns that a plan names: numbers, and categories with the texts that the parties agreed on before signing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from engine.data.encoding import CategoryEncoder, Encoding, NumberEncoder
from engine.errors import PartyError
from engine.table import Table


@dataclass(frozen=True)
class Columns:
    """Features in the plan's order: column 3 is the same column at every party. `categories` are None for a number."""

    names: tuple[str, ...]
    categories: tuple[tuple[str, ...] | None, ...]

    @classmethod
    def of(cls, plan: Mapping[str, Any]) -> Self:
        """The columns of the plan's `data`."""
        columns = plan["data"]["columns"]
        known = [tuple(column["categories"]) if column["kind"] == "categories" else None for column in columns]
        return cls(tuple(column["name"] for column in columns), tuple(known))

    @property
    def numbers(self) -> list[int]:
        """Places of the numeric columns."""
        return [place for place, known in enumerate(self.categories) if known is None]

    def check(self, table: Table) -> None:
        """Raises PartyError `data.type-mismatch` (column) for a column that is not of the plan's type. A column without
        values fits any type."""
        for column, known in zip(table.columns, self.categories, strict=True):
            if column.kind != ("number" if known is None else "text") and not column.missing.all():
                raise PartyError("data.type-mismatch", column=column.name)

    @property
    def known(self) -> list[tuple[str, ...]]:
        """The categories of each categorical column."""
        return [known for known in self.categories if known is not None]

    def encoding(self, scales: Sequence[Sequence[float]], rest: Sequence[Sequence[int]] | None = None) -> Encoding:
        """The encoding that all parties use, from mean and deviation of each numeric column, and the `rest` of each
        column of categories (see `CategoryEncoder`)."""
        left = iter(scales)
        codes = iter(rest if rest is not None else [None] * len(self.known))
        return Encoding(
            tuple(
                NumberEncoder(name, *map(float, next(left))) if known is None else _category(name, known, next(codes))
                for name, known in zip(self.names, self.categories, strict=True)
            )
        )


def _category(name: str, known: tuple[str, ...], rest: Sequence[int] | None) -> CategoryEncoder:
    return CategoryEncoder(name, known, None if rest is None else (int(rest[0]), int(rest[1])))

"""The columns that a plan names: numbers, and categories with the texts that the parties agreed on before signing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from engine.data.encoding import CategoryEncoder, Encoding, NumberEncoder
from engine.errors import PartyError
from engine.table import Table


@dataclass(frozen=True)
class Columns:
    """Feature columns in the plan's order, so that column 3 is the same column at every party. `categories` contains
    the texts of a categorical column, or None for a column of numbers."""

    names: tuple[str, ...]
    categories: tuple[tuple[str, ...] | None, ...]

    @classmethod
    def of(cls, plan: Mapping[str, Any]) -> Self:
        """Read the columns from the plan's `data`."""
        columns = plan["data"]["columns"]
        known = [tuple(column["categories"]) if column["kind"] == "categories" else None for column in columns]
        return cls(tuple(column["name"] for column in columns), tuple(known))

    @property
    def numbers(self) -> list[int]:
        """Places of the numeric columns."""
        return [place for place, known in enumerate(self.categories) if known is None]

    def check(self, table: Table) -> None:
        """Raise PartyError `data.type-mismatch` (column) if a column does not have the plan's type. A column without
        values fits any type."""
        for column, known in zip(table.columns, self.categories, strict=True):
            if column.kind != ("number" if known is None else "text") and not column.missing.all():
                raise PartyError("data.type-mismatch", column=column.name)

    @property
    def known(self) -> list[tuple[str, ...]]:
        """Known categories of each column of categories."""
        return [known for known in self.categories if known is not None]

    def encoding(self, scales: Sequence[Sequence[float]], rest: Sequence[Sequence[int]] | None = None) -> Encoding:
        """Return the encoding that all parties use. `scales` are the mean and deviation of each numeric column; `rest`
        contains, for each column of categories, the codes of other texts and of missing values (see
        `CategoryEncoder`)."""
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

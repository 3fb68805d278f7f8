"""What each party says of its columns by name: numbers or categories, and which categories.

A category that a single row has stays at its party, and prose too. Names are no sums; once a plan names the categories
that the parties agreed, nobody asks for them in a run.
"""

from dataclasses import dataclass
from typing import Self

import numpy as np

from engine.data.encoding import CategoryEncoder, Encoding, NumberEncoder
from engine.data.moments import Moments
from engine.data.table import Column, Table, is_number
from engine.errors import PartyError, RunError

MOST_CATEGORIES = 100
LONGEST_TEXT = 200  # characters that a category may have


@dataclass(frozen=True)
class ColumnNames:
    """One party's columns in the plan's order, without the label: `number`, `text` or `empty` (no value here), and the
    categories of those that are text."""

    kinds: tuple[str, ...]
    categories: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, training: Table) -> Self:
        """Raises PartyError `data.too-many-categories` (column, categories, most), `data.not-numeric` (column,
        rows)."""
        kinds = tuple("empty" if column.missing.all() else column.kind for column in training.columns)
        return cls(kinds, tuple(_categories(column) for column in training.columns))

    def to_texts(self) -> dict[str, list[str]]:
        """As they travel: `kinds`, and `categories.<column's place>`."""
        named = {f"categories.{place}": list(texts) for place, texts in enumerate(self.categories) if texts}
        return {"kinds": list(self.kinds)} | named

    @classmethod
    def from_texts(cls, texts: dict[str, list[str]]) -> Self:
        """The inverse of `to_texts`."""
        kinds = tuple(texts["kinds"])
        return cls(kinds, tuple(tuple(texts.get(f"categories.{place}", ())) for place in range(len(kinds))))


def combine_names(names: list[str], said: list[ColumnNames]) -> list[list[str] | None]:
    """For each column the categories that all parties know together, sorted; None for a number. A column nobody has a
    value in is a number. Raises RunError `data.type-mismatch` (column)."""
    return [_union(name, place, said) for place, name in enumerate(names)]


def build_encoding(names: list[str], categories: list[list[str] | None], moments: Moments) -> Encoding:
    """The encoding everybody uses."""
    encoders = [
        NumberEncoder(name, float(moments.mean[place]), float(moments.deviation[place]))
        if known is None
        else CategoryEncoder(name, tuple(known))
        for place, (name, known) in enumerate(zip(names, categories, strict=True))
    ]
    return Encoding(tuple(encoders))


def _union(name: str, place: int, said: list[ColumnNames]) -> list[str] | None:
    kinds = {party.kinds[place] for party in said} - {"empty"}
    if len(kinds) > 1:
        raise RunError("data.type-mismatch", {"column": name}, step="statistics")
    if kinds != {"text"}:
        return None
    return sorted({text for party in said for text in party.categories[place]})


def _categories(column: Column) -> tuple[str, ...]:
    if column.kind == "number":
        return ()
    texts, counts = np.unique(column.values[~column.missing].astype(str), return_counts=True)
    if len(texts) > MOST_CATEGORIES:
        strays = sum(int(count) for text, count in zip(texts, counts, strict=True) if not is_number(text))
        if strays * 2 < counts.sum():  # mostly numbers: some "n/a" turned the column into text
            raise PartyError("data.not-numeric", column=column.name, rows=strays)
        raise PartyError("data.too-many-categories", column=column.name, categories=len(texts), most=MOST_CATEGORIES)
    named = zip(texts, counts, strict=True)
    return tuple(str(text) for text, count in named if count > 1 and len(text) <= LONGEST_TEXT)

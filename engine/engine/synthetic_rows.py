"""Synthetic rows of each kind of data, with which `engine.stages` determines what leaves a party in a run."""

import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from engine.data.graph import LINKS
from engine.data.table import split
from engine.data.texts import text_frequencies
from engine.data.tokens import token_frequencies
from engine.table import Column, Table

ROWS = 150
# number of pictures of a party, since each takes a hundredth of a second, and their side in pixels
PICTURES, SIDE = 30, 16


class Amounts(Protocol):
    """The amounts in which two sets of rows differ: numeric columns, columns of texts, and categories of a column."""

    @property
    def numbers(self) -> int: ...

    @property
    def texts(self) -> int: ...

    @property
    def categories(self) -> int: ...


class SyntheticRows(Protocol):
    """Synthetic rows of one kind of data."""

    @property
    def rows(self) -> int:
        """Number of rows of each party."""
        ...

    @property
    def has_wide_tables(self) -> bool:
        """Whether rows may have so many columns that an algorithm processes them differently."""
        ...

    def features(self, amounts: Amounts, rng: np.random.Generator) -> dict[str, list]:
        """Return a party's columns without its label. Values that are not numbers repeat, as in real tables."""
        ...

    def sizes(self, amounts: Amounts, tables: Sequence[Table]) -> dict[str, int]:
        """Return sizes of the parties' tables by the names for which `words.json` has texts."""
        ...


@dataclass(frozen=True)
class TableRows:
    rows: int = ROWS
    has_wide_tables: bool = True

    def features(self, amounts: Amounts, rng: np.random.Generator) -> dict[str, list]:
        numbers = _numbers(amounts, rng)
        codes = {f"text-{place}": rng.integers(0, amounts.categories, ROWS) for place in range(amounts.texts)}
        return numbers | {name: [f"category {code}" for code in own] for name, own in codes.items()}

    def sizes(self, amounts: Amounts, tables: Sequence[Table]) -> dict[str, int]:
        return {
            "columns": amounts.numbers + amounts.texts,
            "numbers": amounts.numbers,
            "numbers-and-label": amounts.numbers + 1,
            "features": amounts.numbers + amounts.texts * (amounts.categories + 1),
        }


@dataclass(frozen=True)
class TextRows:
    """Texts that `join` makes of letters, with features that `frequencies` counts."""

    join: Callable[[list[str]], str]
    frequencies: Callable[[Column], np.ndarray]
    rows: int = ROWS
    has_wide_tables: bool = False

    def features(self, amounts: Amounts, rng: np.random.Generator) -> dict[str, list]:
        letters = [chr(code) for code in rng.integers(ord("a"), ord("a") + amounts.numbers, ROWS * amounts.texts)]
        return {"text": [self.join(letters[row::ROWS]) for row in range(ROWS)]}

    def sizes(self, amounts: Amounts, tables: Sequence[Table]) -> dict[str, int]:
        counts = [self.frequencies(split(table)[0].columns[0]) for table in tables]
        return {"features": int(np.count_nonzero(sum(counts)))}


@dataclass(frozen=True)
class PictureRows:
    rows: int = PICTURES
    has_wide_tables: bool = False

    def features(self, amounts: Amounts, rng: np.random.Generator) -> dict[str, list]:
        return {"picture": [_png(rng) for _ in range(PICTURES)]}

    def sizes(self, amounts: Amounts, tables: Sequence[Table]) -> dict[str, int]:
        return {}  # all pictures have the same number of features


@dataclass(frozen=True)
class GraphRows:
    """Nodes in a circle."""

    rows: int = ROWS
    has_wide_tables: bool = False

    def features(self, amounts: Amounts, rng: np.random.Generator) -> dict[str, list]:
        return _numbers(amounts, rng) | {LINKS: [[(row + 1) % ROWS] for row in range(ROWS)]}

    def sizes(self, amounts: Amounts, tables: Sequence[Table]) -> dict[str, int]:
        return {"columns": amounts.numbers, "numbers": amounts.numbers, "features": amounts.numbers}


# synthetic rows by the kind of data in a plan
SYNTHETIC_ROWS: dict[str, SyntheticRows] = {
    "table": TableRows(),
    "texts": TextRows("".join, text_frequencies),
    "tokens": TextRows(json.dumps, token_frequencies),
    "pictures": PictureRows(),
    "graph": GraphRows(),
}


def _numbers(amounts: Amounts, rng: np.random.Generator) -> dict[str, list]:
    return {f"number-{place}": rng.normal(50, 10, ROWS).round().tolist() for place in range(amounts.numbers)}


def _png(rng: np.random.Generator) -> bytes:
    from PIL import Image  # only pictures need it

    file = io.BytesIO()
    Image.fromarray(rng.integers(0, 256, (SIDE, SIDE, 3), dtype=np.uint8)).save(file, "PNG")
    return file.getvalue()

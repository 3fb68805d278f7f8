"""From raw columns to numbers, the same way at every party: from statistics over all parties, never fitted per party.

Numbers: missing becomes the mean, then (x - mean) / deviation, or for additive models steps. Categories: one column per
known category and a last one for everything else, missing included. Texts and pictures: see engine.data.texts and
engine.data.pictures. `engine.export` builds the same steps into the ONNX file.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from engine.data.pictures import PictureEncoder, PixelEncoder
from engine.data.table import Column, Table
from engine.data.texts import GramEncoder


@dataclass(frozen=True)
class NumberEncoder:
    """A number as one feature, in deviations from the mean over all parties; both in the column's own unit."""

    name: str
    mean: float
    deviation: float

    kind = "number"
    width = 1

    @property
    def factor(self) -> float:
        """1 / deviation; 0 for a column that never varied in training, so that a new value there cannot disturb."""
        return 1 / self.deviation if self.deviation > 0 else 0.0

    def encode(self, column: Column) -> np.ndarray:
        """[rows, 1]."""
        values = numbers_of(column)
        return ((np.where(np.isnan(values), self.mean, values) - self.mean) * self.factor)[:, None]


@dataclass(frozen=True)
class StepEncoder:
    """A number as one feature for each of its `cuts`, ascending: 1 above it, 0 up to it. Without any it is one feature
    that never varies. Missing becomes the mean."""

    name: str
    mean: float
    cuts: tuple[float, ...]

    kind = "number"

    @property
    def width(self) -> int:
        """How many features it makes."""
        return max(1, len(self.cuts))

    def encode(self, column: Column) -> np.ndarray:
        """[rows, width]."""
        if not self.cuts:
            return np.zeros((len(column.values), 1))
        values = numbers_of(column)
        return (np.where(np.isnan(values), self.mean, values)[:, None] > np.array(self.cuts)).astype(np.float64)


@dataclass(frozen=True)
class CategoryEncoder:
    """A category as one feature for each known text, in sorted order, and a last one for anything else."""

    name: str
    categories: tuple[str, ...]

    kind = "category"

    @property
    def width(self) -> int:
        """How many features it makes."""
        return len(self.categories) + 1

    def codes(self, column: Column) -> np.ndarray:
        """[rows], the last one for anything else."""
        codes = {text: code for code, text in enumerate(self.categories)}
        unknown = len(self.categories)
        chosen = [codes.get(value, unknown) if column.kind == "text" else unknown for value in column.values]
        return np.array(chosen, dtype=int)

    def encode(self, column: Column) -> np.ndarray:
        """[rows, categories + 1], one 1 in each row."""
        return np.eye(self.width)[self.codes(column)]


@dataclass(frozen=True)
class Encoding:
    """How a table's columns become numbers, the same at every party: features in the plan's order."""

    columns: tuple[NumberEncoder | StepEncoder | CategoryEncoder | GramEncoder | PictureEncoder | PixelEncoder, ...]

    @property
    def features(self) -> int:
        """Width of the encoded table."""
        return sum(column.width for column in self.columns)

    def encode(self, table: Table, *, trains: bool = False) -> np.ndarray:
        """Inputs [rows, features], float64; of one column of texts as a sparse matrix, of tokens as `Sentences`, which
        differ where a party `trains` on the rows."""
        pairs = zip(self.columns, table.columns, strict=True)
        parts = [
            encoder.encode(column, trains=trains) if isinstance(encoder, GramEncoder) else encoder.encode(column)
            for encoder, column in pairs
        ]
        return parts[0] if len(parts) == 1 else np.hstack(parts)

    def in_steps(self, cuts: Sequence[tuple[float, ...]]) -> Self:
        """The same with each column of numbers in steps at its own cuts."""
        pairs = zip(self.columns, cuts, strict=True)
        return replace(
            self,
            columns=tuple(
                StepEncoder(column.name, column.mean, own) if isinstance(column, NumberEncoder) else column
                for column, own in pairs
            ),
        )


def numbers_of(column: Column) -> np.ndarray:
    """[rows], NaN where missing; a party where the whole column is empty may have stored it as any type."""
    return column.values if column.kind == "number" else np.full(len(column.values), np.nan)

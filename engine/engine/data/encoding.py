"""From raw columns to numbers, the same way at every party: from statistics over all parties, never fitted per party.

Numbers: missing becomes the mean, then (x - mean) / deviation. Categories: one column per known category and a last one
for everything else, missing included. `engine.export` builds the same steps into the ONNX file.
"""

from dataclasses import dataclass

import numpy as np

from engine.data.table import Column, Table


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

    def values(self, column: Column) -> np.ndarray:
        """[rows], NaN where missing; a party where the whole column is empty may have stored it as any type."""
        return column.values if column.kind == "number" else np.full(len(column.values), np.nan)

    def encode(self, column: Column) -> np.ndarray:
        """[rows, 1]."""
        values = self.values(column)
        return ((np.where(np.isnan(values), self.mean, values) - self.mean) * self.factor)[:, None]


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

    columns: tuple[NumberEncoder | CategoryEncoder, ...]

    @property
    def features(self) -> int:
        """Width of the encoded table."""
        return sum(column.width for column in self.columns)

    def encode(self, table: Table) -> np.ndarray:
        """Inputs [rows, features], float64."""
        return np.hstack([encoder.encode(column) for encoder, column in zip(self.columns, table.columns, strict=True)])

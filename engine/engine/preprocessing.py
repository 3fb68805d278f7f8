"""From raw columns to numbers, the same way at every party: from statistics over all parties, never fitted per party.

Numbers: missing becomes the mean, then (x - mean) / deviation. Categories: one column per known category and a last one
for everything else, missing included. `export.py` builds the same steps into the ONNX file.
"""

import json
from dataclasses import asdict, dataclass
from typing import Self

import numpy as np

from engine.datasets import Column, Table
from engine.errors import PartyError


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
        """[rows, 1]; a party where the whole column is empty may have stored it as any type."""
        values = column.values if column.kind == "number" else np.full(len(column.values), np.nan)
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

    def encode(self, column: Column) -> np.ndarray:
        """[rows, categories + 1], one 1 in each row."""
        codes = {text: code for code, text in enumerate(self.categories)}
        unknown = len(self.categories)
        chosen = [codes.get(value, unknown) if column.kind == "text" else unknown for value in column.values]
        return np.eye(self.width)[np.array(chosen, dtype=int)]


def class_names(values: np.ndarray, *, integral: bool) -> list[str]:
    """Label values [rows] as classes are told: texts, or whole numbers without a point."""
    return [str(int(value)) if integral else str(value) for value in values]


@dataclass(frozen=True)
class LabelEncoding:
    """`classes`: class names, sorted or in the order of agreed codes (whole numbers as text when `integral`); `number`:
    mean and deviation."""

    name: str
    kind: str
    classes: tuple[str, ...] = ()
    integral: bool = False
    mean: float = 0.0
    deviation: float = 1.0

    @property
    def outputs(self) -> int:
        """How many numbers a model gives for a row."""
        return len(self.classes) if self.kind == "classes" else 1

    def encode(self, label: Column) -> np.ndarray:
        """Targets [rows, outputs]: one-hot classes, or the standardised number.

        Raises PartyError `data.label-rare-class` (column, rows) for a class that no party told: one has it in a single
        row, which must not leave, so nobody knows it.
        """
        if self.kind == "number":
            return ((label.values - self.mean) / self.deviation)[:, None]
        names = class_names(label.values, integral=self.integral)
        codes = {name: code for code, name in enumerate(self.classes)}
        if strangers := sum(name not in codes for name in names):
            raise PartyError("data.label-rare-class", column=self.name, rows=strangers)
        return np.eye(len(self.classes))[[codes[name] for name in names]]

    def decode(self, outputs: np.ndarray) -> np.ndarray:
        """A number model's outputs [rows, 1] in the label's own unit."""
        return outputs * self.deviation + self.mean


@dataclass(frozen=True)
class Encoding:
    """How a table becomes numbers, the same at every party: features in the plan's order, and the label."""

    columns: tuple[NumberEncoder | CategoryEncoder, ...]
    label: LabelEncoding

    @property
    def features(self) -> int:
        """Width of the encoded table."""
        return sum(column.width for column in self.columns)

    def encode(self, table: Table) -> np.ndarray:
        """Inputs [rows, features], float64."""
        return np.hstack([encoder.encode(column) for encoder, column in zip(self.columns, table.columns, strict=True)])

    def to_json(self) -> str:
        """As it travels to the parties and lies in checkpoints; floats keep all their digits."""
        columns = [{"kind": column.kind, **asdict(column)} for column in self.columns]
        return json.dumps({"columns": columns, "label": asdict(self.label)}, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The inverse of `to_json`."""
        said = json.loads(text)
        label = LabelEncoding(**{**said["label"], "classes": tuple(said["label"]["classes"])})
        return cls(tuple(_column(column) for column in said["columns"]), label)


def _column(said: dict) -> NumberEncoder | CategoryEncoder:
    if said["kind"] == "number":
        return NumberEncoder(said["name"], said["mean"], said["deviation"])
    return CategoryEncoder(said["name"], tuple(said["categories"]))

"""Encodes raw columns as numbers in the same way at every party. Statistics over all parties determine the encoding; no
party fits its own.

Numbers: missing values become the mean, then the column is (x - mean) / deviation, or steps for additive models.
Categories: one feature for each known category, then a feature for other texts and one for missing values, each only if
some training rows have such values (see `rest_of`). For texts and pictures see engine.data.texts and
engine.data.pictures. `engine.export` builds the same steps into the ONNX file.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self, TypeVar

import numpy as np

from engine.data.pictures import PictureEncoder, PixelEncoder
from engine.data.texts import GramEncoder
from engine.privacy.small_counts import hide_few, least_of
from engine.table import Column, Table

E = TypeVar("E")


@dataclass(frozen=True)
class NumberEncoder:
    """Encodes a number as one feature, in deviations from the mean. Mean and deviation are over all parties, in the
    column's own unit."""

    name: str
    mean: float
    deviation: float

    kind = "number"
    width = 1

    @property
    def factor(self) -> float:
        """1 / deviation, or 0 for a column that never varied in training, so that a new value in it has no effect."""
        return 1 / self.deviation if self.deviation > 0 else 0.0

    def encode(self, column: Column) -> np.ndarray:
        """Return features [rows, 1]."""
        values = numbers_of(column)
        return ((np.where(np.isnan(values), self.mean, values) - self.mean) * self.factor)[:, None]


@dataclass(frozen=True)
class StepEncoder:
    """Encodes a number as one feature for each of its ascending `cuts`: 1 above the cut, otherwise 0. Without cuts,
    there is one feature that never varies. A missing value becomes the mean."""

    name: str
    mean: float
    cuts: tuple[float, ...]

    kind = "number"

    @property
    def width(self) -> int:
        """Number of features."""
        return max(1, len(self.cuts))

    def encode(self, column: Column) -> np.ndarray:
        """Return features [rows, width]."""
        if not self.cuts:
            return np.zeros((len(column.values), 1))
        values = numbers_of(column)
        return (np.where(np.isnan(values), self.mean, values)[:, None] > np.array(self.cuts)).astype(np.float64)


@dataclass(frozen=True)
class CategoryEncoder:
    """Encodes a category as one feature for each known text, in sorted order, followed by features for other texts and
    for missing values. `rest` contains the code of any other text and the code of a missing value. If `rest` is None,
    other texts and missing values share one last feature."""

    name: str
    categories: tuple[str, ...]
    rest: tuple[int, int] | None = None

    kind = "category"

    @property
    def other(self) -> int:
        """Code of a text that is not a known category."""
        return self.rest[0] if self.rest else len(self.categories)

    @property
    def missing(self) -> int:
        """Code of a missing value."""
        return self.rest[1] if self.rest else len(self.categories)

    @property
    def width(self) -> int:
        """Number of features. If `rest` is None, there is one more feature than categories."""
        return max(len(self.categories), self.other, self.missing) + 1

    @property
    def rest_names(self) -> tuple[str, ...]:
        """Meaning of each feature after those of the known categories: `other`, `missing`, or "" for a feature that
        stands for other texts and missing values together."""
        codes = {"other": self.other, "missing": self.missing}
        found = [[name for name, code in codes.items() if code == at] for at in range(len(self.categories), self.width)]
        return tuple(names[0] if len(names) == 1 else "" for names in found)

    def codes(self, column: Column) -> np.ndarray:
        """Return the codes [rows], each below the width."""
        codes = {"": self.missing} | {text: code for code, text in enumerate(self.categories)}
        is_text = column.kind == "text"
        return np.array([codes.get(value, self.other) if is_text else self.missing for value in column.values], int)

    def count(self, column: Column) -> np.ndarray:
        """Count the rows of each category, of other texts, and without a value: [categories + 2]."""
        apart = replace(self, rest=(len(self.categories), len(self.categories) + 1))
        return np.bincount(apart.codes(column), minlength=apart.width)

    def encode(self, column: Column) -> np.ndarray:
        """Return features [rows, width], with a single 1 in each row."""
        return np.eye(self.width)[self.codes(column)]


def rest_of(counts: Sequence[int]) -> tuple[int, int]:
    """Return the codes of other texts and of a missing value for `CategoryEncoder`, from its `count` of the training
    rows. If no training row has other texts (or missing values), they are encoded as the most common category: a
    feature that was never trained would give arbitrary predictions, and the feature of the other kind (missing values
    or other texts) was trained on rows that are not comparable. The most common category is chosen by counts that may
    be shown, so the choice reveals nothing more about the counts."""
    *known, other, missing = counts
    shown = [least_of(count) for count in hide_few(list(counts))[: len(known)]]
    usual = int(np.argmax(shown)) if known else 0
    return (len(known) if other else usual, len(known) + (other > 0) if missing else usual)


@dataclass(frozen=True)
class Encoding:
    """The encoding of all columns of a table, the same at every party. Features are in the plan's order."""

    columns: tuple[NumberEncoder | StepEncoder | CategoryEncoder | GramEncoder | PictureEncoder | PixelEncoder, ...]

    def all_of(self, *kinds: type[E]) -> tuple[E, ...]:
        """Return the column encoders. Raises TypeError if an encoder has a different type."""
        found = tuple(column for column in self.columns if isinstance(column, kinds))
        if len(found) < len(self.columns):
            raise TypeError(f"a column is none of {[kind.__name__ for kind in kinds]}")
        return found

    def only(self, kind: type[E]) -> E:
        """Return the encoder of the only column. Raises TypeError if the encoder has a different type, and ValueError
        if there are several columns."""
        (column,) = self.all_of(kind)
        return column

    @property
    def features(self) -> int:
        """Width of the encoded table."""
        return sum(column.width for column in self.columns)

    def encode(self, table: Table, *, trains: bool = False) -> Any:
        """Return inputs [rows, features], float64. A column of texts gives a sparse matrix, a column of tokens gives
        `Sentences`. In both cases, rare features are left out if a party `trains` on the rows."""
        pairs = zip(self.columns, table.columns, strict=True)
        parts = [
            encoder.encode(column, trains=trains) if isinstance(encoder, GramEncoder) else encoder.encode(column)
            for encoder, column in pairs
        ]
        return parts[0] if len(parts) == 1 else np.hstack([np.asarray(part) for part in parts])

    def in_steps(self, cuts: Sequence[tuple[float, ...]]) -> Self:
        """Return the same encoding with each numeric column as steps at its own cuts."""
        pairs = zip(self.columns, cuts, strict=True)
        return replace(
            self,
            columns=tuple(
                StepEncoder(column.name, column.mean, own) if isinstance(column, NumberEncoder) else column
                for column, own in pairs
            ),
        )


def numbers_of(column: Column) -> np.ndarray:
    """Return values [rows] with NaN where missing. If a whole column is empty, a party may have stored it as any
    type."""
    return column.values if column.kind == "number" else np.full(len(column.values), np.nan)

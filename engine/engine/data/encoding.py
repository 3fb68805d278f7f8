"""Encodes raw columns as numbers, in the same way at every party: from statistics over all parties, never fitted for
each party.

Numbers: missing becomes the mean, then (x - mean) / deviation, or steps for additive models. Categories: one column per
known category, then one for other texts and one for missing values, each only if training rows had some (see
`rest_of`). Texts and pictures: see engine.data.texts and engine.data.pictures. `engine.export` builds the same steps
into the ONNX file.
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
        """Features [rows, 1]."""
        values = numbers_of(column)
        return ((np.where(np.isnan(values), self.mean, values) - self.mean) * self.factor)[:, None]


@dataclass(frozen=True)
class StepEncoder:
    """A number as one feature for each of its `cuts`, ascending: 1 above the cut, 0 up to it. Without cuts it is one
    feature that never varies. Missing becomes the mean."""

    name: str
    mean: float
    cuts: tuple[float, ...]

    kind = "number"

    @property
    def width(self) -> int:
        """Number of features."""
        return max(1, len(self.cuts))

    def encode(self, column: Column) -> np.ndarray:
        """Features [rows, width]."""
        if not self.cuts:
            return np.zeros((len(column.values), 1))
        values = numbers_of(column)
        return (np.where(np.isnan(values), self.mean, values)[:, None] > np.array(self.cuts)).astype(np.float64)


@dataclass(frozen=True)
class CategoryEncoder:
    """A category as one feature for each known text, in sorted order, followed by features for the rest. `rest` has the
    codes of any other text and of a missing value; None: both share one last feature."""

    name: str
    categories: tuple[str, ...]
    rest: tuple[int, int] | None = None

    kind = "category"

    @property
    def other(self) -> int:
        """The code of a text that is not known."""
        return self.rest[0] if self.rest else len(self.categories)

    @property
    def missing(self) -> int:
        """The code of a missing value."""
        return self.rest[1] if self.rest else len(self.categories)

    @property
    def width(self) -> int:
        """Number of features. Without `rest` it is one more than the number of categories."""
        return max(len(self.categories), self.other, self.missing) + 1

    @property
    def rest_names(self) -> tuple[str, ...]:
        """Meaning of each feature after the categories: `other`, `missing`, or "" for both or neither."""
        codes = {"other": self.other, "missing": self.missing}
        found = [[name for name, code in codes.items() if code == at] for at in range(len(self.categories), self.width)]
        return tuple(names[0] if len(names) == 1 else "" for names in found)

    def codes(self, column: Column) -> np.ndarray:
        """Codes [rows], each below the width."""
        codes = {"": self.missing} | {text: code for code, text in enumerate(self.categories)}
        is_text = column.kind == "text"
        return np.array([codes.get(value, self.other) if is_text else self.missing for value in column.values], int)

    def count(self, column: Column) -> np.ndarray:
        """Number of rows of each category, of other texts, and without a value [categories + 2]."""
        apart = replace(self, rest=(len(self.categories), len(self.categories) + 1))
        return np.bincount(apart.codes(column), minlength=apart.width)

    def encode(self, column: Column) -> np.ndarray:
        """Features [rows, width], with a single 1 in each row."""
        return np.eye(self.width)[self.codes(column)]


def rest_of(counts: Sequence[int]) -> tuple[int, int]:
    """The codes of any other text and of a missing value, from `counts` of the training rows as `CategoryEncoder.count`
    returns them. If no training row has one, it is encoded as the most common category: a feature that was never
    trained would give arbitrary predictions, and the feature of the other kind would predict what does not apply to it.
    The most common category is chosen by the counts that may be shown, so the choice reveals nothing more about the
    counts."""
    *known, other, missing = counts
    shown = [least_of(count) for count in hide_few(list(counts))[: len(known)]]
    usual = int(np.argmax(shown)) if known else 0
    return (len(known) if other else usual, len(known) + (other > 0) if missing else usual)


@dataclass(frozen=True)
class Encoding:
    """The encoding of a table's columns as numbers, the same at every party; features are in the plan's order."""

    columns: tuple[NumberEncoder | StepEncoder | CategoryEncoder | GramEncoder | PictureEncoder | PixelEncoder, ...]

    def all_of(self, *kinds: type[E]) -> tuple[E, ...]:
        """The columns. Raises TypeError if one is not of these kinds."""
        found = tuple(column for column in self.columns if isinstance(column, kinds))
        if len(found) < len(self.columns):
            raise TypeError(f"a column is none of {[kind.__name__ for kind in kinds]}")
        return found

    def only(self, kind: type[E]) -> E:
        """The single column. Raises TypeError if it is of another kind, ValueError if there are several."""
        (column,) = self.all_of(kind)
        return column

    @property
    def features(self) -> int:
        """Width of the encoded table."""
        return sum(column.width for column in self.columns)

    def encode(self, table: Table, *, trains: bool = False) -> Any:
        """Inputs [rows, features], float64. A column of texts gives a sparse matrix, one of tokens `Sentences`; these
        differ if a party `trains` on the rows."""
        pairs = zip(self.columns, table.columns, strict=True)
        parts = [
            encoder.encode(column, trains=trains) if isinstance(encoder, GramEncoder) else encoder.encode(column)
            for encoder, column in pairs
        ]
        return parts[0] if len(parts) == 1 else np.hstack([np.asarray(part) for part in parts])

    def in_steps(self, cuts: Sequence[tuple[float, ...]]) -> Self:
        """The same encoding with each numeric column in steps at its own cuts."""
        pairs = zip(self.columns, cuts, strict=True)
        return replace(
            self,
            columns=tuple(
                StepEncoder(column.name, column.mean, own) if isinstance(column, NumberEncoder) else column
                for column, own in pairs
            ),
        )


def numbers_of(column: Column) -> np.ndarray:
    """Values [rows], NaN where missing. A party whose whole column is empty may have stored it as any type."""
    return column.values if column.kind == "number" else np.full(len(column.values), np.nan)

"""The rows that the engine works on: named columns, and the label."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, Self

import numpy as np

MISSING = {"text": "", "picture": b""}  # the value that means "missing", by a column's kind


class TakesRows(Protocol):
    """The interface of data that belongs to rows besides their columns, such as nodes in a graph
    (`engine.data.graph.Nodes`)."""

    @property
    def graph(self) -> Any: ...

    @property
    def places(self) -> np.ndarray: ...

    def take(self, rows: np.ndarray) -> Any: ...

    @classmethod
    def joined(cls, parts: Sequence[Any]) -> Any: ...


@dataclass(frozen=True)
class Column:
    """A named column. The type of its values depends on its kind. `number`: float64 with NaN for missing. `text`: str
    objects with "" for missing. `picture`: bytes objects, files as uploaded, with b"" for missing. `links`: int64
    arrays, the places of a node's neighbours (see engine.data.graph). If the column is an event label, `time` is the
    column with the time of the event, or of the last observation without it."""

    name: str
    kind: str
    values: np.ndarray
    time: "Column | None" = None

    def require_time(self) -> "Column":
        """Return the column with the time of an event. Raises ValueError for another column."""
        if self.time is None:
            raise ValueError("this column is not an event")
        return self.time

    @property
    def missing(self) -> np.ndarray:
        """Booleans [rows]: whether each value is missing."""
        if self.kind == "links":
            return np.zeros(len(self.values), dtype=bool)
        return np.isnan(self.values) if self.kind == "number" else self.values == MISSING[self.kind]

    def take(self, rows: np.ndarray) -> Self:
        """Return the rows at these positions, or where this mask is true."""
        return replace(self, values=self.values[rows], time=self.time and self.time.take(rows))


@dataclass(frozen=True)
class Table:
    """Feature columns in the plan's order, and the label (None if there is no label to learn). For a graph's nodes,
    also the places of the rows' nodes."""

    columns: tuple[Column, ...]
    label: Column | None
    nodes: TakesRows | None = None

    def __len__(self) -> int:
        return len((self.label or self.columns[0]).values)

    def take(self, rows: np.ndarray) -> Self:
        """Return the rows at these positions, or where this mask is true."""
        columns = tuple(column.take(rows) for column in self.columns)
        label, nodes = self.label and self.label.take(rows), self.nodes and self.nodes.take(rows)
        return replace(self, columns=columns, label=label, nodes=nodes)

    def require_label(self) -> Column:
        """Return the label. Raises ValueError if there is none."""
        if self.label is None:
            raise ValueError("these rows have no label")
        return self.label

    def numbers(self) -> np.ndarray:
        """Return values [rows, columns], NaN where a value is missing or not a number."""
        empty = np.full(len(self), np.nan)
        return np.column_stack([column.values if column.kind == "number" else empty for column in self.columns])

"""A party's side of a table: rows split for good, and encoded."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, Self

import numpy as np

from engine.data.encoding import Encoding
from engine.data.table import Column, Table, concatenate, split
from engine.privacy.microaggregation import Groups, groups_in, groups_of, points_of, without_few

LEAST_VALUES = 3  # a sum of fewer is nearly a row's own value


class EncodesLabel(Protocol):
    """A target, as far as a table knows one."""

    def encode(self, label: Column) -> np.ndarray: ...


@dataclass(frozen=True)
class Rows:
    """Encoded rows: inputs [rows, features], of texts as a sparse matrix, and targets [rows, outputs] (none where
    nothing is learnt from a label)."""

    inputs: np.ndarray
    targets: np.ndarray | None

    def __len__(self) -> int:
        return self.inputs.shape[0]

    def take(self, rows: np.ndarray) -> Self:
        """The rows at these positions, or where this mask is true."""
        return type(self)(self.inputs[rows], None if self.targets is None else self.targets[rows])


@dataclass(frozen=True)
class Party:
    """A party's granted rows: those it trains on, and those held aside; and the party's place in the run's roster."""

    training: Table
    validation: Table
    place: int = 0
    _encoded: dict = field(default_factory=dict, compare=False, repr=False)
    _grouped: dict = field(default_factory=dict, compare=False, repr=False)
    _groups: dict = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, table: Table) -> Self:
        """From rows in memory, features in the plan's order; sets the validation rows aside."""
        return cls(*split(table))

    @classmethod
    def whole(cls, table: Table) -> Self:
        """From rows in memory, none of them held aside."""
        return cls(table, table.take(np.array([], dtype=int)))

    def at(self, place: int) -> Self:
        """The same rows at this place in the roster."""
        return replace(self, place=place)

    @classmethod
    def together(cls, parties: Sequence[Self]) -> Self:
        """Training rows together, and validation rows together: only for data that already lies in one place."""
        return cls(
            concatenate([party.training for party in parties]), concatenate([party.validation for party in parties])
        )

    @property
    def everything(self) -> Table:
        """All rows, training rows first."""
        return concatenate([self.training, self.validation])

    def reported_numbers(self, *, label: bool) -> np.ndarray:
        """The training rows' numbers [rows, columns], the label last if asked for, or of an event its time; NaN where
        missing, no number, or of a column in which this party has hardly a value."""
        numbers = self.training.numbers()
        few = np.isfinite(numbers).sum(axis=0) < LEAST_VALUES
        numbers = np.where(few, np.nan, numbers)
        if not label:
            return numbers
        label_column = self.training.label
        aim = (label_column and label_column.time) or label_column
        is_number = aim is not None and aim.kind == "number"
        return np.column_stack([numbers, aim.values if is_number else np.full(len(self.training), np.nan)])

    def encoded(self, encoding: Encoding, target: EncodesLabel | None) -> tuple[Rows, Rows]:
        """(training, validation) rows in an encoding. Raises PartyError `data.label-rare-class`."""
        return self.encoded_part("training", encoding, target), self.encoded_part("validation", encoding, target)

    def encoded_part(self, part: str, encoding: Encoding, target: EncodesLabel | None) -> Rows:
        """Its `training` or `validation` rows only, where an encoding takes long. Raises as `encoded` does."""
        if self._encoded.get("as") != (encoding, target):
            # Of all rows at once: how many rows have a class that nobody knows is one number.
            targets = target and np.split(target.encode(self.everything.label), [len(self.training)])
            self._encoded.clear()
            self._encoded.update({"as": (encoding, target), "targets": targets or (None, None)})
        if part not in self._encoded:
            trains = part == "training"
            inputs = encoding.encode(getattr(self, part), trains=trains)
            self._encoded[part] = Rows(inputs, self._encoded["targets"][0 if trains else 1])
        return self._encoded[part]

    def groups(self, part: str, encoding: Encoding) -> Groups:
        """Its encoded `training` or `validation` rows in groups of alike rows (see privacy/microaggregation.py)."""
        if part not in self._grouped:
            table = getattr(self, part)
            groups = groups_in(points_of(table))
            self._grouped[part] = (groups, without_few(table, groups))
        groups, table = self._grouped[part]
        if self._groups.get(part, (None,))[0] != encoding:
            self._groups[part] = (encoding, groups_of(encoding.encode(table), groups))
        return self._groups[part][1]

"""A party's granted rows: encoded, and split permanently into training and validation rows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol, Self

import numpy as np

from engine.data.encoding import Encoding
from engine.data.rare import blend_isolated, blend_rare, encode_without_rare, steps_of
from engine.data.table import concatenate, split
from engine.errors import PartyError
from engine.privacy.microaggregation import MIN_ALIKE, Groups, groups_in, groups_of, points_of, without_few
from engine.privacy.mixing import mixed
from engine.privacy.neighbours import Reported, reported
from engine.table import Column, Table

# Maximum number of groups of similar rows. With more than 100,000 rows, groups become larger than the minimum.
MAX_AVERAGES = 20_000
# Minimum number of rows of a party, so that at least five training rows remain, whatever the classes are.
MIN_ROWS_TO_MIX = 7


class EncodesLabel(Protocol):
    """The part of a target that this module needs: encoding the labels of a table."""

    def encode(self, label: Column) -> np.ndarray: ...


@dataclass(frozen=True)
class Rows:
    """Encoded rows: inputs [rows, features], and `known_targets` [rows, outputs], which is None if there is no label to
    learn. Inputs are an array, a sparse matrix for texts, `Sentences` for tokens, or `NodeInputs` for a graph. `steps`
    [rows] states how coarsely each row's weight in a sum is rounded (see `steps_of` in rare.py)."""

    inputs: Any
    known_targets: np.ndarray | None
    steps: np.ndarray | None = None

    def __len__(self) -> int:
        return self.inputs.shape[0]

    @property
    def targets(self) -> np.ndarray:
        """Targets [rows, outputs]. Raises ValueError if there is no label to learn."""
        if self.known_targets is None:
            raise ValueError("these rows have no label")
        return self.known_targets

    def take(self, rows: np.ndarray) -> Self:
        """Return the rows at these positions, or where this mask is true."""
        targets, steps = (None if values is None else values[rows] for values in (self.known_targets, self.steps))
        return type(self)(self.inputs[rows], targets, steps)


@dataclass(frozen=True)
class Party:
    """A party's granted rows: training rows and validation rows. If the training rows are mixed with the party's
    `secret`, `unmixed` is the same party with its original rows."""

    training: Table
    validation: Table
    secret: bytes = b""
    unmixed: Self | None = None
    _encoded: dict = field(default_factory=dict, compare=False, repr=False)
    _grouped: dict = field(default_factory=dict, compare=False, repr=False)
    _groups: dict = field(default_factory=dict, compare=False, repr=False)
    _summed: dict = field(default_factory=dict, compare=False, repr=False)
    _averaged: dict = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, table: Table) -> Self:
        """Create a party from rows in memory, features in the plan's order; splits off the validation rows."""
        return cls(*split(table))

    @classmethod
    def whole(cls, table: Table) -> Self:
        """Create a party from rows in memory, all of them training rows."""
        return cls(table, table.take(np.array([], dtype=int)))

    @classmethod
    def together(cls, parties: Sequence[Self]) -> Self:
        """Return one party that has the training and validation rows of several. Only for data that is already in one
        place."""
        return cls(
            concatenate([party.training for party in parties]), concatenate([party.validation for party in parties])
        )

    @property
    def everything(self) -> Table:
        """All rows, training rows first."""
        return concatenate([self.training, self.validation])

    @cached_property
    def mixed(self) -> Self:
        """Return the party with mixed training rows (see privacy/mixing.py). Raises PartyError `data.too-few-rows`
        (rows, least)."""
        if len(self.training) < MIN_ALIKE:
            raise PartyError("data.too-few-rows", rows=len(self.everything), least=MIN_ROWS_TO_MIX)
        return type(self)(mixed(self.training, self.secret), self.validation, unmixed=self)

    @cached_property
    def numbers(self) -> np.ndarray:
        """Return the training rows' numbers [rows, columns + 1]. The last column is the label, or the time of an event.
        NaN where a value is missing or not a number."""
        label_column = self.training.label
        aim = (label_column and label_column.time) or label_column
        label = aim.values if aim is not None and aim.kind == "number" else np.full(len(self.training), np.nan)
        return np.column_stack([self.training.numbers(), label])

    @cached_property
    def reported_numbers(self) -> Reported:
        """Return the training rows' numbers as the party counts and sums them for a reported result: values of groups
        of neighbours (see privacy/neighbours.py)."""
        return reported(self.numbers)

    def encoded(self, encoding: Encoding, target: EncodesLabel | None) -> tuple[Rows, Rows]:
        """Return the encoded training rows and validation rows. Raises PartyError `data.label-rare-class` for a row
        whose class is not in the plan."""
        return self.encoded_part("training", encoding, target), self.encoded_part("validation", encoding, target)

    def encoded_part(self, part: str, encoding: Encoding, target: EncodesLabel | None) -> Rows:
        """Return only the encoded `training` or `validation` rows, because encoding can take long. Raises as `encoded`
        does."""
        if self._encoded.get("as") != (encoding, target):
            # Encode all labels at once, so that the error reports all rows with an unknown class.
            targets = target and np.split(target.encode(self.everything.require_label()), [len(self.training)])
            self._encoded.clear()
            self._encoded.update({"as": (encoding, target), "targets": targets or (None, None)})
        if part not in self._encoded:
            trains = part == "training"
            inputs = encoding.encode(getattr(self, part), trains=trains)
            self._encoded[part] = Rows(inputs, self._encoded["targets"][0 if trains else 1])
        return self._encoded[part]

    def summed(
        self, encoding: Encoding, target: EncodesLabel, outcomes: Callable[[np.ndarray], np.ndarray]
    ) -> tuple[Rows, int]:
        """Return the encoded training rows in the form in which they are summed, and the number of rows that were
        changed for privacy (see data/rare.py). After the change, no value, no outcome and no combination of features
        with few values (see `blend_isolated`) occurs in only one to four rows. `outcomes` maps targets to codes [rows].
        Raises as `encoded` does."""
        if self._summed.get("as") != (encoding, target):
            targets = self.encoded_part("training", encoding, target).targets
            inputs, recoded = encode_without_rare(encoding, self.training)
            inputs, isolated = blend_isolated(inputs)
            inputs, blended = blend_rare(inputs, outcomes(targets))
            rows = Rows(inputs, targets, steps_of(inputs))
            found = rows, int(np.sum(recoded | isolated | blended))
            self._summed.update({"as": (encoding, target), "found": found})
        return self._summed["found"]

    def averaged(self, encoding: Encoding, target: EncodesLabel) -> Rows:
        """Return the encoded training rows with the inputs of each row replaced by the mean of its group of similar
        rows (see privacy/microaggregation.py). Raises as `encoded` does, and PartyError `data.too-few-rows` (rows,
        least)."""
        if self._averaged.get("as") != (encoding, target):
            groups = groups_in(points_of(self.training), MAX_AVERAGES)
            if not groups:
                raise PartyError("data.too-few-rows", rows=len(self.training), least=MIN_ALIKE)
            inputs = encoding.encode(without_few(self.training, groups))
            for group in groups:
                inputs[group] = inputs[group].mean(axis=0)
            targets = self.encoded_part("training", encoding, target).targets
            self._averaged.update({"as": (encoding, target), "rows": Rows(inputs, targets)})
        return self._averaged["rows"]

    def groups(self, part: str, encoding: Encoding) -> Groups:
        """Return the encoded `training` or `validation` rows as groups of similar rows (see
        privacy/microaggregation.py)."""
        if part not in self._grouped:
            table = getattr(self, part)
            groups = groups_in(points_of(table))
            self._grouped[part] = (groups, without_few(table, groups))
        groups, table = self._grouped[part]
        if self._groups.get(part, (None,))[0] != encoding:
            self._groups[part] = (encoding, groups_of(encoding.encode(table), groups))
        return self._groups[part][1]

"""What a label is, classes or a number, from what every party says of its own."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from engine.data.table import Column, is_number
from engine.errors import RunError
from engine.targets import Target
from engine.targets.classes import Classes, class_names
from engine.targets.number import Number

MOST_CLASSES = 50
MOST_CLASSES_GUESSED = 20  # above this a column of whole numbers is read as a quantity when either would do


@dataclass(frozen=True)
class LabelNames:
    """What one party says of its label: number or text, whether all are whole numbers, whether it can be classes (few
    texts or whole numbers), and then those that at least two of its rows have."""

    kind: str
    integral: bool
    countable: bool
    classes: tuple[str, ...]

    @classmethod
    def of(cls, label: Column, kinds: tuple[str, ...]) -> Self:
        """From all of a party's rows, for an algorithm that predicts `kinds` (`classes`, `number` or both)."""
        integral = label.kind == "number" and bool(np.all(label.values == np.round(label.values)))
        if "classes" not in kinds or not (label.kind == "text" or integral):  # amounts would be rows' own values
            return cls(label.kind, integral, False, ())
        most = MOST_CLASSES if label.kind == "text" or "number" not in kinds else MOST_CLASSES_GUESSED
        names, counts = np.unique(class_names(label.values, integral=integral), return_counts=True)
        if len(names) > most:
            return cls(label.kind, integral, False, ())
        return cls(label.kind, integral, True, tuple(str(name) for name in names[counts > 1]))

    def to_texts(self) -> dict[str, list[str]]:
        """As they travel."""
        flags = [self.kind, "integral" if self.integral else "", "countable" if self.countable else ""]
        return {"label": flags, "classes": list(self.classes)}

    @classmethod
    def from_texts(cls, texts: dict[str, list[str]]) -> Self:
        """The inverse of `to_texts`."""
        kind, integral, countable = texts["label"]
        return cls(kind, bool(integral), bool(countable), tuple(texts.get("classes", ())))


def choose_target(
    name: str, said: dict[str, LabelNames], kinds: tuple[str, ...], rows: int, agreed: Sequence[str] = ()
) -> Target:
    """What is learnt of label `name`; a number's mean and deviation are yet to come.

    `said` is by party, `rows` theirs together; `agreed` are the classes in the order of their codes, where the parties
    agreed some: all count, whether somebody has rows of them or not. Raises RunError `data.type-mismatch` (column),
    `data.not-numeric` (column, rows), `data.label-one-class` (column), `data.label-too-many-classes` (column, most),
    `data.class-unknown` (class, column) with the party that has a class which nobody agreed.
    """
    labels = list(said.values())
    if len({label.kind for label in labels}) > 1:
        raise RunError("data.type-mismatch", {"column": name}, step="statistics")

    integral, countable = all(label.integral for label in labels), all(label.countable for label in labels)
    classes = {text for label in labels for text in label.classes} if countable else set()
    is_text = labels[0].kind == "text"
    is_quantity = not is_text and not agreed and (not classes or not integral or len(classes) > MOST_CLASSES_GUESSED)
    if kinds == ("number",) or ("number" in kinds and is_quantity):
        if is_text:
            raise RunError("data.not-numeric", {"column": name, "rows": rows}, step="statistics")
        return Number(name)

    if not countable or max(len(classes), len(agreed)) > MOST_CLASSES:
        raise RunError("data.label-too-many-classes", {"column": name, "most": MOST_CLASSES}, step="statistics")
    if len(classes) < 2:
        raise RunError("data.label-one-class", {"column": name}, step="statistics")
    ordered = _agreed(name, agreed, integral) or sorted(classes, key=int if integral else None)
    if agreed:
        _refuse_strangers(name, said, ordered)
    return Classes(name, tuple(ordered), integral)


def _agreed(name: str, agreed: Sequence[str], integral: bool) -> list[str]:
    """The agreed classes as `class_names` writes them."""
    if not integral:
        return list(agreed)
    if not all(is_number(text) and float(text).is_integer() for text in agreed):
        raise RunError("data.type-mismatch", {"column": name}, step="statistics")
    return class_names([float(text) for text in agreed], integral=True)


def _refuse_strangers(name: str, said: dict[str, LabelNames], classes: Sequence[str]) -> None:
    for party, label in said.items():
        if stranger := next((text for text in label.classes if text not in classes), None):
            raise RunError("data.class-unknown", {"class": stranger, "column": name}, party=party, step="statistics")

"""Round 0: what each party tells about its columns, and the encoding made from all parties' answers together.

What leaves a party are counts, means, spreads and category names, all of training rows; class names also of the rows
held aside, and only where the algorithm predicts classes. Anything that would be one row's own value stays: means over
fewer than `LEAST_VALUES` values, categories and classes that a single row has.
"""

from dataclasses import dataclass

import numpy as np

from engine.datasets import Column, Table
from engine.errors import PartyError, RunError
from engine.moments import Moments
from engine.preprocessing import CategoryEncoder, Encoding, LabelEncoding, NumberEncoder, class_names

LEAST_VALUES = 3
MOST_CATEGORIES = 100
LONGEST_TEXT = 200  # what a reply may hold; longer is prose, and falls under "anything else"
MOST_CLASSES = 50
MOST_CLASSES_GUESSED = 20  # above this a column of whole numbers is read as a quantity when either would do


@dataclass(frozen=True)
class PartyStatistics:
    """One party's answer. Arrays are [columns] in the plan's order, without the label."""

    training_rows: int
    validation_rows: int
    kinds: list[str]  # "number", "text" or "empty" (no value at this party)
    moments: Moments
    missing: np.ndarray
    categories: list[list[str]]
    label_kind: str
    label_integral: bool
    label_countable: bool  # its values are few enough to be classes, and texts or whole numbers
    label_moments: Moments  # arrays of one element
    classes: list[str]  # those of at least two rows, where the label is countable


def describe(training: Table, validation: Table, label_kinds: tuple[str, ...]) -> PartyStatistics:
    """This party's statistics, for an algorithm that predicts `label_kinds` (`classes`, `number` or both).

    Raises PartyError `data.too-many-categories`, `data.not-numeric` (column, rows).
    """
    numbers = np.column_stack([_numbers(column) for column in training.columns])
    moments = Moments.of(numbers)
    told = moments.count >= LEAST_VALUES
    labels = np.concatenate([training.label.values, validation.label.values])
    integral = training.label.kind == "number" and bool(np.all(labels == np.round(labels)))
    classes, countable = _classes(labels, label_kinds, integral=integral, text=training.label.kind == "text")
    return PartyStatistics(
        training_rows=len(training),
        validation_rows=len(validation),
        kinds=[("empty" if column.missing.all() else column.kind) for column in training.columns],
        moments=Moments(*[np.where(told, part, 0.0) for part in (moments.count, moments.mean, moments.m2)]),
        missing=np.array([column.missing.sum() for column in training.columns], dtype=np.float64),
        categories=[_categories(column) for column in training.columns],
        label_kind=training.label.kind,
        label_integral=integral,
        label_countable=countable,
        label_moments=Moments.of(_numbers(training.label)[:, None]),
        classes=classes,
    )


def combine(
    names: list[str],
    label: str,
    answers: list[PartyStatistics],
    label_kinds: tuple[str, ...],
    agreed: tuple[str, ...] = (),
) -> Encoding:
    """The encoding everybody uses, from all parties' statistics.

    `label_kinds` are what the algorithm can predict: `classes`, `number` or both; `agreed` are the classes in the order
    of their codes, where the parties agreed some: all of them count, whether somebody has rows of them or not. Raises
    RunError `data.type-mismatch` (column), `data.label-one-class` (column), `data.label-too-many-classes` (column,
    most), `data.not-numeric` (column, rows).
    """
    return Encoding(combine_columns(names, answers), _label(label, answers, label_kinds, agreed))


def refuse_strangers(label: LabelEncoding, told: dict[str, PartyStatistics]) -> None:
    """Raises RunError `data.class-unknown` (class, column) with the party that has a class which nobody agreed."""
    for party, said in told.items():
        for name in said.classes:
            if name not in label.classes:
                params = {"class": name, "column": label.name}
                raise RunError("data.class-unknown", params, party=party, step="statistics")


def combine_columns(names: list[str], answers: list[PartyStatistics]) -> tuple[NumberEncoder | CategoryEncoder, ...]:
    """The features' part of `combine`."""
    pooled = _merge([answer.moments for answer in answers])
    encoders = []
    for position, name in enumerate(names):
        kinds = {answer.kinds[position] for answer in answers} - {"empty"}
        if len(kinds) > 1:
            raise RunError("data.type-mismatch", {"column": name}, step="statistics")
        if kinds != {"text"}:  # a column nobody has a value in becomes a constant: mean 0, deviation 0
            encoders.append(NumberEncoder(name, float(pooled.mean[position]), float(pooled.deviation[position])))
        else:
            union = sorted({text for answer in answers for text in answer.categories[position]})
            encoders.append(CategoryEncoder(name, tuple(union)))
    return tuple(encoders)


def _label(
    name: str, answers: list[PartyStatistics], label_kinds: tuple[str, ...], agreed: tuple[str, ...]
) -> LabelEncoding:
    if len({answer.label_kind for answer in answers}) > 1:
        raise RunError("data.type-mismatch", {"column": name}, step="statistics")

    integral = all(answer.label_integral for answer in answers)
    countable = all(answer.label_countable for answer in answers)
    classes = {text for answer in answers for text in answer.classes} if countable else set()
    text = answers[0].label_kind == "text"
    quantity = not text and not agreed and (not classes or not integral or len(classes) > MOST_CLASSES_GUESSED)
    if label_kinds == ("number",) or ("number" in label_kinds and quantity):
        if text:
            rows = sum(answer.training_rows + answer.validation_rows for answer in answers)
            raise RunError("data.not-numeric", {"column": name, "rows": rows}, step="statistics")
        moments = _merge([answer.label_moments for answer in answers])
        return LabelEncoding(name, "number", mean=float(moments.mean[0]), deviation=float(moments.deviation[0]) or 1.0)

    if not countable or max(len(classes), len(agreed)) > MOST_CLASSES:
        raise RunError("data.label-too-many-classes", {"column": name, "most": MOST_CLASSES}, step="statistics")
    if len(classes) < 2:
        raise RunError("data.label-one-class", {"column": name}, step="statistics")
    ordered = _agreed(name, agreed, integral) or sorted(classes, key=int if integral else None)
    return LabelEncoding(name, "classes", classes=tuple(ordered), integral=integral)


def _agreed(name: str, agreed: tuple[str, ...], integral: bool) -> list[str]:
    """The agreed classes as `class_names` writes them."""
    if not integral:
        return list(agreed)
    if not all(_is_number(text) and float(text).is_integer() for text in agreed):
        raise RunError("data.type-mismatch", {"column": name}, step="statistics")
    return class_names([float(text) for text in agreed], integral=True)


def _merge(parts: list[Moments]) -> Moments:
    total = parts[0]
    for part in parts[1:]:
        total = total.merge(part)
    return total


def _numbers(column: Column) -> np.ndarray:
    return column.values if column.kind == "number" else np.full(len(column.values), np.nan)


def _categories(column: Column) -> list[str]:
    if column.kind == "number":
        return []
    texts, counts = np.unique(column.values[~column.missing].astype(str), return_counts=True)
    if len(texts) > MOST_CATEGORIES:
        strays = sum(int(count) for text, count in zip(texts, counts, strict=True) if not _is_number(text))
        if strays * 2 < counts.sum():  # mostly numbers: some "n/a" turned the column into text
            raise PartyError("data.not-numeric", column=column.name, rows=strays)
        raise PartyError("data.too-many-categories", column=column.name, categories=len(texts), most=MOST_CATEGORIES)
    return [str(text) for text, count in zip(texts, counts, strict=True) if count > 1 and len(text) <= LONGEST_TEXT]


def _classes(labels: np.ndarray, label_kinds: tuple[str, ...], *, integral: bool, text: bool) -> tuple[list[str], bool]:
    """The classes that may be told, and whether the label can be classes at all."""
    if "classes" not in label_kinds or not (text or integral):  # amounts would be rows' own values
        return [], False
    most = MOST_CLASSES if text or "number" not in label_kinds else MOST_CLASSES_GUESSED
    names, counts = np.unique(class_names(labels, integral=integral), return_counts=True)
    return ([str(name) for name in names[counts > 1]], True) if len(names) <= most else ([], False)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True

"""A model from which training starts, instead of from random weights. The plan names the hash of its numbers, so the
signature of every party covers them. The numbers are stored beside the rows, and beside the run's spec.

The model's scales come with it, because the model would interpret a column in other units as a different column. So
before any training, the model predicts the same for a row as in the run that made it.
"""

import hashlib
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np

from engine.data.granted import START
from engine.errors import PartyError
from engine.privacy.terms import Arrays

# entries of the model card: id and name of the start model in the pool, and the task that produced it
NAMED = ("modelId", "model", "task")


def with_numbers(plan: Mapping[str, Any], folder: str | Path) -> dict[str, Any]:
    """Return the plan with the numbers of the model from which it starts, if any. They are read from the file `START`
    in this folder. Raises PartyError `data.start-altered` if they are missing or are not those that were signed."""
    start = plan.get("start")
    if start is None:
        return dict(plan)
    try:
        content = Path(folder, START).read_bytes()
    except OSError as error:
        raise PartyError("data.start-altered") from error
    if hashlib.sha256(content).hexdigest() != start.get("numbers") or len(content) % 8:
        raise PartyError("data.start-altered")
    return dict(plan) | {"start": start | {"values": np.frombuffer(content, "<f8")}}


@dataclass(frozen=True)
class Start:
    """A start model: its entries of the card; mean and deviation of each numeric column, and of a numeric label; the
    codes of other texts and missing values of each column of categories; and all numbers of the model, concatenated,
    float64, as in the model's file."""

    heading: dict[str, str]
    scales: list[list[float]]
    scale: list[float] | None
    rest: list[list[int]]
    numbers: np.ndarray

    @classmethod
    def of(cls, plan: Mapping[str, Any]) -> Self | None:
        """Return the start of a plan `with_numbers`, or None if training starts from random weights. Raises ValueError
        if the start does not fit the plan's columns or contains a value that is not a finite number."""
        given = plan.get("start")
        if given is None:
            return None
        scales = [list(map(float, pair)) for pair in given["scales"]]
        scale = list(map(float, given["scale"])) if given["scale"] else None
        numbers = sum(column["kind"] == "number" for column in plan["data"].get("columns", ()))
        of_label = plan["target"] is not None and plan["target"]["kind"] == "number"
        if len(scales) != numbers or (scale is not None) != of_label:
            raise ValueError("the start has scales for other columns than the plan's")
        known = [column["categories"] for column in plan["data"].get("columns", ()) if column["kind"] == "categories"]
        # Older models have only one feature for other texts and missing values.
        rest = [list(map(int, codes)) for codes in given.get("rest", [(len(names), len(names)) for names in known])]
        if len(rest) != len(known) or any(len(codes) != 2 for codes in rest):
            raise ValueError("the start has codes for other columns than the plan's")
        values = np.asarray(given["values"], dtype=np.float64)
        if not np.isfinite(values).all():
            raise ValueError("the start holds a value that is not a finite number")
        return cls({name: str(given[name]) for name in NAMED}, scales, scale, rest, values)

    def shaped(self, drawn: Arrays) -> Arrays:
        """Return the numbers as arrays, with the names, shapes and order of a randomly initialised model's. Raises
        ValueError if there are more or fewer numbers."""
        sizes = [math.prod(values.shape) for values in drawn.values()]
        if sum(sizes) != len(self.numbers):
            raise ValueError("the start has another shape than the plan's model")
        parts = np.split(self.numbers, np.cumsum(sizes)[:-1])
        return {name: part.reshape(drawn[name].shape).copy() for name, part in zip(drawn, parts, strict=True)}

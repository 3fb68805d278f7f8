"""A model that training starts from, instead of random weights. The plan names its numbers by their hash, so every
party's signature covers them. They are stored beside the rows or the run's spec.

Its scales come with it: a column scaled in other units would be another column to the model. So before any training,
the model predicts the same for a row as in the run that made it.
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

NAMED = ("modelId", "model", "task")  # the pool's model, its name, and the task that made it


def with_numbers(plan: Mapping[str, Any], folder: str | Path) -> dict[str, Any]:
    """The plan with the numbers of the model that it starts from, if any, from the file `START` in this folder. Raises
    PartyError `data.start-altered` if they are missing or are not the signed ones."""
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
    """The start's entries of the card; mean and deviation of each numeric column, and of a numeric label; the codes of
    other texts and missing values of each column of categories; and all of the model's numbers, concatenated, float64,
    as the model's file has them."""

    heading: dict[str, str]
    scales: list[list[float]]
    scale: list[float] | None
    rest: list[list[int]]
    numbers: np.ndarray

    @classmethod
    def of(cls, plan: Mapping[str, Any]) -> Self | None:
        """The start of a plan `with_numbers`; None if training starts from random weights. Raises ValueError if it does
        not fit the plan's columns or holds a value that is not a finite number."""
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
        # Older models have one feature for other texts and missing values.
        rest = [list(map(int, codes)) for codes in given.get("rest", [(len(names), len(names)) for names in known])]
        if len(rest) != len(known) or any(len(codes) != 2 for codes in rest):
            raise ValueError("the start has codes for other columns than the plan's")
        values = np.asarray(given["values"], dtype=np.float64)
        if not np.isfinite(values).all():
            raise ValueError("the start holds a value that is not a finite number")
        return cls({name: str(given[name]) for name in NAMED}, scales, scale, rest, values)

    def shaped(self, drawn: Arrays) -> Arrays:
        """The numbers as arrays with the names and shapes of a drawn model's, in their order. Raises ValueError if
        there are more or fewer."""
        sizes = [math.prod(values.shape) for values in drawn.values()]
        if sum(sizes) != len(self.numbers):
            raise ValueError("the start has another shape than the plan's model")
        parts = np.split(self.numbers, np.cumsum(sizes)[:-1])
        return {name: part.reshape(drawn[name].shape).copy() for name, part in zip(drawn, parts, strict=True)}

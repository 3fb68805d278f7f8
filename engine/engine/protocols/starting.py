"""A model that training starts from, in place of a drawn one: the plan names its numbers by their hash, so every party
has signed for them, and they lie beside the rows or the run's spec.

Its scales come with it: a column in other units than those it was trained in would be another column to it. So before
any training it says of a row what it said where it comes from.
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

NAMED = ("modelId", "model", "task")  # the pool's model, what it was called, and the task that made it


def with_numbers(plan: Mapping[str, Any], folder: str | Path) -> dict[str, Any]:
    """The plan with the numbers of the model that it starts from, if any, out of the file `START` in this folder.
    Raises PartyError `data.start-altered` where these are not there, or not those that were signed."""
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
    """What a card says of it; mean and deviation of each number among the columns, and of a label that is one; of each
    column of categories the codes of other texts and missing values; and all of its numbers one behind the other,
    float64, as the model's file has them."""

    heading: dict[str, str]
    scales: list[list[float]]
    scale: list[float] | None
    rest: list[list[int]]
    numbers: np.ndarray

    @classmethod
    def of(cls, plan: Mapping[str, Any]) -> Self | None:
        """What a plan `with_numbers` starts from; None where that is drawn. Raises ValueError for one that does not fit
        its columns or holds what is no number."""
        given = plan.get("start")
        if given is None:
            return None
        scales = [list(map(float, pair)) for pair in given["scales"]]
        scale = list(map(float, given["scale"])) if given["scale"] else None
        numbers = sum(column["kind"] == "number" for column in plan["data"].get("columns", ()))
        of_label = plan["target"] is not None and plan["target"]["kind"] == "number"
        if len(scales) != numbers or (scale is not None) != of_label:
            raise ValueError("a start with scales of other columns than the plan's")
        known = [column["categories"] for column in plan["data"].get("columns", ()) if column["kind"] == "categories"]
        # Older models have one feature for other texts and missing values.
        rest = [list(map(int, codes)) for codes in given.get("rest", [(len(names), len(names)) for names in known])]
        if len(rest) != len(known) or any(len(codes) != 2 for codes in rest):
            raise ValueError("a start with codes of other columns than the plan's")
        values = np.asarray(given["values"], dtype=np.float64)
        if not np.isfinite(values).all():
            raise ValueError("a start that holds what is no number")
        return cls({name: str(given[name]) for name in NAMED}, scales, scale, rest, values)

    def shaped(self, drawn: Arrays) -> Arrays:
        """The numbers as arrays of the names and shapes of a drawn model's, in their order. Raises ValueError where
        there are more or fewer."""
        sizes = [math.prod(values.shape) for values in drawn.values()]
        if sum(sizes) != len(self.numbers):
            raise ValueError("a start of another shape than the plan's")
        parts = np.split(self.numbers, np.cumsum(sizes)[:-1])
        return {name: part.reshape(drawn[name].shape).copy() for name, part in zip(drawn, parts, strict=True)}

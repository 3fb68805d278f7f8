"""A model that training starts from, in place of a drawn one: it is in the plan, so every party has signed for it.

Its scales come with it: a column in other units than those it was trained in would be another column to it. So before
any training it says of a row what it said where it comes from.
"""

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from engine.learners.network import Layer

NAMED = ("modelId", "model", "task")  # the pool's model, what it was called, and the task that made it


@dataclass(frozen=True)
class Start:
    """What a card says of it; mean and deviation of each number among the columns, and of a label that is one; the
    layers, whose last one alone has no ReLU."""

    heading: dict[str, str]
    scales: list[list[float]]
    scale: list[float] | None
    layers: list[Layer]

    @classmethod
    def of(cls, plan: Mapping[str, Any]) -> Self | None:
        """What a plan starts from; None where that is drawn. Raises ValueError for one that does not fit its columns or
        holds what is no number."""
        given = plan.get("start")
        if given is None:
            return None
        last = len(given["layers"]) - 1
        layers = [_layer(layer, relu=place < last) for place, layer in enumerate(given["layers"])]
        scales = [list(map(float, pair)) for pair in given["scales"]]
        scale = list(map(float, given["scale"])) if given["scale"] else None
        numbers = sum(column["kind"] == "number" for column in plan["data"]["columns"])
        of_label = plan["target"] is not None and plan["target"]["kind"] == "number"
        if len(scales) != numbers or (scale is not None) != of_label:
            raise ValueError("a start with scales of other columns than the plan's")
        return cls({name: str(given[name]) for name in NAMED}, scales, scale, layers)


def _layer(given: Mapping[str, Any], *, relu: bool) -> Layer:
    weights, bias = (np.frombuffer(base64.b64decode(given[name], validate=True), "<f8") for name in ("weights", "bias"))
    if not (np.isfinite(weights).all() and np.isfinite(bias).all()):
        raise ValueError("a start that holds what is no number")
    return Layer(weights.reshape(-1, len(bias)).astype(np.float64), bias.astype(np.float64), relu)

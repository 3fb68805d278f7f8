"""What is learnt: encoded, scored as sums, told as metrics."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.targets.classes import Classes
from engine.targets.number import Number

Target = Classes | Number


def scale_of(target: Target) -> tuple[float, float] | None:
    """A number's mean and deviation."""
    return (target.mean, target.deviation) if target.kind == "number" else None


def target_of(planned: Mapping[str, Any] | None, scale: Sequence[float] = (0.0, 1.0)) -> Target | None:
    """What a plan's `target` says is learnt; `scale` is the mean and deviation of a number, once they are known."""
    if planned is None:
        return None
    if planned["kind"] == "number":
        return Number(planned["column"], *map(float, scale))
    return Classes(planned["column"], tuple(planned["classes"]), bool(planned["integral"]))

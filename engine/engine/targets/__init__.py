"""Targets: encode labels, score predictions as sums over rows, and compute metrics from these sums."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeGuard, TypeVar

from engine.targets.boxes import Boxes
from engine.targets.classes import Classes
from engine.targets.count import Count
from engine.targets.entities import Entities
from engine.targets.event import Event
from engine.targets.labels import Labels
from engine.targets.number import Number

T = TypeVar("T")

Target = Classes | Number | Count | Event | Entities | Boxes | Labels


def is_summed(target: Target | None) -> TypeGuard[Number | Count | Event]:
    """Whether the label, or the time of an event, is a number whose mean and deviation the parties compute."""
    return isinstance(target, Number | Count | Event)


def scale_of(target: Target) -> tuple[float, float] | None:
    """Return the mean and deviation of a number or count, which scale its scores, or those of an event's time."""
    return (target.mean, target.deviation) if is_summed(target) else None


def require_target(target: Target | None) -> Target:
    """Return the target. Raises ValueError if the plan predicts no label."""
    if target is None:
        raise ValueError("the plan has no label")
    return target


def require_kind(target: Target | None, kind: type[T]) -> T:
    """Return the target. Raises TypeError if it has a different type."""
    if not isinstance(target, kind):
        raise TypeError(f"the algorithm predicts {kind.__name__.lower()} only")
    return target


def time_of(target: Target | None) -> str | None:
    """Return the column of an event's time, or None for another target."""
    return target.time if target and target.kind == "event" else None


def target_of(planned: Mapping[str, Any] | None, scale: Sequence[float] = (0.0, 1.0), rows: int = 1) -> Target | None:
    """Create the target from the plan's entry `target` (`planned`). Returns None if the entry is None.

    `scale` is the mean and deviation of a summed label or of an event's time, over `rows` rows, once they are known.
    """
    if planned is None:
        return None
    mean, deviation = map(float, scale)
    match planned["kind"]:
        case "number":
            return Number(planned["column"], mean, deviation)
        case "count":
            return Count(planned["column"], mean, deviation, rows)
        case "boxes":
            return Boxes(planned["column"], tuple(planned["classes"]))
        case "entities":
            return Entities(planned["column"], tuple(planned["classes"]))
        case "event":
            values = tuple(planned["classes"])
            return Event(planned["column"], planned["time"], values, bool(planned["integral"]), mean, deviation)
        case "labels":
            return Labels(planned["column"], tuple(planned["classes"]))
    return Classes(planned["column"], tuple(planned["classes"]), bool(planned["integral"]))

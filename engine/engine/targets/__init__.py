"""What is learnt: encoded, scored as sums, told as metrics."""

from engine.targets.classes import Classes
from engine.targets.number import Number

Target = Classes | Number


def target_from_json(said: dict) -> Target:
    """The inverse of a target's `to_json`."""
    if said["kind"] == "number":
        return Number(said["name"], float(said["mean"]), float(said["deviation"]))
    return Classes(said["name"], tuple(said["classes"]), bool(said["integral"]))

"""A run's state after each round, in one file replaced at once: a restart goes on where the last full round ended."""

import json
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from engine.metrics import Sums
from engine.network import Arrays
from engine.preprocessing import Encoding


@dataclass
class Progress:
    """The global model after `round` rounds, the best one scored so far, and what the card will tell."""

    encoding: Encoding
    rows: dict[str, dict[str, int]]  # by party: training, validation
    model: Arrays
    round: int = 0
    best: Arrays = field(default_factory=dict)
    best_round: int = 0
    best_sums: dict[str, Sums] = field(default_factory=dict)
    history: list[dict] = field(default_factory=list)  # {round, metrics} of each scored model
    bytes_up: int = 0
    bytes_down: int = 0
    seconds: float = 0.0


TOLD = ("rows", "round", "best_round", "best_sums", "history", "bytes_up", "bytes_down", "seconds")


def save(progress: Progress, path: Path) -> None:
    """Writes beside, then renames: a reader finds the old file or the new one, never half of one."""
    state = {name: getattr(progress, name) for name in TOLD} | {"encoding": progress.encoding.to_json()}
    arrays = {
        f"{group}/{name}": values for group in ("model", "best") for name, values in getattr(progress, group).items()
    }
    beside = path.with_suffix(".tmp")
    with beside.open("wb") as file:
        np.savez(file, state=np.array(json.dumps(state)), **arrays)
    beside.replace(path)


def load(path: Path) -> Progress | None:
    """The newest checkpoint, if there is one."""
    if not path.exists():
        return None
    with np.load(path, allow_pickle=False) as saved:
        state = json.loads(str(saved["state"]))
        groups: dict[str, Arrays] = {"model": {}, "best": {}}
        for key in saved.files:
            group, slash, name = key.partition("/")
            if slash:
                groups[group][name] = saved[key]
    return Progress(Encoding.from_json(state.pop("encoding")), state.pop("rows"), **groups, **state)

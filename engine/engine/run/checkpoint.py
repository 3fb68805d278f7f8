"""Stores a run's progress after each stage, in one file that is replaced atomically. After a restart, the run continues
from the last complete stage.

This module does not interpret a state, because its contents depend on the protocol.
"""

import json
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from engine.durable import write
from engine.privacy.terms import Arrays
from engine.protocols.protocol import State


@dataclass
class Progress:
    """The state, and what users see of the run: each party's rows and scores, the bytes sent, and the duration."""

    state: State
    # Number of training rows and of validation rows, by party
    rows: dict[str, dict[str, int]] = field(default_factory=dict)
    # one entry for each scored model: {round, metrics, parties: {partyId: metrics}}
    history: list[dict] = field(default_factory=list)
    # metrics of the model that each party trained alone, by party
    alone: dict[str, dict[str, float]] = field(default_factory=dict)
    # ends (low, high) of the interval of the gain, by party and metric
    gains: dict[str, dict[str, dict[str, float]]] = field(default_factory=dict)
    bytes_up: int = 0
    bytes_down: int = 0
    seconds: float = 0.0


REPORTED = ("rows", "history", "alone", "gains", "bytes_up", "bytes_down", "seconds")


def save(progress: Progress, path: Path) -> None:
    """Replace the previous checkpoint atomically."""
    reported = {name: getattr(progress, name) for name in REPORTED} | {"facts": progress.state.facts}
    groups = {"arrays": progress.state.arrays, "kept": progress.state.kept}
    arrays = {f"{group}/{name}": values for group, held in groups.items() for name, values in held.items()}
    write(path, lambda file: np.savez(file, allow_pickle=True, reported=np.array(json.dumps(reported)), **arrays))


def load(path: Path) -> Progress | None:
    """Return the newest checkpoint, or None if there is none that this engine can read, because a run of an older
    engine then starts from the beginning."""
    if not path.exists():
        return None
    with np.load(path, allow_pickle=False) as saved:
        if "reported" not in saved.files:
            return None
        reported = json.loads(str(saved["reported"]))
        groups: dict[str, Arrays] = {"arrays": {}, "kept": {}}
        for key in saved.files:
            group, slash, name = key.partition("/")
            if slash:
                groups[group][name] = saved[key]
    return Progress(State(reported.pop("facts"), **groups), **reported)

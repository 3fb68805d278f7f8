"""The last state that a party was sent of each run, kept by its runner, so that the next one can be held against it.

A platform may send what it likes, under a good ticket. Here it is refused unless it is what an honest run reaches next:
the first state is the plan's own, the same state again is a repetition, and any other follows from the last one within
the protocol's bound (`follows`). Kept on disk for the owner's eyes only: a restart of the runner forgets nothing, and
neither does a power cut.
"""

import hashlib
import json
import os
import threading
from pathlib import Path

import numpy as np

from engine.durable import write
from engine.protocols.protocol import FederatedProtocol, State

MOST_RUNS = 50  # the oldest are forgotten


class DoesNotFollow(Exception):
    """A state that this run cannot have reached from the last one."""


class States:
    """A folder with a file per run."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()  # messages of a run may be worked on side by side
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    @classmethod
    def of_runner(cls) -> "States":
        """Beside what Flower keeps for this party."""
        return cls(Path(os.environ["FLWR_HOME"]) / "states")

    def take(self, run_id: str, protocol: FederatedProtocol, state: State, parties: int, seed: str) -> None:
        """Keeps a state that may come next in a run of so many parties with the plan's seed. Raises DoesNotFollow for
        another one, which is not kept."""
        with self._lock:
            before = self._load(run_id)
            try:
                if before is None:
                    protocol.starts(state, parties, seed)
                elif not _is_same(before, state):
                    protocol.follows(before, state)
            except (ValueError, KeyError, TypeError, IndexError) as error:
                raise DoesNotFollow(f"{type(error).__name__}: {error}") from error
            self._save(run_id, state)

    def _path(self, run_id: str) -> Path:
        return self._folder / f"{hashlib.sha256(run_id.encode()).hexdigest()}.npz"

    def _load(self, run_id: str) -> State | None:
        path = self._path(run_id)
        if not path.exists():
            return None
        with np.load(path, allow_pickle=False) as saved:
            arrays = {name.removeprefix("arrays/"): saved[name] for name in saved.files if name != "facts"}
            return State(json.loads(str(saved["facts"])), arrays)

    def _save(self, run_id: str, state: State) -> None:
        arrays = {f"arrays/{name}": values for name, values in state.arrays.items()}
        facts = np.array(json.dumps(state.facts))
        write(self._path(run_id), lambda file: np.savez(file, facts=facts, **arrays), 0o600)
        kept = sorted(self._folder.glob("*.npz"), key=lambda path: path.stat().st_mtime)
        for path in kept[:-MOST_RUNS]:
            path.unlink(missing_ok=True)


def _is_same(one: State, other: State) -> bool:
    return (
        one.facts == other.facts
        and set(one.arrays) == set(other.arrays)
        and all(np.array_equal(values, other.arrays[name]) for name, values in one.arrays.items())
    )

"""Stores the last state that a party received in each run, so that the party's runner can check the next state against
it.

A malicious platform may send any state under a valid ticket, so the runner refuses a state that an honest run cannot
reach next. The first state must be that of the plan. A repetition of the last state is accepted. Any other state must
follow from the last one within the protocol's bound (`check_transition`). States are stored on disk, readable only by
the owner, so that they survive a restart of the runner or a power cut.
"""

import hashlib
import json
import os
import secrets
import threading
from functools import cached_property
from pathlib import Path

import numpy as np

from engine.durable import write
from engine.protocols.protocol import FederatedProtocol, State

MAX_RUNS = 50  # number of runs whose state is kept; those of older runs are deleted


class DoesNotFollow(Exception):
    """Raised if the run cannot have reached this state from the last one."""


class States:
    """The stored states: a folder with a file per run."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()  # the runner may process several messages of a run in parallel
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    @classmethod
    def of_runner(cls) -> "States":
        """Return the states in the folder where Flower stores this party's data."""
        return cls(Path(os.environ["FLWR_HOME"]) / "states")

    @cached_property
    def secret(self) -> bytes:
        """The secret with which this party mixes rows (see privacy/mixing.py). It is created once, so that all runs mix
        the same rows alike."""
        path = self._folder / "secret"
        if not path.exists():
            write(path, lambda file: file.write(secrets.token_bytes(16)), 0o600)
        return path.read_bytes()

    def take(self, run_id: str, protocol: FederatedProtocol, state: State, parties: int, seed: str) -> None:
        """Check that a state may come next in a run of `parties` parties with the plan's seed, and store it. If not,
        raises DoesNotFollow and stores nothing."""
        with self._lock:
            before = self._load(run_id)
            try:
                if before is None:
                    protocol.check_start(state, parties, seed)
                elif not _is_same(before, state):
                    protocol.check_transition(before, state)
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
        write(self._path(run_id), lambda file: np.savez(file, allow_pickle=True, facts=facts, **arrays), 0o600)
        stored = sorted(self._folder.glob("*.npz"), key=lambda path: path.stat().st_mtime)
        for path in stored[:-MAX_RUNS]:
            path.unlink(missing_ok=True)


def _is_same(one: State, other: State) -> bool:
    return (
        one.facts == other.facts
        and set(one.arrays) == set(other.arrays)
        and all(np.array_equal(values, other.arrays[name]) for name, values in one.arrays.items())
    )

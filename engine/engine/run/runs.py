"""The folder of a run on the platform (docs/concepts/processes.md): its location, its spec, and its result files."""

import json
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from engine.durable import patiently, write
from engine.run.events import Events

RUN_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}")  # Pattern of a valid run id: a plain name that cannot be a path.


@dataclass(frozen=True)
class Run:
    """A run as its ServerApp sees it: its folder, its RunSpec (docs/reference/engine/messages.md) and its events."""

    run_id: str
    folder: Path
    spec: dict
    events: Events

    @classmethod
    def open(cls, run_id: str, folder: Path | None = None) -> Self:
        """Read `spec.json` and `token` in the run's folder, which TESSERA_RUN_DIR names.

        Raises ValueError for an id that is not a plain name, OSError if the folder is incomplete.
        """
        if not RUN_ID.fullmatch(run_id):
            raise ValueError("run-id is not a plain name")
        folder = folder or Path(os.environ["TESSERA_RUN_DIR"])
        spec = json.loads((folder / "spec.json").read_text(encoding="utf-8"))
        token = (folder / "token").read_text(encoding="utf-8").strip()
        return cls(run_id, folder, spec, Events(folder, run_id, spec["eventsUrl"], token))

    @property
    def parties(self) -> list[str]:
        """Return the party ids in the order in which the spec lists them."""
        return [party["partyId"] for party in self.spec["parties"]]

    @property
    def checkpoint(self) -> Path:
        """Return the path of the newest checkpoint. The file does not exist before the first stage has ended."""
        return self.folder / "checkpoint.npz"

    @property
    def finishes_early(self) -> bool:
        """Whether users have requested the best model so far."""
        return (self.folder / "finish-early").exists()

    def write(self, name: str, content: bytes) -> None:
        """Replace a file of the result atomically."""
        patiently(lambda: write(self.folder / name, lambda file: file.write(content)))

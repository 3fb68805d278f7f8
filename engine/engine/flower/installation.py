"""The library and the algorithms of a client runner's installation, as read at its start. Messages cannot change
them."""

import os
from dataclasses import dataclass
from pathlib import Path

from engine.algorithm import FOLDERS, Algorithm, read_algorithm
from engine.code_hash import hash_code, hash_library
from engine.flower import fab


@dataclass(frozen=True)
class Installation:
    """Contents of the installation at the time when the runner starts. The library's modules are loaded then, so files
    that change later have no effect."""

    library_hash: str
    algorithms: dict[str, Algorithm]

    @classmethod
    def read(cls) -> "Installation":
        """Read this checkout. TESSERA_ALGORITHMS overrides the folder of the algorithms. Raises OSError or
        ValueError."""
        folders = Path(os.environ.get("TESSERA_ALGORITHMS", FOLDERS))
        found = [read_algorithm(path.parent) for path in sorted(folders.glob("*/manifest.json"))]
        return cls(hash_library(), {algorithm.manifest["id"]: algorithm for algorithm in found})

    def hashes(self, bundle: bytes) -> dict[str, str]:
        """Return the hashes that the guard compares with the ticket: the hash of the bundle alone, and the hash of all
        code that would run."""
        bundle_hash = fab.hash_fab(bundle)
        return {"bundleHash": bundle_hash, "codeHash": hash_code(bundle_hash, self.library_hash)}

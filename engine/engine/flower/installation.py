"""What a client runner goes by, whatever a message brings: its own library and its own algorithms."""

import os
from dataclasses import dataclass
from pathlib import Path

from engine.algorithm import FOLDERS, Algorithm, read_algorithm
from engine.code_hash import hash_code, hash_library
from engine.flower import fab


@dataclass(frozen=True)
class Installation:
    """Read as a runner starts, when the library's modules are: what is written over them later does not run there."""

    library_hash: str
    algorithms: dict[str, Algorithm]

    @classmethod
    def read(cls) -> "Installation":
        """Of this checkout; its algorithms lie in TESSERA_ALGORITHMS where that is set. Raises OSError, ValueError."""
        folders = Path(os.environ.get("TESSERA_ALGORITHMS", FOLDERS))
        found = [read_algorithm(path.parent) for path in sorted(folders.glob("*/manifest.json"))]
        return cls(hash_library(), {algorithm.manifest["id"]: algorithm for algorithm in found})

    def hashes(self, bundle: bytes) -> dict[str, str]:
        """For the guard: of the bundle alone, and of all the code that would run."""
        bundle_hash = fab.hash_fab(bundle)
        return {"bundleHash": bundle_hash, "codeHash": hash_code(bundle_hash, self.library_hash)}

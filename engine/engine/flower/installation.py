"""What a client runner goes by, whatever a message brings: its own library and its own algorithms' manifests."""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.code_hash import LIBRARY, hash_code, hash_library
from engine.flower import fab


@dataclass(frozen=True)
class Installation:
    """Read as a runner starts, when the library's modules are: what is written over them later does not run there."""

    library_hash: str
    manifests: dict[str, dict[str, Any]]

    @classmethod
    def read(cls) -> "Installation":
        """Of this checkout; its algorithms lie in TESSERA_ALGORITHMS where that is set. Raises OSError, ValueError."""
        folders = Path(os.environ.get("TESSERA_ALGORITHMS", LIBRARY.parent / "algorithms"))
        manifests = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folders.glob("*/manifest.json"))]
        return cls(hash_library(), {manifest["id"]: manifest for manifest in manifests})

    def hashes(self, bundle: bytes) -> dict[str, str]:
        """For the guard: of the bundle alone, and of all the code that would run."""
        bundle_hash = fab.hash_fab(bundle)
        return {"bundleHash": bundle_hash, "codeHash": hash_code(bundle_hash, self.library_hash)}

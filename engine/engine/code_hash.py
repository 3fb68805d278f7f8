"""The code hash in plans and tickets: one hash of an algorithm's bundle and of the library with which the bundle runs.
See docs/reference/engine/signed.md.

Only this module computes the code hash. `engine.build` stores the hashes of this installation for platform and edge.
The runner reports the hash of the code that it runs to its edge.
"""

import hashlib
import os
from pathlib import Path

LIBRARY = Path(__file__).resolve().parent


def hash_library(folder: Path = LIBRARY) -> str:
    """Return the SHA-256 of all files of the library, sorted by path. It excludes Python's caches and hidden files, and
    includes linked folders, because Python would import from them."""
    found = {
        Path(inside, name).relative_to(folder): Path(inside, name)
        for inside, _, names in os.walk(folder, followlinks=True)
        for name in names
    }
    digest = hashlib.sha256()
    for name in sorted((name for name in found if not _is_left_out(name)), key=lambda name: name.as_posix()):
        content = found[name].read_bytes()
        digest.update(f"{name.as_posix()}\n{len(content)}\n".encode() + content)
    return digest.hexdigest()


def hash_code(bundle_hash: str, library_hash: str) -> str:
    """Return the code hash of plans and tickets, computed from the hashes of bundle and library."""
    return hashlib.sha256(f"{bundle_hash}\n{library_hash}\n".encode()).hexdigest()


def _is_left_out(name: Path) -> bool:
    return any(part == "__pycache__" or part.startswith(".") for part in name.parts)

"""Random numbers of a run, which are identical on every machine and each time they are drawn."""

import hashlib

import numpy as np


def random_for(*parts: object) -> np.random.Generator:
    """Return a generator whose numbers depend only on `parts`, e.g. the run's seed and round, so that a resumed run
    draws the same numbers."""
    digest = hashlib.sha256("|".join(map(str, parts)).encode()).digest()
    return np.random.default_rng(int.from_bytes(digest[:8], "big"))

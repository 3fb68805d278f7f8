"""Random numbers of a run, the same wherever and however often they are drawn."""

import hashlib

import numpy as np


def random_for(*parts: object) -> np.random.Generator:
    """Random numbers that depend on the run's seed and round only: a resumed run draws what a straight one would."""
    digest = hashlib.sha256("|".join(map(str, parts)).encode()).digest()
    return np.random.default_rng(int.from_bytes(digest[:8], "big"))

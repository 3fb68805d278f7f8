"""What is found of things of which a row has any number: entities of a text, labels of a picture."""

import numpy as np

from engine.targets.intervals import Share, share_of_sums

FOUND, THERE, SAID = np.eye(3)


def shares_of(counts: np.ndarray, products: np.ndarray) -> dict[str, Share | None]:
    """Precision, recall and F1 of things (found, there, said), whose products by row [3, 3] say how they go together:
    several of one row are found or missed together, so they say less than as many of as many rows."""
    found, there, said = counts.tolist()

    def share(of: float, under: np.ndarray) -> Share | None:
        off = FOUND - (found / of if of else 0) * under
        return share_of_sums(found, of, float(off @ products @ off))

    return {
        "precision": share(said, SAID),
        "recall": share(there, THERE),
        "f1": share((there + said) / 2, (THERE + SAID) / 2),
    }


def precision(counts: np.ndarray) -> float:
    """Of what is said to be there, the share that is: of counts [..., (found, there, said)], all together."""
    found, _, said = counts.reshape(-1, 3).sum(axis=0)
    return float(found / max(said, 1))


def recall(counts: np.ndarray) -> float:
    """Of what is there, the share that is found."""
    found, there, _ = counts.reshape(-1, 3).sum(axis=0)
    return float(found / max(there, 1))


def f1(counts: np.ndarray) -> float:
    """Harmonic mean of precision and recall."""
    found, there, said = counts.reshape(-1, 3).sum(axis=0)
    return float(2 * found / max(there + said, 1))

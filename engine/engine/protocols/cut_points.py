"""Where columns of numbers are cut, as a platform sends it: it could send any. Each raises ValueError."""

from collections.abc import Sequence

import numpy as np


def check_ascending(edges: np.ndarray) -> None:
    """Cut points [columns, points], infinite at the end where there are fewer."""
    if np.isnan(edges).any() or np.any(edges[:, 1:] < edges[:, :-1]) or np.isneginf(edges).any():
        raise ValueError("cut points that do not ascend")


def check_cuts(before: np.ndarray, after: Sequence[Sequence[float]], *, all_stay: bool) -> None:
    """Each column's cut points that counts made of others [columns, points]: all of them and some between, or some in
    their middle."""
    for points, chosen in zip(before, after, strict=True):
        found = np.asarray(chosen, dtype=float)
        old, new = points[np.isfinite(points)], found[np.isfinite(found)]
        outside = len(new) > 0 and (len(old) == 0 or new[0] < old[0] or new[-1] > old[-1])
        if outside or (all_stay and not np.isin(old, new).all()):
            raise ValueError("cut points that no counts give")

"""Checks of the cut points of numeric columns that a platform sends, because a malicious platform could send any. Each
check raises ValueError."""

from collections.abc import Sequence

import numpy as np

from engine.protocols.rounding import TOLERANCE


def check_ascending(edges: np.ndarray) -> None:
    """Check that cut points [columns, points] are in ascending order. If a column has fewer points, its list ends with
    infinities."""
    if np.isnan(edges).any() or np.any(edges[:, 1:] < edges[:, :-1]) or np.isneginf(edges).any():
        raise ValueError("cut points do not ascend")


def check_cuts(before: np.ndarray, after: Sequence[Sequence[float]] | np.ndarray, *, all_stay: bool) -> None:
    """Check cut points that were chosen by the counts between other cut points [columns, points]. With `all_stay`, the
    new points must include all old ones, and may include points between them. Otherwise they may be any points within
    the range of the old ones. A party may have computed the old ones itself, so they may differ by rounding."""
    for points, chosen in zip(before, after, strict=True):
        found = np.asarray(chosen, dtype=float)
        old, new = points[np.isfinite(points)], found[np.isfinite(found)]
        slack = TOLERANCE * np.abs(old).max(initial=0)
        outside = len(new) > 0 and (len(old) == 0 or new[0] < old[0] - slack or new[-1] > old[-1] + slack)
        if outside or (all_stay and not _are_among(old, new, slack)):
            raise ValueError("no counts lead to these cut points")


def _are_among(old: np.ndarray, new: np.ndarray, slack: float) -> bool:
    """Whether each old point is also a new point, within `slack`. Both lists must be in ascending order."""
    places = np.searchsorted(new, old - slack)
    return bool(np.all(places < len(new)) and np.all(new[places] <= old + slack))

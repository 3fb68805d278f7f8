"""Times as everybody agrees to count them: a row's own time counts as the next of a few common ones, so that none of
them names a patient.

Common times come from counts of events over all parties, in two steps as the cut points of columns do (see bins.py):
some events lie between any two of them.
"""

import numpy as np

from engine.data.bins import count_bins, finer_grid, first_grid
from engine.data.encoding import Encoding, NumberEncoder

LEAST_EVENTS = 5  # of all parties, up to a common time since the one before


def first_times(name: str, mean: float, deviation: float) -> np.ndarray:
    """Times [COARSE - 1] to count events by first."""
    return first_grid(Encoding((NumberEncoder(name, mean, deviation),)))[0]


def count_events(targets: np.ndarray, grid: np.ndarray) -> np.ndarray:
    """How many of a party's events [times + 1], of targets [rows, 2], lie between which times of a grid."""
    return count_bins(targets[targets[:, 1] > 0, :1], grid[None, :])[0]


def finer_times(grid: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Times [FINE - 1], more of them where more events were counted, infinite where there are fewer."""
    return finer_grid(grid[None, :], counts[None, :])[0]


def choose_times(grid: np.ndarray, counts: np.ndarray, most: int) -> np.ndarray:
    """At most so many common times [most], infinite where there are fewer, with about as many events up to each; none
    happened after the last, unless it is later than any time of the grid."""
    points = grid[np.isfinite(grid)]
    upto = np.cumsum(counts[: len(points)]).astype(int)
    events, chosen, last, share = int(counts.sum()), [], 0, 1
    end = int(np.searchsorted(upto, upto[-1]))
    for place, count in enumerate(upto[:end].tolist()):
        is_due = count * most >= share * events and len(chosen) < most - 1
        if is_due and count - last >= LEAST_EVENTS and events - count >= LEAST_EVENTS:
            chosen.append(points[place])
            last, share = count, count * most // events + 1
    times = np.full(most, np.inf)
    times[: len(chosen) + 1] = [*chosen, points[end]]
    return times


def places_of(times: np.ndarray, own: np.ndarray) -> np.ndarray:
    """As which of the common times [most] rows' own times [rows] count: the next one, and the last where none is."""
    return np.minimum(np.searchsorted(times, own, side="left"), int(np.isfinite(times).sum()) - 1)

"""Common times: every party counts its rows on the same few times, so that no time names a patient.

Common times come from counts over all parties of how many rows end, with and without the event. They are chosen in two
steps, as the cut points of columns are (see bins.py). A row that leaves without the event between two common times
counts at the later one only as a share, since some of the events of that interval happened after it had left.
"""

import numpy as np

from engine.data.bins import count_bins, finer_grid, first_grid
from engine.data.encoding import Encoding, NumberEncoder

LEAST_EVENTS = 5  # of all parties, up to a common time since the one before
UNKNOWN = 0.5  # the share of a row at a party without events to compare with


def first_times(name: str, mean: float, deviation: float) -> np.ndarray:
    """Times [COARSE - 1] on which the first step counts."""
    return first_grid(Encoding((NumberEncoder(name, mean, deviation),)))[0]


def count_ends(targets: np.ndarray, grid: np.ndarray) -> np.ndarray:
    """How many of a party's rows end between which times of a grid, without the event and with it: [2, times + 1] of
    targets [rows, 2]."""
    had = targets[:, 1] > 0
    return np.stack([count_bins(targets[rows, :1], grid[None, :])[0] for rows in (~had, had)])


def finer_times(grid: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Times [FINE - 1], more of them where more rows end, infinite where there are fewer."""
    return finer_grid(grid[None, :], counts.sum(axis=0)[None, :])[0]


def choose_times(grid: np.ndarray, counts: np.ndarray, most: int) -> np.ndarray:
    """At most `most` common times [most] of a grid with counts [2, times + 1], infinite where there are fewer.

    Between two of them lie about as many events, and as large a share of the rows at risk ends, with the event or
    without it: the first counts for coefficients, the second for the end of a curve. No event happens after the last
    time, unless it is later than the grid.
    """
    points = grid[np.isfinite(grid)]
    upto = np.cumsum(counts[1, : len(points)]).astype(int).tolist()
    end, gone, events = upto.index(upto[-1]), _gone(counts), int(counts[1].sum())
    amounts = [count / events + share / gone[end] for count, share in zip(upto, gone[: len(upto)], strict=True)]
    chosen, last, due = [], 0, 1
    for place, count in enumerate(upto[:end]):
        is_due = amounts[place] * most >= due * amounts[end] and len(chosen) < most - 1
        if is_due and count - last >= LEAST_EVENTS and events - count >= LEAST_EVENTS:
            chosen.append(points[place])
            last, due = count, int(amounts[place] * most // amounts[end]) + 1
    times = np.full(most, np.inf)
    times[: len(chosen) + 1] = [*chosen, points[end]]
    return times


def places_of(times: np.ndarray, own: np.ndarray) -> np.ndarray:
    """The place in common times [most] at which each row's own time [rows] counts: the next one, or the last."""
    return np.minimum(np.searchsorted(times, own, side="left"), int(np.isfinite(times).sum()) - 1)


def absences(times: np.ndarray, own: np.ndarray, events: np.ndarray) -> np.ndarray:
    """The share [rows] of its interval's events that happened after a row had left without the event, judged by the
    events of its own party; 0 for a row with the event, and for one that was followed beyond the last common time."""
    places, known = places_of(times, own), np.isfinite(times)
    absent = np.zeros(len(own))
    left = ~events & (own <= times[known].max())
    for place in np.unique(places[left]):
        rows, others = left & (places == place), np.sort(own[events & (places == place)])
        upto = np.searchsorted(others, own[rows], side="right")
        absent[rows] = 1 - (upto / len(others) if len(others) else UNKNOWN)
    return absent


def lateness(times: np.ndarray, own: np.ndarray, events: np.ndarray) -> np.ndarray:
    """The share [rows] of its interval's other events that happened after a row's own event, judged by those of its own
    party; 0 for a row without the event, and between events at the same time."""
    places, late = places_of(times, own), np.zeros(len(own))
    for place in np.unique(places[events]):
        rows = events & (places == place)
        ends = np.sort(own[rows])
        others = len(ends) - 1
        after = len(ends) - np.searchsorted(ends, own[rows], side="right")
        late[rows] = after / others if others else UNKNOWN
    return late


def _gone(counts: np.ndarray) -> list[float]:
    """Sum, up to each time of the grid, of the share of the rows at risk that ends."""
    ends = counts.sum(axis=0).astype(int).tolist()
    at_risk, found, total = sum(ends), [], 0.0
    for count in ends:
        total += count / max(at_risk, 1)
        at_risk -= count
        found.append(total)
    return found

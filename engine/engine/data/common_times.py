"""Common times of survival analyses: every party counts its rows at the same times, so that no time identifies a
patient.

All parties first count at which times rows end, separately for rows with the event and rows without it. Common times
are chosen from these counts in two steps, like the cut points of columns (see bins.py). A row can leave without the
event between two common times. Some events of that interval then happened after the row had left, so the row counts
only partly at the later of the two times.
"""

from bisect import bisect_right
from dataclasses import dataclass
from typing import Self

import numpy as np

from engine.data.bins import count_bins, finer_grid, first_grid
from engine.data.encoding import Encoding, NumberEncoder

MIN_EVENTS = 5  # minimum number of events, of all parties together, between two common times
BASE = 5  # counts of rows are rounded to multiples of this number
# Assumed share if a row leaves in an interval in which its party has no event from which to estimate the share.
UNKNOWN = 0.5


@dataclass(frozen=True)
class Followed:
    """Rows that were followed until an end time [rows], and whether each ended with the event [rows]."""

    times: np.ndarray
    events: np.ndarray

    @classmethod
    def of(cls, targets: np.ndarray) -> Self:
        """Create one party's rows from targets [rows, 2]."""
        return cls(targets[:, 0], targets[:, 1] > 0)

    @classmethod
    def rounded(cls, targets: np.ndarray) -> Self:
        """Create one party's rows from targets [rows, 2], rounded so that all counts are multiples of five. Rows with
        the event and rows without it are sorted by time separately. Each five consecutive rows count at the time of the
        third. If three or four rows remain at the end, they count as five; one or two are not counted. Every count, and
        every sum or difference of counts, is then a multiple of five, and each count differs from the exact one by at
        most two rows."""
        own = [np.sort(targets[(targets[:, 1] > 0) == had, 0])[2::BASE].repeat(BASE) for had in (False, True)]
        return cls(np.concatenate(own), np.arange(2).repeat([len(times) for times in own]) > 0)


def first_times(name: str, mean: float, deviation: float) -> np.ndarray:
    """Times [COARSE - 1] for the counts of the first step."""
    return first_grid(Encoding((NumberEncoder(name, mean, deviation),)))[0]


def count_ends(rows: Followed, grid: np.ndarray) -> np.ndarray:
    """Count the rows that end between the times of a grid: [2, times + 1], first without the event, then with it."""
    ends = (rows.times[rows.events == had] for had in (False, True))
    return np.stack([count_bins(own[:, None], grid[None, :])[0] for own in ends])


def finer_times(grid: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return times [FINE - 1], with more times where more rows end. If there are fewer times, the remaining entries are
    infinite."""
    return finer_grid(grid[None, :], counts.sum(axis=0)[None, :])[0]


def choose_times(grid: np.ndarray, counts: np.ndarray, length: int, most: int) -> np.ndarray:
    """Return at most `most` common times [most], chosen from a grid with counts [2, times + 1]. If there are fewer, the
    remaining entries are infinite.

    Between two common times there are about the same number of events, which matters for coefficients. About the same
    share of the rows at risk ends there, with the event or without it, which matters for the end of a curve. Each time
    is in the middle between two events. Five events count at the time of the third (see `rounded`), so at their end,
    the last two have been counted too early. No event is later than the last common time, unless it is later than the
    grid.
    """
    points = grid[np.isfinite(grid)]
    upto = np.cumsum(counts[1, : len(points)]).astype(int).tolist()
    end, gone, events = upto.index(upto[-1]), _gone(counts), int(counts[1].sum())
    amounts = [count / events + share / gone[end] for count, share in zip(upto, gone[: len(upto)], strict=True)]
    chosen, last, due = [], 0, 1
    for place, count in enumerate(upto[:end]):
        is_due = amounts[place] * most >= due * amounts[end] and len(chosen) < most - 1
        if is_due and count - last >= MIN_EVENTS and events - count >= MIN_EVENTS:
            following = bisect_right(upto, count)  # the position of the next interval that contains events
            chosen.append(points[(place + following - 1) // 2])
            last, due = count, int(amounts[place] * most // amounts[end]) + 1
    times = np.full(length, np.inf)
    times[: len(chosen) + 1] = [*chosen, points[end]]
    return times


def places_of(times: np.ndarray, own: np.ndarray) -> np.ndarray:
    """Return for each row the place in the common times [most] at which its own time [rows] counts: the next common
    time, or else the last."""
    return np.minimum(np.searchsorted(times, own, side="left"), int(np.isfinite(times).sum()) - 1)


def absences(times: np.ndarray, own: np.ndarray, events: np.ndarray, had: np.ndarray) -> np.ndarray:
    """Return for each row without the event the share [rows] of its interval's events that happened after it had left.
    The share is estimated from the times at which rows of the same party `had` the event. It is 0 for a row with the
    event, and for a row that was followed beyond the last common time."""
    places, at, known = places_of(times, own), places_of(times, had), np.isfinite(times)
    absent = np.zeros(len(own))
    left = ~events & (own <= times[known].max())
    for place in np.unique(places[left]):
        rows, others = left & (places == place), np.sort(had[at == place])
        upto = np.searchsorted(others, own[rows], side="right")
        absent[rows] = 1 - (upto / len(others) if len(others) else UNKNOWN)
    return absent


def lateness(times: np.ndarray, own: np.ndarray, events: np.ndarray) -> np.ndarray:
    """Return for each row with the event the share [rows] of its interval's other events that happened after its own,
    estimated from the events of the same party. It is 0 for a row without the event, and between events at the same
    time."""
    places, late = places_of(times, own), np.zeros(len(own))
    for place in np.unique(places[events]):
        rows = events & (places == place)
        ends = np.sort(own[rows])
        others = len(ends) - 1
        after = len(ends) - np.searchsorted(ends, own[rows], side="right")
        late[rows] = after / others if others else UNKNOWN
    return late


def _gone(counts: np.ndarray) -> list[float]:
    """Return, for each time of the grid, the sum of the shares of the rows at risk that have ended up to then."""
    ends = counts.sum(axis=0).astype(int).tolist()
    at_risk, found, total = sum(ends), [], 0.0
    for count in ends:
        total += count / max(at_risk, 1)
        at_risk -= count
        found.append(total)
    return found

"""Common times: every party counts its rows at the same few times, so that no time identifies a patient.

Common times come from counts, over all parties, of rows that end with and without the event. They are chosen in two
steps, as the cut points of columns are (see bins.py). A row that leaves without the event between two common times
counts at the later one only as a share, since some of the events of that interval happened after it had left.
"""

from bisect import bisect_right
from dataclasses import dataclass
from typing import Self

import numpy as np

from engine.data.bins import count_bins, finer_grid, first_grid
from engine.data.encoding import Encoding, NumberEncoder

MIN_EVENTS = 5  # of all parties, between two common times
BASE = 5  # counts of rows are rounded to multiples of it
UNKNOWN = 0.5  # a row's share if its party has no events to compare with


@dataclass(frozen=True)
class Followed:
    """End times of rows [rows], and whether they ended with the event [rows]."""

    times: np.ndarray
    events: np.ndarray

    @classmethod
    def of(cls, targets: np.ndarray) -> Self:
        """One party's rows, from targets [rows, 2]."""
        return cls(targets[:, 0], targets[:, 1] > 0)

    @classmethod
    def rounded(cls, targets: np.ndarray) -> Self:
        """One party's rows, from targets [rows, 2], in rounded form. Rows with and without the event are sorted by time
        separately. Each five rows count at the time of the third; of the last rows, three or four count as five and one
        or two as none. Every count of them, and every sum or difference of such counts, is a multiple of five, and
        every count differs from the exact one by at most two rows."""
        own = [np.sort(targets[(targets[:, 1] > 0) == had, 0])[2::BASE].repeat(BASE) for had in (False, True)]
        return cls(np.concatenate(own), np.arange(2).repeat([len(times) for times in own]) > 0)


def first_times(name: str, mean: float, deviation: float) -> np.ndarray:
    """Times [COARSE - 1] for the counts of the first step."""
    return first_grid(Encoding((NumberEncoder(name, mean, deviation),)))[0]


def count_ends(rows: Followed, grid: np.ndarray) -> np.ndarray:
    """Number of rows that end between the times of a grid, without the event and with it: [2, times + 1]."""
    ends = (rows.times[rows.events == had] for had in (False, True))
    return np.stack([count_bins(own[:, None], grid[None, :])[0] for own in ends])


def finer_times(grid: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Times [FINE - 1], more of them where more rows end; infinite where there are fewer."""
    return finer_grid(grid[None, :], counts.sum(axis=0)[None, :])[0]


def choose_times(grid: np.ndarray, counts: np.ndarray, length: int, most: int) -> np.ndarray:
    """At most `most` common times [length] of a grid with counts [2, times + 1]; infinite where there are fewer.

    Between two common times there are about the same number of events, and about the same share of the rows at risk
    ends, with the event or without it. The first matters for coefficients, the second for the end of a curve. A time is
    in the middle between two events: where five events have just been counted at the time of the third, the last two
    count too early. No event happens after the last time, unless it is later than the grid.
    """
    points = grid[np.isfinite(grid)]
    upto = np.cumsum(counts[1, : len(points)]).astype(int).tolist()
    end, gone, events = upto.index(upto[-1]), _gone(counts), int(counts[1].sum())
    amounts = [count / events + share / gone[end] for count, share in zip(upto, gone[: len(upto)], strict=True)]
    chosen, last, due = [], 0, 1
    for place, count in enumerate(upto[:end]):
        is_due = amounts[place] * most >= due * amounts[end] and len(chosen) < most - 1
        if is_due and count - last >= MIN_EVENTS and events - count >= MIN_EVENTS:
            following = bisect_right(upto, count)  # the place of the next events
            chosen.append(points[(place + following - 1) // 2])
            last, due = count, int(amounts[place] * most // amounts[end]) + 1
    times = np.full(length, np.inf)
    times[: len(chosen) + 1] = [*chosen, points[end]]
    return times


def places_of(times: np.ndarray, own: np.ndarray) -> np.ndarray:
    """The place in common times [most] at which each row's own time [rows] counts: the next one, or the last."""
    return np.minimum(np.searchsorted(times, own, side="left"), int(np.isfinite(times).sum()) - 1)


def absences(times: np.ndarray, own: np.ndarray, events: np.ndarray, had: np.ndarray) -> np.ndarray:
    """The share [rows] of its interval's events that happened after a row had left without the event, estimated from
    the times at which its own party's rows `had` the event. 0 for a row with the event, and for one that was followed
    beyond the last common time."""
    places, at, known = places_of(times, own), places_of(times, had), np.isfinite(times)
    absent = np.zeros(len(own))
    left = ~events & (own <= times[known].max())
    for place in np.unique(places[left]):
        rows, others = left & (places == place), np.sort(had[at == place])
        upto = np.searchsorted(others, own[rows], side="right")
        absent[rows] = 1 - (upto / len(others) if len(others) else UNKNOWN)
    return absent


def lateness(times: np.ndarray, own: np.ndarray, events: np.ndarray) -> np.ndarray:
    """The share [rows] of its interval's other events that happened after a row's own event, estimated from those of
    its own party. 0 for a row without the event, and between events at the same time."""
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

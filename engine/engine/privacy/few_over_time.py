"""Counts over time that people see: of groups of rows, and of all rows, none below five follows from what is shown.

A point of a curve tells how many events a group had until then. The curve of all rows tells how many the groups without
a point there had together. From two such sums for the same groups follows how many events lie between.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.privacy.few import LEAST_SHOWN, is_few


@dataclass(frozen=True)
class Followed:
    """How many of a group's `rows` have had the event, and have left without it, until each time [times]."""

    events: np.ndarray
    left: np.ndarray
    rows: int

    @classmethod
    def sum(cls, groups: Sequence["Followed"]) -> "Followed":
        return cls(sum(one.events for one in groups), sum(one.left for one in groups), sum(one.rows for one in groups))

    @property
    def total(self) -> int:
        """All events."""
        return int(self.events[-1])

    @property
    def at_risk(self) -> np.ndarray:
        """Rows still followed after each time."""
        return self.rows - self.events - self.left


def withheld(groups: Sequence[Followed], hidden: Sequence[bool]) -> list[bool]:
    """The groups that are not shown at all: those whose rows are `hidden`, those with few events, and as many others
    that what all of them have together tells nothing of one of them."""
    found = [is_hidden or is_few(group.total) for group, is_hidden in zip(groups, hidden, strict=True)]
    for place, group in reversed(list(enumerate(groups))):
        inside = [one for one, is_in in zip(groups, found, strict=True) if is_in and one.rows]
        if any(found) and (len(inside) < 2 or is_few(Followed.sum(inside).total)) and group.rows:
            found[place] = True
    return found


def places_shown(groups: Sequence[Followed], among: Sequence[int]) -> list[list[int]]:
    """For each group the places, of those `among` where all rows are shown, at which its curve may have a point: with
    five events since the one before and until the end, or none. At the end all events are known of every group."""
    some = [place for place, group in enumerate(groups) if group.rows]
    totals = [group.total for group in groups]
    found: list[list[int]] = [[] for _ in groups]
    last = [0] * len(groups)
    everywhere = frozenset[int]()
    seen = [([0] * len(groups), everywhere), (totals, everywhere)]  # events, and the groups with only their sum known
    for at in among:
        upto = [int(group.events[at]) for group in groups]
        since = [now - before for now, before in zip(upto, last, strict=True)]
        rest = [total - now for total, now in zip(totals, upto, strict=True)]
        ready = [place for place in some if not is_few(since[place]) and not is_few(rest[place])]
        ready.sort(key=lambda place: -totals[place])  # the smallest covers another
        apart = frozenset(some) - frozenset(ready)
        while ready and not _is_safe(upto, apart, seen):
            apart |= {ready.pop()}
        if any(since[place] for place in ready):
            for place in ready:
                found[place].append(at)
                last[place] = upto[place]
            seen.append((upto, apart))
    end = len(groups[0].events) - 1 if len(groups) else 0
    for place in some:
        if end in among and totals[place] - last[place] >= LEAST_SHOWN:
            found[place].append(end)
    return found


def places_at_risk(groups: Sequence[Followed], among: Sequence[int]) -> list[int]:
    """The places, of those `among`, at which the number of rows still followed may be shown for each group: every group
    has five or more, or none, and as many that ended since with the event, and without it."""
    found, last = [], [(0, 0)] * len(groups)
    for at in among:
        upto = [(int(group.events[at]), int(group.left[at])) for group in groups]
        changes = [
            now - then for one, other in zip(upto, last, strict=True) for now, then in zip(one, other, strict=True)
        ]
        if not any(map(is_few, (*changes, *(int(group.at_risk[at]) for group in groups)))):
            found.append(at)
            last = upto
    return found


def _is_safe(upto: list[int], apart: frozenset[int], seen: list[tuple[list[int], frozenset[int]]]) -> bool:
    """Whether no few events follow: of one group that has no point here, or of several since another place."""
    if len(apart) == 1:
        return False
    for before, others in seen:
        sets = [apart | others] if apart & others else [apart, others]  # sets with a known sum both here and there
        if any(is_few(abs(sum(upto[place] - before[place] for place in places))) for places in sets):
            return False
    return True

"""Points of curves and numbers at risk, against an attacker who subtracts what is shown."""

from itertools import combinations

import numpy as np
import pytest

from engine.privacy.few import LEAST_SHOWN
from engine.privacy.few_over_time import Followed, places_at_risk, places_shown, withheld

TIMES = 30


def groups_of(seed: int) -> list[Followed]:
    """Two to five groups of very different sizes."""
    rng = np.random.default_rng(seed)
    found = []
    for scale in [1, *rng.choice([0, 0.05, 0.3, 1, 4], rng.integers(1, 5), p=[0.1, 0.2, 0.2, 0.3, 0.2])]:
        events, left = (np.cumsum(rng.poisson(scale, TIMES)) for _ in range(2))
        found.append(Followed(events, left, int(events[-1] + left[-1] + rng.poisson(2 * scale))))
    return found


def known_sets(known: list[list[int]], size: int, at: int) -> list[frozenset[int]]:
    """Sets of groups of which an attacker knows the sum at a place, where all groups together are known."""
    apart = frozenset(one for one in range(size) if at not in known[one] and at < TIMES - 1)
    shown = [one for one in range(size) if one not in apart]
    parts = [frozenset(some) for count in range(len(shown) + 1) for some in combinations(shown, count)]
    return [*parts, *(part | apart for part in parts)]


@pytest.mark.parametrize("seed", range(150))
def test_no_number_of_events_below_five_follows_from_points(seed):
    groups = groups_of(seed)
    is_withheld = withheld(groups, [0 < group.rows < LEAST_SHOWN for group in groups])
    kept = [group for group, is_in in zip(groups, is_withheld, strict=True) if is_in]
    assert not kept or len([group for group in kept if group.rows]) != 1
    units = [group for group, is_in in zip(groups, is_withheld, strict=True) if not is_in]
    units += [Followed.sum(kept)] if kept else []
    every = Followed.sum(units)
    (among,) = places_shown([every], range(TIMES))
    known = places_shown(units, among)
    sums: dict[frozenset[int], list[int]] = {}
    for at in among:
        for some in known_sets(known, len(units), at):
            sums.setdefault(some, [0]).append(sum(int(units[one].events[at]) for one in some))
    for some, upto in sums.items():
        counts = [after - before for before, after in combinations(upto, 2)]
        assert not any(0 < count < LEAST_SHOWN for count in counts), (some, upto)


@pytest.mark.parametrize("seed", range(50))
def test_no_number_of_rows_below_five_follows_from_who_is_at_risk(seed):
    groups = groups_of(seed)
    places = places_at_risk(groups, range(TIMES))
    for group in groups:
        for name in ("events", "left"):
            counts = np.diff([0, *getattr(group, name)[places]])
            assert not np.any((counts > 0) & (counts < LEAST_SHOWN))
        assert not np.any((group.at_risk[places] > 0) & (group.at_risk[places] < LEAST_SHOWN))


def test_groups_of_many_events_have_points_beside_a_small_one():
    """A third group covers the small one, so the first two keep most of their points."""
    events = [np.arange(1, TIMES + 1) * 6, np.arange(1, TIMES + 1) * 5, np.arange(1, TIMES + 1) // 3]
    groups = [Followed(one, np.zeros(TIMES, dtype=int), int(one[-1]) + 50) for one in events]
    first, second, third = places_shown(groups, range(TIMES))
    assert len(first) > TIMES / 2 and len(third) >= 1 and set(second) | set(third) <= set(range(TIMES))

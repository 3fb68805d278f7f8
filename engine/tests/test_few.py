from itertools import product

import pytest

from engine.privacy.few import hide_few


@pytest.mark.parametrize(
    ("counts", "shown"),
    [
        ([12, 5, 0], [12, 5, 0]),
        ([12, 3, 40, 0], [">10", "<5", 40, 0]),
        ([3, 40, 1], ["<5", ">35", "<5"]),
        ([4, 4], [None, None]),
        ([1, 5], [None, None]),
        ([1, 100, 100], ["<5", ">96", 100]),
    ],
)
def test_a_count_below_five_is_not_shown(counts, shown):
    assert hide_few(counts) == shown


def test_no_small_count_follows_from_the_others_and_the_sum():
    """Of all tables of three counts with the same sum that look alike, there is another for each hidden count."""
    looks: dict[tuple, list[tuple]] = {}
    for counts in (counts for counts in product(range(20), repeat=3) if sum(counts) < 20):
        looks.setdefault((sum(counts), *hide_few(list(counts))), []).append(counts)
    for (_, *shown), tables in looks.items():
        for place, text in enumerate(shown):
            if text == "<5":
                assert len({table[place] for table in tables}) > 1, tables

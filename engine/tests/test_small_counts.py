from itertools import product

import numpy as np
import pytest

from engine.privacy.small_counts import hide_cells, hide_few


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
def test_hides_a_count_below_five(counts, shown):
    assert hide_few(counts) == shown


def test_a_hidden_small_count_cannot_be_derived_from_other_counts_and_the_sum():
    """Among all tables of three counts that have the same sum and look the same, each hidden count has several
    values."""
    looks: dict[tuple, list[tuple]] = {}
    for counts in (counts for counts in product(range(20), repeat=3) if sum(counts) < 20):
        looks.setdefault((sum(counts), *hide_few(list(counts))), []).append(counts)
    for (_, *shown), tables in looks.items():
        for place, text in enumerate(shown):
            if text == "<5":
                assert len({table[place] for table in tables}) > 1, tables


@pytest.mark.parametrize(
    ("counts", "hidden"),
    [
        ([[40, 0, 9], [5, 60, 0]], [[0, 0, 0], [0, 0, 0]]),
        ([[40, 2, 9], [50, 60, 7]], [[1, 1, 0], [1, 1, 0]]),
        ([[40, 20, 9], [50, 60, 3], [9, 8, 7]], [[1, 0, 1], [1, 0, 1], [0, 0, 0]]),
        ([[0, 3], [50, 0]], [[1, 1], [1, 1]]),
    ],
)
def test_hides_further_counts_from_which_a_small_count_could_be_derived(counts, hidden):
    assert hide_cells(np.array(counts)).astype(int).tolist() == hidden


def test_a_small_count_cannot_be_derived_from_the_sums_of_rows_and_columns():
    """For every table of two groups by three cells, there is another one with the same sums and the same visible
    counts."""
    tables = [np.reshape(counts, (2, 3)) for counts in product(range(10), repeat=6) if sum(counts) < 10]
    alike: dict[tuple, list[np.ndarray]] = {}
    for table in tables:
        alike.setdefault((*table.sum(axis=0), *table.sum(axis=1)), []).append(table)
    for table in tables:
        hidden = hide_cells(table)
        if hidden.all():
            continue
        others = np.array(alike[(*table.sum(axis=0), *table.sum(axis=1))])
        others = others[(others == table)[:, ~hidden].all(axis=1)]
        for place in np.argwhere((table > 0) & (table < 5)):
            assert len(np.unique(others[:, *place])) > 1, table

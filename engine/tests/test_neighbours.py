"""Groups of neighbours in a column, and counts that are zero or at least five."""

import numpy as np
import pytest

from engine.privacy.neighbours import MIN_PRESENT, at_least_five, reported


def columns_of(seed: int, rows: int) -> np.ndarray:
    """Returns six columns: continuous, skewed, counts, zeros and ones, whole numbers with gaps, and nearly empty."""
    rng = np.random.default_rng(seed)
    gaps = np.where(rng.random(rows) < 3 / rows, np.nan, np.rint(rng.normal(60, 10, rows)))
    empty = np.where(np.arange(rows) < rng.integers(MIN_PRESENT), 1.0, np.nan)
    numbers = [rng.normal(size=rows), rng.lognormal(0, 2, rows), rng.poisson(1, rows), rng.random(rows) < 0.1]
    return np.column_stack([*numbers, gaps, empty])


@pytest.mark.parametrize("rows", [10, 20, 51, 300])
@pytest.mark.parametrize("seed", range(10))
def test_each_count_of_a_value_or_of_missing_values_is_zero_or_at_least_five(rows, seed):
    actual = reported(columns_of(seed, rows)).counted
    for column in actual.T:
        missing = np.isnan(column)
        _, counts = np.unique(column[~missing], return_counts=True)
        assert (counts >= 5).all() and (missing.sum() == 0 or missing.sum() >= 5)
    assert np.isnan(actual[:, -1]).all()


def test_sums_of_a_column_with_many_different_values_are_exact():
    values = np.random.default_rng(1).lognormal(0, 2, (100, 3))
    assert np.array_equal(reported(values).summed, values)


@pytest.mark.parametrize(("ones", "counted"), [(0, 0), (2, 0), (3, 5), (4, 5), (5, 5), (7, 7), (16, 15), (18, 20)])
def test_the_number_of_ones_is_changed_only_if_few_rows_have_one_of_the_two_values(ones, counted):
    actual = reported((np.arange(20) < ones).astype(float)[:, None])
    assert actual.counted.sum() == actual.summed.sum() == counted


def test_rare_values_in_a_tail_are_summed_as_their_mean():
    values = np.array([0.0] * 30 + [7, 9, 12, 15, 30])
    actual = reported(values[:, None])
    assert actual.summed[30:, 0].tolist() == [14.6] * 5 and actual.counted[30:, 0].tolist() == [12] * 5


@pytest.mark.parametrize(
    ("counts", "found"),
    [([30, 2, 0], [32, 0, 0]), ([30, 3], [28, 5]), ([4, 4, 4], [7, 0, 5]), ([3, 1], [0, 0]), ([6, 5, 0], [6, 5, 0])],
)
def test_counts_of_one_or_two_are_added_to_the_largest_and_counts_of_three_or_four_become_five(counts, found):
    assert at_least_five(np.array(counts)).tolist() == found


@pytest.mark.parametrize("seed", range(50))
def test_changing_small_counts_does_not_change_their_sum(seed):
    counts = np.random.default_rng(seed).integers(0, 9, 6)
    actual = at_least_five(counts)
    assert ((actual == 0) | (actual >= 5)).all() and actual.sum() == (counts.sum() if counts.sum() >= 5 else 0)

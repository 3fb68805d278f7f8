"""Groups of similar rows: their size and similarity, which changes of the table leave them unchanged, and which values
they hide."""

import numpy as np
import pyarrow as pa
import pytest
from sklearn.datasets import load_breast_cancer

from engine.data.encoding import CategoryEncoder, Encoding, NumberEncoder
from engine.data.party import Party
from engine.data.table import table_of
from engine.privacy.microaggregation import (
    MAX_GROUPS,
    MIN_ALIKE,
    groups_in,
    groups_of,
    points_of,
    without_few,
)
from engine.table import Table

TUMOURS = load_breast_cancer().data


def table(columns: dict) -> Table:
    return table_of(pa.table(columns), list(columns), None)


def numbers(rows: np.ndarray) -> Table:
    return table({f"c{place}": column for place, column in enumerate(rows.T)})


@pytest.mark.parametrize("rows", [5, 6, 9, 10, 11, 29, 100, 300, 569])
def test_each_row_is_in_exactly_one_group_of_at_least_five(rows):
    groups = groups_in(points_of(numbers(TUMOURS[:rows])))
    assert MIN_ALIKE == 5 and min(map(len, groups)) >= 5
    assert sorted(np.concatenate(groups).tolist()) == list(range(rows))
    assert max(map(len, groups)) < 10  # Groups cannot be larger, because a larger one would have been split.


def test_fewer_than_five_rows_form_no_group():
    assert groups_in(TUMOURS[:4]) == [] and groups_in(TUMOURS[:0]) == []
    groups = groups_of(TUMOURS[:4], [])
    assert len(groups) == 0 and groups.means.shape == (0, 30)


def test_reported_counts_means_and_spreads_are_those_of_the_groups():
    groups = groups_in(points_of(numbers(TUMOURS)))
    summary = groups_of(TUMOURS, groups)
    assert summary.counts.tolist() == [len(group) for group in groups] and len(summary) == 569
    for group, mean, spread in zip(groups, summary.means, summary.spreads, strict=True):
        np.testing.assert_allclose(mean, TUMOURS[group].mean(axis=0))
        assert spread == pytest.approx(TUMOURS[group].var(axis=0).sum())


def test_rows_of_a_group_are_more_similar_than_those_of_random_groups():
    scaled = (TUMOURS - TUMOURS.mean(axis=0)) / TUMOURS.std(axis=0)
    own = groups_of(scaled, groups_in(points_of(numbers(TUMOURS))))
    assert own.counts @ own.spreads < 0.4 * (scaled**2).sum()
    drawn = np.random.default_rng(1).permutation(569)[:565].reshape(-1, 5)
    assert scaled[drawn].var(axis=1).sum() * 5 > 0.75 * (scaled**2).sum()


def mixed(seed: int) -> Table:
    """Returns a table with independent numbers of similar spread, zeros and ones, missing values, and texts."""
    rng = np.random.default_rng(seed)
    gaps = np.where(rng.random(50) < 0.3, np.nan, rng.normal(size=50))
    return table(
        {f"x{column}": rng.normal(size=50) for column in range(6)}
        | {"flag": rng.integers(0, 2, 50).astype(float), "score": rng.integers(0, 5, 50), "gaps": gaps}
        | {"ward": rng.choice(["a", "b", ""], 50).tolist()}
    )


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.claim("run-kmeans.shifting-groups")
def test_groups_do_not_depend_on_scales_and_fill_values_that_the_platform_chooses(seed):
    """If groups changed with scales and fill values that the platform chooses, they would differ by single rows from
    run to run."""
    party, rng = Party.whole(mixed(seed)), np.random.default_rng(seed)
    names = [column.name for column in party.training.columns[:-1]]
    seen = []
    for deviation in (1.0, 1.01, 1e-6, 0.5, 0.0):
        mean = rng.normal() if deviation != 0.5 else 2.0**40
        flag = NumberEncoder("flag", 0.0, 1.0)
        columns = [flag if name == "flag" else NumberEncoder(name, mean, deviation) for name in names]
        wards = CategoryEncoder("ward", ("a", "b") if deviation > 0.9 else ("z",), (0, 0))
        party_groups = party.groups("training", Encoding((*columns, wards)))
        flags = party_groups.means[:, names.index("flag")] * party_groups.counts
        seen.append((party_groups.counts.tolist(), np.rint(flags).tolist()))
    assert all(one == seen[0] for one in seen) and len(seen[0][0]) > 3


def test_hides_the_values_of_a_column_that_fewer_than_five_rows_of_a_group_have():
    """If a group has four empty rows, its sum would reveal the fifth row, because everyone knows the value that fills
    empty cells."""
    rows = TUMOURS[:60].copy()
    rows[::15] = np.nan
    assert np.isnan(rows[:, 0]).sum() == 4  # these are too few rows for a group of their own
    given = numbers(rows)
    groups = groups_in(points_of(given))
    shown = without_few(given, groups).numbers()
    hidden = 0
    for group in groups:
        known, left = np.isfinite(rows[group]).sum(axis=0), np.isfinite(shown[group]).sum(axis=0)
        np.testing.assert_array_equal(left, np.where(known < 5, 0, known))
        hidden += (known != left).any()
    assert hidden > 0
    wards = table({"ward": ["a"] * 3 + [""] * 3})
    assert set(without_few(wards, [np.arange(6)]).columns[0].values) == {""}


def test_outliers_and_equal_rows_are_grouped_like_other_rows():
    rows = np.vstack([TUMOURS[:50], np.repeat(TUMOURS[50:51], 30, axis=0)])
    rows[3, 4] = 1e40
    groups = groups_in(points_of(numbers(rows)))
    assert min(map(len, groups)) >= 5 and sorted(np.concatenate(groups).tolist()) == list(range(80))
    assert len(groups_in(points_of(numbers(np.full((1000, 3), 0.1))))) == 1
    assert len(groups_in(points_of(numbers(np.repeat(TUMOURS[:8], 500, axis=0))))) == 8


def test_a_large_table_is_divided_into_a_thousand_groups():
    rows = np.random.default_rng(2).normal(size=(20_000, 3))
    groups = groups_in(points_of(numbers(rows)))
    summary = groups_of(rows, groups)
    assert len(groups) == MAX_GROUPS == 1000
    assert summary.counts @ summary.spreads < 0.02 * (rows**2).sum()

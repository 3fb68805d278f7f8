"""Mixed rows: which statistics of a group of similar rows are preserved, and how few rows an attacker who has all mixed
rows can read."""

import numpy as np
import pyarrow as pa
import pytest
from reading import count_met, hospitals, patients
from sklearn.datasets import load_diabetes, load_digits, load_wine

from engine.data.party import Party
from engine.data.table import table_of
from engine.errors import PartyError
from engine.privacy import mixing
from engine.privacy.microaggregation import groups_in
from engine.privacy.mixing import MAX_MIXED, _differ, _points
from engine.table import Column, Table

MAX_READ = 2


def mixed(before: Table) -> Table:
    return mixing.mixed(before, b"secret")


def table(columns: dict, label) -> Table:
    return table_of(pa.table(columns | {"y": label}), list(columns), "y")


def visits(rows: int, seed: int) -> Table:
    """Returns a table of numbers with many digits, whole numbers, missing values, zeros and ones, and texts."""
    rng = np.random.default_rng(seed)
    gaps = np.where(rng.random(rows) < 0.2, np.nan, rng.normal(size=rows))
    fine = {f"x{column}": rng.normal(10, 3, rows) for column in range(3)}
    coarse = {"age": rng.integers(20, 90, rows), "flag": rng.integers(0, 2, rows), "gaps": gaps}
    return table(fine | coarse | {"ward": rng.choice(["a", "b", "c", ""], rows).tolist()}, rng.normal(size=rows))


def groups_of(before: Table) -> list[np.ndarray]:
    return groups_in(_points(before), MAX_MIXED)


@pytest.mark.parametrize("noise", [0.0, mixing.NOISE])
@pytest.mark.parametrize("rows", [5, 12, 60, 300])
def test_mixing_a_group_nearly_preserves_means_and_covariances_or_only_swaps_values(monkeypatch, rows, noise):
    monkeypatch.setattr(mixing, "NOISE", noise)
    before = visits(rows, rows)
    after, count = mixed(before), 0
    for group in groups_of(before):
        own, new = (one.take(group) for one in (before, after))
        assert new.label.values.tolist() == own.label.values.tolist()
        pairs = list(zip(own.columns, new.columns, strict=True))
        turned = [pair for pair in pairs if not is_swapped(*pair)]
        assert all(was.kind == "number" and len(set(was.values)) == len(group) for was, _ in turned)
        # The remaining columns are rounded, so they are compared less exactly
        fine = [pair for pair in turned if pair[0].name.startswith("x")]
        if not fine:
            continue
        was, now = (np.column_stack([column.values for column in one]) for one in zip(*fine, strict=True))
        spread = was.std(axis=0)
        assert np.all(np.abs(now.mean(axis=0) - was.mean(axis=0)) <= (1e-9 + 2 * noise) * spread)
        assert np.all(np.abs(np.cov(now.T) - np.cov(was.T)) <= (1e-9 + 5 * noise) * np.outer(spread, spread))
        assert not np.isclose(now, was).any()
        count += len(turned)
    assert count >= 3


def is_swapped(was: Column, now: Column) -> bool:
    """Whether a column has the same values in a group before and after mixing, in any order."""
    return sorted(now.values.astype(str)) == sorted(was.values.astype(str))


def test_equal_tables_are_always_mixed_alike_and_different_tables_differently():
    before = visits(60, 1)
    for one, other in zip(mixed(before).columns, mixed(visits(60, 1)).columns, strict=True):
        assert one.values.tolist() == other.values.tolist() or np.array_equal(one.values, other.values, equal_nan=True)
    # A label that differs in its last bit changes no group, but it changes all random draws.
    label = before.label.values.copy()
    label[0] = np.nextafter(label[0], 1.0)
    columns = {column.name: column.values for column in before.columns}
    changed = mixed(table(columns, label)).columns[0].values
    assert np.isclose(mixed(before).columns[0].values, changed).mean() < 0.1


@pytest.mark.claim("run-trees.guessed-mixing")
def test_each_party_mixes_with_its_own_secret():
    before = visits(60, 1)
    one, other = (mixing.mixed(before, secret).columns[0].values for secret in (b"secret", b"other"))
    assert np.isclose(one, other).mean() < 0.1


def test_mixed_numbers_have_the_decimal_places_of_the_column():
    rng = np.random.default_rng(2)
    columns = {
        "age": rng.permutation(60) + 20,
        "weight": np.round(rng.normal(70, 9, 60), 1),
        "fine": rng.normal(size=60),
    }
    before = table(columns, rng.normal(size=60))
    age, weight, fine = (column.values for column in mixed(before).columns)
    assert np.array_equal(age, np.rint(age)) and np.array_equal(weight, np.round(weight, 1))
    assert not np.array_equal(age, before.columns[0].values) and len(set(fine)) == 60


def test_a_group_with_equal_or_missing_values_is_not_rotated():
    group_of = np.repeat([0, 1, 2], 5)
    values = np.array([1.0, 2, 3, 4, 5, 1, 2, 3, 4, 1, 1, 2, 3, 4, np.nan])
    assert _differ(values, group_of, 3).tolist() == [True, False, False]


@pytest.mark.parametrize("rows", [5, 6])
def test_mixing_refuses_a_party_with_fewer_than_five_training_rows(rows):
    party = Party.of(visits(7, 1))
    assert len(party.mixed.training) == 6 and party.mixed.unmixed is party
    few = Party(party.training.take(np.arange(4)), party.validation.take(np.zeros(rows - 4, dtype=int)))
    with pytest.raises(PartyError) as refused:
        _ = few.mixed
    assert (refused.value.code, refused.value.params) == ("data.too-few-rows", {"rows": rows, "least": 7})


def numbers(of: Table) -> np.ndarray:
    return of.numbers() / np.where(of.numbers().std(axis=0) > 0, of.numbers().std(axis=0), 1.0)


REAL = {
    "clinic": lambda: table(hospitals()[0], np.arange(36) % 2),
    "county": lambda: table(hospitals()[1], np.arange(100) % 2),
    "university": lambda: table(hospitals()[2], np.arange(318) % 2),
    "wine": lambda: table(dict(zip(map(str, range(13)), load_wine().data.T, strict=True)), load_wine().target),
    "diabetes": lambda: table(
        dict(zip(map(str, range(10)), load_diabetes(scaled=False).data.T, strict=True)), load_diabetes().target
    ),
    "digits": lambda: table(dict(zip(map(str, range(64)), load_digits().data.T, strict=True)), load_digits().target),
} | {
    f"{rows} patients": lambda rows=rows: table(patients(rows, rows), patients(rows, 1)["x0"])
    for rows in (20, 50, 100, 300)
}  # fmt: skip


@pytest.mark.parametrize("name", REAL)
@pytest.mark.claim("run-trees.known-mixed-rows")
def test_mixed_rows_with_their_groups_do_not_reveal_the_original_rows(name):
    before = REAL[name]()
    rows, given = (
        numbers(before),
        mixed(before).numbers() / np.where(before.numbers().std(axis=0) > 0, before.numbers().std(axis=0), 1.0),
    )
    assert count_met(list(rows), rows) == len(rows)  # This would be the result if rows were not mixed.
    assert count_met(list(given), rows) <= MAX_READ
    assert count_met(sorted_within(given, groups_of(before)), rows) <= MAX_READ


def sorted_within(rows: np.ndarray, groups: list[np.ndarray]) -> list[np.ndarray]:
    """Returns rows whose columns are sorted within each group, ascending or descending as they correlate with the first
    column.

    This restores the original rows if their columns have the same order.
    """
    result = rows.copy()
    along = np.array([np.corrcoef(rows[:, 0], column)[0, 1] if column.std() > 0 else 1.0 for column in rows.T])
    for group in groups:
        ascending = np.sort(rows[group], axis=0)
        result[group] = np.where(along >= 0, ascending, ascending[::-1])
    return list(result)


def with_far_values(rows: int) -> Table:
    """Returns six measurements. In a quarter of the rows, one of them is a thousand times as large as usual."""
    rng = np.random.default_rng(rows)
    values = rng.normal(size=(rows, 6))
    far = np.arange(0, rows, 4)
    values[far, rng.integers(0, 6, len(far))] *= 1000
    return table({f"x{place}": column for place, column in enumerate(values.T)}, rng.normal(size=rows))


def rows_by_far_values(before: Table) -> int:
    """Returns how many rows an attacker reads from the mixed rows. The attacker uses the fact that the rotation spreads
    an outlier over its group, so that the outlier shows one column of the rotation."""
    rows, given, guesses = before.numbers(), mixed(before).numbers(), []
    for group in groups_of(before):
        mean, count = given[group].mean(axis=0), len(group)
        around = given[group] - mean
        for column in around.T:
            spread = column / (np.linalg.norm(column) or 1.0) * np.sqrt(1 - 1 / count)
            guesses += [mean + spread @ around, mean - spread @ around]
    usual = np.subtract(*np.quantile(rows, [0.75, 0.25], axis=0))
    return count_met([guess / usual for guess in guesses], rows / usual)


@pytest.mark.parametrize("rows", [50, 100, 300])
@pytest.mark.claim("run-trees.outlier-reverses-mixing")
def test_an_outlier_does_not_reveal_the_rotation_of_its_group(monkeypatch, rows):
    assert rows_by_far_values(with_far_values(rows)) <= MAX_READ
    monkeypatch.setattr(mixing, "NOISE", 0.0)
    assert rows_by_far_values(with_far_values(rows)) > MAX_READ


def met_in_many_runs(columns: dict, label: np.ndarray, runs: int) -> int:
    """Returns how many rows an attacker reads who solves the group sums of many runs as equations of the rows.

    Labels identify the rows. Each run uses at least half of the columns, so that the groups differ between runs.
    """
    rng, names = np.random.default_rng(0), list(columns)
    rows = np.column_stack(list(columns.values()))
    parts = [np.zeros((0, len(rows)))] * len(names), [np.zeros(0)] * len(names)
    for run in range(runs):
        chosen = (
            names if run == 0 else sorted(rng.choice(names, rng.integers(len(names) // 2, len(names)), replace=False))
        )
        before = table({name: columns[name] for name in chosen}, label)
        given, groups = mixed(before).numbers(), groups_of(before)
        membership = np.array([np.isin(np.arange(len(rows)), group) for group in groups], dtype=float)
        for place, name in enumerate(chosen):
            column = names.index(name)
            parts[0][column] = np.vstack([parts[0][column], membership])
            parts[1][column] = np.append(parts[1][column], membership @ given[:, place])
    result = np.column_stack(
        [
            rows[:, place].mean()
            + np.linalg.lstsq(membership, sums - membership.sum(axis=1) * rows[:, place].mean(), rcond=1e-6)[0]
            for place, (membership, sums) in enumerate(zip(*parts, strict=True))
        ]
    )
    return count_met(list(result / rows.std(axis=0)), rows / rows.std(axis=0))


@pytest.mark.claim("run-trees.repeated-runs")
def test_group_sums_of_many_runs_on_different_columns_reveal_no_row(monkeypatch):
    columns = patients(300, 300)
    label = patients(300, 1)["x0"] + np.arange(300) * 1e-6
    assert met_in_many_runs(columns, label, 20) <= MAX_READ
    monkeypatch.setattr(mixing, "NOISE", 0.0)
    assert met_in_many_runs(columns, label, 20) > 20

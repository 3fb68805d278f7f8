"""Attacks on honest runs that count rows: Kaplan-Meier curves, descriptive tables, and the sums with which all
protocols on tables begin.

The platform looks for counts of one to four rows, directly or by subtraction, and for values that sums determine.
"""

from itertools import combinations, pairwise

import numpy as np
import pytest
from reading import Exchange, Guarded, Table, guarded, honest_run, hospitals, patients

from engine.data.common_times import Followed
from engine.data.moments import moments_of
from engine.privacy.neighbours import MIN_PRESENT, Reported
from engine.privacy.terms import Total
from engine.protocols.describing import edges_of

READERS = {"a party": (0,), "another": (1,), "the largest": (2,), "two": (0, 1), "all": (0, 1, 2)}
SIZES = [20, 50, 100, 300]
MAX_READ = 2
SCORES = np.arange(5)  # the values that a column of whole numbers can have


def is_read(count: float) -> bool:
    """Whether a count reveals a group of one to four rows."""
    return 0 < round(count) < 5


def followed(table: Table, seed: int) -> Table:
    """Returns the same rows with additional columns: a group, days and an event."""
    rng, rows = np.random.default_rng(seed), len(next(iter(table.values())))
    ward = rng.choice(["east", "north", "rare"], rows, p=[0.6, 0.34, 0.06])
    days, event = np.ceil(rng.exponential(60, rows)), np.where(rng.random(rows) < 0.6, "dead", "alive")
    first = next(iter(table))
    return {first: table[first], "ward": ward.tolist(), "days": days, "event": event.tolist()}


def described(table: Table, seed: int) -> Table:
    """Returns the same rows with additional columns: a rare category, a rare flag, a score with few values, and two
    columns in which few rows have a value."""
    rng, rows = np.random.default_rng(seed), len(next(iter(table.values())))
    known = {"three": 3, "eight": 8, "most": rows - 2}
    lab = {
        name: np.where(rng.permutation(rows) < count, rng.normal(60, 15, rows), np.nan) for name, count in known.items()
    }
    return table | lab | {
        "ward": rng.choice(["east", "north", "rare"], rows, p=[0.6, 0.34, 0.06]).tolist(),
        "smoker": (np.arange(rows) < 3).astype(float),
        "score": rng.choice(SCORES, rows, p=[0.4, 0.3, 0.15, 0.1, 0.05]).astype(float),
    }  # fmt: skip


def tables_of(rows: int | None) -> list[Table]:
    return hospitals() if rows is None else [patients(rows, 3 * rows + place) for place in range(3)]


def run_of(name: str, rows: int | None) -> tuple[list[Guarded], list[Exchange]]:
    made = followed if name == "kaplan-meier" else described
    tables = [made(table, place + (rows or 0)) for place, table in enumerate(tables_of(rows))]
    parties = guarded(name, tables, 1, *(("event", "days") if name == "kaplan-meier" else ()))
    return parties, honest_run(parties)[1]


def read_in_curves(exchanges: list[Exchange], who: tuple[int, ...]) -> int:
    """Returns how many cells of one to four rows the curves reveal. A cell is revealed directly, or by subtracting the
    other groups, or all groups, from a count."""
    *timing, curves = [one for one in exchanges if "ends" in one.stage.terms]
    read = sum(is_read(count) for one in timing for count in one.of(who)["ends"].flat)
    every, *groups = curves.of(who)["ends"]
    low_high, wards = np.array(groups[:2]), np.array(groups[2:])
    known = [every, *groups, *(every - column.sum(axis=0) for column in (low_high, wards))]
    known += [
        every - np.sum(some, axis=0) for column in (low_high, wards) for some in combinations(column, len(column) - 1)
    ]
    upto = [np.cumsum(counts.sum(axis=0)) for counts in known]
    return read + sum(is_read(count) for counts in (*known, *upto) for count in counts.flat)


@pytest.mark.parametrize("rows", [None, *SIZES], ids=lambda rows: "the demo's" if rows is None else str(rows))
@pytest.mark.claim("run-curves.honest-run")
def test_survival_curves_of_an_honest_run_reveal_no_cell_of_few_rows(rows):
    _, exchanges = run_of("kaplan-meier", rows)
    for who in READERS.values():
        assert read_in_curves(exchanges, who) <= MAX_READ


@pytest.mark.claim("run-curves.honest-run")
def test_survival_curves_without_rounding_would_reveal_cells_of_few_rows(monkeypatch):
    monkeypatch.setattr(Followed, "rounded", Followed.of)
    for rows in (None, *SIZES):
        _, exchanges = run_of("kaplan-meier", rows)
        assert min(read_in_curves(exchanges, who) for who in READERS.values()) > 10


def read_in_counts(parties: list[Guarded], exchanges: list[Exchange], who: tuple[int, ...]) -> int:
    """Returns how many cells of one to four rows the counts reveal: in ranges, bins, parts, categories, present and
    missing values, and in the difference between a column's values and its bins."""
    rows = sum(len(parties[one].party.training) for one in who)
    by_name = {one.stage.name: one for one in exchanges}
    present = by_name["moments"].of(who)["count"]
    bins = by_name["bins"].of(who)["bins"]
    cells = [by_name["ranges"].of(who)["ranges"], bins, by_name["bins"].of(who)["categories"], present, rows - present]
    cells += [present - bins.sum(axis=1), present[:, None] - bins]
    cells += [one.of(who)["parts"] for one in exchanges if one.stage.name == "parts"]
    return sum(is_read(count) for result in cells for count in result.flat)


@pytest.mark.parametrize("rows", [None, *SIZES], ids=lambda rows: "the demo's" if rows is None else str(rows))
@pytest.mark.claim("run-describe.honest-run")
def test_the_description_in_an_honest_run_reveals_no_cell_of_few_rows(rows):
    parties, exchanges = run_of("describe", rows)
    for who in READERS.values():
        assert read_in_counts(parties, exchanges, who) <= MAX_READ


@pytest.fixture
def exactly(monkeypatch):
    """Disables the protections for this test: values and categories are counted and summed exactly."""
    monkeypatch.setattr("engine.data.party.reported", lambda values: Reported(values, values))
    monkeypatch.setattr("engine.privacy.neighbours.MIN_PRESENT", 1)
    monkeypatch.setattr("engine.protocols.describing.at_least_five", lambda counts: counts)


@pytest.mark.parametrize("rows", [None, *SIZES])
@pytest.mark.claim("run-describe.honest-run")
def test_a_description_without_groups_of_neighbours_would_reveal_cells_of_few_rows(exactly, rows):
    parties, exchanges = run_of("describe", rows)
    assert min(read_in_counts(parties, exchanges, who) for who in READERS.values()) > 10


def read_by_sums(parties: list[Guarded], exchanges: list[Exchange], who: tuple[int, ...]) -> int:
    """Returns, for the column of whole numbers, how many values are revealed by the sums to be those of only one to
    four rows.

    The attacker enumerates all counts per value that match the reported count, sum, sum of squares and bins. A value is
    read if all of these agree on its count.
    """
    moments, bins = (next(one for one in exchanges if one.stage.name == name) for name in ("moments", "bins"))
    encoding = parties[0].protocol.prepared(bins.state).encoding
    numbers = [column.name for column in encoding.columns if column.kind == "number"]
    place, column = numbers.index("score"), next(one for one in encoding.columns if one.name == "score")
    result = moments_in(parties, moments, who)
    count, total, squares = (round(value) for value in (result[0][place], result[1][place], result[2][place]))
    cells = np.searchsorted(edges_of(column), SCORES)
    counted = bins.of(who)["bins"][place][np.unique(cells)]
    fits = [
        rows
        for rows in compositions(count, len(SCORES))
        if rows @ SCORES == total and rows @ SCORES**2 == squares
        and np.array_equal([rows[cells == cell].sum() for cell in np.unique(cells)], counted)
    ]  # fmt: skip
    if not fits:
        return 0
    values = np.concatenate([score_of(parties[one]) for one in who])
    truth = np.array([(values == score).sum() for score in SCORES])
    certain = np.ptp(fits, axis=0) == 0
    return sum(is_read(rows) for rows in truth[certain & (fits[0] == truth)])


def moments_in(parties: list[Guarded], moments: Exchange, who: tuple[int, ...]) -> tuple[np.ndarray, ...]:
    """Returns count, sum and sum of squares of each numeric column, as contained in these answers."""
    terms, powers = moments.stage.terms, moments.state.facts["powers"]
    total = Total.of(terms, [moments.sent[one] for one in who], len(parties))
    result = moments_of(total, powers, parties[0].protocol._coarse(moments.state))
    return result.count, result.count * result.mean, result.count * (result.deviation**2 + result.mean**2)


def score_of(party: Guarded) -> np.ndarray:
    return next(column.values for column in party.party.training.columns if column.name == "score")


def compositions(total: int, parts: int) -> list[np.ndarray]:
    """Returns all ways to distribute `total` rows among `parts` values."""
    bars = combinations(range(total + parts - 1), parts - 1)
    return [np.array([right - left - 1 for left, right in pairwise((-1, *bar, total + parts - 1))]) for bar in bars]


@pytest.mark.parametrize("who", [(0,), (1,), (2,)])
@pytest.mark.claim("run-describe.few-integer-values")
def test_sums_of_a_column_with_few_values_do_not_reveal_which_values_are_rare(who):
    parties, exchanges = run_of("describe", 20)
    assert read_by_sums(parties, exchanges, who) == 0


@pytest.mark.claim("run-describe.few-integer-values")
def test_sums_without_groups_of_neighbours_would_reveal_which_values_are_rare(exactly):
    parties, exchanges = run_of("describe", 20)
    assert sum(read_by_sums(parties, exchanges, (one,)) for one in range(3)) > MAX_READ


@pytest.mark.parametrize("rows", SIZES)
@pytest.mark.parametrize("name", ["three", "eight"])
@pytest.mark.claim("run-describe.sparse-column")
def test_a_column_with_fewer_than_ten_values_is_not_reported(rows, name):
    parties, exchanges = run_of("describe", rows)
    place = [column["name"] for column in parties[0].plan["data"]["columns"] if "categories" not in column].index(name)
    for one in exchanges:
        for term in ("ranges", "count", "sum", "coarse", "squares", "bins", "parts"):
            for party in range(3):
                values = one.of((party,)).get(term)
                assert values is None or not np.any(values[place])


@pytest.mark.claim("run-describe.sparse-column")
def test_sparse_columns_would_be_reported_without_a_minimum_number_of_values(exactly):
    _, exchanges = run_of("describe", 50)
    present = next(one for one in exchanges if one.stage.name == "moments").of((0,))["count"]
    assert sorted(present)[:2] == [3, 8] and MIN_PRESENT == 10

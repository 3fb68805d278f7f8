"""Columns in which one party's values differ greatly from the others', as after a change of unit."""

import numpy as np
import pyarrow as pa
import pytest
from kinds import few_rounds

from engine import progress
from engine.algorithm import load_algorithm
from engine.data.differing_columns import differing_columns
from engine.data.table import table_of
from engine.flower.work_progress import DifferingColumns
from engine.pooled import plan_for
from engine.protocols.loop import run_here


def pointed(parts: list[np.ndarray]) -> list[list[int]]:
    """Returns for each party the columns about which it is warned."""
    pooled = np.concatenate(parts)
    scales = np.column_stack([np.nanmean(pooled, axis=0), np.nanstd(pooled, axis=0)]).tolist()
    counts = np.isfinite(pooled).sum(axis=0).tolist()
    return [[one.place for one in differing_columns(part, scales, counts, len(parts))] for part in parts]


UNITS = {
    "mmHg and kPa": (140, 24, 0.133322),
    "kilograms and pounds": (75, 20, 2.2046),
    "mg/dL and mmol/L": (110, 35, 1 / 18),
    "mg/dL and umol/L": (1.1, 0.4, 88.4),
    "years and months": (60, 15, 12),
    "metres and centimetres": (1.7, 0.1, 100),
    "far from zero": (2e6, 30, 1.001),
}


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("sizes", [(200, 200), (60, 400), (400, 60), (150, 150, 150)])
def test_warns_the_party_whose_column_has_another_unit(unit: str, sizes: tuple[int, ...]):
    rng, (mean, deviation, factor) = np.random.default_rng(1), UNITS[unit]
    parts = [np.column_stack([rng.normal(mean, deviation, rows), rng.normal(50, 9, rows)]) for rows in sizes]
    parts[0][:, 0] *= factor
    for part, missing in zip(parts, (7, 3, 5), strict=False):
        part[::missing, 0] = np.nan
    actual = pointed(parts)
    assert actual[0] == [0]
    # With three parties in two units, the others of some party are a mixture of units.
    assert actual[1:] == ([[0]] if len(sizes) == 2 else [[], []])


MORE_UNITS = UNITS | {
    "grams and kilograms": (3.4, 0.5, 1000),
    "g/dL and g/L": (13.5, 1.8, 10),
    "inches and centimetres": (67, 4, 2.54),
    "years and days": (60, 15, 365.25),
    "mg/dL and mmol/L of cholesterol": (5.2, 1, 38.67),
}


@pytest.mark.parametrize("unit", [unit for unit in MORE_UNITS if unit != "far from zero"])
@pytest.mark.parametrize("sizes", [(2, 2), (2, 3), (3, 3), (2, 4)])
def test_warns_a_party_if_several_other_parties_have_a_column_in_another_unit(unit: str, sizes: tuple[int, int]):
    rng, (mean, deviation, factor) = np.random.default_rng(7), MORE_UNITS[unit]
    parts = [
        rng.normal(mean * rng.uniform(0.95, 1.05), deviation * rng.uniform(0.85, 1.15), (rows, 1))
        for rows in rng.integers(150, 300, sum(sizes))
    ]
    for part in parts[: sizes[0]]:
        part *= factor
    assert any(pointed(parts))


def test_warns_a_party_about_temperatures_that_two_of_four_parties_have_in_fahrenheit():
    rng = np.random.default_rng(8)
    parts = [rng.normal(37, 0.7, (rows, 1)) for rows in (150, 200, 180, 240)]
    parts[:2] = [part * 1.8 + 32 for part in parts[:2]]
    assert any(pointed(parts))


def hospital(rng: np.random.Generator, rows: int) -> np.ndarray:
    """Returns rows of a hospital whose age mix, laboratory values, flags and counts differ from those of other
    hospitals."""
    return np.column_stack(
        [
            rng.normal(rng.uniform(45, 72), rng.uniform(9, 18), rows),
            rng.normal(rng.uniform(125, 145), rng.uniform(14, 24), rows),
            np.exp(rng.normal(rng.normal(4.5, 0.35), rng.uniform(0.7, 1.1), rows)),
            np.exp(rng.normal(rng.normal(1.5, 0.5), rng.uniform(0.9, 1.4), rows)),
            rng.random(rows) < rng.choice([0.01, 0.1, 0.5, 0.9, 1.0]),
            rng.poisson(rng.uniform(0.3, 3), rows),
            rng.gamma(1.5, rng.uniform(2, 6), rows),
        ]
    )


@pytest.mark.parametrize("sizes", [(30, 30), (200, 200), (100, 400, 60), (200,) * 4, (90,) * 6])
def test_hardly_ever_warns_hospitals_whose_data_differ_in_ordinary_ways(sizes: tuple[int, ...]):
    rng, runs = np.random.default_rng(2), 200
    results = [pointed([hospital(rng, rows) for rows in sizes]) for _ in range(runs)]
    alarms = sum(len(places) for parties in results for places in parties)
    assert alarms <= (0.02 if min(sizes) < 50 else 0.01) * runs * len(sizes) * 7


def test_compares_no_columns_of_parties_with_few_rows_or_constant_columns():
    rng = np.random.default_rng(3)
    assert pointed([rng.normal(1, 1, (9, 1)), rng.normal(100, 1, (300, 1))]) == [[], []]
    assert pointed([np.full((50, 1), 0.1), np.full((60, 1), 0.1)]) == [[], []]


def test_a_run_reports_a_differing_column_to_its_party_with_own_and_overall_moments(monkeypatch: pytest.MonkeyPatch):
    rng, reports = np.random.default_rng(4), []
    monkeypatch.setattr(progress, "report_differing_columns", reports.append)
    parts = []
    for factor in (1.0, 7.50062):
        columns = {"age": rng.normal(60, 12, 150), "bp": rng.normal(18, 3, 150) * factor}
        parts.append(columns | {"outcome": np.where(rng.random(150) < 0.5, "yes", "no")})
    for name in ("logistic-regression", "describe", "boosted-trees"):
        algorithm = load_algorithm(name)
        reports.clear()
        label = "outcome" if name != "describe" else None
        tables = [table_of(pa.table(part), ["age", "bp"], label) for part in parts]
        protocol = algorithm.protocol(plan_for(algorithm, few_rounds(algorithm, 2), tables))
        run_here(protocol, [protocol.party(table) for table in tables], protocol.begin(2, "seed"))
        assert len(reports) >= 2 and all([one["column"] for one in columns] == ["bp"] for columns in reports), name
        own, both = reports[0][0]["own"], reports[0][0]["all"]
        assert own == pytest.approx([18, 3], rel=0.1)
        assert both[0] == pytest.approx((18 + 18 * 7.5) / 2, rel=0.1)


def test_the_runner_forwards_only_columns_of_the_plan_and_finite_numbers():
    one = {"column": "bp", "own": [18.0, 3.0], "all": [76.0, 60.0]}
    filter_report = DifferingColumns({"bp", "age"}).filter
    assert filter_report({"columns": [one]}) == {"columns": [one]}
    for other in ("bp", [], [one | {"column": "Mrs Miller"}], [one | {"own": [float("nan"), 1.0]}],
                  [one | {"own": ["a", 1.0]}], [one | {"note": "row 3"}], [one, one, one]):  # fmt: skip
        assert filter_report({"columns": other}) is None

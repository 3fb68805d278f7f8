import numpy as np
import pyarrow as pa
import pytest

from engine.data.table import concatenate, split, table_of
from engine.errors import PartyError


def table(labels: list, **columns: list):
    return table_of(
        pa.table({"row": [float(number) for number in range(len(labels))], **columns, "y": labels}),
        ["row", *columns],
        "y",
    )


def rows_of(part) -> set[float]:
    return set(part.columns[0].values)


@pytest.mark.parametrize(
    ("labels", "aside"),
    [
        (["a"] * 40 + ["b"] * 10, 10),
        (["a"] * 4 + ["b"], 1),
        (["a", "a", "b", "b", "c"], 1),
        (list(np.arange(50) / 7), 10),
    ],
)
def test_the_validation_split_is_always_the_same_fifth_of_the_rows(labels, aside):
    training, validation = split(table(labels))
    again, _ = split(table(labels))

    assert len(validation) == aside
    assert rows_of(training).isdisjoint(rows_of(validation))
    assert rows_of(training) | rows_of(validation) == set(range(len(labels)))
    assert rows_of(again) == rows_of(training)


def test_the_validation_split_is_stratified_and_rows_with_a_unique_label_stay_in_training():
    training, validation = split(table(["a"] * 40 + ["b"] * 10 + ["c"]))
    assert sorted(validation.label.values) == ["a"] * 8 + ["b"] * 2
    assert "c" in training.label.values


@pytest.mark.parametrize(
    ("columns", "code", "params"),
    [
        ({"x": [1.0] * 6}, "data.column-missing", {"column": "y"}),
        ({"y": [1.0] * 6}, "data.column-missing", {"column": "x"}),
        ({"x": [], "y": []}, "data.no-rows", {}),
        ({"x": [1.0, 2], "y": [1, 0]}, "data.too-few-rows", {"rows": 2, "least": 5}),
        (
            {"x": [1.0] * 6, "y": ["a", None, "", "a", "b", " "]},
            "data.label-missing-values",
            {"column": "y", "rows": 3},
        ),
    ],
)
def test_reports_why_the_rows_of_a_table_cannot_be_used(columns, code, params):
    with pytest.raises(PartyError) as caught:
        table_of(pa.table(columns), ["x"], "y")
    assert (caught.value.code, caught.value.params) == (code, params)


def test_reads_all_column_types_of_a_granted_table():
    read = table(
        ["a"] * 5,
        big=[1, 2, None, 4, 5],
        flag=[True, False, None, True, True],
        text=["x", None, " y ", "", "z"],
        real=[1.0, float("inf"), None, 2.0, 3.0],
    )
    kinds = {column.name: column for column in read.columns}

    assert [kinds[name].kind for name in ("big", "flag", "text", "real")] == ["number", "text", "text", "number"]
    assert kinds["flag"].values.tolist() == ["true", "false", "", "true", "true"]
    assert kinds["text"].values.tolist() == ["x", "", "y", "", "z"]
    assert kinds["real"].missing.tolist() == [False, True, True, False, False]


def test_rounds_whole_numbers_that_double_precision_cannot_represent():
    read = table(["a"] * 5, barcode=[2**53 + 1, -(2**63), 2**63 - 1, None, 7])
    assert read.columns[1].values.tolist()[:3] == [2.0**53, -(2.0**63), 2.0**63]
    assert read.columns[1].missing.tolist() == [False, False, False, True, False]


def test_treats_very_large_numbers_as_missing_values():
    values = [1.0, -9.9e49, 1e50, -1.7976931348623157e308, float("inf"), float("nan")]
    (column,) = table_of(pa.table({"dose": values}), ["dose"], None).columns
    assert column.missing.tolist() == [False, False, True, True, True, True]


def test_a_table_without_a_label_has_the_same_share_of_validation_rows():
    rows = table_of(pa.table({"x": [float(number) for number in range(50)]}), ["x"], None)
    training, validation = split(rows)
    assert (len(training), len(validation)) == (40, 10)
    assert concatenate([training, validation]).label is None

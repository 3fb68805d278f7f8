import json

import numpy as np
import pyarrow as pa
import pytest
from fakes import patients

from engine.datasets import table_of
from engine.errors import PartyError, RunError
from engine.moments import Moments
from engine.preprocessing import Encoding
from engine.records import read_statistics, statistics_record
from engine.statistics import combine, describe, refuse_strangers

NAMES = ["age", "dose", "ward"]


def table(columns: dict, label: str = "outcome"):
    return table_of(pa.table(columns), [name for name in columns if name != label], label)


def described(columns: dict, label: str = "outcome", kinds: tuple[str, ...] = ("classes",)):
    rows = table(columns, label)
    return describe(rows, rows.take(np.array([], dtype=int)), kinds)


def label_told(labels: list, kinds: tuple[str, ...]):
    return described({"x": np.arange(float(len(labels))), "y": labels}, "y", kinds)


def label_encoding(labels: list, kinds: tuple[str, ...]):
    return combine(["x"], "y", [label_told(labels, kinds)], kinds).label


def test_merged_moments_equal_pooled_even_far_from_zero():
    rng = np.random.default_rng(1)
    parts = [1e9 + rng.normal(0, 1e-1, (rows, 2)) for rows in (3, 40, 700)]
    merged = Moments.of(parts[0]).merge(Moments.of(parts[1])).merge(Moments.of(parts[2]))
    pooled = np.vstack(parts)

    np.testing.assert_allclose(merged.mean, pooled.mean(axis=0), rtol=1e-14)
    np.testing.assert_allclose(merged.deviation, pooled.std(axis=0), rtol=1e-6)


@pytest.mark.parametrize("value", [36.6, -0.1, 1e9 + 0.1, 20240115.0])
def test_a_value_that_never_varies_has_no_deviation_even_where_binary_cannot_hold_it(value):
    """A mean off by one digit in the last place would become a factor of 1e13 in the exported model."""
    parts = [Moments.of(np.array([[np.nan], *[[value]] * rows])) for rows in (3, 7, 40, 999)]
    merged = parts[0].merge(parts[1]).merge(parts[2]).merge(parts[3])

    assert (merged.mean[0], merged.m2[0], merged.count[0]) == (value, 0, 1049)
    tables = [{"x": [value] * rows, "y": [value] * rows} for rows in (7, 10, 41)]
    encoding = combine(["x"], "y", [described(columns, "y", ("number",)) for columns in tables], ("number",))
    assert (encoding.columns[0].mean, encoding.columns[0].factor) == (value, 0)
    assert (encoding.label.mean, encoding.label.deviation) == (value, 1)


def test_encoding_comes_from_all_parties_as_if_pooled():
    parts = [patients(rows, seed) for rows, seed in ((12, 1), (30, 2), (60, 3))]
    encoding = combine(NAMES, "outcome", [described(part) for part in parts], ("classes",))

    for position, name in enumerate(("age", "dose")):
        pooled = np.concatenate([part[name] for part in parts])
        assert encoding.columns[position].mean == pytest.approx(np.nanmean(pooled), rel=1e-12)
        assert encoding.columns[position].deviation == pytest.approx(np.nanstd(pooled), rel=1e-9)
    assert encoding.columns[2].categories == ("annex-1", "annex-2", "annex-3", "north", "south")
    assert encoding.label.classes == ("sick", "well")


def test_one_category_has_one_code_at_every_party():
    first = {"ward": ["north"] * 4 + ["south"] * 4, "outcome": ["sick", "well"] * 4}
    second = {"ward": ["south"] * 4 + ["annex"] * 4, "outcome": ["sick", "well"] * 4}
    encoding = combine(["ward"], "outcome", [described(first), described(second)], ("classes",))

    assert encoding.encode(table(first))[-1].tolist() == encoding.encode(table(second))[0].tolist() == [0, 0, 1, 0]
    strange = table({"ward": ["moon", None, "annex", "north", ""], "outcome": ["sick"] * 5})
    assert encoding.encode(strange).argmax(axis=1).tolist() == [3, 3, 0, 1, 3]
    assert Encoding.from_json(encoding.to_json()) == encoding


def test_missing_numbers_become_the_mean_over_all_parties():
    near, far = {"x": [0.0, 0, 0, None, 0], "y": list("ababa")}, {"x": [10.0] * 4 + [None], "y": list("ababa")}
    encoding = combine(["x"], "y", [described(near, "y"), described(far, "y")], ("classes",))

    assert encoding.columns[0].mean == 5
    assert encoding.encode(table(near, "y"))[:, 0].tolist() == [-1, -1, -1, 0, -1]


def test_what_one_row_alone_says_does_not_leave():
    said = described({"x": [7.5, None, None, None, None], "ward": ["a", "a", "b", "c", "c"], "outcome": list("ababa")})

    assert (said.moments.count[0], said.moments.mean[0]) == (0, 0)
    assert said.categories[1] == ["a", "c"]


@pytest.mark.parametrize(
    ("labels", "kinds", "classes", "countable"),
    [
        ([7, 7, 8, 8, 9], ("number",), [], False),
        (["a", "a", "b", "b", "c"], ("number",), [], False),
        ([7, 7, 8, 8, 9], ("classes",), ["7", "8"], True),
        (["a", "a", "b", "b", "Mrs. Smith"], ("classes", "number"), ["a", "b"], True),
        ([7, 7, 8, 8, 9], ("classes", "number"), ["7", "8"], True),
        ([1.5, 1.5, 2, 2, 3], ("classes", "number"), [], False),
        (list(range(20)) * 2, ("classes", "number"), [str(number) for number in sorted(range(20), key=str)], True),
        (list(range(21)) * 2, ("classes", "number"), [], False),
        (list(range(51)) * 2, ("classes",), [], False),
        ([f"name {number}" for number in range(51)] * 2, ("classes",), [], False),
    ],
)
def test_of_a_label_only_classes_leave_and_only_those_of_two_rows(labels, kinds, classes, countable):
    told = label_told(labels, kinds)
    assert (told.classes, told.label_countable) == (classes, countable)


def test_a_class_of_a_single_row_is_covered_by_another_party_or_named_as_the_reason():
    rows, covering, other = [
        {"x": [1.0, 2, 3, 4, 5], "y": labels} for labels in ([0, 0, 1, 1, 2], [0, 0, 2, 2, 1], [0, 0, 0, 1, 1])
    ]
    covered = combine(["x"], "y", [described(rows, "y"), described(covering, "y")], ("classes",)).label
    assert covered.encode(table(rows, "y").label).argmax(axis=1).tolist() == [0, 0, 1, 1, 2]

    uncovered = combine(["x"], "y", [described(rows, "y"), described(other, "y")], ("classes",)).label
    assert uncovered.classes == ("0", "1")
    with pytest.raises(PartyError) as caught:
        uncovered.encode(table(rows, "y").label)
    assert (caught.value.code, caught.value.params) == ("data.label-rare-class", {"column": "y", "rows": 1})


def test_statistics_survive_the_wire():
    said = described(patients(30, 4))
    back = read_statistics(statistics_record(said))

    assert back.categories == said.categories and back.classes == said.classes and back.kinds == said.kinds
    assert (back.label_integral, back.label_countable) == (said.label_integral, said.label_countable) == (False, True)
    np.testing.assert_array_equal(back.moments.m2, said.moments.m2)
    assert json.dumps(back.label_kind) == '"text"'


def test_a_column_of_numbers_here_and_text_there_is_named():
    here, there = {"x": [1.0] * 6, "y": list("ababab")}, {"x": ["1"] * 6, "y": list("ababab")}
    with pytest.raises(RunError) as caught:
        combine(["x"], "y", [described(here, "y"), described(there, "y")], ("classes",))
    assert (caught.value.code, caught.value.params) == ("data.type-mismatch", {"column": "x"})


def test_an_empty_column_fits_any_type():
    here, there = {"x": ["a"] * 6, "y": list("ababab")}, {"x": [None] * 6, "y": list("ababab")}
    encoding = combine(["x"], "y", [described(here, "y"), described(there, "y")], ("classes",))
    assert encoding.encode(table(there, "y")).tolist() == [[0, 1]] * 6


@pytest.mark.parametrize(
    ("labels", "kinds", "kind", "classes"),
    [
        (["b", "a"] * 5, ("classes",), "classes", ("a", "b")),
        ([10, 9, 2] * 5, ("classes",), "classes", ("2", "9", "10")),
        ([True, False] * 5, ("classes",), "classes", ("false", "true")),
        ([1.0, 0.0] * 5, ("classes", "number"), "classes", ("0", "1")),
        (list(range(30)), ("classes", "number"), "number", ()),
        (list(range(8)), ("classes", "number"), "number", ()),
        ([1.5, 2.5] * 5, ("classes", "number"), "number", ()),
        ([1, 0] * 5, ("number",), "number", ()),
    ],
)
def test_what_a_label_is(labels, kinds, kind, classes):
    encoding = label_encoding(labels, kinds)
    assert (encoding.kind, encoding.classes) == (kind, classes)


@pytest.mark.parametrize(
    ("labels", "kinds", "agreed", "classes"),
    [
        (list("ababab"), ("classes",), ("b", "c", "a"), ("b", "c", "a")),  # nobody has rows of c
        ([1, 0] * 5, ("classes",), ("1", "0"), ("1", "0")),
        ([1, 0] * 5, ("classes", "number"), ("1.0", "0.0", "2.0"), ("1", "0", "2")),
        (list(range(6)), ("number",), ("1", "0"), ()),  # an amount has no classes
    ],
)
def test_agreed_classes_keep_the_order_of_their_codes(labels, kinds, agreed, classes):
    said = label_told(labels, kinds)
    label = combine(["x"], "y", [said], kinds, agreed).label
    assert label.classes == classes
    if classes:
        refuse_strangers(label, {"1001": said})
        codes = label.encode(table({"x": [0.0] * len(labels), "y": labels}, "y").label).argmax(axis=1)
        assert [classes[code] for code in codes] == [str(value) for value in labels]


def test_a_class_of_a_single_row_counts_once_it_is_agreed():
    rows = {"x": [1.0, 2, 3, 4, 5], "y": list("aabbc")}
    label = combine(["x"], "y", [described(rows, "y")], ("classes",), ("c", "b", "a")).label
    assert label.encode(table(rows, "y").label).argmax(axis=1).tolist() == [2, 2, 1, 1, 0]


def test_agreed_names_of_a_label_that_holds_whole_numbers_here():
    with pytest.raises(RunError) as caught:
        combine(["x"], "y", [label_told([1, 0] * 5, ("classes",))], ("classes",), ("0", "1", "unclear"))
    assert (caught.value.code, caught.value.params) == ("data.type-mismatch", {"column": "y"})


@pytest.mark.parametrize(
    ("labels", "kinds", "code"),
    [
        (["a"] * 6, ("classes",), "data.label-one-class"),
        ([1] * 6, ("classes", "number"), "data.label-one-class"),
        (["a", "a", "b", "c", "d"], ("classes",), "data.label-one-class"),
        ([1.5, 2.5, 3.5] * 2, ("classes",), "data.label-too-many-classes"),
        ([f"name {number}" for number in range(60)], ("classes",), "data.label-too-many-classes"),
        (["a", "b"] * 3, ("number",), "data.not-numeric"),
    ],
)
def test_labels_that_cannot_be_learnt(labels, kinds, code):
    with pytest.raises(RunError) as caught:
        label_encoding(labels, kinds)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("values", "code", "params"),
    [
        ([str(number) for number in range(150)] + ["n/a"] * 3, "data.not-numeric", {"column": "x", "rows": 3}),
        (
            [f"id {number}" for number in range(153)],
            "data.too-many-categories",
            {"column": "x", "categories": 153, "most": 100},
        ),
    ],
)
def test_columns_that_are_no_categories(values, code, params):
    with pytest.raises(PartyError) as caught:
        described({"x": values, "y": ["a", "b", "c"] * 51}, "y")
    assert (caught.value.code, caught.value.params) == (code, params)

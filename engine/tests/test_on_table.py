"""What all parties determine together before training: categories, moments and one encoding."""

import numpy as np
import pyarrow as pa
import pytest
from fakes import patients

from engine.data.moments import coarse_bits, count_ranges, moment_terms, moments_of, powers_of, range_terms, sum_moments
from engine.data.party import Party
from engine.data.table import table_of
from engine.errors import PartyError
from engine.pooled import agreed
from engine.privacy.neighbours import without_few
from engine.privacy.terms import MAX_ROWS, Total, encode
from engine.protocols.loop import run_here
from engine.protocols.on_rows import Prepared
from engine.protocols.on_table import OnTable

NAMES = ["age", "dose", "ward"]


def table(columns: dict, label: str | None = "outcome"):
    return table_of(pa.table(columns), [name for name in columns if name != label], label)


class Stop:
    """An inner protocol without stages."""

    has_validation_split = True
    predicts = False
    bins = 0

    def first(self, state, prepared):
        return state

    def next_stage(self, state, prepared):
        return None


def prepared(parts: list[dict], label: str = "outcome", kinds: tuple[str, ...] = ("classes",)) -> Prepared:
    tables = [table(part, label) for part in parts]
    protocol = OnTable(agreed(tables, kinds), kinds, Stop())
    parties = [protocol.party(rows) for rows in tables]
    state = run_here(protocol, parties, protocol.begin(len(parts), "seed"))
    return protocol.prepared(state)


def moments(parts: list[np.ndarray], rows: int = 0):
    """Returns the moments over all parties, computed from the terms as they are sent. `rows` may claim more rows than
    there are."""
    columns, rows = parts[0].shape[1], rows or sum(len(part) for part in parts)
    coarse = coarse_bits(rows, len(parts))

    def total(terms, values):
        return Total.of(terms, [encode(terms, value, len(parts)) for value in values], len(parts))

    powers = powers_of(total(range_terms(columns), [count_ranges(part) for part in parts]))
    sums = [sum_moments(part, powers, coarse) for part in parts]
    return moments_of(total(moment_terms(columns, rows, coarse), sums), powers, coarse)


@pytest.mark.parametrize("scale", [1e-70, 1e-9, 1.0, 1e9, 1e70])
def test_moments_equal_pooled_at_any_scale_and_far_from_zero(scale):
    rng = np.random.default_rng(1)
    parts = [scale * (1e6 + rng.normal(0, 1e-1, (rows, 2))) for rows in (3, 40, 700)]
    parts[1][::3, 0] = np.nan
    actual, pooled = moments(parts), np.vstack(parts)

    np.testing.assert_allclose(actual.mean, np.nanmean(pooled / scale, axis=0) * scale, rtol=1e-14)
    np.testing.assert_allclose(actual.deviation / scale, np.nanstd(pooled / scale, axis=0), rtol=1e-6)
    assert actual.count.tolist() == [743 - 14, 743]


def test_moments_of_too_many_rows_for_exact_squares_are_slightly_coarser_and_never_overflow():
    rng = np.random.default_rng(3)
    parts = [rng.normal(1e3, 2, (rows, 2)) for rows in (200, 300)]
    exact, many, most = (moments(parts, rows) for rows in (0, 10**9, MAX_ROWS))
    assert coarse_bits(500, 2) == coarse_bits(2**23, 2) == 51 > coarse_bits(10**9, 2) > coarse_bits(MAX_ROWS, 2)
    np.testing.assert_allclose(many.deviation, exact.deviation, rtol=1e-6)
    np.testing.assert_allclose(most.deviation, exact.deviation, rtol=1e-4)
    assert exact.mean.tolist() == many.mean.tolist() == most.mean.tolist()


def test_moments_do_not_depend_on_how_rows_are_divided_among_parties():
    values = np.random.default_rng(2).lognormal(0, 5, (3000, 3))
    one, other = moments(np.split(values, [10, 900])), moments(np.split(values[::-1], [1500]))
    assert one.mean.tolist() == other.mean.tolist() and one.deviation.tolist() == other.deviation.tolist()


@pytest.mark.parametrize("value", [36.6, -0.1, 1e9 + 0.1, 20240115.0, 0.0])
def test_a_constant_column_has_no_deviation_even_if_binary_fractions_cannot_represent_it(value):
    """A mean that is wrong in the last digit would give a factor of 1e13 in the exported model."""
    actual = moments([np.array([[np.nan], *[[value]] * rows]) for rows in (3, 7, 40, 999)])
    assert (actual.mean[0], actual.deviation[0], actual.count[0]) == (value, 0, 1049)

    parts = [{"x": [value] * rows, "y": [value] * rows} for rows in (17, 20, 41)]
    ready = prepared(parts, "y", ("number",))
    assert (ready.encoding.columns[0].mean, ready.encoding.columns[0].factor) == (value, 0)
    assert (ready.target.mean, ready.target.deviation) == (value, 1)


def test_encoding_comes_from_all_parties_nearly_as_if_pooled():
    """This protocol reports its sums as a result. For privacy, one to four missing values of a party therefore count as
    zero or five."""
    parts = [patients(rows, seed) for rows, seed in ((42, 1), (30, 2), (60, 3))]
    ready = prepared(parts)
    training = [Party.of(table(part)).training for part in parts]

    for position in range(2):
        pooled = np.concatenate([rows.columns[position].values for rows in training])
        assert ready.encoding.columns[position].mean == pytest.approx(np.nanmean(pooled), abs=0.03 * np.nanstd(pooled))
        assert ready.encoding.columns[position].deviation == pytest.approx(np.nanstd(pooled), rel=0.03)
    assert ready.encoding.columns[2].categories == ("annex-1", "annex-2", "annex-3", "north", "south")
    assert ready.target.classes == ("sick", "well")
    assert (ready.training, ready.validation) == (
        sum(len(rows) for rows in training),
        132 - sum(len(rows) for rows in training),
    )


def test_a_category_has_the_same_code_at_every_party():
    first = {"ward": ["north"] * 8 + ["south"] * 8, "outcome": ["sick", "well"] * 8}
    second = {"ward": ["south"] * 8 + ["annex"] * 8, "outcome": ["sick", "well"] * 8}
    encoding = prepared([first, second]).encoding

    assert encoding.encode(table(first))[-1].tolist() == encoding.encode(table(second))[0].tolist() == [0, 0, 1, 0]
    strange = table({"ward": ["moon", None, "annex", "north", ""], "outcome": ["sick"] * 5})
    assert encoding.encode(strange).argmax(axis=1).tolist() == [3, 3, 0, 1, 3]


def test_missing_numbers_become_the_mean_over_all_parties():
    label = list("abababaabb" * 2)
    near, far = {"x": [0.0] * 19 + [None], "y": label}, {"x": [10.0] * 19 + [None], "y": label}
    encoding = prepared([near, far], "y").encoding

    middle, deviation = encoding.columns[0].mean, encoding.columns[0].deviation
    assert 4 < middle < 6
    assert encoding.encode(table(near, "y"))[:, 0].tolist() == [-middle / deviation] * 19 + [0]


def test_the_value_of_a_single_row_never_leaves_the_party():
    few = {"x": [7.5, *[None] * 9], "ward": list("aabbccddee"), "outcome": list("ababababab")}
    party = Party.of(table(few))
    assert np.isnan(without_few(party.numbers)).all() and np.isnan(party.reported_numbers.counted).all()


def test_a_category_that_is_rare_at_every_party_counts_as_other():
    rows = {"ward": list("aaaaabbbb"), "outcome": list("ababababa")}
    encoding = prepared([rows]).encoding
    assert encoding.columns[0].categories == ("a",)
    assert encoding.encode(table(rows)).argmax(axis=1).tolist() == [0] * 5 + [1] * 4


@pytest.mark.parametrize("there", [["1"] * 10, [True] * 10], ids=["text", "yes or no"])
def test_the_error_for_a_column_of_another_type_than_the_plan_names_the_column(there):
    labels = list("ababababab")
    protocol = OnTable(agreed([table({"x": [1.0] * 10, "y": labels}, "y")], ("classes",)), ("classes",), Stop())
    with pytest.raises(PartyError) as caught:
        protocol.party(table({"x": there, "y": labels}, "y"))
    assert (caught.value.code, caught.value.params) == ("data.type-mismatch", {"column": "x"})


def test_an_empty_column_matches_any_type_in_the_plan():
    here, there = {"x": ["a"] * 10, "y": list("ababababab")}, {"x": [None] * 10, "y": list("ababababab")}
    encoding = prepared([here, there], "y").encoding
    assert encoding.encode(table(there, "y")).tolist() == [[0, 1]] * 10


@pytest.mark.parametrize("kinds", [(), ("number",)])
def test_refuses_a_plan_with_a_label_that_the_algorithm_does_not_predict(kinds):
    plan = agreed([table({"x": [1.0] * 10, "y": list("ababababab")}, "y")], ("classes",))
    with pytest.raises(ValueError, match="does not predict this kind of label"):
        OnTable(plan, kinds, Stop())

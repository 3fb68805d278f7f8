import numpy as np
import pytest

from engine.privacy.terms import OutOfBounds, Term, Total, encode


def added(term: Term, parts: list) -> Total:
    terms = {"x": term}
    answers = [encode(terms, {"x": np.asarray(part)}, len(parts)) for part in parts]
    return Total.of(terms, answers, len(parts))


def test_a_total_is_exact_and_does_not_depend_on_the_order_of_the_parties():
    rng = np.random.default_rng(0)
    parts, term = rng.uniform(-7, 7, (5, 3, 4)), Term((3, 4), 7.0)
    total, turned = added(term, list(parts)), added(term, list(parts[::-1]))

    np.testing.assert_allclose(total["x"], parts.sum(axis=0), atol=1e-16 * 100)
    np.testing.assert_array_equal(total.integers["x"], turned.integers["x"])


@pytest.mark.parametrize("parties", [1, 2, 3, 50])
def test_the_sum_of_the_largest_values_of_all_parties_does_not_overflow(parties):
    for term in (Term((), 1e12), Term((), 1e-12), Term((), 2.0**40, whole=True)):
        total = added(term, [term.bound] * parties)
        assert total["x"] == pytest.approx(parties * term.bound)


@pytest.mark.parametrize("value", [1.01, -1.01, np.nan, np.inf, 1e300])
def test_refuses_a_value_out_of_bounds_so_that_values_never_overflow(value):
    with pytest.raises(OutOfBounds) as caught:
        encode({"x": Term((2,), 1.0)}, {"x": np.array([0.0, value])}, 3)
    assert caught.value.name == "x"


@pytest.mark.parametrize(
    ("term", "value"),
    [
        (Term((), 9, whole=True), 0.5),
        (Term((), 9, whole=True), -1.0),
        (Term((2,), 9), 1.0),
        (Term((1,), 9, whole=True, wide=True), np.array([10], dtype=object)),
        (Term((1,), 9, whole=True, wide=True), np.array([1.5], dtype=object)),
    ],
)
def test_refuses_a_value_that_contradicts_the_declaration_of_its_term(term, value):
    with pytest.raises(OutOfBounds):
        encode({"x": term}, {"x": value}, 2)


@pytest.mark.parametrize("values", [{}, {"x": 0.0, "y": 0.0}])
def test_an_answer_must_contain_exactly_the_requested_terms(values):
    with pytest.raises(OutOfBounds):
        encode({"x": Term()}, values, 1)


@pytest.mark.parametrize("term", [Term((), 2.0**61, whole=True), Term((), 2.0**125, whole=True, wide=True)])
def test_refuses_whole_numbers_whose_total_would_overflow(term):
    with pytest.raises(OutOfBounds) as caught:
        encode({"x": term}, {"x": np.array(1, dtype=object)}, 4)
    assert "does not fit" in str(caught.value.__cause__)
    assert encode({"x": term}, {"x": np.array(1, dtype=object)}, 2)


def test_128_bit_numbers_are_exact_even_below_zero():
    numbers = [[3**70, -(2**100)], [-(3**70) - 5, 2**100 - 1], [-7, -7]]
    parts = [np.array(part, dtype=object) for part in numbers]
    total = added(Term((2,), 2.0**120, whole=True, wide=True), parts)
    assert total["x"].tolist() == [-12, -8]


def test_recognises_numbers_that_no_honest_party_sends():
    count, number = Term((), 40, whole=True), Term((), 1.0)
    assert count.fits(np.array(40), 3) and not count.fits(np.array(42), 3) and not count.fits(np.array(-1), 3)
    assert number.fits(number.encode(np.array(-1.0), 3), 3)
    assert not number.fits(np.array(2**62), 3)
    assert not number.fits(np.array([0]), 3) and not number.fits(np.array(0.0), 3)

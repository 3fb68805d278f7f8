"""Forged facts in the first two stages, with which a malicious platform could read a single row instead of a sum."""

import numpy as np
import pytest
from fakes import SEED, plan_of

from engine.algorithm import load_algorithm
from engine.data.moments import COARSE_BITS, sum_moments
from engine.privacy.terms import OutOfBounds

VALUES = np.array([[3.25], *([float(value)] for value in range(1000, 1060))])


@pytest.mark.parametrize("power", [-1024, -1, 2, 10])
def test_a_party_refuses_a_unit_that_is_too_small_for_its_values(power: int):
    """Without this check, all values beyond 63 bits became the same number, so their sum revealed the only row with a
    smaller value."""
    with pytest.raises(OutOfBounds):
        sum_moments(VALUES, [power], COARSE_BITS)


@pytest.mark.parametrize("power", [11, 16, 1024])
def test_a_party_accepts_a_larger_unit_that_another_partys_values_may_need(power: int):
    assert sum_moments(VALUES, [power], COARSE_BITS)["count"].tolist() == [61]


def test_a_party_accepts_any_unit_for_a_column_of_zeros():
    assert sum_moments(np.zeros((5, 1)), [-256], COARSE_BITS)["sum"].tolist() == [0]


@pytest.mark.parametrize("part", ["training", "validation"])
@pytest.mark.parametrize("rows", [-1, 2**60, 1e308, float("nan"), True, None, "40"])
def test_refuses_impossible_numbers_of_rows(part: str, rows: object):
    algorithm = load_algorithm("describe")
    protocol = algorithm.protocol(plan_of(algorithm, [{"age": np.arange(60.0)}], None, rounds=1) | {"parties": []})
    state = protocol.begin(2, SEED).with_facts(at="moments", training=60, validation=0, powers=[8])
    protocol.check(state)
    with pytest.raises(ValueError, match="the numbers of rows are impossible"):
        protocol.check(state.with_facts(**{part: rows}))

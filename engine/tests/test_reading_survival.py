"""Attacks on honest runs of stratified Cox regression: the platform reconstructs rows from the parties' answers.

For each interval between two common times, the baseline sums reveal the total hazard of a party's rows. If an interval
has one row, or two with the event, that is a single row's x beta to 15 digits. Values that are written with few
digits, such as an age in years and a dose to a tenth, follow from it.
"""

import itertools

import numpy as np
import pytest
from reading import Exchange, Guarded, Table, guarded, honest_run, patients

from engine.data.common_times import places_of
from engine.learners.linear import Linear
from engine.protocols.cox import BITS
from engine.protocols.newton import unpack

STEPS = {"age": 1.0, "dose": 0.1}  # number of decimal places of the columns' values
OLDEST = 120
EQUAL = [(20, 20, 20), (50, 50, 50), (100, 100, 100), (300, 300, 300)]
UNEQUAL = (20, 50, 300)
MAX_READ = 2


def followed(rows: int, seed: int) -> Table:
    rng = np.random.default_rng(seed)
    age, dose = np.round(rng.normal(60, 10, rows)), np.round(rng.normal(50, 9, rows), 1)
    hazard = np.exp(0.04 * (age - 60) - 0.03 * (dose - 50))
    days = np.ceil(rng.exponential(300 / hazard))
    return {"age": age, "dose": dose, "days": days, "event": np.where(rng.random(rows) < 0.6, "dead", "alive").tolist()}


def run_of(sizes: tuple[int, ...]) -> tuple[list[Guarded], Exchange]:
    """Runs an honest Cox regression. Returns the parties and the last message."""
    tables = [followed(rows, 7 * rows + place) for place, rows in enumerate(sizes)]
    parties = guarded("cox", tables, 20, "event", "days", compare_alone=False)
    _, exchanges = honest_run(parties)
    return parties, exchanges[-1]


def count_read(parties: list[Guarded], last: Exchange, who: tuple[int, ...]) -> int:
    """Returns how many rows of these parties the sum of their terms reveals.

    The attacker knows which rows are in which interval, because the counts for the common times reveal it.
    """
    prepared = parties[0].protocol.prepared(last.state)
    linear, times = Linear.of(prepared.encoding, prepared.target), last.state.arrays["times"]
    rows = [parties[place].party.encoded(prepared.encoding, prepared.target)[0] for place in who]
    own, events = (np.concatenate(ends) for ends in zip(*(linear.ends(one) for one in rows), strict=True))
    inputs, places = np.concatenate([one.inputs for one in rows]), places_of(times, own)
    sums = last.of(who)
    leaving = np.ldexp(sums["baseline.leaving"].astype(float), -BITS)
    absent, late, _ = np.ldexp(sums["baseline.missed"].astype(float), -BITS)
    weights = leaving + absent - np.append(absent[1:], 0)  # rows by interval, including those that left early in it
    read = 0
    for place in np.unique(places):
        here = np.flatnonzero(places == place)
        if len(here) == 1:
            guesses = [(weights[place], here[0])]
        elif len(here) == 2 and events[here].all() and late[place] > 0:
            first, second = here[np.argsort(own[here])]
            guesses = [(late[place], first), (weights[place] - late[place], second)]
        else:
            continue
        fit = last.state.arrays["coefficients"]
        read += sum(
            weight > 0 and np.abs(row_of(np.log(weight), linear, prepared, fit) - inputs[row]).max() < 1e-6
            for weight, row in guesses
        )
    return read


def row_of(score: float, linear: Linear, prepared, fit: np.ndarray) -> np.ndarray:
    """Returns the encoded row [age, dose] that has this x beta, with age in whole years and dose to a tenth."""
    age, dose = prepared.encoding.columns
    ages = (np.arange(OLDEST + 1) * STEPS["age"] - age.mean) / age.deviation
    doses = (score - fit[0] - fit[1] * ages) / fit[2] * dose.deviation + dose.mean
    tenths = doses / STEPS["dose"]
    best = int(np.argmin(np.where((tenths > 0) & (tenths < 2000), np.abs(tenths - np.round(tenths)), np.inf)))
    return np.array([ages[best], (np.round(tenths[best]) * STEPS["dose"] - dose.mean) / dose.deviation])


@pytest.mark.parametrize("sizes", [*EQUAL, UNEQUAL])
@pytest.mark.claim("run-cox.honest-run-baseline")
def test_the_total_baseline_of_three_parties_reveals_no_row(sizes):
    parties, last = run_of(sizes)
    assert count_read(parties, last, (0, 1, 2)) <= MAX_READ


@pytest.mark.parametrize("who", [(0,), (1,), (0, 1)])
@pytest.mark.claim("run-cox.baseline-small-party")
def test_baseline_sums_of_small_parties_reveal_no_row_even_beside_a_large_party(who):
    parties, last = run_of(UNEQUAL)
    assert count_read(parties, last, who) <= MAX_READ


@pytest.mark.claim("run-cox.baseline-small-party")
def test_baseline_sums_without_means_of_neighbours_would_reveal_rows(monkeypatch):
    monkeypatch.setattr("engine.protocols.cox._of_neighbours", lambda own, weights: weights)
    parties, last = run_of(UNEQUAL)
    assert [count_read(parties, last, (place,)) > MAX_READ for place in (0, 1)] == [True, True]


PRODUCTS = {"columns": ("squares",), "curvature": ("hessian",), "score": ("check.once", "check.twice")}
SAME_WAY = 0.999  # Minimum cosine between a guess and a row. The cosine is used because their lengths may differ.


def with_events(rows: int, seed: int) -> Table:
    rng, table = np.random.default_rng(seed), patients(rows, seed)
    days = np.ceil(rng.exponential(300 * np.exp(-0.05 * (table["x0"] - 50))))
    return table | {"days": days, "event": np.where(rng.random(rows) < 0.6, "dead", "alive").tolist()}


def ways_met(sums: list[np.ndarray], rows: np.ndarray) -> int:
    """Returns how many of the centred rows [rows, columns] have the same direction as a guess.

    Guesses are computed from sums of products, or from differences of such sums, as if the weights of rows differed
    between two of them.
    """
    products = [*sums, *(one - other for one, other in itertools.combinations(sums, 2))]
    results = []
    for one, other in itertools.permutations(products, 2):
        eigenvalues, axes = np.linalg.eigh(other)
        some = eigenvalues > 1e-10 * np.abs(eigenvalues).max()
        root, back = axes[:, some] * np.sqrt(eigenvalues[some]), axes[:, some] / np.sqrt(eigenvalues[some])
        results.append(root @ np.linalg.eigh(back.T @ one @ back)[1])
    guesses = np.hstack(results).T
    guesses /= np.linalg.norm(guesses, axis=1, keepdims=True)
    ways = rows - rows.mean(axis=0)
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    return int((np.abs(ways @ guesses.T).max(axis=1) > SAME_WAY).sum())


@pytest.mark.parametrize("rows", [20, 50, 100, 300])
@pytest.mark.claim("run-cox.fit-and-check-products")
def test_an_honest_fit_and_its_check_reveal_no_row_by_products_of_columns(rows):
    tables = [with_events(rows, 7 * rows + place) for place in range(3)]
    parties = guarded("cox", tables, 40, "event", "days", compare_alone=False)
    _, exchanges = honest_run(parties)
    prepared = parties[0].protocol.prepared(exchanges[-1].state)
    for who in [(0,), (0, 1), (0, 1, 2)]:
        products = [unpack(message.of(who)[name].ravel(), 7 if name in ("squares", "hessian") else 6)[-6:, -6:]
                for message in exchanges for name in PRODUCTS.get(message.stage.name, ())]  # fmt: skip
        own = [parties[one].party.encoded(prepared.encoding, prepared.target)[0].inputs for one in who]
        assert len(products) == 4 and ways_met(products, np.vstack(own)) <= MAX_READ


@pytest.mark.claim("run-cox.fit-and-check-products")
def test_sums_that_give_few_rows_different_weights_would_reveal_rows():
    rows = np.random.default_rng(1).normal(size=(6, 6))
    rows -= rows.mean(axis=0)
    rows[5] = rows[:5].sum(axis=0) + 1
    sums = [rows.T @ (rows * weights[:, None]) for weights in np.random.default_rng(2).uniform(1, 2, (2, 6))]
    met = ways_met(sums, np.vstack([rows, -rows]))
    assert met >= 6

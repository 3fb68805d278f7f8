"""Attacks on regressions: how many rows an attacker reconstructs from the parties' answers in an honest run."""

from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pytest
from reading import NEAR, Exchange, Guarded, count_met, guarded, honest_run, hospitals, patients
from scipy import linalg, optimize

from engine.data.party import Party
from engine.protocols import newton
from engine.protocols.newton import Newton, unpack

READERS = [(0,), (1,), (0, 1), (0, 1, 2)]
SIZES = [20, 50, 100, 300]
ALGORITHMS = {"logistic-regression": "class", "poisson-regression": "count"}
SUMS = {"columns": "squares", "curvature": "hessian"}  # terms that are sums of products of columns, by stage
MAX_READ = 2


def with_label(table: dict, kind: str, seed: int) -> dict:
    rng, inputs = np.random.default_rng(seed), np.column_stack(list(table.values()))
    along = ((inputs - inputs.mean(axis=0)) / inputs.std(axis=0)) @ rng.normal(size=inputs.shape[1])
    if kind == "count":
        return table | {"y": rng.poisson(np.exp(0.5 + 0.2 * along)).astype(np.int64)}
    return table | {"y": np.where(rng.random(len(along)) < 1 / (1 + np.exp(-along)), "yes", "no").tolist()}


def three(rows: int, kind: str = "class") -> list[dict]:
    """Returns the five columns of each of three parties."""
    tables = [dict(list(patients(rows, 7 * rows + place).items())[:5]) for place in range(3)]
    return [with_label(table, kind, 31 * rows + place) for place, table in enumerate(tables)]


def designs(parties, state, who: tuple[int, ...]) -> np.ndarray:
    """Returns the design matrix of these parties' rows as the fit uses it, with the intercept first."""
    protocol = parties[0].protocol
    prepared = protocol.prepared(state)
    linear = protocol.inner._linear(prepared)
    encoding, target = protocol.inner.encoding(prepared), prepared.target
    rows = [parties[one].party.encoded_part("training", encoding, target) for one in who]
    return np.vstack([linear.design(one.inputs) for one in rows])


def matrices(exchanges: list[Exchange], who: tuple[int, ...], width: int) -> list[np.ndarray]:
    """Returns all sums of products of columns that these parties reported, with any weights of the rows."""
    results = []
    for message in exchanges:
        if name := SUMS.get(message.stage.name):
            values = message.of(who)[name]
            size = round((np.sqrt(8 * values.size + 1) - 1) / 2)
            results.append(unpack(values, size)[:width, :width])
    return results


def pencil(one: np.ndarray, other: np.ndarray) -> list[np.ndarray]:
    """Returns guesses of rows [width], scaled so that their first column is 1. They are computed from two sums that
    weight rows differently."""
    eigenvalues, axes = np.linalg.eigh(one + other)
    some = eigenvalues > 1e-10 * eigenvalues.max()
    whiten = axes[:, some] / np.sqrt(eigenvalues[some])
    turned = linalg.eigh(whiten.T @ one @ whiten)[1]
    result = ((axes[:, some] * np.sqrt(eigenvalues[some])) @ turned).T
    return [row / row[0] for row in result if abs(row[0]) > 1e-9]


def read(parties, state, exchanges: list[Exchange], who: tuple[int, ...]) -> int:
    rows = designs(parties, state, who)
    products = matrices(exchanges, who, rows.shape[1])
    pairs = [(one, other) for place, one in enumerate(products) for other in products[place + 1 :]]
    return count_met([guess for pair in pairs for guess in pencil(*pair)], rows)


@pytest.mark.parametrize("algorithm_id", ALGORITHMS)
@pytest.mark.parametrize("rows", SIZES)
@pytest.mark.claim("run-regression.honest-run")
def test_an_honest_fit_with_three_rows_per_coefficient_reveals_no_row(algorithm_id, rows):
    parties = guarded(algorithm_id, three(rows, ALGORITHMS[algorithm_id]), 40, label="y")
    state, exchanges = honest_run(parties, "score")
    stages = [message.stage.name for message in exchanges]
    assert stages.count("columns") == stages.count("curvature") == 1 and len(stages) <= 39
    assert [read(parties, state, exchanges, who) for who in READERS] == [0, 0, 0, 0]
    named = {name for message in exchanges[3:] for name in message.stage.terms if not name.startswith("score.")}
    sums = {"squares", "cells", "averaged", "changed", "loss", "gradient", "withheld", "hessian", "pearson"}
    assert named <= sums


def separated(seed: int) -> list[dict]:
    """Returns three parties of 20 rows each. Five columns predict the labels almost without errors."""
    slopes, tables = np.random.default_rng(seed + 99).normal(size=5), []
    for place in range(3):
        table = dict(list(patients(20, 140 + 3 * seed + place).items())[:5])
        errors = 0.6 * np.random.default_rng(20 + 3 * seed + place).normal(size=20)
        table["y"] = np.where((np.column_stack(list(table.values())) - 50) @ slopes + errors > 0, "yes", "no").tolist()
        tables.append(table)
    return tables


@pytest.mark.parametrize("rounds", [8, 10, 12])
@pytest.mark.claim("run-regression.honest-run")
def test_a_fit_that_diverges_until_its_last_round_reveals_no_row(rounds, monkeypatch):
    """Where coefficients diverge, one row has nearly all of the weight in the curvature."""
    finish = Newton.finish_early
    for asks_curvature in (False, True):
        if asks_curvature:
            monkeypatch.setattr(Newton, "finish_early", lambda *of: finish(*of).with_facts(step="curvature"))
            monkeypatch.setattr(Newton, "check_transition", lambda *_: None)
        parties = guarded("logistic-regression", separated(0), rounds, label="y", compare_alone=False)
        state, exchanges = honest_run(parties, "score")
        assert state.facts["ridge"] == 0 and not state.facts["settled"]
        assert read(parties, state, exchanges, (0,)) == asks_curvature


@pytest.mark.parametrize("who", READERS)
@pytest.mark.claim("run-regression.honest-run")
def test_gradients_of_nearly_separated_rows_reveal_at_most_two_rows(who):
    """If all but a few of a party's rows are classified correctly, one row has nearly all of the gradient."""
    met = []
    for seed in range(10):
        parties = guarded("logistic-regression", separated(seed), 40, label="y", compare_alone=False)
        state, exchanges = honest_run(parties, "score")
        guesses = [gradient / gradient[0] for gradient in gradients_of(exchanges, who)]
        met.append(count_met(guesses, designs(parties, state, who)))
    assert max(met) <= MAX_READ


def gradients_of(exchanges: list[Exchange], who: tuple[int, ...]) -> list[np.ndarray]:
    """Returns the gradients that these parties reported, and the differences between consecutive gradients."""
    gradients = [message.of(who)["gradient"] for message in exchanges if "gradient" in message.stage.terms]
    changes = [later - earlier for earlier, later in pairwise(gradients)]
    return [gradient for gradient in [*gradients, *changes] if abs(gradient[0]) > 1e-9]


def wide(rows: int) -> list[dict]:
    """Returns three parties, of which the first has `rows` rows with the demo's 30 columns."""
    tables = [with_label(table, "class", 5 + place) for place, table in enumerate(hospitals())]
    tables[0] = {name: values[:rows] for name, values in tables[2].items()}
    return tables


@pytest.mark.parametrize("rows", [20, 25, 31, 60])
@pytest.mark.claim("run-regression.small-party")
def test_a_small_party_reveals_no_row_because_it_sums_means_of_groups(rows):
    parties = guarded("logistic-regression", wide(rows), 40, label="y", l2=0.01)
    state, exchanges = honest_run(parties, "score")
    assert [read(parties, state, exchanges, who) for who in READERS] == [0, 0, 0, 0]


@pytest.mark.claim("run-regression.small-party")
def test_sums_of_single_rows_would_reveal_most_rows_of_a_small_party(monkeypatch):
    monkeypatch.setattr(Newton, "_averages", lambda *_: False)
    parties = guarded("logistic-regression", wide(25), 40, label="y", l2=0.01)
    state, exchanges = honest_run(parties, "score")
    assert read(parties, state, exchanges, (0,)) > 20


def read_by_a_far_number(rows: int, who: tuple[int, ...]) -> int:
    """Returns how many rows with one extreme value an attacker reads. It uses the products of that value's column with
    the others, in which the other rows nearly vanish.

    One row of the first party has the extreme value. The attack uses robust deviations (from the median), so the
    extreme value does not inflate them.
    """
    tables = three(rows)
    tables[0]["x0"][0] = 1e5
    parties = guarded("logistic-regression", tables, 40, label="y", l2=0.01, compare_alone=False)
    state, exchanges = honest_run(parties, "score")
    own = designs(parties, state, who)
    products = matrices(exchanges, who, own.shape[1])[0]
    count, means = products[0, 0], products[0] / products[0, 0]
    about = products - count * np.outer(means, means)
    others = np.arange(own.shape[1]) > 1
    deviations = np.median(np.abs(own - np.median(own, axis=0)), axis=0)[others] / 0.67
    guess = means + about[1] / np.sqrt(about[1, 1]) * np.sqrt((count - 1) / count)
    return count_met([guess[others] / deviations], own[:, others] / deviations)


@pytest.mark.parametrize("who", [(0,), (0, 1), (0, 1, 2)])
@pytest.mark.parametrize("rows", [20, 100, 300])
@pytest.mark.claim("run-regression.outlier-value")
def test_an_extreme_value_does_not_reveal_its_row(rows, who, monkeypatch):
    """This test fails without the limit on the weight of an extreme value."""
    assert read_by_a_far_number(rows, who) == 0
    monkeypatch.setattr("engine.data.rare.near_others", lambda values: values)
    assert read_by_a_far_number(rows, who) == 1


def some(table: dict, places: np.ndarray) -> dict:
    return {name: np.asarray(values)[places] for name, values in table.items()}


def patients_known(rows: int) -> tuple[list[dict], dict]:
    """Returns three parties, and as many other rows of the same population for comparison."""
    whole = patients(6 * rows, rows)
    return [some(whole, np.arange(rows) + place * rows) for place in range(3)], some(
        whole, np.arange(3 * rows, 6 * rows)
    )


def tumours_known(rows: int) -> tuple[list[dict], dict]:
    """Returns parties, of which the first has `rows` rows of the demo's largest hospital, and the hospital's other rows
    for comparison. The 30 columns are nearly collinear."""
    clinic, county, university = hospitals()
    places = np.random.default_rng(0).permutation(len(university["worst area"]))
    return [some(university, places[:rows]), county, clinic], some(university, places[rows:])


@pytest.mark.parametrize("who", READERS)
@pytest.mark.parametrize(
    ("made", "rows", "label"), [*((patients_known, rows, "x5") for rows in SIZES), (tumours_known, 100, "worst area")]
)
@pytest.mark.claim("run-regression.linear-known-row")
def test_linear_regression_reveals_no_row_and_hardly_the_membership_of_a_known_row(made, rows, label, who):
    """The attacker uses the span of the sum of products, and the leverage of each row in that sum."""
    tables, others = made(rows)
    parties = guarded("linear-regression", tables, 40, label=label, compare_alone=False)
    state, exchanges = honest_run(parties, "score")
    own = designs(parties, state, who)
    rest = designs([Guarded(parties[0].algorithm, parties[0].plan, others, 3)], state, (0,))
    values, axes = np.linalg.eigh(matrices(exchanges, who, own.shape[1])[0])
    some_of = values > 1e-10 * values.max()
    span, eigenvalues = axes[:, some_of], values[some_of]
    apart, inside = [], []
    for known in (own, rest):
        along = known @ span
        lengths = (along**2 / eigenvalues).sum(axis=1)
        beside = np.linalg.norm(known - along @ span.T, axis=1) / np.linalg.norm(known, axis=1)
        apart.append(lengths)
        inside.append(np.mean((beside < 1e-6) & (lengths < 1 + 1e-6)))
    right = np.mean(apart[0][:, None] < apart[1]) + np.mean(apart[0][:, None] == apart[1]) / 2
    assert 0.25 < right < 0.75
    assert inside[1] > 0.5, "most other rows lie in the parties' span as well"
    columns = 2 * own.shape[1] // 3
    completed = [span @ np.linalg.lstsq(span[:columns], row[:columns], rcond=None)[0] for row in own]
    assert count_met(completed, own) <= MAX_READ


def additive(tables: list[dict]) -> list[int]:
    parties = guarded("additive-model", tables, 40, label="y", compare_alone=False)
    state, exchanges = honest_run(parties, "score")
    return [read(parties, state, exchanges, who) for who in READERS]


@pytest.mark.parametrize("rows", [0, *SIZES])
@pytest.mark.claim("run-regression.additive-model")
def test_an_additive_model_reveals_no_row(rows):
    """If `rows` is 0, the parties are the demo's hospitals; otherwise each has `rows` rows."""
    tables = three(rows) if rows else [with_label(table, "class", 5) for table in hospitals()]
    assert additive(tables) == [0, 0, 0, 0]


@pytest.mark.claim("run-regression.additive-model")
def test_an_additive_model_of_single_rows_would_reveal_most_rows(monkeypatch):
    monkeypatch.setattr(Party, "averaged", lambda self, *of: self.encoded_part("training", *of))
    assert additive(three(20))[0] > 10


def solved(parties, state, exchanges: list[Exchange], starts: int) -> int:
    """Returns how many rows of the first party an attacker reconstructs from its reports by least squares.

    The attacker knows the labels. The search starts from each column's values in random order.
    """
    rows, protocol = designs(parties, state, (0,)), parties[0].protocol
    prepared = protocol.prepared(state)
    labels = parties[0].party.encoded(prepared.encoding, prepared.target)[0].targets[:, 1]
    upper, messages = np.triu_indices(rows.shape[1]), []
    for message in exchanges:
        report, fit = message.of((0,)), message.state.arrays.get("coefficients")
        if fit is None:  # skip messages before the fit, which have no coefficients
            continue
        grain = float(message.state.facts.get("grain", 0)) or 1e-6
        if "squares" in report:
            messages.append(("squares", fit, report["squares"], 1e-6))
        if "gradient" in report:
            eigenvalues, axes = np.linalg.eigh(message.state.arrays["curvature"])
            messages.append((axes / np.sqrt(eigenvalues), fit, report["gradient"], grain))
        if "hessian" in report:
            messages.append(("hessian", fit, report["hessian"], 1e-6))

    def apart(flat: np.ndarray, softer: float) -> np.ndarray:
        guess, results = np.column_stack([np.ones(len(rows)), flat.reshape(len(rows), -1)]), []
        for what, fit, report, grain in messages:
            probabilities = 1 / (1 + np.exp(-np.clip(guess @ fit, -500, 500)))
            if isinstance(what, str):
                weights = np.ones(len(rows)) if what == "squares" else probabilities * (1 - probabilities)
                off = ((guess * weights[:, None]).T @ guess)[upper] - report
            else:
                off = (guess.T @ (labels - probabilities) - report) @ what
            results.append(off / max(grain, softer))
        return np.concatenate(results)

    rng, guesses = np.random.default_rng(1), []
    for _ in range(starts):
        flat = np.column_stack([rng.permutation(column) for column in rows[:, 1:].T]).ravel()
        for softer in (0.3, 1e-2, 1e-4, 0.0):
            flat = optimize.least_squares(apart, flat, args=(softer,), method="trf", max_nfev=25).x
        guesses += [np.append(1.0, row) for row in flat.reshape(len(rows), -1)]
    return count_met(guesses, rows)


@pytest.mark.claim("run-regression.least-squares-reconstruction")
def test_least_squares_do_not_reconstruct_a_row_of_a_small_party_from_rounded_gradients():
    parties = guarded("logistic-regression", three(20), 40, label="y")
    state, exchanges = honest_run(parties, "score")
    assert solved(parties, state, exchanges, 2) <= MAX_READ


def unguarded(self, encoding, target, _):
    return self.encoded_part("training", encoding, target), 0


def squares_of(exchanges: list[Exchange], who: tuple[int, ...]) -> np.ndarray:
    products = next(message.of(who)["squares"] for message in exchanges if message.stage.name == "columns")
    return unpack(products, round((np.sqrt(8 * products.size + 1) - 1) / 2))


def single_values(exchanges: list[Exchange], who: tuple[int, ...]) -> list[np.ndarray]:
    """Returns guesses of rows [width]. If only one row has a value of a two-valued feature, its guess is computed from
    the products of that feature with the other columns."""
    squares = squares_of(exchanges, who)
    count, results = squares[0, 0], []
    for place in range(1, len(squares)):
        total, square = squares[0, place], squares[place, place]
        step = np.sqrt(max(square - total**2 / count, 0.0) * count / (count - 1))
        for apart in (step, -step) if step > 1e-6 else ():
            results.append((squares[place] - (total - apart) / count * squares[0]) / apart)
    return results


@pytest.mark.parametrize("rows", [100, 300])
@pytest.mark.claim("run-regression.rare-category")
def test_a_category_or_flag_of_a_single_row_does_not_reveal_that_row(rows, monkeypatch):
    tables, met = three(rows), []
    for table in tables:
        table |= {"ward": ["east", "west", "north", "east"] * (rows // 4), "smoker": [0.0, 1.0] * (rows // 2)}
    tables[0] |= {"ward": ["north", *["east", "west"] * (rows // 2 - 1), "east"]}
    tables[0] |= {"smoker": [0.0, 1.0, *[0.0] * (rows - 2)]}
    for is_guarded in (True, False):
        if not is_guarded:
            monkeypatch.setattr(Party, "summed", unguarded)
        parties = guarded("logistic-regression", tables, 40, label="y", compare_alone=False)
        state, exchanges = honest_run(parties, "score")
        met.append(count_met(single_values(exchanges, (0,)), designs(parties, state, (0,))))
    assert met == [0, 2]


def row_of_outcome(exchanges: list[Exchange], who: tuple[int, ...]) -> np.ndarray:
    """Returns the attacker's guess of the row [width] of a class that only one row has.

    At the end of the fit, the gradient is this row minus the sum of all rows weighted by their probabilities p. The
    curvature contains the sum of all rows weighted by p (1 - p), which is nearly linear in p if no column predicts the
    class well.
    """
    (last,), squares = (
        [message for message in exchanges if message.stage.name == "curvature"],
        squares_of(exchanges, who),
    )
    report = last.of(who)
    weighed, gradient = unpack(report["hessian"], len(squares))[0], report["gradient"]
    probabilities, count = 1 - gradient[0], squares[0, 0]  # the sum over all rows of the probability of the class
    mean = probabilities / count
    along = 1 / (1 - 2 * mean)
    return gradient + along * weighed + (probabilities - along * weighed[0]) / count * squares[0]


@pytest.mark.parametrize("rows", [50, 100, 300])
@pytest.mark.claim("run-regression.rare-class")
def test_a_class_of_a_single_row_does_not_reveal_that_row(rows, monkeypatch):
    tables = [dict(list(patients(size, size + 1).items())[:3]) for size in (rows, 400, 500)]
    for place, table in enumerate(tables):  # no column predicts this class
        ill = np.random.default_rng(place).random(len(table["x0"])) < 0.1
        table["y"] = np.where(ill, "yes", "no").tolist()
    tables[0]["y"], met = ["no", "no", "yes", *["no"] * (rows - 3)], []
    for is_guarded in (True, False):
        if not is_guarded:
            monkeypatch.setattr(Party, "summed", unguarded)
        parties = guarded("logistic-regression", tables, 40, label="y", compare_alone=False)
        state, exchanges = honest_run(parties, "score")
        met.append(count_met([row_of_outcome(exchanges, (0,))], designs(parties, state, (0,))))
    assert met == [0, 1]


def of_one_side(rows: int, gradient: float) -> tuple[int, int]:
    """Returns how many of a party's rows a platform reads with threshold coefficients, and how often the party refuses
    to send a gradient.

    The coefficients separate rows at a threshold. The platform sends one threshold on either side of each row.
    """
    tables = three(rows)
    rng = np.random.default_rng(4)
    for table in tables:
        table["y"] = np.where(rng.random(rows) < 0.5, "yes", "no").tolist()
    parties = guarded("logistic-regression", tables, 40, label="y", compare_alone=False)
    state, _ = honest_run(parties, "train")
    own, met, withheld = designs(parties, state, (0,)), [], 0
    protocol, party, places = parties[0].protocol, parties[0].party, np.sort(own[:, 1])
    for low, row, high in zip([places[0] - 1, *places], places, [*places[1:], places[-1] + 1], strict=False):
        gradients = []
        for threshold in ((low + row) / 2, (row + high) / 2):
            fit = np.append([-gradient * threshold, gradient], np.zeros(own.shape[1] - 2))
            # With this forged curvature, the party hardly rounds gradients.
            arrays = {"coefficients": fit, "curvature": np.eye(len(fit)) * 1e-9}
            forged = replace(state, arrays=arrays).with_facts(round=1)
            answer = protocol.compute(forged, party, protocol.next_stage(forged))
            gradients.append(answer["gradient"])
            withheld += int(answer["withheld"])
        between = gradients[1] - gradients[0]
        met += [between / between[0]] if abs(between[0]) > 1e-9 else []
    return count_met(met, own), withheld


@pytest.mark.parametrize("rows", SIZES)
@pytest.mark.claim("run-regression.threshold-coefficients")
def test_a_party_sends_no_gradient_for_coefficients_that_separate_rows_at_a_threshold(rows, monkeypatch):
    assert of_one_side(rows, 900.0) == (0, 2 * rows)
    # These coefficients are less steep, so that the party sends gradients
    assert max(of_one_side(rows, gradient)[0] for gradient in (20.0, 14.0, 10.0)) <= MAX_READ
    monkeypatch.setattr(newton, "MAX_LOSS", np.inf)
    assert of_one_side(rows, 900.0)[0] >= rows / 4


@pytest.mark.parametrize(("counts", "changed"), [([0] * 97 + [1, 2, 1], 5), ([1, 2, 3, 4] * 24 + [0, 0, 0, 7], 0)])
def test_hides_a_count_of_few_rows_if_nearly_all_others_are_equal(counts, changed):
    tables = [table | {"y": np.array(counts)} for table in three(100)]
    parties = guarded("poisson-regression", tables, 40, label="y", compare_alone=False)
    _, exchanges = honest_run(parties, "train")
    report = next(message.of((0,)) for message in exchanges if message.stage.name == "columns")
    assert float(report["changed"]) == changed


def visits(rows: int, levels: int, kind: str, seed: int) -> dict:
    """Returns columns of two categories, and of two measurements in whole numbers."""
    rng = np.random.default_rng(seed)
    table = {
        "ward": rng.choice([f"w{level}" for level in range(levels)], rows).tolist(),
        "diagnosis": rng.choice([f"d{level}" for level in range(levels)], rows).tolist(),
        "age": np.clip(np.rint(rng.normal(60, 15, rows)), 18, 95),
        "systolic": np.clip(np.rint(rng.normal(135, 20, rows)), 85, 220),
    }
    along = 0.04 * (table["age"] - 60) + 0.02 * (table["systolic"] - 135)
    if kind == "count":
        return table | {"y": rng.poisson(np.exp(0.5 + 0.3 * along)).astype(np.int64)}
    return table | {"y": np.where(rng.random(rows) < 1 / (1 + np.exp(-along)), "yes", "no").tolist()}


WHOLE = {"age": np.arange(18, 96), "systolic": np.arange(85, 221)}


def indicators(features, column: str) -> list[np.ndarray]:
    """Returns, for each category of a column, the combination of features that is 1 in the category's rows and 0 in all
    others."""
    places = [place + 1 for place, one in enumerate(features) if one.column == column]
    first = np.eye(1 + len(features))[0]
    first[places] = -1
    return [first, *np.eye(1 + len(features))[places]]


def read_by_weights(rows: int, levels: int, algorithm_id: str, who: tuple[int, ...], left_out: str = "") -> int:
    """Returns how many rows an attacker reads from the curvature's entry for two categories that only a single row has.
    The entry is the weight of that row, which gives its linear predictor. The attacker then tries whole numbers for the
    measurements."""
    kind = ALGORITHMS[algorithm_id]
    tables = [visits(rows, levels, kind, place) for place in range(3)]
    for table in tables:
        table.pop(left_out, None)
    parties = guarded(algorithm_id, tables, 40, label="y", compare_alone=False)
    state, exchanges = honest_run(parties, "score")
    own = designs(parties, state, who)
    squares, curvature = matrices(exchanges, who, own.shape[1])
    fit = next(one.state for one in exchanges if one.stage.name == "curvature").arrays["coefficients"]
    features = parties[0].protocol.inner._linear(parties[0].protocol.prepared(state)).features
    places, values = zip(
        *(
            (place, (WHOLE[one.column] - one.mean) * one.factor)
            for place, one in enumerate(features, 1)
            if one.column in WHOLE
        ),
        strict=True,
    )
    measured = np.array(list(product(*values)))
    guesses = []
    for ward in indicators(features, "ward"):
        for diagnosis in indicators(features, "diagnosis"):
            if abs(ward @ squares @ diagnosis - 1) > 1e-6:
                continue
            weight = ward @ curvature @ diagnosis
            chance = (1 - np.sqrt(max(1 - 4 * weight, 1e-12))) / 2
            predictors = [np.log(weight)] if kind == "count" else np.log(chance / (1 - chance)) * np.array([1, -1])
            guess = np.maximum(ward, 0) + np.maximum(diagnosis, 0)
            guess[0] = 1
            sums = guess @ fit + measured @ fit[list(places)]
            off = np.min([np.abs(sums - predictor) for predictor in predictors], axis=0)
            guess[list(places)] = measured[off.argmin()]
            guesses.append(guess)
    return count_met(guesses, own)


@pytest.mark.parametrize("who", [(0,), (0, 1), (0, 1, 2)])
@pytest.mark.parametrize(
    ("algorithm_id", "rows", "levels"),
    [("logistic-regression", 60, 8), ("logistic-regression", 300, 10), ("poisson-regression", 300, 10)],
)
@pytest.mark.claim("run-regression.rare-combination")
@pytest.mark.parametrize("left_out", ["", "systolic"])
def test_the_curvature_does_not_reveal_a_row_that_alone_has_two_categories(algorithm_id, rows, levels, who, left_out):
    assert read_by_weights(rows, levels, algorithm_id, who, left_out) <= MAX_READ


@pytest.mark.claim("run-regression.rare-combination")
def test_a_curvature_with_exact_weights_would_reveal_most_rows_that_alone_have_two_categories(monkeypatch):
    monkeypatch.setattr("engine.data.party.steps_of", lambda _: None)
    assert read_by_weights(300, 10, "logistic-regression", (0,)) > 10


def nested(rows: int, seed: int) -> dict:
    """Returns three measurements, and categories with two levels, chapter and code, of which some are rare."""
    rng = np.random.default_rng(seed)
    chapters, codes = rng.integers(12, size=rows), rng.choice(3, rows, p=[0.56, 0.4, 0.04])
    values = rng.normal(size=(rows, 3)) @ (np.eye(3) + 0.3 * rng.normal(size=(3, 3)))
    return {
        "chapter": [f"C{chapter}" for chapter in chapters],
        "code": [f"C{chapter}.{code}" for chapter, code in zip(chapters, codes, strict=True)],
        **{f"x{column}": 50 + 10 * values[:, column] for column in range(3)},
        "y": 10 * values[:, 0] - 5 * values[:, 1] + rng.normal(size=rows),
    }


def read_by_rest_of_chapter(seed: int, who: tuple[int, ...]) -> int:
    """Returns how many rows an attacker reads with a combination of features: a chapter minus its common codes. The sum
    of products of columns with this combination is the only other row of the chapter."""
    tables = [nested(300, 50 * seed + place) for place in range(3)]
    parties = guarded("linear-regression", tables, 40, label="y", compare_alone=False)
    state, exchanges = honest_run(parties, "score")
    own, guesses = designs(parties, state, who), []
    (squares,) = matrices(exchanges, who, own.shape[1])
    features = parties[0].protocol.inner._linear(parties[0].protocol.prepared(state)).features
    for chapter in indicators(features, "chapter"):
        codes = [
            code
            for code in indicators(features, "code")
            if code @ squares @ code > 0.5 and abs(chapter @ squares @ code - code @ squares @ code) < 1e-6
        ]
        rest = chapter - np.sum(codes, axis=0)
        if abs(rest @ squares @ rest - 1) < 1e-6:
            guesses.append(rest @ squares)
    return count_met(guesses, own)


@pytest.mark.parametrize("who", [(0,), (0, 1), (0, 1, 2)])
@pytest.mark.claim("run-regression.rare-combination")
def test_a_combination_of_categories_that_one_row_has_does_not_reveal_the_row(who):
    assert max(read_by_rest_of_chapter(seed, who) for seed in range(3)) == 0


@pytest.mark.claim("run-regression.rare-combination")
def test_a_row_that_a_combination_of_categories_isolates_would_be_read_without_protection(monkeypatch):
    monkeypatch.setattr("engine.data.party.blend_isolated", lambda inputs: (inputs, np.zeros(len(inputs), dtype=bool)))
    assert max(read_by_rest_of_chapter(seed, (0,)) for seed in range(3)) > MAX_READ


def distance_of_far_label(rows: int, who: tuple[int, ...]) -> float:
    """Returns how far the attacker's guess is from the row with a label far from all others, in the column with the
    largest error. The guess is the first gradient, which is nearly this row times its label."""
    tables = [dict(list(patients(rows, 11 * rows + place).items())[:5]) for place in range(3)]
    for place, table in enumerate(tables):
        table["y"] = np.random.default_rng(place).normal(50, 10, rows)
    tables[0]["y"][3] = 1e5
    parties = guarded("linear-regression", tables, 40, label="y", compare_alone=False)
    state, exchanges = honest_run(parties, "score")
    first = next(message for message in exchanges if "gradient" in message.stage.terms).of(who)["gradient"]
    (squares,) = matrices(exchanges, who, len(first))
    gradient = first + squares[0] / np.sqrt(3 * rows)  # the row's label minus the mean label
    own = designs(parties, state, who)[:, 1:]
    return float((np.abs(gradient[1:] / gradient[0] - own[3]) / own.std(axis=0)).max())


@pytest.mark.parametrize("who", [(0,), (0, 1), (0, 1, 2)])
@pytest.mark.parametrize("rows", [20, 100, 300])
@pytest.mark.claim("run-regression.outlier-value")
def test_a_label_far_from_all_others_does_not_reveal_its_row(rows, who, monkeypatch):
    assert distance_of_far_label(rows, who) > 2 * NEAR
    monkeypatch.setattr(newton, "near_others", lambda values: values)
    assert distance_of_far_label(rows, who) < NEAR

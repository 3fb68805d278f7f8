"""Attacks on k-means: how many rows an attacker reads from an honest run, and how many a malicious platform reads with
crafted states."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from fakes import SEED
from reading import Exchange, Guarded, count_met, guarded, honest_run, hospitals, patients

from engine.protocols.clustering import FARTHEST
from engine.protocols.protocol import State

READERS = {"a party": (0,), "another": (1,), "the largest": (2,), "two": (0, 1), "all": (0, 1, 2)}
SIZES = [20, 50, 100, 300]


@pytest.fixture
def rowwise(monkeypatch):
    """Disables the protection for this test: each row becomes a group of its own."""
    monkeypatch.setattr("engine.data.party.groups_in", lambda points: [np.array([row]) for row in range(len(points))])
    monkeypatch.setattr("engine.data.party.without_few", lambda table, groups: table)


def rows_of(parties: list[Guarded], state: State, who: tuple[int, ...]) -> np.ndarray:
    encoding = parties[0].protocol.prepared(state).encoding
    return np.vstack([parties[one].party.encoded(encoding, None)[0].inputs for one in who])


def sums_in(exchanges: Exchange, who: tuple[int, ...]) -> Iterator[tuple[int, np.ndarray]]:
    """Yields the number of rows and their sum, for each cell of each start and for each pair of cells."""
    report = exchanges.of(who)
    counts, sums = np.atleast_2d(report["counts"]), report["sums"].reshape(-1, *report["sums"].shape[-2:])
    for cells, values in zip(counts, sums, strict=True):
        some = np.flatnonzero(cells > 0)
        parts = [(place,) for place in some] + (list(combinations(some, 2)) if len(cells) <= 4 else [])
        for part in parts:
            yield round(cells[list(part)].sum()), values[list(part)].sum(axis=0)


def guesses_of(messages: list[Exchange], who: tuple[int, ...], rows: int, total: np.ndarray) -> list[np.ndarray]:
    """Returns the attacker's guesses of rows: a cell of one row, the difference of two sums that differ by one row, and
    the rest if the sum of all rows but one is known."""
    known: dict[int, dict[bytes, np.ndarray]] = {}
    for message in messages:
        for count, values in sums_in(message, who):
            known.setdefault(count, {}).setdefault(np.round(values, 7).tobytes(), values)
    single = list(known.get(1, {}).values())
    left = [total - values for values in known.get(rows - 1, {}).values()]
    pairs = [
        more - fewer
        for count, sums in known.items()
        for fewer in sums.values()
        for more in known.get(count + 1, {}).values()
    ]
    return [guess for guess in (*single, *left, *pairs) if np.abs(guess).max() < 12]


def read_honestly(parties: list[Guarded], who: tuple[int, ...]) -> int:
    state, exchanges = honest_run(parties, "score")
    rows = rows_of(parties, state, who)
    messages = [message for message in exchanges if message.stage.name in ("gatherings", "move")]
    return count_met(guesses_of(messages, who, len(rows), rows.sum(axis=0)), rows)


def three(rows: int) -> list[dict]:
    return [patients(rows, 5 * rows + place) for place in range(3)]


@pytest.mark.parametrize("who", READERS.values(), ids=READERS)
@pytest.mark.claim("run-kmeans.honest-run")
def test_an_honest_run_of_the_demo_hospitals_reveals_no_row(who):
    assert read_honestly(guarded("k-means", hospitals(), 30), who) == 0


@pytest.mark.parametrize("rows", SIZES)
@pytest.mark.parametrize("who", [(0,), (0, 1), (0, 1, 2)], ids=["a party", "two", "all"])
@pytest.mark.claim("run-kmeans.honest-run")
def test_honest_runs_of_parties_of_different_sizes_reveal_no_row(rows, who):
    assert read_honestly(guarded("k-means", three(rows), 30), who) == 0


def test_an_honest_run_without_groups_would_reveal_rows(rowwise):
    parties = guarded("k-means", hospitals(), 30)
    assert read_honestly(parties, (0,)) >= 10
    assert read_honestly(guarded("k-means", three(50), 30), (0, 1, 2)) >= 10


def read_by_thresholds(parties: list[Guarded], victim: int, rounds: int) -> int:
    """Returns how many rows a platform reads with centres that divide the rows at thresholds along a direction.

    The sums on one side of two thresholds with one row between them differ by that row.
    """
    state, _ = honest_run(parties, "move")
    rows, rng = rows_of(parties, state, (victim,)), np.random.default_rng(1)
    starts, clusters, features = state.arrays["centres"].shape
    directions = [one / np.linalg.norm(one) for one in rng.normal(size=(max(1, rounds // 8), features))]
    result: list[dict[int, np.ndarray]] = [{0: np.zeros(features)} for _ in directions]
    for round_ in range(rounds):
        place = round_ % len(directions)
        cuts = np.sort(rng.uniform(-4, 4, (starts, clusters - 1)), axis=1)
        along = [cuts[:, 0] - 3]
        for cut in cuts.T:
            along.append(np.maximum(2 * cut - along[-1], along[-1] + 1e-6))
        centres = np.stack(along, axis=1)[:, :, None] * directions[place]
        state = replace(state, arrays={"centres": centres}).with_facts(round=round_)
        report = parties[victim].report(state)
        for counts, sums in zip(report["counts"].cumsum(axis=1), report["sums"].cumsum(axis=1), strict=True):
            for count, values in zip(counts, sums, strict=True):
                result[place].setdefault(round(count), values)
    guesses = [known[count + 1] - known[count] for known in result for count in known if count + 1 in known]
    return count_met(guesses, rows)


@pytest.mark.parametrize("victim", [0, 1, 2])
@pytest.mark.claim("run-kmeans.chosen-centres")
def test_a_platform_that_chooses_the_centres_reads_no_row(victim):
    assert read_by_thresholds(guarded("k-means", hospitals(), 100, max_iter=100), victim, 100) == 0


@pytest.mark.parametrize("rows", SIZES)
@pytest.mark.claim("run-kmeans.chosen-centres")
def test_a_platform_that_chooses_the_centres_reads_no_row_at_parties_of_any_size(rows):
    assert read_by_thresholds(guarded("k-means", three(rows), 50, max_iter=50), 0, 50) == 0


def test_without_groups_a_platform_that_chooses_the_centres_reads_rows(rowwise):
    assert read_by_thresholds(guarded("k-means", hospitals(), 100, max_iter=100), 1, 100) >= 10


def read_by_moving(parties: list[Guarded], victim: int) -> int:
    """Returns how many rows a platform reads by small moves of the centres.

    The change of the squared distances reveals how many rows are assigned to a centre and where their mean is,
    independently of the reported counts and sums. Some centres have only one row.
    """
    state, _ = honest_run(parties, "move")
    encoding = parties[0].protocol.prepared(state).encoding
    rows = (
        parties[victim].party.encoded(encoding, None)[1].inputs
    )  # Use the validation rows: the sum of squared distances is the only number that is reported about them.
    starts, clusters, features = state.arrays["centres"].shape
    rng, guesses, step, round_ = np.random.default_rng(2), [], 1e-3, 0

    def squared(first: np.ndarray) -> float:
        nonlocal state, round_
        centres = np.zeros((starts, clusters, features))
        centres[:, 0] = first
        state = replace(state, arrays={"centres": centres}).with_facts(round=round_, chosen=0)
        round_ += 1
        return float(parties[victim].report(state)["score.squared"])

    while round_ + features + 2 <= 100:
        aim = rng.normal(size=features)
        first = aim / np.linalg.norm(aim) * rng.uniform(2, 5)
        base = squared(first)
        gradients = np.array([(squared(first + step * axis) - base) / step - step for axis in np.eye(features)])
        # a guess of the row, which is right if only this row is assigned to the centre
        guesses.append(first - gradients / 2)
    return count_met(guesses, rows)


@pytest.mark.claim("run-kmeans.moved-centres-validation")
def test_a_platform_that_moves_centres_reads_no_validation_row_from_squared_distances():
    assert read_by_moving(guarded("k-means", three(50), 100, max_iter=100, clusters=2), 0) == 0


def test_squared_distances_without_groups_would_reveal_rows(rowwise):
    assert read_by_moving(guarded("k-means", three(50), 100, max_iter=100, clusters=2), 0) >= 1


def read_beside_empty_rows() -> int:
    """Returns how many rows an attacker reads from groups that contain four empty rows.

    Everyone knows the value that fills empty rows, so the sum of such a group would reveal the fifth row.
    """
    table = patients(60, 7)
    parties = guarded("k-means", [table, patients(80, 8)], 30)
    order = np.argsort(parties[0].party.training.columns[0].values)
    for column in parties[0].party.training.columns:
        column.values[order[:4]] = np.nan
    state, _ = honest_run(parties, "move")
    groups = parties[0].party.groups("training", parties[0].protocol.prepared(state).encoding)
    rows = rows_of(parties, state, (0,))
    full = rows[np.abs(rows).max(axis=1) > 0]
    assert len(rows) - len(full) == 4
    return count_met(list(groups.means * groups.counts[:, None]), full)


@pytest.mark.claim("run-kmeans.missing-values-group")
def test_four_empty_rows_do_not_reveal_the_fifth_row_of_their_group():
    assert read_beside_empty_rows() == 0


def test_empty_rows_would_reveal_another_row_if_rare_values_of_a_group_were_not_left_out(monkeypatch):
    monkeypatch.setattr("engine.data.party.without_few", lambda table, groups: table)
    assert read_beside_empty_rows() >= 1


def read_by_scale(party: Guarded) -> float:
    """Returns by how much a platform is wrong about a value that it reads with a crafted scale.

    The scale is so fine that all values except one are clipped at either end. The sum over all rows is then that value
    plus a whole number of limits.
    """
    wanted = float(party.party.training.columns[0].values.min())
    state = party.protocol.begin(2, SEED)
    party.next_stage(state)
    state = state.with_facts(at="moments", training=112, validation=28, powers=[8])
    party.next_stage(state)
    guess, width = wanted + 0.05, 1e-4
    facts = {name: state.facts[name] for name in ("parties", "seed", "training", "validation")}
    state = State(facts | {"at": "places", "scales": [[guess, width]]})
    party.next_stage(state)
    state = state.with_facts(at="ready", rest=[])
    state = party.protocol.inner.first(state, party.protocol.prepared(state))
    party.next_stage(state)
    shape = (party.protocol.inner.starts, party.protocol.inner.clusters, 1)
    state = replace(state, arrays={"centres": np.zeros(shape)}).with_facts(
        started=True
    )  # all rows are assigned to the first centre
    total = party.report(state)["sums"][0].sum()
    left = (total + FARTHEST / 2) % FARTHEST - FARTHEST / 2
    return abs(guess + left * width - wanted)


def ages() -> Guarded:
    rng = np.random.default_rng(4)
    return guarded("k-means", [{"age": rng.normal(0, 1, count)} for count in (60, 80)], 3)[0]


@pytest.mark.claim("run-kmeans.crafted-scale")
def test_a_scale_crafted_around_a_value_does_not_reveal_it():
    assert read_by_scale(ages()) > 1e-3


def test_a_platform_with_a_crafted_scale_would_read_the_value_without_groups(rowwise):
    assert read_by_scale(ages()) < 1e-6

"""k-means: which rows can be read from what parties say, in an honest run and by a platform that makes up states."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from fakes import SEED
from reading import Guarded, Heard, count_met, guarded, honest_run, hospitals, patients

from engine.protocols.clustering import FARTHEST
from engine.protocols.protocol import State

READERS = {"a party": (0,), "another": (1,), "the largest": (2,), "two": (0, 1), "all": (0, 1, 2)}
SIZES = [20, 50, 100, 300]


@pytest.fixture
def rowwise(monkeypatch):
    """The rule removed: each row a group of its own."""
    monkeypatch.setattr("engine.data.party.groups_in", lambda points: [np.array([row]) for row in range(len(points))])
    monkeypatch.setattr("engine.data.party.without_few", lambda table, groups: table)


def rows_of(parties: list[Guarded], state: State, who: tuple[int, ...]) -> np.ndarray:
    encoding = parties[0].protocol.prepared(state).encoding
    return np.vstack([parties[one].party.encoded(encoding, None)[0].inputs for one in who])


def sums_in(heard: Heard, who: tuple[int, ...]) -> Iterator[tuple[int, np.ndarray]]:
    """How many rows, and their sum: of each cell of each start, and of each two cells."""
    told = heard.of(who)
    counts, sums = np.atleast_2d(told["counts"]), told["sums"].reshape(-1, *told["sums"].shape[-2:])
    for cells, values in zip(counts, sums, strict=True):
        some = np.flatnonzero(cells > 0)
        parts = [(place,) for place in some] + (list(combinations(some, 2)) if len(cells) <= 4 else [])
        for part in parts:
            yield round(cells[list(part)].sum()), values[list(part)].sum(axis=0)


def guesses_of(messages: list[Heard], who: tuple[int, ...], rows: int, total: np.ndarray) -> list[np.ndarray]:
    """A cell of one row; the difference of two sums of which one has a row more; and what a message leaves out."""
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
    state, heard = honest_run(parties, "score")
    rows = rows_of(parties, state, who)
    asked = [message for message in heard if message.stage.name in ("gatherings", "move")]
    return count_met(guesses_of(asked, who, len(rows), rows.sum(axis=0)), rows)


def three(rows: int) -> list[dict]:
    return [patients(rows, 5 * rows + place) for place in range(3)]


@pytest.mark.parametrize("who", READERS.values(), ids=READERS)
def test_an_honest_run_of_the_demos_hospitals_gives_no_row_away(who):
    assert read_honestly(guarded("k-means", hospitals(), 30), who) == 0


@pytest.mark.parametrize("rows", SIZES)
@pytest.mark.parametrize("who", [(0,), (0, 1), (0, 1, 2)], ids=["a party", "two", "all"])
def test_an_honest_run_of_parties_of_any_size_gives_no_row_away(rows, who):
    assert read_honestly(guarded("k-means", three(rows), 30), who) == 0


def test_without_groups_an_honest_run_gives_rows_away(rowwise):
    parties = guarded("k-means", hospitals(), 30)
    assert read_honestly(parties, (0,)) >= 10
    assert read_honestly(guarded("k-means", three(50), 30), (0, 1, 2)) >= 10


def read_by_thresholds(parties: list[Guarded], victim: int, rounds: int) -> int:
    """The platform sends centres that part a direction at thresholds; the sums on the left of two thresholds with one
    row in between differ by that row."""
    state, _ = honest_run(parties, "move")
    rows, rng = rows_of(parties, state, (victim,)), np.random.default_rng(1)
    starts, clusters, features = state.arrays["centres"].shape
    directions = [one / np.linalg.norm(one) for one in rng.normal(size=(max(1, rounds // 8), features))]
    found: list[dict[int, np.ndarray]] = [{0: np.zeros(features)} for _ in directions]
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
                found[place].setdefault(round(count), values)
    guesses = [known[count + 1] - known[count] for known in found for count in known if count + 1 in known]
    return count_met(guesses, rows)


@pytest.mark.parametrize("victim", [0, 1, 2])
def test_a_platform_that_chooses_the_centres_reads_no_row(victim):
    assert read_by_thresholds(guarded("k-means", hospitals(), 100, max_iter=100), victim, 100) == 0


@pytest.mark.parametrize("rows", SIZES)
def test_nor_of_parties_of_any_size(rows):
    assert read_by_thresholds(guarded("k-means", three(rows), 50, max_iter=50), 0, 50) == 0


def test_without_groups_the_platform_reads_rows(rowwise):
    assert read_by_thresholds(guarded("k-means", hospitals(), 100, max_iter=100), 1, 100) >= 10


def read_by_moving(parties: list[Guarded], victim: int) -> int:
    """The platform moves centres a little: by how much the squared distances change says how many rows go to a centre,
    and where their mean is, whatever the answer says of counts and sums. Some centres have one row alone."""
    state, _ = honest_run(parties, "move")
    encoding = parties[0].protocol.prepared(state).encoding
    rows = parties[victim].party.encoded(encoding, None)[1].inputs  # of the rows aside only that one number is told
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
        slopes = np.array([(squared(first + step * axis) - base) / step - step for axis in np.eye(features)])
        guesses.append(first - slopes / 2)  # the row, if one row goes there
    return count_met(guesses, rows)


def test_squared_distances_of_rows_aside_tell_no_row_to_a_platform_that_moves_centres():
    assert read_by_moving(guarded("k-means", three(50), 100, max_iter=100, clusters=2), 0) == 0


def test_without_groups_they_tell_rows(rowwise):
    assert read_by_moving(guarded("k-means", three(50), 100, max_iter=100, clusters=2), 0) >= 1


def read_beside_empty_rows() -> int:
    """Four rows in which everything is missing, and so what everybody fills it with, are in a group with others: of the
    sum of the group is left what the others have."""
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


def test_four_empty_rows_do_not_give_the_fifth_of_their_group_away():
    assert read_beside_empty_rows() == 0


def test_without_leaving_out_what_few_of_a_group_have_they_do(monkeypatch):
    monkeypatch.setattr("engine.data.party.without_few", lambda table, groups: table)
    assert read_beside_empty_rows() >= 1


def read_by_scale(party: Guarded) -> float:
    """The platform makes up a scale so fine that all values but one are cut off at either end: the sum over all rows is
    that one, beside a whole number of ends. Returns by how much the value that was read is wrong."""
    wanted = float(party.party.training.columns[0].values.min())
    state = party.protocol.begin(2, SEED)
    party.ask(state)
    state = state.with_facts(at="moments", training=112, validation=28, powers=[8])
    party.ask(state)
    guess, width = wanted + 0.05, 1e-4
    facts = {name: state.facts[name] for name in ("parties", "seed", "training", "validation")}
    state = State(facts | {"at": "places", "scales": [[guess, width]]})
    party.ask(state)
    state = state.with_facts(at="ready", rest=[])
    state = party.protocol.inner.first(state, party.protocol.prepared(state))
    party.ask(state)
    shape = (party.protocol.inner.starts, party.protocol.inner.clusters, 1)
    state = replace(state, arrays={"centres": np.zeros(shape)}).with_facts(started=True)  # the first has all rows
    total = party.report(state)["sums"][0].sum()
    left = (total + FARTHEST / 2) % FARTHEST - FARTHEST / 2
    return abs(guess + left * width - wanted)


def ages() -> Guarded:
    rng = np.random.default_rng(4)
    return guarded("k-means", [{"age": rng.normal(0, 1, count)} for count in (60, 80)], 3)[0]


def test_a_scale_made_up_round_a_value_does_not_tell_it():
    assert read_by_scale(ages()) > 1e-3


def test_without_groups_it_does(rowwise):
    assert read_by_scale(ages()) < 1e-6

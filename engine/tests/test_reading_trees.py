"""Attacks on trees: how many rows an honest run reveals."""

import numpy as np
import pytest
from reading import Exchange, guarded, honest_run, hospitals, patients

from engine.protocols.histograms import Histograms

SIZES = [20, 50, 100, 300]
READERS = [(0,), (0, 1), (0, 1, 2)]
KINDS = [("random-forest", "number"), ("boosted-trees", "class"), ("boosted-trees", "number")]
MAX_READ = 2


def three(rows: int, kind: str) -> list[dict]:
    return [labelled(patients(rows, 5 * rows + place), kind, rows) for place in range(3)]


def labelled(table: dict, kind: str, seed: int) -> dict:
    along = sum((values - values.mean()) / values.std() for values in list(table.values())[:3])
    noisy = along + np.random.default_rng(seed).normal(size=len(along))
    return table | {"y": np.where(noisy > 0, "yes", "no").tolist() if kind == "class" else noisy}


def read(parties, exchanges: list[Exchange], who: tuple[int, ...], share: float = 1.0) -> tuple[int, int]:
    """Returns two numbers: for how many rows the attacker links a share `share` of their bins, and how many guesses it
    made.

    A cell that counts one row of a node contains that row's own gradient. This gradient is the same in every column,
    tree and level of a round, so it links all bins of the row.
    """
    protocol = parties[0].protocol
    inner, prepared = protocol.inner, protocol.prepared(exchanges[-1].state)
    bins = inner._bins(prepared)
    rows = np.vstack([bins.encode(parties[one].party.training) for one in who])
    guesses, ambiguous = {}, set()
    for message in exchanges:
        if message.stage.name != "level":
            continue
        reported, start = message.of(who), 0
        for cells in inner._cells(message.state, prepared):
            own = slice(start, start + len(cells))
            start = own.stop
            gradients = reported["gradient"][:, own]
            for node, cell in zip(*np.nonzero(np.rint(reported["rows"][:, own]) == 1), strict=True):
                row = (message.stage.round, round(float(gradients[node, cell]), 9))
                known = guesses.setdefault(row, {})
                column, place = int(cells.column[cell]), int(cells.bin[cell])
                if known.setdefault(column, place) != place:
                    ambiguous.add(row)
    met, tried = set(), 0
    for row, known in guesses.items():
        columns = sorted(known)
        if row in ambiguous or len(columns) < share * len(bins.splittable):
            continue
        tried += 1
        met |= set(np.flatnonzero((rows[:, columns] == [known[column] for column in columns]).all(axis=1)).tolist())
    return len(met), tried


def run_of(algorithm_id: str, tables: list[dict]) -> tuple[list, list[Exchange]]:
    parties = guarded(algorithm_id, tables, 4, label="y", compare_alone=False)
    return parties, honest_run(parties, "score")[1]


@pytest.mark.parametrize(("algorithm_id", "kind"), KINDS)
@pytest.mark.parametrize("rows", SIZES)
@pytest.mark.parametrize("who", READERS)
@pytest.mark.claim("run-trees.honest-run")
def test_an_honest_run_of_trees_does_not_reveal_which_bins_belong_to_the_same_row(algorithm_id, kind, rows, who):
    parties, exchanges = run_of(algorithm_id, three(rows, kind))
    actual, _ = read(parties, exchanges, who)
    assert actual <= MAX_READ, f"{actual} of {rows * len(who)} rows"
    if len(who) == 1:
        actual, tried = read(parties, exchanges, who, share=0.8)
        assert tried > 2 and actual <= MAX_READ, f"{actual} of {rows} rows, four fifths of their columns"


@pytest.mark.parametrize("who", READERS)
@pytest.mark.claim("run-trees.honest-run")
def test_an_honest_run_of_the_demo_hospitals_does_not_reveal_which_bins_belong_to_the_same_row(who):
    parties, exchanges = run_of("boosted-trees", [labelled(table, "number", 1) for table in hospitals()])
    assert read(parties, exchanges, who, share=0.5)[0] <= MAX_READ


@pytest.mark.parametrize(("rows", "least"), [(20, 10), (50, 30), (100, 60), (300, 150)])
@pytest.mark.claim("run-trees.honest-run")
def test_an_attacker_would_read_most_rows_if_they_were_not_mixed(monkeypatch, rows, least):
    monkeypatch.setattr(Histograms, "mixes", False)
    parties, exchanges = run_of("random-forest", three(rows, "number"))
    assert read(parties, exchanges, (0,))[0] >= least
    parties, exchanges = run_of("boosted-trees", three(rows, "class"))
    assert read(parties, exchanges, (0,), share=0.8)[0] > MAX_READ

"""How far work is, as a learner tells it, and what a runner makes of that for the edge."""

import math

import numpy as np
import pytest
from kinds import as_table, few_rounds, rows_of

from engine import progress
from engine.algorithm import load_algorithm
from engine.flower import far
from engine.learners.picture_network import picture_learner
from engine.pooled import plan_for
from engine.protocols.loop import run_here


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that it is."""
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    return now


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, float]]:
    heard: list[tuple[str, float]] = []
    monkeypatch.setattr(progress, "tell_work", lambda what, share: heard.append((what, share)))
    monkeypatch.setattr(progress, "_told", ("", 0.0))
    monkeypatch.setattr(progress, "_parts", (0, 1))
    return heard


def test_work_is_told_now_and_then_and_at_once_where_it_is_another(clock: list[float], told: list[tuple[str, float]]):
    for done in range(1, 5):
        progress.worked("reading", done, 10)
        clock[0] += 0.2
    progress.worked("learning", 1, 4)
    assert told == [("reading", 0.1), ("reading", 0.4), ("learning", 0.25)]


def test_a_part_of_like_parts_is_no_whole(clock: list[float], told: list[tuple[str, float]]):
    progress.part(1, 4)
    progress.worked("learning", 1, 2)
    progress.part(4, 4)  # after the last one there may be a little work
    clock[0] += 1
    progress.worked("learning", 2, 2)
    assert told == [("learning", 0.375), ("learning", 1.0)]


def test_a_pass_over_pictures_says_how_many_batches_are_done(monkeypatch: pytest.MonkeyPatch, told: list):
    monkeypatch.setattr(progress, "PAUSE_SECONDS", 0)
    parameters = {
        "learning_rate": 0.01, "local_epochs": 2, "batch_size": 2, "augmentation": "none", "l2": 0.0,
        "aggregation": "FedAvg", "proximal": 0.0,
    }  # fmt: skip
    learner, rng = picture_learner(16), np.random.default_rng(0)
    pixels = rng.uniform(0, 255, (4, 16 * 16 * 3)).astype(np.float32)
    learner.fit(learner.start(0, 2, parameters, rng), pixels, np.eye(2)[[0, 1, 0, 1]], parameters, "classes", rng)
    assert told == [("learning", share) for share in (0.25, 0.5, 0.75, 1.0)]


@pytest.mark.parametrize("id_", ["text-classes", "text-entities", "graph-network", "picture-classes"])
def test_a_party_of_every_kind_says_how_far_it_is(id_: str, monkeypatch: pytest.MonkeyPatch, told: list):
    monkeypatch.setattr(progress, "PAUSE_SECONDS", 0)
    algorithm = load_algorithm(id_)
    tables = [as_table(rows_of(algorithm, place)) for place in range(2)]
    protocol = algorithm.protocol(plan_for(algorithm, few_rounds(algorithm, 1), tables)).without_comparison()
    run_here(protocol, [protocol.party(table) for table in tables], protocol.begin(2, "0"))
    work = "reading" if id_ == "picture-classes" else "learning"
    shares = [share for what, share in told if what == work]
    assert len(shares) > 3 and len(set(shares)) > 2
    assert all(0 <= share <= 1 for share in shares)


def test_the_edge_hears_percent_and_after_a_while_the_time_left(clock: list[float]):
    work = far.Work()
    assert work.heed({"what": "reading", "share": 0.0}) == {"what": "reading", "percent": 0, "secondsLeft": None}
    clock[0] += 0.5
    assert work.heed({"what": "reading", "share": 0.1}) is None  # too soon
    clock[0] += 3.5
    assert work.heed({"what": "reading", "share": 0.25}) == {"what": "reading", "percent": 25, "secondsLeft": 12}
    clock[0] += 2
    began_anew = work.heed({"what": "reading", "share": 0.05})
    assert began_anew == {"what": "reading", "percent": 5, "secondsLeft": None}
    clock[0] += 2
    assert work.heed({"what": "learning", "share": 1.0}) == {"what": "learning", "percent": 100, "secondsLeft": None}


@pytest.mark.parametrize(
    "said",
    [
        {"what": "row 7 is ill", "share": 0.5},
        {"what": "reading", "share": "0.5"},
        {"what": "reading", "share": 1},
        {"what": "reading", "share": 1.5},
        {"what": "reading", "share": math.nan},
        {},
    ],
)
def test_nothing_else_is_told(said: dict):
    assert far.Work().heed(said) is None


def test_steps_go_on_only_within_the_rounds(clock: list[float]):
    steps, told = far.Steps(3), []
    for step, round_ in (("statistics", 0), ("train", 2), ("train", 1), ("train", 4), ("rows", 3), ("evaluate", 3)):
        clock[0] += 2
        told.append(steps.heed({"step": step, "round": round_}))
    assert told == [
        {"step": "statistics", "round": 0}, {"step": "train", "round": 2}, None, None, None,
        {"step": "evaluate", "round": 3},
    ]  # fmt: skip

"""Progress of work as a learner reports it, and what a runner forwards to the edge."""

import math

import numpy as np
import pytest
from kinds import as_table, few_rounds, rows_of

from engine import progress
from engine.algorithm import load_algorithm
from engine.flower import work_progress
from engine.learners.picture_network import picture_learner
from engine.pooled import plan_for
from engine.protocols.loop import run_here


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Returns a fake clock: a list whose only element is the current time in seconds."""
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    return now


@pytest.fixture
def reports(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, float]]:
    reports_sent: list[tuple[str, float]] = []
    monkeypatch.setattr(progress, "report_work", lambda what, share: reports_sent.append((what, share)))
    monkeypatch.setattr(progress, "_reported", ("", 0.0))
    monkeypatch.setattr(progress, "_parts", (0, 1))
    return reports_sent


def test_reports_work_at_intervals_and_immediately_if_its_kind_changes(
    clock: list[float], reports: list[tuple[str, float]]
):
    for done in range(1, 5):
        progress.worked("reading", done, 10)
        clock[0] += 0.2
    progress.worked("learning", 1, 4)
    assert reports == [("reading", 0.1), ("reading", 0.4), ("learning", 0.25)]


def test_progress_within_a_part_is_scaled_to_the_whole_work(clock: list[float], reports: list[tuple[str, float]]):
    progress.part(1, 4)
    progress.worked("learning", 1, 2)
    progress.part(4, 4)  # after the last part, other work may follow
    clock[0] += 1
    progress.worked("learning", 2, 2)
    assert reports == [("learning", 0.375), ("learning", 1.0)]


def test_training_on_pictures_reports_the_share_of_finished_batches(monkeypatch: pytest.MonkeyPatch, reports: list):
    monkeypatch.setattr(progress, "PAUSE_SECONDS", 0)
    parameters = {
        "learning_rate": 0.01, "local_epochs": 2, "batch_size": 2, "augmentation": "none", "l2": 0.0,
        "aggregation": "FedAvg", "proximal": 0.0,
    }  # fmt: skip
    learner, rng = picture_learner(16), np.random.default_rng(0)
    pixels = rng.uniform(0, 255, (4, 16 * 16 * 3)).astype(np.float32)
    learner.fit(learner.start(0, 2, parameters, rng), pixels, np.eye(2)[[0, 1, 0, 1]], parameters, "classes", rng)
    assert reports == [("learning", share) for share in (0.25, 0.5, 0.75, 1.0)]


@pytest.mark.parametrize("id_", ["text-classes", "text-entities", "graph-network", "picture-classes"])
def test_a_party_reports_its_progress_on_every_kind_of_data(id_: str, monkeypatch: pytest.MonkeyPatch, reports: list):
    monkeypatch.setattr(progress, "PAUSE_SECONDS", 0)
    algorithm = load_algorithm(id_)
    tables = [as_table(rows_of(algorithm, place)) for place in range(2)]
    protocol = algorithm.protocol(plan_for(algorithm, few_rounds(algorithm, 1), tables)).without_comparison()
    run_here(protocol, [protocol.party(table) for table in tables], protocol.begin(2, "0"))
    work = "reading" if id_ == "picture-classes" else "learning"
    shares = [share for what, share in reports if what == work]
    assert len(shares) > 3 and len(set(shares)) > 2
    assert all(0 <= share <= 1 for share in shares)


def test_the_edge_receives_a_percentage_and_later_the_remaining_time(clock: list[float]):
    work = work_progress.Work()
    assert work.filter({"what": "reading", "share": 0.0}) == {"what": "reading", "percent": 0, "secondsLeft": None}
    clock[0] += 0.5
    assert work.filter({"what": "reading", "share": 0.1}) is None  # this report comes too soon after the first one
    clock[0] += 3.5
    assert work.filter({"what": "reading", "share": 0.25}) == {"what": "reading", "percent": 25, "secondsLeft": 12}
    clock[0] += 2
    restarted = work.filter({"what": "reading", "share": 0.05})
    assert restarted == {"what": "reading", "percent": 5, "secondsLeft": None}
    clock[0] += 2
    assert work.filter({"what": "learning", "share": 1.0}) == {"what": "learning", "percent": 100, "secondsLeft": None}


@pytest.mark.parametrize(
    "report",
    [
        {"what": "row 7 is ill", "share": 0.5},
        {"what": "reading", "share": "0.5"},
        {"what": "reading", "share": 1},
        {"what": "reading", "share": 1.5},
        {"what": "reading", "share": math.nan},
        {},
    ],
)
def test_ignores_an_invalid_progress_report(report: dict):
    assert work_progress.Work().filter(report) is None


def test_forwards_reports_of_steps_only_in_order_and_within_the_rounds_of_the_plan(clock: list[float]):
    steps, reports = work_progress.Steps(3), []
    for step, round_ in (("statistics", 0), ("train", 2), ("train", 1), ("train", 4), ("rows", 3), ("evaluate", 3)):
        clock[0] += 2
        reports.append(steps.filter({"step": step, "round": round_}))
    assert reports == [
        {"step": "statistics", "round": 0}, {"step": "train", "round": 2}, None, None, None,
        {"step": "evaluate", "round": 3},
    ]  # fmt: skip

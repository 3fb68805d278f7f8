"""The runner's promises, through real SuperLink, SuperNodes and workers. One federation serves the whole module."""

import json
import subprocess
import sys
import time
import urllib.error
from collections.abc import Iterator
from pathlib import Path

import pytest
from flwr.proto import control_pb2 as control

sys.path.insert(0, str(Path(__file__).parent))

from stack import Stack

from engine.flower import fab, sandbox

PROBE = Path(__file__).parent / "probe_app"


@pytest.fixture(scope="module")
def federation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with Stack(tmp_path_factory.mktemp("federation"), ["p0", "p1"]) as stack:
        yield stack


@pytest.fixture(autouse=True)
def willing(federation: Stack) -> Iterator[None]:
    """Each test begins with edges that allow everything and remember nothing."""
    for edge in federation.edges.values():
        edge.questions.clear()
        edge.reports.clear()
    yield
    for edge in federation.edges.values():
        edge.decide = lambda question, edge=edge: edge.lent


def run(federation: Stack, run_id: str, **plan: object) -> dict:
    """Run the probe to its end at p0 and p1 (or `parties`) and return its result.json."""
    flower_run_id = federation.start_run(PROBE, run_id, {"parties": federation.parties, **plan})
    status = federation.wait(flower_run_id)
    assert status.sub_status == "completed", status.details + federation.logs()
    return json.loads((federation.runs / run_id / "result.json").read_text())


def test_every_task_and_run_draws_its_own_random_numbers(federation: Stack):
    results = [run(federation, f"draws-{number}", rounds=2) for number in range(2)]

    draws = [reply["draws"] for result in results for replies in result["rounds"] for reply in replies.values()]
    assert len(draws) == 8
    for source in ("numpy", "python", "fresh", "pid"):
        assert len({draw[source] for draw in draws}) == 8, source
    assert len({number for result in results for number in result["noise"]}) == 4


def test_the_guard_is_asked_with_everything_and_told_the_end(federation: Stack):
    run(federation, "asked", config={"alone": 1})

    edge = federation.edges["p0"]
    (question,) = edge.questions
    assert question["runId"] == "asked"
    assert question["messageType"] == "train"
    assert question["fabHash"] == fab.hash_fab(fab.build(PROBE))
    assert json.loads(question["plan"])["parties"] == ["p0", "p1"]
    assert question["messageConfig"] == {"round": 1, "alone": 1}
    federation.until(lambda: bool(edge.reports), 5)
    (report,) = edge.reports
    assert report["outcome"] == "done"
    assert {key: report[key] for key in ("pid", "messageId", "flowerRunId")} == {
        key: question[key] for key in ("pid", "messageId", "flowerRunId")
    }


def test_a_refusal_comes_back_at_once_and_only_from_that_party(federation: Stack):
    wrong = {"allowed": False, "code": "grant.code-changed", "message": "not this code"}
    federation.edges["p1"].decide = lambda question: (
        wrong if question["fabHash"] != "0" * 64 else federation.edges["p1"].lent
    )

    (replies,) = run(federation, "refused")["rounds"]

    assert replies["p1"]["error"] == "grant.code-changed|{}"
    assert replies["p1"]["seconds"] < 10
    assert "draws" in replies["p0"]
    assert federation.edges["p1"].reports[-1]["outcome"] == "refused"


@pytest.mark.parametrize("answer", [{}, {"allowed": "yes"}, {"allowed": True}, {"allowed": True, "dataPath": "rows"}])
def test_an_answer_that_is_not_a_clear_yes_means_no(federation: Stack, answer: dict):
    federation.edges["p0"].decide = lambda question: answer

    (replies,) = run(federation, f"unclear-{len(str(answer))}", parties=["p0"])["rounds"]

    assert replies["p0"]["error"] == "guard.unreachable|{}"


def test_a_guard_that_is_down_means_no(federation: Stack):
    def crash(question: dict) -> dict:
        raise ConnectionResetError("the edge went away")

    federation.edges["p0"].decide = crash

    (replies,) = run(federation, "guard-down", parties=["p0"])["rounds"]

    assert replies["p0"]["error"] == "guard.unreachable|{}"


def test_settings_beside_the_plan_are_refused(federation: Stack):
    flower_run_id = federation.start_run(PROBE, "extra", {"parties": ["p0"]}, extra="not in the ticket")

    federation.wait(flower_run_id)
    (replies,) = json.loads((federation.runs / "extra" / "result.json").read_text())["rounds"]
    assert replies["p0"]["error"] == "grant.stale|{}"
    assert federation.edges["p0"].questions == []


def test_only_the_parties_of_a_task_are_asked(federation: Stack):
    (replies,) = run(federation, "one-party", parties=["p1"])["rounds"]

    assert set(replies) == {"p1"}
    assert federation.edges["p0"].questions == []


@pytest.mark.parametrize(
    ("do", "field"),
    [("leak", "rows"), ("smuggle", "draws"), ("grow", "model.weights")],
    ids=["record", "entry", "shape"],
)
def test_a_reply_that_was_not_declared_does_not_leave(federation: Stack, do: str, field: str):
    (replies,) = run(federation, f"undeclared-{do}", parties=["p0"], config={"do": do})["rounds"]

    assert replies["p0"]["error"] == f'reply.not-declared|{{"field":"{field}"}}'


def test_a_traceback_stays_at_the_edge(federation: Stack):
    (replies,) = run(federation, "raises", parties=["p0"], config={"do": "raise"})["rounds"]

    assert replies["p0"]["error"] == "internal|{}"
    report = federation.edges["p0"].reports[-1]
    assert report["outcome"] == "failed"
    assert "ValueError: row 7 holds 63.5" in report["detail"]


@pytest.mark.skipif(not sandbox.version(), reason="this kernel has no Landlock")
def test_an_app_sees_the_granted_file_and_nothing_else(federation: Stack):
    edge = federation.edges["p0"]
    other = str(federation.folder / "p1.parquet")
    edge.decide = lambda question: {**edge.lent, "plan": {**edge.lent["plan"], "note": f"other:{other}"}}

    result = run(
        federation, "looks", parties=["p0"], config={"do": "look"}, look=[str(federation.folder / "executor"), other]
    )

    granted, forbidden, network, secrets = result["rounds"][0]["p0"]["seen"]["read"]
    assert granted == "rows of p0"
    assert forbidden == "PermissionError"
    assert network == "PermissionError"
    assert secrets == ""
    assert result["look"] == ["PermissionError", "PermissionError"]  # the ServerApp


def test_a_killed_worker_is_noticed_and_its_node_free_at_once(federation: Stack):
    first, second = run(federation, "dies", parties=["p0"], rounds=2, config={"do": "die"})["rounds"]

    for replies in (first, second):
        assert replies["p0"]["error"] == 'run.worker-died|{"code":137,"signal":9}'
        assert replies["p0"]["seconds"] < 10
    assert federation.edges["p0"].reports[-1]["outcome"] == "died"


def test_the_edge_may_kill_a_worker_by_the_pid_it_was_told(federation: Stack):
    edge = federation.edges["p0"]
    sleeping = {"parties": ["p0"], "config": {"do": "sleep", "seconds": 30.0}}
    flower_run_id = federation.start_run(PROBE, "killed", sleeping)
    federation.until(lambda: bool(edge.questions), 20)
    time.sleep(0.3)
    with open(federation.lifelines["p0-runner"], "wb", closefd=False) as lifeline:
        lifeline.write(f"kill {edge.questions[0]['pid']}\n".encode())

    killed_at = time.monotonic()
    federation.until(lambda: any(report["outcome"] == "died" for report in edge.reports), 2)
    assert federation.wait(flower_run_id).sub_status == "completed"
    (replies,) = run(federation, "after-kill", parties=["p0"])["rounds"]
    assert "draws" in replies["p0"]
    assert time.monotonic() - killed_at < 20


def test_a_stopped_server_app_leaves_its_ending_and_fails_the_run_at_once(federation: Stack):
    began = time.monotonic()
    status = federation.wait(federation.start_run(PROBE, "server-dies", {"parties": ["p0"], "die": True}), 20)

    assert status.sub_status == "failed"
    assert status.details == 'run.server-died|{"code":137,"signal":9}'
    assert json.loads((federation.runs / "server-dies" / "exit.json").read_text()) == {"code": 137, "signal": 9}
    assert time.monotonic() - began < 15


def test_a_run_id_that_is_no_plain_name_is_refused(federation: Stack):
    plan = {"parties": ["p0"]}
    (federation.runs / "plain").mkdir()

    status = federation.wait(federation.start_run(PROBE, "plain/../plain", plan))

    assert status.sub_status == "failed"
    assert federation.edges["p0"].questions == []


def test_control_calls_need_the_secret(federation: Stack):
    with pytest.raises(urllib.error.HTTPError) as refused:
        federation.control("list-nodes", control.ListNodesRequest(), control.ListNodesResponse, secret="no")

    assert refused.value.code == 401


def test_a_run_survives_the_superlinks_death(federation: Stack):
    flower_run_id = federation.start_run(PROBE, "survives", {"parties": ["p0", "p1"], "rounds": 6, "timeout": 60})
    events = federation.runs / "survives" / "events.jsonl"
    federation.until(lambda: events.exists(), 20)

    federation.kill("superlink")
    federation.start_link()

    status = federation.wait(flower_run_id)
    assert status.sub_status == "completed", status.details
    rounds = json.loads((federation.runs / "survives" / "result.json").read_text())["rounds"]
    assert len(rounds) == 6
    assert all("draws" in reply for reply in rounds[-1].values())


# Last: it ends what the others use.
def test_a_closed_lifeline_leaves_no_process(federation: Stack):
    federation.start_run(PROBE, "orphaned", {"parties": ["p0"], "config": {"do": "sleep", "seconds": 60.0}})
    federation.until(lambda: bool(federation.edges["p0"].questions), 20)
    marker = str(federation.folder)
    assert len(processes_of(marker)) >= 10  # six started, three zygotes, and the two apps

    for name in list(federation.lifelines):
        federation.cut(name)

    federation.until(lambda: not processes_of(marker), 10)


def processes_of(marker: str) -> list[str]:
    """Command lines, forks included, that mention the federation's folder."""
    found = subprocess.run(["ps", "-ww", "-eo", "stat=,args="], capture_output=True, text=True, check=True).stdout
    return [line for line in found.splitlines() if marker in line and not line.startswith("Z") and "ps -ww" not in line]

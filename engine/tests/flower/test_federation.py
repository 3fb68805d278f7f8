"""The runner's guarantees, through real SuperLink, SuperNodes and workers. One federation serves the whole module."""

import contextlib
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from flwr.proto import control_pb2 as control
from flwr.supercore.constant import SQLITE_PRAGMAS

sys.path.insert(0, str(Path(__file__).parent))

from certificates import private_pem
from stack import PROBE, Stack, free_port

from engine.code_hash import hash_code, hash_library
from engine.flower import fab, sandbox
from engine.flower.patches import tokens


@pytest.fixture(scope="module")
def federation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    # memory limit of a worker in MB; one test exhausts this memory
    few = {"TESSERA_WORKER_MEMORY_MB": "1600"}
    with Stack(tmp_path_factory.mktemp("federation"), ["p0", "p1"], environment=few) as stack:
        yield stack


@pytest.fixture(autouse=True)
def willing(federation: Stack) -> Iterator[None]:
    """Before each test, resets the edges: they allow every message and have no records."""
    for edge in federation.edges.values():
        edge.questions.clear()
        edge.reports.clear()
    yield
    for edge in federation.edges.values():
        edge.decide = lambda question, edge=edge: edge.permit


def run(federation: Stack, run_id: str, **plan: object) -> dict:
    """Runs the probe app to its end at p0 and p1 (or at `parties`). Returns its result.json."""
    flower_run_id = federation.start_run(PROBE, run_id, {"parties": federation.parties, **plan})
    status = federation.wait(flower_run_id)
    assert status.sub_status == "completed", status.details + federation.logs()
    return json.loads((federation.runs / run_id / "result.json").read_text())


@pytest.mark.long
def test_different_tasks_and_runs_draw_different_random_numbers(federation: Stack):
    results = [run(federation, f"draws-{number}", rounds=2) for number in range(2)]

    draws = [reply["draws"] for result in results for replies in result["rounds"] for reply in replies.values()]
    assert len(draws) == 8
    for source in ("numpy", "python", "fresh", "pid"):
        assert len({draw[source] for draw in draws}) == 8, source
    assert len({number for result in results for number in result["noise"]}) == 4


def test_the_runner_reports_each_message_and_its_outcome_to_the_guard(federation: Stack):
    run(federation, "asked", config={"alone": 1})

    edge = federation.edges["p0"]
    (question,) = edge.questions
    assert question["runId"] == "asked"
    assert question["messageType"] == "train"
    assert question["bundleHash"] == fab.hash_fab(fab.build(PROBE))
    assert question["codeHash"] == hash_code(question["bundleHash"], hash_library())
    assert json.loads(question["plan"])["parties"] == ["p0", "p1"]
    assert question["messageConfig"] == {"round": 1, "alone": 1}
    federation.until(lambda: bool(edge.reports), 60)
    (report,) = edge.reports
    assert report["outcome"] == "done"
    assert {key: report[key] for key in ("pid", "messageId", "attemptId")} == {
        key: question[key] for key in ("pid", "messageId", "attemptId")
    }


def test_a_refusal_is_sent_by_the_refusing_party_only_and_before_other_parties_finish(federation: Stack):
    wrong = {"allowed": False, "code": "grant.stale", "message": "not this code"}
    federation.edges["p1"].decide = lambda question: (
        wrong if question["codeHash"] != "0" * 64 else federation.edges["p1"].permit
    )

    looks = federation.runs / "refused" / "looks.jsonl"

    def decide_later(question: dict) -> dict:
        federation.until(lambda: '["p1"]' in read(looks), 10)
        return federation.edges["p0"].permit

    federation.edges["p0"].decide = decide_later

    (replies,) = run(federation, "refused")["rounds"]

    assert replies["p1"]["error"] == "grant.stale|{}"
    assert list(replies) == ["p1", "p0"]
    assert "draws" in replies["p0"]
    assert federation.edges["p1"].reports[-1]["outcome"] == "refused"


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"allowed": "yes"},
        {"allowed": True},
        {"allowed": True, "dataPath": "rows", "rows": 9, "plan": {}},
        {"allowed": True, "dataPath": "/rows", "rows": "9", "plan": {}},
    ],
    ids=["nothing", "text", "bare", "relative", "uncounted"],
)
def test_refuses_a_message_if_the_guards_answer_is_unclear(federation: Stack, answer: dict):
    federation.edges["p0"].decide = lambda question: answer

    (replies,) = run(federation, f"unclear-{len(json.dumps(answer))}", parties=["p0"])["rounds"]

    assert replies["p0"]["error"] == "guard.unreachable|{}"


def test_refuses_a_message_if_the_guard_cannot_be_reached(federation: Stack):
    def crash(question: dict) -> dict:
        raise ConnectionResetError("the edge went away")

    federation.edges["p0"].decide = crash

    (replies,) = run(federation, "guard-down", parties=["p0"])["rounds"]

    assert replies["p0"]["error"] == "guard.unreachable|{}"


def test_refuses_a_message_with_settings_outside_the_plan(federation: Stack):
    flower_run_id = federation.start_run(PROBE, "extra", {"parties": ["p0"]}, extra="not in the ticket")

    federation.wait(flower_run_id)
    (replies,) = json.loads((federation.runs / "extra" / "result.json").read_text())["rounds"]
    assert replies["p0"]["error"] == "grant.stale|{}"
    assert federation.edges["p0"].questions == []


def test_refuses_a_message_with_a_record_that_the_guard_does_not_check(federation: Stack):
    (replies,) = run(federation, "besides", parties=["p0"], besides="orders")["rounds"]

    assert replies["p0"]["error"] == "grant.message-refused|{}"
    assert federation.edges["p0"].questions == []


def test_an_app_keeps_no_state_between_messages(federation: Stack):
    rounds = run(federation, "remembers", parties=["p0"], rounds=2, config={"do": "remember"})["rounds"]

    assert [replies["p0"]["draws"]["pid"] for replies in rounds] == [0, 0]


def test_a_run_sends_messages_only_to_the_parties_of_its_task(federation: Stack):
    (replies,) = run(federation, "one-party", parties=["p1"])["rounds"]

    assert set(replies) == {"p1"}
    assert federation.edges["p0"].questions == []


@pytest.mark.parametrize(
    ("do", "field"),
    [("leak", "rows"), ("smuggle", "reported"), ("grow", "terms.weights")],
    ids=["record", "entry", "shape"],
)
def test_a_reply_with_undeclared_content_does_not_leave_the_party(federation: Stack, do: str, field: str):
    (replies,) = run(federation, f"undeclared-{do}", parties=["p0"], config={"do": do})["rounds"]

    assert replies["p0"]["error"] == "reply.not-declared|{}"
    assert federation.edges["p0"].reports[-1]["detail"] == field


@pytest.mark.parametrize("do", ["tell", "answer-error", "speak"])
def test_an_apps_error_contains_no_text_of_the_app(federation: Stack, do: str):
    """The app chooses code and parameters itself, so they could otherwise carry text of any length."""
    (replies,) = run(federation, f"tells-{do}", parties=["p0"], config={"do": do})["rounds"]

    expected = {"speak": "internal|{}"}.get(do, 'data.not-numeric|{"column":"age","rows":2}')
    assert replies["p0"]["error"] == expected


def test_refuses_a_granted_folder_with_a_wrong_index_before_loading_the_app(federation: Stack):
    index = federation.granted("p0") / "index.json"
    before = index.read_text()
    index.write_text(json.dumps(json.loads(before) | {"files": ["../p1-granted/rows.parquet"]}))
    try:
        (replies,) = run(federation, "wrong-index", parties=["p0"], config={"do": "look"})["rounds"]
    finally:
        index.write_text(before)

    assert replies["p0"]["error"] == "data.index-wrong|{}"
    assert federation.edges["p0"].reports[-1]["outcome"] == "failed"


def test_a_traceback_stays_at_the_edge(federation: Stack):
    (replies,) = run(federation, "raises", parties=["p0"], config={"do": "raise"})["rounds"]

    assert replies["p0"]["error"] == "internal|{}"
    report = federation.edges["p0"].reports[-1]
    assert report["outcome"] == "failed"
    assert "ValueError: row 7 holds 63.5" in report["detail"]


needs_sandbox = pytest.mark.skipif(
    not (sandbox.version() and sandbox.filters()), reason=f"this system does not confine: {sandbox.confinement()}"
)


@needs_sandbox
def test_an_app_can_read_the_granted_file_and_nothing_else(federation: Stack):
    edge = federation.edges["p0"]
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(federation.folder / "listener"))
    listener.listen()
    look = [str(federation.granted("p1") / "rows.parquet"), str(federation.folder / "listener")]
    look.append(str(federation.granted("p0") / "beside"))
    edge.decide = lambda question: {**edge.permit, "plan": {**edge.permit["plan"], "look": look}}

    with listener:
        result = run(federation, "looks", parties=["p0"], config={"do": "look"})

    seen = dict(line.split(": ") for line in result["rounds"][0]["p0"]["seen"]["read"])
    allowed = {name: seen.pop(name) for name in ("granted", "index", "itself", "secrets")}
    assert allowed == {"granted": "rows of p0", "index": "table", "itself": "Name", "secrets": ""}
    assert set(seen.values()) == {"PermissionError"}, seen
    assert len(seen) == 11


@needs_sandbox
def test_a_server_app_can_read_only_its_folder_in_all_threads_and_open_only_tcp_sockets(federation: Stack):
    other = federation.runs / "another" / "token"
    other.parent.mkdir()
    other.write_text("of another run")
    secret = federation.folder / "executor"

    look = run(federation, "server-looks", parties=["p0"], look=[str(secret), str(other)])["look"]

    assert look["here"] == ["PermissionError", "PermissionError"]
    name, read = look["thread"]
    assert name != "MainThread"
    assert read == ["PermissionError", "PermissionError"]
    assert len(look["filtered"]) >= 3  # of these three threads: the app's, the heartbeat's, the log's
    assert set(look["filtered"]) == {"Seccomp:\t2"}
    assert look["sockets"] == {
        "tcp": None,
        "udp": "PermissionError",
        "unix": "PermissionError",
        "sctp": "PermissionError",
    }


@pytest.mark.long
def test_reports_a_killed_worker_and_frees_its_node(federation: Stack):
    first, second = run(federation, "dies", parties=["p0"], rounds=2, config={"do": "die"})["rounds"]

    for replies in (first, second):
        assert replies["p0"]["error"] == "run.worker-died|{}"
    report = federation.edges["p0"].reports[-1]
    assert (report["outcome"], report["detail"]) == ("died", '{"code": 137, "signal": 9}')


@needs_sandbox
def test_an_app_cannot_start_a_process(federation: Stack):
    (replies,) = run(federation, "spawn", parties=["p0"], config={"do": "spawn"})["rounds"]

    assert replies["p0"]["error"] == "internal|{}"
    assert "PermissionError" in federation.edges["p0"].reports[-1]["detail"]


@pytest.mark.parametrize(
    ("do", "error"),
    [
        ("hoard", 'run.worker-memory|{"mebibytes":'),
        ("fill", 'run.worker-disk|{"mebibytes":1024}'),
        ("hide", 'run.worker-disk|{"mebibytes":1024}'),
        ("retain", 'run.worker-memory|{"mebibytes":'),
        ("overtime", 'run.worker-processor|{"minutes":'),
    ],
)
@pytest.mark.long
def test_stops_an_app_at_a_limit_and_reports_which_one(federation: Stack, do: str, error: str):
    (replies,) = run(federation, f"limits-{do}", parties=["p0"], config={"do": do})["rounds"]
    assert replies["p0"]["error"].startswith(error)

    (replies,) = run(federation, f"after-{do}", parties=["p0"])["rounds"]
    assert "draws" in replies["p0"]


@pytest.mark.long
def test_reports_a_missing_temporary_folder_and_recovers_once_it_exists(federation: Stack):
    run(federation, "room", parties=["p0"])
    room, away = federation.folder / "p0-tmp", federation.folder / "p0-away"
    room.rename(away)

    (replies,) = run(federation, "no-room", parties=["p0"])["rounds"]

    assert replies["p0"]["error"] == "internal|{}"
    assert "FileNotFoundError" in federation.edges["p0"].reports[-1]["detail"]
    away.rename(room)
    (replies,) = run(federation, "room-again", parties=["p0"])["rounds"]
    assert "draws" in replies["p0"]
    federation.until(lambda: not list(room.iterdir()), 60)


def _kill_worker(federation: Stack) -> None:
    with open(federation.lifelines["p0-runner"], "wb", closefd=False) as lifeline:
        lifeline.write(f"kill {federation.edges['p0'].questions[0]['pid']}\n".encode())


@pytest.mark.long
def test_the_edge_can_kill_a_worker_by_the_pid_that_the_runner_reported(federation: Stack):
    edge = federation.edges["p0"]
    sleeping = {"parties": ["p0"], "config": {"do": "sleep", "seconds": 600.0}}  # sleeps longer than any test waits
    flower_run_id = federation.start_run(PROBE, "killed", sleeping)
    federation.until(lambda: bool(list((federation.folder / "p0-tmp").glob("**/asleep"))), 60)
    _kill_worker(federation)

    federation.until(lambda: any(report["outcome"] == "died" for report in edge.reports), 30)
    assert federation.wait(flower_run_id).sub_status == "completed"
    (replies,) = run(federation, "after-kill", parties=["p0"])["rounds"]
    assert "draws" in replies["p0"]


@pytest.mark.long
def test_a_killed_server_app_leaves_its_exit_status_and_its_run_fails(federation: Stack):
    flower_run_id = federation.start_run(PROBE, "server-dies", {"parties": ["p0"], "die": True})
    status = federation.wait(flower_run_id)

    assert status.sub_status == "failed"
    assert status.details == 'run.server-died|{"code":137,"signal":9}'
    ending = {"attemptId": str(flower_run_id), "code": 137, "signal": 9}
    assert json.loads((federation.runs / "server-dies" / "exit.json").read_text()) == ending


@pytest.mark.long
@pytest.mark.spec("states.server-app-restart")
def test_a_second_server_app_of_a_run_starts_only_after_the_first_has_ended(federation: Stack):
    sleeping = {"parties": ["p0"], "config": {"do": "sleep", "seconds": 600.0}}  # sleeps longer than any test waits
    first = federation.start_run(PROBE, "twice", sleeping)
    federation.until(lambda: bool(federation.edges["p0"].questions), 60)

    second = federation.start_run(PROBE, "twice", {"parties": ["p1"]})

    assert federation.wait(second).sub_status == "completed"
    assert federation.wait(first, 30).details.startswith("run.server-died|")
    _kill_worker(federation)
    federation.until(lambda: bool(federation.edges["p0"].reports), 60)


@pytest.mark.long
def test_names_no_party_as_the_cause_if_the_run_ends_while_a_message_is_processed(federation: Stack):
    plan = {"parties": ["p0"], "config": {"do": "sleep", "seconds": 2.0}}
    flower_run_id = federation.start_run(PROBE, "ends-meanwhile", plan)
    edge = federation.edges["p0"]
    federation.until(lambda: bool(edge.questions), 60)

    for pid in federation.workers("server"):
        os.kill(pid, signal.SIGKILL)

    assert federation.wait(flower_run_id, 20).details.startswith("run.server-died|")
    federation.until(lambda: bool(edge.reports), 60)
    assert edge.reports[0]["outcome"] in ("done", "dropped")


@pytest.mark.long
def test_the_runner_of_a_replaced_supernode_is_refused_without_an_error_in_the_log(federation: Stack):
    plan = {"parties": ["p0"], "config": {"do": "sleep", "seconds": 600.0}}  # sleeps longer than any test waits
    flower_run_id = federation.start_run(PROBE, "of-before", plan)
    edge, node = federation.edges["p0"], federation.folder / "p0-supernode.log"
    federation.until(lambda: bool(edge.questions), 60)

    federation.restart_supernode("p0")

    federation.until(lambda: bool(edge.reports), 60)
    federation.wait(flower_run_id)
    federation.until(lambda: tokens.TASK_OVER in node.read_text(), 60)
    assert "task-token authentication failed" not in node.read_text()


def test_a_server_app_cannot_write_its_exit_status_into_another_folder(federation: Stack):
    other = federation.runs / "of-others"
    other.mkdir()
    plan = {"parties": ["p0"], "forge": str(other), "die": True}

    status = federation.wait(federation.start_run(PROBE, "forges", plan), 20)

    assert status.sub_status == "failed"
    federation.until(lambda: (federation.runs / "forges" / "exit.json").exists(), 60)
    assert list(other.iterdir()) == []


@pytest.mark.long
def test_stopping_a_run_while_a_message_arrives_leaves_no_process_behind(federation: Stack):
    many = {"parties": ["p0"], "pieces": 100}
    flower_run_id = federation.start_run(PROBE, "stopped", many)
    node = federation.folder / "p0-supernode.log"
    federation.until(lambda: f"[RUN {flower_run_id}" in node.read_text(), 60)

    federation.control("stop-run", control.StopRunRequest(run_id=flower_run_id), control.StopRunResponse)

    # A node processes messages one after another. If it had started the earlier message, that process would exist by
    # now.
    (replies,) = run(federation, "after-stop", parties=["p0"])["rounds"]
    assert "draws" in replies["p0"]
    assert [question["runId"] for question in federation.edges["p0"].questions] == ["after-stop"]
    federation.until(lambda: federation.workers("p0") == [], 60)


@pytest.mark.long
def test_a_run_continues_after_the_superlinks_database_was_busy(federation: Stack):
    plan = {"parties": ["p0"], "config": {"do": "sleep", "seconds": 0.5}, "rounds": 2}
    flower_run_id = federation.start_run(PROBE, "waits", plan)
    federation.until(lambda: "waits" in [question["runId"] for question in federation.edges["p0"].questions], 60)

    # locks the database for as long as a slow disk needs to delete the objects of a large message
    with contextlib.closing(sqlite3.connect(federation.folder / "link.sqlite", timeout=30)) as other:
        other.execute("begin immediate")
        time.sleep(int(dict(SQLITE_PRAGMAS)["busy_timeout"]) / 1000 + 3)  # longer than Flower waits without our patch
        other.rollback()

    status = federation.wait(flower_run_id)
    assert status.sub_status == "completed", status.details
    assert federation.online() == {"p0", "p1"}


def test_refuses_a_run_id_that_is_not_a_plain_name(federation: Stack):
    plan = {"parties": ["p0"]}
    (federation.runs / "plain").mkdir()

    status = federation.wait(federation.start_run(PROBE, "plain/../plain", plan))

    assert status.sub_status == "failed"
    assert federation.edges["p0"].questions == []


def test_refuses_a_node_with_an_unregistered_key(federation: Stack, tmp_path: Path):
    key = tmp_path / "stranger.key"
    key.write_bytes(private_pem(ec.generate_private_key(ec.SECP384R1())))
    federation.start(
        "stranger", "supernode", "--superlink", f"127.0.0.1:{federation.port}", "--root-certificates",
        federation.tls["ca"], "--auth-supernode-private-key", key, "--host", "127.0.0.1", "--port", free_port(),
        "--isolation", "process", "--superexec-auth-secret-file", federation.folder / "executor",
    )  # fmt: skip

    log = federation.folder / "superlink.log"
    federation.until(lambda: "No SuperNode found with the given public key" in log.read_text(), 40)
    assert federation.online() == {"p0", "p1"}
    federation.kill("stranger")


@pytest.mark.long
def test_a_supernode_that_fails_exits_so_that_it_can_be_restarted(tmp_path: Path):
    with Stack(tmp_path, ["p0"]) as stack:
        rename(stack, "node", "gone")  # the SuperLink answers 500, which makes a SuperNode fail
        stack.until(lambda: stack.processes["p0-supernode"].poll() is not None, 60)
        rename(stack, "gone", "node")
        stack.until(lambda: not stack.online(), 60)

        stack.start_supernode("p0", stack.ports["p0"])
        node = stack.folder / "p0-supernode.log"
        stack.until(lambda: node.read_text().count("SuperNode ID: ") == 2, 60)

        assert "draws" in run(stack, "with-another")["rounds"][0]["p0"]


def rename(stack: Stack, table: str, name: str) -> None:
    with contextlib.closing(sqlite3.connect(stack.folder / "link.sqlite")) as link, link:
        link.execute("pragma legacy_alter_table = on")
        link.execute(f"alter table {table} rename to {name}")


def test_control_calls_require_the_secret(federation: Stack):
    with pytest.raises(urllib.error.HTTPError) as refused:
        federation.control("list-nodes", control.ListNodesRequest(), control.ListNodesResponse, secret="no")

    assert refused.value.code == 401


@pytest.mark.long
def test_a_run_finishes_although_the_superlink_is_killed(federation: Stack):
    flower_run_id = federation.start_run(PROBE, "survives", {"parties": ["p0", "p1"], "rounds": 6, "timeout": 60})
    events = federation.runs / "survives" / "events.jsonl"
    federation.until(lambda: events.exists(), 60)

    # Simulates a long outage of the SuperLink, and a node that notices late that it is back.
    node = federation.processes["p1-supernode"]
    node.send_signal(signal.SIGSTOP)
    federation.kill("superlink")
    with contextlib.closing(sqlite3.connect(federation.folder / "link.sqlite", timeout=30)) as link:
        link.execute("update node set online_until = 0")
        link.commit()
    federation.start_link()
    looks = federation.runs / "survives" / "looks.jsonl"
    before = len(read(looks))
    # Shows that the run has sent a request to the new SuperLink
    federation.until(lambda: len(read(looks)) > before, 60)
    node.send_signal(signal.SIGCONT)

    status = federation.wait(flower_run_id)
    assert status.sub_status == "completed", status.details
    rounds = json.loads((federation.runs / "survives" / "result.json").read_text())["rounds"]
    assert len(rounds) == 6
    assert all("draws" in reply for reply in rounds[-1].values())


@pytest.mark.long
@pytest.mark.parametrize("kind", ["message", "reply"])
def test_the_superlink_sends_messages_and_replies_again_until_they_are_received(federation: Stack, kind: str):
    plan = {"parties": ["p0"], "timeout": 60, "config": {"do": "sleep", "seconds": 1.0}}
    flower_run_id = federation.start_run(PROBE, f"lost-{kind}", plan)
    if kind == "message":
        federation.until(lambda: bool(federation.workers("server")), 60)
        stopped = federation.processes["p0-supernode"].pid
    else:
        federation.until(lambda: bool(federation.edges["p0"].questions), 60)
        (stopped,) = federation.workers("server")
    os.kill(stopped, signal.SIGSTOP)
    try:
        # Simulates a crash between marking a message as delivered and answering the request.
        federation.until(lambda: mark_delivered(federation, kind) == 1, 60)
        federation.kill("superlink")
        federation.start_link()
    finally:
        os.kill(stopped, signal.SIGCONT)

    status = federation.wait(flower_run_id)
    assert status.sub_status == "completed", status.details + federation.logs()
    (replies,) = json.loads((federation.runs / f"lost-{kind}" / "result.json").read_text())["rounds"]
    assert "draws" in replies["p0"]
    assert len(federation.edges["p0"].questions) == 1


@pytest.mark.long
def test_a_message_is_processed_only_once_if_the_superlink_restarts_while_it_is_fetched(federation: Stack):
    plan = {"parties": ["p0"], "pieces": 100, "timeout": 240, "config": {"do": "sleep", "seconds": 0.5}}
    flower_run_id = federation.start_run(PROBE, "fetched-over-death", plan)
    node = federation.folder / "p0-supernode.log"
    federation.until(lambda: f"[RUN {flower_run_id}" in node.read_text(), 60)

    federation.kill("superlink")
    federation.start_link()

    status = federation.wait(flower_run_id, 300)  # takes 30 seconds without other load, much longer beside other tests
    assert status.sub_status == "completed", status.details + federation.logs()
    (replies,) = json.loads((federation.runs / "fetched-over-death" / "result.json").read_text())["rounds"]
    assert "draws" in replies["p0"]
    assert len(federation.edges["p0"].questions) == 1


# This test must be the last one, because it stops the processes that the other tests use.
@pytest.mark.long
def test_closing_the_lifeline_ends_all_processes_of_the_federation(federation: Stack):
    federation.start_run(PROBE, "orphaned", {"parties": ["p0"], "config": {"do": "sleep", "seconds": 60.0}})
    federation.until(lambda: bool(federation.edges["p0"].questions), 60)
    marker = str(federation.folder)
    assert len(processes_of(marker)) >= 10  # these are six processes of the stack, three zygotes, and two apps

    for name in list(federation.lifelines):
        federation.cut(name)

    federation.until(lambda: not processes_of(marker), 60)


def read(path: Path) -> str:
    return path.read_text() if path.exists() else ""


def mark_delivered(federation: Stack, kind: str) -> int:
    """Marks every message that waits for a node, or every reply that waits for its ServerApp, as delivered. Returns
    their number."""
    table = {"message": "message_ins", "reply": "message_res"}[kind]
    with contextlib.closing(sqlite3.connect(federation.folder / "link.sqlite", timeout=30)) as link:
        result = link.execute(f"update {table} set delivered_at = 'lost' where delivered_at = ''").rowcount
        link.commit()
    return result


def processes_of(marker: str) -> list[str]:
    """Returns the command lines of all processes, including forks, that mention the federation's folder."""
    result = subprocess.run(["ps", "-ww", "-eo", "stat=,args="], capture_output=True, text=True, check=True).stdout
    return [
        line for line in result.splitlines() if marker in line and not line.startswith("Z") and "ps -ww" not in line
    ]

"""How SuperNode and SuperLink log a refused token. A refusal is not an error if the process issued the token itself and
the token's task has ended."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import flwr.supercore.corestate.in_memory_corestate as in_memory
import flwr.supercore.corestate.sql_corestate as sql
import flwr.supercore.dependencies.runtime as runtime
import flwr.superlink.main as superlink
import flwr.supernode.main as supernode
import pytest
from fastapi import FastAPI
from flwr.common.constant import SubStatus
from flwr.proto.runtime_pb2 import SendTaskHeartbeatRequest
from flwr.server.superlink.linkstate import SqlLinkState
from flwr.supercore.constant import NOOP_FEDERATION_ID, TASK_TOKEN_HEADER, TaskType
from flwr.supercore.object_store import ObjectStoreFactory
from flwr.superlink.federation import NoOpFederationManager
from flwr.supernode.nodestate import InMemoryNodeState
from starlette.testclient import TestClient

from engine.flower.patches import tokens

BEAT = "/v1/runtime/send-task-heartbeat"
AS_FLOWER_SAYS_IT = "Runtime task-token authentication failed."
NEVER_GIVEN = "0a" * 128

pytestmark = pytest.mark.filterwarnings("ignore:Using `httpx` with")


@pytest.fixture(autouse=True)
def process(log_records: list, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Sets up a SuperNode or SuperLink that recognises its own tokens."""
    monkeypatch.setattr(in_memory, "secrets", in_memory.secrets)
    monkeypatch.setattr(sql, "secrets", sql.secrets)
    monkeypatch.setattr(runtime, "authenticate_task", runtime.authenticate_task)
    (tmp_path / "secret").write_text("a secret of this test's")
    tokens.know_own(["--isolation", "process", tokens.SECRET_FLAG, str(tmp_path / "secret")])


def node_state(_folder: Path) -> Any:
    return InMemoryNodeState(ObjectStoreFactory().store())


def link_state(folder: Path) -> Any:
    state = SqlLinkState(str(folder / "link.sqlite"), NoOpFederationManager(), ObjectStoreFactory().store())
    state.initialize()
    return state


def new_run(state: Any) -> int:
    """Creates a run at the SuperLink or SuperNode. A SuperNode takes its runs from the SuperLink."""
    if not isinstance(state, SqlLinkState):
        return 7
    return state.create_run(None, None, None, {}, NOOP_FEDERATION_ID, None, None, TaskType.SERVER_APP)


SIDES = pytest.mark.parametrize(
    ("make_app", "make_state"), [(supernode.create_app, node_state), (superlink.create_app, link_state)]
)


def beat(app: FastAPI, state: Any, token: str) -> int:
    """Sends a heartbeat with this token and returns the HTTP status."""
    app.state.runtime_state_factory = SimpleNamespace(state=lambda: state)
    headers = {b"content-type": b"application/protobuf", TASK_TOKEN_HEADER.encode(): token.encode()}
    content = SendTaskHeartbeatRequest().SerializeToString()
    return TestClient(app).post(BEAT, content=content, headers=headers).status_code


@SIDES
def test_refuses_a_token_of_an_ended_task_and_logs_it_as_info(
    log_records: list, tmp_path: Path, make_app: Callable[[], FastAPI], make_state: Callable[[Path], Any]
):
    app, state = make_app(), make_state(tmp_path)
    task = state.create_task(TaskType.CLIENT_APP, new_run(state))
    token = state.claim_task(task)
    assert beat(app, state, token) == 200
    state.finish_task(task, SubStatus.STOPPED, "")
    log_records.clear()

    assert beat(app, state, token) == 401

    assert [(level, tokens.TASK_OVER in text) for level, text in log_records if BEAT in text] == [("INFO", True)]


@SIDES
def test_refuses_a_token_from_before_a_restart_and_logs_it_as_info(
    log_records: list, tmp_path: Path, make_app: Callable[[], FastAPI], make_state: Callable[[Path], Any]
):
    before = make_state(tmp_path)
    token = before.claim_task(before.create_task(TaskType.CLIENT_APP, new_run(before)))
    (tmp_path / "restarted").mkdir()
    log_records.clear()

    assert beat(make_app(), make_state(tmp_path / "restarted"), token) == 401

    assert [(level, tokens.TASK_OVER in text) for level, text in log_records if BEAT in text] == [("INFO", True)]


@SIDES
def test_the_refusal_of_an_unknown_token_is_logged_as_an_error(
    log_records: list, tmp_path: Path, make_app: Callable[[], FastAPI], make_state: Callable[[Path], Any]
):
    app, state = make_app(), make_state(tmp_path)
    task = state.create_task(TaskType.CLIENT_APP, new_run(state))
    given = state.claim_task(task)
    others = tokens.Tokens(b"another party's secret").token_hex(128)
    log_records.clear()

    for token in (NEVER_GIVEN, others, given[:-1] + ("0" if given[-1] != "0" else "1"), "ä", "00"):
        assert beat(app, state, token) == 401

    records = [(level, AS_FLOWER_SAYS_IT in text) for level, text in log_records if BEAT in text]
    assert records == [("ERROR", True)] * 5

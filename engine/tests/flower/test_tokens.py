"""What SuperNode and SuperLink say of a token that they refuse: one of their own, whose task is over, is no error."""

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

from engine.flower import tokens

BEAT = "/v1/runtime/send-task-heartbeat"
AS_FLOWER_SAYS_IT = "Runtime task-token authentication failed."
NEVER_GIVEN = "0a" * 128

pytestmark = pytest.mark.filterwarnings("ignore:Using `httpx` with")


@pytest.fixture(autouse=True)
def process(said: list, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """One that knows its tokens."""
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
    """A SuperNode's runs are the SuperLink's."""
    if not isinstance(state, SqlLinkState):
        return 7
    return state.create_run(None, None, None, {}, NOOP_FEDERATION_ID, None, None, TaskType.SERVER_APP)


SIDES = pytest.mark.parametrize(
    ("make_app", "make_state"), [(supernode.create_app, node_state), (superlink.create_app, link_state)]
)


def beat(app: FastAPI, state: Any, token: str) -> int:
    """The status that a heartbeat with this token is answered with."""
    app.state.runtime_state_factory = SimpleNamespace(state=lambda: state)
    headers = {b"content-type": b"application/protobuf", TASK_TOKEN_HEADER.encode(): token.encode()}
    content = SendTaskHeartbeatRequest().SerializeToString()
    return TestClient(app).post(BEAT, content=content, headers=headers).status_code


@SIDES
def test_a_token_of_a_task_that_is_over_is_refused_but_not_in_red(
    said: list, tmp_path: Path, make_app: Callable[[], FastAPI], make_state: Callable[[Path], Any]
):
    app, state = make_app(), make_state(tmp_path)
    task = state.create_task(TaskType.CLIENT_APP, new_run(state))
    token = state.claim_task(task)
    assert beat(app, state, token) == 200
    state.finish_task(task, SubStatus.STOPPED, "")
    said.clear()

    assert beat(app, state, token) == 401

    assert [(level, tokens.TASK_OVER in text) for level, text in said if BEAT in text] == [("INFO", True)]


@SIDES
def test_so_it_is_once_the_process_has_begun_anew(
    said: list, tmp_path: Path, make_app: Callable[[], FastAPI], make_state: Callable[[Path], Any]
):
    before = make_state(tmp_path)
    token = before.claim_task(before.create_task(TaskType.CLIENT_APP, new_run(before)))
    (tmp_path / "anew").mkdir()
    said.clear()

    assert beat(make_app(), make_state(tmp_path / "anew"), token) == 401

    assert [(level, tokens.TASK_OVER in text) for level, text in said if BEAT in text] == [("INFO", True)]


@SIDES
def test_a_token_that_was_never_given_stays_an_error(
    said: list, tmp_path: Path, make_app: Callable[[], FastAPI], make_state: Callable[[Path], Any]
):
    app, state = make_app(), make_state(tmp_path)
    task = state.create_task(TaskType.CLIENT_APP, new_run(state))
    given = state.claim_task(task)
    others = tokens.Tokens(b"another party's secret").token_hex(128)
    said.clear()

    for token in (NEVER_GIVEN, others, given[:-1] + ("0" if given[-1] != "0" else "1"), "ä", "00"):
        assert beat(app, state, token) == 401

    told = [(level, AS_FLOWER_SAYS_IT in text) for level, text in said if BEAT in text]
    assert told == [("ERROR", True)] * 5

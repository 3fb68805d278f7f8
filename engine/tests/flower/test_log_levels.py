"""Flower's log records about a run that users stopped have level INFO. All other errors stay errors."""

import asyncio
from types import SimpleNamespace

import flwr.supernode.start_client_internal as loop
import pytest
from flwr.app import RecordDict
from flwr.app.message import make_message
from flwr.app.metadata import Metadata
from flwr.supercore.error import ApiErrorCode, FlowerError
from flwr.supercore.error.http import http_error_translator

from engine.flower import log_levels
from engine.flower.patches import supernode


@pytest.mark.parametrize(
    ("code", "level"),
    [
        (ApiErrorCode.FLEET_RUN_STATUS_NOT_ALLOWED, "INFO"),
        (ApiErrorCode.RUNTIME_AUTHENTICATION_FAILED, "ERROR"),
    ],
)
def test_a_request_for_an_ended_run_is_logged_as_info(log_records: list, code: ApiErrorCode, level: str):
    log_levels.let_runs_end()

    async def refuse(_request: object) -> None:
        raise FlowerError(code, "SuperNode 1, exception: Run is finished.")

    request = SimpleNamespace(url=SimpleNamespace(path="/v1/fleet/pull-object"))
    asyncio.run(http_error_translator(request, refuse))
    ((logged_level, text),) = log_records
    assert logged_level == level
    assert "Run is finished." in text


@pytest.mark.parametrize(
    ("error", "level"), [(loop.RunNotRunningException(), "INFO"), (OSError("the way is cut"), "ERROR")]
)
def test_a_message_whose_run_ends_during_the_fetch_is_dropped_and_logged_as_info(
    log_records: list, monkeypatch: pytest.MonkeyPatch, error: BaseException, level: str
):
    monkeypatch.setattr(loop, "_pull_and_store_message", loop._pull_and_store_message)
    supernode.drop_messages_of_stopped_runs()
    message = make_message(Metadata(7, "m1", 1, 2, "", "1", 0.0, 60.0, "train"), RecordDict())
    ended: list[str] = []
    state = SimpleNamespace(
        get_run=lambda _: SimpleNamespace(primary_task_type="", fab_hash=""),
        create_task=lambda **_: 1,
        store_message=lambda _: None,
        delete_messages=lambda **_: None,
        finish_task=lambda _task, **facts: ended.append(facts["details"]),
    )
    store = SimpleNamespace(preregister=lambda *_: ["piece"], delete=lambda _: None)

    def pull_object(*_: object) -> bytes:
        raise error

    given = {"node_config": {}, "get_run": None, "get_fab": None, "confirm_message_received": None}
    loop._pull_and_store_message(
        state=state,
        object_store=store,
        receive=lambda: (message, object()),
        pull_object=pull_object,
        trusted_entities={},
        **given,
    )
    assert len(ended) == 1
    assert [logged_level for logged_level, text in log_records if "Failed to receive message m1" in text] == [level]

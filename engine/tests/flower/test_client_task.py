"""How a client task reports a message whose reply cannot be sent, and in which order it ends its parts."""

import contextlib
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from flwr.app import RecordDict
from flwr.supercore.inflatable.inflatable_utils import ObjectPushError

from engine.flower import client_task
from engine.flower.client_task import ClientTask
from engine.flower.guard import Refused
from engine.flower.installation import Installation


def answer(status: int) -> httpx.HTTPStatusError:
    request = httpx.Request("POST", "http://supernode/push-message")
    return httpx.HTTPStatusError("no", request=request, response=httpx.Response(status, request=request))


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        (answer(401), "dropped"),  # error if the SuperNode has restarted
        (answer(403), "dropped"),  # error if the run has ended
        (ObjectPushError("object", 1, "session"), "dropped"),
        (answer(500), "failed"),
        (OSError("no more files"), "failed"),
    ],
)
def test_reports_an_unsent_reply_as_a_failure_only_if_the_cause_is_at_the_party(
    monkeypatch: pytest.MonkeyPatch, error: Exception, outcome: str
):
    reports: list[dict[str, Any]] = []
    nothing = SimpleNamespace(start=lambda: None, stop=lambda: None, close=lambda: None)
    monkeypatch.setattr(client_task, "open_runtime", lambda *_: nothing)
    monkeypatch.setattr(client_task, "HeartbeatSender", lambda _: nothing)

    def refused(_: object) -> None:
        raise error

    monkeypatch.setattr(client_task, "pull_task_input", refused)
    zygote, guard = SimpleNamespace(), SimpleNamespace(report=reports.append)

    ClientTask(spec=SimpleNamespace(), zygote=zygote, guard=guard, installation=Installation("", {}), states=None).run()

    assert [report["outcome"] for report in reports] == [outcome]
    assert ("Traceback" in reports[0]["detail"]) == (outcome == "failed")


def test_sends_no_heartbeat_after_the_task_has_ended(monkeypatch: pytest.MonkeyPatch):
    """The SuperNode would refuse the heartbeat and log an error, because a task's token expires with the task."""
    order: list[str] = []

    class Heart:
        def __init__(self, _beat: object) -> None:
            self.is_beating = False

        def start(self) -> None:
            self.is_beating = True

        def stop(self) -> None:
            if not self.is_beating:
                raise RuntimeError("as Flower's does")
            self.is_beating = False
            order.append("heart stops")

    def refuse(_facts: object) -> None:
        raise Refused("grant.none")

    metadata = SimpleNamespace(message_id="1", message_type="train.fit")
    run = SimpleNamespace(run_id=1, override_config={})
    context = SimpleNamespace(node_config={}, state=None)
    received = SimpleNamespace(metadata=metadata, content=RecordDict()), context, run, SimpleNamespace(content=b"")
    zygote = SimpleNamespace(start=lambda: (1, contextlib.nullcontext()), end=lambda _pid: None)
    guard = SimpleNamespace(authorize=refuse, report=lambda _facts: order.append("edge report"))
    monkeypatch.setattr(client_task, "open_runtime", lambda *_: SimpleNamespace(close=lambda: None))
    monkeypatch.setattr(client_task, "HeartbeatSender", Heart)
    monkeypatch.setattr(client_task, "pull_task_input", lambda _: received)
    monkeypatch.setattr(client_task, "Message", lambda *_args, **_named: None)
    monkeypatch.setattr(client_task, "push_message", lambda *_: order.append("reply"))
    monkeypatch.setattr(client_task, "push_task_output", lambda *_: order.append("task ends"))

    ClientTask(spec=SimpleNamespace(), zygote=zygote, guard=guard, installation=Installation("", {}), states=None).run()

    assert order == ["reply", "heart stops", "task ends", "edge report"]

"""How a message's end is told when its reply cannot be sent."""

from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from flwr.supercore.inflatable.inflatable_utils import ObjectPushError

from engine.flower import client_task
from engine.flower.client_task import ClientTask
from engine.flower.installation import Installation


def answer(status: int) -> httpx.HTTPStatusError:
    request = httpx.Request("POST", "http://supernode/push-message")
    return httpx.HTTPStatusError("no", request=request, response=httpx.Response(status, request=request))


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        (answer(401), "dropped"),  # the SuperNode began anew
        (answer(403), "dropped"),  # the run has ended
        (ObjectPushError("object", 1, "session"), "dropped"),
        (answer(500), "failed"),
        (OSError("no more files"), "failed"),
    ],
)
def test_only_what_went_wrong_here_is_a_failure(monkeypatch: pytest.MonkeyPatch, error: Exception, outcome: str):
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

"""Patches the start of a ServerApp's process."""

import importlib
from collections.abc import Callable
from typing import Any

from engine.flower.patches import Upstream, replace, replaces, stock


@replaces(
    Upstream("flwr.superlink.runtime.run_serverapp", "run_serverapp", "grid = HttpGrid("),
    Upstream("flwr.superlink.runtime.run_serverapp", "run_serverapp", "heartbeat_sender = HeartbeatSender("),
    Upstream("flwr.superlink.runtime.run_serverapp", "run_serverapp", "grid.set_run(run)"),
)
def call_before_threads(confine: Callable[[str, str], None]) -> None:
    """Have Flower call `confine` with our run id and Flower's run id once it knows the run and before it starts any
    thread."""
    module = importlib.import_module("flwr.superlink.runtime.run_serverapp")
    heartbeat_sender, http_grid = stock(module, "HeartbeatSender"), stock(module, "HttpGrid")
    hearts: list[Any] = []

    class LateHeart(heartbeat_sender):
        def start(self) -> None:
            hearts.append(super().start)

    class ConfiningGrid(http_grid):
        def set_run(self, run: Any) -> None:
            super().set_run(run)
            confine(str(run.override_config.get("run-id", "")), str(run.run_id))
            for start in hearts:
                start()

    replace(module, "HeartbeatSender", LateHeart)
    replace(module, "HttpGrid", ConfiningGrid)

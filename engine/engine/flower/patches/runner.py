"""Patches how flower-superexec launches a runner's tasks."""

from types import ModuleType
from typing import Any

from engine.flower.patches import Upstream, replace, replaces


@replaces(
    Upstream("flwr.supercore.superexec.run_superexec", "run_superexec", "executor = get_executor("),
    Upstream(
        "flwr.supercore.superexec.executor.subprocess_executor", "SubprocessExecutor", "def get_eligible_capacity("
    ),
)
def use_executor(superexec: ModuleType, executor: Any) -> None:
    """Have flower-superexec launch tasks with this executor, a subclass of SubprocessExecutor."""
    replace(superexec, "get_executor", lambda *_args, **_options: executor)

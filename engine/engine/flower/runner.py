"""`python -m engine.flower.runner server|client <flower-superexec flags>`: runs Flower's tasks, each in its own warm,
confined process.

server: needs TESSERA_RUNS, the folder that contains a folder per run. client: needs TESSERA_GUARD_URL and
TESSERA_GUARD_SECRET_FILE, without which it does not start.
TESSERA_LIFELINE: see lifeline.py. The parent may also write these lines to it: `kill <pid>` ends the process that
/authorize named; `hung <pid> <seconds>` does so and reports that the process showed no progress; `stop <attempt id>`
ends the processes of a run.
TESSERA_STOCK=1: use Flower's own timing and a fresh interpreter per task, with the same guard, checks and confinement.
TESSERA_ALGORITHMS: the folder of the manifests by which a party checks its own replies, if it is not in this checkout.
"""

import os
import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import Any

from engine.flower import flower_timing, lifeline, sandbox, warm
from engine.flower.installation import Installation
from engine.flower.patches import objects, timing
from engine.flower.patches.runner import use_executor

ROLES = ("server", "client")
CLOSE_SECONDS = 3.0  # Seconds within which running tasks must end. Flower ends the process at most two seconds later.
USE_EVERY_SECONDS = 0.5
KEPT_ENVIRONMENT = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "PYTHONPATH")
KEPT_PREFIXES = ("FLWR_", "OMP_", "OPENBLAS_", "MKL_", "TESSERA_")


def main() -> None:
    """Run the role that the command line names. Does not return: it exits as flower-superexec does."""
    if len(sys.argv) < 2 or sys.argv[1] not in ROLES:
        raise SystemExit("usage: python -m engine.flower.runner server|client <flower-superexec flags>")
    role = sys.argv.pop(1)
    if role == "server" and "TESSERA_RUNS" not in os.environ:
        raise SystemExit("the server runner needs TESSERA_RUNS")
    try:
        sandbox.require()
    except sandbox.Missing as error:
        raise SystemExit(f"Cannot run apps here: {error}") from None
    flower_timing.set_environment()
    if not flower_timing.is_stock():
        timing.hurry_pulls()
        timing.hurry_retries()
        timing.outwait_silence()
        if role == "client":
            timing.hurry_heartbeats()
    scrub_environment()

    installation = Installation.read() if role == "client" else None
    if not flower_timing.is_stock():
        warm.load(role)
    # Fork the zygote before a secret is read or a thread is started, so that app processes have neither.
    from engine.flower.zygote import Zygote

    zygote = Zygote(role)
    from flwr.supercore.cli import flower_superexec

    if role == "client" and not flower_timing.is_stock():
        objects.send_small_ones_whole()
    # The package exports a function with the module's name, so look up the module itself.
    superexec = sys.modules["flwr.supercore.superexec.run_superexec"]
    on_task = (lambda: None) if flower_timing.is_stock() else timing.hurry_tasks(superexec, role).work
    executor = make_executor(role, zygote, installation, on_task)
    lifeline.watch(on_line=executor.obey)
    threading.Thread(target=executor.watch_use, name="use", daemon=True).start()
    # If the zygote ends, end this process too: the supervisor restarts both.
    zygote.listen(on_gone=lambda: os._exit(1))
    # The supervisor considers the runner as started once it prints its first output.
    print(sandbox.confinement(), flush=True)

    use_executor(superexec, executor)
    sys.argv[0] = "flower-superexec"
    flower_superexec()


def scrub_environment() -> None:
    """Remove every environment variable that app processes do not need. The parent's variables may contain addresses
    and passwords."""
    for name in list(os.environ):
        if name not in KEPT_ENVIRONMENT and not name.startswith(KEPT_PREFIXES):
            del os.environ[name]


def make_executor(role: str, zygote: Any, installation: Installation | None, on_task: Callable[[], None]) -> Any:
    """Return an executor for Flower's SuperExec loop that hands each task to a thread and the zygote. It calls
    `on_task` for each task."""
    from flwr.supercore.constant import TaskType
    from flwr.supercore.superexec.executor.subprocess_executor import SubprocessExecutor
    from flwr.supercore.superexec.executor.types import ExecutionSpec, LaunchResult

    from engine.flower.client_task import ClientTask
    from engine.flower.guard import Guard
    from engine.flower.server_task import ServerTask
    from engine.flower.states import States

    kind = TaskType.CLIENT_APP if role == "client" else TaskType.SERVER_APP
    guard = Guard.from_environment() if role == "client" else None
    states = States.of_runner() if role == "client" else None

    class ForkExecutor(SubprocessExecutor):
        """Executor of this role's tasks only. It refuses agents, models and simulations, which Flower would start
        without a guard."""

        def __init__(self) -> None:
            self.tasks: list[ClientTask | ServerTask] = []

        def get_eligible_capacity(
            self, supported_task_types: set[TaskType], **_: Any
        ) -> tuple[set[TaskType], set[str]]:
            return supported_task_types & {kind}, set()

        def launch(self, spec: ExecutionSpec) -> LaunchResult:
            if spec.task_type != kind:
                return LaunchResult.failed(f"a {role} runner does not run {spec.task_type}")
            task = self._task(spec)
            self.tasks = [*(one for one in self.tasks if one.is_running), task]
            task.start()
            on_task()
            return LaunchResult.accepted()

        def _task(self, spec: ExecutionSpec) -> ClientTask | ServerTask:
            if not guard or not installation or not states:
                return ServerTask(
                    spec, zygote, others=lambda: [task for task in self.tasks if isinstance(task, ServerTask)]
                )
            # Only needed for a fresh interpreter, which reads the library's files again.
            now = Installation.read() if flower_timing.is_stock() else installation
            return ClientTask(spec, zygote, guard=guard, installation=now, states=states)

        def _server_tasks(self) -> list[ServerTask]:
            return [task for task in self.tasks if isinstance(task, ServerTask)]

        def close(self) -> None:
            """End the running tasks, so that SuperLink or SuperNode notices at once instead of when heartbeats
            expire."""
            for task in self.tasks:
                zygote.kill(task.pid)
            deadline = time.monotonic() + CLOSE_SECONDS
            for task in self.tasks:
                task.join(max(0.0, deadline - time.monotonic()))

        def obey(self, line: str) -> None:
            """Execute a line from the parent: `kill <pid>`, `hung <pid> <seconds>` or `stop <attempt id>`."""
            verb, _, rest = line.partition(" ")
            whom, _, seconds = rest.partition(" ")
            for task in self.tasks:
                if whom == {"kill": str(task.pid), "stop": task.attempt_id}.get(verb):
                    zygote.kill(task.pid)
                elif verb == "hung" and whom == str(task.pid):
                    task.end_hung(int(seconds))

        def watch_use(self) -> None:
            """Check periodically which resources each process uses. If the check of a process fails, end that
            process."""
            while True:
                time.sleep(USE_EVERY_SECONDS)
                for task in self.tasks:
                    try:
                        task.check_use()
                    except Exception:
                        traceback.print_exc()
                        zygote.kill(task.pid)

    return ForkExecutor()


if __name__ == "__main__":
    main()

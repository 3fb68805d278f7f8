"""Common base of the runner's two kinds of task: a thread that follows one app's process, and a client for Flower's
calls."""

import contextlib
import shutil
import subprocess
import tempfile
import threading
from abc import ABC, abstractmethod
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path

import httpx
from flwr.supercore.interceptors import RuntimeTokenHttpInterceptor, RuntimeVersionHttpInterceptor
from flwr.supercore.retry import RetryInvoker, exponential
from flwr.supercore.runtime import RuntimeHttpClient
from flwr.supercore.superexec.executor import ExecutionSpec
from flwr.supercore.tls import validate_and_resolve_root_certificates

from engine.flower.limits import Limits, used_disk, used_memory, used_threads
from engine.flower.zygote import Zygote

# Number of seconds for which a runtime call is retried. A task's token expires after 20 to 60 seconds.
RETRY_SECONDS = 30.0


@contextlib.contextmanager
def temporary_folder(prefix: str) -> Generator[Path]:
    """Yield a temporary folder and remove it afterwards, whatever a process has created in it. Python's rmtree fails
    for very deep folders."""
    folder = Path(tempfile.mkdtemp(prefix=prefix))
    try:
        yield folder
    finally:
        with contextlib.suppress(RecursionError):
            shutil.rmtree(folder, ignore_errors=True)
        if folder.exists():
            subprocess.run(["rm", "-rf", "--", str(folder)], check=False)


@dataclass
class Task(ABC):
    """One of Flower's tasks. A subclass's run() is the thread's body and never raises an error."""

    spec: ExecutionSpec
    zygote: Zygote
    pid: int = 0
    attempt_id: str = ""
    folders: tuple[Path, ...] = ()
    overrun: str = ""
    silent_seconds: int = 0

    def start(self) -> None:
        """Start the thread, which runs in parallel to the runner's loop."""
        self._thread = threading.Thread(target=self.run, name=f"task-{self.spec.task_id}", daemon=True)
        self._thread.start()

    @property
    def is_running(self) -> bool:
        """Whether run() has not returned yet."""
        return self._thread.is_alive()

    def join(self, seconds: float) -> None:
        """Wait for run() to return, at most `seconds`."""
        self._thread.join(seconds)

    @property
    @abstractmethod
    def limits(self) -> Limits:
        """Resource limits of the task's process."""

    def check_use(self) -> None:
        """If the process exceeds a limit that the kernel does not enforce, end it and record the limit."""
        if not (self.is_running and self.pid and self.folders):
            return
        most = self.limits
        uses = (
            ("memory", used_memory(self.pid), most.memory),
            ("disk", used_disk(self.folders, self.pid), most.disk),
            ("threads", used_threads(self.pid), most.threads),
        )
        if overrun := next((kind for kind, used, allowed in uses if used > allowed), None):
            self.overrun = overrun
            self.zygote.kill(self.pid)

    def end_hung(self, seconds: int) -> None:
        """End the process, because it shows no progress, and record the reason."""
        self.overrun, self.silent_seconds = "silence", seconds
        self.zygote.kill(self.pid)

    @abstractmethod
    def run(self) -> None:
        """Perform the task."""


def open_runtime(spec: ExecutionSpec, component: str) -> RuntimeHttpClient:
    """Return a client for Flower's Runtime calls with the task's own token. Raises an error if the certificates cannot
    be read."""
    return RuntimeHttpClient.from_server_address(
        server_address=spec.runtime_api_address,
        insecure=spec.insecure,
        root_certificates=validate_and_resolve_root_certificates(spec.root_certificates_path, spec.insecure),
        interceptors=[RuntimeVersionHttpInterceptor(component_name=component), RuntimeTokenHttpInterceptor(spec.token)],
        retry_invoker=RetryInvoker(
            lambda: exponential(max_delay=2),
            (httpx.TransportError, httpx.HTTPStatusError),
            max_tries=None,
            max_time=RETRY_SECONDS,
            should_giveup=_is_final,
        ),
    )


def _is_final(error: Exception) -> bool:
    # Flower's own invoker interrupts the process if a token is unknown, but this process serves other tasks as well.
    return isinstance(error, httpx.HTTPStatusError) and error.response.status_code not in (502, 503, 504)

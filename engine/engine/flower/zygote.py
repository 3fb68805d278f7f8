"""A warm process that forks one process per app. It is forked before the runner reads any secret, so it has none.

The runner and the zygote communicate over a socket pair. The runner sends `start` with the app's end of a new socket,
or `kill` with a pid. The zygote answers `born` and, once a process has ended, `ended`. Libraries such as numpy are
imported only once, in the zygote, so that a message takes milliseconds rather than seconds.
"""

import contextlib
import importlib
import json
import os
import queue
import random
import select
import signal
import socket
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.flower import flower_timing, lifeline

ENDED_WITHIN_SECONDS = 5.0


@dataclass(frozen=True)
class Ending:
    """How an app's process ended: with an exit status, or by a signal."""

    code: int | None
    signal: int | None

    def facts(self) -> dict[str, int]:
        """Return the entries for exit.json and reports: `{"code": n}`, or `{"code": 128 + n, "signal": n}`."""
        if self.signal is not None:
            return {"code": 128 + self.signal, "signal": self.signal}
        return {"code": self.code or 0}


class Zygote:
    """The runner's handle of the zygote. Create it before any secret is read and before any thread starts."""

    def __init__(self, role: str) -> None:
        self._link, theirs = socket.socketpair()
        self.pid = os.fork()
        if self.pid == 0:
            self._link.close()
            _run(role, theirs)
        theirs.close()
        self._turn = threading.Lock()
        self._born: queue.SimpleQueue[int | None] = queue.SimpleQueue()
        self._endings: dict[int, queue.SimpleQueue[Ending]] = {}
        self._guard = threading.Lock()

    def listen(self, on_gone: Callable[[], None]) -> None:
        """Start to receive the ends of processes. on_gone is called if the zygote itself dies."""
        threading.Thread(target=self._receive, args=(on_gone,), name="zygote", daemon=True).start()

    def start(self) -> tuple[int, socket.socket]:
        """Fork a process that waits for its job. Returns its pid and the runner's end of its socket. Raises OSError."""
        ours, theirs = socket.socketpair()
        with self._turn, theirs:
            socket.send_fds(self._link, [b'{"do":"start"}\n'], [theirs.fileno()])
            pid = self._born.get()
        if pid is None:
            ours.close()
            raise OSError("the zygote is gone")
        return pid, ours

    def kill(self, pid: int) -> None:
        """Kill an app's process (SIGKILL) and all processes that it started, unless it has ended. Only the zygote knows
        whether it has ended, so the pid cannot belong to another process by then."""
        with self._turn, contextlib.suppress(OSError):
            self._link.sendall(json.dumps({"do": "kill", "pid": pid}).encode() + b"\n")

    def ending(self, pid: int, *, seconds: float | None = ENDED_WITHIN_SECONDS) -> Ending | None:
        """Return how the process ended. Waits at most `seconds` (None: without limit). Returns None if the process has
        not ended by then, or if it is not a process of this zygote."""
        with self._guard:
            ending = self._endings.get(pid)
        try:
            if not ending:
                return None
            how = ending.get(timeout=seconds)
        except queue.Empty:
            return None
        ending.put(how)  # stored, so that later calls return the same ending
        return how

    def end(self, pid: int) -> None:
        """Kill the process if it is still running, wait for its end, and remove it from the handle. The process writes
        nothing after this call."""
        self.kill(pid)
        self.ending(pid)
        with self._guard:
            self._endings.pop(pid, None)

    def _receive(self, on_gone: Callable[[], None]) -> None:
        with self._link.makefile("r") as lines, contextlib.suppress(OSError):
            for line in lines:
                report = json.loads(line)
                with self._guard:
                    if report["event"] == "born":
                        # Use a new queue, because an earlier process may have had the same pid.
                        self._endings[report["pid"]] = queue.SimpleQueue()
                        self._born.put(report["pid"])
                    elif ending := self._endings.get(report["pid"]):
                        ending.put(Ending(report["code"], report["signal"]))
        self._born.put(None)
        on_gone()


def _run(role: str, link: socket.socket) -> None:
    """Run the zygote. Never returns."""
    status = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        lifeline.end_with_parent(signal.SIGKILL)
        _serve(role, link)
        status = 0
    except BaseException as error:  # no exception may reach the runner's own code, of which this process is a copy
        print(f"zygote: {error!r}", file=sys.stderr, flush=True)
    finally:
        os._exit(status)


def _serve(role: str, link: socket.socket) -> None:
    # SIGCHLD wakes the select below, so that the end of a process is reported at once.
    wake, waker = os.pipe()
    for fd in (wake, waker):
        os.set_blocking(fd, False)
    signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    children: set[int] = set()
    pending = b""

    def send(**facts: Any) -> None:
        link.sendall(json.dumps(facts).encode() + b"\n")

    while True:
        ready, _, _ = select.select([link, wake], [], [])
        if wake in ready:
            os.read(wake, 4096)
        for pid in sorted(children):
            if os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                # kill the remaining children before the process is reaped, while its pid cannot belong to another
                # process
                _kill_group(pid)
                children.discard(pid)
                code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
                send(event="ended", pid=pid, code=code if code >= 0 else None, signal=-code if code < 0 else None)
        if link not in ready:
            continue
        data, fds, _, _ = socket.recv_fds(link, 4096, 1)
        if not data:
            # The runner has ended. Closed sockets and parent-death signals end the apps.
            for pid in children:
                _kill_group(pid)
            return
        *lines, pending = (pending + data).split(b"\n")
        for line in lines:
            order = json.loads(line)
            if order["do"] == "kill":
                if order["pid"] in children:
                    _kill_group(order["pid"])
                continue
            app_end = socket.socket(fileno=fds.pop())
            pid = os.fork()
            # Set the process group in the parent and in the child, because it must exist before any kill.
            with contextlib.suppress(OSError):
                os.setpgid(pid, pid)
            if pid == 0:
                signal.set_wakeup_fd(-1)
                link.close()
                os.close(wake)
                os.close(waker)
                _become_app(role, app_end)
            app_end.close()
            children.add(pid)
            send(event="born", pid=pid)


def _kill_group(leader: int) -> None:
    # If the kernel filters system calls, no process can leave its process group (see syscalls.py).
    with contextlib.suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)


def _become_app(role: str, link: socket.socket) -> None:
    """Become the process of an app, after the fork. Never returns."""
    status = 1
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        lifeline.end_with_parent(signal.SIGKILL)
        lifeline.leave_to_parent()
        if flower_timing.is_stock():
            os.set_inheritable(link.fileno(), True)
            os.execv(sys.executable, [sys.executable, "-m", f"engine.flower.{role}_app", str(link.detach())])
        reseed()
        module = importlib.import_module(f"engine.flower.{role}_app")
        module.run(link)
        status = 0
    except SystemExit as error:
        status = error.code if isinstance(error.code, int) else int(error.code is not None)
    except BaseException as error:
        print(f"app: {error!r}", file=sys.stderr, flush=True)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def reseed() -> None:
    """Give this process its own random numbers. A fork copies the state of every generator. Without a new seed, all
    tasks of a runner would draw the same numbers, and an attacker could subtract privacy noise that is drawn twice."""
    random.seed()
    if numpy := sys.modules.get("numpy"):
        numpy.random.seed(int.from_bytes(os.urandom(4), "little"))
    if torch := sys.modules.get("torch"):
        torch.manual_seed(int.from_bytes(os.urandom(8), "little") >> 1)

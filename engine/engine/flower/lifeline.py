"""Ends this process when the process that started it has ended, for whatever reason.

A parent spawns each child with one more pipe (or socket pair, which is what Node makes) and names its descriptor
in TESSERA_LIFELINE. Nothing needs to be written: the signal is that the pipe closes.
"""

import contextlib
import ctypes
import os
import select
import signal
import sys
import threading
from collections.abc import Callable

VARIABLE = "TESSERA_LIFELINE"
ORPHANED = 75  # our exit status when the pipe closed (EX_TEMPFAIL)
_PR_SET_PDEATHSIG = 1


def watch(*, grace_seconds: float = 0.0, on_line: Callable[[str], None] | None = None) -> None:
    """End this process once the lifeline closes. Call again in every forked child, as threads do not survive a fork.

    Does nothing if TESSERA_LIFELINE is unset. With grace_seconds the process first sends itself SIGTERM, so that a
    SuperNode can sign off, and ends that many seconds later. on_line receives each line that the parent writes to the
    pipe (one reader only: a child that shares the descriptor must not pass it).

    Raises ValueError if TESSERA_LIFELINE is not a descriptor number.
    """
    text = os.environ.get(VARIABLE)
    if text is None:
        return
    fd = int(text)
    end_with_parent(signal.SIGTERM if grace_seconds else signal.SIGKILL)
    threading.Thread(target=_wait, args=(fd, grace_seconds, on_line), name="lifeline", daemon=True).start()


def end_with_parent(sig: int) -> None:
    """Ask Linux to signal this process when its parent dies; other systems rely on the pipe alone (prctl(2))."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, sig, 0, 0, 0)


def leave_to_parent() -> None:
    """Close this process's end of the lifeline, on Linux, before it runs code that others wrote. The lifeline is
    shared, and a process that holds it could close it for all. The kernel ends this process with its parent
    (end_with_parent)."""
    if sys.platform == "linux" and (text := os.environ.pop(VARIABLE, None)):
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, int(text))
        os.close(nothing)


def _wait(fd: int, grace_seconds: float, on_line: Callable[[str], None] | None) -> None:
    poller = select.poll()
    # Without a reader of lines, poll only for the hang-up: children share the descriptor and must not consume lines.
    poller.register(fd, select.POLLIN if on_line else 0)
    rest = b""
    while True:
        events = poller.poll()
        mask = events[0][1] if events else 0
        if on_line and mask & select.POLLIN:
            try:
                data = os.read(fd, 4096)
            except OSError:
                data = b""
            if data:
                *lines, rest = (rest + data).split(b"\n")
                for line in lines:
                    with contextlib.suppress(Exception):  # a bad line must not end the watch
                        on_line(line.decode())
                continue
            break
        if mask & (select.POLLHUP | select.POLLERR | select.POLLNVAL):
            break
    if grace_seconds:
        os.kill(os.getpid(), signal.SIGTERM)
        threading.Event().wait(grace_seconds)
    os._exit(ORPHANED)

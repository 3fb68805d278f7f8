"""Ends this process when its parent process has ended, for whatever reason.

A parent starts each child with an additional pipe (or socket pair, which is what Node.js creates) and names its
descriptor in TESSERA_LIFELINE. The parent need not write to it: the child ends when the pipe closes.
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
ORPHANED = 75  # exit status of this process after the pipe has closed (EX_TEMPFAIL)
_PR_SET_PDEATHSIG = 1


def watch(*, grace_seconds: float = 0.0, on_line: Callable[[str], None] | None = None) -> None:
    """End this process once the lifeline closes. Call it again in every forked child, because threads do not survive a
    fork.

    Does nothing if TESSERA_LIFELINE is unset. If grace_seconds is given, the process first sends itself SIGTERM, so
    that a SuperNode can sign off, and ends that many seconds later. on_line is called with each line that the parent
    writes to the pipe. Only one process may read lines: a child that shares the descriptor must not pass on_line.

    Raises ValueError if TESSERA_LIFELINE is not a descriptor number.
    """
    text = os.environ.get(VARIABLE)
    if text is None:
        return
    fd = int(text)
    end_with_parent(signal.SIGTERM if grace_seconds else signal.SIGKILL)
    threading.Thread(target=_wait, args=(fd, grace_seconds, on_line), name="lifeline", daemon=True).start()


def end_with_parent(sig: int) -> None:
    """Have Linux signal this process when its parent dies. Other systems rely on the pipe alone (prctl(2))."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, sig, 0, 0, 0)


def leave_to_parent() -> None:
    """Close this process's end of the lifeline, on Linux, before it runs code that others wrote. All processes share
    the lifeline, and one of them could close it for the others. Linux still ends this process with its parent
    (end_with_parent)."""
    if sys.platform == "linux" and (text := os.environ.pop(VARIABLE, None)):
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, int(text))
        os.close(nothing)


def _wait(fd: int, grace_seconds: float, on_line: Callable[[str], None] | None) -> None:
    poller = select.poll()
    # A process without on_line polls only for the hang-up. It must not read lines, because children share the
    # descriptor.
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
                    with contextlib.suppress(Exception):  # the loop must continue after an invalid line
                        on_line(line.decode())
                continue
            break
        if mask & (select.POLLHUP | select.POLLERR | select.POLLNVAL):
            break
    if grace_seconds:
        os.kill(os.getpid(), signal.SIGTERM)
        threading.Event().wait(grace_seconds)
    os._exit(ORPHANED)

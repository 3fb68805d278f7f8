"""Writes files so that they survive a power cut. Messages and events that depend on a file are sent only after it is on
the disk."""

import errno
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

NO_SPACE = "guard.no-space"
# Free space in MiB that must remain, the same as an edge reserves when users upload (KEPT_FREE_MEGABYTES of the
# contract).
NEEDED_MEBIBYTES = 256
PATIENCE_SECONDS, PAUSE_SECONDS = 600.0, 1.0


def is_full(error: BaseException) -> bool:
    """Whether the disk or quota is full."""
    return isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)


def lack() -> dict[str, int]:
    """Return free and needed space, in mebibytes, of the disk on which a party's processes write."""
    folders = [tempfile.gettempdir(), os.environ.get("FLWR_HOME", tempfile.gettempdir())]
    free = min(shutil.disk_usage(folder).free for folder in folders)
    return {"free": free // 2**20, "needed": NEEDED_MEBIBYTES}


def patiently(write: Callable[[], object]) -> None:
    """Call a function that writes a file. If the disk is full, retry for up to PATIENCE_SECONDS, which is also how long
    a run waits for a party."""
    began, is_reported = time.monotonic(), False
    while True:
        try:
            write()
            return
        except OSError as error:
            if not is_full(error) or time.monotonic() - began >= PATIENCE_SECONDS:
                raise
        if not is_reported:
            print("the disk is full: waiting for free space", flush=True)
            is_reported = True
        time.sleep(PAUSE_SECONDS)


def settle(file: IO) -> None:
    """Flush everything written so far to the disk."""
    file.flush()
    os.fsync(file.fileno())


def write(path: Path, put: Callable[[IO], object], mode: int = 0o666) -> None:
    """Write a file atomically, replacing an existing one. Readers see the old or the new file, never a part of one.
    `put` writes the content."""
    beside = path.with_name(f"{path.name}.tmp")
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:
        put(file)
        settle(file)
    beside.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)

"""Writes files that survive a power cut, so that messages and events based on them are never ahead of the files."""

import errno
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

NO_SPACE = "guard.no-space"
NEEDED_MEBIBYTES = 256  # as much as an edge keeps free for uploads (KEPT_FREE_MEGABYTES of the contract)
PATIENCE_SECONDS, PAUSE_SECONDS = 600.0, 1.0


def is_full(error: BaseException) -> bool:
    """Whether the disk or quota is full."""
    return isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)


def lack() -> dict[str, int]:
    """Free and needed space, in mebibytes, where a party's processes write."""
    folders = [tempfile.gettempdir(), os.environ.get("FLWR_HOME", tempfile.gettempdir())]
    free = min(shutil.disk_usage(folder).free for folder in folders)
    return {"free": free // 2**20, "needed": NEEDED_MEBIBYTES}


def patiently(write: Callable[[], object]) -> None:
    """Write. If the disk is full, retry for up to PATIENCE_SECONDS, as long as a party would be waited for."""
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
    """Ensure that everything written so far is on the disk."""
    file.flush()
    os.fsync(file.fileno())


def write(path: Path, put: Callable[[IO], object], mode: int = 0o666) -> None:
    """Write a file atomically, in place of another if there is one: readers see the old or the new file, never a
    partial one. `put` writes its bytes."""
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

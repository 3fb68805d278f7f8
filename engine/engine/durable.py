"""Files that a power cut leaves whole: what was said or sent because of them has not happened without them."""

import errno
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

NO_SPACE = "guard.no-space"
NEEDED_MEBIBYTES = 256  # as an edge keeps free of what is uploaded (KEPT_FREE_MEGABYTES of the contract)
PATIENCE_SECONDS, PAUSE_SECONDS = 600.0, 1.0


def is_full(error: BaseException) -> bool:
    """Whether the disk takes no more."""
    return isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)


def lack() -> dict[str, int]:
    """In mebibytes: what is free where a party's processes write, and what has to be."""
    folders = [tempfile.gettempdir(), os.environ.get("FLWR_HOME", tempfile.gettempdir())]
    free = min(shutil.disk_usage(folder).free for folder in folders)
    return {"free": free // 2**20, "needed": NEEDED_MEBIBYTES}


def patiently(write: Callable[[], object]) -> None:
    """Write; on a full disk again and again until there is room, as long as a party would be waited for."""
    began, is_said = time.monotonic(), False
    while True:
        try:
            write()
            return
        except OSError as error:
            if not is_full(error) or time.monotonic() - began >= PATIENCE_SECONDS:
                raise
        if not is_said:
            print("the disk is full: waiting for room", flush=True)
            is_said = True
        time.sleep(PAUSE_SECONDS)


def settle(file: IO) -> None:
    """All that was written so far is on the disk from here on."""
    file.flush()
    os.fsync(file.fileno())


def write(path: Path, put: Callable[[IO], object], mode: int = 0o666) -> None:
    """A file takes the place of another, or of none, at once: a reader finds the one or the other, never half of one.
    `put` writes its bytes."""
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

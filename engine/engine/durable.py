"""Files that a power cut leaves whole: what was said or sent because of them has not happened without them."""

import os
from pathlib import Path
from typing import IO


def settle(file: IO) -> None:
    """All that was written so far is on the disk from here on."""
    file.flush()
    os.fsync(file.fileno())


def replace(beside: Path, path: Path) -> None:
    """A settled file takes the place of another, or of none, and that is on the disk, too."""
    beside.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)

"""Moves the result of a local run from the worker's folder to the folder in which the edge stores results."""

import os
import stat
from pathlib import Path

from engine.durable import write
from engine.flower.limits import MIB
from engine.run.result import CARD, MODEL

LARGEST = {MODEL: 512 * MIB, CARD: 16 * MIB}


class NotStored(Exception):
    """Raised if a local run left no result, or files that our apps do not write."""


def collect(folder: Path, target: Path) -> None:
    """Copy the card and the model, if there is one, into the folder `target`, which only this user can read. Raises
    NotStored.

    The worker may have put anything into its folder, so links are not followed and only plain files are read.
    """
    target.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = {name: _read(folder / name, most) for name, most in LARGEST.items()}
    if found[CARD] is None:
        raise NotStored("no card")
    for name, content in found.items():
        if content is not None:
            write(target / name, lambda file, content=content: file.write(content), 0o600)


def _read(path: Path, most: int) -> bytes | None:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise NotStored(f"{path.name}: {error.strerror}") from error
    with os.fdopen(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_size > most:
            raise NotStored(f"{path.name} is not a plain file of at most {most} bytes")
        return file.read(most)

"""Setup and fixtures of all tests."""

import os
from collections.abc import Callable

import pytest

from engine.flower.flower_timing import (
    set_environment,  # importing it sets the engine to one thread, so this must come before numpy is imported
)

set_environment()


@pytest.fixture
def synced(monkeypatch) -> Callable[[], list[int]]:
    """Returns a function that lists the inode numbers of all files and folders flushed to the disk so far."""
    numbers, settle = [], os.fsync

    def note(descriptor: int) -> None:
        settle(descriptor)
        numbers.append(os.fstat(descriptor).st_ino)

    monkeypatch.setattr(os, "fsync", note)
    return lambda: list(numbers)

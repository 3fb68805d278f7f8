"""What every test runs with."""

import os
from collections.abc import Callable

import pytest

from engine.flower.pace import set_environment  # and with it the engine's one thread, before a test imports numpy

set_environment()


@pytest.fixture
def settled(monkeypatch) -> Callable[[], list[int]]:
    """The files and folders, by their numbers, that the disk was asked to have until now."""
    numbers, settle = [], os.fsync

    def note(descriptor: int) -> None:
        settle(descriptor)
        numbers.append(os.fstat(descriptor).st_ino)

    monkeypatch.setattr(os, "fsync", note)
    return lambda: list(numbers)

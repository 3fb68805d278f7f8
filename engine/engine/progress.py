"""What an app's process reports to its runner while it works: how far it is, and columns that lie apart. Outside a
runner nothing is reported."""

import time
from collections.abc import Callable, Sequence
from typing import Any

READING, LEARNING = "reading", "learning"  # what the work may be
PAUSE_SECONDS = 0.5  # between two words of the same work


def _step_to_nobody(step: str, round_: int) -> None:
    """Nobody listens."""


def _work_to_nobody(what: str, share: float) -> None:
    """Nobody listens."""


def _apart_to_nobody(columns: Sequence[dict[str, Any]]) -> None:
    """Nobody listens."""


tell_step: Callable[[str, int], None] = _step_to_nobody
tell_work: Callable[[str, float], None] = _work_to_nobody
tell_apart: Callable[[Sequence[dict[str, Any]]], None] = _apart_to_nobody

_parts = (0, 1)
_told = ("", 0.0)


def part(place: int, parts: int) -> None:
    """What is `worked` from now on is one of so many like it, the one at this place from 0."""
    global _parts
    _parts = (min(place, parts - 1), parts)


def worked(what: str, done: int, of: int) -> None:
    """So many of the pieces of this work are done. To be called after each one: it is told now and then."""
    global _told
    now = time.monotonic()
    if what == _told[0] and now - _told[1] < PAUSE_SECONDS:
        return
    _told = (what, now)
    place, parts = _parts
    tell_work(what, (place + done / of) / parts)

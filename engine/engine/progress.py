"""Reports from an app's process to its runner while it works: its progress, and columns in which the party differs from
the others. Outside a runner, reports are ignored."""

import time
from collections.abc import Callable, Sequence
from typing import Any

READING, LEARNING = "reading", "learning"  # kinds of work
PAUSE_SECONDS = 0.5  # minimum number of seconds between two reports of the same kind of work


def _ignore_step(step: str, round_: int) -> None:
    """Default of `report_step` outside a runner: ignores the report."""


def _ignore_work(what: str, share: float) -> None:
    """Default outside a runner: ignore the report."""


def _ignore_differing_columns(columns: Sequence[dict[str, Any]]) -> None:
    """Default outside a runner: ignore the report."""


report_step: Callable[[str, int], None] = _ignore_step
report_work: Callable[[str, float], None] = _ignore_work
report_differing_columns: Callable[[Sequence[dict[str, Any]]], None] = _ignore_differing_columns

_parts = (0, 1)
_reported = ("", 0.0)


def part(place: int, parts: int) -> None:
    """Declare that the following calls of `worked` are part `place` (from 0) of `parts` equal parts."""
    global _parts
    _parts = (min(place, parts - 1), parts)


def worked(what: str, done: int, of: int) -> None:
    """Report that `done` of `of` pieces of this work are done. Call it after each piece; most calls send nothing,
    because reports have a minimum interval."""
    global _reported
    now = time.monotonic()
    if what == _reported[0] and now - _reported[1] < PAUSE_SECONDS:
        return
    _reported = (what, now)
    place, parts = _parts
    report_work(what, (place + done / of) / parts)

"""Filters the progress reports of an app: only valid reports reach the edge, and only at intervals."""

import math
import time
from collections.abc import Collection, Mapping
from typing import Any

from engine.progress import LEARNING, READING

STEPS = ("statistics", "train", "evaluate")
PAUSE_SECONDS = 1.0  # minimum number of seconds between two progress reports of a local run
WORK_PAUSE_SECONDS = 2.0
SURE_SECONDS = 3.0  # A report estimates the remaining time only after this many seconds of work.


class Steps:
    """Progress reports of a local run. A report is valid if it names a known step, and a round of the plan that is not
    earlier than that of the last report."""

    def __init__(self, rounds: int) -> None:
        self._rounds, self._reached, self._reported_at = rounds, 0, -math.inf

    def filter(self, report: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return the report in the form for the edge. Returns None if it is invalid, or if the last report was less
        than PAUSE_SECONDS ago."""
        step, round_, now = report.get("step"), report.get("round"), time.monotonic()
        if step not in STEPS or type(round_) is not int or not self._reached <= round_ <= self._rounds:
            return None
        self._reached = round_
        if now - self._reported_at < PAUSE_SECONDS:
            return None
        self._reported_at = now
        return {"step": step, "round": round_}


class DifferingColumns:
    """Reports of columns in which the party's values differ from the others'. A report is valid if it contains columns
    of the plan and finite numbers."""

    def __init__(self, names: Collection[str]) -> None:
        self._names = names

    def filter(self, report: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return the report in the form for the edge, or None if it is invalid."""
        columns = report.get("columns")
        if not isinstance(columns, list) or not columns:
            return None
        known = [column for column in columns if self._is_known(column)]
        return {"columns": known} if len(known) == len(columns) <= len(self._names) else None

    def _is_known(self, column: Any) -> bool:
        if (
            not isinstance(column, dict)
            or set(column) != {"column", "own", "all"}
            or column["column"] not in self._names
        ):
            return False
        return all(
            isinstance(pair, list) and len(pair) == 2 and all(type(one) is float and math.isfinite(one) for one in pair)
            for pair in (column["own"], column["all"])
        )


class Work:
    """Progress on one message: the kind of work, the percentage that is done, and an estimate of the remaining
    seconds."""

    def __init__(self) -> None:
        self._what, self._share, self._began, self._reported_at = "", 0.0, 0.0, -math.inf

    def filter(self, report: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return the report in the form for the edge. Returns None if it is invalid, or if the last report was less
        than WORK_PAUSE_SECONDS ago."""
        what, share, now = report.get("what"), report.get("share"), time.monotonic()
        if what not in (READING, LEARNING) or type(share) is not float or not 0 <= share <= 1:
            return None
        if what != self._what or share < self._share:
            self._began = now
        self._what, self._share = what, share
        if now - self._reported_at < WORK_PAUSE_SECONDS:
            return None
        self._reported_at, taken = now, now - self._began
        left = math.ceil(taken * (1 - share) / share) if share > 0 and taken >= SURE_SECONDS else None
        return {"what": what, "percent": math.floor(share * 100), "secondsLeft": left}

"""What an app reports while it works, and what of that its edge gets: nothing else, and only now and then."""

import math
import time
from collections.abc import Collection, Mapping
from typing import Any

from engine.progress import LEARNING, READING

STEPS = ("statistics", "train", "evaluate")
PAUSE_SECONDS = 1.0  # between two words of steps
WORK_PAUSE_SECONDS = 2.0
SURE_SECONDS = 3.0  # of some work, after which it says how long the rest will take


class Steps:
    """Of a run by itself: a step that there is and a round of the plan's, never an earlier one."""

    def __init__(self, rounds: int) -> None:
        self._rounds, self._reached, self._told = rounds, 0, -math.inf

    def heed(self, said: Mapping[str, Any]) -> dict[str, Any] | None:
        """What is told; None for what nobody needs to know."""
        step, round_, now = said.get("step"), said.get("round"), time.monotonic()
        if step not in STEPS or type(round_) is not int or not self._reached <= round_ <= self._rounds:
            return None
        self._reached = round_
        if now - self._told < PAUSE_SECONDS:
            return None
        self._told = now
        return {"step": step, "round": round_}


class Apart:
    """Columns in which the party's values lie apart from the others': names of the plan, and finite numbers."""

    def __init__(self, names: Collection[str]) -> None:
        self._names = names

    def heed(self, said: Mapping[str, Any]) -> dict[str, Any] | None:
        """What the edge gets; None for anything else than such columns."""
        columns = said.get("columns")
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
    """Of the work on a message: which, how many percent of it are done, and in how many seconds it will be."""

    def __init__(self) -> None:
        self._what, self._share, self._began, self._told = "", 0.0, 0.0, -math.inf

    def heed(self, said: Mapping[str, Any]) -> dict[str, Any] | None:
        """What is told; None for what nobody needs to know."""
        what, share, now = said.get("what"), said.get("share"), time.monotonic()
        if what not in (READING, LEARNING) or type(share) is not float or not 0 <= share <= 1:
            return None
        if what != self._what or share < self._share:
            self._began = now
        self._what, self._share = what, share
        if now - self._told < WORK_PAUSE_SECONDS:
            return None
        self._told, taken = now, now - self._began
        left = math.ceil(taken * (1 - share) / share) if share > 0 and taken >= SURE_SECONDS else None
        return {"what": what, "percent": math.floor(share * 100), "secondsLeft": left}

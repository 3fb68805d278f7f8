"""The cases and the description of every algorithm, computed once for all tests because it takes 30 seconds."""

from functools import cache
from typing import Any
from unittest.mock import patch

from engine.algorithm import FOLDERS, read_algorithm
from engine.build import describe
from engine.stages import Case, cases_of

NAMES = sorted(path.parent.name for path in FOLDERS.glob("*/manifest.json"))


@cache
def cases(name: str) -> list[Case]:
    """Returns the cases (engine.stages.Case) of the algorithm in this folder."""
    return cases_of(read_algorithm(FOLDERS / name))


@cache
def described(name: str) -> dict[str, Any]:
    """Returns the description of the algorithm in this folder, as `engine.build` writes it."""
    with patch("engine.what_leaves.cases_of", lambda _: cases(name)):
        return describe(FOLDERS / name)

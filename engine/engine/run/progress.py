"""How far a run by itself is, told to whoever started this process: outside a runner nobody hears it."""

from collections.abc import Callable


def _to_nobody(step: str, round_: int) -> None:
    """Nobody listens."""


tell: Callable[[str, int], None] = _to_nobody

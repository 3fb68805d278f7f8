"""Counts that people see: none below five, nor by subtraction."""

LEAST_SHOWN = 5

Shown = int | str | None


def hide_few(counts: list[int]) -> list[Shown]:
    """Counts whose sum everybody knows, as they may be shown: one from 1 to 4 as "<5", and the first of the others only
    as more than a number, since it would tell the hidden ones. Where they could be told even so, None for all. The
    order must not depend on the counts: the largest says of itself that no other is larger."""
    few = [0 < count < LEAST_SHOWN for count in counts]
    if not any(few):
        return list(counts)
    hidden = sum(few)
    covers = next((place for place, count in enumerate(counts) if count >= LEAST_SHOWN), None)
    rest = sum(count for place, count in enumerate(counts) if few[place] or place == covers)
    if covers is None or rest == LEAST_SHOWN + hidden:  # all as small as they can be
        return [None] * len(counts)
    shown: list[Shown] = [f"<{LEAST_SHOWN}" if is_few else count for count, is_few in zip(counts, few, strict=True)]
    shown[covers] = f">{max(rest - hidden * (LEAST_SHOWN - 1), LEAST_SHOWN) - 1}"
    return shown

"""What people read of a column's counts: none below five, and nothing of the values of a column that has so few."""

from collections.abc import Iterable
from typing import Any

from engine.data.encoding import CategoryEncoder, NumberEncoder
from engine.privacy.few import LEAST_SHOWN, hide_few, upper_share

Range = tuple[int, float, float]  # the quantile of so many percent is above the one number and not above the other


def describe_number(column: NumberEncoder, count: int, missing: int, ranges: Iterable[Range]) -> dict[str, Any]:
    """`deviation` is a sample's; a quantile is at most `error` away from `value`. None is told of zeros and ones, or
    the like, of which one to four rows have one: their mean is a share of the rows."""
    shown, hidden = hide_few([count, missing])
    described = {"name": column.name, "kind": column.kind, "count": shown, "missing": hidden}
    upper = round((upper_share(column.mean, column.deviation) or 0) * count)
    if count < LEAST_SHOWN or any(0 < rows < LEAST_SHOWN for rows in (upper, count - upper)):
        return described
    deviation = column.deviation * (count / (count - 1)) ** 0.5
    quantiles = [
        {"percent": percent, "value": (low + high) / 2, "error": (high - low) / 2} for percent, low, high in ranges
    ]
    return described | {"mean": column.mean, "deviation": deviation, "quantiles": quantiles}


def describe_category(column: CategoryEncoder, counts: list[int]) -> dict[str, Any]:
    """Of its categories, of any other, and of missing values."""
    *known, other, missing = hide_few(counts)
    categories = [{"name": name, "count": count} for name, count in zip(column.categories, known, strict=True)]
    return {"name": column.name, "kind": column.kind, "categories": categories, "other": other, "missing": missing}

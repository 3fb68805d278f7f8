"""The description of a column that users see. Each party reports counts of zero or at least five rows
(privacy/neighbours.py). So no sum of them, and no difference between such a sum and the number of all rows, is one to
four."""

from collections.abc import Iterable
from typing import Any

from engine.data.encoding import CategoryEncoder, NumberEncoder

# (percent, low, high) of a quantile: its value is above `low` and at most `high`
Range = tuple[int, float, float]


def describe_number(column: NumberEncoder, count: int, missing: int, ranges: Iterable[Range]) -> dict[str, Any]:
    """Return the description of a column of numbers. `deviation` is the sample standard deviation. A quantile of the
    values that parties count is at most `error` away from `value`."""
    described = {"name": column.name, "kind": column.kind, "count": count, "missing": missing}
    if not count:
        return described
    deviation = column.deviation * (count / (count - 1)) ** 0.5
    quantiles = [
        {"percent": percent, "value": (low + high) / 2, "error": (high - low) / 2} for percent, low, high in ranges
    ]
    return described | {"mean": column.mean, "deviation": deviation, "quantiles": quantiles}


def describe_category(column: CategoryEncoder, counts: list[int]) -> dict[str, Any]:
    """Return counts of the column's categories, of other texts, and of missing values."""
    *known, other, missing = counts
    categories = [{"name": name, "count": count} for name, count in zip(column.categories, known, strict=True)]
    return {"name": column.name, "kind": column.kind, "categories": categories, "other": other, "missing": missing}

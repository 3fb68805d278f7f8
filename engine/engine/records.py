"""Between Flower's records and ours. Names and shapes of replies are declared in each manifest (docs/engine.md)."""

import numpy as np
from flwr.app import Array, ArrayRecord, ConfigRecord, MetricRecord, RecordDict

from engine.metrics import Sums
from engine.moments import Moments
from engine.network import Arrays
from engine.preprocessing import Encoding
from engine.statistics import PartyStatistics


def to_arrays(arrays: Arrays) -> ArrayRecord:
    """Named arrays of any shape as a record, each a dense .npy file."""
    return ArrayRecord({name: Array(np.ascontiguousarray(values)) for name, values in arrays.items()})


def from_arrays(record: ArrayRecord) -> Arrays:
    """The inverse of `to_arrays`: same names, shapes and types."""
    return {name: array.numpy() for name, array in record.items()}


def instructions(
    round_: int, model: Arrays | None = None, encoding: Encoding | None = None, *, alone: bool = False
) -> RecordDict:
    """A message to a worker."""
    content = RecordDict({"config": ConfigRecord({"round": round_} | ({"alone": 1} if alone else {}))})
    if model is not None and encoding is not None:
        content["model"] = to_arrays(model)
        content["encoding"] = ConfigRecord({"json": encoding.to_json()})
    return content


def statistics_record(told: PartyStatistics) -> RecordDict:
    """The answer to `query`."""
    arrays = {**_moments(told.moments), "missing": told.missing}
    arrays["categories"] = np.array([len(texts) for texts in told.categories], dtype=np.int64)
    names = {
        "kinds": told.kinds,
        "categories": [text for texts in told.categories for text in texts],
        "classes": told.classes,
    }
    label = {name: float(values[0]) for name, values in _moments(told.label_moments).items()}
    label |= {"text": float(told.label_kind == "text"), "integral": float(told.label_integral)}
    label["countable"] = float(told.label_countable)
    return RecordDict(
        {
            "statistics": to_arrays(arrays),
            "names": ConfigRecord({name: texts for name, texts in names.items() if texts}),
            "label": MetricRecord(label),
            "rows": MetricRecord({"training": told.training_rows, "validation": told.validation_rows}),
        }
    )


def read_statistics(content: RecordDict) -> PartyStatistics:
    """The inverse of `statistics_record`."""
    arrays, names, label = from_arrays(content["statistics"]), content["names"], content["label"]
    texts = list(names.get("categories", []))
    ends = np.cumsum(arrays["categories"])
    return PartyStatistics(
        training_rows=int(content["rows"]["training"]),
        validation_rows=int(content["rows"]["validation"]),
        kinds=list(names["kinds"]),
        moments=Moments(arrays["count"], arrays["mean"], arrays["m2"]),
        missing=arrays["missing"],
        categories=[texts[end - size : end] for end, size in zip(ends, arrays["categories"], strict=True)],
        label_kind="text" if label["text"] else "number",
        label_integral=bool(label["integral"]),
        label_countable=bool(label["countable"]),
        label_moments=Moments(*[np.array([label[name]]) for name in ("count", "mean", "m2")]),
        classes=list(names.get("classes", [])),
    )


def sums_record(sums: Sums) -> MetricRecord:
    """Sums of scores (see metrics) as a record: numbers, and flat lists for `confusion` and `residuals`."""
    return MetricRecord(dict(sums))


def read_sums(record: MetricRecord) -> Sums:
    """The inverse of `sums_record`; whole numbers become floats."""
    return {name: list(value) if isinstance(value, list) else float(value) for name, value in record.items()}


def size_of(content: RecordDict) -> int:
    """Bytes of what a message holds: array data, texts, and 8 for each number."""
    arrays = sum(len(array.data) for record in content.array_records.values() for array in record.values())
    numbers = sum(np.size(value) for record in content.metric_records.values() for value in record.values())
    texts = sum(len(str(value).encode()) for record in content.config_records.values() for value in record.values())
    return arrays + 8 * numbers + texts


def _moments(moments: Moments) -> Arrays:
    return {"count": moments.count, "mean": moments.mean, "m2": moments.m2}

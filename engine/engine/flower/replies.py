"""Checks a worker's reply against its algorithm's manifest before it leaves the party (docs/engine.md).

What leaves is what was declared, entry by entry, in shapes that the plan and the message settle, never the rows. An
array's bytes are exactly its numbers, a list in the metrics counts rows, and a list of texts is short.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from typing import Any

import numpy as np
from flwr.app import Array, RecordDict

DTYPES = ("float64", "float32", "int64")
# An app brings its manifest along; these hold whatever that says.
LARGEST_SYMBOL = 20_000
MOST_NAMES = 100  # categories of one column, or classes of the label; engine.statistics keeps to it
MAX_TEXT = 200  # characters
MAX_TEXT_BYTES = 2**20  # of all texts of a reply

Shape = Sequence[int | str]


class NotDeclared(Exception):
    """The reply holds something its manifest does not allow; `field` says where, never what."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


def check_reply(
    manifest: Mapping[str, Any],
    message_type: str,
    message: RecordDict,
    plan: Mapping[str, Any],
    reply: RecordDict,
    rows: int,
) -> None:
    """Raise NotDeclared unless every record and entry of reply is declared for message_type, with a fitting shape.

    `rows` is how many the ticket lends: nothing counts more.
    """
    declared = manifest.get("replies", {}).get(message_type)
    if not isinstance(declared, Mapping):
        raise NotDeclared(message_type)
    symbols = _Symbols(manifest, plan, message)

    arrays = declared.get("arrays", {})
    for name, record in reply.array_records.items():
        for entry, array in _entries(name, record, arrays):
            if symbols.sizes(arrays[name][entry]) != list(array.shape) or not _is_plain(array):
                raise NotDeclared(f"{name}.{entry}")

    metrics = declared.get("metrics", {})
    for name, record in reply.metric_records.items():
        for entry, value in _entries(name, record, metrics):
            sizes = symbols.sizes(metrics[name][entry])
            if not (_are_counts(value, sizes, record.get("rows")) if sizes else _is_number(entry, value, rows)):
                raise NotDeclared(f"{name}.{entry}")

    texts, room = declared.get("texts", {}), MAX_TEXT_BYTES
    for name, record in reply.config_records.items():
        for entry, value in _entries(name, record, texts):
            shape = texts[name][entry]
            said = value if shape else [value]
            if not _are_texts(said) or (shape and len(said) != _how_many(shape, symbols, reply, len(said))):
                raise NotDeclared(f"{name}.{entry}")
            room -= sum(len(text.encode()) for text in said)
            if room < 0:
                raise NotDeclared(f"{name}.{entry}")


class _Symbols:
    """Each symbol is one whole number per message, which the plan or the message settles: `columns`, or a size of an
    array that the message brought. What neither settles the app could choose by its rows, so it has no size."""

    def __init__(self, manifest: Mapping[str, Any], plan: Mapping[str, Any], message: RecordDict) -> None:
        self._limits, self._bound = manifest.get("symbols", {}), dict[str, int]()
        if "columns" in self._limits:
            self._bind("columns", ["columns"], [len(plan.get("columns", ()))])
        # Whatever its type: a message that is answered without arrays brings the same ones.
        for declared in manifest["replies"].values():
            for name, shapes in declared.get("arrays", {}).items():
                for entry, array in message.array_records.get(name, {}).items():
                    if entry in shapes:
                        self._bind(f"{name}.{entry}", shapes[entry], array.shape)

    def limit(self, symbol: str) -> int:
        return min(self._limits.get(symbol, 0), LARGEST_SYMBOL)

    def sizes(self, shape: Shape) -> list[int | None]:
        return [self._bound.get(want) if isinstance(want, str) else want for want in shape]

    def _bind(self, field: str, shape: Shape, sizes: Sequence[int]) -> None:
        for want, size in zip(shape, sizes, strict=False):
            if isinstance(want, str) and 0 <= size <= self.limit(want):
                self._bound.setdefault(want, size)
        if self.sizes(shape) != list(sizes):
            raise NotDeclared(field)


def _entries(name: str, record: Mapping[str, Any], declared: Mapping[str, Any]) -> Iterable[tuple[str, Any]]:
    if name not in declared:
        raise NotDeclared(name if name.isidentifier() else "record")
    for entry, value in record.items():
        if entry not in declared[name]:
            # An app could put anything into a name, so only the record's is told.
            raise NotDeclared(name)
        yield entry, value


def _is_plain(array: Array) -> bool:
    """Whether the bytes are the one .npy file of numbers of that shape, written as numpy writes it.

    The header is not read but written anew: numpy's reader takes any Python literal, comments and odd spaces included.
    """
    if array.stype != "numpy.ndarray" or array.dtype not in DTYPES:
        return False
    dtype = np.dtype(array.dtype)
    header = BytesIO()
    facts = {"descr": np.lib.format.dtype_to_descr(dtype), "fortran_order": False, "shape": tuple(array.shape)}
    np.lib.format.write_array_header_1_0(header, facts)
    size = header.tell() + math.prod(array.shape) * dtype.itemsize
    return len(array.data) == size and array.data.startswith(header.getvalue())


def _is_number(entry: str, value: Any, rows: int) -> bool:
    return type(value) in (int, float) and (entry != "rows" or (float(value).is_integer() and 0 <= value <= rows))


def _are_counts(values: Any, sizes: list[int | None], rows: Any) -> bool:
    """Whether a list says how many rows fall where: numbers of its own would be room for the rows themselves."""
    return (
        isinstance(values, list)
        and None not in sizes
        and len(values) == math.prod(sizes)
        and all(type(value) in (int, float) and value >= 0 and float(value).is_integer() for value in values)
        and sum(values) == rows
    )


def _are_texts(values: Any) -> bool:
    return isinstance(values, list) and all(type(text) is str and len(text) <= MAX_TEXT for text in values)


def _how_many(shape: Shape, symbols: _Symbols, reply: RecordDict, said: int) -> int | None:
    """How many texts a list may hold: what the sizes say, what an array of the reply (`record.entry`, a whole number
    for each column) adds up to, or, where neither plan nor message settles its symbol, up to MOST_NAMES."""
    sizes = symbols.sizes(shape)
    if None not in sizes:
        return math.prod(sizes)
    (name, dot, entry), *more = (str(want).partition(".") for want in shape)
    if more:
        return None
    if not dot:
        return min(said, symbols.limit(name), MOST_NAMES)
    array = reply.array_records.get(name, {}).get(entry)
    if array is None or array.dtype != "int64":
        return None
    counts = array.numpy()
    return int(counts.sum()) if ((counts >= 0) & (counts <= MOST_NAMES)).all() else None

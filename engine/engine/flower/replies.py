"""Checks a worker's reply against its algorithm's manifest before it leaves the party (docs/engine.md).

What leaves is what was declared, entry by entry; no shape may depend on how many rows there are, and an array's bytes
are exactly its numbers.
"""

import math
from collections.abc import Iterable, Mapping
from io import BytesIO
from typing import Any

import numpy as np
from flwr.app import Array, RecordDict

DTYPES = ("float64", "float32", "int64")
MAX_TEXT = 200


class NotDeclared(Exception):
    """The reply holds something its manifest does not allow; `field` says where, never what."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


def check_reply(
    manifest: Mapping[str, Any], message_type: str, message: RecordDict, plan: Mapping[str, Any], reply: RecordDict
) -> None:
    """Raise NotDeclared unless every record and entry of reply is declared for message_type, with a fitting shape."""
    declared = manifest.get("replies", {}).get(message_type)
    if not isinstance(declared, Mapping):
        raise NotDeclared(message_type)
    symbols = _Symbols(manifest.get("symbols", {}))
    symbols.bind("columns", len(plan.get("columns", ())))
    arrays = declared.get("arrays", {})
    for name, record in message.array_records.items():
        for entry, array in record.items():
            if entry in arrays.get(name, {}):
                symbols.fit(f"{name}.{entry}", arrays[name][entry], array.shape)

    for name, record in reply.array_records.items():
        for entry, array in _entries(name, record, arrays):
            symbols.fit(f"{name}.{entry}", arrays[name][entry], array.shape)
            if not _is_plain(array):
                raise NotDeclared(f"{name}.{entry}")
    for kind, records, types in (
        ("metrics", reply.metric_records, (int, float)),
        ("texts", reply.config_records, (str,)),
    ):
        shapes = declared.get(kind, {})
        for name, record in records.items():
            for entry, value in _entries(name, record, shapes):
                _check_values(f"{name}.{entry}", value, types, shapes[name][entry], symbols)


class _Symbols:
    """Each symbol is one whole number per message, at most its limit; where it is first met it is bound."""

    def __init__(self, limits: Mapping[str, int]) -> None:
        self._limits = limits
        self._bound: dict[str, int] = {}

    def bind(self, name: str, size: int) -> bool:
        limit = self._limits.get(name)
        return limit is not None and size <= limit and self._bound.setdefault(name, size) == size

    def fit(self, field: str, shape: Iterable[int | str], sizes: Iterable[int]) -> None:
        shape, sizes = list(shape), list(sizes)
        fits = len(shape) == len(sizes) and all(
            self.bind(want, size) if isinstance(want, str) else want == size
            for want, size in zip(shape, sizes, strict=True)
        )
        if not fits:
            raise NotDeclared(field)

    def fit_length(self, field: str, shape: list[int | str], length: int) -> None:
        """A flat list's length is the product of its shape; at most one symbol may be unbound, which this binds."""
        known = [self._bound.get(want) if isinstance(want, str) else want for want in shape]
        if None not in known:
            if math.prod(known) != length:
                raise NotDeclared(field)
            return
        free = {want for want, size in zip(shape, known, strict=True) if size is None}
        if len(free) != 1:
            raise NotDeclared(field)
        (symbol,) = free
        power = known.count(None)
        rest = math.prod(size for size in known if size is not None)
        size = round((length / rest) ** (1 / power)) if rest else 0
        if size**power * rest != length or not self.bind(symbol, size):
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
    """Whether the bytes are a .npy file of exactly the numbers the shape says, nothing behind them."""
    if array.stype != "numpy.ndarray" or array.dtype not in DTYPES:
        return False
    stream = BytesIO(array.data)
    try:
        version = np.lib.format.read_magic(stream)
        read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        shape, _, dtype = read(stream)
    except ValueError:
        return False
    size = stream.tell() + math.prod(shape) * dtype.itemsize
    return tuple(shape) == tuple(array.shape) and dtype == np.dtype(array.dtype) and size == len(array.data)


def _check_values(field: str, value: Any, types: tuple[type, ...], shape: list[int | str], symbols: _Symbols) -> None:
    if not shape:
        values = [value]
    elif isinstance(value, list):
        values = value
        symbols.fit_length(field, shape, len(values))
    else:
        raise NotDeclared(field)
    for one in values:
        if type(one) not in types or (isinstance(one, str) and len(one) > MAX_TEXT):
            raise NotDeclared(field)

"""Reads the rows that a ticket grants, and splits off validation rows."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from engine.data.granted import GrantedFolder
from engine.errors import PartyError
from engine.table import Column, Table

VALIDATION_SHARE = 0.2
MIN_ROWS = 5  # minimum number of rows; fewer cannot be split usefully into training and validation rows
SPLIT_SEED = 20_260_101  # The seed is constant, so that the validation rows are the same in every round and every run.
# Larger numbers count as missing, because their squares could overflow. The edge applies the same limit.
NO_VALUE = 1e50


def read_table(folder: str | Path, columns: Sequence[str], label: str | None, time: str | None = None) -> Table:
    """Read granted columns from the folder that a ticket grants. `time` names the time column if the label is an event.

    Raises PartyError `data.index-wrong`, `data.column-missing` (column), `data.no-rows`, `data.too-few-rows` (rows,
    least) or `data.label-missing-values` (column, rows).
    """
    granted = GrantedFolder.read(folder)
    source = pa.concat_tables([pq.read_table(file) for file in granted.tables()])
    if tuple(source.column_names) != granted.columns:
        raise PartyError("data.index-wrong")
    return table_of(source, columns, label, time)


def table_of(source: pa.Table, columns: Sequence[str], label: str | None, time: str | None = None) -> Table:
    """Create a table from an Arrow table, with the same checks as `read_table`. Tests and the pooled comparison use it
    for CSV files."""
    aims = [name for name in (label, time) if name is not None]
    for name in (*columns, *aims):
        if name not in source.column_names:
            raise PartyError("data.column-missing", column=name)

    aim = None if label is None else _column(label, source[label])
    if aim is not None and time is not None:
        aim = replace(aim, time=_column(time, source[time]))
    table = Table(tuple(_column(name, source[name]) for name in columns), aim)
    check_rows(table)
    if any(column.kind == "links" for column in table.columns):
        return table  # a label is optional for nodes of a graph
    for one in (one for one in (aim, aim and aim.time) if one is not None):
        if missing := int(one.missing.sum()):
            raise PartyError("data.label-missing-values", column=one.name, rows=missing)
    return table


def check_rows(table: Table) -> None:
    """Raise PartyError `data.no-rows` or `data.too-few-rows` (rows, least) if there are too few rows."""
    if len(table) == 0:
        raise PartyError("data.no-rows")
    if len(table) < MIN_ROWS:
        raise PartyError("data.too-few-rows", rows=len(table), least=MIN_ROWS)


def concatenate(tables: Sequence[Table]) -> Table:
    """Return all rows in one table. Only for data that is already in one place."""
    labels = [table.label for table in tables if table.label]
    nodes = [table.nodes for table in tables if table.nodes]
    columns = zip(*[table.columns for table in tables], strict=True)
    label, joined = _join(labels) if labels else None, type(nodes[0]).joined(nodes) if nodes else None
    return Table(tuple(_join(group) for group in columns), label, joined)


def _join(columns: Sequence[Column]) -> Column:
    times = [column.time for column in columns if column.time]
    values = np.concatenate([column.values for column in columns])
    return replace(columns[0], values=values, time=_join(times) if times else None)


def split(table: Table) -> tuple[Table, Table]:
    """Return the training rows and the validation rows. About a fifth of the rows, at least one, are validation rows,
    and always the same ones.

    If label values repeat, as those of classes do, the split is stratified by value. A value with one or two rows stays
    in training, because a class without training rows cannot be learnt.
    """
    order = np.random.default_rng(SPLIT_SEED).permutation(len(table))
    keys = np.zeros(len(table)) if table.label is None else table.label.values[order].astype(str)
    if len(set(keys)) * 3 > len(keys):  # measured numbers, whose values rarely repeat
        keys = np.zeros(len(table))
    classes, inverse, counts = np.unique(keys, return_inverse=True, return_counts=True)
    quota = np.floor(counts * VALIDATION_SHARE + 0.5).astype(int)
    if quota.sum() == 0:
        quota[np.argmax(counts)] = 1

    aside = np.zeros(len(table), dtype=bool)
    for position in range(len(classes)):
        aside[order[inverse == position][: quota[position]]] = True
    return table.take(~aside), table.take(aside)


def _column(name: str, source: pa.ChunkedArray) -> Column:
    kind = source.type
    if pa.types.is_boolean(kind):  # convert to text, because another party may have stored the same column as text
        source = source.cast(pa.string())
    elif pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind) or pa.types.is_null(kind):
        # This cast is called unsafe, but it only rounds integers beyond 2**53. A null becomes NaN.
        values = np.array(source.cast(pa.float64(), safe=False).to_numpy(), dtype=np.float64)
        values[~(np.abs(values) < NO_VALUE)] = np.nan
        return Column(name, "number", values)
    if pa.types.is_binary(kind) or pa.types.is_large_binary(kind):
        return Column(name, "picture", np.array([content or b"" for content in source.to_pylist()], dtype=object))
    if pa.types.is_list(kind):
        links = np.empty(len(source), dtype=object)
        links[:] = [np.array(near or [], dtype=np.int64) for near in source.to_pylist()]
        return Column(name, "links", links)
    texts = [("" if text is None else text.strip()) for text in source.cast(pa.string()).to_pylist()]
    return Column(name, "text", np.array(texts, dtype=object))

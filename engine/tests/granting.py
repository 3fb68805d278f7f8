"""Writes a granted folder as an edge does, for tests."""

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from engine.data.granted import INDEX


def grant(folder: Path, table: pa.Table) -> Path:
    """Writes the table as a granted folder. Replaces the previous contents."""
    folder.mkdir(exist_ok=True)
    pq.write_table(table, folder / "rows.parquet")
    index = {"kind": "table", "files": ["rows.parquet"], "columns": table.column_names}
    (folder / INDEX).write_text(json.dumps(index), encoding="utf-8")
    return folder

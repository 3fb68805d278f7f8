"""What an edge would lend, for tests."""

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from engine.data.lent import INDEX


def lend(folder: Path, table: pa.Table) -> Path:
    """Writes the table as a lent folder, in place of what was lent there before."""
    folder.mkdir(exist_ok=True)
    pq.write_table(table, folder / "rows.parquet")
    index = {"kind": "table", "files": ["rows.parquet"], "columns": table.column_names}
    (folder / INDEX).write_text(json.dumps(index), encoding="utf-8")
    return folder

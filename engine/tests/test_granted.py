"""Reads a granted folder as its index declares, and refuses a wrong index."""

import json
import sys
from pathlib import Path

import pyarrow as pa
import pytest

sys.path.insert(0, str(Path(__file__).parent))

from granting import grant

from engine.data.granted import INDEX, MAX_FILES, GrantedFolder
from engine.data.table import read_table
from engine.errors import PartyError

ROWS = pa.table({"age": [20.0, 30.0, 40.0, 50.0, 60.0], "ill": ["no", "yes", "no", "yes", "yes"]})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return grant(tmp_path / "granted", ROWS)


def write(folder: Path, **changes: object) -> None:
    index = {"kind": "table", "files": ["rows.parquet"], "columns": ["age", "ill"]} | changes
    (folder / INDEX).write_text(json.dumps(index), encoding="utf-8")


def test_reads_a_table_from_the_granted_folder(folder: Path):
    table = read_table(folder, ["age"], "ill")

    assert table.columns[0].values.tolist() == ROWS["age"].to_pylist()
    assert table.label.values.tolist() == ROWS["ill"].to_pylist()
    assert GrantedFolder.read(folder).paths() == [folder / INDEX, folder / "rows.parquet"]


@pytest.mark.parametrize(
    "changes",
    [
        {"kind": "pictures"},
        {"kind": 7},
        {"files": []},
        {"files": "rows.parquet"},
        {"files": ["../rows.parquet"]},
        {"files": ["/etc/passwd"]},
        {"files": [".."]},
        {"files": ["a\0b"]},
        {"files": [INDEX]},
        {"files": ["rows.parquet", "rows.parquet"]},
        {"files": ["rows.parquet", "more.parquet"]},
        {"files": [f"{number}.parquet" for number in range(MAX_FILES + 1)]},
        {"columns": ["age"]},
        {"columns": ["age", "name"]},
        {"columns": None},
    ],
)
def test_refuses_a_wrong_index(folder: Path, changes: dict):
    write(folder, **changes)
    with pytest.raises(PartyError) as caught:
        read_table(folder, ["age"], "ill")
    assert caught.value.code == "data.index-wrong"


@pytest.mark.parametrize("text", ["", "[]", "{}", "\ufeff{", "null"])
def test_refuses_an_index_file_with_other_content(folder: Path, text: str):
    (folder / INDEX).write_text(text, encoding="utf-8")
    with pytest.raises(PartyError, match=r"data\.index-wrong"):
        GrantedFolder.read(folder)


def test_a_folder_without_an_index_grants_nothing(folder: Path):
    (folder / INDEX).unlink()
    with pytest.raises(PartyError, match=r"data\.index-wrong"):
        GrantedFolder.read(folder)


def test_refuses_a_granted_file_outside_the_folder(folder: Path, tmp_path: Path):
    (tmp_path / "secret").write_text("of the edge")
    (folder / "link").symlink_to(tmp_path / "secret")
    for names in (["link"], ["gone"]):
        write(folder, files=names)
        with pytest.raises(PartyError, match=r"data\.index-wrong"):
            GrantedFolder.read(folder).paths()

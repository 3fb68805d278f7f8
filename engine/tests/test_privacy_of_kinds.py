"""No picture, text, node or edge of a party is in any message of a run, in either direction. See test_privacy.py for
tables."""

import base64
import io
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from fakes import World
from flwr.app import ArrayRecord, ConfigRecord, RecordDict
from kinds import few_rounds, quick, rows_of, several_of
from PIL import Image
from test_privacy import number_forms, packed, structure

from engine.algorithm import FOLDERS, Algorithm, load_algorithm
from engine.flower.records import to_arrays
from engine.run.driver import run_federation

KNOWN = [load_algorithm(json.loads(file.read_text())["id"]) for file in sorted(FOLDERS.glob("*/manifest.json"))]
OF_KINDS = [algorithm for algorithm in KNOWN if algorithm.data_kind != "table"]
CASES = [(algorithm, rows_of) for algorithm in OF_KINDS]
CASES += [(algorithm, several_of) for algorithm in OF_KINDS if "labels" in algorithm.label_kinds]
IDS = [f"{algorithm.manifest['id']}{'-labels' if of is several_of else ''}" for algorithm, of in CASES]
PARTIES = ("1001", "1002")
Rows = Callable[[Algorithm, int], dict[str, list]]
MIN_LETTERS = 6  # number of characters of a text for which messages are searched
MIN_LINKS = 3  # messages are searched for at least this many consecutive numbers of a node


def messages_of(
    folder: Path, algorithm: Algorithm, times: int = 1, of: Rows = rows_of
) -> tuple[World, list[RecordDict]]:
    folder.mkdir()
    rows = [of(algorithm, place) for place in range(len(PARTIES))]
    tables = {
        party: {name: times * values for name, values in own.items()} for party, own in zip(PARTIES, rows, strict=True)
    }
    few = quick(algorithm) | few_rounds(algorithm, 2)
    world = World(folder, algorithm.manifest["id"], tables, "label", **few)
    run_federation(world.grid, world.run(), world.algorithm)
    return world, [content for _, content in (*world.grid.messages, *world.grid.replies)]


def forms(value: object) -> list[bytes]:
    """Returns each form that a cell would have in a message. For a short cell, returns no forms, because other cells
    may have the same value."""
    if isinstance(value, bytes):
        pixels = np.asarray(Image.open(io.BytesIO(value)).convert("RGB"))
        return [value, base64.b64encode(value), *(pixels.astype(kind).tobytes() for kind in ("u1", "<f4", "<f8"))]
    if isinstance(value, str):
        texts = [value, "".join(json.loads(value)), " ".join(json.loads(value))] if value.startswith("[") else [value]
        starts = [text[:MIN_LETTERS] for text in texts if len(text) >= MIN_LETTERS]
        points = [np.array([ord(letter) for letter in text], dtype="<i8").tobytes() for text in starts]
        return [text.encode(code) for text in starts for code in ("utf-8", "utf-16-le", "utf-32-le")] + points
    if isinstance(value, list):
        return [np.array(value, dtype=kind).tobytes() for kind in ("<i8", "<i4")] if len(value) >= MIN_LINKS else []
    return [] if value is None else number_forms(value)


def cells_in(columns: dict[str, list], contents: list[RecordDict]) -> list[object]:
    sent = b"\n".join(map(packed, contents))
    values = [value for name, own in columns.items() if name != "label" for value in own]
    return [value for value in values if any(form in sent for form in forms(value))]


@pytest.mark.parametrize(("algorithm", "of"), CASES, ids=IDS)
def test_no_message_contains_a_row_of_any_kind_of_data(tmp_path: Path, algorithm: Algorithm, of: Rows):
    world, contents = messages_of(tmp_path / "run", algorithm, of=of)
    for columns in world.tables.values():
        assert cells_in(columns, contents) == []


@pytest.mark.parametrize(("algorithm", "of"), CASES, ids=IDS)
def test_searching_a_message_finds_a_row_that_it_contains(algorithm: Algorithm, of: Rows):
    for name, values in of(algorithm, 1).items():
        if name == "label":
            continue
        value = next(value for value in values if forms(value))
        arrays = {"any": np.frombuffer(value, dtype=np.uint8)} if isinstance(value, bytes) else {}
        arrays |= {"any": np.array(value)} if isinstance(value, list | float) else {}
        record = to_arrays(arrays) if arrays else ConfigRecord({"json": str(value)})
        assert value in cells_in({name: values}, [RecordDict({"any": record})])
        assert cells_in({name: values}, [RecordDict({"any": ArrayRecord([np.zeros(3)])})]) == []


def test_no_message_grows_with_the_number_of_pictures_that_have_boxes(tmp_path: Path):
    runs = [messages_of(tmp_path / f"{times}", load_algorithm("picture-boxes"), times)[1] for times in (1, 3)]
    assert [structure(content) for content in runs[0]] == [structure(content) for content in runs[1]]

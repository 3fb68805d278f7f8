"""Reads the data that a ticket grants: a folder with an index. The edge writes both (`grantRows` in `apps/edge`)."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from engine.errors import PartyError

INDEX = "index.json"
START = "start.bin"  # name of the file with the numbers of the start model, if training starts from a model
MAX_FILES = 32  # Maximum number of granted files. The worker needs a file descriptor for each of them.


@dataclass(frozen=True)
class GrantedFolder:
    """A granted folder: its path, its kind of data, the granted files, and the columns in them. Other files in the
    folder are not granted."""

    folder: Path
    kind: str
    files: tuple[str, ...]
    columns: tuple[str, ...]

    @classmethod
    def read(cls, folder: str | Path) -> Self:
        """Read the folder's index. Raises PartyError `data.index-wrong`."""
        try:
            index = json.loads(Path(folder, INDEX).read_text(encoding="utf-8"))
            kind, files, columns = index["kind"], index["files"], index["columns"]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise PartyError("data.index-wrong") from error
        if type(kind) is not str or not _are_texts(files) or not _are_texts(columns):
            raise PartyError("data.index-wrong")
        if not 0 < len(files) <= MAX_FILES or len({INDEX, *files}) != len(files) + 1:
            raise PartyError("data.index-wrong")
        if not all(_is_plain(name) for name in files):
            raise PartyError("data.index-wrong")
        return cls(Path(folder), kind, tuple(files), tuple(columns))

    def paths(self) -> list[Path]:
        """Return the paths of the index, the granted files and, if any, the start model's numbers. Each path must be a
        plain file in this folder, because a symbolic link could grant access to a file outside. Raises PartyError
        `data.index-wrong`."""
        start = [START] if (self.folder / START).exists() else []
        found = [self.folder / name for name in (INDEX, *self.files, *start)]
        if not all(path.is_file() and not path.is_symlink() for path in found):
            raise PartyError("data.index-wrong")
        return found

    def tables(self) -> list[Path]:
        """Return the files of a table's rows, in order. Raises PartyError `data.index-wrong`."""
        if self.kind != "table":
            raise PartyError("data.index-wrong")
        found = [self.folder / name for name in self.files]
        if not all(path.is_file() for path in found):
            raise PartyError("data.index-wrong")
        return found


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _is_plain(name: str) -> bool:
    return name not in ("", ".", "..") and not {"/", "\0"} & set(name)

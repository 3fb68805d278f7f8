"""Builds and unpacks Flower app bundles (FABs).

A FAB is a zip of a folder's files and of `.info/CONTENT`, which lists their hashes. The SHA-256 of its bytes identifies
it.
"""

import hashlib
import tomllib
import zipfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

MAX_UNPACKED_BYTES = 64 * 2**20


def build(app: Path | Mapping[str, bytes]) -> bytes:
    """Build the FAB of an app's folder, or of its files by path. The same files give the same bytes. Raises ValueError
    if Flower finds the FAB invalid.

    Flower's builder fixes order and dates of the entries but compresses them, and zlib's output depends on its version.
    Here the entries are stored uncompressed, so a FAB of the same files has the same hash everywhere.
    """
    from flwr.cli.build import build_fab_from_disk, build_fab_from_files

    flowers = build_fab_from_disk(app) if isinstance(app, Path) else build_fab_from_files(app)[0]
    stored = BytesIO()
    with zipfile.ZipFile(BytesIO(flowers)) as built, zipfile.ZipFile(stored, "w") as bundle:
        for entry in built.infolist():
            copy = zipfile.ZipInfo(entry.filename, entry.date_time)
            # mark the entries as created on Unix, whichever system builds the FAB
            copy.create_system, copy.external_attr = 3, 0o600 << 16
            bundle.writestr(copy, built.read(entry), zipfile.ZIP_STORED)
    return stored.getvalue()


def hash_fab(content: bytes) -> str:
    """Return the SHA-256 of a FAB's bytes, hexadecimal. The library with which it runs is hashed separately
    (engine.code_hash)."""
    return hashlib.sha256(content).hexdigest()


def component(content: bytes, name: str) -> str:
    """Return the `module:attribute` of a FAB's `clientapp` or `serverapp`. Raises KeyError if the FAB has none."""
    with zipfile.ZipFile(BytesIO(content)) as archive:
        config = tomllib.loads(_read(archive, "pyproject.toml").decode())
    return str(config["tool"]["flwr"]["app"]["components"][name])


def unpack(content: bytes, folder: Path) -> None:
    """Write a FAB's files under the folder. Raises ValueError for a path outside the folder, or for more than 64 MiB.

    Flower's own installer stores unpacked apps under the first 8 digits of their hash and does not check them again. So
    the authorised bytes themselves are unpacked, again for each task, into a separate folder.
    """
    with zipfile.ZipFile(BytesIO(content)) as archive:
        if sum(entry.file_size for entry in archive.infolist()) > MAX_UNPACKED_BYTES:
            raise ValueError("the FAB unpacks to more than 64 MiB")
        root = folder.resolve()
        for entry in archive.infolist():
            target = (root / entry.filename).resolve()
            if not target.is_relative_to(root):
                raise ValueError(f"the FAB names a path outside itself: {entry.filename}")
            if entry.is_dir():
                target.mkdir(parents=True, exist_ok=True)
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(archive.read(entry))


def _read(archive: zipfile.ZipFile, name: str) -> bytes:
    if archive.getinfo(name).file_size > MAX_UNPACKED_BYTES:
        raise ValueError(f"{name} is too large")
    return archive.read(name)

"""`python -m engine.build <folder>`: every algorithm as a Flower bundle `<id>.fab` and its manifest `<id>.json`.

A bundle's SHA-256 is what a party agrees to, so the same files must give the same bytes everywhere. Flower's builder
fixes order and dates but compresses, and zlib's output depends on its version: here its entries are stored as they are.
"""

import io
import json
import sys
import zipfile
from pathlib import Path

from flwr.cli.build import build_fab_from_disk

from engine.algorithm import FOLDERS


def build_fab(folder: Path) -> bytes:
    """The bundle of one algorithm's folder (code, manifest.json, pyproject.toml)."""
    stored = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(build_fab_from_disk(folder))) as built, zipfile.ZipFile(stored, "w") as bundle:
        for entry in built.infolist():
            copy = zipfile.ZipInfo(entry.filename, entry.date_time)
            copy.create_system, copy.external_attr = 3, 0o600 << 16  # as on Unix, wherever it is built
            bundle.writestr(copy, built.read(entry), zipfile.ZIP_STORED)
    return stored.getvalue()


def build_all(out: Path) -> list[str]:
    """Writes bundle and manifest of every algorithm; returns the ids."""
    out.mkdir(parents=True, exist_ok=True)
    ids = []
    for manifest in sorted(FOLDERS.glob("*/manifest.json")):
        text = manifest.read_text(encoding="utf-8")
        ids.append(json.loads(text)["id"])
        (out / f"{ids[-1]}.fab").write_bytes(build_fab(manifest.parent))
        (out / f"{ids[-1]}.json").write_text(text, encoding="utf-8")
    return ids


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m engine.build <folder>")
    print("\n".join(build_all(Path(sys.argv[1]))))

"""`python -m engine.build <folder>`: every algorithm as a Flower bundle `<id>.fab` and its manifest `<id>.json`.

A bundle's SHA-256 is what a party agrees to, so the same files give the same bytes everywhere (see engine.flower.fab).
"""

import json
import sys
from pathlib import Path

from engine.algorithm import FOLDERS
from engine.flower import fab


def build_all(out: Path) -> list[str]:
    """Writes bundle and manifest of every algorithm; returns the ids."""
    out.mkdir(parents=True, exist_ok=True)
    ids = []
    for manifest in sorted(FOLDERS.glob("*/manifest.json")):
        text = manifest.read_text(encoding="utf-8")
        ids.append(json.loads(text)["id"])
        (out / f"{ids[-1]}.fab").write_bytes(fab.build(manifest.parent))
        (out / f"{ids[-1]}.json").write_text(text, encoding="utf-8")
    return ids


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m engine.build <folder>")
    print("\n".join(build_all(Path(sys.argv[1]))))

"""`python -m engine.build <folder>`: builds every algorithm as a Flower bundle `<id>.fab`, with its description
`<id>.json`: the manifest, the texts of the catalogue, and the terms that leave a party. `builds.json` contains the
hashes of all bundles.

A party agrees to the hash of bundle and library, so the same files give the same bytes everywhere (see
engine.code_hash, engine.flower.fab). A bundle contains the algorithm's code and manifest, not its catalogue, so a
corrected typo in a text does not invalidate tickets.
"""

import json
import sys
from pathlib import Path
from typing import Any

from engine.algorithm import FOLDERS, read_algorithm
from engine.code_hash import hash_code, hash_library
from engine.flower import fab
from engine.what_leaves import all_words, what_is_learned, what_leaves

_CLIENT_APP = '''"""Runs at each party; see engine.run.worker for what leaves. Rows stay."""

from algorithm import ALGORITHM

from engine.flower.worker import client_app

app = client_app(ALGORITHM)
'''

_SERVER_APP = '''"""Runs at the platform; see engine.run.driver."""

from algorithm import ALGORITHM

from engine.flower.transport import server_app

app = server_app(ALGORITHM)
'''

_PROJECT = """[project]
name = "{id}"
version = "1.0.0"
description = "Tessera: {id}"
license = "UNLICENSED"
dependencies = ["flwr>=1.41.0"]

[tool.flwr.app]
publisher = "tessera"

[tool.flwr.app.components]
serverapp = "server_app:app"
clientapp = "client_app:app"

# StartRun refuses keys that are not declared here; all are always set by the platform.
[tool.flwr.app.config]
run-id = ""
plan = ""
parties = ""
"""


def build_all(out: Path) -> list[str]:
    """Write bundle and description of every algorithm; return the ids."""
    out.mkdir(parents=True, exist_ok=True)
    library_hash = hash_library()
    builds: dict[str, dict[str, str]] = {}
    for manifest in sorted(FOLDERS.glob("*/manifest.json")):
        described = describe(manifest.parent)
        id_, content = described["id"], bundle(manifest.parent)
        (out / f"{id_}.fab").write_bytes(content)
        (out / f"{id_}.json").write_text(json.dumps(described, ensure_ascii=False, indent=2), encoding="utf-8")
        bundle_hash = fab.hash_fab(content)
        builds[id_] = {"bundleHash": bundle_hash, "codeHash": hash_code(bundle_hash, library_hash)}
    (out / "builds.json").write_text(json.dumps(builds, indent=2))
    return list(builds)


def bundle(folder: Path) -> bytes:
    """Build the bundle of an algorithm's folder: its code and manifest, with the apps and the project file that all
    algorithms share."""
    own = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.py")}
    manifest = folder.joinpath("manifest.json").read_bytes()
    alike = {
        "client_app.py": _CLIENT_APP,
        "server_app.py": _SERVER_APP,
        "pyproject.toml": _PROJECT.format(id=json.loads(manifest)["id"]),
    }
    return fab.build({**own, "manifest.json": manifest, **{name: text.encode() for name, text in alike.items()}})


def describe(folder: Path) -> dict[str, Any]:
    """Return the description of an algorithm's folder. Raises ValueError if manifest and catalogue have different
    parameters, if the catalogue repeats an entry of the manifest, or if the catalogue does not state what other parties
    can learn from a run."""
    manifest, catalogue = (
        json.loads(folder.joinpath(name).read_text(encoding="utf-8")) for name in ("manifest.json", "catalogue.json")
    )
    names = {parameter["name"] for parameter in manifest["parameters"]}
    shared = {name: texts for name, texts in all_words()["parameters"].items() if name in names}
    texts, words = shared | catalogue.pop("parameters"), catalogue.pop("words", {})
    if names != set(texts):
        raise ValueError(f"{folder.name}: only one of manifest and catalogue has {sorted(names ^ set(texts))}")
    parameters = [_joined(folder, parameter, texts[parameter["name"]]) for parameter in manifest["parameters"]]
    described = {**_joined(folder, manifest, catalogue), "parameters": parameters}
    described["learned"] = what_is_learned(described.get("learned", {}))
    return {**described, **what_leaves(read_algorithm(folder), words, texts)}


def _joined(folder: Path, manifest: dict[str, Any], catalogue: dict[str, Any]) -> dict[str, Any]:
    if both := sorted(set(manifest) & set(catalogue)):
        raise ValueError(f"{folder.name}: manifest and catalogue both have {both}")
    return {**manifest, **catalogue}


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m engine.build <folder>")
    print("\n".join(build_all(Path(sys.argv[1]))))

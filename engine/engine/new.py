"""`python -m engine.new <id>`: creates the folder of a new algorithm on tables, which can be trained and then changed.

python -m engine.new my-model
"""

import re
import shutil
import sys
from pathlib import Path

from engine.algorithm import FOLDERS

TEMPLATE = FOLDERS.parent / "template"
ID, MAX_LETTERS = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*"), 40


class Refused(ValueError):
    """Raised with the reason why the folder cannot be created."""


def make(id_: str, folders: Path = FOLDERS) -> Path:
    """Copy the template to a folder with a new id. Raises Refused."""
    if not ID.fullmatch(id_) or len(id_) > MAX_LETTERS:
        raise Refused(f"{id_!r} is no id: small letters, digits and single hyphens, such as my-model")
    folder = folders / id_.replace("-", "_")
    if id_ == TEMPLATE.name or folder.exists():
        raise Refused(f"there is {id_} already")
    shutil.copytree(TEMPLATE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    _replace(folder / "manifest.json", {f'"id": "{TEMPLATE.name}"': f'"id": "{id_}"'})
    name = id_.replace("-", " ").capitalize()
    _replace(
        folder / "catalogue.json",
        {'"nameEn": "Template"': f'"nameEn": "{name}"', '"nameCn": "模板"': f'"nameCn": "{name}"'},
    )
    return folder


def _replace(file: Path, texts: dict[str, str]) -> None:
    content = file.read_text(encoding="utf-8")
    for before, after in texts.items():
        content = content.replace(before, after)
    file.write_text(content, encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m engine.new <id>")
    try:
        print(make(sys.argv[1]))
    except Refused as error:
        sys.exit(str(error))

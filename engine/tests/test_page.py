"""Follows the guide docs/guides/adding-an-algorithm.md on a copy of the engine: runs its commands, and writes its code
into the files that it names."""

import ast
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.algorithm import FOLDERS

ROOT = FOLDERS.parents[1]
PAGE = (ROOT / "docs" / "guides" / "adding-an-algorithm.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
COPIED = ("engine", "algorithms", "template", "tests", "schemas", "words.json", "pyproject.toml")
# Algorithms that the copy does not build, because the guide does not use them.
LEFT_OUT = {"tests": ["flower", ".*"], "algorithms": [f.name for f in FOLDERS.iterdir() if f.name != "mlp"]}


class Copy:
    """A copy of those files of the repository that the guide uses."""

    def __init__(self, root: Path) -> None:
        self.root, self.exports = root, ""
        for name in COPIED:
            source, target = ROOT / "engine" / name, root / "engine" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns(*LEFT_OUT.get(name, [])))
            else:
                shutil.copy(source, target)
        (root / "bench").mkdir()
        shutil.copy(ROOT / "bench" / "algorithms.py", root / "bench")
        (root / ".venv").symlink_to(sys.prefix)
        self.before = self.files()

    def files(self) -> dict[str, bytes]:
        """Returns the files of the copy that a developer would commit."""
        paths = (path for path in self.root.glob("engine/**/*") if path.is_file())
        results = {path.relative_to(self.root).as_posix(): path.read_bytes() for path in paths}
        return {name: content for name, content in results.items() if "cache" not in name and "/build/" not in name}

    def run(self, commands: str) -> str:
        """Runs the commands with the environment variables that earlier blocks have set. Returns their output. Raises
        AssertionError if one fails."""
        env = {"PATH": "/usr/bin:/bin", "HOME": str(self.root)}
        script = f"set -e\n{self.exports}{commands}"
        ran = subprocess.run(["bash", "-c", script], cwd=self.root, env=env, capture_output=True, text=True)
        assert ran.returncode == 0, commands + ran.stdout[-3000:] + ran.stderr[-3000:]
        self.exports += "".join(f"{line}\n" for line in commands.splitlines() if line.startswith("export "))
        return ran.stdout

    def put(self, code: str) -> None:
        """Puts code into the file that its first line names. Replaces a definition of the same name, or adds the code
        at the end.
        """
        file = self.root / code.splitlines()[0].removeprefix("# ")
        for node in ast.parse(code).body:
            text, source = ast.get_source_segment(code, node), file.read_text(encoding="utf-8")
            old = next((known for known in ast.parse(source).body if _name(known) == _name(node)), None)
            lines = source.splitlines(keepends=True)
            place = slice(old.lineno - 1, old.end_lineno) if old else slice(len(lines), None)
            if old is None:
                place = slice(
                    *2 * [next(known.lineno - 1 for known in ast.parse(source).body if _name(known) == "METRICS")]
                )
                text += "\n\n"
            lines[place] = [f"{text}\n"]
            file.write_text("".join(lines), encoding="utf-8")

    def merge(self, name: str, more: str) -> None:
        """Merges into a JSON file: objects are joined, lists are extended, texts are replaced."""
        file = self.root / name
        merged = _joined(json.loads(file.read_text(encoding="utf-8")), json.loads(more))
        file.write_text(json.dumps(merged, ensure_ascii=False), encoding="utf-8")

    def follow(self) -> dict[str, str]:
        """Follows all blocks of the guide in order. Returns the output of each block that runs commands."""
        printed = {}
        for language, name, block in BLOCKS:
            if language == "sh":
                printed[block] = self.run(block)
            elif language == "python":
                self.put(block)
            else:
                self.merge(name, block)
        return printed


def _name(node: ast.stmt) -> str | None:
    if isinstance(node, ast.Assign):
        return getattr(node.targets[0], "id", None)
    return getattr(node, "name", None)


def _joined(one: object, other: object) -> object:
    if isinstance(one, dict) and isinstance(other, dict):
        return one | {name: _joined(one.get(name), value) for name, value in other.items()}
    return [*one, *other] if isinstance(one, list) and isinstance(other, list) else other


@pytest.fixture(scope="module")
def followed(tmp_path_factory):
    copy = Copy(tmp_path_factory.mktemp("page"))
    return copy, copy.follow()


def output_of(printed: dict[str, str], words: str) -> str:
    (result,) = (text for block, text in printed.items() if words in block)
    return result


def test_the_algorithm_that_the_guide_creates_trains_unchanged(followed):
    _, printed = followed
    lines = output_of(printed, "engine.new my-model").splitlines()
    assert lines[0].endswith("engine/algorithms/my_model")
    (row,) = (line.strip("| ").split(" | ") for line in lines if line.startswith("| my-model"))
    assert (row[0], row[1]) == (
        "my-model",
        "25",
    )  # three messages of statistics, twenty rounds, the score of the last model, and the score of the best model
    assert float(row[6]) < 0.2


def test_the_guides_edited_algorithm_trains_and_its_new_parameter_has_an_effect(followed):
    copy, printed = followed
    scores = json.loads(output_of(printed, "engine.pooled"))
    assert scores["pooled"]["accuracy"] > 0.9 and len(scores["alone"]) == 3
    (command,) = (block for block in printed if "engine.pooled" in block)
    other = json.loads(copy.run(command.replace('"shrinkage": 0.02', '"shrinkage": 1')))
    assert other["pooled"]["loss"] > scores["pooled"]["loss"]


def test_building_the_guides_algorithm_gives_all_that_ticket_and_console_show(followed):
    copy, printed = followed
    assert "my-model" in output_of(printed, "engine.build").split()
    built = json.loads((copy.root / "engine/build/my-model.json").read_text(encoding="utf-8"))
    assert (built["nameCn"], built["nameEn"], built["stagesPerRound"]) == ("我的模型", "My model", 1)
    assert built["parameters"][-1]["name"] == "shrinkage" and built["parameters"][-1]["label"]["cn"] == "收缩强度"
    assert {case["target"] for case in built["leaves"]} == {"classes", "number"}


def test_a_metric_that_the_guide_adds_to_the_targets_file_is_computed(followed):
    copy, printed = followed
    (command,) = (block for block in printed if "engine.pooled" in block)
    pooled = json.loads(copy.run(command))["pooled"]
    assert 0.8 < pooled["balanced_accuracy"] <= 1 and pooled["balanced_accuracy"] == pytest.approx(pooled["recall"])


def test_the_guide_adds_an_algorithm_in_one_folder_and_a_metric_in_one_file(followed):
    copy, _ = followed
    changed = {name for name, content in copy.files().items() if copy.before.get(name) != content}
    folder = {f"engine/algorithms/my_model/{name}" for name in ("algorithm.py", "manifest.json", "catalogue.json")}
    assert changed == folder | {"engine/engine/targets/classes.py"}


def test_the_guide_has_at_most_165_lines_of_140_characters():
    assert len(PAGE.splitlines()) <= 165

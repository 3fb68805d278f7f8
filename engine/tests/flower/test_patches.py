"""Checks that the lines of flwr that the patches replace still exist, and that no other file assigns to flwr."""

import ast
import importlib
import importlib.metadata
import importlib.util
import pkgutil
import re
from functools import cache
from pathlib import Path

import pytest

import engine
from engine.flower import patches
from engine.flower.patches import PATCHES, Upstream

for found in pkgutil.iter_modules(patches.__path__, f"{patches.__name__}."):
    importlib.import_module(found.name)
LINES = [(patch, line) for patch, lines in sorted(PATCHES.items()) for line in lines]


@cache
def source_of(module: str) -> str:
    """Returns a module's source, or "" if there is no such module."""
    try:
        spec = importlib.util.find_spec(module)
    except ModuleNotFoundError:
        return ""
    return Path(spec.origin).read_text(encoding="utf-8") if spec and spec.origin else ""


def has_line(upstream: Upstream) -> bool:
    source = source_of(upstream.module)
    if upstream.function and source:
        source = _part_of(source, upstream.function.split("."))
    return any(line.strip().startswith(upstream.line) for line in source.splitlines())


def _part_of(source: str, names: list[str]) -> str:
    nodes: list[ast.AST] = [ast.parse(source)]
    for name in names:
        inner = [one for node in nodes for one in ast.iter_child_nodes(node)]
        nodes = [one for one in inner if getattr(one, "name", "") == name]
    return "\n".join(ast.get_source_segment(source, node) or "" for node in nodes)


@pytest.mark.parametrize(
    ("patch", "upstream"), LINES, ids=[f"{patch.split('patches.')[1]}: {one.line}" for patch, one in LINES]
)
def test_flower_still_contains_each_line_that_a_patch_replaces(patch, upstream):
    where = f"{upstream.module}, {upstream.function}" if upstream.function else upstream.module
    assert has_line(upstream), (
        f"flwr {importlib.metadata.version('flwr')} has no line `{upstream.line}` in {where} any more, which {patch} "
        f"replaces: read what flwr does there now, and change or remove the patch"
    )


def test_the_check_fails_for_a_line_that_flower_no_longer_contains():
    module, function = "flwr.supercore.retry.http_retry", "make_simple_http_retry_invoker"
    assert has_line(Upstream(module, function, "max_tries=None,"))
    assert not has_line(Upstream(module, function, "max_tries=7,"))
    assert not has_line(Upstream(module, "gone", "max_tries=None,"))
    assert not has_line(Upstream(f"{module}.gone", "", "max_tries=None,"))


def test_all_patches_of_flower_are_in_their_package():
    outside = [path for path in Path(engine.__path__[0]).rglob("*.py") if path.parent != Path(patches.__path__[0])]
    uses = re.compile(r"\bfrom engine\.flower\.patches import .*\b(replace|stock)\b|\bsetattr\(")
    assert [path.name for path in outside if uses.search(path.read_text(encoding="utf-8"))] == []


def test_each_patch_names_the_lines_that_it_replaces():
    unnamed = []
    for path in sorted(Path(patches.__path__[0]).glob("[!_]*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            calls = [one for one in ast.walk(node) if isinstance(one, ast.Call)]
            if any(getattr(call.func, "id", "") == "replace" for call in calls):
                names = f"engine.flower.patches.{path.stem}.{getattr(node, 'name', '')}"
                unnamed += [] if names in PATCHES else [names]
    assert unnamed == []

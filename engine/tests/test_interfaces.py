"""Interfaces inside the engine: what they require, and how their functions are named."""

import ast
import re
from pathlib import Path

import pytest

import engine
from engine.protocols.on_data import KINDS
from engine.protocols.on_rows import OnRows

SOURCES = sorted(Path(engine.__path__[0]).rglob("*.py"))
PREDICATE = re.compile(r"_?(is|has|are|can|does|fits|follows)(_|$)")


def test_refuses_a_kind_of_data_that_does_not_implement_all_of_the_preparation():
    class WithoutPreparation(OnRows):
        def open(self, path):
            raise OSError(path)

    with pytest.raises(TypeError, match="abstract method"):
        WithoutPreparation({"target": None}, (), None)


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_each_kind_of_data_has_all_parts(kind):
    assert not kind.protocol.__abstractmethods__


def test_functions_named_as_a_predicate_return_a_boolean_and_do_not_raise():
    functions = [
        (path.name, node)
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and PREDICATE.match(node.name)
    ]
    assert len(functions) > 20
    assert [(file, one.name) for file, one in functions if one.returns and ast.unparse(one.returns) == "None"] == []


@pytest.mark.parametrize("package", ["data", "export", "learners", "privacy", "protocols", "run", "targets"])
def test_only_the_flower_package_imports_flower(package):
    """Only engine/flower implements the transport of messages. All other modules would also work with another
    network."""
    files = [path for path in SOURCES if path.relative_to(engine.__path__[0]).parts[0] == package]
    assert files
    imports = re.compile(r"^\s*(?:import|from) flwr\b", re.MULTILINE)
    assert [path.name for path in files if imports.search(path.read_text(encoding="utf-8"))] == []

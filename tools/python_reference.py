"""Writes docs/reference/python: the public modules of the engine, with signatures and docstrings.

`--check` changes nothing and fails if a page is not up to date. `--into FOLDER` uses another folder. The sources are
parsed and never imported, and a signature is copied as it is written, so the pages do not depend on Python's version.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENGINE = ROOT / "engine" / "engine"
FOLDER = ROOT / "docs" / "reference" / "python"
COMMAND = ".venv/bin/python tools/python_reference.py"

# Modules and packages that other code may use, in the order of tools/engine-layers.ts.
PAGES = {
    "errors": "errors that processes exchange",
    "privacy": "terms of sums, groups of similar rows, small counts",
    "data": "how rows of each kind of data become features",
    "targets": "what is predicted, and its scores",
    "learners": "how a party fits a model to its own rows",
    "export": "how a model becomes an ONNX file",
    "protocols": "the stages of a run, and what is summed in each",
    "algorithm": "how an algorithm is composed and declared",
    "run": "how the platform drives a run",
}
PUBLIC_METHODS = {"__init__", "__call__", "__getitem__", "__len__"}
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def pages() -> dict[str, str]:
    """Return the text of each page, by the name of its file."""
    texts = {f"{name}.md": _page(name, summary) for name, summary in PAGES.items()}
    return {"README.md": _index(), **texts}


def stale(folder: Path) -> list[str]:
    """Return the names of pages that are missing, not up to date, or no longer written."""
    texts = pages()
    present = {path.name for path in folder.glob("*.md")}
    old = [name for name, text in texts.items() if name not in present or (folder / name).read_text("utf-8") != text]
    return [*old, *sorted(present - set(texts))]


def write(folder: Path) -> None:
    """Write all pages, and remove the pages of packages that no longer have one."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = pages()
    for path in folder.glob("*.md"):
        if path.name not in texts:
            path.unlink()
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")


def _index() -> str:
    rows = [f"| [engine.{name}]({name}.md) | {summary} |" for name, summary in PAGES.items()]
    return "\n".join(
        [
            "# Python API of the engine",
            "",
            "These pages list the public classes and functions of the engine, for authors of algorithms and protocols. "
            "Names that begin with",
            "`_`, and packages that are not listed here, are internal. Each block shows a module's names without their "
            "code.",
            "[Adding an algorithm](../../guides/adding-an-algorithm.md) is the tutorial.",
            "",
            f"The pages are built from the docstrings: after a change, run `{COMMAND}`.",
            "",
            "| Package | Content |",
            "| --- | --- |",
            *rows,
            "",
        ]
    )


def _page(name: str, summary: str) -> str:
    package = ENGINE / name
    paths = sorted(package.glob("*.py")) if package.is_dir() else [ENGINE / f"{name}.py"]
    modules = [section for path in paths for section in _module(path)]
    head = [
        f"# engine.{name}",
        "",
        f"This page lists the public classes and functions of `engine.{name}`: {summary}.",
        "",
        f"<!-- Built by {COMMAND}; do not edit. -->",
    ]
    return "\n".join([*head, *modules, ""])


def _module(path: Path) -> Iterator[str]:
    """Yield the heading of a module, the first paragraph of its docstring, and a block with its public names. Empty
    modules are left out."""
    lines = path.read_text("utf-8").splitlines()
    tree = ast.parse("\n".join(lines))
    docstring = ast.get_docstring(tree)
    if docstring is None:
        if tree.body:
            raise SystemExit(f"{path.relative_to(ROOT)} has no docstring")
        return
    dotted = ".".join(path.relative_to(ENGINE.parent).with_suffix("").parts).removesuffix(".__init__")
    yield f"\n## {dotted}\n\n{_prose(docstring)}"
    block = "\n".join(_block(tree, lines)).strip("\n")
    if block:
        yield f"\n```python\n{block}\n```"


def _prose(docstring: str) -> str:
    """Return the docstring's first paragraph as one paragraph of Markdown, with `<name>` escaped as text."""
    paragraph = docstring.split("\n\n")[0]
    return re.sub(r"<(?=\w)", r"\\<", paragraph)


def _block(tree: ast.Module, lines: list[str]) -> Iterator[str]:
    """Yield the lines of a module's public names, with a blank line around each class and function."""
    is_spaced = True
    for node in tree.body:
        if isinstance(node, Definition) and not node.name.startswith("_"):
            yield from ["", *_stub(node, lines)]
            is_spaced = False
        elif _is_short_name(node):
            yield from _source(node, lines) if is_spaced else ["", *_source(node, lines)]
            is_spaced = True


def _stub(node: Definition, lines: list[str]) -> list[str]:
    """Yield a definition without its code: decorators, signature, docstring; for a class also its fields and
    methods."""
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    head = lines[first - 1 : max(node.lineno, node.body[0].lineno - 1)]
    while head[-1].strip().startswith("#") or not head[-1].strip():
        head.pop()
    if node.body[0].lineno == node.lineno:  # for a class without a body, such as `class Refused(Exception): ...`
        return head
    inner = list(_documentation(node, lines))
    if isinstance(node, ast.ClassDef):
        for member in node.body:
            if isinstance(member, Definition):
                if not member.name.startswith("_") or member.name in PUBLIC_METHODS:
                    inner += ["", *_stub(member, lines)]
            elif _is_short_name(member):
                inner += _source(member, lines)
    return [*head, *inner] if inner else [*head[:-1], f"{head[-1]} ..."]


def _documentation(node: Definition, lines: list[str]) -> list[str]:
    first = node.body[0]
    if ast.get_docstring(node) is None or first.end_lineno is None:
        return []
    return lines[first.lineno - 1 : first.end_lineno]


def _is_short_name(node: ast.stmt) -> bool:
    """Whether this is a public field, constant or alias of one line."""
    if isinstance(node, ast.AnnAssign):
        targets = [node.target]
    elif isinstance(node, ast.Assign):
        targets = node.targets
    else:
        return False
    names = [name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)]
    return node.lineno == node.end_lineno and bool(names) and not any(name.startswith("_") for name in names)


def _source(node: ast.stmt, lines: list[str]) -> list[str]:
    """Return the source line of a name, with the comment above it."""
    first = node.lineno - 1
    while lines[first - 1].strip().startswith("#"):
        first -= 1
    return lines[first : node.lineno]


def main(arguments: list[str]) -> int:
    folder = Path(arguments[arguments.index("--into") + 1]) if "--into" in arguments else FOLDER
    if "--check" not in arguments:
        write(folder)
    old = stale(folder)
    for name in old:
        print(f"docs/reference/python/{name} is not up to date: run {COMMAND}", file=sys.stderr)
    return 1 if old else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

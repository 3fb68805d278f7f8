"""The patches of flwr: all code that replaces a line of flwr because no setting changes its behaviour.

Each patch is a function with the decorator `@replaces`, which names the lines of the pinned version that it replaces or
relies on. `tests/flower/test_patches.py` fails if the installed flwr lacks one of these lines; then review the patch.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

Patch = TypeVar("Patch", bound=Callable[..., Any])


@dataclass(frozen=True)
class Upstream:
    """A line of flwr, or of a library that flwr uses, without its indentation and trailing comment. `function` is the
    qualified name of the function or class that contains the line, or "" for any place in the module."""

    module: str
    function: str
    line: str


PATCHES: dict[str, tuple[Upstream, ...]] = {}  # the lines of each patch, by the patch's module and name


def replaces(*lines: Upstream) -> Callable[[Patch], Patch]:
    """Register a patch with the lines of flwr that it replaces or relies on."""

    def register(patch: Patch) -> Patch:
        PATCHES[f"{patch.__module__}.{patch.__qualname__}"] = lines
        return patch

    return register


def stock(owner: Any, name: str) -> Any:
    """Return an attribute of flwr that is about to be replaced. Raises AttributeError if flwr no longer has it."""
    return getattr(owner, name)


def replace(owner: Any, name: str, value: Any) -> None:
    """Replace an attribute of flwr. Raises AttributeError if flwr no longer has this attribute, because a new one would
    have no effect."""
    stock(owner, name)
    setattr(owner, name, value)

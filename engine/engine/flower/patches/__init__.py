"""The patches of flwr: every place where this code replaces a line of flwr that no setting changes.

Each patch is a function with `@replaces`, which names the lines of the pinned version that it replaces or relies on.
`tests/flower/test_patches.py` fails if the installed flwr no longer has one of them; then the patch is read again.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

Patch = TypeVar("Patch", bound=Callable[..., Any])


@dataclass(frozen=True)
class Upstream:
    """A line of flwr, or of a library that flwr uses, without its indentation and the comment after it. `function` is
    the qualified name of the function or class around it, or "" for any place in the module."""

    module: str
    function: str
    line: str


PATCHES: dict[str, tuple[Upstream, ...]] = {}  # by the patch's module and name


def replaces(*lines: Upstream) -> Callable[[Patch], Patch]:
    """Register a patch with the lines that it replaces or relies on."""

    def register(patch: Patch) -> Patch:
        PATCHES[f"{patch.__module__}.{patch.__qualname__}"] = lines
        return patch

    return register


def stock(owner: Any, name: str) -> Any:
    """The attribute as it is now. Raises AttributeError if flwr no longer has it."""
    return getattr(owner, name)


def replace(owner: Any, name: str, value: Any) -> None:
    """Replace the attribute. Raises AttributeError if flwr no longer has it, since a new one would have no effect."""
    stock(owner, name)
    setattr(owner, name, value)

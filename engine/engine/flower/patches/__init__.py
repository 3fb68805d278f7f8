"""Replaces attributes of flwr's modules and classes, which have no other way to change their behaviour."""

from typing import Any


def stock(owner: Any, name: str) -> Any:
    """The attribute as it is now. Raises AttributeError if flwr no longer has it."""
    return getattr(owner, name)


def replace(owner: Any, name: str, value: Any) -> None:
    """Replace the attribute. Raises AttributeError if flwr no longer has it, since a new one would have no effect."""
    stock(owner, name)
    setattr(owner, name, value)

"""Command-line flags of Flower that our wrappers read as well."""

from collections.abc import Sequence


def given(name: str, flags: Sequence[str]) -> str | None:
    """Return the value of a flag, given as `--name value` or `--name=value`; None if it is absent."""
    for at, flag in enumerate(flags):
        if flag.startswith(f"{name}="):
            return flag.partition("=")[2]
        if flag == name and at + 1 < len(flags):
            return flags[at + 1]
    return None

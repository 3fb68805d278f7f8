"""One federation for all runs of the algorithms that are here: starting one costs more than a run."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1]))

from stack import Stack

from engine.algorithm import FOLDERS


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Its tests come last, one after the other: it takes the processor's time as long as it stands."""
    items.sort(key=lambda item: "stack" in getattr(item, "fixturenames", ()))


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """Three parties; a test that needs another one adds it."""
    parties = ["1001", "1002", "1003"]
    with Stack(tmp_path_factory.mktemp("federation"), parties, algorithm=FOLDERS / "mlp") as started:
        yield started

"""One federation for all runs of the algorithms that are here, as starting one costs more than a run; and what Flower
logs."""

import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from flwr.supercore.logger import LOGGER_NAME

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


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[str, str]]]:
    """Level and text of what Flower logs."""
    records: list[tuple[str, str]] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            records.append((record.levelname, record.getMessage()))

    logger, keep = logging.getLogger(LOGGER_NAME), Keep()
    monkeypatch.setattr(logger, "filters", [])
    logger.addHandler(keep)
    yield records
    logger.removeHandler(keep)

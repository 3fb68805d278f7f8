"""Fixtures: one federation for all runs of the shipped algorithms, because starting one takes longer than a run, and
Flower's log records."""

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
    """Moves the tests of the shared federation to the end, because its processes use the processor as long as they
    run."""
    items.sort(key=lambda item: "stack" in getattr(item, "fixturenames", ()))


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """Yields a federation of three parties. A test that needs another party adds it."""
    parties = ["1001", "1002", "1003"]
    with Stack(tmp_path_factory.mktemp("federation"), parties, algorithm=FOLDERS / "mlp") as started:
        yield started


@pytest.fixture
def log_records(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[str, str]]]:
    """Yields a list that collects the level and the text of Flower's log records."""
    records: list[tuple[str, str]] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            records.append((record.levelname, record.getMessage()))

    logger, keep = logging.getLogger(LOGGER_NAME), Keep()
    monkeypatch.setattr(logger, "filters", [])
    logger.addHandler(keep)
    yield records
    logger.removeHandler(keep)

"""A SuperLink whose database runs out of disk space."""

import asyncio
import shutil
import sqlite3
from collections import namedtuple

import pytest
from sqlalchemy.exc import OperationalError

from engine.flower import disk_space, superlink_database

Usage = namedtuple("Usage", "free")


def status_of(app: disk_space.FreeSpace) -> int:
    """Returns the HTTP status with which a call is answered."""
    answers = []

    async def send(message):
        answers.append(message)

    asyncio.run(app({"type": "http", "path": "/v1/fleet/pull-messages"}, None, send))
    return answers[0]["status"]


async def flower(_scope, _receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": []})


def test_a_superlink_with_a_full_disk_answers_503_and_extends_node_deadlines_once_it_has_space(
    tmp_path, monkeypatch, capsys
):
    waits = []
    monkeypatch.setattr(superlink_database, "wait_for_nodes", waits.append)
    database = str(tmp_path / "link.sqlite")
    app = disk_space.FreeSpace(flower, database)
    for free, status in ((32, 200), (31, 503), (0, 503), (32, 200), (900, 200)):
        monkeypatch.setattr(shutil, "disk_usage", lambda _, free=free: Usage(free * 2**20))
        assert status_of(app) == status
    assert waits == [database]
    output = capsys.readouterr().out.splitlines()
    assert output == [
        "the disk is full: 31 MB are free, 32 MB are needed; waiting for free space",
        "the disk has free space again",
    ]


def test_recognises_a_full_disk_even_if_sqlalchemy_wraps_the_error():
    database = sqlite3.connect(":memory:")
    database.execute("pragma max_page_count = 2")
    with pytest.raises(sqlite3.OperationalError) as full:
        database.executescript("create table a (b); create table c (d);")
    assert disk_space.is_full(full.value)
    assert disk_space.is_full(OperationalError("insert", {}, full.value))
    with pytest.raises(sqlite3.OperationalError) as other:
        database.execute("select nothing from nowhere")
    assert not disk_space.is_full(other.value)

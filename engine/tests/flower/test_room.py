"""A SuperLink whose database finds no room."""

import asyncio
import shutil
import sqlite3
from collections import namedtuple

import pytest
from sqlalchemy.exc import OperationalError

from engine.flower import kept_database, room

Usage = namedtuple("Usage", "free")


def asked(app: room.Room) -> int:
    """The status that a call is answered with."""
    answers = []

    async def send(message):
        answers.append(message)

    asyncio.run(app({"type": "http", "path": "/v1/fleet/pull-messages"}, None, send))
    return answers[0]["status"]


async def flower(_scope, _receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": []})


def test_a_superlink_without_room_is_one_that_is_away_and_no_party_is_late_for_it(tmp_path, monkeypatch, capsys):
    waits = []
    monkeypatch.setattr(kept_database, "wait_for_nodes", waits.append)
    database = str(tmp_path / "link.sqlite")
    app = room.Room(flower, database)
    for free, status in ((32, 200), (31, 503), (0, 503), (32, 200), (900, 200)):
        monkeypatch.setattr(shutil, "disk_usage", lambda _, free=free: Usage(free * 2**20))
        assert asked(app) == status
    assert waits == [database]
    said = capsys.readouterr().out.splitlines()
    assert said == [
        "the disk is full: 31 MB are free, 32 MB are needed; waiting for room",
        "the disk has room again",
    ]


def test_what_fills_the_disk_within_one_call_is_told_from_any_other_error():
    database = sqlite3.connect(":memory:")
    database.execute("pragma max_page_count = 2")
    with pytest.raises(sqlite3.OperationalError) as full:
        database.executescript("create table a (b); create table c (d);")
    assert room.is_full(full.value)
    assert room.is_full(OperationalError("insert", {}, full.value))
    with pytest.raises(sqlite3.OperationalError) as other:
        database.execute("select nothing from nowhere")
    assert not room.is_full(other.value)

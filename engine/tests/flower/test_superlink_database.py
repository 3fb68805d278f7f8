"""Corrections to the database that an earlier SuperLink left."""

import sqlite3
import time
from pathlib import Path

import pytest

from engine.flower import flower_timing, superlink_database


@pytest.fixture
def link(tmp_path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(tmp_path / "link.sqlite", isolation_level=None)
    db.executescript("""
        create table node (name, status, online_until);
        insert into node values ('late', 'online', 5), ('fresh', 'online', 9e12), ('gone', 'offline', 5);
        create table objects (object_id);
        insert into objects values ('reply-handed-out');
        create table message_res (message_id, delivered_at);
        insert into message_res values ('reply-handed-out', 'then'), ('reply-confirmed', 'then');
    """)
    return db


@pytest.fixture
def database(tmp_path: Path) -> str:
    return str(tmp_path / "link.sqlite")


def test_extends_the_heartbeat_deadline_of_nodes_that_were_online(link: sqlite3.Connection, database: str):
    began = time.time()
    superlink_database.wait_for_nodes(database)

    until = dict(link.execute("select name, online_until from node"))
    assert until["late"] >= began + flower_timing.LOST_SECONDS
    assert (until["fresh"], until["gone"]) == (9e12, 5)


def test_marks_forgotten_nodes_as_offline(link: sqlite3.Connection, database: str):
    superlink_database.forget_nodes(database)

    assert link.execute("select distinct status from node").fetchall() == [("offline",)]


def test_an_unconfirmed_reply_is_sent_again(link: sqlite3.Connection, database: str):
    superlink_database.hand_out_again(database)

    assert dict(link.execute("select * from message_res")) == {"reply-handed-out": "", "reply-confirmed": "then"}


def test_corrects_nothing_at_a_first_start_without_a_database(tmp_path: Path):
    sqlite3.connect(tmp_path / "empty.sqlite").close()
    for database in (None, str(tmp_path / "none.sqlite"), str(tmp_path / "empty.sqlite")):
        superlink_database.wait_for_nodes(database)
        superlink_database.forget_nodes(database)
        superlink_database.hand_out_again(database)

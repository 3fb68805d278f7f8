"""Corrects the SQLite file of an earlier SuperLink before the next SuperLink starts on it."""

import contextlib
import sqlite3
import time
from pathlib import Path

from engine.flower import flower_timing


def forget_nodes(database: str | None) -> None:
    """Mark every online node as offline."""
    _change(database, "update node set status = 'offline' where status = 'online'")


def wait_for_nodes(database: str | None) -> None:
    """Extend the heartbeat deadline of every online node. The nodes could send no heartbeat while the SuperLink was
    down, and a message to a node that counts as lost fails its run at once."""
    until = time.time() + flower_timing.LOST_SECONDS
    _change(database, "update node set online_until = max(online_until, ?) where status = 'online'", until)


def hand_out_again(database: str | None) -> None:
    """Mark replies that were sent but never confirmed as not sent, so that they are sent again."""
    # Confirmed replies are not affected, because their objects have been deleted.
    lost = "delivered_at != '' and message_id in (select object_id from objects)"
    _change(database, f"update message_res set delivered_at = '' where {lost}")


def _change(database: str | None, statement: str, *values: object) -> None:
    """Execute an SQL statement. Does nothing if the file or the table does not exist."""
    if not database or not Path(database).is_file():
        return
    with contextlib.closing(sqlite3.connect(database)) as db, contextlib.suppress(sqlite3.OperationalError):
        db.execute(statement, values)
        db.commit()

"""Lets a SuperLink answer 503, as if it were unavailable, while the disk of its database is full.

Flower itself answers 500 if the disk is full, which ends SuperNodes and ServerApps. After 503, they retry.
"""

import shutil
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from engine import durable
from engine.flower import superlink_database

NEEDED_MEBIBYTES = 32  # Minimum free space. The platform requires the same for its embedded database on that disk.


class FreeSpace:
    """ASGI layer that rejects calls while the database could not store their results."""

    def __init__(self, app: Callable[..., Awaitable[None]], database: str | None) -> None:
        self._app, self._database, self._was_short = app, database, False

    # Uvicorn and Flower read attributes of the wrapped app
    def __getattr__(self, name: str) -> Any:
        return getattr(self._app, name)

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Pass the request on. If there is too little free space, answer 503 with a Retry-After of 1 second instead."""
        if scope["type"] != "http" or not self._is_short():
            await self._app(scope, receive, send)
            return
        headers = [(b"content-length", b"0"), (b"retry-after", b"1")]
        await send({"type": "http.response.start", "status": 503, "headers": headers})
        await send({"type": "http.response.body", "body": b""})

    def _is_short(self) -> bool:
        if not self._database:
            return False
        free = shutil.disk_usage(Path(self._database).parent).free // 2**20
        is_short = free < NEEDED_MEBIBYTES
        if is_short and not self._was_short:
            lack = f"{free} MB are free, {NEEDED_MEBIBYTES} MB are needed"
            print(f"the disk is full: {lack}; waiting for free space", flush=True)
        elif self._was_short and not is_short:
            print("the disk has free space again", flush=True)
            # Heartbeats could not be stored while the disk was full, so extend the deadlines of the nodes.
            superlink_database.wait_for_nodes(self._database)
        self._was_short = is_short
        return is_short


def is_full(error: BaseException) -> bool:
    """Whether the error means that the database ran out of disk space. Flower's database library wraps SQLite's
    error."""
    cause = getattr(error, "orig", None) or error
    if isinstance(cause, sqlite3.Error):
        return cause.sqlite_errorcode == sqlite3.SQLITE_FULL
    return durable.is_full(cause)

"""What a SuperLink answers while the disk of its database has no room: the same as one that is away.

Flower answers 500 to a call whose rows find no room, which no SuperNode and no ServerApp survives; 503 they try again.
"""

import shutil
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from engine import durable
from engine.flower import kept_database

NEEDED_MEBIBYTES = 32  # as the platform's embedded database, beside which it lies


class Room:
    """ASGI layer that lets no call through to a database that could not keep what comes of it."""

    def __init__(self, app: Callable[..., Awaitable[None]], database: str | None) -> None:
        self._app, self._database, self._was_short = app, database, False

    def __getattr__(self, name: str) -> Any:  # as of ControlGate
        return getattr(self._app, name)

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Pass on, or turn away for a second."""
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
            print(f"the disk is full: {lack}; waiting for room", flush=True)
        elif self._was_short and not is_short:
            print("the disk has room again", flush=True)
            # Nobody's heartbeat could be noted meanwhile.
            kept_database.wait_for_nodes(self._database)
        self._was_short = is_short
        return is_short


def answer_a_full_disk_with_503() -> None:
    """For what fills the disk by itself within one call. Before anything of Flower's SuperLink is imported."""
    import flwr.supercore.error as errors
    from fastapi import HTTPException

    translate = errors.http_error_translator

    async def translate_full(request: Any, call_next: Callable[[Any], Awaitable[Any]]) -> Any:
        async def call(request: Any) -> Any:
            try:
                return await call_next(request)
            except Exception as error:
                if not is_full(error):
                    raise
                raise HTTPException(503, "The disk is full.", {"retry-after": "1"}) from error

        return await translate(request, call)

    errors.http_error_translator = translate_full


def is_full(error: BaseException) -> bool:
    """Whether the database found no room; Flower's library for it wraps what SQLite says."""
    cause = getattr(error, "orig", None) or error
    if isinstance(cause, sqlite3.Error):
        return cause.sqlite_errorcode == sqlite3.SQLITE_FULL
    return durable.is_full(cause)

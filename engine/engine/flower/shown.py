"""Replaces the certificate that a running SuperLink presents before it expires, without a restart."""

import asyncio
import ssl
from collections.abc import Callable
from typing import Any

CHANGED = "certificate"


class Shown:
    """Reloads the certificate files when the parent requests it. New connections then get the new certificate."""

    def __init__(self) -> None:
        # until the server starts, there is no certificate to reload
        self._read_again: Callable[[], Any] = lambda: None

    def context(self, config: Any, make: Callable[[], ssl.SSLContext]) -> ssl.SSLContext:
        """Return uvicorn's own TLS context, and keep a reference to it for later reloads. Call this in the serving
        loop, because the context may change only there."""
        made, loop = make(), asyncio.get_running_loop()

        def read() -> None:
            made.load_cert_chain(config.ssl_certfile, config.ssl_keyfile)
            print("a new certificate is shown", flush=True)

        self._read_again = lambda: loop.call_soon_threadsafe(read)
        return made

    def obey(self, line: str) -> None:
        """Execute a line from the parent."""
        if line == CHANGED:
            self._read_again()

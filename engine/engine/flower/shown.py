"""The certificate that a SuperLink shows, which is made anew before it runs out, while the SuperLink goes on."""

import asyncio
import ssl
from collections.abc import Callable
from typing import Any

CHANGED = "certificate"


class Shown:
    """Reads its files again when the parent says so; whoever connects from then on is shown what they hold."""

    def __init__(self) -> None:
        self._read_again: Callable[[], Any] = lambda: None  # not shown yet: it reads what there is when it begins

    def context(self, config: Any, make: Callable[[], ssl.SSLContext]) -> ssl.SSLContext:
        """uvicorn's own, remembered. Called in the loop that serves, where alone it may be changed."""
        made, loop = make(), asyncio.get_running_loop()

        def read() -> None:
            made.load_cert_chain(config.ssl_certfile, config.ssl_keyfile)
            print("a new certificate is shown", flush=True)

        self._read_again = lambda: loop.call_soon_threadsafe(read)
        return made

    def obey(self, line: str) -> None:
        """A line from the parent."""
        if line == CHANGED:
            self._read_again()

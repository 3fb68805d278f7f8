"""`python -m engine.flower.superlink <flower-superlink flags>`: a SuperLink that ends with its parent process.

TESSERA_CONTROL_SECRET_FILE: if set, Control calls need the header `x-tessera-control: <the file's text>`. Flower's
open-source version has no authentication for these calls, and ServerApps use the same port for their own calls.
TESSERA_FORGET_NODES=1: at a fresh start, every node in the stored database counts as offline, so that SuperNodes whose
predecessors were killed can reconnect at once. Do not set it for a restart while SuperNodes are running.
TESSERA_LIFELINE: see lifeline.py. The parent may also write `certificate` to it, once the files that --ssl-certfile and
--ssl-keyfile name contain a new certificate.
"""

import hmac
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from engine.flower import flags, flower_timing, lifeline, log_levels, superlink_database
from engine.flower.disk_space import FreeSpace
from engine.flower.patches import delivery, superlink, timing, tokens
from engine.flower.shown import Shown

CONTROL_HEADER = b"x-tessera-control"


def main() -> None:
    """Start the SuperLink with the command line's flags. Does not return: it exits as Flower does."""
    shown = Shown()
    lifeline.watch(on_line=shown.obey)
    flower_timing.set_environment()
    superlink.wait_for_the_database()
    superlink.tolerate_clocks()
    if not flower_timing.is_stock():
        timing.hurry_superlink()
        timing.skip_layers()
    database = flags.given("--database", sys.argv[1:])
    if os.environ.get("TESSERA_FORGET_NODES") == "1":
        superlink_database.forget_nodes(database)
    else:
        superlink_database.wait_for_nodes(database)
    superlink_database.hand_out_again(database)
    delivery.count_as_delivered_when_confirmed()
    delivery.let_late_objects_pass()
    superlink.answer_a_full_disk_with_503()
    log_levels.let_runs_end()
    tokens.know_own(sys.argv[1:])

    from flwr.superlink.cli import flower_superlink

    secret_file = os.environ.get("TESSERA_CONTROL_SECRET_FILE")
    secret = Path(secret_file).read_text().strip().encode() if secret_file else None
    _serve_through_gate(secret, database, shown)
    sys.argv[0] = "flower-superlink"
    flower_superlink()


class ControlGate:
    """ASGI layer that answers 401 to Control calls and API pages without the secret."""

    def __init__(self, app: Callable[..., Awaitable[None]], secret: bytes) -> None:
        self._app = app
        self._secret = secret

    # Attributes of the wrapped app, such as .state, are read by uvicorn and Flower
    def __getattr__(self, name: str) -> Any:
        return getattr(self._app, name)

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Pass on all requests except unauthenticated Control calls."""
        path = scope.get("path", "")
        is_open = scope["type"] == "lifespan" or path.startswith(("/v1/fleet/", "/v1/runtime/")) or path == "/health"
        given = dict(scope.get("headers", [])).get(CONTROL_HEADER, b"")
        if is_open or hmac.compare_digest(given, self._secret):
            await self._app(scope, receive, send)
            return
        await send({"type": "http.response.start", "status": 401, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})


def _serve_through_gate(secret: bytes | None, database: str | None, shown: Shown) -> None:
    if secret is not None and len(secret) < 32:
        raise ValueError("the control secret must have at least 32 characters")

    def gated(app: Any, options: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        tls = {"ssl_context_factory": shown.context} if options.get("ssl_certfile") else {}
        inner = ControlGate(app, secret) if secret else app
        # Disabled, because Flower's access log would grow by ten lines a second for each party, one line for each poll.
        return FreeSpace(inner, database), {**options, **tls, "access_log": flower_timing.is_stock()}

    superlink.serve(gated)


if __name__ == "__main__":
    main()

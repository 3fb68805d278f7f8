"""Patches of the SuperLink: how long it waits for its database, which clocks it accepts, how it answers if its disk is
full, and which app it serves."""

from collections.abc import Awaitable, Callable
from typing import Any

from engine.flower.disk_space import is_full
from engine.flower.patches import Upstream, replace, replaces, stock

BUSY_MILLISECONDS = 60_000
CLOCK_TOLERANCE_SECONDS = 120


@replaces(
    Upstream("flwr.supercore.constant", "", '("busy_timeout", "5000"),'),
    Upstream("flwr.supercore.sql_mixin", "", "for pragma, value in SQLITE_PRAGMAS:"),
)
def wait_for_the_database() -> None:
    """Wait up to 60 s for another write to the database to finish. Flower waits 5 s, then answers 500, which ends
    SuperNodes. On a slow disk, deleting the objects of one large message can take longer than 5 s."""
    import flwr.supercore.constant as constant

    pragmas = tuple(
        (name, str(BUSY_MILLISECONDS) if name == "busy_timeout" else value) for name, value in constant.SQLITE_PRAGMAS
    )
    replace(constant, "SQLITE_PRAGMAS", pragmas)


@replaces(
    Upstream("flwr.common.constant", "", "SYSTEM_TIME_TOLERANCE = 5"),
    Upstream("flwr.superlink.routers.fleet.node_auth", "", "not -SYSTEM_TIME_TOLERANCE"),
)
def tolerate_clocks() -> None:
    """Accept a SuperNode whose clock is ahead by as much as the platform allows an edge's clock. Flower allows 5 s,
    then refuses the node without mentioning clocks. A clock that is behind may be behind by five minutes."""
    import flwr.common.constant as constant

    replace(constant, "SYSTEM_TIME_TOLERANCE", CLOCK_TOLERANCE_SECONDS)


@replaces(
    Upstream("flwr.superlink.main", "", "Middleware(BaseHTTPMiddleware, dispatch=http_error_translator),"),
)
def answer_a_full_disk_with_503() -> None:
    """Answer 503 if a single call fills the disk. Call this before any import of Flower's SuperLink."""
    import flwr.supercore.error as errors
    from fastapi import HTTPException

    translate = stock(errors, "http_error_translator")

    async def translate_full(request: Any, call_next: Callable[[Any], Awaitable[Any]]) -> Any:
        async def call(request: Any) -> Any:
            try:
                return await call_next(request)
            except Exception as error:
                if not is_full(error):
                    raise
                raise HTTPException(503, "The disk is full.", {"retry-after": "1"}) from error

        return await translate(request, call)

    replace(errors, "http_error_translator", translate_full)


@replaces(
    Upstream("flwr.superlink.cli.flower_superlink", "", "uvicorn.run("),
)
def serve(change: Callable[[Any, dict[str, Any]], tuple[Any, dict[str, Any]]]) -> None:
    """Have the SuperLink serve the app and the server options that `change` returns for the original ones."""
    import uvicorn

    run = stock(uvicorn, "run")

    def run_changed(app: Any, **options: Any) -> None:
        changed, options = change(app, options)
        run(app=changed, **options)

    replace(uvicorn, "run", run_changed)

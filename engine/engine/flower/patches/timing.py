"""Shortens Flower's fixed sleeps. Call these functions before any other flwr module is imported, because some sleeps
are default arguments.

Measured on flwr 1.41: a round takes 12 s with Flower's own sleeps and a process per message, and less than 1 s with the
shortened sleeps and a warm runner.
"""

import os
import time
import types
from collections.abc import Awaitable, Callable
from typing import Any

from engine.flower.flower_timing import (
    HEARTBEAT_SECONDS,
    IDLE_POLL_SECONDS,
    MAX_BACKOFF_SECONDS,
    PULL_BACKOFF_SECONDS,
    REPLY_POLL_SECONDS,
    RETRY_SECONDS,
    SWEEP_SECONDS,
    TASK_POLL_SECONDS,
    Rest,
)
from engine.flower.patches import Upstream, replace, replaces, stock


@replaces(
    Upstream("flwr.supercore.constant", "", "PULL_INITIAL_BACKOFF = 1"),
    Upstream("flwr.supercore.constant", "", "PULL_BACKOFF_CAP = 10"),
    Upstream("flwr.supercore.constant", "", "PULL_MAX_TRIES_PER_OBJECT = 500"),
    Upstream(
        "flwr.supercore.inflatable.inflatable_utils", "pull_objects", "initial_backoff: float = PULL_INITIAL_BACKOFF,"
    ),
)
def hurry_pulls() -> None:
    """Shorten the backoff of object pulls. A message is often visible before its objects are stored. Unpatched, Flower
    waits 1 s before the second attempt, then up to 10 s."""
    import flwr.supercore.constant as constant

    replace(constant, "PULL_INITIAL_BACKOFF", PULL_BACKOFF_SECONDS)
    replace(constant, "PULL_BACKOFF_CAP", MAX_BACKOFF_SECONDS)
    replace(constant, "PULL_MAX_TRIES_PER_OBJECT", int(constant.PULL_MAX_TIME / MAX_BACKOFF_SECONDS))


@replaces(
    Upstream(
        "flwr.supercore.retry.http_retry",
        "make_simple_http_retry_invoker",
        "wait_gen_factory=lambda: exponential(max_delay=MAX_RETRY_DELAY),",
    ),
)
def hurry_retries() -> None:
    """Shorten the pauses between retries. Unpatched clients of Flower that find no SuperLink wait up to 20 s before
    they retry, and a run waits for the slowest client."""
    import flwr.supercore.retry.http_retry as retry

    replace(retry, "MAX_RETRY_DELAY", RETRY_SECONDS)


@replaces(
    Upstream(
        "flwr.supercore.retry.http_retry",
        "make_simple_http_retry_invoker",
        'if any(term in error_message for term in ("certificate", "ssl", "tls")):',
    ),
)
def outwait_silence() -> None:
    """Retry after timeouts, and after connections that are cut off during a TLS handshake. Unpatched, Flower finds
    "ssl" in the text of such an error, treats it as an untrusted certificate, and gives up permanently."""
    import flwr.supercore.retry as package
    import flwr.supercore.retry.http_retry as retry
    import httpx

    make = retry.make_simple_http_retry_invoker

    def is_transient(error: Exception) -> bool:
        return isinstance(error, httpx.TimeoutException) or "UNEXPECTED_EOF" in str(error)

    def make_patient() -> Any:
        invoker = make()
        gives_up = invoker.should_giveup
        invoker.should_giveup = lambda error: not is_transient(error) and gives_up is not None and gives_up(error)
        return invoker

    for module in (package, retry):
        replace(module, "make_simple_http_retry_invoker", make_patient)


@replaces(
    Upstream("flwr.common.constant", "", "HEARTBEAT_DEFAULT_INTERVAL = 30"),
    Upstream(
        "flwr.supercore.heartbeat",
        "HeartbeatSender",
        "next_interval: float = HEARTBEAT_DEFAULT_INTERVAL - HEARTBEAT_CALL_TIMEOUT",
    ),
    Upstream("flwr.supercore.heartbeat", "HeartbeatSender", "lambda: exponential(max_delay=20),"),
)
def hurry_heartbeats() -> None:
    """Shorten the interval of heartbeats. Call it in SuperNode and client runner only: in a SuperLink, it would shorten
    the time for which runs survive the SuperLink's absence."""
    import flwr.common.constant as constant

    replace(constant, "HEARTBEAT_DEFAULT_INTERVAL", HEARTBEAT_SECONDS)

    # Import the module only after the assignment, because it copies the interval on import.
    import flwr.supercore.heartbeat as heartbeat

    assert stock(heartbeat, "HEARTBEAT_DEFAULT_INTERVAL") == HEARTBEAT_SECONDS
    # Without this patch, Flower retries a failed heartbeat after up to 20 s, when the node may already count as lost.
    exponential = stock(heartbeat, "exponential")
    replace(heartbeat, "exponential", lambda **_: exponential(max_delay=RETRY_SECONDS))


@replaces(
    Upstream("flwr.supernode.start_client_internal", "start_client_internal", "time.sleep(3)"),
    Upstream("flwr.supernode.start_client_internal", "_push_messages", "time.sleep(0.5)"),
)
def hurry_supernode() -> None:
    """Shorten the sleeps of start_client_internal, which are 3 s when idle and 0.5 s while it waits for a reply."""
    import flwr.supernode.start_client_internal as loop

    rest = Rest(IDLE_POLL_SECONDS)

    def sleep(seconds: float) -> None:
        if seconds > 1:
            rest.sleep()
        else:
            rest.work()
            time.sleep(REPLY_POLL_SECONDS)

    replace(loop, "time", types.SimpleNamespace(sleep=sleep))


@replaces(
    Upstream("flwr.supercore.superexec.run_superexec", "run_superexec", "time.sleep(task_poll_interval)"),
)
def hurry_tasks(superexec: types.ModuleType, role: str) -> Rest:
    """Shorten the sleep of 1 s in the task loop of flower-superexec. Call `work` of the returned object for each
    task."""
    rest = Rest(TASK_POLL_SECONDS[role])
    replace(superexec, "time", types.SimpleNamespace(sleep=lambda _seconds: rest.sleep()))
    return rest


@replaces(
    Upstream("flwr.supercore.corestate.sql_corestate", "SqlCoreState", "self._cleanup_expired_task_tokens()"),
)
def hurry_superlink() -> None:
    """Delete expired task tokens once a second. Unpatched, Flower does so at every call with two writing statements,
    which is half of the SuperLink's work. With the patch, a token may be valid for one second longer than its
    minute."""
    from flwr.supercore.corestate.sql_corestate import SqlCoreState

    sweep = SqlCoreState._cleanup_expired_task_tokens
    swept = 0.0

    def sweep_sometimes(state: SqlCoreState) -> None:
        nonlocal swept
        if time.monotonic() - swept >= SWEEP_SECONDS:
            swept = time.monotonic()
            sweep(state)

    replace(SqlCoreState, "_cleanup_expired_task_tokens", sweep_sometimes)
    _remember_nodes()


@replaces(
    Upstream(
        "flwr.superlink.routers.fleet.node_auth",
        "",
        "if get_linkstate(request).get_node_id_by_public_key(public_key) != node_id:",
    ),
)
def _remember_nodes() -> None:
    """Cache a SuperNode's key for one second instead of reading it from the database at each call. An unregistered node
    may therefore be accepted for one second longer."""
    from flwr.server.superlink.linkstate.sql_linkstate import SqlLinkState

    find = SqlLinkState.get_node_id_by_public_key
    found: dict[bytes, tuple[float, int]] = {}

    def find_sometimes(state: SqlLinkState, public_key: bytes) -> int | None:
        at, node_id = found.get(public_key, (0.0, None))
        if node_id is None or time.monotonic() - at >= SWEEP_SECONDS:
            found.pop(public_key, None)
            if (node_id := find(state, public_key)) is not None:
                found[public_key] = time.monotonic(), node_id
        return node_id

    replace(SqlLinkState, "get_node_id_by_public_key", find_sometimes)


@replaces(
    *(
        Upstream(module, "", f"class {name}(BaseHTTPMiddleware):")
        for module, name in (
            ("flwr.superlink.routers.control.middlewares", "ControlAuthenticationMiddleware"),
            ("flwr.superlink.routers.control.middlewares", "ControlEventLogMiddleware"),
            ("flwr.superlink.routers.control.middlewares", "ControlLicenseMiddleware"),
            ("flwr.superlink.routers.control.middlewares", "ControlSensitiveResponseMiddleware"),
            ("flwr.superlink.routers.fleet.middlewares", "FleetEventLogMiddleware"),
            ("flwr.superlink.routers.fleet.node_auth", "NodeAuthMiddleware"),
            ("flwr.supercore.routers.runtime.tracing", "RuntimeTracingMiddleware"),
        )
    ),
    Upstream(
        "flwr.superlink.routers.fleet.node_auth",
        "NodeAuthMiddleware",
        "await run_in_threadpool(authenticate_node, request)",
    ),
    Upstream(
        "fastapi.dependencies.utils",
        "solve_dependencies",
        "solved = await run_in_threadpool(call, **solved_result.values)",
    ),
    Upstream("flwr.superlink.main", "", "Middleware(BaseHTTPMiddleware, dispatch=http_error_translator),"),
)
def skip_layers() -> None:
    """Skip middleware layers that do not concern a request. A request to a SuperLink passes nine layers, most of which
    only compare its path. Each layer costs a task and two streams; together they take half of the request's processor
    time. Also run in-memory lookups in the request's own task instead of a separate thread."""
    import fastapi.dependencies.utils as dependencies
    from flwr.supercore.routers.runtime.tracing import RuntimeTracingMiddleware
    from flwr.superlink.routers.control import middlewares as control
    from flwr.superlink.routers.fleet import node_auth
    from flwr.superlink.routers.fleet.middlewares import FleetEventLogMiddleware

    concerns = {
        control.ControlAuthenticationMiddleware: "/v1/control/",
        control.ControlEventLogMiddleware: "/v1/control/",
        control.ControlLicenseMiddleware: "/v1/control/",
        control.ControlSensitiveResponseMiddleware: "/v1/control/",
        node_auth.NodeAuthMiddleware: "/v1/fleet/",
        FleetEventLogMiddleware: (),  # middleware for a plugin that Flower's open-source version does not have
        RuntimeTracingMiddleware: "/v1/runtime/" if os.environ.get("FLWR_TRACING_ENABLED") == "1" else (),
    }
    for layer, path in concerns.items():
        replace(layer, "__call__", _only_for(path, stock(layer, "__call__")))
    for module in (dependencies, node_auth):
        replace(module, "run_in_threadpool", _run_here)


async def _run_here(call: Callable[..., Any], *args: Any, **named: Any) -> Any:
    return call(*args, **named)


def _only_for(path: str | tuple[()], layer: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    async def called(self: Any, scope: Any, receive: Any, send: Any) -> None:
        concerned = scope["type"] != "http" or scope["path"].startswith(path)
        await (layer(self, scope, receive, send) if concerned else self.app(scope, receive, send))

    return called


@replaces(
    Upstream("flwr.superlink.grid.http_grid", "HttpGrid.send_and_receive", "time.sleep(3)"),
)
def hurry_grid() -> None:
    """Shorten the sleep of 3 s between the polls of HttpGrid.send_and_receive."""
    import flwr.superlink.grid.http_grid as grid

    sleep = types.SimpleNamespace(sleep=lambda _seconds: time.sleep(IDLE_POLL_SECONDS), time=time.time)
    replace(grid, "time", sleep)

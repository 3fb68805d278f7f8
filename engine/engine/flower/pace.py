"""Flower's fixed sleeps, shortened. Import before any other flwr module: some are read as default arguments.

Measured on flwr 1.41: a round costs 12 s with the stock sleeps and a process per message, under 1 s with these and
a warm runner. Each patch names what it replaces, so that an upgrade can look for it again.
"""

import os
import time
import types
from collections.abc import Awaitable, Callable
from typing import Any

# A poll costs the SuperLink some 10 ms of processor time: parties and runs wait a little, replies do not. Whoever had
# no work for a while looks less often.
IDLE_POLL_SECONDS = 0.2
REPLY_POLL_SECONDS = 0.05
TASK_POLL_SECONDS = {"server": 0.4, "client": 0.1}
RESTING_POLL_SECONDS = 1.0
AWAKE_SECONDS = 20.0
PULL_BACKOFF_SECONDS, LONGEST_BACKOFF_SECONDS = 0.05, 0.5
RETRY_SECONDS = 2.0
SWEEP_SECONDS = 1.0  # how old what a SuperLink looks up at every call may be
HEARTBEAT_SECONDS = 10.0  # the least a SuperLink takes
LOST_SECONDS = 2 * HEARTBEAT_SECONDS  # after which a dead node or runner is noticed


def is_stock() -> bool:
    """Whether TESSERA_STOCK=1 asks for Flower's own timing and a fresh process per message."""
    return os.environ.get("TESSERA_STOCK") == "1"


def set_environment() -> None:
    """Settings every Flower process of ours runs with; Flower reads them when it is imported."""
    os.environ.setdefault("FLWR_TELEMETRY_ENABLED", "0")
    os.environ.setdefault("FLWR_DISABLE_UPDATE_CHECK", "1")


class Rest:
    """The sleep between two looks for work: brief while some came lately, longer otherwise. In seconds."""

    def __init__(self, brief: float) -> None:
        self._brief = brief
        self._worked_at = time.monotonic()

    def work(self) -> None:
        """There was work just now."""
        self._worked_at = time.monotonic()

    def sleep(self) -> None:
        """Wait for the next look."""
        is_awake = time.monotonic() - self._worked_at < AWAKE_SECONDS
        time.sleep(self._brief if is_awake else RESTING_POLL_SECONDS)


def hurry_pulls() -> None:
    """A message is often seen before its objects are there; stock waits 1 s before the second look, then up to 10 s."""
    import flwr.supercore.constant as constant

    constant.PULL_INITIAL_BACKOFF, constant.PULL_BACKOFF_CAP = PULL_BACKOFF_SECONDS, LONGEST_BACKOFF_SECONDS
    constant.PULL_MAX_TRIES_PER_OBJECT = int(constant.PULL_MAX_TIME / LONGEST_BACKOFF_SECONDS)


def hurry_retries() -> None:
    """Whoever finds no SuperLink tries again after up to 20 s: a run waits for the slowest of them."""
    import flwr.supercore.retry.http_retry as retry

    retry.MAX_RETRY_DELAY = RETRY_SECONDS


def outwait_silence() -> None:
    """Whoever finds a SuperLink that stands still tries again, also where it stood still in the midst of a handshake:
    stock reads "ssl" in the words of that, takes it for a certificate that is not trusted, and gives up for good."""
    import flwr.supercore.retry as package
    import flwr.supercore.retry.http_retry as retry
    import httpx

    make = retry.make_simple_http_retry_invoker

    def make_patient() -> Any:
        invoker = make()
        gives_up = invoker.should_giveup
        invoker.should_giveup = lambda error: not isinstance(error, httpx.TimeoutException) and gives_up(error)
        return invoker

    package.make_simple_http_retry_invoker = retry.make_simple_http_retry_invoker = make_patient


def hurry_heartbeats() -> None:
    """SuperNode and client runner only: in a SuperLink it would shorten how long runs survive its absence."""
    import flwr.common.constant as constant

    constant.HEARTBEAT_DEFAULT_INTERVAL = HEARTBEAT_SECONDS

    # After that: it takes the interval over when it is imported.
    import flwr.supercore.heartbeat as heartbeat

    assert heartbeat.HEARTBEAT_DEFAULT_INTERVAL == HEARTBEAT_SECONDS
    # A beat that failed is tried again after up to 20 s, when the node may count as lost already.
    stock = heartbeat.exponential
    heartbeat.exponential = lambda **_: stock(max_delay=RETRY_SECONDS)


def hurry_supernode() -> None:
    """start_client_internal sleeps 3 s when idle and 0.5 s while it waits for a reply."""
    import flwr.supernode.start_client_internal as loop

    rest = Rest(IDLE_POLL_SECONDS)

    def sleep(seconds: float) -> None:
        if seconds > 1:
            rest.sleep()
        else:
            rest.work()
            time.sleep(REPLY_POLL_SECONDS)

    loop.time = types.SimpleNamespace(sleep=sleep)


def hurry_tasks(superexec: types.ModuleType, role: str) -> Rest:
    """flower-superexec's loop sleeps 1 s between looks for a task. Returns what to tell of each task."""
    rest = Rest(TASK_POLL_SECONDS[role])
    superexec.time = types.SimpleNamespace(sleep=lambda _seconds: rest.sleep())
    return rest


def hurry_superlink() -> None:
    """The SQL state sweeps for lapsed task tokens, two writing statements, at every call: half the SuperLink's work.
    Once a second does: a token may then be good for a second longer than its minute."""
    from flwr.supercore.corestate.sql_corestate import SqlCoreState

    sweep = SqlCoreState._cleanup_expired_task_tokens
    swept = 0.0

    def sweep_sometimes(state: SqlCoreState) -> None:
        nonlocal swept
        if time.monotonic() - swept >= SWEEP_SECONDS:
            swept = time.monotonic()
            sweep(state)

    SqlCoreState._cleanup_expired_task_tokens = sweep_sometimes
    _remember_nodes()


def _remember_nodes() -> None:
    """Each call of a SuperNode looks its key up in the database. Once a second does: a node that was unregistered may
    be let in for a second longer."""
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

    SqlLinkState.get_node_id_by_public_key = find_sometimes


def skip_layers() -> None:
    """A request to a SuperLink passes nine layers of middleware, most of which look at its path and hand it on. That
    costs each a task and two streams, half of the request's processor time together. A layer that would hand a path
    on is now passed by, and what is found in memory is looked up where the request is, not in a thread of its own."""
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
        FleetEventLogMiddleware: (),  # for a plugin that open source has not
        RuntimeTracingMiddleware: "/v1/runtime/" if os.environ.get("FLWR_TRACING_ENABLED") == "1" else (),
    }
    for layer, path in concerns.items():
        layer.__call__ = _only_for(path, layer.__call__)
    dependencies.run_in_threadpool = node_auth.run_in_threadpool = _run_here


async def _run_here(call: Callable[..., Any], *args: Any, **named: Any) -> Any:
    return call(*args, **named)


def _only_for(path: str | tuple[()], layer: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    async def called(self: Any, scope: Any, receive: Any, send: Any) -> None:
        concerned = scope["type"] != "http" or scope["path"].startswith(path)
        await (layer(self, scope, receive, send) if concerned else self.app(scope, receive, send))

    return called


def hurry_grid() -> None:
    """HttpGrid.send_and_receive sleeps 3 s between looks."""
    import flwr.superlink.grid.http_grid as grid

    grid.time = types.SimpleNamespace(sleep=lambda _seconds: time.sleep(IDLE_POLL_SECONDS), time=time.time)

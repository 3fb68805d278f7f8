"""Flower's fixed sleeps, shortened. Import before any other flwr module: some are read as default arguments.

Measured on flwr 1.41: a round costs 12 s with the stock sleeps and a process per message, under 1 s with these and
a warm runner. Each patch names what it replaces, so that an upgrade can look for it again.
"""

import os
import time
import types

# A poll costs the SuperLink some 10 ms of processor time: parties and runs wait a little, replies do not.
IDLE_POLL_SECONDS = 0.2
REPLY_POLL_SECONDS = 0.05
TASK_POLL_SECONDS = {"server": 0.4, "client": 0.1}
PULL_BACKOFF_SECONDS = 0.05
SWEEP_SECONDS = 1.0
HEARTBEAT_SECONDS = 10.0  # the least a SuperLink takes; a dead node or runner is noticed after twice this


def is_stock() -> bool:
    """Whether TESSERA_STOCK=1 asks for Flower's own timing and a fresh process per message."""
    return os.environ.get("TESSERA_STOCK") == "1"


def set_environment(role: str | None = None) -> None:
    """Settings every Flower process of ours runs with; Flower reads them when it is imported. role: a runner's."""
    os.environ.setdefault("FLWR_TELEMETRY_ENABLED", "0")
    os.environ.setdefault("FLWR_DISABLE_UPDATE_CHECK", "1")
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if role and not is_stock():
        os.environ.setdefault("FLWR_SUPEREXEC_TASK_POLL_INTERVAL", str(TASK_POLL_SECONDS[role]))


def hurry_pulls() -> None:
    """A reply is often seen before its objects are uploaded; stock waits 1 s before the second look."""
    import flwr.supercore.constant as constant

    constant.PULL_INITIAL_BACKOFF = PULL_BACKOFF_SECONDS


def hurry_heartbeats() -> None:
    """SuperNode and client runner only: in a SuperLink it would shorten how long runs survive its absence."""
    import flwr.common.constant as constant

    constant.HEARTBEAT_DEFAULT_INTERVAL = HEARTBEAT_SECONDS


def hurry_supernode() -> None:
    """start_client_internal sleeps 3 s when idle and 0.5 s while it waits for a reply."""
    import flwr.supernode.start_client_internal as loop

    loop.time = _shortened()


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


def hurry_grid() -> None:
    """HttpGrid.send_and_receive sleeps 3 s between looks."""
    import flwr.superlink.grid.http_grid as grid

    grid.time = _shortened()


def _shortened() -> types.SimpleNamespace:
    def sleep(seconds: float) -> None:
        time.sleep(min(seconds, IDLE_POLL_SECONDS if seconds > 1 else REPLY_POLL_SECONDS))

    return types.SimpleNamespace(sleep=sleep, time=time.time)

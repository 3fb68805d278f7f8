"""Flower's fixed sleeps, shortened. Import before any other flwr module: some are read as default arguments.

Measured on flwr 1.41: a round costs 12 s with the stock sleeps and a process per message, under 1 s with these and
a warm runner. Each patch names what it replaces, so that an upgrade can look for it again.
"""

import os
import time
import types

POLL_SECONDS = 0.1
PULL_BACKOFF_SECONDS = 0.05
HEARTBEAT_SECONDS = 10.0  # the least a SuperLink takes; a dead node or runner is noticed after twice this


def is_stock() -> bool:
    """Whether TESSERA_STOCK=1 asks for Flower's own timing and a fresh process per message."""
    return os.environ.get("TESSERA_STOCK") == "1"


def set_environment() -> None:
    """Settings every Flower process of ours runs with; Flower reads them when it is imported."""
    os.environ.setdefault("FLWR_TELEMETRY_ENABLED", "0")
    os.environ.setdefault("FLWR_DISABLE_UPDATE_CHECK", "1")
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if not is_stock():
        os.environ.setdefault("FLWR_SUPEREXEC_TASK_POLL_INTERVAL", str(POLL_SECONDS))


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


def hurry_grid() -> None:
    """HttpGrid.send_and_receive sleeps 3 s between looks."""
    import flwr.superlink.grid.http_grid as grid

    grid.time = _shortened()


def _shortened() -> types.SimpleNamespace:
    return types.SimpleNamespace(sleep=lambda seconds: time.sleep(min(seconds, POLL_SECONDS)), time=time.time)

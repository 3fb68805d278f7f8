"""How often processes poll Flower for work and replies, and how long they wait. `engine.flower.patches.timing` applies
these times to Flower."""

import os
import time

# A poll costs the SuperLink about 10 ms of processor time. So polls for work are less frequent than polls for replies,
# and a process that has had no work for a while polls even less often.
IDLE_POLL_SECONDS = 0.2
REPLY_POLL_SECONDS = 0.05
TASK_POLL_SECONDS = {"server": 0.4, "client": 0.1}
RESTING_POLL_SECONDS = 1.0
AWAKE_SECONDS = 20.0
PULL_BACKOFF_SECONDS, MAX_BACKOFF_SECONDS = 0.05, 0.5
RETRY_SECONDS = 2.0
SWEEP_SECONDS = 1.0  # maximum age of cached lookups that a stock SuperLink repeats at every call
HEARTBEAT_SECONDS = 10.0  # shortest heartbeat interval that a SuperLink accepts
LOST_SECONDS = 2 * HEARTBEAT_SECONDS  # seconds after which a dead node or runner is noticed


def is_stock() -> bool:
    """Whether TESSERA_STOCK=1 requests Flower's own timing and a fresh process per message."""
    return os.environ.get("TESSERA_STOCK") == "1"


def set_environment() -> None:
    """Set the environment variables of all our Flower processes. Flower reads them when it is imported."""
    os.environ.setdefault("FLWR_TELEMETRY_ENABLED", "0")
    os.environ.setdefault("FLWR_DISABLE_UPDATE_CHECK", "1")


class Rest:
    """Sleeps between two polls for work: briefly if work arrived recently, longer otherwise. Times are in seconds."""

    def __init__(self, brief: float) -> None:
        self._brief = brief
        self._worked_at = time.monotonic()

    def work(self) -> None:
        """Record that work has just arrived."""
        self._worked_at = time.monotonic()

    def sleep(self) -> None:
        """Wait until the next poll."""
        is_awake = time.monotonic() - self._worked_at < AWAKE_SECONDS
        time.sleep(self._brief if is_awake else RESTING_POLL_SECONDS)

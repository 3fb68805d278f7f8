"""`python -m engine.flower.supernode <flower-supernode flags>`: a SuperNode with short polls that ends with its parent
process.

Flower's own process keeps running after its work has ended with an error, so no supervisor would restart it. This one
signs off from the SuperLink when its lifeline closes. A node that vanishes without signing off cannot reconnect before
its heartbeat expires (flower_timing.LOST_SECONDS).
"""

import os
import sys

from engine.flower import flower_timing, lifeline
from engine.flower.patches import supernode, timing, tokens

SIGN_OFF_SECONDS = 2.0


def main() -> None:
    """Start the SuperNode with the command line's flags. Does not return: it exits as Flower does."""
    lifeline.watch(grace_seconds=SIGN_OFF_SECONDS)
    flower_timing.set_environment()
    if not flower_timing.is_stock():
        timing.hurry_pulls()
        timing.hurry_retries()
        timing.outwait_silence()
        timing.hurry_heartbeats()
        timing.hurry_supernode()

    from flwr.supernode.cli import flower_supernode

    supernode.drop_messages_of_stopped_runs()
    supernode.send_whatever_waits()
    tokens.know_own(sys.argv[1:])
    supernode.read_keys_of_node()
    sys.argv[0] = "flower-supernode"
    flower_supernode()
    # The reason has already been logged. Exit here, because Flower's server for the runner would keep this idle process
    # alive.
    print("This SuperNode has stopped working: it ends and will be restarted.", flush=True)
    os._exit(1)


if __name__ == "__main__":
    main()

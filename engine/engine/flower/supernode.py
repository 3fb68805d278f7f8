"""`python -m engine.flower.supernode <flower-supernode flags>`: a SuperNode with short polls that ends with its parent.

It signs off from the SuperLink when its lifeline closes: a node that vanished cannot come back before its heartbeat
lapses (twice pace.HEARTBEAT_SECONDS).
"""

import sys

from engine.flower import lifeline, pace

SIGN_OFF_SECONDS = 2.0


def main() -> None:
    """Start SuperNode with the command line's flags. Does not return; exits as Flower does."""
    lifeline.watch(grace_seconds=SIGN_OFF_SECONDS)
    pace.set_environment()
    if not pace.is_stock():
        pace.hurry_pulls()
        pace.hurry_heartbeats()
        pace.hurry_supernode()

    from flwr.supernode.cli import flower_supernode

    sys.argv[0] = "flower-supernode"
    flower_supernode()


if __name__ == "__main__":
    main()

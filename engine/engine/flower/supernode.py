"""`python -m engine.flower.supernode <flower-supernode flags>`: a SuperNode with short polls that ends with its parent.

It signs off from the SuperLink when its lifeline closes: a node that vanished cannot come back before its heartbeat
lapses (twice pace.HEARTBEAT_SECONDS).
"""

import sys
from typing import Any

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

    # The package exports a function of the module's name, so the module itself is looked up.
    sys.modules["flwr.supernode.cli.flower_supernode"].load_ssh_private_key = load_private_key
    sys.argv[0] = "flower-supernode"
    flower_supernode()


def load_private_key(data: bytes, password: bytes | None) -> Any:
    """Read a SuperNode's key as PKCS 8 too, which is what Node writes; Flower reads OpenSSH's form only.
    Raises ValueError for anything else."""
    from cryptography.hazmat.primitives.serialization import load_pem_private_key, load_ssh_private_key

    read = load_ssh_private_key if b"OPENSSH" in data[:64] else load_pem_private_key
    return read(data, password)


if __name__ == "__main__":
    main()

"""`python -m engine.flower.supernode <flower-supernode flags>`: a SuperNode with short polls that ends with its parent.

Flower's own goes on as a process when its work has ended over an error: nobody would start another.
It signs off from the SuperLink when its lifeline closes: a node that vanished cannot come back before its heartbeat
lapses (pace.LOST_SECONDS).
"""

import logging
import os
import sys
from collections.abc import Callable
from typing import Any

from engine.flower import calm, lifeline, pace, tokens

SIGN_OFF_SECONDS = 2.0
NO_RUN = 0  # any number will do: the loop tells it from None only


def main() -> None:
    """Start SuperNode with the command line's flags. Does not return; exits as Flower does."""
    lifeline.watch(grace_seconds=SIGN_OFF_SECONDS)
    pace.set_environment()
    if not pace.is_stock():
        pace.hurry_pulls()
        pace.hurry_retries()
        pace.outwait_silence()
        pace.hurry_heartbeats()
        pace.hurry_supernode()

    from flwr.supernode.cli import flower_supernode

    drop_messages_of_stopped_runs()
    send_whatever_waits()
    tokens.know_own(sys.argv[1:])
    # The package exports a function of the module's name, so the module itself is looked up.
    sys.modules["flwr.supernode.cli.flower_supernode"].load_ssh_private_key = load_private_key
    sys.argv[0] = "flower-supernode"
    flower_supernode()
    # It has said why. Its server for the runner would keep the process, which does nothing any more, for good.
    print("This SuperNode works no more: it ends, to be started again.", flush=True)
    os._exit(1)


class RunStopped(Exception):
    """The SuperLink refused a piece of a message, because its run has been stopped."""


def drop_messages_of_stopped_runs() -> None:
    """Let a message that is being fetched when its run stops end as any other that cannot be fetched does.

    Flower 1.41 says so with RunNotRunningException, a BaseException: it passes the clean-up by, the task stays open,
    and whoever has taken it waits two hours for the rest of the message.
    """
    import flwr.supernode.start_client_internal as loop

    pull_and_store = loop._pull_and_store_message

    def with_plain_errors(call: Callable[..., Any]) -> Callable[..., Any]:
        def tried(*args: Any) -> Any:
            try:
                return call(*args)
            except loop.RunNotRunningException:
                raise RunStopped("its run has been stopped") from None

        return tried

    def pull(**calls: Any) -> int | None:
        names = ("pull_object", "confirm_message_received")
        return pull_and_store(**calls | {name: with_plain_errors(calls[name]) for name in names})

    loop._pull_and_store_message = pull
    calm.tell_as_news(_names_a_stopped_run)


def _names_a_stopped_run(record: logging.LogRecord) -> bool:
    return isinstance(record.args, tuple) and any(isinstance(arg, RunStopped) for arg in record.args)


def send_whatever_waits() -> None:
    """Let a look for messages that finds none be followed by sending, if a reply waits.

    Flower 1.41 sends after each message it took, once, whatever reply is there first. A reply to a message that was
    given up, as its run stopped, then goes out in another's place, and from there on every reply waits for the next
    message: a run alone waits for ever.
    """
    import flwr.supernode.start_client_internal as loop

    pull_and_store = loop._pull_and_store_message

    def pull(**calls: Any) -> int | None:
        run_id = pull_and_store(**calls)
        return run_id if run_id is not None or not has_reply(calls["state"]) else NO_RUN

    loop._pull_and_store_message = pull


def has_reply(state: Any) -> bool:
    """Whether a reply waits to be sent. `state` is a SuperNode's InMemoryNodeState, which offers taking only."""
    with state.lock_msg_store:
        return any(
            not entry.is_retrieved and entry.message.metadata.reply_to_message_id for entry in state.msg_store.values()
        )


def load_private_key(data: bytes, password: bytes | None) -> Any:
    """Read a SuperNode's key as PKCS 8 too, which is what Node writes; Flower reads OpenSSH's form only.
    Raises ValueError for anything else."""
    from cryptography.hazmat.primitives.serialization import load_pem_private_key, load_ssh_private_key

    read = load_ssh_private_key if b"OPENSSH" in data[:64] else load_pem_private_key
    return read(data, password)


if __name__ == "__main__":
    main()

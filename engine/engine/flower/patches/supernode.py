"""Patches of the SuperNode: it drops messages of stopped runs, sends waiting replies without delay, and reads a key
that Node.js wrote."""

import importlib
import logging
from collections.abc import Callable
from typing import Any

from engine.flower import log_levels
from engine.flower.patches import Upstream, replace, replaces, stock

NO_RUN = 0  # Any number works, because Flower's loop only checks whether the value is None.


class RunStopped(Exception):
    """Raised if the SuperLink refused to send a part of a message because the message's run has been stopped."""


@replaces(
    Upstream("flwr.supernode.start_client_internal", "_pull_and_store_message", "except RunNotRunningException:"),
    Upstream("flwr.supercore.run", "", "class RunNotRunningException(BaseException):"),
)
def drop_messages_of_stopped_runs() -> None:
    """If a run stops while one of its messages is being fetched, handle the message like any other that cannot be
    fetched.

    Flower 1.41 raises RunNotRunningException, which is a BaseException and bypasses the clean-up. The task then stays
    open, and the runner that has taken it waits two hours for the rest of the message.
    """
    import flwr.supernode.start_client_internal as loop
    from flwr.supercore.run import RunNotRunningException

    pull_and_store = stock(loop, "_pull_and_store_message")

    def with_plain_errors(call: Callable[..., Any]) -> Callable[..., Any]:
        def tried(*args: Any) -> Any:
            try:
                return call(*args)
            except RunNotRunningException:
                raise RunStopped("its run has been stopped") from None

        return tried

    def pull(**calls: Any) -> int | None:
        names = ("pull_object", "confirm_message_received")
        return pull_and_store(**calls | {name: with_plain_errors(calls[name]) for name in names})

    replace(loop, "_pull_and_store_message", pull)
    log_levels.log_as_info(_names_a_stopped_run)


def _names_a_stopped_run(record: logging.LogRecord) -> bool:
    return isinstance(record.args, tuple) and any(isinstance(arg, RunStopped) for arg in record.args)


@replaces(
    Upstream("flwr.supernode.start_client_internal", "start_client_internal", "run_id = _pull_and_store_message("),
)
def send_whatever_waits() -> None:
    """Send a waiting reply even if a poll finds no message.

    Flower 1.41 sends one reply after each message that it received, whichever reply is first. If a run stops, the reply
    to its abandoned message is sent in place of another reply. From then on, every reply waits for the next message,
    and a single run waits forever.
    """
    import flwr.supernode.start_client_internal as loop

    pull_and_store = stock(loop, "_pull_and_store_message")

    def pull(**calls: Any) -> int | None:
        run_id = pull_and_store(**calls)
        return run_id if run_id is not None or not has_reply(calls["state"]) else NO_RUN

    replace(loop, "_pull_and_store_message", pull)


def has_reply(state: Any) -> bool:
    """Whether a reply waits to be sent. `state` is a SuperNode's InMemoryNodeState, which has no method for this."""
    with state.lock_msg_store:
        return any(
            not entry.is_retrieved and entry.message.metadata.reply_to_message_id for entry in state.msg_store.values()
        )


def load_private_key(data: bytes, password: bytes | None) -> Any:
    """Read a SuperNode's private key in PKCS 8, which Node.js writes, or in OpenSSH's format, the only one that Flower
    reads. Raises ValueError for any other format."""
    from cryptography.hazmat.primitives.serialization import load_pem_private_key, load_ssh_private_key

    read = load_ssh_private_key if b"OPENSSH" in data[:64] else load_pem_private_key
    return read(data, password)


@replaces(
    Upstream("flwr.supernode.cli.flower_supernode", "", "ssh_private_key = load_ssh_private_key("),
)
def read_keys_of_node() -> None:
    """Have a SuperNode read a key as Node.js writes it."""
    # The package exports a function with the module's name, so look up the module itself.
    module = importlib.import_module("flwr.supernode.cli.flower_supernode")
    replace(module, "load_ssh_private_key", load_private_key)

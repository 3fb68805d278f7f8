"""What a SuperLink hands out counts as delivered once its receiver has confirmed it, not before.

Flower 1.41 notes a message as delivered, or deletes a reply, and only then answers whoever asked for it. Where the
answer is lost, with its connection or with the SuperLink, nobody has the message, and its run waits until the round's
time is over. The same message pushed twice is kept once, but the last object of one pushed twice is refused, which
ends the ServerApp.
"""

import json
from typing import Any


def count_as_delivered_when_confirmed() -> None:
    """Patch the SuperLink's calls."""
    import flwr.superlink.servicer.fleet.fleet_handlers as fleet
    import flwr.superlink.servicer.runtime.runtime_handlers as runtime
    from flwr.supercore.utils import uint64_to_int64

    pull_at_node, confirm_at_app, pull_at_app = (
        fleet.pull_messages,
        runtime.confirm_message_received,
        runtime.pull_messages,
    )

    def pull_what_never_came(request: Any, state: Any, store: Any) -> Any:
        # A SuperNode confirms one message before it asks for the next: what it has not confirmed by then, it has not.
        # The objects of what it has are gone.
        lost = "dst_node_id = :node AND delivered_at != '' AND message_id IN (SELECT object_id FROM objects)"
        state.query(
            f"UPDATE message_ins SET delivered_at = '' WHERE {lost}", {"node": uint64_to_int64(request.node.node_id)}
        )
        return pull_at_node(request=request, state=state, store=store)

    def pull_and_keep(request: Any, state: Any, task: Any) -> Any:
        return pull_at_app(request=request, state=_KeepsReplies(state), task=task)

    def confirm_and_delete(request: Any, state: Any, task: Any) -> Any:
        answer = confirm_at_app(request=request, state=state, task=task)
        query = "SELECT reply_to_message_id AS id FROM message_res WHERE message_id = :id"
        state.delete_messages({row["id"] for row in state.query(query, {"id": request.message_object_id})})
        return answer

    fleet.pull_messages = pull_what_never_came
    runtime.pull_messages, runtime.confirm_message_received = pull_and_keep, confirm_and_delete


def let_late_objects_pass() -> None:
    """Flower refuses an object that nobody waits for, and the ServerApp ends by that. But mostly it came before, and
    may have been fetched and deleted since, only its sender did not hear so. Where its message was given up, the
    sender learns that when it asks for the reply."""
    from flwr.supercore.corestate.sql_corestate import SqlCoreState

    store = SqlCoreState.store_object

    def store_or_pass(state: Any, run_id: int, session_id: str, object_id: str, object_content: bytes) -> bool:
        store(state, run_id, session_id, object_id, object_content)
        return True

    SqlCoreState.store_object = store_or_pass


class _KeepsReplies:
    """The SuperLink's state to the call that pulls replies, which would delete them before they have arrived."""

    def __init__(self, state: Any) -> None:
        self._state = state

    def __getattr__(self, name: str) -> Any:
        return getattr(self._state, name)

    def delete_messages(self, message_ins_ids: set[str]) -> None:
        """Delete only what has no stored reply: nobody will confirm those."""
        if message_ins_ids:
            query = (
                "SELECT reply_to_message_id AS id FROM message_res"
                " WHERE reply_to_message_id IN (SELECT value FROM json_each(:ids))"
            )
            rows = self._state.query(query, {"ids": json.dumps(sorted(message_ins_ids))})
            self._state.delete_messages(message_ins_ids - {row["id"] for row in rows})

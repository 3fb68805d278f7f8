"""Has a SuperLink count a message as delivered only after the receiver has confirmed it.

Flower 1.41 marks a requested message as delivered, or deletes a requested reply, before it answers the request. If the
answer is lost, because the connection or the SuperLink fails, the message is lost as well, and its run waits until the
round times out. If the same message is pushed twice, Flower stores it once, but refuses the last object of the second
push. That ends the ServerApp.
"""

import json
from typing import Any, cast

from engine.flower.patches import Upstream, replace, replaces


@replaces(
    Upstream(
        "flwr.superlink.servicer.fleet.fleet_handlers",
        "pull_messages",
        "message_list: list[Message] = state.get_message_ins(node_id=node_id, limit=1)",
    ),
    Upstream(
        "flwr.superlink.servicer.runtime.runtime_handlers",
        "pull_messages",
        "state.delete_messages(message_ins_ids=message_ins_ids_to_delete)",
    ),
    Upstream(
        "flwr.superlink.servicer.runtime.runtime_handlers",
        "confirm_message_received",
        "state.object_store.delete(request.message_object_id)",
    ),
    Upstream("flwr.superlink.routers.fleet.router", "fleet_pull_messages", "return fleet_handlers.pull_messages("),
)
def count_as_delivered_when_confirmed() -> None:
    """Patch the SuperLink's calls so that only confirmed messages count as delivered."""
    import flwr.superlink.servicer.fleet.fleet_handlers as fleet
    import flwr.superlink.servicer.runtime.runtime_handlers as runtime
    from flwr.server.superlink.linkstate import LinkState
    from flwr.supercore.utils import uint64_to_int64

    pull_at_node, confirm_at_app, pull_at_app = (
        fleet.pull_messages,
        runtime.confirm_message_received,
        runtime.pull_messages,
    )

    def pull_what_never_came(request: Any, state: Any, store: Any) -> Any:
        # A SuperNode confirms one message before it requests the next. So an unconfirmed message did not arrive and is
        # sent again. The objects of confirmed messages are deleted.
        lost = "dst_node_id = :node AND delivered_at != '' AND message_id IN (SELECT object_id FROM objects)"
        state.query(
            f"UPDATE message_ins SET delivered_at = '' WHERE {lost}", {"node": uint64_to_int64(request.node.node_id)}
        )
        return pull_at_node(request=request, state=state, store=store)

    def pull_and_keep(request: Any, state: Any, task: Any) -> Any:
        return pull_at_app(request=request, state=cast(LinkState, _KeepsReplies(state)), task=task)

    def confirm_and_delete(request: Any, state: Any, task: Any) -> Any:
        answer = confirm_at_app(request=request, state=state, task=task)
        query = "SELECT reply_to_message_id AS id FROM message_res WHERE message_id = :id"
        state.delete_messages({row["id"] for row in state.query(query, {"id": request.message_object_id})})
        return answer

    replace(fleet, "pull_messages", pull_what_never_came)
    replace(runtime, "pull_messages", pull_and_keep)
    replace(runtime, "confirm_message_received", confirm_and_delete)


@replaces(
    Upstream(
        "flwr.supercore.corestate.sql_corestate",
        "SqlCoreState.store_object",
        "expires_at = self._claim_pending_object(run_id, session_id, object_id)",
    ),
)
def let_late_objects_pass() -> None:
    """Accept objects that no message waits for. Flower refuses such an object, and the refusal ends the ServerApp.
    Usually the object arrived earlier and may have been fetched and deleted since, while the confirmation to its sender
    was lost. If its message was given up, the sender learns that when it requests the reply."""
    from flwr.supercore.corestate.sql_corestate import SqlCoreState

    store = SqlCoreState.store_object

    def store_or_pass(state: Any, run_id: int, session_id: str, object_id: str, object_content: bytes) -> bool:
        store(state, run_id, session_id, object_id, object_content)
        return True

    replace(SqlCoreState, "store_object", store_or_pass)


class _KeepsReplies:
    """Wraps the SuperLink's state during the call that pulls replies. The unwrapped state would delete replies before
    they arrive."""

    def __init__(self, state: Any) -> None:
        self._state = state

    def __getattr__(self, name: str) -> Any:
        return getattr(self._state, name)

    def delete_messages(self, message_ins_ids: set[str]) -> None:
        """Delete only messages without a stored reply, because no receiver confirms these."""
        if message_ins_ids:
            query = (
                "SELECT reply_to_message_id AS id FROM message_res"
                " WHERE reply_to_message_id IN (SELECT value FROM json_each(:ids))"
            )
            rows = self._state.query(query, {"ids": json.dumps(sorted(message_ins_ids))})
            self._state.delete_messages(message_ins_ids - {row["id"] for row in rows})

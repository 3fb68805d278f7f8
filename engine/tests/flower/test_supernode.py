import flwr.supernode.start_client_internal as loop
import pytest
from flwr.app import Message, RecordDict
from flwr.app.message import make_message
from flwr.app.metadata import Metadata
from flwr.supercore.object_store import ObjectStoreFactory
from flwr.supernode.nodestate import NodeStateFactory

from engine.flower.patches import supernode


@pytest.fixture
def pull(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(loop, "_pull_and_store_message", loop._pull_and_store_message)
    supernode.send_whatever_waits()
    return lambda state: loop._pull_and_store_message(state=state, receive=lambda: None, **UNUSED)


UNUSED = dict.fromkeys(
    ("object_store", "node_config", "get_run", "get_fab", "pull_object", "confirm_message_received"),
) | {"trusted_entities": {}}


def message(reply_to: str) -> Message:
    metadata = Metadata(7, f"m{reply_to}", 1, 2, reply_to, "1", 0.0, 60.0, "train")
    return make_message(metadata, RecordDict())


def test_the_supernode_sends_a_waiting_reply_even_if_no_message_arrives(pull):
    state = NodeStateFactory(ObjectStoreFactory()).state()
    assert pull(state) is None
    state.store_message(message(reply_to=""))
    assert pull(state) is None, "a message being processed is no reply"
    state.store_message(message(reply_to="m0"))
    assert pull(state) is not None
    assert [one.metadata.reply_to_message_id for one in state.get_messages_legacy(is_reply=True)] == ["m0"]
    assert pull(state) is None, "it has been sent"

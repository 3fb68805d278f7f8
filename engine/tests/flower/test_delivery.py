"""Messages and replies that a SuperLink hands out again until they are confirmed, through its real handlers on a real
database."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import flwr.superlink.servicer.fleet.fleet_handlers as fleet
import flwr.superlink.servicer.runtime.runtime_handlers as runtime
import pytest
from flwr.app import ConfigRecord, Message, RecordDict
from flwr.common.constant import SUPERLINK_NODE_ID
from flwr.proto.fleet_pb2 import PullMessagesRequest
from flwr.proto.message_pb2 import ConfirmMessageReceivedRequest
from flwr.proto.node_pb2 import Node
from flwr.server.superlink.linkstate import SqlLinkState
from flwr.supercore.constant import NOOP_FEDERATION_ID, TaskType
from flwr.supercore.inflatable.inflatable_object import get_object_tree
from flwr.supercore.object_store import ObjectStoreFactory
from flwr.supercore.task_identity import TaskIdentity
from flwr.superlink.federation import NoOpFederationManager

from engine.flower.patches import delivery


class Link:
    """The state of a SuperLink with two nodes and one run."""

    def __init__(self, folder: Path) -> None:
        self.database = str(folder / "link.sqlite")
        self.open()
        self.run = self.state.create_run(None, None, None, {}, NOOP_FEDERATION_ID, None, None, TaskType.SERVER_APP)
        (info,) = self.state.get_run_info(run_ids=[self.run])
        self.state.claim_task(info.primary_task_id)
        self.state.activate_task(info.primary_task_id)
        TaskIdentity.task_id, TaskIdentity.run_id, TaskIdentity.node_id = 1, self.run, SUPERLINK_NODE_ID
        self.nodes = [self.state.create_node("", "", name.encode(), 10, name=name) for name in ("p0", "p1")]
        for node in self.nodes:
            self.state.activate_node(node, 10)

    def open(self) -> None:
        """Opens the state as a SuperLink does when it starts or restarts."""
        self.store = ObjectStoreFactory(self.database).store()
        self.state = SqlLinkState(self.database, NoOpFederationManager(), self.store)
        self.state.initialize()

    def send(self, node: int, text: str) -> str:
        message = Message(RecordDict({"config": ConfigRecord({"text": text})}), node, "train", ttl=600)
        message.metadata.__dict__["_message_id"] = message.object_id
        session = self.state.start_session(self.run)
        assert self.state.store_message_and_object_tree(message, get_object_tree(message), session)[0]
        return message.metadata.message_id

    def pull(self, node: int) -> list[str]:
        """Pulls messages for a node and returns those in the answer, whether or not the node then confirms them."""
        request = PullMessagesRequest(node=Node(node_id=node))
        answer: Any = fleet.pull_messages(request=request, state=self.state, store=self.store)
        return [message.metadata.message_id for message in answer.messages_list]

    def confirm(self, node: int, message_id: str) -> None:
        request = ConfirmMessageReceivedRequest(node=Node(node_id=node), run_id=self.run, message_object_id=message_id)
        fleet.confirm_message_received(request=request, state=self.state, store=self.store)


@pytest.fixture
def link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Link]:
    for module, name in [(fleet, "pull_messages"), (runtime, "pull_messages"), (runtime, "confirm_message_received")]:
        monkeypatch.setattr(module, name, getattr(module, name))  # monkeypatch restores the function after the test
    delivery.count_as_delivered_when_confirmed()
    yield Link(tmp_path)


def test_the_superlink_sends_a_message_again_if_its_answer_was_lost_but_not_after_confirmation(link: Link):
    node, _ = link.nodes
    sent = link.send(node, "first")

    assert link.pull(node) == [sent]  # the connection is reset before the answer arrives
    assert link.pull(node) == [sent]
    link.confirm(node, sent)
    assert link.pull(node) == []


def test_a_restarted_superlink_sends_unconfirmed_messages_again(link: Link):
    node, _ = link.nodes
    confirmed, lost, waiting = (link.send(node, text) for text in ("first", "second", "third"))
    assert link.pull(node) == [confirmed]
    link.confirm(node, confirmed)
    assert link.pull(node) == [lost]

    link.open()

    assert link.pull(node) == [lost]
    link.confirm(node, lost)
    assert link.pull(node) == [waiting]


def test_the_superlink_does_not_send_a_message_again_while_the_node_is_still_fetching_it(link: Link):
    node, other = link.nodes
    sent, others = link.send(node, "one"), link.send(other, "other")

    assert link.pull(other) == [others]
    assert link.pull(node) == [sent]
    link.confirm(other, others)
    assert link.pull(other) == []
    link.confirm(node, sent)
    assert link.pull(node) == []

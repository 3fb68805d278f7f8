"""Flower's Grid as the transport of runs: which nodes count, which requests are sent, and how replies are converted."""

import inspect
from types import SimpleNamespace

import numpy as np
import pytest
from fakes import FakeTransport
from flwr.app import Error, Message
from flwr.supercore.task_identity import TaskIdentity

from engine.flower.records import from_arrays, reply_of, size_of, with_seconds
from engine.flower.transport import FlowerTransport
from engine.protocols.protocol import State
from engine.run.transport import Answer, Node, Reply, Request, Transport

REQUEST = Request("train", 3, State({"at": "ready"}, {"weights": np.arange(4.0)}), seconds=600)
TERMS = {"update": np.array([1, 2], dtype=np.int64)}


class Grid:
    """A Flower Grid with nodes, which records the messages that are pushed."""

    def __init__(self, *nodes: SimpleNamespace) -> None:
        self.nodes, self.pushed, self.replies = nodes, [], []

    def get_nodes(self):
        return list(self.nodes)

    def push_messages(self, messages):
        for message in messages:
            message.metadata.__dict__["_message_id"] = f"message-{len(self.pushed)}"
            self.pushed.append(message)
        return [None if message.metadata.dst_node_id == 9 else message.metadata.message_id for message in messages]

    def pull_messages(self, ids):
        return [reply for reply in self.replies if reply.metadata.reply_to_message_id in ids]


@pytest.fixture(autouse=True)
def task_of_flower():
    TaskIdentity.task_id, TaskIdentity.run_id, TaskIdentity.node_id = 1, 1, 1


def transport_of(grid: Grid) -> Transport:
    return FlowerTransport(grid)


def test_the_real_and_the_fake_transport_implement_all_calls_of_the_interface():
    calls = {name: inspect.signature(call) for name, call in vars(Transport).items() if not name.startswith("_")}
    assert set(calls) == {"nodes", "send", "receive", "size_of"}
    for one in (FlowerTransport, FakeTransport):
        assert {name: inspect.signature(getattr(one, name)) for name in calls} == calls


def test_of_two_nodes_with_the_same_name_uses_the_one_that_was_registered_last():
    late = SimpleNamespace(name="1001", node_id=2, registered_at="2026-01-02", last_activated_at="2026-01-03")
    early = SimpleNamespace(name="1001", node_id=1, registered_at="2026-01-01", last_activated_at="2026-01-04")
    assert transport_of(Grid(late, early)).nodes() == {"1001": Node("1001", 2, "2026-01-03")}


def test_sends_the_same_content_to_each_node_and_reports_nodes_that_did_not_accept_it():
    grid = Grid()
    transport = transport_of(grid)
    assert transport.send(REQUEST, [Node("1001", 7), Node("1002", 9)]) == ["message-0", ""]
    assert transport.send(REQUEST, []) == []
    first, second = grid.pushed
    assert (first.metadata.message_type, first.metadata.group_id, first.metadata.ttl) == ("train", "3", 660)
    assert [message.metadata.dst_node_id for message in grid.pushed] == [7, 9]
    assert first.content is second.content
    assert first.content["config"]["round"] == 3
    np.testing.assert_array_equal(from_arrays(first.content["state"])["weights"], np.arange(4.0))
    assert transport.size_of(REQUEST) == size_of(first.content)


def test_matches_each_reply_with_the_request_that_it_answers():
    grid = Grid()
    transport = transport_of(grid)
    ids = transport.send(REQUEST, [Node("1001", 7), Node("1002", 8)])
    content = with_seconds(reply_of(TERMS), 1.25)
    grid.replies = [
        Message(Error(5, "Node unavailable"), reply_to=grid.pushed[1]),
        Message(content, reply_to=grid.pushed[0]),
    ]
    lost, answered = transport.receive(ids)
    assert lost == Reply(ids[1], ("run.party-offline", {}))
    assert answered.request_id == ids[0]
    assert isinstance(answered.outcome, Answer)
    np.testing.assert_array_equal(answered.outcome.terms["update"], TERMS["update"])
    assert (answered.outcome.seconds, answered.outcome.size) == (1.25, size_of(content))
    assert transport.receive([]) == []

"""Flower as the transport of runs (see engine.run.transport), and the ServerApp of an algorithm."""

from collections.abc import Mapping, Sequence
from typing import Any

from flwr.app import Context, Message, RecordDict
from flwr.serverapp import Grid, ServerApp

from engine.algorithm import Algorithm
from engine.errors import parse_reason
from engine.flower.records import from_arrays, message_of, seconds_of, size_of
from engine.run.driver import run_federation
from engine.run.runs import Run
from engine.run.transport import Answer, Loss, Node, Reply, Request

MORE_SECONDS = 60  # A message expires this many seconds after the time limit for a party's answer.

# Maps error codes of the SuperLink or SuperNode itself (flwr.common.constant.ErrorCode) to our codes.
FLOWER_CODES = {
    1: "run.code-refused",
    3: "run.party-silent",
    4: "run.party-silent",
    5: "run.party-offline",
    7: "run.code-refused",
    8: "run.worker-died",
}


def server_app(algorithm: Algorithm) -> ServerApp:
    """Return the ServerApp of an algorithm. `run_config["run-id"]` determines its folder, spec and token (see
    engine.run.runs)."""
    app = ServerApp()

    @app.main()
    def main(grid: Grid, context: Context) -> None:
        run_federation(FlowerTransport(grid), Run.open(str(context.run_config["run-id"])), algorithm)

    return app


class FlowerTransport:
    """Sends requests as messages by Flower's Grid. A party is the name of a registered node."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        # The content of the last request, so that it is serialised only once for all parties.
        self._packed: tuple[Request, RecordDict] | None = None

    def nodes(self) -> Mapping[str, Node]:
        connected = sorted(self._grid.get_nodes(), key=lambda node: str(getattr(node, "registered_at", "")))
        return {node.name: Node(node.name, node.node_id, _activated(node)) for node in connected}

    def send(self, request: Request, nodes: Sequence[Node]) -> list[str]:
        if not nodes:
            return []
        content, ttl = self._content(request), request.seconds + MORE_SECONDS
        messages = [
            Message(content, node.address, request.kind, group_id=str(request.round), ttl=ttl) for node in nodes
        ]
        ids = [message_id or "" for message_id in self._grid.push_messages(messages)]
        return ids or [""] * len(messages)

    def receive(self, ids: Sequence[str]) -> list[Reply]:
        return [reply_of(message) for message in self._grid.pull_messages(ids)] if ids else []

    def size_of(self, request: Request) -> int:
        return size_of(self._content(request))

    def _content(self, request: Request) -> RecordDict:
        if self._packed is None or self._packed[0] is not request:
            self._packed = request, message_of(request.state, request.round)
        return self._packed[1]


def reply_of(message: Message) -> Reply:
    """Return a message as the reply to a request. Each reply is matched by the id of the message that it answers,
    because a reply that the SuperLink itself creates carries the SuperLink's node id instead of the party's."""
    request_id = message.metadata.reply_to_message_id
    if message.has_error():
        return Reply(request_id, _loss_of(message))
    content = message.content
    return Reply(request_id, Answer(from_arrays(content.array_records["terms"]), seconds_of(content), size_of(content)))


def _activated(node: Any) -> str:
    return str(getattr(node, "last_activated_at", ""))


def _loss_of(message: Message) -> Loss:
    code, params = parse_reason(message.error.reason)
    return FLOWER_CODES.get(message.error.code, code) if code == "internal" else code, params

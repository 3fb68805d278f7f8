"""A Grid that knows parties instead of nodes. It sends messages to exactly the task's parties, retries parties that
were lost, and reports which parties failed and why."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from flwr.app import Message, RecordDict
from flwr.serverapp import Grid

from engine.errors import RunError, parse_reason

FIRST_POLL_SECONDS, MAX_POLL_SECONDS = 0.05, 0.5  # Flower's own Grid sleeps 3 s between polls
LAST_WORDS_SECONDS = 1.0  # wait after a failure that ends the run, since other parties often report the same failure
NODES_EVERY_SECONDS = 2.0  # a query for all nodes costs the SuperLink more than one for replies
FIRST_PAUSE_SECONDS, MAX_PAUSE_SECONDS = 1.0, 15.0  # before a message to a lost party is sent again

# Error codes of the SuperLink or SuperNode itself (flwr.common.constant.ErrorCode), as our codes.
FLOWER_CODES = {
    1: "run.code-refused",
    3: "run.party-silent",
    4: "run.party-silent",
    5: "run.party-offline",
    7: "run.code-refused",
    8: "run.worker-died",
}

# Errors of a process that ended, is unreachable or lacks disk space; it may recover. All other errors would recur.
PASSING = {
    "run.party-silent",
    "run.party-offline",
    "run.worker-died",
    "run.worker-hung",
    "guard.unreachable",
    "guard.no-space",
}

Loss = tuple[str, dict]  # code, params


@dataclass
class Answers:
    """The outcome of a stage: contents and failures (code, params), by party, and the number of messages sent."""

    contents: dict[str, RecordDict] = field(default_factory=dict)
    failures: dict[str, Loss] = field(default_factory=dict)
    sent: int = 0


@dataclass
class Part:
    """One party's part of a stage, over all its attempts."""

    party: str
    message_id: str = ""  # of the current attempt; empty if there is none
    came: str = ""  # activation time of the node that has the message; a later activation has lost it
    sent_at: float = 0.0
    send_at: float = 0.0
    pause: float = FIRST_PAUSE_SECONDS
    away_since: float | None = None
    loss: Loss = ("run.party-offline", {})


class PartyGrid:
    """Wraps a Flower Grid. `parties` are registered node names, which a node cannot choose itself. The grid waits
    `wait_seconds` for a missing party, and calls `on_waiting` with the missing parties whenever they change."""

    def __init__(
        self, grid: Grid, parties: list[str], *, wait_seconds: float, on_waiting: Callable[[list[str]], None]
    ) -> None:
        self._grid, self.parties = grid, parties
        self._wait_seconds, self._on_waiting = wait_seconds, on_waiting

    def nodes(self) -> dict[str, Any]:
        """Nodes of the task's connected parties; of two nodes with one name, the one registered last."""
        connected = sorted(self._grid.get_nodes(), key=lambda node: str(getattr(node, "registered_at", "")))
        return {node.name: node for node in connected if node.name in self.parties}

    def wait(self) -> None:
        """Return once all parties are connected. Raises RunError `run.party-offline` (seconds) with the first party
        that is missing for too long."""
        deadline, reported = time.monotonic() + self._wait_seconds, []
        while missing := [party for party in self.parties if party not in self.nodes()]:
            if missing != reported:
                self._on_waiting(reported := missing)
            if time.monotonic() >= deadline:
                raise RunError("run.party-offline", {"seconds": round(self._wait_seconds)}, party=missing[0])
            time.sleep(min(MAX_POLL_SECONDS, self._wait_seconds / 10))

    def ask(
        self,
        kind: str,
        content: RecordDict,
        *,
        group: int,
        seconds: float,
        on_lost: Callable[[str, Loss], None] = lambda *_: None,
    ) -> Answers:
        """Send one message (`query`, `train`, `evaluate`) to every party and gather the replies.

        If a party is lost (PASSING), the message is sent again once the party is connected, within the waiting time.
        `on_lost` is called for it, and the replies of others are kept. Each attempt has `seconds`; without an answer by
        then the party fails with `run.party-silent` (seconds). Once a party has failed, the grid stops waiting.
        """
        stage = _Stage(self, [Part(party) for party in self.parties], seconds, self._wait_seconds, on_lost)
        reported: list[str] = []
        pause, look_at, ends_at = FIRST_POLL_SECONDS, 0.0, math.inf
        while stage.open and time.monotonic() < ends_at:
            if stage.due or time.monotonic() >= look_at:
                stage.look(lambda node: Message(content, node, kind, group_id=str(group), ttl=seconds + 60))
                look_at = time.monotonic() + NODES_EVERY_SECONDS
            stage.take_replies()
            stage.give_up()
            if (away := [part.party for part in stage.open if not part.message_id]) != reported:
                self._on_waiting(reported := away)
            if stage.answers.failures:
                ends_at = min(ends_at, time.monotonic() + LAST_WORDS_SECONDS)
            if stage.open:
                time.sleep(pause)
                pause = min(pause * 1.2, MAX_POLL_SECONDS)
        return stage.answers

    def push(self, messages: list[Message]) -> list[str]:
        """Send messages. Returns an id for each; it is empty if the SuperLink did not accept the message."""
        ids = list(self._grid.push_messages(messages)) if messages else []
        return [message_id or "" for message_id in ids] or [""] * len(messages)

    def pull(self, ids: list[str]) -> list[Message]:
        """The replies that have arrived."""
        return list(self._grid.pull_messages(ids)) if ids else []


@dataclass
class _Stage:
    grid: PartyGrid
    parts: list[Part]
    seconds: float
    wait_seconds: float
    on_lost: Callable[[str, Loss], None]
    answers: Answers = field(default_factory=Answers)

    @property
    def open(self) -> list[Part]:
        """Parts without an outcome."""
        ended = {*self.answers.contents, *self.answers.failures}
        return [part for part in self.parts if part.party not in ended]

    @property
    def due(self) -> list[Part]:
        """Parts whose message is to be sent now, if their parties are connected."""
        return [part for part in self.open if not part.message_id and part.send_at <= time.monotonic()]

    def look(self, message_to: Callable[[int], Message]) -> None:
        """Query the nodes: send the due messages, and mark parts as lost whose node has reconnected since."""
        nodes = self.grid.nodes()
        for part in self.open:
            if part.message_id and part.party in nodes and _came(nodes[part.party]) != part.came:
                self._lose(part, ("run.party-offline", {}))
        parts = [part for part in self.due if part.party in nodes]
        ids = self.grid.push([message_to(nodes[part.party].node_id) for part in parts])
        for part, message_id in zip(parts, ids, strict=True):
            part.message_id, part.came = message_id, _came(nodes[part.party])
            part.sent_at, part.send_at = time.monotonic(), time.monotonic() + part.pause
            self.answers.sent += bool(message_id)

    def take_replies(self) -> None:
        """Gather replies. A reply that the SuperLink creates carries its own node id, so each reply is matched by the
        id of the message that it answers."""
        sent = {part.message_id: part for part in self.open if part.message_id}
        for reply in self.grid.pull(list(sent)):
            if not (part := sent.pop(reply.metadata.reply_to_message_id, None)):
                continue
            if not reply.has_error():
                self.answers.contents[part.party] = reply.content
            elif (loss := _loss_of(reply))[0] in PASSING:
                self._lose(part, loss)
            else:
                self.answers.failures[part.party] = loss

    def give_up(self) -> None:
        """Fail parties that have not answered an attempt in time, or have been disconnected for too long."""
        now = time.monotonic()
        for part in self.open:
            if part.message_id and now - part.sent_at >= self.seconds:
                self.answers.failures[part.party] = ("run.party-silent", {"seconds": round(self.seconds)})
            elif not part.message_id:
                part.away_since = now if part.away_since is None else part.away_since
                if now - part.away_since >= self.wait_seconds:
                    self.answers.failures[part.party] = part.loss

    def _lose(self, part: Part, loss: Loss) -> None:
        now = time.monotonic()
        if part.away_since is None or now - part.sent_at > self.wait_seconds:
            part.away_since = now  # otherwise the party reconnected only briefly, and its absence continues
        part.message_id, part.loss = "", loss
        part.send_at, part.pause = now + part.pause, min(part.pause * 2, MAX_PAUSE_SECONDS)
        self.on_lost(part.party, loss)


def _came(node: Any) -> str:
    return str(getattr(node, "last_activated_at", ""))


def _loss_of(reply: Message) -> Loss:
    code, params = parse_reason(reply.error.reason)
    return FLOWER_CODES.get(reply.error.code, code) if code == "internal" else code, params

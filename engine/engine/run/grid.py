"""A Grid that knows parties instead of nodes: asks exactly the task's parties, fast, asks those again that were lost,
and says who failed and why."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from flwr.app import Message, RecordDict
from flwr.serverapp import Grid

from engine.errors import RunError, parse_reason

FIRST_POLL_SECONDS, LONGEST_POLL_SECONDS = 0.05, 0.5  # Flower's own Grid sleeps 3 s between polls
LAST_WORDS_SECONDS = 1.0  # after a failure that ends the run: others often fail for the same reason, and say so
NODES_EVERY_SECONDS = 2.0  # a look at all nodes costs the SuperLink more than one for replies
FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 1.0, 15.0  # before a party that was lost is asked again

# Errors the SuperLink or SuperNode makes themselves (flwr.common.constant.ErrorCode), in our words.
FLOWER_CODES = {
    1: "run.code-refused",
    3: "run.party-silent",
    4: "run.party-silent",
    5: "run.party-offline",
    7: "run.code-refused",
    8: "run.worker-died",
}

# Of a process that ended, that nobody reaches, or that finds no room: it may be there again. All else would recur.
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
    """What came back: contents and failures (code, params), by party; and how many messages it took."""

    contents: dict[str, RecordDict] = field(default_factory=dict)
    failures: dict[str, Loss] = field(default_factory=dict)
    sent: int = 0


@dataclass
class Part:
    """One party's part of a stage, over all its attempts."""

    party: str
    message_id: str = ""  # of the attempt that goes on; empty while there is none
    came: str = ""  # when its node came that has the message: another one knows nothing of it
    asked_at: float = 0.0
    ask_at: float = 0.0
    pause: float = FIRST_PAUSE_SECONDS
    away_since: float | None = None
    loss: Loss = ("run.party-offline", {})


class PartyGrid:
    """Wraps a Flower Grid. `parties` are registered node names, which a node cannot choose for itself; one that is away
    is waited for `wait_seconds`, and `on_waiting` hears who is, whenever that changes."""

    def __init__(
        self, grid: Grid, parties: list[str], *, wait_seconds: float, on_waiting: Callable[[list[str]], None]
    ) -> None:
        self._grid, self.parties = grid, parties
        self._wait_seconds, self._on_waiting = wait_seconds, on_waiting

    def nodes(self) -> dict[str, Any]:
        """Nodes of the task's connected parties; of two with one name the one that came last."""
        connected = sorted(self._grid.get_nodes(), key=lambda node: str(getattr(node, "registered_at", "")))
        return {node.name: node for node in connected if node.name in self.parties}

    def wait(self) -> None:
        """Returns once all parties are connected. Raises RunError `run.party-offline` (seconds) with the first that is
        missing for too long."""
        deadline, reported = time.monotonic() + self._wait_seconds, []
        while missing := [party for party in self.parties if party not in self.nodes()]:
            if missing != reported:
                self._on_waiting(reported := missing)
            if time.monotonic() >= deadline:
                raise RunError("run.party-offline", {"seconds": round(self._wait_seconds)}, party=missing[0])
            time.sleep(min(LONGEST_POLL_SECONDS, self._wait_seconds / 10))

    def ask(
        self,
        kind: str,
        content: RecordDict,
        *,
        group: int,
        seconds: float,
        on_lost: Callable[[str, Loss], None] = lambda *_: None,
    ) -> Answers:
        """Sends one message (`query`, `train`, `evaluate`) to every party and gathers the replies.

        A party that is lost (PASSING) is asked again once it is there, for as long as it is waited for; `on_lost`
        hears of it, and the replies of others are kept. Each attempt has `seconds`: without an answer by then the party
        fails with `run.party-silent` (seconds). Once one has failed, nobody is waited for any longer.
        """
        stage = _Stage(self, [Part(party) for party in self.parties], seconds, self._wait_seconds, on_lost)
        told: list[str] = []
        pause, look_at, ends_at = FIRST_POLL_SECONDS, 0.0, math.inf
        while stage.open and time.monotonic() < ends_at:
            if stage.due or time.monotonic() >= look_at:
                stage.look(lambda node: Message(content, node, kind, group_id=str(group), ttl=seconds + 60))
                look_at = time.monotonic() + NODES_EVERY_SECONDS
            stage.take_replies()
            stage.give_up()
            if (away := [part.party for part in stage.open if not part.message_id]) != told:
                self._on_waiting(told := away)
            if stage.answers.failures:
                ends_at = min(ends_at, time.monotonic() + LAST_WORDS_SECONDS)
            if stage.open:
                time.sleep(pause)
                pause = min(pause * 1.2, LONGEST_POLL_SECONDS)
        return stage.answers

    def push(self, messages: list[Message]) -> list[str]:
        """An id for each message; empty where the SuperLink took none."""
        ids = list(self._grid.push_messages(messages)) if messages else []
        return [message_id or "" for message_id in ids] or [""] * len(messages)

    def pull(self, ids: list[str]) -> list[Message]:
        """Replies that are there."""
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
        """Parts to be asked now, if their parties are there."""
        return [part for part in self.open if not part.message_id and part.ask_at <= time.monotonic()]

    def look(self, message_to: Callable[[int], Message]) -> None:
        """Looks who is there: asks those who are due, and gives up what a node was asked that has come anew since."""
        nodes = self.grid.nodes()
        for part in self.open:
            if part.message_id and part.party in nodes and _came(nodes[part.party]) != part.came:
                self._lose(part, ("run.party-offline", {}))
        parts = [part for part in self.due if part.party in nodes]
        ids = self.grid.push([message_to(nodes[part.party].node_id) for part in parts])
        for part, message_id in zip(parts, ids, strict=True):
            part.message_id, part.came = message_id, _came(nodes[part.party])
            part.asked_at, part.ask_at = time.monotonic(), time.monotonic() + part.pause
            self.answers.sent += bool(message_id)

    def take_replies(self) -> None:
        """A reply made by the SuperLink carries its own node id, so each is mapped back by the id of the message that
        it answers."""
        asked = {part.message_id: part for part in self.open if part.message_id}
        for reply in self.grid.pull(list(asked)):
            if not (part := asked.pop(reply.metadata.reply_to_message_id, None)):
                continue
            if not reply.has_error():
                self.answers.contents[part.party] = reply.content
            elif (loss := _loss_of(reply))[0] in PASSING:
                self._lose(part, loss)
            else:
                self.answers.failures[part.party] = loss

    def give_up(self) -> None:
        """Fails whoever has not answered an attempt in time, or has been away for too long."""
        now = time.monotonic()
        for part in self.open:
            if part.message_id and now - part.asked_at >= self.seconds:
                self.answers.failures[part.party] = ("run.party-silent", {"seconds": round(self.seconds)})
            elif not part.message_id:
                part.away_since = now if part.away_since is None else part.away_since
                if now - part.away_since >= self.wait_seconds:
                    self.answers.failures[part.party] = part.loss

    def _lose(self, part: Part, loss: Loss) -> None:
        now = time.monotonic()
        if part.away_since is None or now - part.asked_at > self.wait_seconds:
            part.away_since = now  # else it is the same absence: it came, and was lost again soon
        part.message_id, part.loss = "", loss
        part.ask_at, part.pause = now + part.pause, min(part.pause * 2, LONGEST_PAUSE_SECONDS)
        self.on_lost(part.party, loss)


def _came(node: Any) -> str:
    return str(getattr(node, "last_activated_at", ""))


def _loss_of(reply: Message) -> Loss:
    code, params = parse_reason(reply.error.reason)
    return FLOWER_CODES.get(reply.error.code, code) if code == "internal" else code, params

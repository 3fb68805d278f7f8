"""Sends a stage's request to exactly the task's parties, retries parties that were lost, and reports which parties
failed and why."""

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from engine.errors import RunError
from engine.run.transport import Answer, Loss, Node, Request, Transport

FIRST_POLL_SECONDS, MAX_POLL_SECONDS = 0.05, 0.5
# Seconds to wait after a failure that ends the run, because other parties often report the same failure shortly
# afterwards.
LAST_WORDS_SECONDS = 1.0
# Seconds between two queries for all nodes. These cost the platform more than queries for replies.
NODES_EVERY_SECONDS = 2.0
FIRST_PAUSE_SECONDS, MAX_PAUSE_SECONDS = 1.0, 15.0  # seconds before a message to a party that was lost is sent again

# Errors of a process that has ended, cannot be reached or lacks disk space. It may recover, so the message is sent
# again. Any other error would recur.
PASSING = {
    "run.party-silent",
    "run.party-offline",
    "run.worker-died",
    "run.worker-hung",
    "guard.unreachable",
    "guard.no-space",
}


@dataclass
class Outcomes:
    """The outcome of a stage: answers and failures (code, params) by party, and the number of requests sent."""

    contents: dict[str, Answer] = field(default_factory=dict)
    failures: dict[str, Loss] = field(default_factory=dict)
    sent: int = 0


@dataclass
class Part:
    """One party's part in a stage, over all attempts to get its answer."""

    party: str
    request_id: str = ""  # ids of the requests in the current attempt; empty while no attempt is active
    # Time at which the node that has the request was activated. If the node has been activated again since, it has lost
    # the request.
    activated: str = ""
    sent_at: float = 0.0
    send_at: float = 0.0
    pause: float = FIRST_PAUSE_SECONDS
    away_since: float | None = None
    loss: Loss = ("run.party-offline", {})


class PartyGrid:
    """The nodes of a task's `parties`. It waits `wait_seconds` for a missing party, and calls `on_waiting` with the
    missing parties whenever these change."""

    def __init__(
        self, transport: Transport, parties: list[str], *, wait_seconds: float, on_waiting: Callable[[list[str]], None]
    ) -> None:
        self.transport, self.parties = transport, parties
        self._wait_seconds, self._on_waiting = wait_seconds, on_waiting

    def nodes(self) -> Mapping[str, Node]:
        """Return the nodes of the task's connected parties."""
        return {party: node for party, node in self.transport.nodes().items() if party in self.parties}

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
        request: Request,
        *,
        on_lost: Callable[[str, Loss], None] = lambda *_: None,
    ) -> Outcomes:
        """Send a request to every party and gather the replies.

        If a party is lost (PASSING), `on_lost` is called, and the request is sent to it again once it is connected,
        within the waiting time. Replies of the other parties remain. Each attempt has the request's `seconds`; without
        an answer by then, the party fails with `run.party-silent` (seconds). Once a party has failed, the grid stops
        waiting.
        """
        stage = _Stage(self, [Part(party) for party in self.parties], request, self._wait_seconds, on_lost)
        reported: list[str] = []
        pause, look_at, ends_at = FIRST_POLL_SECONDS, 0.0, math.inf
        while stage.open and time.monotonic() < ends_at:
            if stage.due or time.monotonic() >= look_at:
                stage.look()
                look_at = time.monotonic() + NODES_EVERY_SECONDS
            stage.take_replies()
            stage.give_up()
            if (away := [part.party for part in stage.open if not part.request_id]) != reported:
                self._on_waiting(reported := away)
            if stage.answers.failures:
                ends_at = min(ends_at, time.monotonic() + LAST_WORDS_SECONDS)
            if stage.open:
                time.sleep(pause)
                pause = min(pause * 1.2, MAX_POLL_SECONDS)
        return stage.answers


@dataclass
class _Stage:
    grid: PartyGrid
    parts: list[Part]
    request: Request
    wait_seconds: float
    on_lost: Callable[[str, Loss], None]
    answers: Outcomes = field(default_factory=Outcomes)

    @property
    def open(self) -> list[Part]:
        """Return the parts that have no outcome yet."""
        ended = {*self.answers.contents, *self.answers.failures}
        return [part for part in self.parts if part.party not in ended]

    @property
    def due(self) -> list[Part]:
        """Return the parts whose request must be sent now, if their parties are connected."""
        return [part for part in self.open if not part.request_id and part.send_at <= time.monotonic()]

    def look(self) -> None:
        """Query the nodes, send the due requests, and mark the parts whose node has reconnected since its request as
        lost."""
        nodes = self.grid.nodes()
        for part in self.open:
            if part.request_id and part.party in nodes and nodes[part.party].activated != part.activated:
                self._lose(part, ("run.party-offline", {}))
        parts = [part for part in self.due if part.party in nodes]
        ids = self.grid.transport.send(self.request, [nodes[part.party] for part in parts])
        for part, request_id in zip(parts, ids, strict=True):
            part.request_id, part.activated = request_id, nodes[part.party].activated
            part.sent_at, part.send_at = time.monotonic(), time.monotonic() + part.pause
            self.answers.sent += bool(request_id)

    def take_replies(self) -> None:
        """Gather the replies that have arrived."""
        sent = {part.request_id: part for part in self.open if part.request_id}
        for reply in self.grid.transport.receive(list(sent)):
            if not (part := sent.pop(reply.request_id, None)):
                continue
            if isinstance(reply.outcome, Answer):
                self.answers.contents[part.party] = reply.outcome
            elif reply.outcome[0] in PASSING:
                self._lose(part, reply.outcome)
            else:
                self.answers.failures[part.party] = reply.outcome

    def give_up(self) -> None:
        """Fail parties that have not answered an attempt in time, or that have been disconnected for too long."""
        now = time.monotonic()
        for part in self.open:
            if part.request_id and now - part.sent_at >= self.request.seconds:
                self.answers.failures[part.party] = ("run.party-silent", {"seconds": round(self.request.seconds)})
            elif not part.request_id:
                part.away_since = now if part.away_since is None else part.away_since
                if now - part.away_since >= self.wait_seconds:
                    self.answers.failures[part.party] = part.loss

    def _lose(self, part: Part, loss: Loss) -> None:
        now = time.monotonic()
        if part.away_since is None or now - part.sent_at > self.wait_seconds:
            part.away_since = now  # Its earlier absence continues, because the party had reconnected only briefly.
        part.request_id, part.loss = "", loss
        part.send_at, part.pause = now + part.pause, min(part.pause * 2, MAX_PAUSE_SECONDS)
        self.on_lost(part.party, loss)

"""A Grid that knows parties instead of nodes: asks exactly the task's parties, fast, and says who failed and why."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from flwr.app import Message, RecordDict
from flwr.serverapp import Grid

from engine.errors import RunError, parse_reason

CONNECT_SECONDS = 90  # an authenticated SuperNode that was killed may need 60 s to be let in again
FIRST_POLL_SECONDS, LONGEST_POLL_SECONDS = 0.05, 0.5  # Flower's own Grid sleeps 3 s between polls
LAST_WORDS_SECONDS = 1.0  # after a failure that ends the run: others often fail for the same reason, and say so

# Errors the SuperLink or SuperNode makes themselves (flwr.common.constant.ErrorCode), in our words.
FLOWER_CODES = {
    1: "run.code-refused",
    3: "run.party-silent",
    4: "run.party-silent",
    5: "run.party-offline",
    7: "run.code-refused",
    8: "run.worker-died",
}


@dataclass
class Answers:
    """What came back: contents and failures (code, params), by party."""

    contents: dict[str, RecordDict] = field(default_factory=dict)
    failures: dict[str, tuple[str, dict]] = field(default_factory=dict)


class PartyGrid:
    """Wraps a Flower Grid. `parties` are registered node names, which a node cannot choose for itself."""

    def __init__(self, grid: Grid, parties: list[str]):
        self._grid, self.parties = grid, parties

    def nodes(self) -> dict[str, int]:
        """Node ids of the task's connected parties; of two nodes with one name the one that came last."""
        connected = sorted(self._grid.get_nodes(), key=lambda node: str(getattr(node, "registered_at", "")))
        return {node.name: node.node_id for node in connected if node.name in self.parties}

    def wait(self, on_waiting: Callable[[list[str]], None], *, seconds: float = CONNECT_SECONDS) -> dict[str, int]:
        """Node ids once all parties are connected; `on_waiting` hears who is missing, whenever that changes.

        Raises RunError `run.party-offline` (seconds) with the first missing party after `seconds`.
        """
        deadline, reported = time.monotonic() + seconds, []
        while missing := [party for party in self.parties if party not in (nodes := self.nodes())]:
            if missing != reported:
                on_waiting(reported := missing)
            if time.monotonic() >= deadline:
                raise RunError("run.party-offline", {"seconds": round(seconds)}, party=missing[0])
            time.sleep(min(LONGEST_POLL_SECONDS, seconds / 10))
        return nodes

    def ask(self, nodes: Mapping[str, int], kind: str, content: RecordDict, *, group: int, seconds: float) -> Answers:
        """Sends one message (`query`, `train`, `evaluate`) to every party and gathers the replies for `seconds`.

        A party without an answer by then fails with `run.party-silent` (seconds). Once one has failed, nobody is
        waited for any longer. A reply made by the SuperLink carries its own node id, so failures are mapped back by the
        id of the message they answer.
        """
        ttl = seconds + 60
        messages = [Message(content, nodes[party], kind, group_id=str(group), ttl=ttl) for party in self.parties]
        ids = list(self._grid.push_messages(messages))
        asked = {message_id: party for message_id, party in zip(ids, self.parties, strict=False) if message_id}
        unsent = [party for party in self.parties if party not in asked.values()]
        answers = Answers(failures={party: ("run.party-offline", {"seconds": 0}) for party in unsent})

        deadline, pause, is_lost = time.monotonic() + seconds, FIRST_POLL_SECONDS, False
        while asked and time.monotonic() < deadline:
            for reply in self._grid.pull_messages(list(asked)):
                if party := asked.pop(reply.metadata.reply_to_message_id, None):
                    _file(answers, party, reply)
            if answers.failures and not is_lost:
                is_lost, deadline = True, min(deadline, time.monotonic() + LAST_WORDS_SECONDS)
            if asked:
                time.sleep(pause)
                pause = min(pause * 1.2, LONGEST_POLL_SECONDS)
        if not is_lost:
            answers.failures |= {party: ("run.party-silent", {"seconds": round(seconds)}) for party in asked.values()}
        return answers


def _file(answers: Answers, party: str, reply: Message) -> None:
    if not reply.has_error():
        answers.contents[party] = reply.content
        return
    code, params = parse_reason(reply.error.reason)
    answers.failures[party] = (FLOWER_CODES.get(reply.error.code, code) if code == "internal" else code, params)

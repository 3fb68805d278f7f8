"""What a run needs from the network between platform and parties: to send a stage's request to the parties' nodes, to
receive their replies, and to see which nodes are connected. `engine.flower.transport` does this by Flower."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.privacy.terms import Arrays
from engine.protocols.protocol import State

Loss = tuple[str, dict]  # code and params of the error by which a party's attempt ended


@dataclass(frozen=True)
class Node:
    """A connected node. `party` is the name under which it was registered, which it cannot choose itself. If it was
    `activated` again since a request was sent to it, it does not know the request."""

    party: str
    address: int
    activated: str = ""


@dataclass(frozen=True, eq=False)
class Request:
    """A stage's message to every party: its kind (`query`, `train`, `evaluate`), its round, and the state. A party has
    `seconds` to answer."""

    kind: str
    round: int
    state: State
    seconds: float


@dataclass(frozen=True, eq=False)
class Answer:
    """A party's terms, encoded; the seconds that they took, and the bytes in which they arrived."""

    terms: Arrays
    seconds: float
    size: int


@dataclass(frozen=True)
class Reply:
    """The outcome of a request: an answer, or the error of the party, its node or the network."""

    request_id: str
    outcome: Answer | Loss


class Transport(Protocol):
    """A network of nodes. No call waits for a party."""

    def nodes(self) -> Mapping[str, Node]:
        """The connected nodes by party; of two nodes of one party, the one registered last."""
        ...

    def send(self, request: Request, nodes: Sequence[Node]) -> list[str]:
        """Send a request to each of the nodes. Returns an id for each, or "" if the network did not accept it."""
        ...

    def receive(self, ids: Sequence[str]) -> list[Reply]:
        """The replies to these requests that have arrived; each is returned once. A node that is lost may have one,
        too, with the error `run.party-offline`."""
        ...

    def size_of(self, request: Request) -> int:
        """The bytes that a request takes on its way to a node."""
        ...

"""What a run needs from the network between platform and parties: sending a stage's request to the parties' nodes,
receiving their replies, and listing the connected nodes. `engine.flower.transport` implements it with Flower."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.privacy.terms import Arrays
from engine.protocols.protocol import State

Loss = tuple[str, dict]  # code and parameters of the error with which an attempt of a party ended


@dataclass(frozen=True)
class Node:
    """A connected node. `party` is the name with which the node was registered; the node cannot choose it. If the node
    was `activated` again since a request was sent to it, it does not have the request."""

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
    """A party's encoded terms, the seconds that their computation took, and the number of bytes received."""

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
        """Return the connected nodes by party. If a party has two nodes, the one that was registered last counts."""
        ...

    def send(self, request: Request, nodes: Sequence[Node]) -> list[str]:
        """Send a request to each of the nodes. Returns an id for each, or "" if the network did not accept the
        request."""
        ...

    def receive(self, ids: Sequence[str]) -> list[Reply]:
        """Return the replies to these requests that have arrived. Each is returned once. For a lost node, a reply with
        the error `run.party-offline` may be returned."""
        ...

    def size_of(self, request: Request) -> int:
        """Return the bytes that a request takes on its way to a node."""
        ...

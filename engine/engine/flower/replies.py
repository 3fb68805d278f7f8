"""Checks a message before an app sees it, and a reply before it leaves the party. Both checks use what this
installation's own algorithm declares for the stage (docs/reference/engine/answers.md); the declarations of a bundle do
not count.

Only declared terms leave the party: each term's int64 numbers within their bound, in shapes that plan and message
determine, never the rows, and never a text.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import numpy as np
from flwr.app import Array, RecordDict

from engine.algorithm import Algorithm
from engine.flower.records import read_state
from engine.privacy.terms import Term
from engine.protocols.protocol import FederatedProtocol, State

LARGEST_TERMS = 2**29  # bytes of all terms of a reply together


class NotDeclared(Exception):
    """The reply holds something that was not requested; `field` names its place, never its content."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


class NotRequested(Exception):
    """The protocol would not send this message under this plan."""


@dataclass(frozen=True)
class Expected:
    """The expected reply to a message: `terms`, from `parties` parties."""

    terms: Mapping[str, Term]
    parties: int


@dataclass(frozen=True)
class Requested(Expected):
    """The expected reply, the protocol that requests it, and the state in the message."""

    protocol: FederatedProtocol
    state: State


def expect(algorithm: Algorithm, plan: Mapping[str, Any], message_type: str, message: RecordDict) -> Requested:
    """The expected reply to this message. Raises NotRequested for a message that does not fit the plan."""
    try:
        protocol = algorithm.protocol(dict(plan))
        state = read_state(message)
        protocol.check(state)
        stage = protocol.next_stage(state)
        parties = int(state.facts["parties"])
    except Exception as error:  # a platform may send anything
        raise NotRequested(f"{type(error).__name__}: {error}") from error
    requested = (message_type, message.config_records["config"].get("round"))
    if stage is None or (stage.message, stage.round) != requested or not 1 <= parties <= 1000:
        raise NotRequested(f"this plan's next message is another one: {message_type}")
    if stage.size > LARGEST_TERMS:
        raise NotRequested(f"its reply takes {stage.size} bytes")
    return Requested(stage.terms, parties, protocol, state)


def check_reply(expected: Expected, reply: RecordDict) -> None:
    """Raise NotDeclared unless the reply is exactly what was expected."""
    records = {*reply.array_records, *reply.metric_records, *reply.config_records}
    if strangers := records - {"terms"}:
        raise NotDeclared(_safe(min(strangers)))
    _check_terms(expected, reply.array_records.get("terms", {}))


def _check_terms(expected: Expected, arrays: Mapping[str, Array]) -> None:
    if set(arrays) - set(expected.terms):
        # An app could put anything into a name, so the error names only the record.
        raise NotDeclared("terms")
    for name, term in expected.terms.items():
        array = arrays.get(name)
        if array is None or tuple(array.shape) != term.on_wire or not _is_plain(array):
            raise NotDeclared(f"terms.{name}")
        if not term.fits(array.numpy(), expected.parties):
            raise NotDeclared(f"terms.{name}")


def _is_plain(array: Array) -> bool:
    """Whether the bytes are exactly the .npy file that numpy writes for numbers of that shape.

    The header is compared with a new one instead of parsed: numpy's reader takes any Python literal, comments and odd
    spaces included.
    """
    if array.stype != "numpy.ndarray" or array.dtype != "int64":
        return False
    dtype = np.dtype(np.int64)
    header = BytesIO()
    facts = {"descr": np.lib.format.dtype_to_descr(dtype), "fortran_order": False, "shape": tuple(array.shape)}
    np.lib.format.write_array_header_1_0(header, facts)
    size = header.tell() + math.prod(array.shape) * dtype.itemsize
    return len(array.data) == size and array.data.startswith(header.getvalue())


def _safe(name: str) -> str:
    return name if name.isidentifier() else "record"

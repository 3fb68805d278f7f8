"""Checks a message before an app sees it, and a reply before it leaves the party. Both checks use what this
installation's own algorithm declares for the stage (docs/reference/engine/answers.md). They ignore declarations in a
bundle.

Only declared terms leave the party. A term is an array of int64 numbers within a declared bound, in a shape that plan
and message determine. Rows and texts never leave it.
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

LARGEST_TERMS = 2**29  # maximum bytes of all terms of a reply together


class NotDeclared(Exception):
    """Raised if a reply contains anything that was not requested. `field` names its place, never its content."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


class NotRequested(Exception):
    """Raised if the protocol would not send this message under this plan."""


@dataclass(frozen=True)
class Expected:
    """The reply that is expected for a message: the `terms` in a run of `parties` parties."""

    terms: Mapping[str, Term]
    parties: int


@dataclass(frozen=True)
class Requested(Expected):
    """The reply that a message requests, with the protocol that requests it and the state in the message."""

    protocol: FederatedProtocol
    state: State


def expect(algorithm: Algorithm, plan: Mapping[str, Any], message_type: str, message: RecordDict) -> Requested:
    """Return the expected reply to this message. Raises NotRequested if the message does not fit the plan."""
    try:
        protocol = algorithm.protocol(dict(plan))
        state = read_state(message)
        protocol.check(state)
        stage = protocol.next_stage(state)
        parties = int(state.facts["parties"])
    except Exception as error:  # a malicious platform may send a state that causes an error of any type
        raise NotRequested(f"{type(error).__name__}: {error}") from error
    requested = (message_type, message.config_records["config"].get("round"))
    if stage is None or (stage.message, stage.round) != requested or not 1 <= parties <= 1000:
        raise NotRequested(f"this plan's next message is another one: {message_type}")
    if stage.size > LARGEST_TERMS:
        raise NotRequested(f"its reply takes {stage.size} bytes")
    return Requested(stage.terms, parties, protocol, state)


def check_reply(expected: Expected, reply: RecordDict) -> None:
    """Raise NotDeclared unless the reply is exactly as expected."""
    records = {*reply.array_records, *reply.metric_records, *reply.config_records}
    if strangers := records - {"terms"}:
        raise NotDeclared(_safe(min(strangers)))
    _check_terms(expected, reply.array_records.get("terms", {}))


def _check_terms(expected: Expected, arrays: Mapping[str, Array]) -> None:
    if set(arrays) - set(expected.terms):
        # An app could put data into a name, so the error names only the record.
        raise NotDeclared("terms")
    for name, term in expected.terms.items():
        array = arrays.get(name)
        if array is None or tuple(array.shape) != term.on_wire or not _is_plain(array):
            raise NotDeclared(f"terms.{name}")
        if not term.fits(array.numpy(), expected.parties):
            raise NotDeclared(f"terms.{name}")


def _is_plain(array: Array) -> bool:
    """Whether the bytes are exactly the .npy file that numpy writes for numbers of this shape.

    The header is compared with a newly written one instead of parsed, because numpy's reader accepts any Python
    literal, comments and additional spaces.
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

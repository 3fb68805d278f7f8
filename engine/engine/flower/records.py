"""Converts between Flower's records and the data of a run: a stage's message to a party, and the party's reply.

A message has the records `config` (with the round, which the guard checks), `facts` (the state's facts as JSON) and
`state` (the state's arrays). A reply has the record `terms` (int64 arrays, see privacy.terms). The runner adds
`reported`, the duration in seconds.
"""

import hashlib
import json

import numpy as np
from flwr.app import Array, ArrayRecord, ConfigRecord, MetricRecord, RecordDict

from engine.privacy.terms import Arrays
from engine.protocols.protocol import State


def to_arrays(arrays: Arrays) -> ArrayRecord:
    """Return named arrays of any shape as a record. Each array becomes a dense .npy file."""
    return ArrayRecord({name: Array(np.asarray(values, order="C")) for name, values in arrays.items()})


def from_arrays(record: ArrayRecord) -> Arrays:
    """Return the named arrays of a record, with the names, shapes and types that `to_arrays` received."""
    return {name: array.numpy() for name, array in record.items()}


def message_of(state: State, round_: int) -> RecordDict:
    """Return the message to every party for a state's stage, which belongs to this round."""
    facts = json.dumps(state.facts, ensure_ascii=False, allow_nan=False)
    content = RecordDict({"config": ConfigRecord({"round": round_}), "facts": ConfigRecord({"json": facts})})
    if state.arrays:
        content["state"] = to_arrays(state.arrays)
    return content


def read_state(content: RecordDict) -> State:
    """Return the state in a message. Raises ValueError, KeyError or TypeError if the message contains no state."""
    facts = json.loads(str(content.config_records["facts"]["json"]))
    if not isinstance(facts, dict):
        raise TypeError("the facts are not an object")
    return State(facts, from_arrays(content.array_records["state"]) if "state" in content else {})


def state_hash(content: RecordDict) -> str:
    """Return the hash by which an edge recognises a repeated message. Different states have different hashes."""
    arrays = content.array_records.get("state", {})
    facts = dict(content.config_records.get("facts", {}))
    parts = [facts, {name: hashlib.sha256(arrays[name].data).hexdigest() for name in sorted(arrays)}]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def reply_of(terms: Arrays) -> RecordDict:
    """Return a reply of an app that contains these terms."""
    return RecordDict({"terms": to_arrays(terms)})


def with_seconds(content: RecordDict, seconds: float) -> RecordDict:
    """Add the processing time to an app's reply. The runner measures it, because an app could report a false time."""
    content["reported"] = MetricRecord({"seconds": round(seconds, 3)})
    return content


def seconds_of(content: RecordDict) -> float:
    """Return the processing time in a party's reply, in seconds."""
    reported = content.metric_records.get("reported")
    return float(str(reported["seconds"])) if reported and "seconds" in reported else 0.0


def size_of(content: RecordDict) -> int:
    """Return the size of a message's content in bytes: array data, texts, and 8 bytes for each number."""
    arrays = sum(len(array.data) for record in content.array_records.values() for array in record.values())
    numbers = sum(np.size(value) for record in content.metric_records.values() for value in record.values())
    texts = sum(len(str(value).encode()) for record in content.config_records.values() for value in record.values())
    return arrays + 8 * numbers + texts

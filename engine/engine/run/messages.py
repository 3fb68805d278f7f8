"""Between Flower's records and ours: a stage's message to a party, and the party's reply.

A message holds `config` (the round, which the guard sees), `facts` (the state's, as JSON) and `state` (its arrays). A
reply holds `terms` (int64 arrays, see privacy.terms); the runner adds `reported`: how many seconds it took.
"""

import hashlib
import json

import numpy as np
from flwr.app import Array, ArrayRecord, ConfigRecord, MetricRecord, RecordDict

from engine.privacy.terms import Arrays
from engine.protocols.protocol import Stage, State


def to_arrays(arrays: Arrays) -> ArrayRecord:
    """Named arrays of any shape as a record, each a dense .npy file."""
    return ArrayRecord({name: Array(np.asarray(values, order="C")) for name, values in arrays.items()})


def from_arrays(record: ArrayRecord) -> Arrays:
    """The inverse of `to_arrays`: same names, shapes and types."""
    return {name: array.numpy() for name, array in record.items()}


def message_of(state: State, stage: Stage) -> RecordDict:
    """What every party gets for a stage."""
    facts = json.dumps(state.facts, ensure_ascii=False, allow_nan=False)
    content = RecordDict({"config": ConfigRecord({"round": stage.round}), "facts": ConfigRecord({"json": facts})})
    if state.arrays:
        content["state"] = to_arrays(state.arrays)
    return content


def read_state(content: RecordDict) -> State:
    """The state that a message brings. Raises ValueError, KeyError or TypeError where it brings none."""
    facts = json.loads(content["facts"]["json"])
    if not isinstance(facts, dict):
        raise TypeError("facts are an object")
    return State(facts, from_arrays(content["state"]) if "state" in content else {})


def state_hash(content: RecordDict) -> str:
    """By what an edge knows that it was asked the same before: what any two different states do not share."""
    arrays = content.array_records.get("state", {})
    facts = dict(content.config_records.get("facts", {}))
    parts = [facts, {name: hashlib.sha256(arrays[name].data).hexdigest() for name in sorted(arrays)}]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def reply_of(terms: Arrays) -> RecordDict:
    """What an app answers."""
    return RecordDict({"terms": to_arrays(terms)})


def with_seconds(content: RecordDict, seconds: float) -> RecordDict:
    """An app's answer and how long it took, which its runner knows and not the app."""
    content["reported"] = MetricRecord({"seconds": round(seconds, 3)})
    return content


def seconds_of(content: RecordDict) -> float:
    """How long a party took for a reply."""
    return float(content.metric_records.get("reported", {}).get("seconds", 0.0))


def size_of(content: RecordDict) -> int:
    """Bytes of what a message holds: array data, texts, and 8 for each number."""
    arrays = sum(len(array.data) for record in content.array_records.values() for array in record.values())
    numbers = sum(np.size(value) for record in content.metric_records.values() for value in record.values())
    texts = sum(len(str(value).encode()) for record in content.config_records.values() for value in record.values())
    return arrays + 8 * numbers + texts

"""Sends a message's records as one object instead of Flower's tree of small objects.

Flower 1.41 stores and sends a message as a tree: the message, its records, each record, each array and each chunk of an
array. Every object costs a request to push, a request to pull and about six SQL statements at the SuperLink. For a
small model, this is most of a round's time. Here, records of up to WHOLE_BYTES are one object. Larger records keep
Flower's tree, whose chunks are sent in parallel and stored once.
"""

from typing import Any

from engine.flower.patches import Upstream, replace, replaces

WHOLE_BYTES = 2**22
# First bytes of a record that is sent as one object. Flower's own form is a JSON object, so it begins differently.
MARK = b"whole\0"


@replaces(
    Upstream(
        "flwr.app.message.recorddict",
        "RecordDict.children",
        "return {record.object_id: record for record in self.values()}",
    ),
    Upstream(
        "flwr.app.message.recorddict", "RecordDict.deflate", 'object_body = json.dumps(record_refs).encode("utf-8")'
    ),
    Upstream(
        "flwr.app.message.recorddict",
        "RecordDict.inflate",
        'record_refs: dict[str, str] = json.loads(obj_body.decode(encoding="utf-8"))',
    ),
)
def send_small_ones_whole() -> None:
    """Patch RecordDict so that small records are sent as one object. Call it in each process that serialises or parses
    messages: runner and ServerApp."""
    from flwr.app import RecordDict
    from flwr.common.serde import recorddict_from_proto, recorddict_to_proto
    from flwr.proto.recorddict_pb2 import RecordDict as RecordDictProto
    from flwr.supercore.inflatable.inflatable_object import add_header_to_object_body, get_object_body

    stock: Any = dict(RecordDict.__dict__)

    def parts(self: RecordDict) -> dict[str, Any]:
        return {} if _is_small(self) else stock["children"].fget(self)

    def deflate(self: RecordDict) -> bytes:
        if not _is_small(self):
            return stock["deflate"](self)
        body = MARK + recorddict_to_proto(self).SerializeToString(deterministic=True)
        return add_header_to_object_body(body, self)

    def inflate(cls: type[RecordDict], object_content: bytes, children: dict[str, Any] | None = None) -> RecordDict:
        body = get_object_body(object_content, cls)
        if not body.startswith(MARK):
            return stock["inflate"].__func__(cls, object_content, children)
        return recorddict_from_proto(RecordDictProto.FromString(body[len(MARK) :]))

    replace(RecordDict, "children", property(parts))
    replace(RecordDict, "deflate", deflate)
    replace(RecordDict, "inflate", classmethod(inflate))


def _is_small(records: Any) -> bool:
    return sum(len(array.data) for record in records.array_records.values() for array in record.values()) <= WHOLE_BYTES

"""Records sent as one object: their content is unchanged, and Flower's own form still works."""

from collections.abc import Iterator

import numpy as np
import pytest
from flwr.app import Array, ArrayRecord, ConfigRecord, Message, MetricRecord, RecordDict
from flwr.supercore.inflatable.inflatable_object import get_all_nested_objects
from flwr.supercore.inflatable.inflatable_utils import inflate_object_from_contents, validate_object_content
from flwr.supercore.task_identity import TaskIdentity

from engine.flower.patches import objects


@pytest.fixture(autouse=True)
def patched(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("children", "deflate", "inflate"):
        # Monkeypatch restores the method after the test
        monkeypatch.setattr(RecordDict, name, RecordDict.__dict__[name])
    TaskIdentity.task_id, TaskIdentity.run_id, TaskIdentity.node_id = 1, 1, 1
    objects.send_small_ones_whole()
    yield


def message(numbers: int) -> Message:
    content = RecordDict(
        {
            "model": ArrayRecord({"weights": Array(np.linspace(0, 1, numbers)), "bias": Array(np.array([0.1 + 0.2]))}),
            "training": MetricRecord({"rows": 5, "seconds": 0.25, "counts": [1, 2]}),
            "config": ConfigRecord({"text": "甲", "bytes": b"\0", "yes": True, "names": ["a", ""]}),
        }
    )
    return Message(content, dst_node_id=1, message_type="train")


def taken_apart(whole: Message) -> dict[str, bytes]:
    return {name: part.deflate() for name, part in get_all_nested_objects(whole).items()}


@pytest.mark.parametrize(("numbers", "parts"), [(3, 2), (objects.WHOLE_BYTES // 8 + 1, 9)])
def test_a_message_is_reassembled_unchanged_from_its_objects(numbers: int, parts: int):
    sent = message(numbers)

    contents = taken_apart(sent)

    assert len(contents) == parts
    for content in contents.values():
        validate_object_content(content)  # the form in which the SuperLink stores objects
    received = inflate_object_from_contents(sent.object_id, contents)
    assert isinstance(received, Message)
    assert received.content == sent.content
    assert list(received.content) == list(sent.content)


def test_messages_with_the_same_records_share_one_object():
    one, other = message(3), message(3)

    assert len({*taken_apart(one), *taken_apart(other)}) <= 3  # two messages with the same content


def test_also_reads_a_message_in_flowers_own_form(monkeypatch: pytest.MonkeyPatch):
    sent = message(3)
    with monkeypatch.context() as before:
        before.setattr(objects, "WHOLE_BYTES", -1)
        contents = taken_apart(sent)
        name = sent.object_id

    received = inflate_object_from_contents(name, contents)

    assert isinstance(received, Message)
    assert received.content == sent.content

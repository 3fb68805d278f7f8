"""Checks that the platform's copy of Flower's protobuf descriptors equals that of the pinned wheel."""

from pathlib import Path

from engine.flower.export_descriptors import describe


def test_the_committed_protobuf_descriptors_equal_those_of_the_installed_flower():
    committed = Path(__file__).parents[3] / "apps/platform/src/fleet/flower.binpb"

    assert committed.read_bytes() == describe(), "run python -m engine.flower.export_descriptors again and commit"

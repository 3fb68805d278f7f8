"""`python -m engine.flower.export_descriptors FILE`: writes the protobuf descriptors with which the platform calls
Flower.

Flower's wheel contains compiled messages only, no .proto files. Run this once per flwr version and commit the result
(apps/platform/src/fleet/flower.binpb). A test compares the file with the installed version.
"""

import sys
from pathlib import Path

from flwr.proto import control_pb2
from google.protobuf.descriptor import FileDescriptor
from google.protobuf.descriptor_pb2 import FileDescriptorSet


def describe() -> bytes:
    """Return a serialised FileDescriptorSet of the Control calls, dependencies first. Each call returns the same
    bytes."""
    found = FileDescriptorSet()
    seen: set[str] = set()

    def add(file: FileDescriptor) -> None:
        if file.name in seen:
            return
        seen.add(file.name)
        for dependency in file.dependencies:
            add(dependency)
        file.CopyToProto(found.file.add())

    add(control_pb2.DESCRIPTOR)
    return found.SerializeToString(deterministic=True)


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(describe())

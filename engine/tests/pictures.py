"""Pictures for tests: handwritten digits, 8 pixels wide (UCI, CC BY 4.0), as files that people would upload, and a
photograph (CC BY 2.0). Both come with scikit-learn.
"""

import io
import json
from collections.abc import Sequence
from functools import cache

import numpy as np
from PIL import Image
from sklearn.datasets import load_digits, load_sample_image


def file_of(pixels: np.ndarray, kind: str = "PNG", **options: object) -> bytes:
    """Returns a picture [height, width] (grey) or [height, width, 3] as a file."""
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, kind, **options)
    return file.getvalue()


def digits(each: int, classes: Sequence[int] = (0, 1, 2), start: int = 0) -> dict[str, list]:
    """Returns columns `picture` and `label` with `each` pictures per class, with the classes taking turns, starting at
    the position `start` of the data set."""
    data = load_digits()
    places = np.stack([np.flatnonzero(data.target == digit)[start : start + each] for digit in classes], axis=1)
    pictures = [file_of((data.images[place] * 15).astype(np.uint8)) for place in places.flat]
    return {"picture": pictures, "label": [f"digit {data.target[place]}" for place in places.flat]}


def labelled(each: int, start: int = 0) -> dict[str, list]:
    """Returns the same pictures with several labels (JSON lists): whether a digit is even or has a hole."""
    rows, labels = digits(each, start=start), {"digit 0": ["even", "hole"], "digit 1": [], "digit 2": ["even"]}
    return rows | {"label": [json.dumps(labels[label]) for label in rows["label"]]}


@cache
def odd_pictures() -> tuple[bytes, ...]:
    """Returns files of every format that a party may upload, of a photograph and of noise."""
    photo = load_sample_image("china.jpg")[40:340, 60:500]
    rng = np.random.default_rng(1)
    noise = rng.integers(0, 256, (700, 1301, 3), dtype=np.uint8)
    turned = Image.Exif()
    turned[0x0112] = 6  # written with an EXIF entry that rotates it by 90 degrees
    grey = np.linspace(0, 65535, 90 * 70).reshape(70, 90).astype(np.uint16)
    shares = rng.integers(0, 256, (64, 64), dtype=np.uint8)
    clear = np.dstack([photo[:64, :64], shares])
    every = np.dstack(np.meshgrid(np.arange(256, dtype=np.uint8), np.arange(256, dtype=np.uint8)))
    return (
        file_of(photo, "JPEG", quality=80), file_of(photo, "JPEG", exif=turned), file_of(photo, "PNG"),
        file_of(photo, "WEBP", lossless=True), file_of(noise, "PNG"), file_of(noise[:513, :20], "PNG"),
        file_of(photo[:, :, 0], "JPEG"), file_of(grey, "PNG"), file_of(clear, "PNG"),
        file_of(photo, "JPEG", subsampling=2, progressive=True), _with_palette(photo),
        _with_palette(photo, transparency=3), _with_palette(photo, transparency=bytes(range(64))),
        file_of(every, "PNG"), file_of(clear, "WEBP", lossless=True, exact=True), file_of(clear, "WEBP", quality=60),
        file_of(np.tile(clear, (9, 9, 1)), "PNG"), file_of(photo, "PNG", transparency=tuple(photo[0, 0].tolist())),
        file_of(photo[:, :, 0], "PNG", transparency=int(photo[0, 0, 0])), file_of(grey, "PNG", transparency=0),
        file_of(photo, "PNG", exif=turned, transparency=tuple(photo[0, 0].tolist())),
    )  # fmt: skip


def _with_palette(pixels: np.ndarray, **options: object) -> bytes:
    file = io.BytesIO()
    Image.fromarray(pixels).quantize(64).save(file, "PNG", **options)
    return file.getvalue()

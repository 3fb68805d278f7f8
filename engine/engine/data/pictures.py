"""Encodes pictures in the same way at every party: as 1,472 features from a pretrained network that is not trained
further, or as pixels for a network that is trained.

A picture file is JPEG, PNG or WebP as it was uploaded. It is rotated as its EXIF entry says, and converted to RGB. Of
16 bits the upper eight are used, and transparent pixels are composited onto white. A picture with a side of more than
MAX_SIDE pixels is reduced by the smallest integer factor k that makes it fit: each pixel is the mean of a square of k x
k pixels (at the right and lower edge, of the remaining pixels), with halves rounded up. Then the picture is resized to
the network's input size (see engine.onnx_graph.backbone). Pictures are processed one by one, so a picture's features do
not depend on other pictures, and memory does not depend on their number.
"""

import io
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from engine import progress
from engine.errors import PartyError
from engine.table import Column

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from PIL.Image import Image

LAST, MIDDLE = 1280, 192  # number of features that the network's last layer computes, and that a middle layer computes
FEATURES = LAST + MIDDLE
MAX_SIDE = 512  # longest side, in pixels, of a picture that the network receives
# Maximum number of pixels of a picture file. It is checked in the file's header, before any pixel is read.
MAX_PIXELS = 100_000_000
FORMATS = ("JPEG", "PNG", "WEBP")
MAX_WORDS = 2**26  # maximum bytes of a PNG's decompressed text chunks
WHITE = OPAQUE = 255
ORIENTATION = 0x0112
TURNS = {
    2: "FLIP_LEFT_RIGHT", 3: "ROTATE_180", 4: "FLIP_TOP_BOTTOM",
    5: "TRANSPOSE", 6: "ROTATE_270", 7: "TRANSVERSE", 8: "ROTATE_90",
}  # fmt: skip


class Unreadable(Exception):
    """Raised for a file that is not a picture, is incomplete, or is too large."""


@dataclass(frozen=True)
class PictureEncoder:
    """Encodes a picture as the features that the pretrained network computes. Their absolute values are at most
    `MAX_FEATURE` of engine.onnx_graph.backbone."""

    name: str

    kind = "picture"
    width = FEATURES

    def encode(self, column: Column) -> np.ndarray:
        """Return features [pictures, FEATURES], float64. Raises PartyError `data.picture-unreadable` (pictures) with
        the total number of unreadable pictures."""
        found = np.zeros((len(column.values), FEATURES))
        _encode_each(column, found, _net(None))
        return found


@dataclass(frozen=True)
class PixelEncoder:
    """Encodes a picture as its pixels at `side` x `side`, for a network that is trained."""

    name: str
    side: int

    kind = "picture"

    @property
    def width(self) -> int:
        """Number of values of a picture: three per pixel."""
        return self.side * self.side * 3

    def encode(self, column: Column) -> np.ndarray:
        """Return pixels [pictures, side x side x 3], float32 from 0 to 255. Raises as `PictureEncoder.encode` does."""
        found = np.zeros((len(column.values), self.width), dtype=np.float32)
        _encode_each(column, found, _net(self.side))
        return found


def _encode_each(column: Column, found: np.ndarray, net: "InferenceSession") -> None:
    """Write the network's output for each picture into the rows of `found`. Raises PartyError
    `data.picture-unreadable`."""
    unreadable = 0
    for done, (row, content) in enumerate(zip(found, column.values, strict=True)):
        progress.worked(progress.READING, done, len(found))
        try:
            pixels = decode(content)
        except Unreadable:
            unreadable += 1
            continue
        if not unreadable:
            row[:] = np.asarray(net.run(None, {"c0": pixels[None]})[0])[0]
    if unreadable:
        raise PartyError("data.picture-unreadable", pictures=unreadable)


def decode(content: bytes) -> np.ndarray:
    """Return a file's pixels [height, width, 3], uint8, reduced so that no side exceeds MAX_SIDE. Raises Unreadable."""
    try:
        image = _upright(content)
        factor = -(-max(image.size) // MAX_SIDE)
        return _drawn_at(image, factor) if factor > 1 else _colours(image)
    except MemoryError:
        raise
    except Exception as error:  # Pillow raises errors of many types for files that are not pictures
        raise Unreadable from error


def _upright(content: bytes) -> "Image":
    from PIL import Image, JpegImagePlugin, PngImagePlugin, WebPImagePlugin  # noqa: F401  registers the formats

    PngImagePlugin.MAX_TEXT_CHUNK = PngImagePlugin.MAX_TEXT_MEMORY = len(content) + MAX_WORDS
    image = Image.open(io.BytesIO(content), formats=FORMATS)
    # CMYK is refused, because programs differ in how they convert it to RGB
    if image.width * image.height > MAX_PIXELS or image.mode == "CMYK":
        raise Unreadable
    turn = TURNS.get(_orientation(image))
    return image if turn is None else image.transpose(Image.Transpose[turn])


def _orientation(image: "Image") -> int:
    """Return the orientation that the EXIF entry states. No other source is used, because libvips, with which the edge
    reads pictures, uses only this entry."""
    from PIL import Image

    entry = Image.Exif()
    try:
        entry.load(image.info.get("exif") or b"")
        found = entry.get(ORIENTATION)
    except Exception:  # Pillow raises errors of many types for data that is not EXIF
        return 1
    value = found[0] if isinstance(found, bytes | tuple) and len(found) == 1 else found
    return value if isinstance(value, int) else 1


def _drawn_at(image: "Image", factor: int) -> np.ndarray:
    """Return pixels reduced to 1/`factor` of the size. Only one strip of the picture at a time is in memory at full
    size. Pillow's own reduction is not used, because its means are sometimes off by one."""
    tops = range(0, image.height, factor)
    strips = (image.crop((0, top, image.width, min(top + factor, image.height))) for top in tops)
    return np.stack([_mean_row(_colours(strip), factor) for strip in strips])


def _mean_row(strip: np.ndarray, factor: int) -> np.ndarray:
    """Return one row of means [width / factor, 3], uint8, from pixels [rows, width, 3]."""
    lefts = np.arange(0, strip.shape[1], factor)
    sums = np.add.reduceat(strip.sum(axis=0, dtype=np.uint32), lefts)
    counts = len(strip) * np.diff(lefts, append=strip.shape[1])[:, None]
    return ((sums + counts // 2) // counts).astype(np.uint8)


def _colours(image: "Image") -> np.ndarray:
    """Return a picture's colours [height, width, 3], uint8."""
    if image.mode.startswith("I"):  # 16-bit pictures, whose values Pillow would clip at 255
        grey, clear = np.asarray(image), image.info.get("transparency")
        colours = np.repeat((grey >> 8).astype(np.uint8)[:, :, None], 3, axis=2)
        return colours if clear is None else _on_white(colours, np.where(grey == clear, 0, OPAQUE))
    if image.has_transparency_data:
        pixels = np.asarray(image.convert("RGBA"))
        return _on_white(pixels[:, :, :3], pixels[:, :, 3])
    return np.asarray(image.convert("RGB"))


def _on_white(colours: np.ndarray, alpha: np.ndarray) -> np.ndarray:
    """Return colours [height, width, 3] composited onto white by opacity [height, width]. It uses integers and rounds
    down, as libvips does, with which the edge reads pictures."""
    share = alpha.astype(np.uint32)[:, :, None]
    return ((colours * share + WHITE * (OPAQUE - share)) // OPAQUE).astype(np.uint8)


@cache
def _net(side: int | None) -> "InferenceSession":
    """Return an onnxruntime session of `picture_file`. It uses one thread, because other workers run on a party's
    machine, and no memory pattern, because pictures differ in size."""
    import onnxruntime

    from engine.onnx_graph.pictures import picture_file

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_mem_pattern = False
    return onnxruntime.InferenceSession(picture_file(side), options, providers=["CPUExecutionProvider"])

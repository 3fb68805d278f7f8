"""Encodes pictures in the same way at every party: as 1,472 features from a pretrained network that is not trained
further, or as pixels for a network that is trained.

A file is read as it was uploaded: JPEG, PNG or WebP, rotated upright as its EXIF entry says, and converted to RGB. For
16 bits the upper eight are used, and transparent pixels are composited onto white. A picture with a side of more than
MAX_SIDE pixels is reduced by an integer factor k, the smallest that makes it fit: each pixel is the mean of a square of
k x k (at the right and lower edge, of the rest), rounded half up. Then it is resized to the network's input size (see
engine.onnx_graph.backbone). Pictures are processed one by one, so a picture's features do not depend on other pictures,
and memory does not depend on their number.
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

LAST, MIDDLE = 1280, 192  # features of the network's last layer, and of one in its middle
FEATURES = LAST + MIDDLE
MAX_SIDE = 512  # pixels of a side of the network's input
MAX_PIXELS = 100_000_000  # of a file, whose header declares them before any pixel is read
FORMATS = ("JPEG", "PNG", "WEBP")
MAX_WORDS = 2**26  # bytes of a PNG's text chunks, unpacked
WHITE = OPAQUE = 255
ORIENTATION = 0x0112
TURNS = {
    2: "FLIP_LEFT_RIGHT", 3: "ROTATE_180", 4: "FLIP_TOP_BOTTOM",
    5: "TRANSPOSE", 6: "ROTATE_270", 7: "TRANSVERSE", 8: "ROTATE_90",
}  # fmt: skip


class Unreadable(Exception):
    """A file that is not a picture, is incomplete, or is too large."""


@dataclass(frozen=True)
class PictureEncoder:
    """A picture as the features that the pretrained network computes; their absolute values are at most `MAX_FEATURE`
    of engine.onnx_graph.backbone."""

    name: str

    kind = "picture"
    width = FEATURES

    def encode(self, column: Column) -> np.ndarray:
        """Features [pictures, FEATURES], float64. Raises PartyError `data.picture-unreadable` (pictures), with the
        number of all unreadable pictures."""
        found = np.zeros((len(column.values), FEATURES))
        _encode_each(column, found, _net(None))
        return found


@dataclass(frozen=True)
class PixelEncoder:
    """A picture as its pixels at `side` x `side`, for a network that is trained."""

    name: str
    side: int

    kind = "picture"

    @property
    def width(self) -> int:
        """Numbers of a picture: three per pixel."""
        return self.side * self.side * 3

    def encode(self, column: Column) -> np.ndarray:
        """Pixels [pictures, side x side x 3], float32 from 0 to 255. Raises as `PictureEncoder.encode` does."""
        found = np.zeros((len(column.values), self.width), dtype=np.float32)
        _encode_each(column, found, _net(self.side))
        return found


def _encode_each(column: Column, found: np.ndarray, net: "InferenceSession") -> None:
    """Fills the rows of `found` with the network's output for each picture. Raises PartyError
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
    """Pixels [height, width, 3], uint8, with no side above MAX_SIDE. Raises Unreadable."""
    try:
        image = _upright(content)
        factor = -(-max(image.size) // MAX_SIDE)
        return _drawn_at(image, factor) if factor > 1 else _colours(image)
    except MemoryError:
        raise
    except Exception as error:  # Pillow raises errors of every kind for files that are not pictures
        raise Unreadable from error


def _upright(content: bytes) -> "Image":
    from PIL import Image, JpegImagePlugin, PngImagePlugin, WebPImagePlugin  # noqa: F401  registers the formats

    PngImagePlugin.MAX_TEXT_CHUNK = PngImagePlugin.MAX_TEXT_MEMORY = len(content) + MAX_WORDS
    image = Image.open(io.BytesIO(content), formats=FORMATS)
    if image.width * image.height > MAX_PIXELS or image.mode == "CMYK":  # programs convert four inks differently
        raise Unreadable
    turn = TURNS.get(_orientation(image))
    return image if turn is None else image.transpose(Image.Transpose[turn])


def _orientation(image: "Image") -> int:
    """The orientation of the EXIF entry only, since libvips, with which the edge reads, uses no other source either."""
    from PIL import Image

    entry = Image.Exif()
    try:
        entry.load(image.info.get("exif") or b"")
        found = entry.get(ORIENTATION)
    except Exception:  # Pillow raises errors of every kind for data that is not EXIF
        return 1
    value = found[0] if isinstance(found, bytes | tuple) and len(found) == 1 else found
    return value if isinstance(value, int) else 1


def _drawn_at(image: "Image", factor: int) -> np.ndarray:
    """Pixels at 1/`factor` of the size, of which at most one strip is in memory at full size. Not by Pillow, whose
    means are sometimes off by one."""
    tops = range(0, image.height, factor)
    strips = (image.crop((0, top, image.width, min(top + factor, image.height))) for top in tops)
    return np.stack([_mean_row(_colours(strip), factor) for strip in strips])


def _mean_row(strip: np.ndarray, factor: int) -> np.ndarray:
    """One row of means [width / factor, 3], uint8, from pixels [rows, width, 3]."""
    lefts = np.arange(0, strip.shape[1], factor)
    sums = np.add.reduceat(strip.sum(axis=0, dtype=np.uint32), lefts)
    counts = len(strip) * np.diff(lefts, append=strip.shape[1])[:, None]
    return ((sums + counts // 2) // counts).astype(np.uint8)


def _colours(image: "Image") -> np.ndarray:
    """Pixels [height, width, 3], uint8."""
    if image.mode.startswith("I"):  # 16 bits, which Pillow would clip at 255
        grey, clear = np.asarray(image), image.info.get("transparency")
        colours = np.repeat((grey >> 8).astype(np.uint8)[:, :, None], 3, axis=2)
        return colours if clear is None else _on_white(colours, np.where(grey == clear, 0, OPAQUE))
    if image.has_transparency_data:
        pixels = np.asarray(image.convert("RGBA"))
        return _on_white(pixels[:, :, :3], pixels[:, :, 3])
    return np.asarray(image.convert("RGB"))


def _on_white(colours: np.ndarray, alpha: np.ndarray) -> np.ndarray:
    """Colours [height, width, 3] composited onto white by opacity [height, width], in integers, rounded down as libvips
    does, with which the edge reads."""
    share = alpha.astype(np.uint32)[:, :, None]
    return ((colours * share + WHITE * (OPAQUE - share)) // OPAQUE).astype(np.uint8)


@cache
def _net(side: int | None) -> "InferenceSession":
    """A session of `picture_file`, on one thread, as a party's machine runs other workers, too. Without the memory
    pattern, since the next picture may have another size."""
    import onnxruntime

    from engine.onnx_graph.pictures import picture_file

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_mem_pattern = False
    return onnxruntime.InferenceSession(picture_file(side), options, providers=["CPUExecutionProvider"])

"""Pictures as numbers, the same way at every party: 1,472 features of each, from a net that nobody trains further; or
the pixels, for a net that is trained.

A file is read as it was uploaded, JPEG, PNG or WebP, turned upright as its EXIF entry says, and made red, green and
blue; of 16 bits the upper eight are used, and what is transparent is composited onto white. A picture with a side of
more than LONGEST pixels is drawn at a whole fraction of its size: each pixel is the mean of a square of k x k (at the
right and lower edge, of what is left), rounded half up, k the least that makes it fit. Then it is drawn at the net's
own size (see engine.export.backbone). Pictures go through it one by one, so a picture's features do not depend on those
beside it, and memory not on how many there are.
"""

import io
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from engine import progress
from engine.data.table import Column
from engine.errors import PartyError

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from PIL.Image import Image

LAST, MIDDLE = 1280, 192  # features of the net's last layer, and of one in its middle
FEATURES = LAST + MIDDLE
MOST_FEATURE = 6.0  # a feature is a mean of outputs, of the last layer between 0 and 6; those of the middle are cut off
LONGEST = 512  # pixels of a side that the net is given
MOST_PIXELS = 100_000_000  # of a file, which says how many before any of them is read
FORMATS = ("JPEG", "PNG", "WEBP")
MOST_WORDS = 2**26  # bytes of a PNG's texts, unpacked
WHITE = OPAQUE = 255
ORIENTATION = 0x0112
TURNS = {
    2: "FLIP_LEFT_RIGHT", 3: "ROTATE_180", 4: "FLIP_TOP_BOTTOM",
    5: "TRANSPOSE", 6: "ROTATE_270", 7: "TRANSVERSE", 8: "ROTATE_90",
}  # fmt: skip


class Unreadable(Exception):
    """A file that is no picture, breaks off, or is too large."""


@dataclass(frozen=True)
class PictureEncoder:
    """A picture as the features that the net finds in it, each at most MOST_FEATURE on either side of zero."""

    name: str

    kind = "picture"
    width = FEATURES

    def encode(self, column: Column) -> np.ndarray:
        """[pictures, FEATURES], float64. Raises PartyError `data.picture-unreadable` (pictures), for all of them that
        are."""
        found = np.zeros((len(column.values), FEATURES))
        _encode_each(column, found, _net(PictureEncoder("")))
        return found


@dataclass(frozen=True)
class PixelEncoder:
    """A picture as its pixels at `side` x `side`, for a net that is trained."""

    name: str
    side: int

    kind = "picture"

    @property
    def width(self) -> int:
        """How many numbers a picture is: three a pixel."""
        return self.side * self.side * 3

    def encode(self, column: Column) -> np.ndarray:
        """[pictures, side x side x 3], float32 from 0 to 255. Raises as `PictureEncoder.encode` does."""
        found = np.zeros((len(column.values), self.width), dtype=np.float32)
        _encode_each(column, found, _net(PixelEncoder("", self.side)))
        return found


def _encode_each(column: Column, found: np.ndarray, net: "InferenceSession") -> None:
    """Fills the rows of `found` with what the net says of each picture. Raises PartyError `data.picture-unreadable`."""
    unreadable = 0
    for done, (row, content) in enumerate(zip(found, column.values, strict=True)):
        progress.worked(progress.READING, done, len(found))
        try:
            pixels = decode(content)
        except Unreadable:
            unreadable += 1
            continue
        if not unreadable:
            row[:] = net.run(None, {"c0": pixels[None]})[0][0]
    if unreadable:
        raise PartyError("data.picture-unreadable", pictures=unreadable)


def decode(content: bytes) -> np.ndarray:
    """Pixels [height, width, 3], uint8, no side above LONGEST. Raises Unreadable."""
    try:
        image = _upright(content)
        factor = -(-max(image.size) // LONGEST)
        return _drawn_at(image, factor) if factor > 1 else _colours(image)
    except MemoryError:
        raise
    except Exception as error:  # Pillow raises errors of every kind for what is no picture
        raise Unreadable from error


def _upright(content: bytes) -> "Image":
    from PIL import Image, JpegImagePlugin, PngImagePlugin, WebPImagePlugin  # noqa: F401  the formats' own

    PngImagePlugin.MAX_TEXT_CHUNK = PngImagePlugin.MAX_TEXT_MEMORY = len(content) + MOST_WORDS
    image = Image.open(io.BytesIO(content), formats=FORMATS)
    if image.width * image.height > MOST_PIXELS or image.mode == "CMYK":  # four inks mix in each program's own way
        raise Unreadable
    turn = TURNS.get(_orientation(image))
    return image if turn is None else image.transpose(Image.Transpose[turn])


def _orientation(image: "Image") -> int:
    """What the EXIF entry says, and nothing else: libvips, which the edge reads with, looks nowhere else either."""
    from PIL import Image

    entry = Image.Exif()
    try:
        entry.load(image.info.get("exif") or b"")
        found = entry.get(ORIENTATION)
    except Exception:  # Pillow raises errors of every kind for what is no EXIF
        return 1
    value = found[0] if isinstance(found, bytes | tuple) and len(found) == 1 else found
    return value if isinstance(value, int) else 1


def _drawn_at(image: "Image", factor: int) -> np.ndarray:
    """Pixels at one part in `factor` of the size; of the large picture no more than a strip at once. Not by Pillow:
    its means are off by one here and there."""
    tops = range(0, image.height, factor)
    strips = (image.crop((0, top, image.width, min(top + factor, image.height))) for top in tops)
    return np.stack([_mean_row(_colours(strip), factor) for strip in strips])


def _mean_row(strip: np.ndarray, factor: int) -> np.ndarray:
    """[width / factor, 3], uint8, of pixels [rows, width, 3]."""
    lefts = np.arange(0, strip.shape[1], factor)
    sums = np.add.reduceat(strip.sum(axis=0, dtype=np.uint32), lefts)
    counts = len(strip) * np.diff(lefts, append=strip.shape[1])[:, None]
    return ((sums + counts // 2) // counts).astype(np.uint8)


def _colours(image: "Image") -> np.ndarray:
    """Pixels [height, width, 3], uint8."""
    if image.mode.startswith("I"):  # 16 bits, which Pillow would cut off at 255
        grey, clear = np.asarray(image), image.info.get("transparency")
        colours = np.repeat((grey >> 8).astype(np.uint8)[:, :, None], 3, axis=2)
        return colours if clear is None else _on_white(colours, np.where(grey == clear, 0, OPAQUE))
    if image.has_transparency_data:
        pixels = np.asarray(image.convert("RGBA"))
        return _on_white(pixels[:, :, :3], pixels[:, :, 3])
    return np.asarray(image.convert("RGB"))


def _on_white(colours: np.ndarray, alpha: np.ndarray) -> np.ndarray:
    """Colours [height, width, 3] and opacity [height, width] as whole numbers, rounded down as libvips does, which the
    edge reads with."""
    share = alpha.astype(np.uint32)[:, :, None]
    return ((colours * share + WHITE * (OPAQUE - share)) // OPAQUE).astype(np.uint8)


@cache
def _net(encoder: PictureEncoder | PixelEncoder) -> "InferenceSession":
    """On one thread, as a party's worker has neighbours. Nothing is kept for the next picture of the same size."""
    import onnxruntime

    from engine.data.encoding import Encoding
    from engine.export.onnx_file import export_features

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_mem_pattern = False
    file = export_features(Encoding((encoder,)))
    return onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])

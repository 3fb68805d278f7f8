"""Texts as hashed character n-grams, computed identically at every party and in the model's file.

There is no vocabulary, so the parties need not agree on one. N-grams of one to four characters are hashed into buckets
with integer arithmetic only, which numpy, the ONNX graph of `engine.export.text_features` and any other language
compute alike. Chinese and English are treated in the same way. Only A to Z become lower case, because other case
mappings differ between languages and their versions. Weights are TF-IDF with logarithmic counts (Salton and Buckley
1988), normalised to length 1 for each text. The hashing trick is Weinberger et al. 2009, arXiv:0902.2206.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from engine.table import Column

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

BUCKETS = 2**16
MAX_LENGTH = 2_000  # maximum characters of a text that are read
ORDERS = (1, 2, 3, 4)
SEED, FACTOR, STRETCH, MODULUS = 7919, 31337, 2654435, 2**31 - 1  # small enough that no product overflows int64
MIN_TEXTS = 5  # Minimum number of a party's texts that contain an n-gram before the party reports the n-gram's bucket.
BLOCK = 500  # number of texts that are hashed at once
# texts, and their hashed n-grams in the form that `count_buckets` returns
Block = tuple[int, tuple[np.ndarray, np.ndarray, np.ndarray]]


@dataclass(frozen=True)
class GramEncoder:
    """Encodes a text as one feature for each of these ascending buckets. `rarities` are the features' weights, which
    are larger if fewer texts have the feature."""

    name: str
    buckets: tuple[int, ...] = field(repr=False)
    rarities: tuple[float, ...] = field(repr=False)

    kind = "text"

    @classmethod
    def of(cls, name: str, buckets: Sequence[int], frequencies: Sequence[int], texts: int) -> Self:
        """Create the encoder of buckets that have these document `frequencies` in `texts` texts of all parties
        together."""
        rarity = np.log((1 + texts) / (1 + np.array(frequencies, dtype=np.float64))) + 1
        return cls(name, tuple(buckets), tuple(rarity.tolist()))

    @classmethod
    def of_numbers(cls, name: str, numbers: np.ndarray) -> tuple[Self, np.ndarray]:
        """Create the encoder from a model file's numbers: `places`, then `rarity`. Also returns the remaining numbers
        of the file. Raises ValueError for numbers that no valid file contains."""
        places = numbers[:BUCKETS]
        # Buckets that are not a feature have the position after the last feature. If all buckets are features, no
        # bucket has it.
        width = BUCKETS if np.array_equal(places, np.arange(BUCKETS)) else places.max(initial=0)
        buckets = np.flatnonzero(places < width)
        ends = [BUCKETS, BUCKETS + len(buckets)]
        _, rarity, rest = np.split(numbers, ends)
        made = cls(name, tuple(buckets.tolist()), tuple(rarity.tolist()))
        if len(rarity) != len(buckets) or not len(buckets) or not np.array_equal(made.places, places):
            raise ValueError("no texts have these features")
        return made, rest

    @property
    def width(self) -> int:
        """Number of features."""
        return len(self.buckets)

    @cached_property
    def places(self) -> np.ndarray:
        """The feature of each bucket, or `width` for a bucket without a feature: int64 [BUCKETS]."""
        places = np.full(BUCKETS, self.width, dtype=np.int64)
        places[list(self.buckets)] = np.arange(self.width)
        return places

    @cached_property
    def rarity(self) -> np.ndarray:
        """The rarities as an array: float64 [width]."""
        return np.array(self.rarities, dtype=np.float64)

    def encode(self, column: Column, *, trains: bool = False) -> Any:
        """Return features [texts, width]: a sparse matrix with rows of length 1, or 0 for a text without any of the
        buckets. If a party `trains` on these texts, buckets that only one to four of them contain are ignored.
        Otherwise the party's update would show these rare buckets if other parties have them often, or if the platform
        claims that they do."""
        from scipy import sparse  # Imported here, because it takes 0.1 s and 20 MB and most workers do not need it.

        blocks = _blocks(column)
        places = np.where(_frequencies(blocks) > 0, self.places, self.width) if trains else self.places
        made = [self._weighed(block, places) for block in blocks]
        return sparse.csr_matrix(sparse.vstack(made)) if made else sparse.csr_matrix((0, self.width))

    def _weighed(self, block: "Block", places: np.ndarray) -> "csr_matrix":
        from scipy import sparse

        texts, (rows, buckets, counts) = block
        features = places[buckets]
        known = features < self.width
        rows, features, values = rows[known], features[known], 1 + np.log(counts[known])
        values = values * self.rarity[features]
        lengths = np.sqrt(np.bincount(rows, weights=values**2, minlength=texts))
        return sparse.csr_matrix((values / lengths[rows], (rows, features)), shape=(texts, self.width))


def count_buckets(texts: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return (text, bucket, count) of every bucket that occurs in a text, sorted by text."""
    points, owners = _code_points(texts)
    keys = []
    for order in ORDERS:
        width = len(points) - order + 1
        if width < 1:
            break
        hashed = np.full(width, order * SEED, dtype=np.int64)
        for place in range(order):
            hashed = (hashed * FACTOR + points[place : place + width] * STRETCH) % MODULUS
        # the ONNX graph pads all texts to one length with 0
        within = (owners[:width] == owners[order - 1 :]) & (points[order - 1 :] > 0)
        keys.append((owners[:width] * BUCKETS + hashed % BUCKETS)[within])
    found, counts = np.unique(np.concatenate([*keys, np.array([], dtype=np.int64)]), return_counts=True)
    return found // BUCKETS, found % BUCKETS, counts


def text_frequencies(column: Column) -> np.ndarray:
    """Return, for each bucket [BUCKETS], the number of texts that contain it. Fewer than `MIN_TEXTS` texts count as 0,
    so that the presence of a rare name or number is not revealed."""
    return _frequencies(_blocks(column))


def _blocks(column: Column) -> list[Block]:
    starts = range(0, len(column.values), BLOCK)
    parts = [column.values[start : start + BLOCK] for start in starts]
    return [(len(part), count_buckets(part)) for part in parts]


def _frequencies(blocks: list[Block]) -> np.ndarray:
    counts = np.zeros(BUCKETS, dtype=np.int64)
    for _, (_, buckets, _) in blocks:
        counts += np.bincount(buckets, minlength=BUCKETS)
    return np.where(counts < MIN_TEXTS, 0, counts)


def _code_points(texts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the code points of all texts, concatenated, and the text to which each belongs: int64."""
    cut = [text[:MAX_LENGTH] for text in texts]
    points = np.frombuffer("".join(cut).encode("utf-32-le"), dtype="<u4").astype(np.int64)
    points = np.where((points >= ord("A")) & (points <= ord("Z")), points + 32, points)
    return points, np.repeat(np.arange(len(cut)), [len(text) for text in cut])

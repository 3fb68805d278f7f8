"""Texts as numbers: which short runs of characters stand in them, the same way at every party and in the model's file.

No vocabulary is shared, and none has to be agreed: runs of one to four characters (n-grams) are hashed into buckets
with whole numbers only, which numpy, the ONNX graph of `engine.export.text_features` and any language do alike. So
Chinese and English are read the same way. Only A to Z are made small letters: what else counts as one differs between
languages and their versions. Weights are TF-IDF's with logarithmic counts (Salton and Buckley 1988), each text's of
length 1; the hashing trick is Weinberger et al. 2009, arXiv:0902.2206.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Self

import numpy as np

from engine.data.table import Column

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

BUCKETS = 2**16
LONGEST = 2_000  # characters of a text that are read
ORDERS = (1, 2, 3, 4)
SEED, FACTOR, STRETCH, MODULUS = 7919, 31337, 2654435, 2**31 - 1  # no product leaves int64
LEAST_TEXTS = 5  # of a party's, that a bucket has to stand in before the party tells of it
BLOCK = 500  # texts that are hashed at once
Block = tuple[int, tuple[np.ndarray, np.ndarray, np.ndarray]]  # how many texts, and `count_buckets` of them


@dataclass(frozen=True)
class GramEncoder:
    """A text as one feature for each of these buckets, ascending; `rarities` say of each how much more it says the
    fewer texts have it."""

    name: str
    buckets: tuple[int, ...] = field(repr=False)
    rarities: tuple[float, ...] = field(repr=False)

    kind = "text"

    @classmethod
    def of(cls, name: str, buckets: Sequence[int], frequencies: Sequence[int], texts: int) -> Self:
        """Of buckets that each stand in so many of `texts` texts (of all parties, as they told)."""
        rarity = np.log((1 + texts) / (1 + np.array(frequencies, dtype=np.float64))) + 1
        return cls(name, tuple(buckets), tuple(rarity.tolist()))

    @classmethod
    def of_numbers(cls, name: str, numbers: np.ndarray) -> tuple[Self, np.ndarray]:
        """As a model's file has it: `places`, then `rarity`; and the numbers behind these. Raises ValueError for what
        no file has."""
        places = numbers[:BUCKETS]
        # What is no feature has the number behind the last one's, but where all are.
        width = BUCKETS if np.array_equal(places, np.arange(BUCKETS)) else places.max(initial=0)
        buckets = np.flatnonzero(places < width)
        ends = [BUCKETS, BUCKETS + len(buckets)]
        _, rarity, rest = np.split(numbers, ends)
        made = cls(name, tuple(buckets.tolist()), tuple(rarity.tolist()))
        if len(rarity) != len(buckets) or not len(buckets) or not np.array_equal(made.places, places):
            raise ValueError("features that no texts have")
        return made, rest

    @property
    def width(self) -> int:
        """How many features it makes."""
        return len(self.buckets)

    @cached_property
    def places(self) -> np.ndarray:
        """For each bucket its feature, `width` for none: int64 [BUCKETS]."""
        places = np.full(BUCKETS, self.width, dtype=np.int64)
        places[list(self.buckets)] = np.arange(self.width)
        return places

    @cached_property
    def rarity(self) -> np.ndarray:
        """As an array: float64 [width]."""
        return np.array(self.rarities, dtype=np.float64)

    def encode(self, column: Column, *, trains: bool = False) -> "csr_matrix":
        """[texts, width], rows of length 1, or 0 of a text that has none of the buckets. Where a party `trains` on
        these texts, what only a few of them have counts as nothing: it would stand in the party's update, where others
        have it often, or the platform says that they do."""
        from scipy import sparse  # 0.1 s and 20 MB, which most workers never need

        blocks = _blocks(column)
        places = np.where(_frequencies(blocks) > 0, self.places, self.width) if trains else self.places
        made = [self._weighed(block, places) for block in blocks]
        return sparse.vstack(made, format="csr") if made else sparse.csr_matrix((0, self.width))

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
    """(text, bucket, how often) of every bucket that stands in a text, by text."""
    points, owners = _code_points(texts)
    keys = []
    for order in ORDERS:
        width = len(points) - order + 1
        if width < 1:
            break
        hashed = np.full(width, order * SEED, dtype=np.int64)
        for place in range(order):
            hashed = (hashed * FACTOR + points[place : place + width] * STRETCH) % MODULUS
        within = (owners[:width] == owners[order - 1 :]) & (points[order - 1 :] > 0)  # 0 pads texts in a graph
        keys.append((owners[:width] * BUCKETS + hashed % BUCKETS)[within])
    found, counts = np.unique(np.concatenate([*keys, np.array([], dtype=np.int64)]), return_counts=True)
    return found // BUCKETS, found % BUCKETS, counts


def text_frequencies(column: Column) -> np.ndarray:
    """In how many of the texts each bucket stands: [BUCKETS]; 0 of one that stands in fewer than `LEAST_TEXTS`, so that
    a rare name or number gives nothing away by being there."""
    return _frequencies(_blocks(column))


def _blocks(column: Column) -> list[Block]:
    starts = range(0, len(column.values), BLOCK)
    parts = [column.values[start : start + BLOCK] for start in starts]
    return [(len(part), count_buckets(part)) for part in parts]


def _frequencies(blocks: list[Block]) -> np.ndarray:
    counts = np.zeros(BUCKETS, dtype=np.int64)
    for _, (_, buckets, _) in blocks:
        counts += np.bincount(buckets, minlength=BUCKETS)
    return np.where(counts < LEAST_TEXTS, 0, counts)


def _code_points(texts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """All texts' characters one after the other, as code points, and which text each is of: int64."""
    cut = [text[:LONGEST] for text in texts]
    points = np.frombuffer("".join(cut).encode("utf-32-le"), dtype="<u4").astype(np.int64)
    points = np.where((points >= ord("A")) & (points <= ord("Z")), points + 32, points)
    return points, np.repeat(np.arange(len(cut)), [len(text) for text in cut])

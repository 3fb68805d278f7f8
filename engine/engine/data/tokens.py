"""Tokens of texts as hashed features: character n-grams, the token's shape, and its pair with the next token.

A row is a text that was cut into tokens (words or Chinese characters), as a JSON list. As for whole texts (see
engine.data.texts), there is no vocabulary: everything is hashed into buckets with integer arithmetic only, which numpy
and the ONNX graph of `engine.export.token_features` compute alike. A token's features are its n-grams of one to four
characters, with marked ends; the whole token; its shape, so that a capital indicates a name (Collins 2002, "Ranking
algorithms for named-entity extraction"); and the token together with the next one. The fewer texts contain a feature,
the larger its weight.
"""

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from engine.data.texts import BUCKETS, FACTOR, MIN_TEXTS, MODULUS, ORDERS, SEED, STRETCH, GramEncoder
from engine.errors import PartyError
from engine.table import Column

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

LETTERS = 16  # maximum characters of a token that are read
MAX_TOKENS = 500  # maximum tokens of a text that are read
# Length of a token's feature vector if every text contained all features. With a larger length, fits take fewer steps.
LENGTH = 3.0
FIRST, LAST = 2, 3  # marks of a token's start and end: control characters, which texts do not contain
# seeds of the hashes of whole tokens, shapes and pairs; n-grams use other seeds
WORD, SHAPE, PAIR = (order * SEED for order in (5, 6, 7))


@dataclass(frozen=True)
class Sentences:
    """Texts as features: `tokens` [tokens of all texts, features], concatenated, and the start of each text among them,
    followed by the end of the last text: int64 [texts + 1]."""

    tokens: "csr_matrix"
    starts: np.ndarray

    @property
    def shape(self) -> tuple[int, int]:
        """(number of texts, number of features)."""
        _, features = self.tokens.get_shape()
        return len(self.starts) - 1, features

    def __getitem__(self, rows: np.ndarray) -> Self:
        """Return the texts at these positions, or where this mask is true."""
        places, starts = places_of(self.starts, rows)
        return type(self)(self.tokens[places], starts)


@dataclass(frozen=True)
class TokenEncoder(GramEncoder):
    """Encodes the tokens of texts, with one feature for each of these hash buckets."""

    kind = "tokens"

    def encode(self, column: Column, *, trains: bool = False) -> Sentences:
        """Return the features of the tokens. If a party `trains` on these texts, buckets that only one to four of them
        contain are ignored, because they would appear in the party's update. Raises PartyError `data.type-mismatch`
        (column)."""
        from scipy import sparse  # Imported here, because it takes 0.1 s and 20 MB and most workers do not need it.

        found = Found.of(column)
        is_feature = self.places < self.width
        if trains:
            is_feature &= found.frequencies() > 0
        inside = is_feature[found.buckets]
        owners, features = found.owners[inside], self.places[found.buckets[inside]]
        values, shape = found.values[inside] * self.rarity[features], (int(found.starts[-1]), self.width)
        return Sentences(sparse.csr_matrix((values, (owners, features)), shape=shape), found.starts)


@dataclass(frozen=True)
class Found:
    """All features of all tokens: for each occurrence, the token's position among all tokens, the hash bucket, and its
    weight. Also the start of each text among the tokens [texts + 1]."""

    owners: np.ndarray
    buckets: np.ndarray
    values: np.ndarray
    starts: np.ndarray

    @classmethod
    def of(cls, column: Column) -> Self:
        """Hash the tokens of a column. Raises PartyError `data.type-mismatch` (column)."""
        texts = lists_of(column)
        starts = np.concatenate([[0], np.cumsum([len(tokens) for tokens in texts])]).astype(np.int64)
        tokens = np.array([token[:LETTERS] for tokens in texts for token in tokens], dtype=str)
        different, which = np.unique(tokens, return_inverse=True)
        marked = mark(code_points(different))
        words, rows, buckets = hashed_tokens(marked)
        counts = np.bincount(rows, minlength=len(different))
        # Look up each distinct token only once, and copy its buckets to all its occurrences.
        order = np.argsort(rows, kind="stable")
        spread = np.concatenate([[0], np.cumsum(counts)])
        places, _ = places_of(spread, which)
        owners = np.repeat(np.arange(len(which)), counts[which])
        words = words[which]
        behind = np.append(words[1:], 0) if len(words) else words
        behind[starts[1:][np.diff(starts) > 0] - 1] = 0
        there = words != 0
        pairs = ((((PAIR * FACTOR + words * STRETCH) % MODULUS) * FACTOR + behind * STRETCH) % MODULUS) % BUCKETS
        owners = np.concatenate([owners, np.flatnonzero(there)])
        buckets = np.concatenate([buckets[order][places], pairs[there]])
        weights = LENGTH / np.sqrt(np.maximum(counts[which] + there, 1))
        return cls(owners, buckets, weights[owners], starts)

    def frequencies(self) -> np.ndarray:
        """Return the number of texts that contain each bucket [BUCKETS], or 0 for a bucket in fewer than `MIN_TEXTS`
        texts."""
        texts = np.searchsorted(self.starts, self.owners, side="right") - 1
        # np.unique would hash the numbers, which takes 100 times as long
        keys = np.sort(texts * BUCKETS + self.buckets)
        first = np.diff(keys, prepend=-1) > 0
        counts = np.bincount(keys[first] % BUCKETS, minlength=BUCKETS)
        return np.where(counts < MIN_TEXTS, 0, counts)


def token_frequencies(column: Column) -> np.ndarray:
    """Return the number of tokenised texts that contain each bucket [BUCKETS], as `engine.data.texts.text_frequencies`
    does for whole texts. Raises PartyError `data.type-mismatch` (column)."""
    return Found.of(column).frequencies()


def lists_of(column: Column, *, least: int = 1) -> list[list[str]]:
    """Return the first `MAX_TOKENS` entries of each row's JSON list of texts. Raises PartyError `data.type-mismatch`
    (column) if a value is not such a list, or if a list has fewer than `least` entries."""
    found = []
    for value in column.values:
        try:
            read = json.loads(value)
        except (TypeError, ValueError) as error:
            raise PartyError("data.type-mismatch", column=column.name) from error
        if not (isinstance(read, list) and len(read) >= least and all(isinstance(one, str) for one in read)):
            raise PartyError("data.type-mismatch", column=column.name)
        found.append(read[:MAX_TOKENS])
    return found


def code_points(tokens: np.ndarray) -> np.ndarray:
    """Return the characters of each token: int64 [tokens, LETTERS], 0 after the token's end."""
    points = np.zeros((len(tokens), LETTERS), dtype=np.int64)
    for row, token in zip(points, tokens, strict=True):
        codes = [ord(letter) for letter in str(token)[:LETTERS]]
        row[: len(codes)] = codes
    return points


def mark(points: np.ndarray) -> np.ndarray:
    """Return characters [tokens, LETTERS] with a start mark and an end mark: [tokens, LETTERS + 2]. An empty token gets
    no marks."""
    lengths = (points > 0).sum(axis=1, keepdims=True)
    marked = np.hstack([np.where(lengths > 0, FIRST, 0), points, np.zeros_like(lengths)])
    return np.where((np.arange(LETTERS + 2) == lengths + 1) & (lengths > 0), LAST, marked)


def hashed_tokens(marked: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return two results from characters with marks: the hash of each whole token [tokens], 0 for an empty one; and
    (token, bucket) for each of its features except the pair, in any order."""
    small = np.where((marked >= ord("A")) & (marked <= ord("Z")), marked + 32, marked)
    there = small[:, 0] > 0
    words = np.where(there, _whole(WORD, small), 0)
    alone = np.flatnonzero(there)
    rows, buckets = [alone, alone], [words[there] % BUCKETS, _whole(SHAPE, shapes(marked))[there] % BUCKETS]
    for order in ORDERS:
        width = small.shape[1] - order + 1
        hashed = np.full((len(small), width), order * SEED, dtype=np.int64)
        for place in range(order):
            hashed = (hashed * FACTOR + small[:, place : place + width] * STRETCH) % MODULUS
        row, column = np.nonzero(small[:, order - 1 :] > 0)
        rows.append(row)
        buckets.append(hashed[row, column] % BUCKETS)
    return words, np.concatenate(rows), np.concatenate(buckets)


def shapes(marked: np.ndarray) -> np.ndarray:
    """Return the shapes of tokens: letters A to Z become one character, a to z another, digits a third; other
    characters are unchanged."""
    found = marked
    for first, last in (("A", "Z"), ("a", "z"), ("0", "9")):
        found = np.where((marked >= ord(first)) & (marked <= ord(last)), ord(first), found)
    return found


def _whole(first: int, points: np.ndarray) -> np.ndarray:
    """Return one hash for each token, computed from all its characters [tokens]."""
    hashed = np.full(len(points), first, dtype=np.int64)
    for column in points.T:
        hashed = np.where(column > 0, (hashed * FACTOR + column * STRETCH) % MODULUS, hashed)
    return hashed


def places_of(starts: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the members of selected groups, where groups are consecutive and each extends from one start to the next.
    Also returns the start of each selected group among these members, followed by the end of the last group."""
    rows = np.arange(len(starts) - 1)[rows]
    lengths = np.diff(starts)[rows]
    ends = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    return np.repeat(starts[rows] - ends[:-1], lengths) + np.arange(ends[-1]), ends

"""Tokens of texts as numbers: which runs of characters each one has, what shape it has and what stands behind it.

A row is a text that was cut into tokens, words or Chinese characters, as a JSON list. As of whole texts (see
engine.data.texts), no vocabulary is shared: everything is hashed into buckets with whole numbers only, which numpy and
the ONNX graph of `engine.export.token_features` do alike. A token has its runs of one to four characters, its ends
marked; itself as a whole; its shape, so that a name is known by its capital (Collins 2002, "Ranking algorithms for
named-entity extraction"); and itself with the token behind it. The fewer texts have a feature, the more it says.
"""

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from engine.data.table import Column
from engine.data.texts import BUCKETS, FACTOR, LEAST_TEXTS, MODULUS, ORDERS, SEED, STRETCH, GramEncoder
from engine.errors import PartyError

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

LETTERS = 16  # characters of a token that are read
LONGEST = 500  # tokens of a text that are read
LENGTH = 3.0  # of a token's features, were all of them in every text: a longer one is fitted in fewer steps
FIRST, LAST = 2, 3  # what marks a token's ends: no character that people write
WORD, SHAPE, PAIR = (order * SEED for order in (5, 6, 7))  # what their hashes begin with, as runs do with theirs


@dataclass(frozen=True)
class Sentences:
    """Texts as features: `tokens` [tokens of all, features] one text after the other, and where each of them starts
    among these, and the last one ends: int64 [texts + 1]."""

    tokens: "csr_matrix"
    starts: np.ndarray

    @property
    def shape(self) -> tuple[int, int]:
        """(texts, features)."""
        return len(self.starts) - 1, self.tokens.shape[1]

    def __getitem__(self, rows: np.ndarray) -> Self:
        """The texts at these positions, or where this mask is true."""
        places, starts = places_of(self.starts, rows)
        return type(self)(self.tokens[places], starts)


@dataclass(frozen=True)
class TokenEncoder(GramEncoder):
    """A text's tokens as one feature for each of these buckets."""

    kind = "tokens"

    def encode(self, column: Column, *, trains: bool = False) -> Sentences:
        """Where a party `trains` on these texts, what only a few of them have counts as nothing: it would stand in the
        party's update. Raises PartyError `data.type-mismatch` (column)."""
        from scipy import sparse  # 0.1 s and 20 MB, which most workers never need

        found = Found.of(column)
        kept = self.places < self.width
        if trains:
            kept &= found.frequencies() > 0
        inside = kept[found.buckets]
        owners, features = found.owners[inside], self.places[found.buckets[inside]]
        values, shape = found.values[inside] * self.rarity[features], (int(found.starts[-1]), self.width)
        return Sentences(sparse.csr_matrix((values, (owners, features)), shape=shape), found.starts)


@dataclass(frozen=True)
class Found:
    """Every bucket of every token: the token's place among all, the bucket, and how much it weighs; and where each text
    starts among the tokens [texts + 1]."""

    owners: np.ndarray
    buckets: np.ndarray
    values: np.ndarray
    starts: np.ndarray

    @classmethod
    def of(cls, column: Column) -> Self:
        """Raises PartyError `data.type-mismatch` (column)."""
        texts = lists_of(column)
        starts = np.concatenate([[0], np.cumsum([len(tokens) for tokens in texts])]).astype(np.int64)
        tokens = np.array([token[:LETTERS] for tokens in texts for token in tokens], dtype=str)
        different, which = np.unique(tokens, return_inverse=True)
        marked = mark(code_points(different))
        words, rows, buckets = hashed_tokens(marked)
        counts = np.bincount(rows, minlength=len(different))
        # Of each token those of the different one that it is.
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
        """In how many of the texts each bucket stands: [BUCKETS]; 0 of one that stands in fewer than `LEAST_TEXTS`."""
        texts = np.searchsorted(self.starts, self.owners, side="right") - 1
        keys = np.sort(texts * BUCKETS + self.buckets)  # np.unique hashes numbers, which takes a hundred times as long
        first = np.diff(keys, prepend=-1) > 0
        counts = np.bincount(keys[first] % BUCKETS, minlength=BUCKETS)
        return np.where(counts < LEAST_TEXTS, 0, counts)


def token_frequencies(column: Column) -> np.ndarray:
    """As `engine.data.texts.text_frequencies`, of tokens. Raises PartyError `data.type-mismatch` (column)."""
    return Found.of(column).frequencies()


def lists_of(column: Column, *, least: int = 1) -> list[list[str]]:
    """Of each row what is read of its JSON list of texts, which has so many at least. Raises PartyError
    `data.type-mismatch` (column)."""
    found = []
    for value in column.values:
        try:
            read = json.loads(value)
        except (TypeError, ValueError) as error:
            raise PartyError("data.type-mismatch", column=column.name) from error
        if not (isinstance(read, list) and len(read) >= least and all(isinstance(one, str) for one in read)):
            raise PartyError("data.type-mismatch", column=column.name)
        found.append(read[:LONGEST])
    return found


def code_points(tokens: np.ndarray) -> np.ndarray:
    """Characters of each token: int64 [tokens, LETTERS], 0 behind its end."""
    points = np.zeros((len(tokens), LETTERS), dtype=np.int64)
    for row, token in zip(points, tokens, strict=True):
        codes = [ord(letter) for letter in str(token)[:LETTERS]]
        row[: len(codes)] = codes
    return points


def mark(points: np.ndarray) -> np.ndarray:
    """Characters [tokens, LETTERS] between a first and a last mark: [tokens, LETTERS + 2]; nothing round none."""
    lengths = (points > 0).sum(axis=1, keepdims=True)
    marked = np.hstack([np.where(lengths > 0, FIRST, 0), points, np.zeros_like(lengths)])
    return np.where((np.arange(LETTERS + 2) == lengths + 1) & (lengths > 0), LAST, marked)


def hashed_tokens(marked: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Of characters between marks the hash of each token as a whole, 0 of none [tokens]; and (token, bucket) of all of
    its features but the pair, in any order."""
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
    """Each capital of A to Z as one, each of the small letters as one, each digit as one; all else as it is."""
    found = marked
    for first, last in (("A", "Z"), ("a", "z"), ("0", "9")):
        found = np.where((marked >= ord(first)) & (marked <= ord(last)), ord(first), found)
    return found


def _whole(first: int, points: np.ndarray) -> np.ndarray:
    """One hash of all of a token's characters [tokens]."""
    hashed = np.full(len(points), first, dtype=np.int64)
    for column in points.T:
        hashed = np.where(column > 0, (hashed * FACTOR + column * STRETCH) % MODULUS, hashed)
    return hashed


def places_of(starts: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of groups that follow one another, each from one start to the next, the places of these groups' members, and
    where each group starts among them, and the last one ends."""
    rows = np.arange(len(starts) - 1)[rows]
    lengths = np.diff(starts)[rows]
    ends = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    return np.repeat(starts[rows] - ends[:-1], lengths) + np.arange(ends[-1]), ends

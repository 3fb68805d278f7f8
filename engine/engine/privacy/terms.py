"""Terms of sums: the only data that leave a party, as integers in fixed point.

A term is declared once, with its shape, its bound and whether it is a count. The declaration determines its unit, what
the runner lets out of the party, its size in bytes and the text on the ticket. Integers add up to the same total in any
order and on any machine, and a mask can be added to them mod 2^64 without changing an algorithm. A value beyond its
bound is an error and never wraps. Source: Bonawitz et al. 2017, "Practical Secure Aggregation", for sums mod a power of
two.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

Arrays = dict[str, np.ndarray]
Values = dict[str, Any]  # values by term: an array, or a plain number for a term whose shape is ()

BITS, WIDE_BITS = 62, 126  # bits that the total of all parties may use, out of 64 and of 128
MAX_ROWS = 2**40  # Bound of a term that counts rows, used while the number of rows is not known yet.
HALF = 2**64


class OutOfBounds(ValueError):
    """Raised for a value that contradicts its declaration. `name` is the term."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


@dataclass(frozen=True)
class Term:
    """One array of a sum: its shape, the largest absolute value of one party, and whether its values are counts, i.e.
    non-negative integers. Values that are `wide` are exact in 128 bits: they are Python integers of either sign that
    floats cannot represent."""

    shape: tuple[int, ...] = ()
    bound: float = 1.0
    whole: bool = False
    wide: bool = False

    def exponent(self, parties: int) -> int:
        """Return the exponent of the unit 2 ** -exponent: the finest unit in which the total of `parties` parties fits.
        Raises ValueError if integers do not fit."""
        bits = WIDE_BITS if self.wide else BITS
        free = bits - ceil_log2(max(self.bound, 2**-512) * parties)
        if self.whole and free < 0:
            raise ValueError(f"{parties} x {self.bound} does not fit {bits} bits")
        return 0 if self.whole else min(free, 1000)

    @property
    def on_wire(self) -> tuple[int, ...]:
        """Shape of the int64 array that is sent: a wide number takes two."""
        return (*self.shape, 2) if self.wide else self.shape

    @property
    def size(self) -> int:
        """Bytes of the array that is sent."""
        return 8 * math.prod(self.on_wire)

    def encode(self, values: Any, parties: int) -> np.ndarray:
        """Return values [shape] as int64 [on_wire]. Raises ValueError for another shape or a value beyond its bound."""
        values = np.asarray(values)
        if values.shape != self.shape:
            raise ValueError(f"shape {values.shape}, declared {self.shape}")
        unit = self.exponent(parties)
        if self.wide:
            return _to_words(values, self.bound)
        numbers = values.astype(np.float64)
        if not np.all(np.abs(numbers) <= self.bound):  # the comparison is False for NaN as well
            raise ValueError("a value is out of its declared bound")
        units = np.rint(np.ldexp(numbers, unit))
        if self.whole and not (np.array_equal(units, numbers) and np.all(numbers >= 0)):
            raise ValueError("a value is not a count")
        return units.astype(np.int64)

    def decode(self, total: np.ndarray, parties: int) -> np.ndarray:
        """Return a total, or one party's part of it, as float64 [shape]; for a wide term, as Python integers
        [shape]."""
        if self.wide:
            return _from_words(total)
        return np.ldexp(total.astype(np.float64), -self.exponent(parties))

    def fits(self, part: np.ndarray, parties: int) -> bool:
        """Whether int64 [on_wire] can be an honest party's part in a run of `parties` parties."""
        if part.shape != self.on_wire or part.dtype != np.int64:
            return False
        if self.wide:
            return all(abs(number) <= int(self.bound) for number in _from_words(part).flat)
        if self.whole:
            return bool(np.all((part >= 0) & (part <= self.bound)))
        # Rounding to a unit can raise a value slightly above the bound
        most = math.ldexp(self.bound, self.exponent(parties)) + 1
        return bool(np.all(np.abs(part.astype(np.float64)) <= most))


def ceil_log2(value: float) -> int:
    """Return the smallest exponent whose power of two is at least `value`. It is the same on every CPU, whereas
    `math.log2` may round up."""
    share, power = math.frexp(value)
    return power - (share == 0.5)


def encode(terms: Mapping[str, Term], values: Mapping[str, Any], parties: int) -> Arrays:
    """Return a party's answer in fixed point. Raises OutOfBounds for values that are undeclared, missing or beyond
    their bound."""
    if set(values) != set(terms):
        raise OutOfBounds(min(set(values) ^ set(terms)))
    encoded = {}
    for name, term in terms.items():
        try:
            encoded[name] = term.encode(values[name], parties)
        except ValueError as error:
            raise OutOfBounds(name) from error
    return encoded


@dataclass(frozen=True)
class Total:
    """The sum of all parties' answers to a stage. `total[name]` is a float64 array (Python integers if wide), and
    `integers[name]` are the integers behind it. Use these for decisions, so that every machine decides alike. `own`
    contains the answers of the parties that agreed to be reported separately."""

    terms: Mapping[str, Term]
    integers: Arrays
    parties: int
    own: Mapping[str, Arrays] = field(default_factory=dict)

    @classmethod
    def of(cls, terms: Mapping[str, Term], parts: Sequence[Arrays], parties: int) -> "Total":
        """Return the sum of `parts`, mod 2^64 or 2^128, in the unit for `parties` parties."""
        return cls(terms, {name: _add(term, [part[name] for part in parts]) for name, term in terms.items()}, parties)

    def __getitem__(self, name: str) -> np.ndarray:
        return self.terms[name].decode(self.integers[name], self.parties)

    def of_party(self, party: str) -> "Total":
        """Return the answer of a party that agreed to be reported separately, in the form of a total."""
        return replace(self, integers=self.own[party], own={})

    def group(self, prefix: str) -> Arrays:
        """Return the decoded arrays of the terms `<prefix>.<name>`, by name."""
        return {name: self[f"{prefix}.{name}"] for name in group_of(self.terms, prefix)}


def group_of(entries: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    """Return the entries `<prefix>.<name>`, by name. This is the inverse of `grouped`."""
    start = f"{prefix}."
    return {name.removeprefix(start): entry for name, entry in entries.items() if name.startswith(start)}


def grouped(prefix: str, entries: Mapping[str, object]) -> dict:
    """Return the entries with names `<prefix>.<name>`, so that a stage can contain several sets of terms."""
    return {f"{prefix}.{name}": entry for name, entry in entries.items()}


def _add(term: Term, parts: list[np.ndarray]) -> np.ndarray:
    if not term.wide:
        total = np.asarray(np.sum(np.stack(parts).view(np.uint64), axis=0, dtype=np.uint64))
        return total.view(np.int64).reshape(term.shape)
    return _split(sum(map(_from_words, parts[1:]), start=_from_words(parts[0])))


def _to_words(values: np.ndarray, bound: float) -> np.ndarray:
    if not all(isinstance(number, int) and abs(number) <= int(bound) for number in values.flat):
        raise ValueError("a value is not an integer or out of its declared bound")
    return _split(values)


def _split(numbers: np.ndarray) -> np.ndarray:
    """Return the low and high words mod 2^128 of Python integers [shape]: int64 [shape, 2]."""
    words = [((number % HALF**2) % HALF, (number % HALF**2) // HALF) for number in np.asarray(numbers).flat]
    return np.array(words, dtype=np.uint64).reshape((*np.shape(numbers), 2)).view(np.int64)


def _from_words(words: np.ndarray) -> np.ndarray:
    pairs = np.ascontiguousarray(words).view(np.uint64).reshape(-1, 2).tolist()
    numbers = np.empty(len(pairs), dtype=object)
    numbers[:] = [_signed(low + high * HALF) for low, high in pairs]
    return numbers.reshape(words.shape[:-1])


def _signed(number: int) -> int:
    return number - HALF**2 if number >= HALF**2 // 2 else number

"""Changes values and outcomes that only one to four rows of a party have, which sums of products of columns would
reveal.

The product of a category's feature and another column, summed over a party's rows, is the sum over the rows of that
category: for one row it is the row itself. The sum over the rows of an outcome follows from gradients. So a party
changes such rows before it sums anything, until at least `MIN_SHOWN` rows share a category.
"""

import numpy as np

from engine.data.encoding import CategoryEncoder, Encoding
from engine.privacy.small_counts import MIN_SHOWN, is_few
from engine.table import Table


def encode_without_rare(encoding: Encoding, table: Table) -> tuple[np.ndarray, np.ndarray]:
    """Inputs [rows, features] of categories and numbers, and which rows [rows] were changed. Afterwards each category,
    and numbers other than the most common one, occur in no rows or in at least five.

    A rare category becomes other texts, or the most common category if other texts would still be rare. If all but one
    to four rows have the same number, these take it, too. A number far from all others moves towards them (see
    `near_others`)."""
    parts, changed = [], np.zeros(len(table), dtype=bool)
    for encoder, column in zip(encoding.columns, table.columns, strict=True):
        own = encoder.encode(column)
        if isinstance(encoder, CategoryEncoder):
            codes = encoder.codes(column)
            kept = _common_codes(codes, encoder)
            parts.append(np.eye(encoder.width)[kept])
        else:
            values, codes = np.unique(own[:, 0], return_inverse=True)
            kept = _most_common(codes)
            near = near_others(values[kept])
            parts.append(near[:, None])
            changed |= near != values[kept]
        changed |= kept != codes
    return np.hstack(parts), changed


def near_others(values: np.ndarray) -> np.ndarray:
    """Numbers [rows] of which none has more than half of the squared distances from their median. A row with more would
    dominate the products of its column with others, so it is moved towards the median as far as necessary."""
    median = np.median(values)
    squares = np.sort((values - median) ** 2)
    farthest, rest = squares[-1], squares[:-1].sum()
    if farthest <= rest:
        return values
    most = np.sqrt(rest)
    return np.clip(values, median - most, median + most)


def blend_rare(inputs: np.ndarray, outcomes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Inputs [rows, features] in which each row with a rare outcome (codes [rows] that one to four rows have) is the
    mean of itself and the four rows nearest to it; and which rows [rows] were changed."""
    rare = _is_rare(outcomes)[outcomes]
    blended = inputs.copy()
    for row in np.flatnonzero(rare):
        distances = ((inputs - inputs[row]) ** 2).sum(axis=1)
        distances[row] = -1.0  # the row itself comes first, also if others are equal
        blended[row] = inputs[np.argsort(distances, kind="stable")[:MIN_SHOWN]].mean(axis=0)
    return blended, rare


def apart(values: np.ndarray) -> np.ndarray:
    """Codes [rows] of numbers [rows]: 1 if a number differs from the most common one, which at least five rows have."""
    counts = np.unique(values, return_inverse=True, return_counts=True)[1:]
    codes = counts[0] != counts[1].argmax()
    return codes.astype(int) if counts[1].max(initial=0) >= MIN_SHOWN else np.zeros(len(values), dtype=int)


def _is_rare(codes: np.ndarray) -> np.ndarray:
    """Whether each code occurs in one to four rows."""
    return np.array([is_few(int(count)) for count in np.bincount(codes, minlength=1)])


def _common_codes(codes: np.ndarray, encoder: CategoryEncoder) -> np.ndarray:
    rare = _is_rare(codes)[codes]
    if not rare.any():
        return codes
    is_enough = np.sum(rare | (codes == encoder.other)) >= MIN_SHOWN
    usual = int(np.bincount(codes).argmax())
    return np.where(rare, encoder.other if is_enough else usual, codes)


def _most_common(codes: np.ndarray) -> np.ndarray:
    usual = int(np.bincount(codes).argmax())
    return np.full(len(codes), usual) if is_few(int(np.sum(codes != usual))) else codes

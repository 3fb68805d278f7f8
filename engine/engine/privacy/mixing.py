"""Mixing: similar rows form groups of at least five, within which values are swapped or rotated, so that no row of the
result is a row of the party. So any number of counts reveals at most the mixed rows.

If a column's values differ in all rows of a group, a random rotation combines them, which nearly preserves the group's
means, variances and covariances. Then noise is added, and the values are rounded to the column's precision. Without
these two steps, integers, columns that depend on each other and extreme values would reveal the rotation. The values of
any other column are swapped within the group, separately for each column. Labels do not change. Similarity depends on
columns and label, where the label weighs three times as much as all columns together. With a smaller weight, trees
would learn little more than the mean label of each group.

Sources: Ting, Fienberg, Trottini 2008, "Random orthogonal matrix masking methodology for microdata release",
International Journal of Information and Computer Security 2(1), within groups of microaggregation (see
microaggregation.py); Dalenius, Reiss 1982, "Data-swapping", Journal of Statistical Planning and Inference 6(1).
"""

import hashlib
import hmac
from dataclasses import replace

import numpy as np

from engine.privacy.microaggregation import groups_in, points_of, squares
from engine.table import Table

MAX_MIXED = 4000  # maximum number of groups; with more than 20,000 rows, groups become larger than the minimum
LABEL_WEIGHT = 3.0  # weight of the squared distance of two labels, relative to that of all columns together
NOISE = 0.2  # standard deviation of the noise, relative to that of the group
MAX_PLACES = 6  # Columns with more decimal places than this are not rounded.


def mixed(table: Table, secret: bytes) -> Table:
    """Return a party's rows, at least `MIN_ALIKE`, after mixing. The same `secret` gives the same result each time."""
    groups = groups_in(_points(table), MAX_MIXED)
    rng = np.random.default_rng(_seed(table, secret))
    group_of = np.empty(len(table), dtype=int)
    for place, group in enumerate(groups):
        group_of[group] = place
    columns = [_swapped(column.values, group_of, rng) for column in table.columns]
    numbers = [place for place, column in enumerate(table.columns) if column.kind == "number"]
    if numbers:
        own = np.column_stack([table.columns[place].values for place in numbers])
        turned = np.column_stack([columns[place] for place in numbers])
        differ = np.column_stack([_differ(values, group_of, len(groups)) for values in own.T])
        sizes = np.array([len(group) for group in groups])
        # Process all groups of the same size at once. One by one, they would take most of the run time.
        for size in np.unique(sizes):
            rows = np.stack([group for group in groups if len(group) == size])
            turned[rows] = np.where(differ[sizes == size][:, None, :], _turned(own[rows], rng), turned[rows])
        for place, values in zip(numbers, turned.T, strict=True):
            columns[place] = _rounded_as(table.columns[place].values, values)
    pairs = zip(table.columns, columns, strict=True)
    return replace(table, columns=tuple(replace(column, values=values) for column, values in pairs))


def _points(table: Table) -> np.ndarray:
    """Return coordinates for each row [rows, features], computed from columns and label, so that similar rows are near
    each other."""
    columns, label = points_of(table), points_of(Table((table.require_label(),), None))
    spread = squares(label)
    return np.hstack([columns, label * np.sqrt(LABEL_WEIGHT * squares(columns) / spread) if spread > 0 else label])


def _seed(table: Table, secret: bytes) -> int:
    """Return a seed that is the same for each message, and differs between tables. Without the `secret`, an attacker
    could try which rows give the observed result if columns have few values."""
    found = hashlib.sha256()
    for column in (*table.columns, table.require_label()):
        held = column.values if column.kind == "number" else np.array("\0".join(column.values.astype(str)))
        found.update(held.tobytes())
    return int.from_bytes(hmac.digest(secret, found.digest(), "sha256"))


def _swapped(values: np.ndarray, group_of: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return values [rows] swapped at random within each row's group."""
    swapped = values.copy()
    swapped[np.argsort(group_of, kind="stable")] = values[np.lexsort([rng.random(len(values)), group_of])]
    return swapped


def _differ(values: np.ndarray, group_of: np.ndarray, groups: int) -> np.ndarray:
    """Return for each group whether its rows' values [rows] are numbers that all differ. Otherwise, a value that only
    one row has would show how the rotation moved that row."""
    order = np.lexsort([values, group_of])
    near, own = values[order], group_of[order]
    equal = np.bincount(own[1:], (near[1:] == near[:-1]) & (own[1:] == own[:-1]), groups)
    return equal + np.bincount(group_of, np.isnan(values), groups) == 0


def _turned(values: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return groups' values [groups, rows, columns], each group rotated around its mean by a random rotation of its
    rows, plus noise."""
    groups, rows, _ = values.shape
    mean = values.mean(axis=1, keepdims=True)
    # Draw two random orthonormal bases of the space orthogonal to the mean, one for the rows before the rotation and
    # one for the rows after it.
    basis, turned = (np.linalg.qr(_centred(rng.normal(size=(groups, rows, rows - 1)))).Q for _ in range(2))
    noise = NOISE * values.std(axis=1, keepdims=True) * rng.normal(size=values.shape)
    return mean + turned @ (basis.transpose(0, 2, 1) @ (values - mean)) + noise


def _centred(values: np.ndarray) -> np.ndarray:
    return values - values.mean(axis=1, keepdims=True)


def _rounded_as(own: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Return values [rows] rounded to the decimal places that the column's `own` values have, or unrounded if these are
    more than MAX_PLACES."""
    known = own[~np.isnan(own)]
    for places in range(MAX_PLACES + 1):
        if np.array_equal(np.round(known, places), known):
            return np.round(values, places)
    return values

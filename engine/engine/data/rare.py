"""Changes values and outcomes that only one to four rows of a party have, because sums of products of columns would
reveal these rows.

If a category's feature is multiplied by another column and summed over a party's rows, the result is the other column's
sum over the rows of that category. For a category of one row, it is the value of that row. A combination of features
can be as rare as a category, for example a chapter of diagnoses minus its common codes. The sum over the rows of a rare
outcome follows from gradients. So before a party sums anything, it changes such rows until at least `MIN_SHOWN` rows
share a category.
"""

import numpy as np

from engine.data.encoding import CategoryEncoder, Encoding
from engine.privacy.small_counts import MIN_SHOWN, is_few
from engine.table import Table

FEW_VALUES = 10  # A feature with fewer distinct values could be part of a combination that isolates rows.
# Rounding steps, in deviations of the linear predictors: for a row with at most one feature of many values, and for
# other rows.
LONG_STEP, STEP = 1.0, 1 / 8
# If a combination isolates at most four rows, at least one of these rows has a leverage of this or more.
MAX_LEVERAGE = 1 / (MIN_SHOWN - 1) - 1e-9


def encode_without_rare(encoding: Encoding, table: Table) -> tuple[np.ndarray, np.ndarray]:
    """Return inputs [rows, features] of categories and numbers, and which rows [rows] were changed. Afterwards each
    category, and each set of numbers other than the most common number, occurs in no row or in at least five.

    A rare category becomes "other texts", or the most common category if other texts would still be rare. If all but
    one to four rows have the same number, these rows take it as well. A number far from all others moves towards them
    (see `near_others`).
    """
    parts, changed = [], np.zeros(len(table), dtype=bool)
    for encoder, column in zip(encoding.columns, table.columns, strict=True):
        own = encoder.encode(column)
        if isinstance(encoder, CategoryEncoder):
            codes = encoder.codes(column)
            common = _common_codes(codes, encoder)
            parts.append(np.eye(encoder.width)[common])
        else:
            values, codes = np.unique(own[:, 0], return_inverse=True)
            common = _most_common(codes)
            near = near_others(values[common])
            parts.append(near[:, None])
            changed |= near != values[common]
        changed |= common != codes
    return np.hstack(parts), changed


def near_others(values: np.ndarray) -> np.ndarray:
    """Return the numbers [rows], changed so that no row has more than half of the squared distances from their median.
    Such a row would dominate the products of its column with others, so it is moved towards the median as far as
    necessary."""
    median = np.median(values)
    squares = np.sort((values - median) ** 2)
    farthest, rest = squares[-1], squares[:-1].sum()
    if farthest <= rest:
        return values
    most = np.sqrt(rest)
    return np.clip(values, median - most, median + most)


def blend_rare(inputs: np.ndarray, outcomes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return inputs [rows, features] in which each row with a rare outcome is replaced by the mean of itself and the
    four nearest rows, and which rows [rows] were changed. `outcomes` are codes [rows]; one is rare if one to four rows
    have it."""
    rare = _is_rare(outcomes)[outcomes]
    return _blended(inputs, rare), rare


def blend_isolated(inputs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return inputs [rows, features] in which no linear combination of features with few values isolates one to four
    rows, that is, is 0 in all other rows. A row that a combination could isolate becomes the mean of itself and the
    four nearest rows. Also returns which rows [rows] were changed.

    A combination c isolates a row x_i if c'x_i is 1 and c'x is 0 for all other rows. Multiplied by the sum of products
    X'X, it gives c'X'X, which is that row. The largest possible share of (c'x_i)^2 in the sum over all rows is the
    row's leverage.
    """
    few = _has_few_values(inputs)
    changed = np.zeros(len(inputs), dtype=bool)
    if not few.any():
        return inputs, changed
    blended = inputs
    while True:
        isolated = ~changed & (_leverages(blended[:, few]) > MAX_LEVERAGE)
        if not isolated.any():
            return blended, changed
        changed |= isolated
        blended = _blended(inputs, changed)


def steps_of(inputs: np.ndarray) -> np.ndarray:
    """Return the steps [rows] to which linear predictors are rounded before they determine the weights of rows in a sum
    of products of columns. A step is 0 unless fewer than five rows share a row's values in two features with few
    values.

    For two categories, that sum is the total weight of the rows that have both. The weight of a single row gives its
    linear predictor. If the row has only one other feature, the predictor gives the feature's value. If it has several,
    an attacker can search whole numbers for values that give this predictor.
    """
    few = _has_few_values(inputs)
    shared = _sets(inputs[:, few])
    counts = shared.T @ shared
    is_rare = ((shared @ ((counts > 0) & (counts < MIN_SHOWN))) * shared > 0).any(axis=1)
    return np.where(is_rare, LONG_STEP if np.sum(~few) <= 1 else STEP, 0.0)


def _sets(inputs: np.ndarray) -> np.ndarray:
    """Return sets of rows [rows, sets], 0 or 1, that combinations of features with few values select: the rows with a
    value, and the rows with this value that are in none of its subsets (for example, a chapter of diagnoses without its
    common codes). A category's feature has one set, because its other rows are those of the other categories."""
    values = [np.unique(column) for column in inputs.T]
    chosen = [own[1:] if own.tolist() == [0, 1] else own for own in values]
    parts = [column[:, None] == own for column, own in zip(inputs.T, chosen, strict=True)]
    sets = np.hstack(parts).astype(np.float32) if parts else np.zeros((len(inputs), 0), dtype=np.float32)
    counts = sets.T @ sets
    sizes = np.diag(counts)
    within = (counts == sizes) & (sizes < sizes[:, None]) & (sizes > 0)  # the second set of rows is part of the first
    split = within.any(axis=1)
    rests = sets[:, split] * (sets @ within[split].T.astype(np.float32) == 0)
    return np.hstack([sets, rests])


def coarse_predictors(predictors: np.ndarray, steps: np.ndarray | None) -> np.ndarray:
    """Return linear predictors [rows, lines], each rounded to its row's step. `steps` [rows] are in deviations of the
    predictors."""
    if steps is None or not steps.any():
        return predictors
    sizes = steps[:, None] * predictors.std(axis=0)
    free = sizes > 0
    found = predictors.copy()
    found[free] = np.rint(predictors[free] / sizes[free]) * sizes[free]
    return found


def _has_few_values(inputs: np.ndarray) -> np.ndarray:
    return np.array([len(np.unique(values)) < FEW_VALUES for values in inputs.T], dtype=bool)


def _leverages(inputs: np.ndarray) -> np.ndarray:
    """Return the leverage of each row [rows]: the diagonal of the projection onto the features [rows, features] and a
    constant."""
    design = np.column_stack([np.ones(len(inputs)), inputs])
    sizes, axes = np.linalg.eigh(design.T @ design)
    spans = sizes > 1e-9 * sizes.max()
    return ((design @ axes[:, spans]) ** 2 / sizes[spans]).sum(axis=1)


def _blended(inputs: np.ndarray, chosen: np.ndarray) -> np.ndarray:
    """Return inputs [rows, features] in which each chosen row is replaced by the mean of itself and the four nearest
    rows."""
    blended = inputs.copy()
    for row in np.flatnonzero(chosen):
        distances = ((inputs - inputs[row]) ** 2).sum(axis=1)
        # A negative distance, so that the row itself comes first even if other rows are equal to it
        distances[row] = -1.0
        blended[row] = inputs[np.argsort(distances, kind="stable")[:MIN_SHOWN]].mean(axis=0)
    return blended


def differs_from_most_common(values: np.ndarray) -> np.ndarray:
    """Return a code for each number [rows]: 1 if the number differs from the most common one, else 0. All codes are 0
    if fewer than five rows have the most common number."""
    counts = np.unique(values, return_inverse=True, return_counts=True)[1:]
    codes = counts[0] != counts[1].argmax()
    return codes.astype(int) if counts[1].max(initial=0) >= MIN_SHOWN else np.zeros(len(values), dtype=int)


def _is_rare(codes: np.ndarray) -> np.ndarray:
    """Whether each code occurs in only one to four rows."""
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

"""Coefficients that have no finite best value, found in the sums of a fit's first message.

A column that others add up to is aliased: it is left out, as R's `lm` and `glm` do, and the others keep their errors. A
category in which every row answers alike has an infinite coefficient: it is set to `FAR` on that side, where its rows
add nothing to gradient and curvature, so all other coefficients are those of the limit. If a column's first category is
empty or such a one, the column is compared with its first category that is neither. Source: Albert, Anderson 1984, "On
the existence of maximum likelihood estimates in logistic regression models".
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import numpy as np

from engine.data.encoding import CategoryEncoder, Encoding, NumberEncoder
from engine.data.party import Rows
from engine.learners.linear import Linear, dependent, solve, varying
from engine.privacy.terms import Arrays
from engine.targets import Target

FAR = 60.0  # exp(-60) of a row is below the rounding of all others
FLAG = 1e-9  # a number this near to 0 or 1 is it
SHARE = 1e-6  # of a column's square: a column that makes up less of an aliased one is not named


@dataclass(frozen=True)
class Cells:
    """The categories of a column by `names`: the places of all but the first among a line's coefficients, and of each
    fit how many rows have which outcome in which category, [fits, outcomes, categories]. A number that is 0 or 1
    (`is_flag`) has one coefficient."""

    names: tuple[str, ...]
    places: np.ndarray
    counts: np.ndarray
    is_flag: bool


@dataclass(frozen=True)
class Bounds:
    """Where the coefficients [size] of a fit begin (`offset`) and which stay there (`fixed`). Of flat places: the side
    on which a coefficient is `infinite`, 0 where no row says on which; and of a column that is not compared with its
    first category the name of the one it is compared with, which changes places with the first (`references`)."""

    offset: np.ndarray
    fixed: np.ndarray
    infinite: dict[int, int] = field(default_factory=dict)
    references: dict[int, str] = field(default_factory=dict)


def find_aliased(gram: np.ndarray, rows: int, candidates: np.ndarray) -> dict[int, list[int]]:
    """Each place of a sum of squares [width, width] among the candidates that is a sum of multiples of places before
    it, and which those are."""
    tells = np.flatnonzero(varying(gram, rows) & candidates)
    block = gram[np.ix_(tells, tells)]
    found = dependent(block)
    free = np.setdiff1d(np.arange(len(tells)), found)
    shares = solve(block[np.ix_(free, free)], block[np.ix_(free, found)])
    aliased = {}
    for at, place in enumerate(found):
        parts = [] if shares is None else shares[:, at] ** 2 * np.diag(block)[free] > SHARE * block[place, place]
        aliased[int(tells[place])] = [int(one) for one in tells[free][parts]] if len(parts) else []
    return aliased


def find_bounds(linear: Linear, cells: Sequence[Cells]) -> Bounds:
    """Of the fit of all rows."""
    offset, fixed = np.zeros((linear.lines, linear.width)), np.zeros((linear.lines, linear.width), dtype=bool)
    infinite, references = {}, {}
    for column in cells:
        lines = [_sides(linear.target, column.counts[0], line) for line in range(linear.lines)]
        for line, sides in enumerate(lines):
            usual = np.flatnonzero(sides == 0)
            if len(usual) == 0:
                continue  # without a category to compare with, the columns tell the outcomes apart
            far, start = FAR * np.where(np.abs(sides) == 1, sides, 0.0), line * linear.width
            offset[line, 0] += far[0]
            offset[line, column.places] = far[1:] - far[0]
            places = [int(column.places[(cell or usual[0]) - 1]) for cell in range(len(sides))]
            if usual[0] > 0 and column.is_flag:
                infinite[start], far = int(far[0] / FAR), -far
            elif usual[0] > 0:
                references[start + places[0]] = column.names[usual[0]]
            for cell in np.flatnonzero(sides != 0) if usual[0] > 0 else np.flatnonzero(sides[1:] != 0) + 1:
                if not np.isnan(sides[cell]):
                    infinite[start + places[cell]] = int(far[cell] / FAR)
                # Of several classes in a category without the first class, only the level is not determined.
                is_shared = sides[cell] == 1 and any(other[cell] == 1 for other in lines[:line])
                fixed[line, places[cell]] = not is_shared
    none = np.zeros(linear.size - linear.effects)
    own = np.append(offset.ravel(), none)
    scaled = np.linalg.solve(linear.to_own_units(), own) if own.any() else own
    return Bounds(scaled, np.append(fixed.ravel(), none > 0), infinite, references)


def is_bounded(linear: Linear, cells: Sequence[Cells], fit: int) -> bool:
    """Whether a fit without some rows has an infinite coefficient that the fit of all rows lacks."""
    for column in cells:
        for line in range(linear.lines):
            whole, own = (_sides(linear.target, column.counts[place], line) for place in (0, fit))
            if np.any(~np.isnan(own) & (own != 0) & (own != whole)):
                return True
    return False


def cells_in(encoding: Encoding) -> int:
    """Categories of all columns that have some."""
    return sum(count for _, _, count in _counted(encoding))


def count_cells(encoding: Encoding, rows: Rows) -> np.ndarray:
    """Of times until an event: [2, categories of all columns], rows that ended without and with it."""
    ended, found = rows.targets[:, 1] > 0, [np.zeros((2, 0))]
    for column, start, count in _counted(encoding):
        own = rows.inputs[:, start : start + count]
        if isinstance(column, NumberEncoder):
            values = own[:, :1] * column.deviation + column.mean
            own = np.abs(values - [0, 1]) < FLAG  # a missing one is the mean
        found.append(np.stack([own[~ended].sum(axis=0), own[ended].sum(axis=0)]))
    return np.concatenate(found, axis=1)


def cells_of(encoding: Encoding, linear: Linear, counts: np.ndarray, incomplete: Collection[str]) -> list[Cells]:
    """From counts [fits, outcomes, categories of all columns], but for numbers that some rows lack."""
    found, start = [], 0
    for column, _, count in _counted(encoding):
        is_flag, own = isinstance(column, NumberEncoder), counts[:, :, start : start + count]
        names = ("0", "1") if is_flag else (*column.categories, *[""] * (count - len(column.categories)))
        start += count
        if column.name not in incomplete:
            found.append(Cells(names, linear.places(column.name), own, is_flag))
    return found


def counts_of(encoding: Encoding, linear: Linear, sums: Arrays) -> np.ndarray:
    """Counts [fits, outcomes, categories of all columns] in the sums of a fit's first message, whose coefficients are
    those of no effect: of classes rows of each, of counts rows and what they add up to, else rows."""
    totals = _totals(linear, sums["gradient"], sums["hessian"])
    found = [np.zeros((*totals.shape[:2], 0))]
    for column, _, _ in _counted(encoding):
        own = totals[:, :, linear.places(column.name)]
        if isinstance(column, NumberEncoder):
            own = column.mean * totals[:, :, :1] + column.deviation * own
        found += [totals[:, :, :1] - own.sum(axis=2, keepdims=True), own]
    return np.rint(np.concatenate(found, axis=2))


def _counted(encoding: Encoding) -> list[tuple[CategoryEncoder | NumberEncoder, int, int]]:
    """Columns that have categories: each with the place of its first feature, and how many categories."""
    found, start = [], 0
    for column in encoding.columns:
        if isinstance(column, CategoryEncoder):
            found.append((column, start, column.width))
        elif isinstance(column, NumberEncoder) and _is_flag(column):
            found.append((column, start, 2))
        start += column.width
    return found


def _is_flag(column: NumberEncoder) -> bool:
    """Whether all values are 0 or 1: of whole numbers only those have their mean as mean of squares."""
    return column.deviation > 0 and abs(column.deviation**2 - column.mean * (1 - column.mean)) < FLAG


def _totals(linear: Linear, gradient: np.ndarray, hessian: np.ndarray) -> np.ndarray:
    """[fits, outcomes, width] of each feature's sum over the rows with an outcome."""
    width, target = linear.width, linear.target
    crossed = hessian[:, 0, :width]
    if target.kind == "classes":
        share = 1 / target.outputs
        every = crossed / (share * (1 - share))
        later = gradient[:, : linear.effects].reshape(len(gradient), linear.lines, width) + share * every[:, None]
        return np.concatenate([every[:, None] - later.sum(axis=1, keepdims=True), later], axis=1)
    if target.kind == "count":
        start = linear.start()
        mean, dispersion = np.exp(start[0]), np.exp(start[-1]) if linear.dispersed else 0.0
        grown, slope = 1 + dispersion * mean, gradient[:, :width]
        every = crossed * grown / mean - dispersion * slope
        return np.stack([every, slope * grown + every * mean], axis=1)
    return crossed[:, None]


def _sides(target: Target, counts: np.ndarray, line: int) -> np.ndarray:
    """Of each category: 0 where its rows have several answers, the side of its infinite coefficient, 2 where no row
    says on which side, NaN where it has no rows; from counts [outcomes, categories]."""
    empty = counts.sum(axis=0) == 0
    if target.kind == "count":
        empty, without, own = counts[0] == 0, False, counts[1] > 0
    elif target.kind == "classes":
        without, own = counts[0] == 0, counts[line + 1] > 0
    elif target.kind == "event":
        without, own = False, counts[1] > 0
    else:
        without, own = False, ~empty
    sides = np.where(own, np.where(without, 1.0, 0.0), np.where(without, 2.0, -1.0))
    return np.where(empty, np.nan, sides)

"""Coefficients without a finite optimum, found before a fit begins.

A column that is a linear combination of others is aliased: it is left out, as R's `lm` and `glm` do, and the errors of
the others remain valid. A category in which all rows have the same outcome has an infinite coefficient. It is set to
`FAR` with the sign of that infinity. Its rows then contribute nothing to gradient and curvature, so all other
coefficients equal those of the limit. If a column's first category is empty or has an infinite coefficient, the column
is compared with its first other category that is neither.
Source: Albert, Anderson 1984, "On the existence of maximum likelihood estimates in logistic regression models".
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import numpy as np

from engine.data.encoding import CategoryEncoder, Encoding, NumberEncoder
from engine.data.party import Rows
from engine.learners.linear import Linear, dependent, solve, varying
from engine.targets import Target

# Value that stands for an infinite coefficient. exp(-60), the contribution of a row, is below the rounding error of the
# other rows.
FAR = 60.0
FLAG = 1e-9  # A number that differs from 0 or 1 by less than this counts as 0 or 1.
SHARE = 1e-6  # Minimum share of an aliased column's square that another column must contribute in order to be named.


@dataclass(frozen=True)
class Cells:
    """The categories of a column by `names`: the places of all but the first among the coefficients of a line, and the
    number of rows by outcome and category [outcomes, categories]. A number that is 0 or 1 (`is_flag`) counts as two
    categories with one coefficient."""

    names: tuple[str, ...]
    places: np.ndarray
    counts: np.ndarray
    is_flag: bool


@dataclass(frozen=True)
class Bounds:
    """Start values of a fit's coefficients [size] (`offset`), and which of them keep their start value (`fixed`). Also
    the sign of each `infinite` coefficient, 0 if no row determines it, and `references`: for each column that is not
    compared with its first category, the name of the category that replaces the first."""

    offset: np.ndarray
    fixed: np.ndarray
    infinite: dict[int, int] = field(default_factory=dict)
    references: dict[int, str] = field(default_factory=dict)


def find_aliased(gram: np.ndarray, rows: int, candidates: np.ndarray) -> dict[int, list[int]]:
    """Find linear dependencies in a sum of squares [width, width]. Returns the positions, among the candidates, that
    are linear combinations of earlier positions, each with the positions in that combination."""
    varied = np.flatnonzero(varying(gram, rows) & candidates)
    block = gram[np.ix_(varied, varied)]
    found = dependent(block)
    free = np.setdiff1d(np.arange(len(varied)), found)
    shares = solve(block[np.ix_(free, free)], block[np.ix_(free, found)])
    aliased = {}
    for at, place in enumerate(found):
        parts = [] if shares is None else shares[:, at] ** 2 * np.diag(block)[free] > SHARE * block[place, place]
        aliased[int(varied[place])] = [int(one) for one in varied[free][parts]] if len(parts) else []
    return aliased


def find_bounds(linear: Linear, cells: Sequence[Cells]) -> Bounds:
    """Return the bounds of the coefficients for the fit of all rows."""
    offset, fixed = np.zeros((linear.lines, linear.width)), np.zeros((linear.lines, linear.width), dtype=bool)
    infinite, references = {}, {}
    for column in cells:
        lines = [_sides(linear.target, column.counts, line) for line in range(linear.lines)]
        for line, sides in enumerate(lines):
            usual = np.flatnonzero(sides == 0)
            if len(usual) == 0:
                continue  # there is no category to compare with, because the columns separate the outcomes
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
                # If several classes occur in a category, but not the first class, only their level relative to it is
                # undetermined.
                is_shared = sides[cell] == 1 and any(other[cell] == 1 for other in lines[:line])
                fixed[line, places[cell]] = not is_shared
    none = np.zeros(linear.size - linear.effects)
    own, units = np.append(offset.ravel(), none), linear.to_own_units()
    # A constant column is not scaled, because its deviation is 0
    scaled = np.linalg.solve(units + np.diag(np.diag(units) == 0), own)
    return Bounds(scaled, np.append(fixed.ravel(), none > 0), infinite, references)


def cells_in(encoding: Encoding) -> int:
    """Return the total number of categories of all columns that have categories."""
    return sum(count for _, _, count in _counted(encoding))


def outcomes_of(target: Target) -> int:
    """Return the number of outcomes by which rows are counted. For classes, it is their number. Counts have two
    outcomes: zero and above zero. Times have two as well: without and with the event."""
    return {"classes": target.outputs, "count": 2, "event": 2}.get(target.kind, 1)


def outcome_codes(targets: np.ndarray, target: Target) -> np.ndarray:
    """Return the outcome of each row [rows]."""
    if target.kind == "classes":
        return targets.argmax(axis=1)
    return np.zeros(len(targets), dtype=int) if target.kind == "number" else (targets[:, -1] > 0).astype(int)


def count_cells(encoding: Encoding, rows: Rows, target: Target) -> np.ndarray:
    """Return rows [outcomes, categories of all columns] by outcome and category."""
    ended, found = (
        np.eye(outcomes_of(target))[outcome_codes(rows.targets, target)],
        [np.zeros((outcomes_of(target), 0))],
    )
    for column, start, count in _counted(encoding):
        own = rows.inputs[:, start : start + count]
        if isinstance(column, NumberEncoder):
            share = own[:, :1] * column.deviation + column.mean
            own = np.hstack([1 - share, share])
        found.append(ended.T @ own)
    # A mean of several rows belongs to several categories, to each by a fraction.
    return np.ceil(np.concatenate(found, axis=1) - FLAG)


def cells_of(encoding: Encoding, linear: Linear, counts: np.ndarray, incomplete: Collection[str]) -> list[Cells]:
    """Return the cells of each column, from counts [outcomes, categories of all columns]. A column of numbers with
    missing values has no cells."""
    found, start = [], 0
    for column, _, count in _counted(encoding):
        is_flag, own = isinstance(column, NumberEncoder), counts[:, start : start + count]
        names = (
            ("0", "1")
            if isinstance(column, NumberEncoder)
            else (*column.categories, *[""] * (count - len(column.categories)))
        )
        start += count
        if column.name not in incomplete:
            found.append(Cells(names, linear.places(column.name), own, is_flag))
    return found


def _counted(encoding: Encoding) -> list[tuple[CategoryEncoder | NumberEncoder, int, int]]:
    """Return the columns that have categories, each with the position of its first feature and its number of
    categories."""
    found, start = [], 0
    for column in encoding.columns:
        if isinstance(column, CategoryEncoder):
            found.append((column, start, column.width))
        elif isinstance(column, NumberEncoder) and _is_flag(column):
            found.append((column, start, 2))
        start += column.width
    return found


def _is_flag(column: NumberEncoder) -> bool:
    """Whether all values are 0 or 1. Among columns of integers, only these have a mean of squares that equals the
    mean."""
    return column.deviation > 0 and abs(column.deviation**2 - column.mean * (1 - column.mean)) < FLAG


def _sides(target: Target, counts: np.ndarray, line: int) -> np.ndarray:
    """Return, for each category, the sign of its infinite coefficient, from counts [outcomes, categories]. The sign is
    0 if the category's rows have several outcomes, 2 if no row determines it, and NaN if the category has no rows."""
    empty = counts.sum(axis=0) == 0
    if target.kind == "classes":
        without, own = counts[0] == 0, counts[line + 1] > 0
    elif target.kind in ("count", "event"):
        without, own = False, counts[1] > 0
    else:
        without, own = False, ~empty
    sides = np.where(own, np.where(without, 1.0, 0.0), np.where(without, 2.0, -1.0))
    return np.where(empty, np.nan, sides)

"""Linear models by their likelihood: design, sums over rows, and what the coefficients say in the columns' own units.

A category is coded against its first one, so that its features and the intercept do not add up to each other.
Coefficients [classes - 1, 1 + features] are flat; the first class is the reference. The last one of counts that spread
more than Poisson's is the log of their dispersion. Source: McCullagh, Nelder 1989, chapters 2, 4, 5, 6.
"""

from dataclasses import dataclass

import numpy as np

from engine.data.encoding import CategoryEncoder, Encoding, StepEncoder
from engine.data.party import Rows
from engine.learners import counting
from engine.learners.partial_likelihood import partial_sums
from engine.privacy.terms import Arrays
from engine.targets import Target
from engine.targets.classes import softmax

MOST_ROW_LOSS = 1000.0  # beyond it a step went too far, and is halved anyway
DEPENDENT = 1e-8  # share of a column's variance that the columns before it leave
NEVER = 1e-12  # share of rows in which a feature is anything but its mean


@dataclass(frozen=True)
class Feature:
    """One feature of the design: its column, its category where the column has some (None in `category` and `is_other`
    set: any `rest` of the values, see `CategoryEncoder.rest_names`), and what turns a coefficient on the scaled column
    into one on the column's own unit."""

    column: str
    position: int  # among all encoded features
    category: str | None = None
    is_other: bool = False
    rest: str = ""
    mean: float = 0.0
    factor: float = 1.0


def features_of(encoding: Encoding, *, compared: bool = True) -> list[Feature]:
    """The design's features: all encoded ones, but if `compared` each category's first, which the others are compared
    with."""
    found, start = [], 0
    for column in encoding.columns:
        if isinstance(column, CategoryEncoder):
            named = [Feature(column.name, start + place, text) for place, text in enumerate(column.categories)]
            others = enumerate(column.rest_names, start + len(named))
            found += [*named, *(Feature(column.name, at, is_other=True, rest=rest) for at, rest in others)][compared:]
        elif isinstance(column, StepEncoder):
            found += [Feature(column.name, start + place) for place in range(column.width)]
        else:
            found.append(Feature(column.name, start, mean=column.mean, factor=column.factor))
        start += column.width
    return found


@dataclass(frozen=True)
class Linear:
    """A linear model of one target on one encoding."""

    features: tuple[Feature, ...]
    target: Target
    encoded: int  # features of the encoding
    dispersed: bool = False  # counts

    @classmethod
    def of(cls, encoding: Encoding, target: Target, *, dispersed: bool = False, compared: bool = True) -> "Linear":
        """`compared`: each category with its column's first, which no ridge then need hold."""
        return cls(tuple(features_of(encoding, compared=compared)), target, encoding.features, dispersed)

    @property
    def width(self) -> int:
        """Coefficients of one class, the intercept included."""
        return 1 + len(self.features)

    @property
    def lines(self) -> int:
        """Linear predictors: one for each class but the first, or one."""
        return self.target.outputs - 1 if self.target.kind == "classes" else 1

    @property
    def effects(self) -> int:
        """All coefficients but a dispersion."""
        return self.lines * self.width

    @property
    def size(self) -> int:
        """All coefficients."""
        return self.effects + self.dispersed

    def start(self) -> np.ndarray:
        """The first coefficients [size]: no column has an effect."""
        first = np.zeros(self.size)
        if self.target.kind == "count":
            mean, spread = counting.start(self.target)
            first[0], first[self.effects :] = mean, spread
        return first

    def design(self, inputs: np.ndarray) -> np.ndarray:
        """[rows, width] of encoded inputs [rows, features]."""
        columns = inputs[:, [feature.position for feature in self.features]]
        return np.hstack([np.ones((len(inputs), 1)), columns])

    def sums(self, rows: Rows, coefficients: np.ndarray) -> Arrays:
        """`loss` (minus the log-likelihood, of an event the partial one, or half the squared residuals), `gradient`
        [size] of the likelihood and `hessian` [size, size], not below zero but for a dispersion, at coefficients
        [size]; of counts `pearson`."""
        if self.target.kind == "count":
            return counting.count_sums(self.design(rows.inputs), rows.targets[:, 0], coefficients, self.target)
        design, lines = self.design(rows.inputs), coefficients.reshape(self.lines, self.width)
        if self.target.kind == "number":
            residuals = rows.targets[:, 0] - design @ lines[0]
            return {"loss": (residuals**2).sum() / 2, "gradient": design.T @ residuals, "hessian": design.T @ design}
        if self.target.kind == "event":
            sums = self.with_intercept(partial_sums(design[:, 1:], *self.ends(rows), coefficients[1:]))
            return sums | {"loss": min(sums["loss"], len(rows) * MOST_ROW_LOSS)}
        chances = softmax(np.hstack([np.zeros((len(rows), 1)), design @ lines.T]))
        losses = -np.log(np.maximum((chances * rows.targets).sum(axis=1), np.exp(-500.0)))
        later = chances[:, 1:]
        gradient = (rows.targets[:, 1:] - later).T @ design
        hessian = np.empty((self.lines, self.width, self.lines, self.width))
        for one in range(self.lines):
            for other in range(one + 1):
                weights = later[:, one] * ((one == other) - later[:, other])
                block = (design * weights[:, None]).T @ design
                hessian[one, :, other] = hessian[other, :, one] = block
        loss = np.minimum(losses, MOST_ROW_LOSS).sum()
        return {"loss": loss, "gradient": gradient.ravel(), "hessian": hessian.reshape(self.size, self.size)}

    @staticmethod
    def ends(rows: Rows) -> tuple[np.ndarray, np.ndarray]:
        """Of a time until an event: the times [rows], and which ended in it."""
        return rows.targets[:, 0], rows.targets[:, 1] > 0

    def with_intercept(self, sums: Arrays) -> Arrays:
        """Sums of an order of rows, which has no intercept: nothing depends on it, so it stays 0."""
        hessian = np.zeros((self.size, self.size))
        hessian[1:, 1:] = sums["hessian"]
        return sums | {"gradient": np.concatenate([[0.0], sums["gradient"]]), "hessian": hessian}

    def upward(self, gradient: np.ndarray, hessian: np.ndarray, fit: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Slope and curvature as a step from these coefficients takes them."""
        return counting.upward(gradient, hessian, fit[-1]) if self.dispersed else (gradient, hessian)

    def shortened(self, step: np.ndarray) -> np.ndarray:
        """A step whose dispersion goes no farther than one may."""
        farthest = np.abs(step[self.effects :]).max(initial=0)
        return step * (counting.STRIDE / max(farthest, counting.STRIDE))

    def outputs(self, inputs: np.ndarray, coefficients: np.ndarray) -> np.ndarray:
        """Raw outputs [rows, outputs] of encoded inputs; the reference class's are 0, and the log of a dispersion comes
        last."""
        weights, bias = self.layer(coefficients)
        spread = np.tile(coefficients[self.effects :], (len(inputs), 1))
        return np.hstack([inputs @ weights + bias, spread])

    def layer(self, coefficients: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Weights [encoded features, outputs] and bias [outputs]."""
        lines = coefficients[: self.effects].reshape(self.lines, self.width)
        weights, bias = np.zeros((self.encoded, self.lines)), lines[:, 0]
        weights[[feature.position for feature in self.features]] = lines[:, 1:].T
        if self.target.kind != "classes":
            return weights, bias
        return np.hstack([np.zeros((self.encoded, 1)), weights]), np.hstack([[0.0], bias])

    def penalised(self) -> np.ndarray:
        """Which coefficients a ridge holds: all but intercepts and a dispersion. Booleans [size]."""
        return np.append(np.tile(np.arange(self.width) > 0, self.lines), np.zeros(self.size - self.effects, dtype=bool))

    def to_own_units(self) -> np.ndarray:
        """[size, size]: maps coefficients on scaled columns to coefficients on columns (and a label) as they are; an
        intercept of a number still lacks the label's mean."""
        unit = self.target.deviation if self.target.kind == "number" else 1.0
        factors = np.array([feature.factor for feature in self.features])
        one = np.zeros((self.width, self.width))
        one[0, 0] = 1
        one[0, 1:] = -np.array([feature.mean for feature in self.features]) * factors
        one[1:, 1:] = np.diag(factors)
        units = np.eye(self.size)
        units[: self.effects, : self.effects] = unit * np.kron(np.eye(self.lines), one)
        return units

    def places(self, column: str) -> np.ndarray:
        """Of a column's features among the coefficients of one class."""
        return np.array([1 + at for at, one in enumerate(self.features) if one.column == column], dtype=int)

    def names(self, places: np.ndarray) -> list[str]:
        """Columns of coefficients at these places, each once, without intercepts."""
        columns = [self.features[place % self.width - 1].column for place in places if place % self.width]
        return list(dict.fromkeys(columns))


def varying(gram: np.ndarray, rows: int) -> np.ndarray:
    """Which coefficients of a sum of squares [size, size] have anything to tell. Booleans [size]."""
    return np.diag(gram) > NEVER * rows


def dependent(gram: np.ndarray) -> np.ndarray:
    """Places of columns that are sums of multiples of columns before them: Cholesky's pivots of X'X [size, size] that
    vanish against the column's own square."""
    scale = np.sqrt(np.maximum(np.diag(gram), 1e-300))
    left, found = gram / np.outer(scale, scale), []
    for place in range(len(left)):
        pivot = left[place, place]
        if pivot < DEPENDENT:
            found.append(place)
            left[place, :] = left[:, place] = 0
            continue
        column = left[place + 1 :, place] / pivot
        left[place + 1 :, place + 1 :] -= np.outer(column, left[place, place + 1 :])
    return np.array(found, dtype=int)


def solve(hessian: np.ndarray, gradient: np.ndarray) -> np.ndarray | None:
    """The step to the top of a parabola with a symmetric curvature [size, size], for a gradient [size] or one in each
    column of [size, columns]; 0 for coefficients that nothing depends on, None where the others are not determined."""
    free = np.diag(hessian) > 0
    step, inner = np.zeros(gradient.shape), hessian[np.ix_(free, free)]
    scale = np.sqrt(np.diag(inner))
    scaled = inner / np.outer(scale, scale)
    along = scale if gradient.ndim == 1 else scale[:, None]
    try:
        bends = np.abs(np.linalg.eigvalsh(scaled))  # their ratio is the condition number, for a fraction of the time
        if scaled.size and bends.max() * DEPENDENT**1.5 > bends.min():
            return None
        step[free] = np.linalg.solve(scaled, gradient[free] / along) / along
    except np.linalg.LinAlgError:
        return None
    return step

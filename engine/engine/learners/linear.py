"""Linear models by their likelihood: the design matrix, sums over rows, and coefficients in the columns' own units.

A category is coded relative to the first category of its column, so that its features and the intercept are not
collinear. Coefficients [classes - 1, 1 + features] are flattened; the first class is the reference. For overdispersed
counts, the last coefficient is the log of the dispersion. Source: McCullagh, Nelder 1989, chapters 2, 4, 5, 6.
"""

import math
from dataclasses import dataclass

import numpy as np

from engine.data.encoding import CategoryEncoder, Encoding, NumberEncoder, StepEncoder
from engine.data.party import Rows
from engine.data.rare import coarse_predictors
from engine.learners import counting
from engine.learners.partial_likelihood import partial_sums
from engine.learners.quasi_newton import MIN_CURVATURE, secant
from engine.privacy.terms import Arrays, Values
from engine.targets import Target
from engine.targets.classes import softmax

MAX_ROW_LOSS = 1000.0  # largest loss per row; a step beyond it was too long and is halved anyway
DEPENDENT = 1e-8  # minimum share of a column's variance that the columns before it do not explain
NEVER = 1e-12  # minimum share of rows in which a feature differs from its mean
MIN_LEFT = 1e-10  # minimum of the curvature along a row's own prediction that remains if the row is left out
PARTS, PARTS_SEED = 20, 20_260_101  # number of parts of a party's rows, the same in every round and every run


@dataclass(frozen=True)
class Feature:
    """One feature of the design: its column, and its category if the column has some. `category` is None and `is_other`
    is set for a feature of the `rest` (see `CategoryEncoder.rest_names`). `mean` and `factor` convert a coefficient on
    the scaled column into one in the column's own unit."""

    column: str
    position: int  # place of the feature among all encoded features
    category: str | None = None
    is_other: bool = False
    rest: str = ""
    mean: float = 0.0
    factor: float = 1.0


def features_of(encoding: Encoding, *, compared: bool = True) -> list[Feature]:
    """Return the design's features. If `compared`, the first category of each column is left out, because the other
    categories are compared with it; otherwise all encoded features are included."""
    found, start = [], 0
    for column in encoding.all_of(NumberEncoder, StepEncoder, CategoryEncoder):
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
    encoded: int  # number of features of the encoding
    dispersed: bool = False  # counts

    @classmethod
    def of(cls, encoding: Encoding, target: Target, *, dispersed: bool = False, compared: bool = True) -> "Linear":
        """Create the model. If `compared`, categories are compared with the first of their column, so they are
        determined without a ridge."""
        return cls(tuple(features_of(encoding, compared=compared)), target, encoding.features, dispersed)

    @property
    def width(self) -> int:
        """Number of coefficients of one class, including the intercept."""
        return 1 + len(self.features)

    @property
    def lines(self) -> int:
        """Number of linear predictors: one for each class except the first; for other targets one."""
        return self.target.outputs - 1 if self.target.kind == "classes" else 1

    @property
    def effects(self) -> int:
        """Number of coefficients, not counting a dispersion."""
        return self.lines * self.width

    @property
    def size(self) -> int:
        """Number of all coefficients."""
        return self.effects + self.dispersed

    def start(self) -> np.ndarray:
        """Return the first coefficients [size], at which no column has an effect."""
        first = np.zeros(self.size)
        if self.target.kind == "count":
            mean, spread = counting.start(self.target)
            first[0], first[self.effects :] = mean, spread
        return first

    def design(self, inputs: np.ndarray) -> np.ndarray:
        """Return the design [rows, width] from encoded inputs [rows, features]."""
        columns = inputs[:, [feature.position for feature in self.features]]
        return np.hstack([np.ones((len(inputs), 1)), columns])

    def sums(self, rows: Rows, coefficients: np.ndarray) -> Values:
        """Return sums over rows at coefficients [size]: `loss` (the negative log-likelihood; the partial one for an
        event; half the squared residuals for a number), the likelihood's `gradient` [size], `hessian` [size, size],
        which is positive semidefinite except for a dispersion, and for counts `pearson`."""
        if self.target.kind == "count":
            counts = rows.targets[:, 0]
            return counting.count_sums(self.design(rows.inputs), counts, coefficients, self.target, rows.steps)
        design, lines = self.design(rows.inputs), coefficients.reshape(self.lines, self.width)
        if self.target.kind == "number":
            residuals = rows.targets[:, 0] - design @ lines[0]
            return {"loss": (residuals**2).sum() / 2, "gradient": design.T @ residuals, "hessian": design.T @ design}
        if self.target.kind == "event":
            sums = self.with_intercept(partial_sums(design[:, 1:], *self.ends(rows), coefficients[1:]))
            return sums | {"loss": min(sums["loss"], len(rows) * MAX_ROW_LOSS)}
        straight = design @ lines.T
        probabilities = softmax(np.hstack([np.zeros((len(rows), 1)), straight]))
        losses = -np.log(np.maximum((probabilities * rows.targets).sum(axis=1), np.exp(-500.0)))
        later = probabilities[:, 1:]
        gradient = (rows.targets[:, 1:] - later).T @ design
        if rows.steps is not None:
            later = softmax(np.hstack([np.zeros((len(rows), 1)), coarse_predictors(straight, rows.steps)]))[:, 1:]
        hessian = np.empty((self.lines, self.width, self.lines, self.width))
        for one in range(self.lines):
            for other in range(one + 1):
                weights = later[:, one] * ((one == other) - later[:, other])
                block = (design * weights[:, None]).T @ design
                hessian[one, :, other] = hessian[other, :, one] = block
        loss = np.minimum(losses, MAX_ROW_LOSS).sum()
        return {"loss": loss, "gradient": gradient.ravel(), "hessian": hessian.reshape(self.size, self.size)}

    def null_loss(self, rows: Rows) -> float:
        """Return the loss of the rows if no column has an effect. For a number, it is at least the loss of equally many
        average rows of all parties."""
        if self.target.kind == "number":
            return max(float((rows.targets**2).sum()), len(rows)) / 2
        if self.target.kind == "classes":
            return len(rows) * math.log(self.target.outputs)
        none = Rows(np.zeros((len(rows), self.encoded)), rows.targets)
        return float(self.sums(none, self.start())["loss"])

    def squares(self, rows: Rows) -> np.ndarray:
        """Return the matrix from which `first_curvature` is computed: X'X [width, width]; for an event, the curvature
        [width, width] of the partial likelihood without column effects."""
        if self.target.kind == "event":
            return self.sums(rows, self.start())["hessian"]
        design = self.design(rows.inputs)
        return design.T @ design

    def first_curvature(self, squares: np.ndarray) -> np.ndarray:
        """Return the curvature [size, size] without column effects. For a dispersion, it is approximated by normal
        distances."""
        if self.target.kind == "classes":
            share = 1 / self.target.outputs
            return np.kron(share * np.eye(self.lines) - share**2, squares)
        if self.target.kind != "count":
            return squares
        found = np.zeros((self.size, self.size))
        grown = 1 + self.dispersed * math.exp(counting.start(self.target)[1]) * self.target.mean
        found[: self.width, : self.width] = self.target.mean / grown * squares
        found[self.effects :, self.effects :] = squares[0, 0] / 2 * (1 - 1 / grown) ** 2
        return found

    def left_out(self, rows: Rows, inputs: np.ndarray, coefficients: np.ndarray, curvature: np.ndarray) -> np.ndarray:
        """Return raw outputs [rows, outputs] for inputs [rows, features] of each row by the fit without that row. The
        fit without it is approximated by one step from the coefficients [size], at which all rows together have this
        curvature [size, size] and the left-out row contributes as in `rows`. Exact for a number. Source: Pregibon 1981,
        "Logistic regression diagnostics"."""
        if self.target.kind == "event":
            return self._parts_left_out(rows, inputs, coefficients, curvature)
        design, covariance = self.design(rows.inputs), inverse(curvature)
        outputs = self.outputs(inputs, coefficients)
        errors, weights = self._working(design, rows, coefficients)
        left = np.eye(self.lines) * (1 + MIN_LEFT) - weights @ self._reach(design, covariance, design)
        reach = self._reach(self.design(inputs), covariance, design)
        moved = (reach @ np.linalg.solve(left, errors[:, :, None]))[:, :, 0]
        first = outputs.shape[1] - self.lines - (self.size - self.effects)
        outputs[:, first : first + self.lines] -= moved
        return outputs

    def _reach(self, one: np.ndarray, covariance: np.ndarray, other: np.ndarray) -> np.ndarray:
        """Return the influence of each row of one design on the predictions of the same row of the other: [rows, lines,
        lines]."""
        places = [slice(line * self.width, (line + 1) * self.width) for line in range(self.lines)]
        found = np.empty((len(one), self.lines, self.lines))
        for line, own in enumerate(places):
            for beside, across in enumerate(places):
                found[:, line, beside] = ((one @ covariance[own, across]) * other).sum(axis=1)
        return found

    def _working(self, design: np.ndarray, rows: Rows, coefficients: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return derivatives by each row's linear predictors: the likelihood's gradient [rows, lines] and curvature
        [rows, lines, lines]."""
        if self.target.kind == "count":
            straight = design @ coefficients[: self.width]
            gradients, weights = counting.working(
                straight, rows.targets[:, 0], coefficients[self.effects :], self.target
            )
            return gradients[:, None], weights[:, None, None]
        straight = design @ coefficients.reshape(self.lines, self.width).T
        if self.target.kind == "number":
            return rows.targets - straight, np.ones((len(rows), 1, 1))
        later = softmax(np.hstack([np.zeros((len(rows), 1)), straight]))[:, 1:]
        weights = later[:, :, None] * (np.eye(self.lines) - later[:, None, :])
        return rows.targets[:, 1:] - later, weights

    def _parts_left_out(
        self, rows: Rows, inputs: np.ndarray, coefficients: np.ndarray, curvature: np.ndarray
    ) -> np.ndarray:
        """Return outputs for survival, where rows are compared with each other. Rows are left out together, in at most
        `PARTS` parts."""
        outputs, whole = np.zeros((len(rows), 1)), self.sums(rows, coefficients)
        parts = np.random.default_rng(PARTS_SEED).permutation(np.arange(len(rows)) % PARTS)
        free = np.diag(curvature) > 0
        for part in np.unique(parts):
            others = self.sums(rows.take(parts != part), coefficients)
            gradient = others["gradient"] - whole["gradient"]
            left = np.where(np.outer(free, free), curvature - whole["hessian"] + others["hessian"], 0.0)
            step = solve(left, gradient)
            fit = coefficients + (inverse(curvature) @ gradient if step is None else step)
            outputs[parts == part] = self.outputs(inputs[parts == part], fit)
        return outputs

    @staticmethod
    def ends(rows: Rows) -> tuple[np.ndarray, np.ndarray]:
        """Return the end times [rows], and whether each row ended in the event."""
        return rows.targets[:, 0], rows.targets[:, 1] > 0

    def with_intercept(self, sums: Arrays) -> Values:
        """Add a place for the intercept to the sums of a partial likelihood. The likelihood does not depend on it, so
        it stays 0."""
        hessian = np.zeros((self.size, self.size))
        hessian[1:, 1:] = sums["hessian"]
        return sums | {"gradient": np.concatenate([[0.0], sums["gradient"]]), "hessian": hessian}

    def upward(self, gradient: np.ndarray, hessian: np.ndarray, fit: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return gradient and curvature in the form for an ascent step from these coefficients."""
        return counting.upward(gradient, hessian, fit[-1]) if self.dispersed else (gradient, hessian)

    def ahead(
        self, curvature: np.ndarray, gradient: np.ndarray, fit: np.ndarray, own: float, most: float
    ) -> np.ndarray:
        """Return the estimated curvature [size, size] for the next step. See `counting.ahead` for a dispersion."""
        if not self.dispersed or self.target.kind != "count":
            return curvature
        return counting.ahead(curvature, gradient[-1], own, fit[-1], most, self.target.mean)

    def secant(self, curvature: np.ndarray, step: np.ndarray, change: np.ndarray) -> np.ndarray:
        """Return the estimated curvature [size, size] after a step [size] along which the gradient fell by `change`
        [size]."""
        if self.target.kind != "count":
            return secant(curvature, step, change)
        moved = np.abs(step[self.effects :]).max(initial=0)
        least = MIN_CURVATURE if moved < counting.STILL else counting.MIN_CURVATURE
        free = slice(self.effects if moved > counting.APART else self.size)
        found = curvature.copy()
        found[free, free] = secant(
            curvature[free, free], step[free], change[free], least=least, shrinks=counting.SHRINKS
        )
        return found

    def outputs(self, inputs: np.ndarray, coefficients: np.ndarray) -> np.ndarray:
        """Return raw outputs [rows, outputs] from encoded inputs. Those of the reference class are 0, and the log of a
        dispersion comes last."""
        weights, bias = self.layer(coefficients)
        spread = np.tile(coefficients[self.effects :], (len(inputs), 1))
        return np.hstack([inputs @ weights + bias, spread])

    def layer(self, coefficients: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return weights [encoded features, outputs] and bias [outputs]."""
        lines = coefficients[: self.effects].reshape(self.lines, self.width)
        weights, bias = np.zeros((self.encoded, self.lines)), lines[:, 0]
        weights[[feature.position for feature in self.features]] = lines[:, 1:].T
        if self.target.kind != "classes":
            return weights, bias
        return np.hstack([np.zeros((self.encoded, 1)), weights]), np.hstack([[0.0], bias])

    def penalised(self) -> np.ndarray:
        """Return booleans [size]: which coefficients a ridge penalises. These are all except intercepts and a
        dispersion."""
        return np.append(np.tile(np.arange(self.width) > 0, self.lines), np.zeros(self.size - self.effects, dtype=bool))

    def to_own_units(self) -> np.ndarray:
        """Return the matrix [size, size] that maps coefficients on scaled columns to coefficients on columns (and a
        label) in their own units. The intercept of a number still lacks the label's mean."""
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
        """Return the places of a column's features among the coefficients of one class."""
        return np.array([1 + at for at, one in enumerate(self.features) if one.column == column], dtype=int)

    def names(self, places: np.ndarray) -> list[str]:
        """Return the columns of the coefficients at these places, each once, without intercepts."""
        columns = [self.features[place % self.width - 1].column for place in places if place % self.width]
        return list(dict.fromkeys(columns))


def varying(gram: np.ndarray, rows: int) -> np.ndarray:
    """Return booleans [size]: which coefficients of a sum of squares [size, size] vary enough to be estimated."""
    return np.diag(gram) > NEVER * rows


def dependent(gram: np.ndarray) -> np.ndarray:
    """Return the places of columns that are linear combinations of earlier columns. These are the places at which the
    pivots of the Cholesky decomposition of X'X [size, size] are negligible relative to the column's own square."""
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


def inverse(curvature: np.ndarray) -> np.ndarray:
    """Return the inverse of a symmetric curvature [size, size]. Entries are 0 for coefficients on which nothing
    depends."""
    found = solve(curvature, np.eye(len(curvature)))
    return np.linalg.pinv(curvature, hermitian=True) if found is None else found


def solve(hessian: np.ndarray, gradient: np.ndarray) -> np.ndarray | None:
    """Return the Newton step for a symmetric curvature [size, size] and a gradient [size], or several gradients as
    columns [size, columns]. The step is 0 for coefficients on which nothing depends. Returns None if the other
    coefficients are not determined."""
    free = np.diag(hessian) > 0
    step, inner = np.zeros(gradient.shape), hessian[np.ix_(free, free)]
    scale = np.sqrt(np.diag(inner))
    scaled = inner / np.outer(scale, scale)
    along = scale if gradient.ndim == 1 else scale[:, None]
    try:
        # The ratio of the eigenvalues is the condition number, and costs a fraction of computing that number.
        eigenvalues = np.abs(np.linalg.eigvalsh(scaled))
        if scaled.size and eigenvalues.max() * DEPENDENT**1.5 > eigenvalues.min():
            return None
        step[free] = np.linalg.solve(scaled, gradient[free] / along) / along
    except np.linalg.LinAlgError:
        return None
    return step

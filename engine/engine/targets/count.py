"""A count to predict: whole numbers from 0 on, modelled on a log scale, so that effects multiply.

A model's first output is the log of the expected count. An optional second output is the log of the dispersion. With
it, the variance is expected + dispersion x expected^2 (NB2); without it, the variance is the expected count itself
(Poisson). Source: Cameron, Trivedi 2013, "Regression Analysis of Count Data", chapter 3.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Literal

import numpy as np

from engine.errors import PartyError
from engine.privacy.terms import Arrays, Term, Values
from engine.table import Column
from engine.targets.intervals import SQUARES, Interval, mean_from_zero, scaled, transformed
from engine.targets.number import FAR, Number, mae, rmse

MAX_COUNT = 1_000_000  # Largest count that a row may have. Larger numbers are amounts, not counts.
MAX_FACTOR = 4.0  # maximum expected count of a row in an honest run, as a multiple of the sum of all parties' counts
# Names of the summed terms that a target of numbers has as well
OF_NUMBERS = ("rows", "squared", "absolute", "residuals")
MIN_LOSS_BOUND = 1000.0  # Minimum of the bound of a row's loss. It applies if the sum of all counts is small.


@dataclass(frozen=True)
class Count:
    """A target of counts: mean and deviation of the label over all parties' rows, and the number of these rows."""

    name: str
    mean: float = 1.0
    deviation: float = 1.0
    rows: int = 1
    kind: ClassVar[Literal["count"]] = "count"
    # kind of output, as the model's file and card name it: the expected count
    output_kind: ClassVar[str] = "number"
    outputs: ClassVar[int] = 1

    @property
    def most(self) -> float:
        """Return the largest expected count that a row can have: at the optimal coefficients, the expected counts of
        all rows add up to the observed ones."""
        return MAX_FACTOR * max(self.mean * self.rows, 1.0)

    def check(self, label: Column) -> None:
        """Raise PartyError `data.type-mismatch` (column) for texts, or `data.label-not-counts` (column, most) for
        numbers that are not counts."""
        if label.kind != "number":
            raise PartyError("data.type-mismatch", column=self.name)
        values = label.values
        if not np.all((values >= 0) & (values <= MAX_COUNT) & (values == np.round(values))):
            raise PartyError("data.label-not-counts", column=self.name, most=MAX_COUNT)

    def encode(self, label: Column) -> np.ndarray:
        """Targets [rows, 1]: the counts."""
        return label.values[:, None]

    def predict(self, outputs: np.ndarray) -> np.ndarray:
        """Expected counts [rows, 1] from a model's outputs [rows, 1 or 2]."""
        return np.exp(self._logs(outputs))[:, None]

    @property
    def metric_names(self) -> tuple[str, ...]:
        """Names of the metrics that `metrics` can return."""
        return tuple(METRICS)

    def score_terms(self, rows: int) -> dict[str, Term]:
        """Return the terms of a party's scores over at most `rows` rows: those of a number, in the label's deviations,
        and the sums of `loss` and `deviance`."""
        terms = self._as_number.score_terms(rows)
        return {
            **{name: terms[name] for name in OF_NUMBERS},
            "loss": Term((), rows * self._most_loss),
            "deviance": Term((), rows * self._most_loss),
        }

    def score(self, outputs: np.ndarray, targets: np.ndarray) -> Values:
        """`score_terms` from a model's outputs [rows, 1 or 2] and targets [rows, 1]."""
        expected = self.predict(outputs)
        scores = self._as_number.score(*((each - self.mean) / self.deviation for each in (expected, targets)))
        sums = {name: values.sum() for name, values in self._losses(outputs, targets).items()}
        return {name: scores[name] for name in OF_NUMBERS} | sums

    def metrics(self, scores: Arrays) -> dict[str, float]:
        """Return metrics in the label's unit, except `loss` and `deviance`."""
        return {name: metric(self._as_number, scores) for name, metric in METRICS.items()}

    def unit(self, metric: str) -> float:
        """Return the size of one label deviation in the metric's unit; 1 for metrics without the label's unit."""
        return self._as_number.unit(metric)

    def final_terms(self, rows: int) -> dict[str, Term]:
        """Return terms that are summed for the final model in addition to `score_terms`: the squares of the summed
        values."""
        return {
            "fourth": Term((), rows * FAR**4),
            "loss-squared": Term((), rows * self._most_loss**2),
            "deviance-squared": Term((), rows * self._most_loss**2),
        }

    def final(self, outputs: np.ndarray, targets: np.ndarray) -> Values:
        """`final_terms` from a model's outputs [rows, 1 or 2] and targets [rows, 1]."""
        squared = np.clip((targets[:, 0] - self.predict(outputs)[:, 0]) / self.deviation, -FAR, FAR) ** 2
        losses = self._losses(outputs, targets)
        return {"fourth": (squared**2).sum()} | {
            f"{name}-squared": (values**2).sum() for name, values in losses.items()
        }

    def report(self, scores: Arrays, final: Arrays, rng: np.random.Generator) -> dict[str, Any]:
        """Return every score with its rows and 95 % interval."""
        rows = float(scores["rows"])
        if rows == 0:
            return {"rows": 0, "metrics": {}}
        squared = mean_from_zero(float(scores["squared"]), float(final["fourth"]), rows, SQUARES)
        absolute = mean_from_zero(float(scores["absolute"]), float(scores["squared"]), rows)
        metrics: dict[str, Interval] = {
            name: mean_from_zero(float(scores[name]), float(final[f"{name}-squared"]), rows)
            for name in ("loss", "deviance")
        } | {
            "rmse": transformed(squared, lambda value: math.sqrt(value) * self.deviation),
            "mae": scaled(absolute, self.deviation),
        }
        return {"rows": int(rows), "metrics": metrics}

    def card(self, scores: Arrays) -> dict:
        """Entries of the model card that depend on the scores, as for a number."""
        return self._as_number.card(scores)

    def _losses(self, outputs: np.ndarray, targets: np.ndarray) -> Arrays:
        """Return the losses of each row: `loss` and `deviance`."""
        counts = targets[:, 0]
        found = {"loss": self._surprise(counts, outputs), "deviance": _deviance(counts, self._logs(outputs))}
        return {name: np.clip(values, 0, self._most_loss) for name, values in found.items()}

    def _logs(self, outputs: np.ndarray) -> np.ndarray:
        return np.minimum(outputs[:, 0], np.log(self.most))

    def _surprise(self, counts: np.ndarray, outputs: np.ndarray) -> np.ndarray:
        """Return negative log-probabilities [rows]. Rows may come from different fits, each with its own dispersion."""
        logs = self._logs(outputs)
        if outputs.shape[1] == 1:
            return surprise(counts, logs)
        found = np.zeros(len(counts))
        for spread in np.unique(outputs[:, 1]):
            rows = outputs[:, 1] == spread
            found[rows] = surprise(counts[rows], logs[rows], float(np.exp(spread)))
        return found

    @property
    def _most_loss(self) -> float:
        return max(self.most, MIN_LOSS_BOUND)

    @property
    def _as_number(self) -> Number:
        return Number(self.name, self.mean, self.deviation)


def surprise(counts: np.ndarray, logs: np.ndarray, dispersion: float = 0.0) -> np.ndarray:
    """Return the negative log-probability of each count [rows]. `logs` are the logs of the expected counts."""
    unlikely = _log_factorials(int(counts.max(initial=0)))[counts.astype(int)] - counts * logs
    if dispersion == 0:
        return unlikely + np.exp(logs)
    unlikely -= climbed(counts, lambda steps: np.log1p(dispersion * steps))
    return unlikely + (counts + 1 / dispersion) * np.log1p(dispersion * np.exp(logs))


def climbed(counts: np.ndarray, step: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
    """Return the sum of `step` over 0, 1, ... below each count [rows]. Computing it as a difference of gamma functions
    would lose precision."""
    return _sums_below(int(counts.max(initial=0)), step)[counts.astype(int)]


def _sums_below(most: int, step: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
    return np.concatenate([[0.0], np.cumsum(step(np.arange(most)))])


@lru_cache(maxsize=1)  # This array is cached, because every fit of the same counts needs it.
def _log_factorials(most: int) -> np.ndarray:
    return _sums_below(most, np.log1p)


def _deviance(counts: np.ndarray, logs: np.ndarray) -> np.ndarray:
    """Return the Poisson deviance [rows]: twice the difference of the loss from that of a fit that expects each row's
    own count."""
    own = np.log(np.maximum(counts, 1))
    return 2 * (counts * (own - logs) - counts + np.exp(logs))


def loss(target: Number, scores: Arrays) -> float:
    """Mean negative log-probability of the counts."""
    return float(scores["loss"] / max(scores["rows"], 1))


def deviance(target: Number, scores: Arrays) -> float:
    """Mean Poisson deviance."""
    return float(scores["deviance"] / max(scores["rows"], 1))


# To add a metric of counts, write a function of the summed scores and add it here.
METRICS = {"loss": loss, "deviance": deviance, "rmse": rmse, "mae": mae}

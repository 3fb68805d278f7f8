"""A number to predict: scaled by its mean and deviation over all parties, scored by sums of residuals.

Residuals are in the label's deviations and clipped at `FARTHEST`, so that a single row cannot exceed a sum's bound.
"""

import math
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np

from engine.errors import PartyError
from engine.privacy.terms import Arrays, Term, Values
from engine.table import Column
from engine.targets.intervals import SQUARES, Interval, from_zero, mean_from_zero, scaled, transformed

# edges of 20 bins of 0.3 deviations between -3 and 3; one more bin at each end contains the values beyond
RESIDUAL_EDGES = np.linspace(-3, 3, 21)
FARTHEST = 1000.0  # residuals are clipped at this many deviations
FAR = 30.0  # values for intervals are clipped at this many deviations, because intervals sum fourth powers


@dataclass(frozen=True)
class Number:
    """A target of numbers: mean and deviation of the label over all parties' training rows, in its own unit."""

    name: str
    mean: float = 0.0
    deviation: float = 1.0
    kind: ClassVar[Literal["number"]] = "number"
    output_kind: ClassVar[str] = "number"  # kind of output, as the model's file and card name it
    outputs: ClassVar[int] = 1

    def check(self, label: Column) -> None:
        """Raise PartyError `data.type-mismatch` (column) if the label is not a number."""
        if label.kind != "number":
            raise PartyError("data.type-mismatch", column=self.name)

    def encode(self, label: Column) -> np.ndarray:
        """Targets [rows, 1], in deviations from the mean."""
        return ((label.values - self.mean) / self.deviation)[:, None]

    def predict(self, outputs: np.ndarray) -> np.ndarray:
        """Estimates [rows, 1] in the label's unit from a model's outputs [rows, 1]."""
        return outputs * self.deviation + self.mean

    @property
    def metric_names(self) -> tuple[str, ...]:
        """Names of the metrics that `metrics` can return."""
        return tuple(METRICS)

    def score_terms(self, rows: int) -> dict[str, Term]:
        """Return the terms of a party's scores over at most `rows` rows. Residuals and labels are in deviations."""
        return {
            "rows": Term((), rows, whole=True),
            "squared": Term((), rows * FARTHEST**2),
            "absolute": Term((), rows * FARTHEST),
            "label": Term((), rows * FARTHEST),
            "label-squared": Term((), rows * FARTHEST**2),
            "residuals": Term((len(RESIDUAL_EDGES) + 1,), rows, whole=True),
        }

    def score(self, outputs: np.ndarray, targets: np.ndarray) -> Values:
        """`score_terms` from a model's outputs and targets, both [rows, 1]."""
        label = np.clip(targets[:, 0], -FARTHEST, FARTHEST)
        residuals = np.clip(np.nan_to_num(targets - outputs, nan=FARTHEST)[:, 0], -FARTHEST, FARTHEST)
        bins = np.bincount(np.searchsorted(RESIDUAL_EDGES, residuals), minlength=len(RESIDUAL_EDGES) + 1)
        return {
            "rows": np.float64(len(label)),
            "squared": (residuals**2).sum(),
            "absolute": np.abs(residuals).sum(),
            "label": label.sum(),
            "label-squared": (label**2).sum(),
            "residuals": bins.astype(np.float64),
        }

    def metrics(self, scores: Arrays) -> dict[str, float]:
        """Return metrics in the label's unit, except `loss` (squared deviations) and `r2`. `r2` is absent if the label
        does not vary, because it is undefined then."""
        found = {name: metric(self, scores) for name, metric in METRICS.items()}
        return {name: value for name, value in found.items() if value is not None}

    def unit(self, metric: str) -> float:
        """Return the size of one label deviation in the metric's unit; 1 for metrics without the label's unit."""
        return self.deviation if metric in ("rmse", "mae") else 1.0

    def final_terms(self, rows: int) -> dict[str, Term]:
        """Return terms that are summed for the final model in addition to `score_terms`: how errors vary with the
        label."""
        return {"moments": Term((5,), rows * FAR**4)}

    def final(self, outputs: np.ndarray, targets: np.ndarray) -> Values:
        """`final_terms` from a model's outputs and targets, both [rows, 1]."""
        label = np.clip(targets[:, 0], -FAR, FAR)
        squared = np.clip(np.nan_to_num(targets - outputs, nan=FAR)[:, 0], -FAR, FAR) ** 2
        parts = (squared**2, squared * label, squared * label**2, label**3, label**4)
        return {"moments": np.array([part.sum() for part in parts])}

    def report(self, scores: Arrays, final: Arrays, rng: np.random.Generator) -> dict[str, Any]:
        """Return every score with its rows and 95 % interval."""
        rows, squared, absolute = (float(scores[name]) for name in ("rows", "squared", "absolute"))
        if rows == 0:
            return {"rows": 0, "metrics": {}}
        squares = (squared, float(final["moments"][0]))
        mean = mean_from_zero(*squares, rows, SQUARES)
        metrics: dict[str, Interval] = {
            "loss": mean,
            "rmse": transformed(mean, lambda value: math.sqrt(value) * self.deviation),
            "mae": scaled(mean_from_zero(absolute, squared, rows), self.deviation),
        }
        if (explained := r2(self, scores)) is not None:
            left = from_zero(1 - explained, _deviation_of_r2(scores, final["moments"]), rows, squares, SQUARES)
            low, high = (None if end is None else 1 - end for end in (left["high"], left["low"]))
            metrics["r2"] = {**left, "value": explained, "low": low, "high": high}
        return {"rows": int(rows), "metrics": metrics}

    def card(self, scores: Arrays) -> dict:
        """Return the entries of the model card that depend on the scores. Bin edges are in the label's unit, with one
        more bin at either end."""
        edges = (RESIDUAL_EDGES * self.deviation).round(6).tolist()
        counts = [int(count) for count in scores["residuals"]]
        return {"classes": [], "residuals": {"edges": edges, "counts": counts}}


def loss(target: Number, scores: Arrays) -> float:
    """Mean squared residual, in squared deviations."""
    return float(scores["squared"] / max(scores["rows"], 1))


def rmse(target: Number, scores: Arrays) -> float:
    """Root of the mean squared residual."""
    return loss(target, scores) ** 0.5 * target.deviation


def mae(target: Number, scores: Arrays) -> float:
    """Mean absolute residual."""
    return float(scores["absolute"] / max(scores["rows"], 1)) * target.deviation


def r2(target: Number, scores: Arrays) -> float | None:
    """Share of the label's variance that the model explains."""
    spread = float(scores["label-squared"] - scores["label"] ** 2 / max(scores["rows"], 1))
    return 1 - float(scores["squared"]) / spread if spread > 1e-9 * max(scores["rows"], 1) else None


def _deviation_of_r2(scores: Arrays, moments: np.ndarray) -> float:
    """Return the standard deviation of R², by the delta method for a quotient of two sums over rows: squared residuals,
    and squared distances of the label from its mean."""
    rows, squared, total, squares = (float(scores[name]) for name in ("rows", "squared", "label", "label-squared"))
    fourth, with_label, with_square, cubes, label_fourth = moments.tolist()
    mean = total / rows
    spread = squares - total * mean
    share = squared / spread
    both = with_square - 2 * mean * with_label + mean**2 * squared
    around = label_fourth - 4 * mean * cubes + 6 * mean**2 * squares - 3 * rows * mean**4
    return math.sqrt(max(fourth - 2 * share * both + share**2 * around, 0)) / spread


# To add a metric of numbers, write a function of the summed scores and add it here.
METRICS = {"loss": loss, "rmse": rmse, "mae": mae, "r2": r2}

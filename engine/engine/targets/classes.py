"""A label of classes: one-hot targets, scores as counts that are summed over parties, and macro averages.

Macro averages are over the classes that occur among the true or the predicted ones. Undefined ratios count as 0 (as
with scikit-learn's `zero_division=0`).
"""

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

import numpy as np

from engine.errors import PartyError
from engine.privacy.terms import Arrays, Term, Values
from engine.table import Column
from engine.targets.curves import BINS, area, calibration, count_scores, redrawn_areas, shown_bins
from engine.targets.intervals import (
    FEW_ROWS,
    Interval,
    Share,
    as_share,
    bounded_mean,
    mean_from_zero,
    mean_of,
    scaled,
    share_of,
    unknown,
)

TINY = 1e-15
MAX_LOSS = 35.0  # largest loss of a row: -log(TINY), rounded up
FEW_OF_EACH = 20  # Minimum mean number of rows per class. With fewer, a macro average has no interval.
MAX_BRIER = 2.0  # Largest Brier score of a row. It occurs if the whole probability is on one wrong class.


def class_names(values: np.ndarray, *, integral: bool) -> list[str]:
    """Return the class names of label values [rows]: texts, or whole numbers without a decimal point."""
    return [str(int(value)) if integral else str(value) for value in values]


def softmax(outputs: np.ndarray) -> np.ndarray:
    """Return probabilities [rows, classes]."""
    grown = np.exp(outputs - outputs.max(axis=1, keepdims=True))
    return grown / grown.sum(axis=1, keepdims=True)


@dataclass(frozen=True)
class Classes:
    """A target of classes. Contains them in the order of the agreed codes. If `integral`, they are whole numbers,
    written as text."""

    name: str
    classes: tuple[str, ...]
    integral: bool = False
    kind: ClassVar[Literal["classes"]] = "classes"
    output_kind: ClassVar[str] = "classes"  # kind of output, as the model's file and card name it

    @property
    def outputs(self) -> int:
        """Number of a model's outputs for a row."""
        return len(self.classes)

    def check(self, label: Column) -> None:
        """Raise PartyError `data.type-mismatch` (column) if the plan has whole numbers and the label has texts, or the
        reverse."""
        whole = label.kind == "number" and bool(np.all(label.values == np.round(label.values)))
        if whole != self.integral or (label.kind == "number" and not whole):
            raise PartyError("data.type-mismatch", column=self.name)

    def encode(self, label: Column) -> np.ndarray:
        """Return one-hot targets [rows, classes].

        Raises PartyError `data.label-rare-class` (column, rows) for rows of a class that is not in the plan.
        """
        names = class_names(label.values, integral=self.integral)
        codes = {name: code for code, name in enumerate(self.classes)}
        if strangers := sum(name not in codes for name in names):
            raise PartyError("data.label-rare-class", column=self.name, rows=strangers)
        return np.eye(len(self.classes))[[codes[name] for name in names]]

    def predict(self, outputs: np.ndarray) -> np.ndarray:
        """Return probabilities [rows, classes] of a model's outputs [rows, classes]."""
        return softmax(outputs)

    @property
    def metric_names(self) -> tuple[str, ...]:
        """Names of the metrics that `metrics` can return."""
        return tuple(METRICS)

    def score_terms(self, rows: int) -> dict[str, Term]:
        """Return the terms of a party's scores over at most `rows` rows. `confusion` is [true class, predicted
        class]."""
        return {
            "rows": Term((), rows, whole=True),
            "loss": Term((), rows * MAX_LOSS),
            "confusion": Term((self.outputs, self.outputs), rows, whole=True),
        }

    def score(self, outputs: np.ndarray, targets: np.ndarray) -> Values:
        """Return `score_terms` of a model's outputs and one-hot targets, both [rows, classes]."""
        truth, probabilities = targets.argmax(axis=1), self.predict(outputs)
        confusion = np.bincount(truth * self.outputs + probabilities.argmax(axis=1), minlength=self.outputs**2)
        return {
            "rows": np.float64(len(truth)),
            "loss": _losses(probabilities, targets).sum(),
            "confusion": confusion.reshape(self.outputs, self.outputs).astype(np.float64),
        }

    def metrics(self, scores: Arrays) -> dict[str, Any]:
        """Return metrics as fractions, from the summed scores of any number of parties: a number each, or [draws] for a
        stack of scores."""
        return {name: metric(scores) for name, metric in METRICS.items()}

    def unit(self, metric: str) -> float:
        """Return 1, the size of one deviation in a metric's unit: scores of classes have no unit."""
        return 1.0

    def final_terms(self, rows: int) -> dict[str, Term]:
        """Return terms that are summed for the final model in addition to `score_terms`. `bins` is [class, score bin,
        whether a row belongs to the class]."""
        return {
            "bins": Term((self.outputs, BINS, 2), rows, whole=True),
            "brier": Term((), rows * MAX_BRIER),
            "brier-squared": Term((), rows * MAX_BRIER**2),
            "loss-squared": Term((), rows * MAX_LOSS**2),
        }

    def final(self, outputs: np.ndarray, targets: np.ndarray) -> Values:
        """Return `final_terms` of a model's outputs and one-hot targets, both [rows, classes]."""
        probabilities = np.nan_to_num(self.predict(outputs))
        brier = ((probabilities - targets) ** 2).sum(axis=1)
        columns = zip(probabilities.T, targets.T, strict=True)
        return {
            "bins": np.stack([count_scores(scores, holds) for scores, holds in columns]).astype(np.float64),
            "brier": brier.sum(),
            "brier-squared": (brier**2).sum(),
            "loss-squared": (_losses(probabilities, targets) ** 2).sum(),
        }

    def report(self, scores: Arrays, final: Arrays, rng: np.random.Generator) -> dict[str, Any]:
        """Return every score with its rows and 95 % interval: the metrics, each class, and the curves over all
        thresholds."""
        rows, confusion = float(scores["rows"]), scores["confusion"]
        if rows == 0:
            return {"rows": 0, "metrics": {}, "classes": [], "curves": []}
        metrics: dict[str, Interval | None] = {
            "accuracy": share_of(int(np.trace(confusion)), rows),
            "loss": mean_from_zero(float(scores["loss"]), float(final["loss-squared"]), rows),
        }
        metrics |= {name: macro_of(name, confusion) for name in ("precision", "recall", "f1")}
        halves = bounded_mean(float(final["brier"]) / 2, float(final["brier-squared"]) / 4, rows)
        # For two classes, it is usual to report the Brier score of one class only.
        metrics["brier"] = halves if self.outputs == 2 else scaled(halves, 2)
        curves = [curve_of(name, bins, rng) for name, bins in zip(self.classes, final["bins"], strict=True)]
        areas = [curve["auc"] for curve in curves[-1 if self.outputs == 2 else 0 :] if curve["auc"]]
        if areas:
            metrics["auc"] = mean_of(areas, rows)
        return {
            "rows": int(rows),
            "metrics": {name: found for name, found in metrics.items() if found},
            "classes": [
                class_scores(name, hits, truth, guesses, rows)
                for name, hits, truth, guesses in zip(
                    self.classes, np.diag(confusion), confusion.sum(axis=1), confusion.sum(axis=0), strict=True
                )
            ],
            "curves": curves,
        }

    def card(self, scores: Arrays) -> dict:
        """Return the entries of the model card that depend on the scores. `confusion.counts` is [true class, predicted
        class] in the order of `classes`."""
        counts = scores["confusion"].astype(int).tolist()
        return {"classes": list(self.classes), "confusion": {"classes": list(self.classes), "counts": counts}}


def macro_of(name: str, confusion: np.ndarray) -> Interval:
    """Return a macro average of a confusion matrix [truth, prediction], by the delta method. The variance of each class
    is at least that of a share with one more correct and one more wrong row.

    The interval has no ends if a class has no row to be judged by, or if there are too few rows for the number of
    classes.
    """
    counts, rows = _counts({"confusion": confusion}), float(confusion.sum())
    value, classes = float(METRICS[name]({"confusion": confusion})), int(counts.occurs.sum())
    # weights of the true rows and the predicted rows in the denominator of the ratio
    halves = {"precision": (0.0, 1.0), "recall": (1.0, 0.0), "f1": (0.5, 0.5)}[name]
    under = halves[0] * counts.truth + halves[1] * counts.guesses
    judged = under[counts.occurs]
    if rows < max(FEW_ROWS, FEW_OF_EACH * classes) or not judged.all():
        return unknown(value, rows)
    more = -counts.hits / np.maximum(under, TINY) ** 2  # derivative of the ratio by its denominator
    moved = np.diag(1 / np.maximum(under, TINY)) + halves[0] * more[:, None] + halves[1] * more[None, :]
    variance = float((confusion * moved**2)[np.ix_(counts.occurs, counts.occurs)].sum()) / classes**2
    shares = (counts.hits[counts.occurs] + 1) / (judged + 2)
    least = float((shares * (1 - shares) / (judged + 2)).sum()) / classes**2
    effective = classes**2 / float((1 / judged).sum())
    return as_share(value, int(rows), max(variance, least), effective)


def class_scores(name: str, hits: float, truth: float, guesses: float, rows: float) -> dict[str, Any]:
    """Return binary scores of a class or label over `rows` rows: `truth` rows belong to it, `guesses` are predicted,
    and `hits` are both."""
    right = rows - truth - guesses + hits  # number of true negatives
    shares: dict[str, Share | None] = {
        "sensitivity": share_of(hits, truth),
        "specificity": share_of(right, rows - truth),
        "ppv": share_of(hits, guesses),
        "npv": share_of(right, rows - guesses),
    }
    return {"class": name, **shares}


def curve_of(name: str, bins: np.ndarray, rng: np.random.Generator) -> dict[str, Any]:
    """Return the scores of a class at any threshold, from rows [BINS, 2] by score and by whether they belong to the
    class."""
    edges, counts = shown_bins(bins)
    others, own = counts.T.astype(int).tolist()
    found = area(bins, redrawn_areas(bins, rng))
    return {"class": name, "edges": edges, "own": own, "others": others, "auc": found, "calibration": calibration(bins)}


@dataclass(frozen=True)
class Counts:
    """Counts by class [classes], or [draws, classes] for a stack. The properties have the same shape."""

    hits: np.ndarray
    truth: np.ndarray
    guesses: np.ndarray
    occurs: np.ndarray = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "occurs", (self.truth + self.guesses) > 0)

    @property
    def precision(self) -> Any:
        """Share of the rows predicted as a class that belong to it; macro average."""
        return self._macro(self.hits / np.maximum(self.guesses, 1))

    @property
    def recall(self) -> Any:
        """Share of the rows of a class that are predicted as it; macro average."""
        return self._macro(self.hits / np.maximum(self.truth, 1))

    @property
    def f1(self) -> Any:
        """Harmonic mean of precision and recall of each class; macro average."""
        return self._macro(2 * self.hits / np.maximum(self.truth + self.guesses, 1))

    def _macro(self, values: np.ndarray) -> Any:
        """Return the mean over the classes that occur. Values of classes that do not occur must be 0."""
        return values.sum(axis=-1) / np.maximum(self.occurs.sum(axis=-1), 1)


def _losses(probabilities: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """Return the cross entropy of each row [rows]. A model that has diverged gives every class a probability of 0."""
    return -np.log(np.maximum(np.nan_to_num((probabilities * targets).sum(axis=1)), TINY))


def _counts(scores: Arrays) -> Counts:
    confusion = scores["confusion"]
    return Counts(np.diagonal(confusion, axis1=-2, axis2=-1), confusion.sum(axis=-1), confusion.sum(axis=-2))


def loss(scores: Arrays) -> Any:
    """Mean cross entropy."""
    return scores["loss"] / np.maximum(scores["rows"], 1)


def accuracy(scores: Arrays) -> Any:
    """Share of rows whose most likely class is their own."""
    return np.trace(scores["confusion"], axis1=-2, axis2=-1) / np.maximum(scores["rows"], 1)


def precision(scores: Arrays) -> Any:
    """Share of the rows predicted as a class that belong to it; macro average."""
    return _counts(scores).precision


def recall(scores: Arrays) -> Any:
    """Share of the rows of a class that are predicted as it; macro average."""
    return _counts(scores).recall


def f1(scores: Arrays) -> Any:
    """Harmonic mean of precision and recall of each class; macro average."""
    return _counts(scores).f1


# To add a metric of classes, write a function of the summed scores (or of a stack of them) and add it here.
METRICS = {"loss": loss, "accuracy": accuracy, "precision": precision, "recall": recall, "f1": f1}

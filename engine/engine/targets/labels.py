"""Multi-label targets: any number of labels apply to a row. Each label is predicted separately, with its own
probability.

Correct predictions are counted by label and over all labels. Only one score concerns a row's labels together: whether
all of them are right. Macro averages over labels are computed as those over classes. Micro averages over all answers
are named `multilabel_…`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np

from engine.data.tokens import lists_of
from engine.privacy.terms import Arrays, Term, Values
from engine.table import Column
from engine.targets.classes import MAX_LOSS, TINY, Counts, class_scores, curve_of, softmax
from engine.targets.curves import BINS, count_scores
from engine.targets.intervals import (
    Interval,
    Share,
    bounded_mean,
    mean_from_zero,
    mean_of,
    redrawn,
    share_of,
    within,
)
from engine.targets.ratios import UNDER, of_rows, shares_of

HALF = 0.5  # A label is predicted if its probability is higher than this.
# The weighted sum of (found, there, predicted) with these weights is the number of a row's wrong labels.
MISSED = np.array([-2.0, 1.0, 1.0])


def sigmoid(outputs: np.ndarray) -> np.ndarray:
    """Return the probability of each output, independent of the others."""
    return 1 / (1 + np.exp(-np.clip(outputs, -500, 500)))


# Functions from a model's outputs to probabilities, by label kind. The gradient of either loss is `probabilities -
# targets`.
PROBABILITIES: dict[str, Callable[[np.ndarray], np.ndarray]] = {"classes": softmax, "labels": sigmoid}


def entropy_of(probabilities: np.ndarray, targets: np.ndarray, label_kind: str) -> np.ndarray:
    """Return losses [rows] of probabilities and targets, both [rows, outputs]: for classes, the loss of the row's own
    class; for labels, the sum over all labels."""
    if label_kind == "classes":
        return -np.log(np.maximum((probabilities * targets).sum(axis=1), TINY))
    return -np.log(np.maximum(np.where(targets > 0, probabilities, 1 - probabilities), TINY)).sum(axis=1)


@dataclass(frozen=True)
class Labels:
    """A target of several labels. Contains the labels in the order of the agreed codes."""

    name: str
    classes: tuple[str, ...]
    kind: ClassVar[Literal["labels"]] = "labels"
    output_kind: ClassVar[str] = "labels"  # kind of output, as the model's file and card name it

    @property
    def outputs(self) -> int:
        """Number of a model's outputs for a row."""
        return len(self.classes)

    def check(self, label: Column) -> None:
        """Raise PartyError `data.type-mismatch` (column) if the values are not lists of labels."""
        lists_of(label, least=0)

    def encode(self, label: Column) -> np.ndarray:
        """Return targets [rows, labels] of zeros and ones. Labels that are not in the plan are ignored. Raises
        PartyError as `check` does."""
        codes = {name: code for code, name in enumerate(self.classes)}
        targets = np.zeros((len(label.values), self.outputs))
        for row, names in enumerate(lists_of(label, least=0)):
            targets[row, [codes[name] for name in names if name in codes]] = 1
        return targets

    def predict(self, outputs: np.ndarray) -> np.ndarray:
        """Probabilities [rows, labels] of a model's outputs [rows, labels]."""
        return sigmoid(outputs)

    @property
    def metric_names(self) -> tuple[str, ...]:
        """Names of the metrics that `metrics` can return."""
        return tuple(METRICS)

    def score_terms(self, rows: int) -> dict[str, Term]:
        """Return the terms of a party's scores over at most `rows` rows. `right` counts rows with all labels correct;
        `labels` are [labels, (found, there, predicted)]."""
        return {
            "rows": Term((), rows, whole=True),
            "loss": Term((), rows * MAX_LOSS),
            "right": Term((), rows, whole=True),
            "labels": Term((self.outputs, 3), rows, whole=True),
        }

    def score(self, outputs: np.ndarray, targets: np.ndarray) -> Values:
        """`score_terms` from a model's outputs and targets, both [rows, labels]."""
        probabilities = np.nan_to_num(self.predict(outputs))
        counts = _by_row(probabilities, targets)
        return {
            "rows": np.float64(len(targets)),
            "loss": self._losses(probabilities, targets).sum(),
            "right": np.float64((counts.sum(axis=1) @ MISSED == 0).sum()),
            "labels": counts.sum(axis=0),
        }

    def metrics(self, scores: Arrays) -> dict[str, float]:
        """Return metrics as fractions, from the summed scores of any number of parties."""
        return {name: metric(scores) for name, metric in METRICS.items()}

    def unit(self, metric: str) -> float:
        """Return 1, the size of one deviation in a metric's unit: scores of labels have no unit."""
        return 1.0

    def final_terms(self, rows: int) -> dict[str, Term]:
        """Return terms that are summed for the final model in addition to `score_terms`. `bins` is [label, score bin,
        whether the label applies]; `products` are those of all pairs of a row's counts (found, there, predicted) over
        all labels."""
        return {
            "bins": Term((self.outputs, BINS, 2), rows, whole=True),
            "brier": Term((), rows),
            "brier-squared": Term((), rows),
            "loss-squared": Term((), rows * MAX_LOSS**2),
            "products": Term((3, 3), rows * self.outputs**2, whole=True),
        }

    def final(self, outputs: np.ndarray, targets: np.ndarray) -> Values:
        """`final_terms` from a model's outputs and targets, both [rows, labels]."""
        probabilities = np.nan_to_num(self.predict(outputs))
        brier, every = ((probabilities - targets) ** 2).mean(axis=1), _by_row(probabilities, targets).sum(axis=1)
        columns = zip(probabilities.T, targets.T, strict=True)
        return {
            "bins": np.stack([count_scores(scores, applies) for scores, applies in columns]).astype(np.float64),
            "brier": brier.sum(),
            "brier-squared": (brier**2).sum(),
            "loss-squared": (self._losses(probabilities, targets) ** 2).sum(),
            "products": every.T @ every,
        }

    def report(self, scores: Arrays, final: Arrays, rng: np.random.Generator) -> dict[str, Any]:
        """Return every score with its rows and 95 % interval: the metrics, each label, and the curves over all
        thresholds."""
        rows, counts = int(scores["rows"]), scores["labels"]
        if rows == 0:
            return {"rows": 0, "metrics": {}, "classes": [], "curves": []}
        curves = [curve_of(name, bins, rng) for name, bins in zip(self.classes, final["bins"], strict=True)]
        areas = [curve["auc"] for curve in curves if curve["auc"]]
        every = shares_of(counts.sum(axis=0), final["products"])
        metrics: dict[str, Interval | None] = {
            "accuracy": share_of(float(scores["right"]), rows),
            "loss": mean_from_zero(float(scores["loss"]), float(final["loss-squared"]), rows),
            **_macro(counts, rows, rng),
            "multilabel_accuracy": of_rows(_answers(counts, final["products"], rows), rows),
            **{f"multilabel_{name}": of_rows(one, rows) for name, one in every.items()},
            "brier": bounded_mean(float(final["brier"]), float(final["brier-squared"]), rows),
            "auc": mean_of(areas, rows) if areas else None,
        }
        return {
            "rows": rows,
            "metrics": {name: one for name, one in metrics.items() if one},
            "classes": [class_scores(name, *own, rows=rows) for name, own in zip(self.classes, counts, strict=True)],
            "curves": curves,
        }

    def card(self, scores: Arrays) -> dict:
        """Return the entries of the model card besides `report`."""
        return {"classes": list(self.classes)}

    def _losses(self, probabilities: np.ndarray, targets: np.ndarray) -> np.ndarray:
        """Return the loss of each row [rows]: the mean over its labels."""
        return entropy_of(probabilities, targets, self.kind) / self.outputs


def _by_row(probabilities: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """Return three booleans for each row and label [rows, labels, 3]: found, true, predicted."""
    there, predicted = targets > 0, probabilities > HALF
    return np.stack([there & predicted, there, predicted], axis=2).astype(np.float64)


def _macro(counts: np.ndarray, rows: int, rng: np.random.Generator) -> dict[str, Interval]:
    """Return means over the labels that occur. Each label is bootstrapped separately, from its counts of rows that are
    found, missed, wrongly predicted, and neither true nor predicted."""
    hits, there, predicted = counts.T
    draws = redrawn(
        np.stack([hits, there - hits, predicted - hits, rows - there - predicted + hits], axis=1), 1 / 4, rng
    )
    hits, missed, wrong, _ = np.moveaxis(draws, -1, 0)
    intervals = {}
    for name in ("precision", "recall", "f1"):
        of_each = []
        for place in np.flatnonzero(counts[:, 1:].any(axis=1)):
            value = getattr(_counts(counts[[place]]), name)
            under = {"precision": hits + wrong, "recall": hits + missed, "f1": hits + (missed + wrong) / 2}[name]
            of_each.append(within(value, hits[:, place] / np.maximum(under[:, place], 0.5), rows))
        if of_each:
            intervals[name] = mean_of(of_each, rows)
    return intervals


def _answers(counts: np.ndarray, products: np.ndarray, rows: int) -> Share | None:
    """Return the share of right answers, where each row and label is one answer. The answers of a row are correlated,
    and each row has the same number of answers."""
    labels, wrong = len(counts), float(counts.sum(axis=0) @ MISSED)
    answers, squared = rows * labels, float(MISSED @ products @ MISSED)
    right, by_row = answers - wrong, labels * answers
    both = np.array([by_row - 2 * labels * wrong + squared, labels * right, labels * right])
    of_right = np.array([both, [labels * right, by_row, by_row], [labels * right, by_row, by_row]])
    return shares_of(np.array([right, answers, answers]), of_right)["recall"]


def _counts(counts: np.ndarray) -> Counts:
    return Counts(*counts.T)


def loss(scores: Arrays) -> float:
    """Mean binary cross entropy over rows and labels."""
    return float(scores["loss"] / max(scores["rows"], 1))


def accuracy(scores: Arrays) -> float:
    """Share of rows with all labels correct (subset accuracy)."""
    return float(scores["right"] / max(scores["rows"], 1))


def answers(scores: Arrays) -> float:
    """Share of right answers, with one answer for each row and label. This is 1 minus the Hamming loss."""
    wrong, counts = float(scores["labels"].sum(axis=0) @ MISSED), scores["labels"]
    return 1 - wrong / max(float(scores["rows"]) * len(counts), 1)


def _ratio(scores: Arrays, name: str) -> float:
    """Return precision, recall or F1 of all labels together (micro average)."""
    counts = scores["labels"].sum(axis=0)
    return float(counts[0] / max(counts @ UNDER[name], 0.5))


# To add a metric of labels, write a function of the summed scores and add it here.
METRICS = {
    "loss": loss,
    "accuracy": accuracy,
    "precision": lambda scores: _counts(scores["labels"]).precision,
    "recall": lambda scores: _counts(scores["labels"]).recall,
    "f1": lambda scores: _counts(scores["labels"]).f1,
    "multilabel_accuracy": answers,
    "multilabel_precision": lambda scores: _ratio(scores, "precision"),
    "multilabel_recall": lambda scores: _ratio(scores, "recall"),
    "multilabel_f1": lambda scores: _ratio(scores, "f1"),
}

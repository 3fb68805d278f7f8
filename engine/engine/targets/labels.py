"""Several labels of a row, of which any number apply: each is told by itself, with a chance of its own.

What is right is counted by label and over all of them; of a row's labels together only whether all are right. Averages
over labels (macro) are as those over classes; what is over all answers (micro) is called `multilabel_…`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from engine.data.table import Column
from engine.data.tokens import lists_of
from engine.privacy.terms import Arrays, Term
from engine.targets.classes import MOST_LOSS, TINY, Counts, curve_of, softmax, told_apart
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

HALF = 0.5  # what is above it is said to apply
MISSED = np.array([-2.0, 1.0, 1.0])  # of a row's (found, there, said): how many of its labels are told wrong


def sigmoid(outputs: np.ndarray) -> np.ndarray:
    """Chances of each output by itself."""
    return 1 / (1 + np.exp(-np.clip(outputs, -500, 500)))


# Of a model's outputs, by what is learnt. The loss of either slopes by them as `chances - targets`.
CHANCES: dict[str, Callable[[np.ndarray], np.ndarray]] = {"classes": softmax, "labels": sigmoid}


def entropy_of(chances: np.ndarray, targets: np.ndarray, label_kind: str) -> np.ndarray:
    """Losses [rows] of chances and targets, both [rows, outputs]: of classes that of the row's own, of labels those of
    all, added up."""
    if label_kind == "classes":
        return -np.log(np.maximum((chances * targets).sum(axis=1), TINY))
    return -np.log(np.maximum(np.where(targets > 0, chances, 1 - chances), TINY)).sum(axis=1)


@dataclass(frozen=True)
class Labels:
    """The labels in the order of the agreed codes."""

    name: str
    classes: tuple[str, ...]
    kind: ClassVar[str] = "labels"
    output_kind: ClassVar[str] = "labels"  # what a model of it says, as its file and card name it

    @property
    def outputs(self) -> int:
        """How many numbers a model gives for a row."""
        return len(self.classes)

    def check(self, label: Column) -> None:
        """Raises PartyError `data.type-mismatch` (column) for what are no lists of labels."""
        lists_of(label, least=0)

    def encode(self, label: Column) -> np.ndarray:
        """Targets [rows, labels] of zeros and ones; a label that nobody agreed counts as none. Raises PartyError as
        `check` does."""
        codes = {name: code for code, name in enumerate(self.classes)}
        targets = np.zeros((len(label.values), self.outputs))
        for row, names in enumerate(lists_of(label, least=0)):
            targets[row, [codes[name] for name in names if name in codes]] = 1
        return targets

    def predict(self, outputs: np.ndarray) -> np.ndarray:
        """Chances [rows, labels] of a model's outputs [rows, labels]."""
        return sigmoid(outputs)

    @property
    def metric_names(self) -> tuple[str, ...]:
        """What `metrics` may say."""
        return tuple(METRICS)

    def score_terms(self, rows: int) -> dict[str, Term]:
        """What a party's scores are, of at most so many rows. `right` are rows with all labels told right; `labels` are
        [labels, (found, there, said)]."""
        return {
            "rows": Term((), rows, whole=True),
            "loss": Term((), rows * MOST_LOSS),
            "right": Term((), rows, whole=True),
            "labels": Term((self.outputs, 3), rows, whole=True),
        }

    def score(self, outputs: np.ndarray, targets: np.ndarray) -> Arrays:
        """`score_terms` from a model's outputs and targets, both [rows, labels]."""
        chances = np.nan_to_num(self.predict(outputs))
        counts = _by_row(chances, targets)
        return {
            "rows": np.float64(len(targets)),
            "loss": self._losses(chances, targets).sum(),
            "right": np.float64((counts.sum(axis=1) @ MISSED == 0).sum()),
            "labels": counts.sum(axis=0),
        }

    def metrics(self, scores: Arrays) -> dict[str, float]:
        """Fractions, from scores of any number of parties together."""
        return {name: metric(scores) for name, metric in METRICS.items()}

    def unit(self, metric: str) -> float:
        """Of a metric in the label's unit, that unit in deviations: labels have none."""
        return 1.0

    def final_terms(self, rows: int) -> dict[str, Term]:
        """What is summed beside `score_terms` of the model that is kept. `bins` is label x bin of its score x whether
        it applies; `products` are those of every two of a row's counts (found, there, said) over all labels."""
        return {
            "bins": Term((self.outputs, BINS, 2), rows, whole=True),
            "brier": Term((), rows),
            "brier-squared": Term((), rows),
            "loss-squared": Term((), rows * MOST_LOSS**2),
            "products": Term((3, 3), rows * self.outputs**2, whole=True),
        }

    def final(self, outputs: np.ndarray, targets: np.ndarray) -> Arrays:
        """`final_terms` from a model's outputs and targets, both [rows, labels]."""
        chances = np.nan_to_num(self.predict(outputs))
        brier, every = ((chances - targets) ** 2).mean(axis=1), _by_row(chances, targets).sum(axis=1)
        columns = zip(chances.T, targets.T, strict=True)
        return {
            "bins": np.stack([count_scores(scores, applies) for scores, applies in columns]).astype(np.float64),
            "brier": brier.sum(),
            "brier-squared": (brier**2).sum(),
            "loss-squared": (self._losses(chances, targets) ** 2).sum(),
            "products": every.T @ every,
        }

    def report(self, scores: Arrays, final: Arrays, rng: np.random.Generator) -> dict[str, Any]:
        """Every score with its rows and 95 % interval: the metrics, each label, and at any threshold."""
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
            "classes": [told_apart(name, *own, rows) for name, own in zip(self.classes, counts, strict=True)],
            "curves": curves,
        }

    def card(self, scores: Arrays) -> dict:
        """What a model's card says of its scores beside `report`."""
        return {"classes": list(self.classes)}

    def _losses(self, chances: np.ndarray, targets: np.ndarray) -> np.ndarray:
        """Of each row [rows], the mean over its labels."""
        return entropy_of(chances, targets, self.kind) / self.outputs


def _by_row(chances: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """What is found, is there and is said: [rows, labels, 3]."""
    there, said = targets > 0, chances > HALF
    return np.stack([there & said, there, said], axis=2).astype(np.float64)


def _macro(counts: np.ndarray, rows: int, rng: np.random.Generator) -> dict[str, Interval]:
    """Means over the labels that occur of what is redrawn of each by itself: of its rows found, missed, said wrongly
    and neither."""
    hits, there, said = counts.T
    draws = redrawn(np.stack([hits, there - hits, said - hits, rows - there - said + hits], axis=1), 1 / 4, rng)
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
    """Of all answers, one for each row and label, the share that is right; those of a row are right or wrong together,
    and as many in each."""
    labels, wrong = len(counts), float(counts.sum(axis=0) @ MISSED)
    answers, squared = rows * labels, float(MISSED @ products @ MISSED)
    right, by_row = answers - wrong, labels * answers
    both = np.array([by_row - 2 * labels * wrong + squared, labels * right, labels * right])
    of_right = np.array([both, [labels * right, by_row, by_row], [labels * right, by_row, by_row]])
    return shares_of(np.array([right, answers, answers]), of_right)["recall"]


def _counts(counts: np.ndarray) -> Counts:
    return Counts(*counts.T)


def loss(scores: Arrays) -> float:
    """Mean binary cross entropy, over rows and labels."""
    return float(scores["loss"] / max(scores["rows"], 1))


def accuracy(scores: Arrays) -> float:
    """Share of rows with all labels told right (subset accuracy)."""
    return float(scores["right"] / max(scores["rows"], 1))


def answers(scores: Arrays) -> float:
    """Share of answers, one for each row and label, that are right: 1 less the Hamming loss."""
    wrong, counts = float(scores["labels"].sum(axis=0) @ MISSED), scores["labels"]
    return 1 - wrong / max(float(scores["rows"]) * len(counts), 1)


def _ratio(scores: Arrays, name: str) -> float:
    """Precision, recall or F1 of all labels together."""
    counts = scores["labels"].sum(axis=0)
    return float(counts[0] / max(counts @ UNDER[name], 0.5))


# A new metric of labels is a function of the sums, and a line here.
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

"""Survival targets: how long a row was followed, and whether the event ended the follow-up. The score is how well a
model orders pairs of rows by risk.

A pair is comparable if one row had the event while the other was still followed without it. Source: Harrell et al.
1982, "Evaluating the yield of medical tests".
"""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np

from engine.errors import PartyError
from engine.privacy.terms import Arrays, Term, Values
from engine.table import Column
from engine.targets.classes import class_names
from engine.targets.intervals import between, difference_of

FEW = 64  # Up to this number of rows, all pairs are compared at once.
SAME, RIGHT = 1, 2  # Points of a comparable pair, in halves: for equal risks, and for the right order.


@dataclass(frozen=True)
class Event:
    """A target "time until an event". `values` of the label are "last seen without the event" and "the event", in this
    order; whole numbers as text if `integral`. Mean and deviation are those of the times over all parties' rows, in
    their own unit."""

    name: str
    time: str
    values: tuple[str, str]
    integral: bool = False
    mean: float = 0.0
    deviation: float = 1.0
    kind: ClassVar[Literal["event"]] = "event"
    output_kind: ClassVar[str] = "survival"  # kind of output, as the model's file and card name it
    outputs: ClassVar[int] = 1

    def check(self, label: Column) -> None:
        """Raise PartyError `data.type-mismatch` (column) if the plan has numbers and the label has texts, or the
        reverse, and `data.time-negative` (column, rows)."""
        whole = label.kind == "number" and bool(np.all(label.values == np.round(label.values)))
        if whole != self.integral or (label.kind == "number" and not whole):
            raise PartyError("data.type-mismatch", column=self.name)
        if label.require_time().kind != "number":
            raise PartyError("data.type-mismatch", column=self.time)
        if negative := int((label.require_time().values < 0).sum()):
            raise PartyError("data.time-negative", column=self.time, rows=negative)

    def encode(self, label: Column) -> np.ndarray:
        """Return targets [rows, 2]: the time, and 1 if the event ended it.

        Raises PartyError `data.label-rare-class` (column, rows) for rows with neither of the two values.
        """
        names = np.array(class_names(label.values, integral=self.integral))
        if strangers := int((~np.isin(names, self.values)).sum()):
            raise PartyError("data.label-rare-class", column=self.name, rows=strangers)
        return np.column_stack([label.require_time().values, names == self.values[1]])

    def predict(self, outputs: np.ndarray) -> np.ndarray:
        """Return hazards [rows, 1] as multiples of the average row's, from a model's outputs [rows, 1]."""
        return np.exp(outputs)

    @property
    def metric_names(self) -> tuple[str, ...]:
        """Names of the metrics that `metrics` can return."""
        return tuple(METRICS)

    def score_terms(self, rows: int) -> dict[str, Term]:
        """Return the terms of a party's scores over at most `rows` rows: comparable pairs, and pairs in the right
        order, both in halves."""
        pairs = Term((), rows * rows * RIGHT, whole=True)
        return {"rows": Term((), rows, whole=True), "pairs": pairs, "ordered": pairs}

    def score(self, outputs: np.ndarray, targets: np.ndarray) -> Values:
        """Return `score_terms` from a model's outputs [rows, 1] and targets [rows, 2]. If targets have a third column,
        it is the group within which rows may be compared."""
        pairs, ordered = (counts.sum() / 2 for counts in count_by_row(outputs, targets))
        return {"rows": np.float64(len(targets)), "pairs": pairs, "ordered": ordered}

    def metrics(self, scores: Arrays) -> dict[str, float]:
        """Return the concordance; absent if no pair of rows is comparable."""
        found = {name: metric(scores) for name, metric in METRICS.items()}
        return {name: value for name, value in found.items() if value is not None}

    def unit(self, metric: str) -> float:
        """Return 1, the size of one deviation in a metric's unit: the concordance is a share, which has no unit."""
        return 1.0

    def final_terms(self, rows: int) -> dict[str, Term]:
        """Return terms that are summed for the final model in addition to `score_terms`: how the numbers of pairs vary
        over rows."""
        return {"spread": Term((3,), rows * (rows * float(RIGHT)) ** 2)}

    def final(self, outputs: np.ndarray, targets: np.ndarray) -> Values:
        """Return `final_terms` from a model's outputs and targets: over the rows, sums of squares and products of each
        row's number of pairs and its number of pairs in the right order."""
        pairs, ordered = count_by_row(outputs, targets)
        return {"spread": np.array([ordered @ ordered, ordered @ pairs, pairs @ pairs])}

    def report(self, scores: Arrays, final: Arrays, rng: np.random.Generator) -> dict[str, Any]:
        """Return the concordance with its 95 % interval, from how much it would change without each single row (the
        infinitesimal jackknife of a quotient of sums over pairs)."""
        rows, found = int(scores["rows"]), concordance(scores)
        if found is None:
            return {"rows": rows, "metrics": {}}
        ordered, both, pairs = final["spread"].tolist()
        all_ = float(scores["pairs"])
        deviation = max(ordered - 2 * found * both + found**2 * pairs, 0.0) ** 0.5 / all_
        # If there are few events, most pairs contain one of a few rows. So use the effective number of rows with pairs.
        effective = (2 * all_) ** 2 / pairs
        return {"rows": rows, "metrics": {"concordance": between(found, deviation, rows, effective)}}

    def gain(self, outputs: np.ndarray, others: np.ndarray, targets: np.ndarray) -> tuple[float, float] | None:
        """Return the ends of the 95 % interval of a model's concordance minus another's, from their outputs [rows, 1]
        for the same rows, by the jackknife of `report`. None if there are too few comparable pairs."""
        pairs, ordered = count_by_row(outputs, targets)
        ahead = ordered - count_by_row(others, targets)[1]
        if pairs.sum() == 0:
            return None
        found = float(ahead.sum() / pairs.sum())
        return difference_of(found, (ahead - found * pairs) * 2 / pairs.sum(), len(targets))

    def card(self, scores: Arrays) -> dict:
        """Entries of the model card that depend on the scores."""
        return {"classes": []}


def count_by_row(outputs: np.ndarray, targets: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return for each row [rows] the number of pairs that contain it (see `count_pairs`), and the number of those pairs
    that are in the right order. If targets have a third column, only rows of the same group are compared."""
    pairs, ordered = np.zeros((2, len(targets)))
    groups = targets[:, 2] if targets.shape[1] > 2 else np.zeros(len(targets))
    for group in np.unique(groups):
        inside = np.flatnonzero(groups == group)
        found = count_pairs(np.nan_to_num(outputs[inside, 0]), targets[inside, 0], targets[inside, 1] > 0)
        pairs[inside], ordered[inside] = found
    return pairs, ordered


def count_pairs(risks: np.ndarray, times: np.ndarray, events: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the comparable pairs of each row [rows], and those of them where the row with the event has the higher
    risk. Both are counted in halves, because pairs with equal risks are half right.

    In a comparable pair, one row had the event while the other was still followed. A row that was last seen at the time
    of an event counts as followed until then.
    """
    counts = np.zeros((2, len(times)))
    if events.any():
        ends = np.unique(np.column_stack([times, ~events]), axis=0, return_inverse=True)[1].ravel()
        _count(counts, np.argsort(ends, kind="stable"), risks, ends, events)
    return counts[0], counts[1]


def _count(counts: np.ndarray, rows: np.ndarray, risks: np.ndarray, ends: np.ndarray, events: np.ndarray) -> None:
    """Add the pairs among `rows`, which are sorted by their end times, to `counts`. Splits the rows into an early and a
    late part and calls itself for each. Then it adds the pairs of an early and a late row."""
    if len(rows) == 0 or ends[rows[0]] == ends[rows[-1]] or not events[rows].any():
        return
    own = ends[rows]
    if len(rows) <= FEW:
        comparable = events[rows][:, None] & (own[:, None] < own[None, :])
        apart = np.sign(risks[rows][:, None] - risks[rows][None, :])
        for place, found in enumerate((RIGHT * comparable, comparable * (apart + 1) * SAME)):
            counts[place, rows] += found.sum(axis=0) + found.sum(axis=1)
        return
    middle = int(np.searchsorted(own, own[len(own) // 2]))
    middle = middle or int(np.searchsorted(own, own[0], side="right"))  # reached if many rows have the first end time
    early, late = rows[:middle], rows[middle:]
    had = early[events[early]]
    counts[0, had] += RIGHT * len(late)
    counts[0, late] += RIGHT * len(had)
    first, others = np.sort(risks[had]), np.sort(risks[late])
    # Take the mean of two numbers: rows below this risk, and rows up to it. Equal risks then count as half.
    counts[1, had] += SAME * sum(np.searchsorted(others, risks[had], side=side) for side in ("left", "right"))
    below = sum(np.searchsorted(first, risks[late], side=side) for side in ("left", "right"))
    counts[1, late] += RIGHT * len(had) - SAME * below
    _count(counts, early, risks, ends, events)
    _count(counts, late, risks, ends, events)


def concordance(scores: Arrays) -> float | None:
    """Share of the comparable pairs that are in the right order."""
    return float(scores["ordered"] / scores["pairs"]) if scores["pairs"] > 0 else None


# To add a metric of events, write a function of the summed scores and add it here.
METRICS = {"concordance": concordance}

"""Boxes round objects in pictures, each of a class: where they are found, and of which class.

A box of a class that nobody agreed is left out (see engine.data.boxes); so what a model finds there is a false alarm.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from engine.data.boxes import boxes_of
from engine.data.table import Column
from engine.learners.found_boxes import Maps
from engine.privacy.terms import Arrays, Term
from engine.targets.average_precision import (
    BINS,
    LOW_BINS,
    OVERLAPS,
    AreaOfBoxes,
    areas_of,
    bin_of,
    curve,
    hits_of,
    redrawn_counts,
)
from engine.targets.intervals import FEW_EFFECTIVE, FEW_ROWS, REPLICATES, mean_from_zero, unknown, within
from engine.targets.ratios import of_rows, shares_of, spread_of

MOST_BOXES = 1000  # of a picture that are read
MOST_LOSS = 100.0  # of a picture


@dataclass(frozen=True)
class Boxes:
    """The classes of objects in the order of the agreed codes."""

    name: str
    classes: tuple[str, ...]
    kind: ClassVar[str] = "boxes"
    output_kind: ClassVar[str] = "boxes"  # what a model of it says, as its file and card name it

    @property
    def outputs(self) -> int:
        """How many classes there are."""
        return len(self.classes)

    def check(self, label: Column) -> None:
        """Raises PartyError `data.type-mismatch` (column) for what are no lists of boxes."""
        boxes_of(label)

    def encode(self, label: Column) -> np.ndarray:
        """Of each picture its boxes: objects [pictures], float64 [boxes, 5] each: code of the class, x0, y0, x1, y1.
        Raises PartyError as `check` does."""
        codes = {name: code for code, name in enumerate(self.classes)}
        found = np.empty(len(label.values), dtype=object)
        for row, boxes in enumerate(boxes_of(label)):
            known = [(codes[name], *corners) for name, corners in boxes if name in codes]
            found[row] = np.array(known[:MOST_BOXES], dtype=np.float64).reshape(-1, 5)
        return found

    def predict(self, outputs: Maps) -> np.ndarray:
        """Of each picture the boxes that are found, best first: objects [pictures], float64 [boxes, 6] each: code of
        the class, x0, y0, x1, y1, score."""
        candidates, found = outputs.candidates(), np.empty(len(outputs), dtype=object)
        for row in range(len(outputs)):
            kept = candidates.kept(row)
            parts = candidates.classes[row, kept], candidates.boxes[row, kept], candidates.scores[row, kept]
            found[row] = np.column_stack(parts).astype(np.float64)
        return found

    @property
    def metric_names(self) -> tuple[str, ...]:
        """What `metrics` may say."""
        return tuple(METRICS)

    def score_terms(self, rows: int) -> dict[str, Term]:
        """What a party's scores are, of at most so many pictures: by class and bin of score, `said` how many boxes were
        found and `hits` how many of them are right at each overlap; `there` how many there are."""
        most = rows * MOST_BOXES
        return {
            "rows": Term((), rows, whole=True),
            "loss": Term((), rows * MOST_LOSS),
            "hits": Term((self.outputs, len(OVERLAPS), BINS), most, whole=True),
            "said": Term((self.outputs, BINS), most, whole=True),
            "there": Term((self.outputs,), most, whole=True),
        }

    def score(self, outputs: Maps, targets: np.ndarray) -> Arrays:
        """`score_terms` of a model's outputs and the boxes that there are (see `encode`)."""
        hits = np.zeros((self.outputs, len(OVERLAPS), BINS))
        said, there = np.zeros((self.outputs, BINS)), np.zeros(self.outputs)
        for found, truth in zip(self.predict(outputs), targets, strict=True):
            there += np.bincount(truth[:, 0].astype(int), minlength=self.outputs)
            for class_, own, right in _by_class(found, truth):
                bins = bin_of(own[:, 5])
                np.add.at(said[class_], bins, 1)
                for level, some in enumerate(right):
                    np.add.at(hits[class_, level], bins[some], 1)
        return {"rows": np.float64(len(targets)), "loss": _losses(outputs, targets).sum(), "hits": hits, "said": said,
                "there": there}  # fmt: skip

    def metrics(self, scores: Arrays) -> dict[str, float]:
        """Fractions, from scores of any number of parties together."""
        return {name: metric(scores) for name, metric in METRICS.items()}

    def unit(self, metric: str) -> float:
        """Of a metric in the label's unit, that unit in deviations: boxes have none."""
        return 1.0

    def final_terms(self, rows: int) -> dict[str, Term]:
        """What is summed beside `score_terms` of the model that is kept: products of every two of a picture's counts
        (found, there, said) of boxes that are shown [classes and all of them, 3, 3]."""
        return {
            "products": Term((self.outputs + 1, 3, 3), rows * MOST_BOXES**2, whole=True),
            "loss-squared": Term((), rows * MOST_LOSS**2),
        }

    def final(self, outputs: Maps, targets: np.ndarray) -> Arrays:
        """`final_terms` of a model's outputs and the boxes that there are."""
        counts = np.zeros((len(targets), self.outputs, 3))
        for row, (found, truth) in enumerate(zip(self.predict(outputs), targets, strict=True)):
            counts[row, :, 1] = np.bincount(truth[:, 0].astype(int), minlength=self.outputs)
            for class_, own, right in _by_class(found, truth):
                shown = bin_of(own[:, 5]) >= LOW_BINS
                counts[row, class_, [0, 2]] = (right[0] & shown).sum(), shown.sum()
        every = np.concatenate([counts, counts.sum(axis=1, keepdims=True)], axis=1)
        return {
            "products": np.einsum("rki,rkj->kij", every, every),
            "loss-squared": (_losses(outputs, targets) ** 2).sum(),
        }

    def report(self, scores: Arrays, final: Arrays, rng: np.random.Generator) -> dict[str, Any]:
        """Every score with its 95 % interval: the metrics over all classes, and each class by itself."""
        rows, counts = int(scores["rows"]), _shown(scores)
        if rows == 0:
            return {"rows": 0, "metrics": {}, "boxes": []}
        products = final["products"]
        every = shares_of(counts.sum(axis=0), products[-1])
        metrics: dict[str, Any] = {"loss": mean_from_zero(float(scores["loss"]), float(final["loss-squared"]), rows)}
        metrics |= {f"box_{name}": of_rows(every[name], rows) for name in ("precision", "recall")}
        draws = self._redrawn(scores, counts, products, rng)
        values, errors = _areas(scores)
        known = scores["there"] > 0
        if known.any():
            for name, levels in LEVELS.items():
                found = within(METRICS[name](scores), draws[known][:, :, levels].mean(axis=(0, 2)), rows)
                metrics[name] = found | {"error": float(errors[known][:, levels].mean())}
        return {
            "rows": rows,
            "metrics": {name: found for name, found in metrics.items() if found},
            "boxes": [
                self._class(place, scores, counts[place], products[place])
                | {
                    "ap50": _area(
                        values[place, 0],
                        errors[place, 0],
                        draws[place, :, 0],
                        rows,
                        products[place, 1, 1],
                        scores["there"][place],
                    )
                }
                for place in range(self.outputs)
            ],
        }

    def card(self, scores: Arrays) -> dict:
        """What a model's card says of its scores beside `report`."""
        return {"classes": list(self.classes)}

    def _redrawn(
        self, scores: Arrays, counts: np.ndarray, products: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        """Average precisions [classes, replicates, overlaps] of the bootstrap. Boxes of a class go together as much as
        those of all classes do, or more, where few pictures have many of it."""
        found, of_all = np.zeros((self.outputs, REPLICATES, len(OVERLAPS))), spread_of(counts.sum(axis=0), products[-1])
        for place, sums in enumerate(zip(scores["hits"], scores["said"], scores["there"], strict=True)):
            spread = max(of_all, spread_of(counts[place], products[place]))
            hits, said, there = redrawn_counts(*sums, spread, rng)
            found[place] = areas_of(hits, said[:, None], there[:, None])[0]
        return found

    def _class(self, place: int, scores: Arrays, counts: np.ndarray, products: np.ndarray) -> dict[str, Any]:
        """How well a class is found, at the smallest overlap."""
        found, there, said = counts.astype(int).tolist()
        points = curve(scores["hits"][place, 0], scores["said"][place], float(scores["there"][place]))
        shares = shares_of(counts, products)
        return {"type": self.classes[place], **shares, "found": found, "missed": there - found,
                "falseAlarms": said - found, "curve": points}  # fmt: skip


def _by_class(found: np.ndarray, truth: np.ndarray) -> list[tuple[int, np.ndarray, np.ndarray]]:
    """Of one picture, each class that was found: its code, what was found of it, and which of that are hits."""
    parts = []
    for class_ in np.unique(found[:, 0]).astype(int).tolist():
        own = found[found[:, 0] == class_]
        parts.append((class_, own, hits_of(own[:, 1:5], truth[truth[:, 0] == class_, 1:])))
    return parts


def _losses(outputs: Maps, targets: np.ndarray) -> np.ndarray:
    """Of each picture [pictures]; one that ran away counts as the most."""
    return np.clip(np.nan_to_num(outputs.losses(targets), nan=MOST_LOSS), 0, MOST_LOSS)


def _shown(scores: Arrays) -> np.ndarray:
    """Boxes (found, there, said) by class [classes, 3], of those that are shown, at the smallest overlap."""
    hits, said = scores["hits"][:, 0, LOW_BINS:].sum(axis=1), scores["said"][:, LOW_BINS:].sum(axis=1)
    return np.column_stack([hits, scores["there"], said])


def _areas(scores: Arrays) -> tuple[np.ndarray, np.ndarray]:
    """Average precisions [classes, overlaps], and how far each may be off."""
    return areas_of(scores["hits"], scores["said"][:, None], scores["there"][:, None])


def _area(value: float, error: float, draws: np.ndarray, rows: int, squares: float, there: float) -> AreaOfBoxes | None:
    """Of so many pictures, with `squares`, the sum over pictures of squared numbers of `there` boxes."""
    if there == 0:
        return None
    enough = rows >= FEW_ROWS and there**2 >= FEW_EFFECTIVE * squares
    found = within(float(value), draws, there) if enough else unknown(value, there)
    return {**found, "error": float(error)}


def _mean(scores: Arrays, levels: slice) -> float:
    """Over classes that there are, and overlaps."""
    known = scores["there"] > 0
    return float(_areas(scores)[0][known][:, levels].mean()) if known.any() else 0.0


def loss(scores: Arrays) -> float:
    """By picture."""
    return float(scores["loss"] / max(scores["rows"], 1))


def map50(scores: Arrays) -> float:
    """Mean average precision where half of what two boxes cover makes a hit."""
    return _mean(scores, LEVELS["map50"])


def map50_95(scores: Arrays) -> float:
    """The same, and over all of OVERLAPS."""
    return _mean(scores, LEVELS["map50_95"])


def precision(scores: Arrays) -> float:
    """Of the boxes that are shown, the share that is right."""
    found, _, said = _shown(scores).sum(axis=0)
    return float(found / max(said, 1))


def recall(scores: Arrays) -> float:
    """Of the boxes that there are, the share that is found and shown."""
    found, there, _ = _shown(scores).sum(axis=0)
    return float(found / max(there, 1))


LEVELS = {"map50": slice(1), "map50_95": slice(None)}  # of OVERLAPS
# A new metric of boxes is a function of the sums, and a line here.
METRICS = {"loss": loss, "map50": map50, "map50_95": map50_95, "box_precision": precision, "box_recall": recall}

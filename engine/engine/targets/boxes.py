"""Detection of objects in pictures: each box has a position and a class.

Boxes of classes that are not in the plan are left out (see engine.data.boxes), so a prediction there is a false alarm.
"""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np

from engine.data.boxes import boxes_of
from engine.privacy.terms import Arrays, Term, Values
from engine.table import Column
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
from engine.targets.found_boxes import Maps
from engine.targets.intervals import FEW_EFFECTIVE, FEW_ROWS, REPLICATES, mean_from_zero, unknown, within
from engine.targets.ratios import of_rows, shares_of, spread_of

MAX_BOXES = 1000  # maximum number of boxes that are read for one picture
MAX_LOSS = 100.0  # largest loss of a picture


@dataclass(frozen=True)
class Boxes:
    """A target of boxes. Contains the object classes in the order of the agreed codes."""

    name: str
    classes: tuple[str, ...]
    kind: ClassVar[Literal["boxes"]] = "boxes"
    output_kind: ClassVar[str] = "boxes"  # kind of output, as the model's file and card name it

    @property
    def outputs(self) -> int:
        """Number of classes."""
        return len(self.classes)

    def check(self, label: Column) -> None:
        """Raise PartyError `data.type-mismatch` (column) if the values are not lists of boxes."""
        boxes_of(label)

    def encode(self, label: Column) -> np.ndarray:
        """Return the boxes of each picture: objects [pictures], each float64 [boxes, 5] with the code of the class, x0,
        y0, x1, y1. Raises PartyError as `check` does."""
        codes = {name: code for code, name in enumerate(self.classes)}
        found = np.empty(len(label.values), dtype=object)
        for row, boxes in enumerate(boxes_of(label)):
            known = [(codes[name], *corners) for name, corners in boxes if name in codes]
            found[row] = np.array(known[:MAX_BOXES], dtype=np.float64).reshape(-1, 5)
        return found

    def predict(self, outputs: Maps) -> np.ndarray:
        """Return the boxes found in each picture, best first: objects [pictures], each float64 [boxes, 6] with the code
        of the class, x0, y0, x1, y1, score."""
        candidates, found = outputs.candidates(), np.empty(len(outputs), dtype=object)
        for row in range(len(outputs)):
            selected = candidates.selected(row)
            parts = candidates.classes[row, selected], candidates.boxes[row, selected], candidates.scores[row, selected]
            found[row] = np.column_stack(parts).astype(np.float64)
        return found

    @property
    def metric_names(self) -> tuple[str, ...]:
        """Names of the metrics that `metrics` can return."""
        return tuple(METRICS)

    def score_terms(self, rows: int) -> dict[str, Term]:
        """Return the terms of a party's scores over at most `rows` pictures. `predicted` counts predicted boxes by
        class and score bin, `hits` counts the correct ones at each overlap, and `there` counts true boxes by class."""
        most = rows * MAX_BOXES
        return {
            "rows": Term((), rows, whole=True),
            "loss": Term((), rows * MAX_LOSS),
            "hits": Term((self.outputs, len(OVERLAPS), BINS), most, whole=True),
            "predicted": Term((self.outputs, BINS), most, whole=True),
            "there": Term((self.outputs,), most, whole=True),
        }

    def score(self, outputs: Maps, targets: np.ndarray) -> Values:
        """Return `score_terms` of a model's outputs and the true boxes (see `encode`)."""
        hits = np.zeros((self.outputs, len(OVERLAPS), BINS))
        predicted, there = np.zeros((self.outputs, BINS)), np.zeros(self.outputs)
        for found, truth in zip(self.predict(outputs), targets, strict=True):
            there += np.bincount(truth[:, 0].astype(int), minlength=self.outputs)
            for class_, own, right in _by_class(found, truth):
                bins = bin_of(own[:, 5])
                np.add.at(predicted[class_], bins, 1)
                for level, some in enumerate(right):
                    np.add.at(hits[class_, level], bins[some], 1)
        loss = _losses(outputs, targets).sum()
        return {"rows": np.float64(len(targets)), "loss": loss, "hits": hits, "predicted": predicted, "there": there}

    def metrics(self, scores: Arrays) -> dict[str, float]:
        """Return metrics as fractions, from the summed scores of any number of parties."""
        return {name: metric(scores) for name, metric in METRICS.items()}

    def unit(self, metric: str) -> float:
        """Return 1, the size of one deviation in a metric's unit: scores of boxes have no unit."""
        return 1.0

    def final_terms(self, rows: int) -> dict[str, Term]:
        """Return terms that are summed for the final model in addition to `score_terms`: products of all pairs of a
        picture's counts (found, there, predicted) of shown boxes [classes and their total, 3, 3]."""
        return {
            "products": Term((self.outputs + 1, 3, 3), rows * MAX_BOXES**2, whole=True),
            "loss-squared": Term((), rows * MAX_LOSS**2),
        }

    def final(self, outputs: Maps, targets: np.ndarray) -> Values:
        """Return `final_terms` of a model's outputs and the true boxes."""
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
        """Return every score with its 95 % interval: the metrics over all classes, and those of each class."""
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
        """Return the entries of the model card besides `report`."""
        return {"classes": list(self.classes)}

    def _redrawn(
        self, scores: Arrays, counts: np.ndarray, products: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        """Return bootstrapped average precisions [classes, replicates, overlaps]. Boxes of one class are correlated at
        least as strongly as those of all classes, and more strongly if few pictures contain many of them."""
        found, of_all = np.zeros((self.outputs, REPLICATES, len(OVERLAPS))), spread_of(counts.sum(axis=0), products[-1])
        for place, sums in enumerate(zip(scores["hits"], scores["predicted"], scores["there"], strict=True)):
            spread = max(of_all, spread_of(counts[place], products[place]))
            hits, predicted, there = redrawn_counts(*sums, spread, rng)
            found[place] = areas_of(hits, predicted[:, None], there[:, None])[0]
        return found

    def _class(self, place: int, scores: Arrays, counts: np.ndarray, products: np.ndarray) -> dict[str, Any]:
        """Return the scores of one class at the smallest overlap."""
        found, there, predicted = counts.astype(int).tolist()
        points = curve(scores["hits"][place, 0], scores["predicted"][place], float(scores["there"][place]))
        shares = shares_of(counts, products)
        return {"type": self.classes[place], **shares, "found": found, "missed": there - found,
                "falseAlarms": predicted - found, "curve": points}  # fmt: skip


def _by_class(found: np.ndarray, truth: np.ndarray) -> list[tuple[int, np.ndarray, np.ndarray]]:
    """Return for each class that was predicted in one picture: its code, its predicted boxes, and which of them are
    hits."""
    parts = []
    for class_ in np.unique(found[:, 0]).astype(int).tolist():
        own = found[found[:, 0] == class_]
        parts.append((class_, own, hits_of(own[:, 1:5], truth[truth[:, 0] == class_, 1:])))
    return parts


def _losses(outputs: Maps, targets: np.ndarray) -> np.ndarray:
    """Return losses of pictures [pictures]. A model that has diverged has the largest loss."""
    return np.clip(np.nan_to_num(outputs.losses(targets), nan=MAX_LOSS), 0, MAX_LOSS)


def _shown(scores: Arrays) -> np.ndarray:
    """Return counts (found, there, predicted) by class [classes, 3] of the shown boxes, at the smallest overlap."""
    hits, predicted = scores["hits"][:, 0, LOW_BINS:].sum(axis=1), scores["predicted"][:, LOW_BINS:].sum(axis=1)
    return np.column_stack([hits, scores["there"], predicted])


def _areas(scores: Arrays) -> tuple[np.ndarray, np.ndarray]:
    """Return average precisions [classes, overlaps], and the largest error of each."""
    return areas_of(scores["hits"], scores["predicted"][:, None], scores["there"][:, None])


def _area(value: float, error: float, draws: np.ndarray, rows: int, squares: float, there: float) -> AreaOfBoxes | None:
    """Return the average precision of a class over `rows` pictures, or None without true boxes. `squares` is the sum
    over pictures of the squared numbers of true boxes (`there`)."""
    if there == 0:
        return None
    enough = rows >= FEW_ROWS and there**2 >= FEW_EFFECTIVE * squares
    found = within(float(value), draws, there) if enough else unknown(value, there)
    return {**found, "error": float(error)}


def _mean(scores: Arrays, levels: slice) -> float:
    """Return the mean average precision over the overlaps and over the classes that have true boxes."""
    known = scores["there"] > 0
    return float(_areas(scores)[0][known][:, levels].mean()) if known.any() else 0.0


def loss(scores: Arrays) -> float:
    """Mean loss of a picture."""
    return float(scores["loss"] / max(scores["rows"], 1))


def map50(scores: Arrays) -> float:
    """Mean average precision where an intersection over union of 0.5 makes a hit."""
    return _mean(scores, LEVELS["map50"])


def map50_95(scores: Arrays) -> float:
    """Mean average precision, averaged over all of OVERLAPS."""
    return _mean(scores, LEVELS["map50_95"])


def precision(scores: Arrays) -> float:
    """Share of the shown boxes that are correct."""
    found, _, predicted = _shown(scores).sum(axis=0)
    return float(found / max(predicted, 1))


def recall(scores: Arrays) -> float:
    """Share of the true boxes that are found and shown."""
    found, there, _ = _shown(scores).sum(axis=0)
    return float(found / max(there, 1))


LEVELS = {"map50": slice(1), "map50_95": slice(None)}  # for each metric, the part of OVERLAPS over which it is averaged
# To add a metric of boxes, write a function of the summed scores and add it here.
METRICS = {"loss": loss, "map50": map50, "map50_95": map50_95, "box_precision": precision, "box_recall": recall}

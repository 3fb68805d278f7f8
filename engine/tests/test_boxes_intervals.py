"""Intervals of average precision, compared with the average precision of 20,000 synthetic pictures."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pytest

from engine.privacy.terms import Arrays
from engine.targets import average_precision, boxes
from engine.targets.average_precision import BINS, LOW_BINS, OVERLAPS, areas_of, bin_of
from engine.targets.boxes import Boxes

TARGET = Boxes("boxes", ("cell", "parasite"))
PICTURES, DRAWS, REPLICATES = 20_000, 100, 200


@dataclass(frozen=True)
class Scene:
    """A distribution of pictures with boxes.

    `boxes` is the mean number of boxes of each class in a picture that has it, and `second` the share of pictures with
    the second class. `found` is the log odds that a box is found, and `spread` their deviation over pictures: a
    blurred picture hides all of its boxes. `alarms` is the mean number of false alarms.
    """

    boxes: tuple[float, float]
    second: float
    found: float
    spread: float
    alarms: float


SCENES = {
    "many boxes": Scene((8, 2), 1.0, 1.0, 1.5, 3.0),
    "a class in few pictures": Scene((3, 8), 0.15, 1.0, 1.5, 2.0),
}


@dataclass(frozen=True)
class Counts:
    """Counts for each picture: hits [pictures, classes, overlaps, bins], predicted boxes and true boxes."""

    hits: np.ndarray
    predicted: np.ndarray
    there: np.ndarray

    @classmethod
    def drawn(cls, scene: Scene, rng: np.random.Generator) -> "Counts":
        clear = rng.normal(0, scene.spread, PICTURES)
        hits = np.zeros((PICTURES, 2, len(OVERLAPS), BINS), dtype=np.uint8)
        predicted, there = np.zeros((PICTURES, 2, BINS), dtype=np.uint8), np.zeros((PICTURES, 2))
        for class_, mean in enumerate(scene.boxes):
            has = rng.random(PICTURES) < (scene.second if class_ else 1)
            there[:, class_] = rng.poisson(mean * np.exp(rng.normal(-0.125, 0.5, PICTURES))) * has
            rows = np.repeat(np.arange(PICTURES), there[:, class_].astype(int))
            rows = rows[rng.random(len(rows)) < 1 / (1 + np.exp(-scene.found - clear[rows]))]
            scores = 1 / (1 + np.exp(-rng.normal(0.6, 1, len(rows)) - clear[rows] / 2))
            overlap = 0.46 + 0.5 * rng.beta(2.5, 2, len(rows))
            is_reported = scores > 0.05
            rows, bins, overlap = rows[is_reported], bin_of(scores[is_reported]), overlap[is_reported]
            np.add.at(predicted, (rows, class_, bins), 1)
            for level, least in enumerate(OVERLAPS):
                right = overlap >= least
                np.add.at(hits, (rows[right], class_, level, bins[right]), 1)
            alarms = rng.poisson(scene.alarms * np.exp(-0.3 * clear) * mean / scene.boxes[0])
            rows = np.repeat(np.arange(PICTURES), alarms)
            scores = 1 / (1 + np.exp(-rng.normal(-0.6, 1, len(rows))))
            is_reported = scores > 0.05
            np.add.at(predicted, (rows[is_reported], class_, bin_of(scores[is_reported])), 1)
        return cls(hits, predicted, there)

    @property
    def truth(self) -> np.ndarray:
        """Returns the average precision over all synthetic pictures [classes, overlaps]."""
        hits, predicted = self.hits.sum(axis=0, dtype=float), self.predicted.sum(axis=0, dtype=float)
        return areas_of(hits, predicted[:, None], self.there.sum(axis=0)[:, None])[0]

    def sums_of(self, rows: np.ndarray) -> tuple[Arrays, Arrays]:
        """Returns the sums that parties report for these pictures: scores and `final` terms."""
        hits, predicted, there = self.hits[rows].astype(float), self.predicted[rows].astype(float), self.there[rows]
        result, shown = hits[:, :, 0, LOW_BINS:].sum(axis=2), predicted[:, :, LOW_BINS:].sum(axis=2)
        counts = np.stack([result, there, shown], axis=2)
        every = np.concatenate([counts, counts.sum(axis=1, keepdims=True)], axis=1)
        pictures = np.float64(len(rows))
        scores = {"rows": pictures, "loss": pictures, "hits": hits.sum(axis=0), "predicted": predicted.sum(axis=0)}
        final = {"products": np.einsum("rki,rkj->kij", every, every), "loss-squared": 1.1 * pictures}
        return scores | {"there": there.sum(axis=0)}, final


@pytest.fixture(scope="module", params=SCENES)
def counts(request) -> Counts:
    return Counts.drawn(SCENES[request.param], np.random.default_rng(1))


def reports(counts: Counts, pictures: int, draws: int) -> Iterator[dict]:
    rng = np.random.default_rng(2)
    for _ in range(draws):
        yield TARGET.report(*counts.sums_of(rng.integers(0, PICTURES, pictures)), rng)


@pytest.mark.parametrize("pictures", [30, 100, 300])
def test_the_interval_of_an_average_precision_contains_the_true_value_in_about_93_percent_of_samples(
    counts: Counts, pictures: int, monkeypatch
):
    for module in (average_precision, boxes):
        monkeypatch.setattr(module, "REPLICATES", REPLICATES)
    truth, results = counts.truth, {"first": [], "second": [], "map50": [], "map50_95": []}
    truths = {"first": truth[0, 0], "second": truth[1, 0], "map50": truth[:, 0].mean(), "map50_95": truth.mean()}
    for report in reports(counts, pictures, DRAWS):
        known = {name: report["metrics"][name] for name in ("map50", "map50_95")}
        known |= {"first": report["boxes"][0]["ap50"], "second": report["boxes"][1]["ap50"]}
        for name, one in known.items():
            if one and one["low"] is not None:
                results[name].append(one["low"] <= truths[name] <= one["high"])
    for name, covered in results.items():
        assert not covered or np.mean(covered) >= 0.91, (
            name,
            len(covered),
            np.mean(covered),
        )  # 0.93, minus one standard error of the estimated coverage
    assert len(results["first"]) == len(results["map50"]) == DRAWS


def test_average_precision_has_no_interval_for_ten_pictures_or_for_a_class_in_nine_pictures(counts: Counts):
    for report in reports(counts, 10, 5):
        assert all(one["ap50"] is None or one["ap50"]["low"] is None for one in report["boxes"])
    rows = np.argsort(-counts.there[:, 1], kind="stable")[:9]
    without = np.flatnonzero(counts.there[:, 1] == 0)[:90]
    report = TARGET.report(*counts.sums_of(np.r_[rows, without]), np.random.default_rng(0))
    assert report["boxes"][1]["ap50"]["rows"] >= 30 and report["boxes"][1]["ap50"]["low"] is None

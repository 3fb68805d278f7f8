"""Federated averaging of ridge regressions on one-hot classes or on labels (see learners/ridge.py).

Ridge regression gives no probabilities. Its outputs are multiplied by a factor and passed to the softmax (classes) or
the sigmoid (labels). At the end, the validation rows choose how much this factor differs from the one used in training.
"""

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from engine.data.party import Party, Rows
from engine.errors import RunError
from engine.privacy.terms import Arrays, Total
from engine.protocols.calibrating import Calibrating
from engine.protocols.on_rows import Prepared
from engine.protocols.protocol import Stage, State

MAX_FEATURES = 2_000  # maximum number of features, because a party solves a system of linear equations of this size
MIN_OF_CLASS = 3  # minimum number of rows that a class has at a party


@dataclass(frozen=True)
class AveragingRidge(Calibrating):
    """Federated averaging of ridge regressions. The value that is chosen at the end is the logarithm of one factor for
    all outputs."""

    resumes: ClassVar[bool] = False
    chosen: ClassVar[str] = "sharpness"
    choices: ClassVar[tuple[float, ...]] = tuple(place / 4 for place in range(-8, 9))
    least_tried: ClassVar[int] = 5

    def first(self, state: State, prepared: Prepared) -> State:
        if (features := prepared.encoding.features) > MAX_FEATURES:
            params = {"coefficients": features, "most": MAX_FEATURES}
            raise RunError("train.too-many-coefficients", params, step="statistics")
        return super().first(state, prepared)

    def update(self, state: State, prepared: Prepared, stage: Stage, total: Total) -> State:
        if stage.name == "train" and not total.integers["training.rows"]:
            raise RunError("data.label-one-class", {"column": prepared.target.name}, step="train", round_=stage.round)
        return super().update(state, prepared, stage, total)

    def training_rows(self, party: Party, prepared: Prepared) -> Rows:
        rows = super().training_rows(party, prepared)
        if prepared.parties == 1:
            return rows
        return without_few_apart(rows) if prepared.target.kind == "labels" else without_few(rows)

    def chosen_apart(self, prepared: Prepared) -> int:
        return 1

    def losses(self, outputs: np.ndarray, targets: np.ndarray, prepared: Prepared) -> np.ndarray:
        return np.array([[prepared.target.score(outputs * np.exp(choice), targets)["loss"]] for choice in self.choices])

    def changed(self, model: Arrays, chosen: np.ndarray) -> Arrays:
        return {name: values * np.exp(chosen[0]) for name, values in model.items()}


def without_few(rows: Rows) -> Rows:
    """Return the rows whose class has at least MIN_OF_CLASS rows. A direction that separates one or two rows from all
    others is nearly a row itself."""
    counts = rows.targets.sum(axis=0)
    return rows.take(counts[rows.targets.argmax(axis=1)] >= MIN_OF_CLASS)


def without_few_apart(rows: Rows) -> Rows:
    """Return the rows with labels changed so that no label is determined by fewer than MIN_OF_CLASS rows. A label that
    fewer rows have counts as absent. A label that fewer rows lack counts as present. Two labels that differ in fewer
    rows count as equal. A direction that separates so few rows is nearly a row itself."""
    targets = rows.targets.copy()
    known = [np.zeros(len(rows)), np.ones(len(rows))]
    for place, label in enumerate(targets.T):
        near = (one for one in known if 0 < np.abs(one - label).sum() < MIN_OF_CLASS)
        targets[:, place] = next(near, label)
        known += [targets[:, place], 1 - targets[:, place]]
    return replace(rows, known_targets=targets)

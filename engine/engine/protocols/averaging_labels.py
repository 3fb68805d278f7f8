"""Federated averaging of a multi-label model that, at the end, calibrates how often each label is predicted.

The model is shrunk towards zero, and each party leaves out labels that only a few of its rows have. So for new rows,
the model predicts labels less often than they apply. Therefore one shift of the log odds is chosen for each label (Cox
1958, "Two Further Applications of a Model for Binary Regression", recalibrates an intercept in this way).
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from engine.privacy.terms import Arrays
from engine.protocols.calibrating import Calibrating
from engine.protocols.on_rows import Prepared
from engine.targets.labels import entropy_of, sigmoid


@dataclass(frozen=True)
class AveragingLabels(Calibrating):
    """Federated averaging for a learner whose outputs have a `bias`. The values that are chosen at the end are shifts
    of each label's log odds."""

    chosen: ClassVar[str] = "shifts"
    choices: ClassVar[tuple[float, ...]] = tuple(place / 10 for place in range(-20, 21))
    least_tried: ClassVar[int] = 20

    def chosen_apart(self, prepared: Prepared) -> int:
        return prepared.target.outputs

    def losses(self, outputs: np.ndarray, targets: np.ndarray, prepared: Prepared) -> np.ndarray:
        return np.stack([_losses(outputs + shift, targets) for shift in self.choices])

    def changed(self, model: Arrays, chosen: np.ndarray) -> Arrays:
        return model | {"bias": model["bias"] + chosen}


def _losses(outputs: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """Return the loss of each label [labels], summed over all rows."""
    columns = zip(sigmoid(outputs).T[:, :, None], targets.T[:, :, None], strict=True)
    return np.array([entropy_of(probabilities, truth, "labels").sum() for probabilities, truth in columns])

"""A random forest: trees that grow in parallel on the same rows, each on columns that are drawn again for each level.
Their outputs are averaged. A margin is the probability of a class (of the second class if there are two), or a number
in deviations.

Rows are not drawn. Others can repeat any draw, so each tree would be a further equation about the same rows, and as
many trees as rows would reveal them. Sources: Breiman 2001, "Random forests"; Geurts, Ernst, Wehenkel 2006, "Extremely
randomized trees", for forests on all rows.
"""

import math

import numpy as np

from engine.learners.boosting import FARTHEST, exact, gradient_of_number, margins_of
from engine.learners.learner import Parameters
from engine.privacy.terms import Arrays, Term
from engine.targets import Target

MIN_TREES = 10  # minimum number of trees for a class
MIN_PROBABILITY = 1e-3  # lower bound of a class's probability, which limits the loss of a wrong prediction


class Forest:
    """A random forest as an ensemble (see GrowsTrees in learners/trees.py)."""

    draws_by_level = True
    is_average = True

    def trees(self, target: Target, parameters: Parameters) -> int:
        outputs = margins_of(target)
        return outputs * max(min(MIN_TREES, int(parameters["trees"])), int(parameters["trees"]) // outputs)

    def share(self, target: Target, parameters: Parameters) -> float:
        return margins_of(target) / self.trees(target, parameters)

    def columns(self, target: Target, parameters: Parameters, columns: int) -> int:
        return math.ceil(columns / 3) if target.kind == "number" else math.ceil(math.sqrt(columns))

    def start(self, target: Target, counts: np.ndarray) -> np.ndarray:
        if target.kind == "number":
            return np.zeros(1)
        probabilities = (counts + 1) / (counts + 1).sum()
        return probabilities[1:] if len(probabilities) == 2 else probabilities

    def most(self, target: Target, rows: int) -> float:
        return 1.0

    def terms(self, target: Target, shape: tuple[int, ...], rows: int) -> dict[str, Term]:
        farthest = FARTHEST if target.kind == "number" else 1.0
        return {"gradient": Term(shape, rows * farthest), "rows": Term(shape, rows, whole=True)}

    def gradients(self, target: Target, margins: np.ndarray, targets: np.ndarray, rows: int) -> Arrays:
        ones = np.ones(margins.shape)
        if target.kind == "number":
            return {"gradient": gradient_of_number(margins, targets, rows), "rows": ones}
        first = target.outputs - margins.shape[1]
        return {"gradient": exact(margins - targets[:, first:], rows), "rows": ones}

    def least_chance(self, target: Target) -> float | None:
        return MIN_PROBABILITY if target.kind == "classes" else None

    def outputs(self, target: Target, margins: np.ndarray) -> np.ndarray:
        """Return for classes the logs of their probabilities, which sum to 1 after the target's softmax; otherwise the
        number."""
        if target.kind == "number":
            return margins
        probabilities = np.hstack([1 - margins, margins]) if target.outputs == 2 else margins
        return np.log(np.maximum(probabilities, MIN_PROBABILITY))

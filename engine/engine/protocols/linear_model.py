"""Linear models by Newton's method or, for wide tables, by averaging, because a curvature grows with the square of the
number of columns."""

from collections.abc import Callable

import numpy as np

from engine.data.columns import Columns
from engine.learners.descent import linear_learner
from engine.learners.learner import Parameters
from engine.protocols.averaging import Averaging
from engine.protocols.newton import Newton
from engine.protocols.on_table import OnTable

# Maximum number of columns for Newton's method. With more, each message would contain a curvature of several megabytes.
MAX_COLUMNS = 300
PASSES = {"learning_rate": 0.1, "local_epochs": 5}


def linear_model(
    plan: dict,
    parameters: Parameters,
    kinds: tuple[str, ...],
    link: Callable[[np.ndarray], np.ndarray],
    curvature: float,
) -> OnTable:
    """Return the protocol of a linear model. `link` and `curvature` are those of the loss (see learners.descent)."""
    rounds, ridge = plan["maxRounds"], parameters["l2"]
    if len(Columns.of(plan).names) <= MAX_COLUMNS:
        return OnTable(plan, kinds, Newton(ridge, rounds))
    return OnTable(plan, kinds, Averaging(linear_learner(link, curvature=curvature), {**PASSES, "l2": ridge}, rounds))

"""A table about all parties' rows together: counts, means, spreads, quantiles and categories."""

from engine.algorithm import Algorithm, read_manifest
from engine.learners.learner import Parameters
from engine.protocols.describing import Describing
from engine.protocols.on_table import OnTable


def compose(plan: dict, parameters: Parameters, kinds: tuple[str, ...]) -> OnTable:
    return OnTable(plan, kinds, Describing())


ALGORITHM = Algorithm(read_manifest(__file__), compose)

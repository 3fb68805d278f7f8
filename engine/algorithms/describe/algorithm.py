"""A table about all rows together: counts, means, spreads, quantiles and categories."""

from engine.algorithm import Algorithm, read_manifest
from engine.learners.learner import Parameters
from engine.protocols.describing import Describing, OnWholeTable


def compose(plan: dict, parameters: Parameters, kinds: tuple[str, ...]) -> OnWholeTable:
    return OnWholeTable(plan, kinds, Describing())


ALGORITHM = Algorithm(read_manifest(__file__), compose)

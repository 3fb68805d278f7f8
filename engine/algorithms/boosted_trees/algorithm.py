"""Boosted trees: shallow trees, each fitted to the errors of the earlier ones, for classes and numbers."""

from engine.algorithm import Algorithm, read_manifest
from engine.learners.boosting import Boosting
from engine.learners.learner import Parameters
from engine.protocols.histograms import Histograms
from engine.protocols.on_table import OnTable


def compose(plan: dict, parameters: Parameters, kinds: tuple[str, ...]) -> OnTable:
    return OnTable(plan, kinds, Histograms(Boosting(), parameters, plan["maxRounds"]))


ALGORITHM = Algorithm(read_manifest(__file__), compose)

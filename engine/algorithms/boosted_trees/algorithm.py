"""Boosted trees: shallow trees, each grown on what those before got wrong, for classes and for numbers."""

from engine.algorithm import Algorithm, read_manifest
from engine.learners.boosting import Boosting
from engine.learners.learner import Parameters
from engine.protocols.histograms import Histograms
from engine.protocols.on_table import OnTable


def compose(plan: dict, parameters: Parameters, kinds: tuple[str, ...]) -> OnTable:
    return OnTable(plan, kinds, Histograms(Boosting(), parameters, plan["maxRounds"]))


ALGORITHM = Algorithm(read_manifest(__file__), compose)

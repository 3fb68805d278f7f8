"""Classification of a graph's nodes: two smoothings over neighbours and ridge regression, averaged over parties."""

from engine.algorithm import Algorithm, read_manifest
from engine.learners.learner import Parameters
from engine.learners.ridge import RIDGE
from engine.protocols.averaging_ridge import AveragingRidge
from engine.protocols.on_graph import OnGraph


def compose(plan: dict, parameters: Parameters, kinds: tuple[str, ...]) -> OnGraph:
    return OnGraph(plan, kinds, AveragingRidge(RIDGE, parameters, plan["maxRounds"]))


ALGORITHM = Algorithm(read_manifest(__file__), compose)

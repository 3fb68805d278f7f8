"""Classes of a graph's nodes: two smoothings over neighbours and ridge regression, solved from sums in one message."""

from engine.algorithm import Algorithm, read_manifest
from engine.data.graph import FARTHEST
from engine.learners.learner import Parameters
from engine.protocols.on_graph import OnGraph
from engine.protocols.ridge import Ridge


def compose(plan: dict, parameters: Parameters, kinds: tuple[str, ...]) -> OnGraph:
    return OnGraph(plan, kinds, Ridge(FARTHEST))


ALGORITHM = Algorithm(read_manifest(__file__), compose)

"""Classification of a graph's nodes by a network of two layers, GCN or GraphSAGE, averaged over the parties."""

from engine.algorithm import Algorithm, read_manifest
from engine.data.graph import BESIDE, MEAN
from engine.learners.graph_network import graph_learner
from engine.learners.learner import Parameters
from engine.protocols.averaging import Averaging
from engine.protocols.on_graph import OnGraph

SPREADS = {"GCN": MEAN, "GraphSAGE": BESIDE}


def compose(plan: dict, parameters: Parameters, kinds: tuple[str, ...]) -> OnGraph:
    learner = graph_learner(SPREADS[parameters["layers"]])
    return OnGraph(plan, kinds, Averaging(learner, parameters, plan["maxRounds"]))


ALGORITHM = Algorithm(read_manifest(__file__), compose)

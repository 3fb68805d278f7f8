"""k-means: clusters of similar rows, from several starts at once."""

from engine.algorithm import Algorithm, read_manifest
from engine.learners.learner import Parameters
from engine.protocols.clustering import Clustering
from engine.protocols.on_table import OnTable


def compose(plan: dict, parameters: Parameters, kinds: tuple[str, ...]) -> OnTable:
    return OnTable(plan, kinds, Clustering(parameters["clusters"], parameters["starts"], plan["maxRounds"]))


ALGORITHM = Algorithm(read_manifest(__file__), compose)

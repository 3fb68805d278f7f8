"""A random forest: the average of many trees on different columns, for classes and numbers."""

from engine.algorithm import Algorithm, read_manifest
from engine.learners.forest import Forest
from engine.learners.learner import Parameters
from engine.protocols.histograms import Histograms
from engine.protocols.on_table import OnTable

L2 = 1e-9  # a leaf's value is the mean of its rows


def compose(plan: dict, parameters: Parameters, kinds: tuple[str, ...]) -> OnTable:
    return OnTable(plan, kinds, Histograms(Forest(), {**parameters, "l2": L2}, 1))


ALGORITHM = Algorithm(read_manifest(__file__), compose)

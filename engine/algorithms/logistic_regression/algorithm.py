"""Multinomial logistic regression: one linear layer and a softmax, two classes included."""

from engine.algorithm import Algorithm, read_manifest
from engine.learners.learner import Parameters
from engine.learners.linear import linear_learner
from engine.learners.network import softmax
from engine.protocols.averaging import Averaging
from engine.protocols.on_table import OnTable

LEARNER = linear_learner(softmax, curvature=0.5)


def compose(plan: dict, parameters: Parameters, kinds: tuple[str, ...]) -> OnTable:
    return OnTable(plan, kinds, Averaging(LEARNER, parameters, plan["maxRounds"]))


ALGORITHM = Algorithm(read_manifest(__file__), compose)

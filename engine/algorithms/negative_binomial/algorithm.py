"""Negative binomial regression of counts, whose variance exceeds that of Poisson counts."""

from engine.algorithm import Algorithm, read_manifest
from engine.learners.learner import Parameters
from engine.protocols.newton import Newton
from engine.protocols.on_table import OnTable


def compose(plan: dict, parameters: Parameters, kinds: tuple[str, ...]) -> OnTable:
    return OnTable(plan, kinds, Newton(parameters["l2"], plan["maxRounds"], dispersed=True))


ALGORITHM = Algorithm(read_manifest(__file__), compose)

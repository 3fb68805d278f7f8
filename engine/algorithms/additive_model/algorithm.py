"""A smooth additive model: one curve for each column, for classes and numbers."""

from engine.algorithm import Algorithm, read_manifest
from engine.learners.learner import Parameters
from engine.protocols.additive import Additive, bins_for
from engine.protocols.on_table import OnTable


def compose(plan: dict, parameters: Parameters, kinds: tuple[str, ...]) -> OnTable:
    inner = Additive(0.0, plan["maxRounds"], smoothness=parameters["smoothness"], bins=bins_for(plan))
    return OnTable(plan, kinds, inner)


ALGORITHM = Algorithm(read_manifest(__file__), compose)

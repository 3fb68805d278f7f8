"""Linear regression: ordinary least squares, or with a ridge penalty."""

from engine.algorithm import Algorithm, read_manifest
from engine.learners.learner import Parameters
from engine.protocols.linear_model import linear_model
from engine.protocols.on_table import OnTable


def compose(plan: dict, parameters: Parameters, kinds: tuple[str, ...]) -> OnTable:
    return linear_model(plan, parameters, kinds, lambda outputs: outputs, 1.0)


ALGORITHM = Algorithm(read_manifest(__file__), compose)

"""Cox regression, stratified by party."""

from engine.algorithm import Algorithm, read_manifest
from engine.learners.learner import Parameters
from engine.protocols.cox import Cox
from engine.protocols.on_table import OnTable


def compose(plan: dict, parameters: Parameters, kinds: tuple[str, ...]) -> OnTable:
    inner = Cox(parameters["l2"], plan["maxRounds"], times=parameters["times"])
    return OnTable(plan, kinds, inner)


ALGORITHM = Algorithm(read_manifest(__file__), compose)

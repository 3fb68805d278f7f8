"""Classification of pictures, or labels: ridge regression on features of a frozen network, averaged over parties."""

from engine.algorithm import Algorithm, read_manifest
from engine.learners.learner import Parameters
from engine.learners.ridge import RIDGE
from engine.protocols.averaging_ridge import AveragingRidge
from engine.protocols.on_pictures import OnPictures


def compose(plan: dict, parameters: Parameters, kinds: tuple[str, ...]) -> OnPictures:
    return OnPictures(plan, kinds, AveragingRidge(RIDGE, parameters, plan["maxRounds"]))


ALGORITHM = Algorithm(read_manifest(__file__), compose)

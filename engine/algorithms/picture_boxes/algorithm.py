"""Detection of objects in pictures by a small network with random start weights, averaged over the parties."""

from engine.algorithm import Algorithm, read_manifest
from engine.learners.box_network import box_learner
from engine.learners.learner import Parameters
from engine.protocols.averaging import Averaging
from engine.protocols.on_pictures import OnPictures


def compose(plan: dict, parameters: Parameters, kinds: tuple[str, ...]) -> OnPictures:
    return OnPictures(plan, kinds, Averaging(box_learner(parameters["side"]), parameters, plan["maxRounds"]))


ALGORITHM = Algorithm(read_manifest(__file__), compose)

"""Classes of pictures: ridge regression on the features that a frozen net finds, solved from sums in one message."""

from engine.algorithm import Algorithm, read_manifest
from engine.data.pictures import MOST_FEATURE
from engine.learners.learner import Parameters
from engine.protocols.on_pictures import OnPictures
from engine.protocols.ridge import Ridge


def compose(plan: dict, parameters: Parameters, kinds: tuple[str, ...]) -> OnPictures:
    return OnPictures(plan, kinds, Ridge(MOST_FEATURE))


ALGORITHM = Algorithm(read_manifest(__file__), compose)

"""Classification of texts, or labels: logistic regression on hashed character n-grams, which every party trains
further in each round."""

from engine.algorithm import Algorithm, read_manifest
from engine.learners.learner import Parameters
from engine.learners.proximal import HELD_NEAR
from engine.protocols.averaging import Averaging
from engine.protocols.averaging_labels import AveragingLabels
from engine.protocols.on_texts import OnTexts


def compose(plan: dict, parameters: Parameters, kinds: tuple[str, ...]) -> OnTexts:
    averaging = AveragingLabels if plan["target"]["kind"] == "labels" else Averaging
    return OnTexts(plan, kinds, averaging(HELD_NEAR, parameters, plan["maxRounds"]))


ALGORITHM = Algorithm(read_manifest(__file__), compose)

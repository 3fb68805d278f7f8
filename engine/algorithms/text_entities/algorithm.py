"""Entities in texts: a conditional random field on hashed features of tokens, which every party trains further."""

from engine.algorithm import Algorithm, read_manifest
from engine.learners.learner import Parameters
from engine.learners.tagging import TAGGING
from engine.protocols.averaging_chains import AveragingChains
from engine.protocols.on_tokens import OnTokens


def compose(plan: dict, parameters: Parameters, kinds: tuple[str, ...]) -> OnTokens:
    return OnTokens(plan, kinds, AveragingChains(TAGGING, parameters, plan["maxRounds"]))


ALGORITHM = Algorithm(read_manifest(__file__), compose)

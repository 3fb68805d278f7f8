"""Kaplan-Meier curves by group, with the log-rank test."""

from engine.algorithm import Algorithm, read_manifest
from engine.learners.learner import Parameters
from engine.protocols.curves import Curves
from engine.protocols.on_table import OnTable


def compose(plan: dict, parameters: Parameters, kinds: tuple[str, ...]) -> OnTable:
    return OnTable(plan, kinds, Curves(parameters["times"]))


ALGORITHM = Algorithm(read_manifest(__file__), compose)

"""Declared terms of the probe app: the numbers that it received, random draws, a process id, and the letters of the
text that it read."""

from engine.algorithm import Algorithm, read_manifest
from engine.privacy.terms import Term
from engine.protocols.protocol import Stage, State

DRAWS = {"numpy": Term((), 1), "python": Term((), 1), "fresh": Term((), 1), "pid": Term((), 2**23, whole=True)}
SEEN = Term((2000,), 255, whole=True)


class Probe:
    def check(self, state: State) -> None:
        if sum(values.size for values in state.arrays.values()) > 10**7:
            raise ValueError("too much to send back")

    def check_start(self, state: State, parties: int, seed: str) -> None: ...

    def check_transition(self, before: State, state: State) -> None: ...

    def next_stage(self, state: State) -> Stage:
        weights = {name: Term(values.shape, 2**31) for name, values in state.arrays.items() if name == "weights"}
        return Stage("probe", "train", "train", int(state.facts["round"]), weights | DRAWS | {"seen": SEEN})


ALGORITHM = Algorithm(read_manifest(__file__), lambda _plan, _parameters, _kinds: Probe())

"""Declared terms of the leaky app: numbers in the shapes that it received, and counts of rows."""

from engine.algorithm import Algorithm, read_manifest
from engine.privacy.terms import Term
from engine.protocols.protocol import Stage, State


class Leaky:
    def check(self, state: State) -> None: ...

    def check_start(self, state: State, parties: int, seed: str) -> None: ...

    def check_transition(self, before: State, state: State) -> None: ...

    def next_stage(self, state: State) -> Stage:
        received = {name: Term(values.shape, 1000) for name, values in state.arrays.items()}
        return Stage("leak", "train", "train", 1, received | {"counts": Term((2, 2), 40, whole=True)})


ALGORITHM = Algorithm(read_manifest(__file__), lambda _plan, _parameters, _kinds: Leaky())

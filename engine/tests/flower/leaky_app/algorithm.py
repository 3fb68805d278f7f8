"""What the leaky app may answer: numbers in the shapes that came, and counts of rows."""

from engine.algorithm import Algorithm, read_manifest
from engine.privacy.terms import Term
from engine.protocols.protocol import Stage, State


class Leaky:
    def check(self, state: State) -> None: ...

    def starts(self, state: State, parties: int, seed: str) -> None: ...

    def follows(self, before: State, state: State) -> None: ...

    def ask(self, state: State) -> Stage:
        came = {name: Term(values.shape, 1000) for name, values in state.arrays.items()}
        return Stage("leak", "train", "train", 1, came | {"counts": Term((2, 2), 40, whole=True)})


ALGORITHM = Algorithm(read_manifest(__file__), lambda _plan, _parameters, _kinds: Leaky())

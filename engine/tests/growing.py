"""Checks how the size of the data that leaves a party depends on the party's number of rows."""

from engine.algorithm import Algorithm
from engine.pooled import plan_for
from engine.protocols.loop import run_here
from engine.protocols.protocol import Stage, State
from engine.table import Table


def shapes_of(algorithm: Algorithm, own: Table, **parameters: float) -> dict[str, tuple]:
    """Returns the shapes of all terms of a local run, except those whose size depends on the features in use.

    A feature is in use if at least five texts of a party have it.
    """
    protocol = algorithm.protocol(plan_for(algorithm, parameters, [own]))
    shapes: dict[str, tuple] = {}

    def note(_before: State, stage: Stage, *_more: object) -> None:
        shapes.update({name: term.shape for name, term in stage.terms.items()})

    run_here(protocol, [protocol.party(own)], protocol.begin(1, "0"), note)
    return {name: shape for name, shape in shapes.items() if name not in {"update.weights", "features"}}

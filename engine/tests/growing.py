"""How large what leaves is, by how many rows a party has."""

from engine.algorithm import Algorithm
from engine.data.table import Table
from engine.pooled import plan_for
from engine.protocols.loop import run_here
from engine.protocols.protocol import Stage, State


def shapes_of(algorithm: Algorithm, own: Table, **parameters: float) -> dict[str, tuple]:
    """Of all terms of a run by itself, but for those by feature in use, which five texts of a party have."""
    protocol = algorithm.protocol(plan_for(algorithm, parameters, [own]))
    shapes: dict[str, tuple] = {}

    def note(_before: State, stage: Stage, *_more: object) -> None:
        shapes.update({name: term.shape for name, term in stage.terms.items()})

    run_here(protocol, [protocol.party(own)], protocol.begin(1, "0"), note)
    return {name: shape for name, shape in shapes.items() if name not in {"update.weights", "features"}}

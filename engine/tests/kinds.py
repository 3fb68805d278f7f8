"""A party's rows of each kind of data other than tables, for tests that run every algorithm."""

import pyarrow as pa
from canvases import canvases
from graphs import network
from notes import notes
from pictures import digits, labelled
from texts import reviews, several

from engine.algorithm import Algorithm
from engine.data.table import table_of
from engine.table import Table


def boxes(party: int) -> dict[str, list]:
    made = canvases(12, party, 64, (24, 32), 2, (0, 1))
    return {"picture": made["file"], "label": made["boxes"]}


ROWS = {
    "texts": lambda party: reviews(80, party),
    "tokens": lambda party: notes(80, party),
    "pictures": lambda party: digits(8, start=8 * party),
    "boxes": boxes,
    "graph": lambda party: network(90, party),
}

SEVERAL = {"texts": lambda party: several(80, party), "pictures": lambda party: labelled(8, start=8 * party)}


def several_of(algorithm: Algorithm, party: int) -> dict[str, list]:
    """Returns rows with several labels in the column `label`, for an algorithm that learns several labels."""
    return SEVERAL[algorithm.data_kind](party)


def rows_of(algorithm: Algorithm, party: int) -> dict[str, list] | None:
    """Returns rows with a column `label`, or None for an algorithm on tables."""
    kinds = [kind for kind in (*algorithm.label_kinds, algorithm.data_kind) if kind in ROWS]
    return ROWS[kinds[0]](party) if kinds else None


def quick(algorithm: Algorithm) -> dict[str, int]:
    """Returns the parameters with which networks on pictures train fastest; empty for other algorithms."""
    known = {parameter["name"]: parameter for parameter in algorithm.manifest["parameters"]}
    return {name: known[name]["minimum"] for name in ("side", "local_epochs") if "side" in known}


def few_rounds(algorithm: Algorithm, rounds: int) -> dict[str, int]:
    """Returns the parameter for the number of rounds; empty for an algorithm without rounds."""
    has_rounds = any(parameter["name"] == "max_iter" for parameter in algorithm.manifest["parameters"])
    return {"max_iter": rounds} if has_rounds else {}


def as_table(rows: dict[str, list]) -> Table:
    """Returns rows with a column `label` as a table, as a party grants them."""
    return table_of(pa.table(rows), [name for name in rows if name != "label"], "label")

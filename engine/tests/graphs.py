"""Graphs for tests, made up: nodes of three kinds, who are joined to their like four times as often as to others, and
whose numbers say little of their kind."""

import numpy as np

from engine.data.graph import LINKS

CLASSES = ("clinic", "hospital", "surgery")
COLUMNS = ("beds", "visits", "staff")


def network(nodes: int, seed: int, unlabelled: float = 0.1) -> dict[str, list]:
    """As columns: numbers with gaps, in units far apart; the label, of some none; and the links, each edge once."""
    rng = np.random.default_rng(seed)
    kinds = rng.permutation(np.arange(nodes) % len(CLASSES))
    centres = np.array([[0, 0, 1.0], [0.9, 0, 0], [0, 0.9, -0.5]])
    values = (rng.normal(0, 1, (nodes, len(COLUMNS))) + centres[kinds]) * [1e-3, 1, 1e4] + [0, 5, 1e6]
    values[rng.random(values.shape) < 0.05] = np.nan
    chances = np.where(kinds[:, None] == kinds, 4, 1) * 4 / nodes
    joined = np.triu(rng.random((nodes, nodes)) < chances, 1)
    known = rng.random(nodes) >= unlabelled
    columns = {name: values[:, place].tolist() for place, name in enumerate(COLUMNS)}
    columns = {name: [None if np.isnan(one) else one for one in own] for name, own in columns.items()}
    labels = [CLASSES[kind] if has else None for kind, has in zip(kinds, known, strict=True)]
    return columns | {LINKS: [np.flatnonzero(row).tolist() for row in joined], "label": labels}


def numbers_of(rows: dict) -> np.ndarray:
    """A network's numbers as a model's file takes them: [nodes, columns], NaN where there is none."""
    return np.column_stack([rows[name] for name in COLUMNS]).astype(float)


def edges_of(rows: dict) -> np.ndarray:
    """Its edges: [2, edges] of places."""
    return np.array([(here, there) for here, near in enumerate(rows[LINKS]) for there in near], dtype=np.int64).T

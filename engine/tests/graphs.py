"""Synthetic graphs for tests.

Nodes have one of three kinds, are linked to their own kind four times as often as to others, and have numbers that
reveal little of their kind.
"""

import numpy as np

from engine.data.graph import LINKS

CLASSES = ("clinic", "hospital", "surgery")
COLUMNS = ("beds", "visits", "staff")


def network(nodes: int, seed: int, unlabelled: float = 0.1) -> dict[str, list]:
    """Returns columns: numbers in very different units, some missing; the label, which some nodes lack; and the links,
    with each edge once."""
    rng = np.random.default_rng(seed)
    kinds = rng.permutation(np.arange(nodes) % len(CLASSES))
    centres = np.array([[0, 0, 1.0], [0.9, 0, 0], [0, 0.9, -0.5]])
    values = (rng.normal(0, 1, (nodes, len(COLUMNS))) + centres[kinds]) * [1e-3, 1, 1e4] + [0, 5, 1e6]
    values[rng.random(values.shape) < 0.05] = np.nan
    probabilities = np.where(kinds[:, None] == kinds, 4, 1) * 4 / nodes
    joined = np.triu(rng.random((nodes, nodes)) < probabilities, 1)
    known = rng.random(nodes) >= unlabelled
    columns = {name: values[:, place].tolist() for place, name in enumerate(COLUMNS)}
    columns = {name: [None if np.isnan(one) else one for one in own] for name, own in columns.items()}
    labels = [CLASSES[kind] if has else None for kind, has in zip(kinds, known, strict=True)]
    return columns | {LINKS: [np.flatnonzero(row).tolist() for row in joined], "label": labels}


def citations(nodes: int, words: int, seed: int, labelled: float = 0.3) -> tuple[dict[str, list], np.ndarray]:
    """Returns papers of seven kinds as columns of zeros and ones, and the kind of each paper.

    Each paper has about 18 of the words. Four fifths of its citations are of the same kind. Only some papers are
    labelled.
    """
    rng = np.random.default_rng(seed)
    kinds = rng.permutation(np.arange(nodes) % 7)
    probabilities = np.exp(0.7 * rng.normal(size=(7, words))) / (np.arange(words) + 30.0)
    probabilities /= probabilities.sum(axis=1, keepdims=True)
    values = np.zeros((nodes, words))
    for node, kind in enumerate(kinds):
        values[node, rng.choice(words, rng.poisson(18) + 1, p=probabilities[kind])] = 1
    alike = [np.flatnonzero(kinds == kind) for kind in range(7)]
    links = [
        [
            int(rng.choice(alike[kind])) if rng.random() < 0.8 else int(rng.integers(nodes))
            for _ in range(rng.poisson(1.2))
        ]
        for kind in kinds
    ]
    names = np.array([f"field {kind}" for kind in kinds])
    labels = [name if known else None for name, known in zip(names.tolist(), rng.random(nodes) < labelled, strict=True)]
    return {f"word {place}": values[:, place] for place in range(words)} | {LINKS: links, "label": labels}, names


def part_of(rows: dict[str, list], nodes: np.ndarray) -> dict[str, list]:
    """Returns these nodes with the edges between them."""
    places = {int(node): place for place, node in enumerate(nodes)}
    own = {name: np.asarray(values)[nodes] for name, values in rows.items() if name != LINKS}
    return own | {LINKS: [[places[to] for to in rows[LINKS][node] if to in places] for node in nodes]}


def numbers_of(rows: dict) -> np.ndarray:
    """Returns a network's numbers as a model file receives them: [nodes, columns], NaN for missing values."""
    return np.column_stack([rows[name] for name in COLUMNS]).astype(float)


def edges_of(rows: dict) -> np.ndarray:
    """Returns the edges [2, edges] as places of nodes."""
    return np.array([(here, there) for here, near in enumerate(rows[LINKS]) for there in near], dtype=np.int64).T

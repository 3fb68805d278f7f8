"""The share of rows that pass each node of a tree, for the model's file, relative to the parent's rows and in coarse
steps.

These shares weight a column's contribution to a prediction (docs/reference/engine/model-file.md). A step is five rows
or more. Its size follows only from numbers that are already published, not from the rows. So, within one tree, a share
is consistent with at least five different counts of a node, even if the exact number of rows at its parent is known.
Apart from that, a share reveals only what the shape of the tree reveals.
"""

import numpy as np

from engine.privacy.small_counts import MIN_SHOWN

STEPS = 64  # maximum number of steps into which a parent's rows are divided


def hit_rates(split: np.ndarray, rows: np.ndarray, least_rows: int) -> np.ndarray:
    """Return the share of all rows at each node [trees, nodes], 0 where there is no node. The shares of two children
    add up to their parent's share. `split` is true for nodes, in heap order, that have children. `rows` [trees, nodes]
    is the number of rows at each node. The plan guarantees that no leaf has fewer than `least_rows` rows."""
    rows = np.rint(rows).astype(np.int64)
    shares, fewest = np.zeros(rows.shape), least_rows * _leaves(split)
    # The total number of rows is public, because the model card contains it.
    shares[:, 0], fewest[:, 0] = 1, rows[:, 0]
    for first in _levels(split):
        tree, node = np.nonzero(split[:, first : 2 * first + 1])
        above, left, right = ((tree, place) for place in (node + first, 2 * (node + first) + 1, 2 * (node + first) + 2))
        steps = _steps(fewest[above])
        edges = _edge(fewest[left], fewest[above], steps), _edge(fewest[right], fewest[above], steps)
        by_shape = np.clip(steps * fewest[left] // (fewest[left] + fewest[right]), 1, steps - 1)
        nearest = (2 * rows[left] * steps + rows[above]) // (2 * rows[above])
        is_informative = edges[0] + edges[1] < steps
        part = np.where(is_informative, np.minimum(np.maximum(nearest, edges[0]), steps - edges[1]), by_shape)
        for child, own, edge in ((left, part, edges[0]), (right, steps - part, edges[1])):
            shares[child] = shares[above] * (own / steps)
            known = (2 * own - 1) * fewest[above] // (2 * steps)
            fewest[child] = np.where(is_informative & (own > edge), known, fewest[child])
    return shares


def _levels(split: np.ndarray) -> list[int]:
    """Return the first node of each level that may have children."""
    return [2**level - 1 for level in range(split.shape[1].bit_length() - 1)]


def _leaves(split: np.ndarray) -> np.ndarray:
    """Return the number of leaves below each node [trees, nodes]. A leaf counts itself."""
    leaves = np.ones(split.shape, dtype=np.int64)
    for first in reversed(_levels(split)):
        below = leaves[:, 2 * first + 1 : 4 * first + 3].reshape(len(leaves), -1, 2).sum(axis=2)
        leaves[:, first : 2 * first + 1] = np.where(split[:, first : 2 * first + 1], below, 1)
    return leaves


def _steps(rows: np.ndarray) -> np.ndarray:
    """Return the number of steps of a share, for nodes that are known to have at least `rows` rows."""
    return 2 ** (np.frexp(np.clip(rows // MIN_SHOWN, 2, STEPS))[1].astype(np.int64) - 1)


def _edge(least: np.ndarray, rows: np.ndarray, steps: np.ndarray) -> np.ndarray:
    """Return the number of steps that count as the first one, for a child that is known to have at least `least` of its
    parent's `rows` rows. The first step must include as many possible counts as any other step."""
    return np.maximum(1, -((rows - 2 * (least + MIN_SHOWN) * steps) // (2 * rows)))

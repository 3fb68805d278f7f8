"""How many rows pass each node of trees, as a model's file tells it: as a share of its parent's rows, in coarse steps.

What a column did to an answer is weighed by these shares (docs/engine.md). A step is five rows or more, and how fine
the steps are follows from what is told already, not from the rows. So in one tree a share fits at least five counts of
a node, even for whoever knows exactly how many rows came to its parent; or it says only what the tree's shape does.
"""

import numpy as np

from engine.privacy.few import LEAST_SHOWN

STEPS = 64  # of a parent's rows, at most


def hit_rates(split: np.ndarray, rows: np.ndarray, least_rows: int) -> np.ndarray:
    """Shares [trees, nodes] of all rows, 0 where there is no node; those of two children add up to their parent's.
    `split` says which nodes, in heap order, have children, `rows` [trees, nodes] how many came there; the plan says
    that no leaf has fewer than `least_rows`."""
    rows = np.rint(rows).astype(np.int64)
    shares, fewest = np.zeros(rows.shape), least_rows * _leaves(split)
    shares[:, 0], fewest[:, 0] = 1, rows[:, 0]  # the card has how many there are in all
    for first in _levels(split):
        tree, node = np.nonzero(split[:, first : 2 * first + 1])
        above, left, right = ((tree, place) for place in (node + first, 2 * (node + first) + 1, 2 * (node + first) + 2))
        steps = _steps(fewest[above])
        edges = _edge(fewest[left], fewest[above], steps), _edge(fewest[right], fewest[above], steps)
        by_shape = np.clip(steps * fewest[left] // (fewest[left] + fewest[right]), 1, steps - 1)
        nearest = (2 * rows[left] * steps + rows[above]) // (2 * rows[above])
        tells = edges[0] + edges[1] < steps
        part = np.where(tells, np.minimum(np.maximum(nearest, edges[0]), steps - edges[1]), by_shape)
        for child, own, edge in ((left, part, edges[0]), (right, steps - part, edges[1])):
            shares[child] = shares[above] * (own / steps)
            told = (2 * own - 1) * fewest[above] // (2 * steps)
            fewest[child] = np.where(tells & (own > edge), told, fewest[child])
    return shares


def _levels(split: np.ndarray) -> list[int]:
    """The first node of each level that may have children."""
    return [2**level - 1 for level in range(split.shape[1].bit_length() - 1)]


def _leaves(split: np.ndarray) -> np.ndarray:
    """How many lie below each node [trees, nodes], itself counted where it is one."""
    leaves = np.ones(split.shape, dtype=np.int64)
    for first in reversed(_levels(split)):
        below = leaves[:, 2 * first + 1 : 4 * first + 3].reshape(len(leaves), -1, 2).sum(axis=2)
        leaves[:, first : 2 * first + 1] = np.where(split[:, first : 2 * first + 1], below, 1)
    return leaves


def _steps(rows: np.ndarray) -> np.ndarray:
    """How many a share is told in, of nodes that are known to have so many rows."""
    return 2 ** (np.frexp(np.clip(rows // LEAST_SHOWN, 2, STEPS))[1].astype(np.int64) - 1)


def _edge(least: np.ndarray, rows: np.ndarray, steps: np.ndarray) -> np.ndarray:
    """How many steps a child of few rows counts as, known to have `least` of its parent's `rows`: as many counts must
    lie below the next step as in any other."""
    return np.maximum(1, -((rows - 2 * (least + LEAST_SHOWN) * steps) // (2 * rows)))

"""Findings about trees that users see: the importance of columns, the effect of each column, and one tree as a
drawing."""

from collections.abc import Container
from dataclasses import dataclass

import numpy as np

from engine.data.bins import MISSING, Bins
from engine.data.encoding import CategoryEncoder
from engine.learners.trees import LEAF, Trees
from engine.privacy.small_counts import MIN_SHOWN

DRAWN = 3  # number of levels of the tree that are shown in the drawing


@dataclass(frozen=True)
class Grown:
    """Trees with statistics from their growth, [trees, nodes]: the gain of each split, and the number of all parties'
    rows that reached each node."""

    trees: Trees
    gain: np.ndarray
    rows: np.ndarray


def importance(grown: Grown, bins: Bins) -> list[dict]:
    """Return each column's share of the gain of all splits, largest first. Gains of several trees are added. Source:
    Breiman, Friedman, Olshen, Stone 1984, "Classification and Regression Trees", 5.3.4."""
    split = grown.trees.column != LEAF
    gains = np.bincount(grown.trees.column[split], grown.gain[split], minlength=len(bins.encoding.columns))
    shares = gains / max(gains.sum(), 1e-300)
    order = np.argsort(-shares, kind="stable")
    return [{"column": bins.encoding.columns[place].name, "share": float(shares[place])} for place in order]


def effects(grown: Grown, bins: Bins, counts: list[np.ndarray], outputs: int) -> list[list[np.ndarray]]:
    """Return the effect of each column on each output: how the sum of the trees changes with the column's bin or
    category while all other columns vary as in the rows. The bin of missing values is left out. The mean over `counts`,
    the rows in each bin, is 0. Source: Friedman 2001, "Greedy function approximation", 8.2, by the rows in each
    node."""
    found = []
    for output in range(outputs):
        own = range(output, len(grown.trees), outputs)
        found.append([_effect(grown, bins, own, place, counts[place]) for place in range(len(bins.encoding.columns))])
    return found


def drawn_tree(grown: Grown, bins: Bins, tree: int, undrawn: Container[int] = ()) -> list[dict]:
    """Return the upper levels of a tree, by heap position: `rows`, `value` (the tree's value there), and for a split
    its `column` with `cut` (values up to it go left) or `category` (this one goes left, "" for the `rest`), and
    `missingLeft`. A split on one of the columns `undrawn` is shown as a leaf."""
    trees, nodes, waiting = grown.trees, [], [0]
    while waiting:
        node = waiting.pop(0)
        column = int(trees.column[tree, node])
        one = {"node": node, "rows": int(grown.rows[tree, node]), "value": float(trees.value[tree, node])}
        if column != LEAF and column not in undrawn and node < 2**DRAWN - 1:
            waiting += [2 * node + 1, 2 * node + 2]
            one |= {"column": bins.encoding.columns[column].name, **_cut(bins, column, int(trees.cut[tree, node]))}
            one["missingLeft"] = bool(trees.missing_left[tree, node])
        nodes.append(one)
    return nodes


def without_few(nodes: list[dict], of_class: list[float]) -> list[dict]:
    """Return the nodes of a drawn tree, with `value` None for nodes whose value would reveal one to four rows of a
    class, or of all other classes. The sibling of such a node has no value either, because it would reveal the node's
    together with their parent's. `of_class` is the number of each node's rows that have the first tree's class."""
    few = {
        one["node"]
        for one, count in zip(nodes, of_class, strict=True)
        if any(0 < round(part) < MIN_SHOWN for part in (count, one["rows"] - count))
    }
    few |= {node - 1 if node % 2 == 0 else node + 1 for node in few if node > 0}
    return [one | {"value": None} if one["node"] in few else one for one in nodes]


def _cut(bins: Bins, column: int, cut: int) -> dict:
    encoder, edges = bins.encoding.columns[column], bins.edges[column]
    if isinstance(encoder, CategoryEncoder):
        if cut < len(encoder.categories):
            return {"category": encoder.categories[cut]}
        rest = encoder.rest_names[cut - len(encoder.categories)]
        return {"category": ""} | ({"rest": rest} if rest else {})
    # Beyond the last cut point, there are only missing numbers.
    return {"cut": float(edges[cut - 1]) if np.isfinite(edges[cut - 1]) else None}


def _effect(grown: Grown, bins: Bins, trees: range, column: int, counts: np.ndarray) -> np.ndarray:
    is_number = bool(bins.numbers[column])
    codes = np.arange(len(counts)) + is_number * (MISSING + 1)
    sums = np.zeros(len(codes))
    for tree in trees:
        if np.any(grown.trees.column[tree] == column):
            sums += _weighed(grown, tree, column, codes, is_number=is_number)
    return sums - (sums * counts).sum() / max(counts.sum(), 1)


def _weighed(grown: Grown, tree: int, column: int, codes: np.ndarray, *, is_number: bool) -> np.ndarray:
    """Return a tree's mean value for rows in which one column has these bins [codes]."""
    split, cut, rows = grown.trees.column[tree], grown.trees.cut[tree], grown.rows[tree]
    weights = np.zeros((len(split), len(codes)))
    weights[0] = 1
    inner = len(split) // 2
    for first in (2**level - 1 for level in range(inner.bit_length())):
        nodes = np.arange(first, 2 * first + 1)
        nodes = nodes[split[nodes] != LEAF]
        if len(nodes) == 0:
            break
        share = rows[2 * nodes + 1] / np.maximum(rows[2 * nodes + 1] + rows[2 * nodes + 2], 1)
        is_left = codes <= cut[nodes, None] if is_number else codes == cut[nodes, None]
        left = np.where((split[nodes] == column)[:, None], is_left, share[:, None])
        weights[2 * nodes + 1], weights[2 * nodes + 2] = weights[nodes] * left, weights[nodes] * (1 - left)
    ends = split == LEAF
    return (weights[ends] * grown.trees.value[tree][ends, None]).sum(axis=0)

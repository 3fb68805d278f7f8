"""Checks of the states of boosted trees that a platform sends, and of their order, because a malicious platform could
send any state. Each check raises ValueError."""

import numpy as np

from engine.learners.trees import LEAF, Cells, Trees
from engine.privacy.terms import Arrays
from engine.protocols.rounding import is_at_most


def check_shapes(arrays: Arrays, known: Arrays) -> None:
    """Check that the arrays have the same names, shapes and types as `known`."""
    shapes = [{name: (values.shape, values.dtype) for name, values in held.items()} for held in (arrays, known)]
    if shapes[0] != shapes[1]:
        raise ValueError("the arrays do not have the plan's shape")


def check_trees(trees: Trees, columns: int, most: float) -> None:
    """Check that columns exist, that nodes of the lowest level are leaves, and that leaf values are within bounds."""
    nodes = trees.column.shape[1] // 2
    if np.any((trees.column < LEAF) | (trees.column >= columns)) or np.any(trees.column[:, nodes:] != LEAF):
        raise ValueError("no plan grows this tree")
    if not is_at_most(trees.value, most):
        raise ValueError("no step gives this leaf value")


def check_splits(trees: Trees, level: int, cells: list[Cells]) -> None:
    """Check the level that was just split. Splits may use only columns and bins that were drawn for their tree. There
    may be no split below a leaf or on lower levels."""
    first, below = 2**level - 1, 2 ** (level + 1) - 1
    if np.any(trees.column[:, below:] != LEAF):
        raise ValueError("a split below this level")
    for tree, drawn in enumerate(cells):
        split = first + np.flatnonzero(trees.column[tree, first:below] != LEAF)
        known = set(zip(drawn.column.tolist(), drawn.bin.tolist(), strict=True))
        if not known.issuperset(zip(trees.column[tree, split].tolist(), trees.cut[tree, split].tolist(), strict=True)):
            raise ValueError("the tree did not draw this split")
        if level and np.any(trees.column[tree, (split - 1) // 2] == LEAF):
            raise ValueError("a split below a leaf")

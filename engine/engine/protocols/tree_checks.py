"""What a state of boosted trees may hold, and what may come after another: a platform could send any. Each raises
ValueError."""

import numpy as np

from engine.learners.trees import LEAF, Cells, Trees
from engine.privacy.terms import Arrays
from engine.protocols.rounding import is_at_most


def check_shapes(arrays: Arrays, known: Arrays) -> None:
    """As arrays of the same names, shapes and types."""
    shapes = [{name: (values.shape, values.dtype) for name, values in held.items()} for held in (arrays, known)]
    if shapes[0] != shapes[1]:
        raise ValueError("the arrays are not those that the plan makes")


def check_trees(trees: Trees, columns: int, most: float) -> None:
    """Columns there are, leaves at the lowest level, and values that a leaf may have."""
    nodes = trees.column.shape[1] // 2
    if np.any((trees.column < LEAF) | (trees.column >= columns)) or np.any(trees.column[:, nodes:] != LEAF):
        raise ValueError("a tree that no plan grows")
    if not is_at_most(trees.value, most):
        raise ValueError("a leaf that no step gives")


def check_splits(trees: Trees, level: int, cells: list[Cells]) -> None:
    """Of a level that was just split: on columns and bins that each tree drew, none below a leaf, none further down."""
    first, below = 2**level - 1, 2 ** (level + 1) - 1
    if np.any(trees.column[:, below:] != LEAF):
        raise ValueError("a split below this level")
    for tree, drawn in enumerate(cells):
        split = first + np.flatnonzero(trees.column[tree, first:below] != LEAF)
        known = set(zip(drawn.column.tolist(), drawn.bin.tolist(), strict=True))
        if not known.issuperset(zip(trees.column[tree, split].tolist(), trees.cut[tree, split].tolist(), strict=True)):
            raise ValueError("a split that the tree did not draw")
        if level and np.any(trees.column[tree, (split - 1) // 2] == LEAF):
            raise ValueError("a split below a leaf")

"""Folds of a cross-validation over parties: which of a party's rows a fit leaves out, so that it can be scored on them.

A party of n rows lies in min(5, n // 10) folds of at least ten rows each, so that no difference of two fits is nearly a
row. The first of its folds follows from its place in the roster: parties too small for all folds are spread over them.
A smaller party's rows belong to no fold: every fit has them, and they are not scored. A fold is fitted and scored if it
holds rows and at least ten remain for the fit. Hence no fold is scored where all parties have fewer than 20 rows
together.
"""

from collections.abc import Sequence

import numpy as np

from engine.data.party import Party
from engine.privacy.terms import MOST_ROWS, Arrays, Term, Total

FOLDS = 5
LEAST_OF_FOLD = 10  # rows of a party in a fold, and of all parties in the fit that leaves a fold out
NONE = FOLDS  # in place of a fold: the row is in all fits
SPLIT_SEED = 20_260_101  # fixed: a row is in the same fold in every round and every run
TERMS = {"folds": Term((FOLDS,), MOST_ROWS, whole=True)}


def folds_of(rows: int, place: int) -> np.ndarray:
    """The fold [rows] of each row of the party at this place in the roster, or NONE."""
    count = min(FOLDS, rows // LEAST_OF_FOLD)
    if count == 0:
        return np.full(rows, NONE)
    return (np.random.default_rng(SPLIT_SEED).permutation(np.arange(rows) % count) + place) % FOLDS


def count_folds(party: Party) -> Arrays:
    """A party's answer to `TERMS`: how many of its rows are in each fold."""
    folds = folds_of(len(party.training), party.place)
    return {"folds": np.bincount(folds[folds != NONE], minlength=FOLDS).astype(np.float64)}


def read_folds(total: Total) -> dict[str, list[int]]:
    """The fact that all parties' answers add up to."""
    return {"folds": total["folds"].astype(int).tolist()}


def check_folds(folds: Sequence[int], rows: int) -> None:
    """Raises ValueError for counts of folds that parties with so many rows together cannot have."""
    if len(folds) != FOLDS or not all(type(count) is int and count >= 0 for count in folds) or sum(folds) > rows:
        raise ValueError("folds that no parties have")


def check_own_folds(party: Party, folds: Sequence[int]) -> np.ndarray:
    """The fold of each of a party's rows. Raises ValueError where the counts of all parties lack rows of this one."""
    own = count_folds(party)["folds"]
    if np.any(own > folds):
        raise ValueError("the counts of the folds lack rows of this party")
    return folds_of(len(party.training), party.place)


def scored_folds(folds: Sequence[int], rows: int) -> list[int]:
    """The folds that are fitted and scored, of all parties' rows in each and altogether."""
    return [fold for fold, count in enumerate(folds) if count > 0 and rows - count >= LEAST_OF_FOLD]

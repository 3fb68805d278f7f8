"""A party's side of a run, free of Flower: rows split for good, and one round's work on them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from engine.algorithm import Algorithm, Parameters, random_for
from engine.datasets import Table, concatenate, feature_names, read_table, split
from engine.errors import PartyError
from engine.metrics import Sums, add_up, summarise
from engine.network import Arrays, average, is_finite
from engine.preprocessing import Encoding, LabelEncoding
from engine.statistics import PartyStatistics, combine, combine_columns, describe


@dataclass(frozen=True)
class Party:
    """Training and validation rows, and what the plan says to do with them."""

    algorithm: Algorithm
    plan: dict
    training: Table
    validation: Table

    @classmethod
    def open(cls, algorithm: Algorithm, plan: dict, path: str) -> Self:
        """Reads the granted rows. Raises PartyError (see datasets)."""
        return cls.of(algorithm, plan, read_table(path, feature_names(plan), plan["label"]))

    @classmethod
    def of(cls, algorithm: Algorithm, plan: dict, table: Table) -> Self:
        """From rows in memory, features in the plan's order; sets the validation rows aside."""
        return cls(algorithm, plan, *split(table))

    @property
    def parameters(self) -> Parameters:
        """The plan's values over the algorithm's defaults. Raises PartyError (see algorithm)."""
        return self.algorithm.parameters(self.plan["parameters"])

    def describe(self) -> PartyStatistics:
        """What this party tells in round 0. Raises PartyError (see statistics)."""
        return describe(self.training, self.validation, self.algorithm.label_kinds)

    def learner(self, encoding: Encoding) -> "Learner":
        """The rows in an encoding, ready for any number of rounds. Raises PartyError `data.label-rare-class`."""
        tables = (self.training, self.validation)
        targets = np.split(encoding.label.encode(concatenate(tables).label), [len(self.training)])
        parts = [(encoding.encode(rows), aims) for rows, aims in zip(tables, targets, strict=True)]
        return Learner(self.algorithm, self.parameters, encoding, *parts)

    def train_alone(self, label: LabelEncoding, seed: object) -> tuple[Arrays, Encoding]:
        """What this party would have got by itself, with the same settings and its own statistics.

        Only the label's classes (or unit) are the federation's, so that the scores can be compared.
        """
        return federate([self], label=label, seed=seed)

    def score_alone(self, label: LabelEncoding, seed: object) -> Sums | None:
        """Sums of scores of `train_alone` on the validation rows; None where it ran out of bounds, as a few rows by
        themselves may, though the federation did not."""
        with np.errstate(all="ignore"):  # numbers that are not finite are looked for
            try:
                model, encoding = self.train_alone(label, seed)
            except PartyError:
                return None
            sums = self.learner(encoding).evaluate(model)
        return sums if math.isfinite(sums["loss"]) else None


@dataclass(frozen=True)
class Learner:
    """A party's encoded rows: (inputs [rows, features], targets [rows, outputs]) to train on, and to score on."""

    algorithm: Algorithm
    parameters: Parameters
    encoding: Encoding
    training: tuple[np.ndarray, np.ndarray]
    validation: tuple[np.ndarray, np.ndarray]

    def train(self, model: Arrays, round_: int, seed: object) -> Arrays:
        """One local pass over the training rows. Raises PartyError `train.diverged` (round)."""
        kind, rng = self.encoding.label.kind, random_for(seed, round_)
        with np.errstate(all="ignore"):  # an overflow ends in numbers that are not finite, which is told below
            fitted = self.algorithm.fit(model, *self.training, self.parameters, kind, rng)
        if not is_finite(fitted):
            raise PartyError("train.diverged", round=round_)
        return fitted

    def evaluate(self, model: Arrays) -> Sums:
        """Sums of scores on the validation rows."""
        return self.algorithm.score(model, self.encoding, *self.validation)


def federate(
    parties: Sequence[Party], *, label: LabelEncoding | None = None, seed: object = 0
) -> tuple[Arrays, Encoding]:
    """The whole federation in one process: (best model, encoding). With one party it is training alone.

    Like the real one (rounds.py) it keeps the round with the lowest loss on the validation rows.
    """
    first = parties[0]
    names, told = feature_names(first.plan), [party.describe() for party in parties]
    if label is None:
        encoding = combine(names, first.plan["label"], told, first.algorithm.label_kinds)
    else:
        encoding = Encoding(combine_columns(names, told), label)
    model = first_model(first.algorithm, encoding, first.plan, seed)
    best, lowest = model, np.inf
    rows, learners = [len(party.training) for party in parties], [party.learner(encoding) for party in parties]
    for round_ in range(1, first.plan["maxRounds"] + 1):
        model = average([learner.train(model, round_, seed) for learner in learners], rows)
        loss = summarise(add_up([learner.evaluate(model) for learner in learners]))["loss"]
        if loss < lowest:
            best, lowest = model, loss
    return best, encoding


def first_model(algorithm: Algorithm, encoding: Encoding, plan: dict, seed: object) -> Arrays:
    """The global model before round 1, the same for the same run."""
    parameters = algorithm.parameters(plan["parameters"])
    return algorithm.initial(encoding.features, encoding.label.outputs, parameters, random_for(seed, 0))

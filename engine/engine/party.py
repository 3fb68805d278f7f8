"""A party's side of a run, free of Flower: rows split for good, and one round's work on them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from engine.algorithm import Algorithm, Parameters, random_for
from engine.datasets import Table, feature_names, read_table, split
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
        return cls(algorithm, plan, *split(table))

    @property
    def parameters(self) -> Parameters:
        return self.algorithm.parameters(self.plan["parameters"])

    def describe(self) -> PartyStatistics:
        return describe(self.training, self.validation)

    def train(self, model: Arrays, encoding: Encoding, round_: int, seed: object) -> Arrays:
        """One local pass over the training rows. Raises PartyError `train.diverged` (round)."""
        inputs, targets = encoding.encode(self.training), encoding.label.encode(self.training.label)
        with np.errstate(all="ignore"):  # an overflow ends in numbers that are not finite, which is told below
            fitted = self.algorithm.fit(
                model, inputs, targets, self.parameters, encoding.label.kind, random_for(seed, round_)
            )
        if not is_finite(fitted):
            raise PartyError("train.diverged", round=round_)
        return fitted

    def evaluate(self, model: Arrays, encoding: Encoding) -> Sums:
        """Sums of scores on the validation rows."""
        inputs, targets = encoding.encode(self.validation), encoding.label.encode(self.validation.label)
        return self.algorithm.score(model, encoding, inputs, targets)

    def train_alone(self, label: LabelEncoding, seed: object) -> tuple[Arrays, Encoding]:
        """What this party would have got by itself, with the same settings and its own statistics.

        Only the label's classes (or unit) are the federation's, so that the scores can be compared.
        """
        return federate([self], label=label, seed=seed)


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
    rows = [len(party.training) for party in parties]
    for round_ in range(1, first.plan["maxRounds"] + 1):
        model = average([party.train(model, encoding, round_, seed) for party in parties], rows)
        loss = summarise(add_up([party.evaluate(model, encoding) for party in parties]))["loss"]
        if loss < lowest:
            best, lowest = model, loss
    return best, encoding


def first_model(algorithm: Algorithm, encoding: Encoding, plan: dict, seed: object) -> Arrays:
    """The global model before round 1, the same for the same run."""
    parameters = algorithm.parameters(plan["parameters"])
    return algorithm.initial(encoding.features, encoding.label.outputs, parameters, random_for(seed, 0))

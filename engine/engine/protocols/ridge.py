"""Ridge regression on one-hot classes, or on labels: all that a fit needs of the rows is two sums, so one message makes
it exactly, as if all rows lay in one place. Source: Hoerl and Kennard 1970, "Ridge Regression: Biased Estimation for
Nonorthogonal Problems".

A party sends the products of every two features, summed over its training rows, and each feature summed by class. Where
the sums are, several penalties are solved, and all parties score them on the rows held aside, in one message. Ridge
gives no chances: its outputs, times one number, go through the softmax; that number is chosen with the penalty, by the
same loss. A label that applies is 1 and one that does not -1, and its output goes through the sigmoid: that is what the
softmax makes of two classes. A last message scores the best in full and has every party fit alone, to compare.
"""

import math
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from engine.data.party import LEAST_VALUES, Party, Rows
from engine.data.table import Table
from engine.errors import RunError
from engine.learners.network import Layer, forward
from engine.privacy.terms import Arrays, Term, Total, grouped
from engine.protocols.final import alone_terms, final_card, final_terms, score_finally, with_final
from engine.protocols.newton import unpack
from engine.protocols.on_rows import Prepared, check_arrays
from engine.protocols.protocol import EVALUATE, TRAIN, Result, Stage, State
from engine.protocols.rounding import near_arrays
from engine.targets import Target
from engine.targets.classes import MOST_LOSS

# What squared weights cost beside squared errors, in rows times the features' mean variance. Of pictures the best is
# near 0.1 with hundreds, near 1 with dozens.
PENALTIES = (0.01, 0.05, 0.25, 1.25, 6.25)
SHARPNESS = (1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0)  # that outputs are multiplied by
LEAST_VARIANCE = 1e-6  # that a feature is taken to have, in squares of the most that it may be
MOST_FEATURES = 2_000  # their products are 16 MB a message
LEAST_TRIED = 5  # rows held aside of a party on which several models are tried
BLOCK = 1_000  # rows whose products are summed at once


@dataclass(frozen=True)
class Ridge:
    """The inner protocol (see on_rows.py) for any dense encoding whose features are at most `most` on either side of
    zero. It has one round: the fit."""

    most: float
    compares: bool = True
    holds_aside: ClassVar[bool] = True
    predicts: ClassVar[bool] = True
    bins: ClassVar[int] = 0

    def first(self, state: State, prepared: Prepared) -> State:
        if (features := prepared.encoding.features) > MOST_FEATURES:
            params = {"coefficients": features, "most": MOST_FEATURES}
            raise RunError("train.too-many-coefficients", params, step="statistics")
        return state.with_facts(step="sums")

    def ask(self, state: State, prepared: Prepared) -> Stage | None:
        target, rows = prepared.target, prepared.validation
        match state.facts["step"]:
            case "sums":
                return Stage("sums", "train", TRAIN, 1, sum_terms(prepared))
            case "penalties":
                losses = Term((len(PENALTIES), len(SHARPNESS)), rows * MOST_LOSS)
                return Stage("penalties", "evaluate", EVALUATE, 1, {"tried": losses})
            case "best":
                scores = grouped("score", target.score_terms(rows))
                shown = (*scores, *(alone_terms(prepared) if self.compares else ()))
                terms = scores | final_terms(prepared, compares=self.compares)
                return Stage("best", "evaluate", EVALUATE, 1, terms, 1, rounds_long=2, shown=shown)
        return None

    def check(self, state: State, prepared: Prepared) -> None:
        step, features, outputs = state.facts["step"], prepared.encoding.features, prepared.target.outputs
        fits = {"sums": (), "penalties": (len(PENALTIES),), "best": ()}[step]
        shapes = {} if step == "sums" else {"weights": (*fits, features, outputs), "bias": (*fits, outputs)}
        check_arrays(state, State({}, {name: np.zeros(shape) for name, shape in shapes.items()}))
        if step == "penalties":
            for penalty, weights in zip(PENALTIES, state.arrays["weights"], strict=True):
                if not np.linalg.norm(weights) * self.most <= longest(penalty, prepared.target) * (1 + 1e-9):
                    raise ValueError("weights that no sums give")

    def follows(self, before: State, state: State, prepared: Prepared) -> None:
        """What is best in the end is one of those that were scored."""
        was, now = before.facts["step"], state.facts["step"]
        if (was, now) not in (("sums", "penalties"), ("penalties", "best")):
            raise ValueError("not the next step")
        if now == "best":
            penalty, sharpness = state.facts["penalty"], state.facts["sharpness"]
            for place, known in ((penalty, PENALTIES), (sharpness, SHARPNESS)):
                if type(place) is not int or not 0 <= place < len(known):
                    raise ValueError("no such model")
            if not near_arrays(chosen(before.arrays, penalty, sharpness), state.arrays):
                raise ValueError("not the best model")

    def answer(self, state: State, prepared: Prepared, party: Party, stage: Stage) -> Arrays:
        if stage.name == "sums":
            rows = party.encoded_part("training", prepared.encoding, prepared.target)
            few = without_few_apart if prepared.target.kind == "labels" else without_few
            sums = self._sums(rows if prepared.parties == 1 else few(rows))
            return {name: sums[name] for name in stage.terms}
        if stage.name == "penalties":
            return {"tried": _tried(state.arrays, tried_rows(party, prepared), prepared.target)}
        scores = prepared.target.score(*self.held_out(state, prepared, party))
        return grouped("score", scores) | score_finally(self, state, prepared, party, compares=self.compares)

    def advance(self, state: State, prepared: Prepared, stage: Stage, total: Total) -> State:
        match stage.name:
            case "sums":
                arrays = self._solved(prepared, total)
                return replace(state, arrays=arrays).with_facts(step="penalties")
            case "penalties":
                best = int(total.integers["tried"].argmin())
                penalty, sharpness = divmod(best, len(SHARPNESS))
                arrays = chosen(state.arrays, penalty, sharpness)
                return replace(state, arrays=arrays).with_facts(step="best", penalty=penalty, sharpness=sharpness)
        scores = {f"scores/{name}": values for name, values in total.group("score").items()}
        return with_final(replace(state, kept=state.kept | scores), total).with_facts(step="done", best=1)

    def finish_early(self, state: State) -> State:
        return state  # one round: there is nothing between

    def metrics(self, prepared: Prepared, scores: Arrays) -> dict[str, float]:
        return prepared.target.metrics(scores)

    def metric_names(self, target: Target) -> tuple[str, ...]:
        return target.metric_names

    def outputs(self, state: State, prepared: Prepared, table: Table) -> np.ndarray:
        return forward([Layer(**state.arrays)], prepared.encoding.encode(table))

    def held_out(self, state: State, prepared: Prepared, party: Party) -> tuple[np.ndarray, np.ndarray]:
        rows = party.encoded_part("validation", prepared.encoding, prepared.target)
        return forward([Layer(**state.arrays)], rows.inputs), rows.targets

    def result(self, state: State, prepared: Prepared) -> Result:
        from engine.export.onnx_file import describe_model, export_layers  # onnx is large, and no worker needs it

        file = export_layers(prepared.encoding, prepared.target, [Layer(**state.arrays)])
        card = {"model": describe_model(prepared.encoding, prepared.target), "output": prepared.target.output_kind}
        return Result(file, card | final_card(state, prepared, ("penalty",)))

    def _sums(self, rows: Rows) -> Arrays:
        features, outputs = rows.inputs.shape[1], rows.targets.shape[1]
        products, by_class, own = np.zeros((features, features)), np.zeros((features, outputs)), np.zeros(features)
        for start in range(0, len(rows), BLOCK):
            inputs = rows.inputs[start : start + BLOCK] / self.most
            products += inputs.T @ inputs
            by_class += inputs.T @ rows.targets[start : start + BLOCK]
            own += inputs.sum(axis=0)
        return {
            "products": products[np.triu_indices(features)],
            "by-class": by_class,
            "classes": rows.targets.sum(axis=0),
            "features": own,
        }

    def _solved(self, prepared: Prepared, total: Total) -> Arrays:
        """Of each penalty the fit's weights [penalties, features, classes] and bias [penalties, classes]. It is made of
        distances from the means, so that the bias has no penalty."""
        by_class, classes = total["by-class"], total["classes"]
        several, features = prepared.target.kind == "labels", len(by_class)
        rows = prepared.training if several else classes.sum()
        if rows == 0:
            raise RunError("data.label-one-class", {"column": prepared.target.name}, step="train", round_=1)
        means = (total["features"] if several else by_class.sum(axis=1)) / rows
        products = unpack(total["products"][None], features)[0] - rows * np.outer(means, means)
        by_class = by_class - np.outer(means, classes)
        variance = max(np.trace(products) / features / rows, LEAST_VARIANCE)
        weights = np.stack([
            np.linalg.solve(products + penalty * variance * rows * np.eye(features), by_class)
            for penalty in PENALTIES
        ])  # fmt: skip
        bias = classes / rows - means @ weights
        if several:  # from 0 and 1 to -1 and 1
            weights, bias = 2 * weights, 2 * bias - 1
        return {"weights": weights / self.most, "bias": bias}


def sum_terms(prepared: Prepared) -> dict[str, Term]:
    """Of features between -1 and 1, each class a column: the upper triangle of their products; theirs by class; and how
    many rows each class has. What stands beside it, the features' own sums, follows from that, but not of labels, of
    which a row has any number."""
    features, rows = prepared.encoding.features, prepared.training
    beside = {"features": Term((features,), rows)} if prepared.target.kind == "labels" else {}
    return beside | {
        "products": Term((features * (features + 1) // 2,), rows),
        "by-class": Term((features, prepared.target.outputs), rows),
        "classes": Term((prepared.target.outputs,), rows, whole=True),
    }


def tried_rows(party: Party, prepared: Prepared, least: int = LEAST_TRIED) -> Rows:
    """Of a party's rows held aside those on which several models are tried at once: of fewer than `least` none, as
    made-up models that many would tell what one or two hold."""
    rows = party.encoded_part("validation", prepared.encoding, prepared.target)
    return rows if prepared.parties == 1 or len(rows) >= least else rows.take(np.zeros(len(rows), bool))


def without_few(rows: Rows) -> Rows:
    """Those whose class enough of a party's rows have: the features of one or two, summed, are nearly a row's."""
    counts = rows.targets.sum(axis=0)
    return rows.take(counts[rows.targets.argmax(axis=1)] >= LEAST_VALUES)


def without_few_apart(rows: Rows) -> Rows:
    """The same with labels changed at one or two rows: one that so few have counts as none, one that so few lack as
    all, and two that differ at so few as one, since what their sums of features differ by is nearly a row's."""
    targets = rows.targets.copy()
    known = [np.zeros(len(rows)), np.ones(len(rows))]
    for place, label in enumerate(targets.T):
        near = (one for one in known if 0 < np.abs(one - label).sum() < LEAST_VALUES)
        targets[:, place] = next(near, label)
        known += [targets[:, place], 1 - targets[:, place]]
    return replace(rows, targets=targets)


def longest(penalty: float, target: Target) -> float:
    """How long the weights of features between -1 and 1 can be: the fit is no worse than no weights at all, which are
    off by less than one a row, or by one for each label, and what they weigh counts in it."""
    off = target.outputs if target.kind == "labels" else 1
    return math.sqrt(off / (penalty * LEAST_VARIANCE))


def chosen(fits: Arrays, penalty: int, sharpness: int) -> Arrays:
    """The model of the penalty and sharpness in these places. Raises IndexError for places that there are not."""
    return {name: values[penalty] * SHARPNESS[sharpness] for name, values in fits.items()}


def _tried(fits: Arrays, rows: Rows, target: Target) -> np.ndarray:
    """The loss of each penalty and sharpness [penalties, sharpness]."""
    pairs = zip(fits["weights"], fits["bias"], strict=True)
    raw = [forward([Layer(weights, bias)], rows.inputs) for weights, bias in pairs]
    return np.array([
        [target.score(outputs * sharpness, rows.targets)["loss"] for sharpness in SHARPNESS] for outputs in raw
    ])  # fmt: skip

"""Federated averaging: every party trains the model on its own rows, and the parties' updates are averaged, weighted by
rows.

Sources: FedAvg is McMahan et al. 2017, arXiv:1602.05629. FedProx adds a proximal term towards the model at the start of
the round, in the learner (Li et al. 2020, arXiv:1812.06127). FedAdam uses the average update as a gradient and steps by
Adam's rule (Reddi et al. 2021, arXiv:2003.00295, algorithm 2).

A party sends its update multiplied by its share of all training rows, clipped to a norm that is the same for all
parties (arXiv:1710.06963), so each term has a bound. Each round is one message, in which a party scores the model that
it received and then trains it. Another message scores the last model. A final message scores the best model in full
and, if the plan compares, has every party train alone.
"""

import hashlib
import math
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

import numpy as np

from engine.data.party import Party, Rows
from engine.errors import PartyError
from engine.learners.learner import Learner, Parameters
from engine.learners.network import is_finite
from engine.privacy.terms import Arrays, Term, Total, Values, grouped
from engine.protocols.final import alone_terms, final_card, final_terms, score_finally, with_final
from engine.protocols.on_rows import Prepared, check_arrays, loss_of, score_coarsely
from engine.protocols.protocol import EVALUATE, TRAIN, Result, Stage, State
from engine.protocols.random import random_for
from engine.table import Table
from engine.targets import Target

FEDADAM = "FedAdam"
MEAN_DECAY, SQUARE_DECAY, FLOOR = 0.9, 0.99, 1e-3  # constants of FedAdam, as its authors chose them
# Largest change of a weight by FedAdam, relative to its rate, by the Cauchy-Schwarz inequality for its two running
# means.
MAX_ADAM = (1 - MEAN_DECAY) / math.sqrt((1 - SQUARE_DECAY) * (1 - MEAN_DECAY**2 / SQUARE_DECAY))
STEP_BITS = 6  # precision of an update: a step is 1/2**STEP_BITS of a power of two (see `coarse`)
# largest norm of all of a party's changes in a round; that of an honest update on scaled columns is much smaller
UPDATE_NORM = 100.0


@dataclass(frozen=True)
class Averaging:
    """The inner protocol (see on_rows.py) of a learner for at most `rounds` rounds. If `compares`, every party trains
    alone at the end. It reads the parameters `aggregation`, `server_rate` of FedAdam, and `patience`. It ends early
    after `patience` rounds without a lower loss, unless `patience` is 0."""

    learner: Learner
    parameters: Parameters
    rounds: int
    compares: bool = True
    has_validation_split = True
    predicts = True
    resumes: ClassVar[bool] = True
    bins = 0
    chosen: ClassVar[str] = "best"  # the step that follows once the best model is known

    @property
    def spreads(self) -> bool:
        return self.learner.spreads

    @property
    def side(self) -> int:
        return self.learner.side

    def first(self, state: State, prepared: Prepared) -> State:
        outputs, rng = prepared.target.outputs, random_for(prepared.seed, 0)
        model = self.learner.start(prepared.encoding.features, outputs, self.parameters, rng)
        if prepared.start:
            model = prepared.start.shaped(model)
        return replace(state, arrays=model).with_facts(round=0, step="train", best=0, digest="", early=False)

    def next_stage(self, state: State, prepared: Prepared) -> Stage | None:
        step, round_ = state.facts["step"], int(state.facts["round"])
        scores = grouped("score", prepared.target.score_terms(prepared.validation))
        if step == "train" and round_ < self.rounds and not state.facts["early"]:
            weight = {"rows": Term((), prepared.training, whole=True)}
            updates = {name: Term(values.shape, UPDATE_NORM) for name, values in state.arrays.items()}
            terms = grouped("update", updates) | grouped("training", weight) | scores
            return Stage("train", "train", TRAIN, round_ + 1, terms, round_, shown=("training.rows", *scores))
        if step == "train":
            return Stage("score", "evaluate", EVALUATE, round_, scores, round_, shown=tuple(scores))
        if step == "best":
            return Stage(
                "best", "evaluate", EVALUATE, round_, final_terms(prepared, compares=self.compares),
                # Training alone takes as long as all rounds together.
                rounds_long=self.rounds + 2, shown=tuple(alone_terms(prepared)) if self.compares else (),
            )  # fmt: skip
        return None

    def check(self, state: State, prepared: Prepared) -> None:
        check_arrays(state, self.first(state, prepared))
        if not 0 <= int(state.facts["round"]) <= self.rounds:
            raise ValueError("the plan does not have this round")
        if state.facts["step"] != "train" and not (state.facts["early"] or int(state.facts["round"]) == self.rounds):
            raise ValueError("a best model before the last round")

    def check_transition(self, before: State, state: State, prepared: Prepared) -> None:
        """Raise ValueError for an impossible change. The parties' shares add up to one, so the model changes by at most
        one clipped update, or by FedAdam's longest step. The final best model must be the one that was sent after that
        round."""
        was, now = before.facts, state.facts
        is_last = int(was["round"]) == self.rounds or bool(was["early"])
        if was["step"] != "train" or now["step"] != (self.chosen if is_last else "train"):
            raise ValueError("not the next step")
        digest = was["digest"] if now["best"] == was["best"] else digest_of(before.arrays)
        if now["best"] not in (was["best"], was["round"]) or now["digest"] != digest:
            raise ValueError("the best model was not sent in this run")
        if is_last:
            if now["round"] != was["round"] or digest_of(state.arrays) != digest:
                raise ValueError("not the best model")
            return
        if int(now["round"]) != int(was["round"]) + 1:
            raise ValueError("not the next round")
        change = sum(float(((state.arrays[name] - values) ** 2).sum()) for name, values in before.arrays.items())
        if not math.sqrt(change) <= self.most_change(before.arrays, prepared) * (1 + 1e-9):
            raise ValueError("the model changed by more than all updates can")

    def compute(self, state: State, prepared: Prepared, party: Party, stage: Stage) -> Values:
        if stage.name == "best":
            return score_finally(self, state, prepared, party, compares=self.compares)
        with np.errstate(all="ignore"):  # a model that has diverged gets the worst score
            scores = grouped("score", score_coarsely(prepared, *self.held_out(state, prepared, party)))
        if stage.name == "score":
            return scores
        training = self.training_rows(party, prepared)
        update = self._update(state.arrays, prepared, training, stage.round)
        return grouped("update", update) | {"training.rows": float(len(training))} | scores

    def update(self, state: State, prepared: Prepared, stage: Stage, total: Total) -> State:
        if stage.name == "best":
            return with_final(state, total).with_facts(step="done")
        state = self._file(state, prepared, stage, total)
        if stage.name == "score":
            return replace(state, arrays=self.best(state)).with_facts(step=self.chosen)
        state = self._step(state, self.averaged(state, total)).with_facts(round=stage.round)
        patience = self.parameters.get("patience", 0)
        is_flat = 0 < patience <= (stage.scored or 0) - int(state.facts["best"])
        return self.finish_early(state) if is_flat else state

    def finish_early(self, state: State) -> State:
        return state.with_facts(early=True) if state.facts["step"] == "train" else state

    def metrics(self, prepared: Prepared, scores: Arrays) -> dict[str, float]:
        return prepared.target.metrics(scores)

    def metric_names(self, target: Target) -> tuple[str, ...]:
        return target.metric_names

    def result(self, state: State, prepared: Prepared) -> Result:
        # imported here, because onnx is large and no worker needs it
        from engine.export.onnx_file import describe_model

        file = self.file(self.best(state), prepared)
        card = {"model": describe_model(prepared.encoding, prepared.target), "output": prepared.target.output_kind}
        return Result(file, card | final_card(state, prepared, self.chosen_by_scores(state)))

    def chosen_by_scores(self, state: State) -> tuple[str, ...]:
        """Names of the choices that depend on the scored rows (see `final_card`)."""
        return ("round",) if int(state.facts["round"]) > 1 else ()

    def best(self, state: State) -> Arrays:
        """Return the model with the lowest loss on the validation rows."""
        return {name.removeprefix("model/"): values for name, values in state.kept.items() if name.startswith("model/")}

    def outputs(self, state: State, prepared: Prepared, table: Table) -> Any:
        return self.learner.compute(self.best(state), prepared.encoding.encode(table))

    def held_out(self, state: State, prepared: Prepared, party: Party) -> tuple[Any, np.ndarray]:
        rows = party.encoded(prepared.encoding, prepared.target)[1]
        return self.learner.compute(state.arrays, rows.inputs), rows.targets

    def training_rows(self, party: Party, prepared: Prepared) -> Rows:
        """Return a party's training rows."""
        return party.encoded_part("training", prepared.encoding, prepared.target)

    def file(self, model: Arrays, prepared: Prepared) -> bytes:
        """Return the bytes of a model's file."""
        from engine.export.onnx_file import export_model

        return export_model(prepared.encoding, prepared.target, partial(self.learner.export, model))

    def averaged(self, state: State, total: Total) -> Arrays:
        """Return the model's average change, from the sums over all parties."""
        return total.group("update")

    def _step(self, state: State, update: Arrays) -> State:
        """Return the state with the next model, from the parties' average change."""
        if self.parameters.get("aggregation") != FEDADAM:
            return replace(state, arrays={name: values + update[name] for name, values in state.arrays.items()})
        kept, model = dict(state.kept), {}
        for name, values in state.arrays.items():
            mean = MEAN_DECAY * kept.get(f"mean/{name}", 0.0) + (1 - MEAN_DECAY) * update[name]
            square = SQUARE_DECAY * kept.get(f"square/{name}", 0.0) + (1 - SQUARE_DECAY) * update[name] ** 2
            model[name] = values + self.parameters["server_rate"] * mean / (np.sqrt(square) + FLOOR)
            kept[f"mean/{name}"], kept[f"square/{name}"] = mean, square
        return replace(state, arrays=model, kept=kept)

    def most_change(self, model: Arrays, prepared: Prepared) -> float:
        """Return the largest norm of a round's change."""
        if self.parameters.get("aggregation") != FEDADAM:
            return UPDATE_NORM
        weights = sum(values.size for values in model.values())
        return self.parameters["server_rate"] * MAX_ADAM * math.sqrt(weights)

    def _file(self, state: State, prepared: Prepared, stage: Stage, total: Total) -> State:
        """Store the scored model as the best one if no earlier model had a lower or equal loss. Losses are compared as
        integers."""
        loss = int(total.integers[loss_of(prepared.target)])
        if stage.scored == 0 or ("lowest" in state.facts and loss >= int(state.facts["lowest"])):
            return state
        kept = {f"model/{name}": values for name, values in state.arrays.items()}
        kept |= {f"scores/{name}": values for name, values in total.group("score").items()}
        digest = digest_of(state.arrays)
        return replace(state, kept=state.kept | kept).with_facts(lowest=str(loss), best=stage.scored, digest=digest)

    def _update(self, model: Arrays, prepared: Prepared, rows: Rows, round_: int) -> Arrays:
        rng = random_for(prepared.seed, round_)
        with np.errstate(all="ignore"):  # an overflow gives numbers that are not finite, which is checked below
            fitted = self.learner.fit(model, rows.inputs, rows.targets, self.parameters, prepared.target.kind, rng)
        if not is_finite(fitted):
            raise PartyError("train.diverged", round=round_)
        change = {name: fitted[name] - values for name, values in model.items()}
        if prepared.parties > 1:
            change = {name: coarse(values) for name, values in change.items()}
        norm = math.sqrt(sum(float((values**2).sum()) for values in change.values()))
        share = len(rows) / prepared.training * min(1.0, UPDATE_NORM / norm if norm > 0 else 1.0)
        return {name: values * share for name, values in change.items()}


def coarse(update: np.ndarray) -> np.ndarray:
    """Return an array's changes, rounded to 1/64 of the power of two above the largest change. Exact changes would
    reveal rows: those of a linear model are combinations of rows, and the last digits of one Adam step reveal its
    gradient."""
    largest = float(np.abs(update).max(initial=0.0))
    if not largest > 0:
        return update
    grain = 2.0 ** (math.frexp(largest)[1] - STEP_BITS)
    return np.rint(update / grain) * grain


def digest_of(model: Arrays) -> str:
    """Return a model's digest, by which a party recognises a model that it received earlier."""
    digest = hashlib.sha256()
    for name in sorted(model):
        digest.update(name.encode() + np.ascontiguousarray(model[name]).tobytes())
    return digest.hexdigest()

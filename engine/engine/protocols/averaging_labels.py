"""Federated averaging of a model of several labels that in the end says each about as often as it applies.

Held near zero, and fitted where each party leaves out what few of its rows have, a model says of rows it has not seen
that a label applies less often than it does. So one number by label, by how much its output is shifted, is chosen on
the rows held aside: the shift of the least loss, drawn to none as by one deviation of a normal distribution, so that of
few rows not much follows. It is Cox's recalibration of an intercept (1958, "Two Further Applications of a Model for
Binary Regression"). The shifted model is then scored anew.
"""

import math
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from engine.data.party import Party
from engine.privacy.terms import Arrays, Term, Total, grouped
from engine.protocols.averaging import Averaging
from engine.protocols.on_rows import Prepared
from engine.protocols.protocol import EVALUATE, Stage, State
from engine.protocols.ridge import tried_rows
from engine.protocols.rounding import near_arrays
from engine.targets.classes import MOST_LOSS
from engine.targets.labels import entropy_of, sigmoid

SHIFTS = tuple(place / 10 for place in range(-20, 21))  # of a label's log odds
# A loss is told in so many steps to one, and of so many rows held aside at least: exact ones of five rows, each at 41
# shifts, told the rows' log odds to four decimals.
STEPS, LEAST_SHIFTED = 16, 20


@dataclass(frozen=True)
class AveragingLabels(Averaging):
    """The same for labels, of a learner whose outputs have a `bias`."""

    chosen: ClassVar[str] = "shifts"

    def ask(self, state: State, prepared: Prepared) -> Stage | None:
        if state.facts["step"] == "shifts":
            most = max(prepared.validation, 1) * math.ceil(MOST_LOSS) * STEPS
            tried = Term((len(SHIFTS), prepared.target.outputs), most, whole=True)
            return Stage("shifts", "evaluate", EVALUATE, int(state.facts["round"]), {"tried": tried})
        stage = super().ask(state, prepared)
        if stage is None or stage.name != "best":
            return stage
        scores = grouped("score", prepared.target.score_terms(prepared.validation))
        terms, shown = stage.terms | scores, (*stage.shown, *scores)
        return replace(stage, terms=terms, scored=int(state.facts["best"]), shown=shown)

    def follows(self, before: State, state: State, prepared: Prepared) -> None:
        """What is best in the end is the best model that was sent, shifted."""
        if before.facts["step"] != "shifts":
            super().follows(before, state, prepared)
            return
        places = state.facts["shifts"]
        if state.facts != before.facts | {"step": "best", "shifts": places}:
            raise ValueError("not the next step")
        if len(places) != prepared.target.outputs or not all(
            type(place) is int and 0 <= place < len(SHIFTS) for place in places
        ):
            raise ValueError("no such shifts")
        if not near_arrays(shifted(before.arrays, places), state.arrays):
            raise ValueError("not the best model")

    def answer(self, state: State, prepared: Prepared, party: Party, stage: Stage) -> Arrays:
        if stage.name == "shifts":
            rows = tried_rows(party, prepared, LEAST_SHIFTED)
            outputs = self.computed(state.arrays, rows.inputs)
            losses = np.stack([_losses(outputs + shift, rows.targets) for shift in SHIFTS])
            return {"tried": np.rint(losses * STEPS)}
        found = super().answer(state, prepared, party, stage)
        if stage.name != "best":
            return found
        return found | grouped("score", prepared.target.score(*self.held_out(state, prepared, party)))

    def advance(self, state: State, prepared: Prepared, stage: Stage, total: Total) -> State:
        if stage.name == "shifts":
            places = _best(total)
            arrays = shifted(state.arrays, places)
            kept = state.kept | {"model/bias": arrays["bias"]}
            return replace(state, arrays=arrays, kept=kept).with_facts(step="best", shifts=places)
        after = super().advance(state, prepared, stage, total)
        if stage.name != "best":
            return after
        scores = {f"scores/{name}": values for name, values in total.group("score").items()}
        return replace(after, kept=after.kept | scores)

    def chosen_by_scores(self, state: State) -> tuple[str, ...]:
        has_shifted = any(SHIFTS[place] for place in state.facts["shifts"])
        return (*super().chosen_by_scores(state), *(("shifts",) if has_shifted else ()))


def shifted(model: Arrays, places: list[int]) -> Arrays:
    """The model with each label's output shifted by what stands in its place of `SHIFTS`."""
    return model | {"bias": model["bias"] + np.array([SHIFTS[place] for place in places])}


def _losses(outputs: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """Of each label [labels], over all rows."""
    columns = zip(sigmoid(outputs).T[:, :, None], targets.T[:, :, None], strict=True)
    return np.array([entropy_of(chances, truth, "labels").sum() for chances, truth in columns])


def _best(total: Total) -> list[int]:
    """Of each label the place of its shift."""
    drawn = np.square(SHIFTS) / 2 * STEPS
    return (total.integers["tried"] + drawn[:, None]).argmin(axis=0).tolist()

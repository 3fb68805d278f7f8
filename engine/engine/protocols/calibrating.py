"""Federated averaging that, at the end, calibrates the best model by numbers chosen on the validation rows. Each party
tries all of the known `choices`, the one with the lowest loss is taken, and the changed model is scored in full. Losses
are rounded to steps: exact losses of five rows, each at 41 choices, would reveal the rows' log odds to four
decimals."""

import math
from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from engine.data.party import Party
from engine.privacy.terms import Arrays, Term, Total, Values, grouped
from engine.protocols.averaging import Averaging
from engine.protocols.on_rows import Prepared, score_coarsely
from engine.protocols.protocol import EVALUATE, Stage, State
from engine.protocols.rounding import near_arrays
from engine.targets.classes import MAX_LOSS

STEPS = 16  # Losses are rounded to 1 / this number.


@dataclass(frozen=True)
class Calibrating(Averaging):
    """A protocol with a final step that chooses values on the validation rows. `chosen` is the name of that step, and
    of the fact that stores the positions of the chosen values. A party with fewer validation rows than `least_tried`
    tries no choice, unless it trains alone. The choice 0 changes nothing. The other choices are penalised by a standard
    normal prior, so that a small number of rows has little influence."""

    choices: ClassVar[tuple[float, ...]]
    least_tried: ClassVar[int]

    @abstractmethod
    def chosen_apart(self, prepared: Prepared) -> int:
        """Return the number of values that are chosen independently of each other."""

    @abstractmethod
    def losses(self, outputs: np.ndarray, targets: np.ndarray, prepared: Prepared) -> np.ndarray:
        """Return the loss of each choice, summed over all rows: [choices, values that are chosen independently]."""

    @abstractmethod
    def changed(self, model: Arrays, chosen: np.ndarray) -> Arrays:
        """Return the model with the chosen values applied."""

    def next_stage(self, state: State, prepared: Prepared) -> Stage | None:
        if state.facts["step"] == self.chosen:
            most = max(prepared.validation, 1) * math.ceil(MAX_LOSS) * STEPS
            tried = Term((len(self.choices), self.chosen_apart(prepared)), most, whole=True)
            return Stage(self.chosen, "evaluate", EVALUATE, int(state.facts["round"]), {"tried": tried})
        stage = super().next_stage(state, prepared)
        if stage is None or stage.name != "best":
            return stage
        scores = grouped("score", prepared.target.score_terms(prepared.validation))
        terms, shown = stage.terms | scores, (*stage.shown, *scores)
        return replace(stage, terms=terms, scored=int(state.facts["best"]), shown=shown)

    def check_transition(self, before: State, state: State, prepared: Prepared) -> None:
        """Raise ValueError unless the final model is the best of the models that were sent, changed by known
        choices."""
        if before.facts["step"] != self.chosen:
            super().check_transition(before, state, prepared)
            return
        places = state.facts.get(self.chosen, [])
        if state.facts != before.facts | {"step": "best", self.chosen: places}:
            raise ValueError("not the next step")
        if len(places) != self.chosen_apart(prepared) or not all(
            type(place) is int and 0 <= place < len(self.choices) for place in places
        ):
            raise ValueError("these choices do not exist")
        if not near_arrays(self.changed(before.arrays, self._of(places)), state.arrays):
            raise ValueError("not the best model")

    def compute(self, state: State, prepared: Prepared, party: Party, stage: Stage) -> Values:
        if stage.name == self.chosen:
            outputs, targets = self.held_out(state, prepared, party)
            if prepared.parties > 1 and len(targets) < self.least_tried:
                outputs, targets = outputs[:0], targets[:0]
            return {"tried": np.rint(self.losses(outputs, targets, prepared) * STEPS)}
        found = super().compute(state, prepared, party, stage)
        if stage.name != "best":
            return found
        return found | grouped("score", score_coarsely(prepared, *self.held_out(state, prepared, party)))

    def update(self, state: State, prepared: Prepared, stage: Stage, total: Total) -> State:
        if stage.name == self.chosen:
            drawn = np.square(self.choices) / 2 * STEPS
            places = (total.integers["tried"] + drawn[:, None]).argmin(axis=0).tolist()
            arrays = self.changed(state.arrays, self._of(places))
            kept = state.kept | {f"model/{name}": values for name, values in arrays.items()}
            return replace(state, arrays=arrays, kept=kept).with_facts(step="best", **{self.chosen: places})
        after = super().update(state, prepared, stage, total)
        if stage.name != "best":
            return after
        scores = {f"scores/{name}": values for name, values in total.group("score").items()}
        return replace(after, kept=after.kept | scores)

    def chosen_by_scores(self, state: State) -> tuple[str, ...]:
        has_changed = any(self.choices[place] for place in state.facts[self.chosen])
        return (*super().chosen_by_scores(state), *((self.chosen,) if has_changed else ()))

    def _of(self, places: list[int]) -> np.ndarray:
        return np.array([self.choices[place] for place in places])

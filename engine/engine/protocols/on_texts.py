"""What every protocol on texts does first: one message, which sums how many texts there are and how many have which
hashed runs of characters (see engine.data.texts). What no party has in enough texts is no feature."""

from dataclasses import replace
from typing import Any, ClassVar

import numpy as np

from engine.data.encoding import Encoding
from engine.data.party import Party
from engine.data.texts import BUCKETS, GramEncoder, text_frequencies
from engine.errors import RunError
from engine.privacy.terms import MOST_ROWS, Arrays, Term, Total
from engine.protocols.on_column import OnColumn
from engine.protocols.on_rows import READY, ROWS, OnEncodedRows, Prepared, count_rows
from engine.protocols.protocol import QUERY, Stage, State


class OnTexts(OnColumn):
    """A federated protocol on one column of texts. A model that it starts from brings its features: what the parties
    count then chooses none."""

    kind = "text"
    encodes: ClassVar[type[GramEncoder]] = GramEncoder
    frequencies = staticmethod(text_frequencies)
    settled = ("buckets", "frequencies")
    steps = ("grams", READY)

    def __init__(self, plan: dict, kinds: tuple[str, ...], inner: OnEncodedRows):
        super().__init__(plan, kinds, inner)
        self.given: GramEncoder | None = None
        if self.start:
            self.given, rest = self.encodes.of_numbers(self.column, self.start.numbers)
            self.start = replace(self.start, numbers=rest)

    def preparing(self, state: State) -> Stage:
        terms = ROWS | {"grams": Term((BUCKETS,), MOST_ROWS, whole=True)}
        return Stage("grams", "statistics", QUERY, 0, terms, shown=tuple(ROWS))

    def prepare(self, state: State, party: Party, stage: Stage) -> Arrays:
        return count_rows(party) | {"grams": self.frequencies(party.training.columns[0])}

    def after(self, state: State, total: Total) -> State:
        rows = {part: int(total[part]) for part in ROWS}
        if self.given:
            return state.with_facts(**rows)
        counts = total.integers["grams"]
        buckets = self.chosen(counts)
        if len(buckets) == 0:
            raise RunError("data.texts-unlike", step="statistics", round_=0)
        return state.with_facts(**rows, buckets=buckets.tolist(), frequencies=counts[buckets].tolist())

    def chosen(self, counts: np.ndarray) -> np.ndarray:
        """Buckets that are features, ascending, of in how many texts each stands [BUCKETS]."""
        return np.flatnonzero(counts)

    def check_preparing(self, state: State) -> None:
        facts = state.facts
        if self.given and not {"buckets", "frequencies"}.isdisjoint(facts):
            raise ValueError("other features than those of the model that the plan starts from")
        if facts["at"] != READY or self.given:
            return
        buckets, frequencies = facts["buckets"], facts["frequencies"]
        if not all(type(one) is int for one in (*buckets, *frequencies)) or len(buckets) != len(frequencies):
            raise ValueError("what counts no texts")
        if not buckets or buckets != sorted(set(buckets)) or not 0 <= buckets[0] <= buckets[-1] < BUCKETS:
            raise ValueError("buckets that there are not")
        if not 0 < min(frequencies) <= max(frequencies) <= facts["training"]:
            raise ValueError("texts that nobody can have")

    def prepared(self, state: State) -> Prepared:
        return Prepared(Encoding((self.encoder(state.facts),)), **self.of_run(state))

    def encoder(self, facts: dict[str, Any]) -> GramEncoder:
        """How a text becomes numbers, once that is settled."""
        if self.given:
            return self.given
        return self.encodes.of(self.column, facts["buckets"], facts["frequencies"], int(facts["training"]))

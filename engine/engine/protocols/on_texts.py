"""The preparation of every protocol on texts: one message, which sums the number of texts, and the number of texts for
each hashed character n-gram (see engine.data.texts). N-grams that no party has in enough texts are not features."""

from dataclasses import replace
from typing import Any, ClassVar

import numpy as np

from engine.data.encoding import Encoding
from engine.data.party import Party
from engine.data.texts import BUCKETS, GramEncoder, text_frequencies
from engine.errors import RunError
from engine.privacy.terms import MAX_ROWS, Term, Total, Values
from engine.protocols.on_column import OnColumn
from engine.protocols.on_rows import READY, ROWS, OnEncodedRows, Prepared, count_rows
from engine.protocols.protocol import QUERY, Stage, State


class OnTexts(OnColumn):
    """A federated protocol on one column of texts. If the plan starts from a model, the model's features are used, and
    the parties' counts have no influence on them."""

    kind = "text"
    encodes: ClassVar[type[GramEncoder]] = GramEncoder
    frequencies = staticmethod(text_frequencies)
    settled = ("buckets", "frequencies")

    def __init__(self, plan: dict, kinds: tuple[str, ...], inner: OnEncodedRows):
        super().__init__(plan, kinds, inner)
        self.given: GramEncoder | None = None
        if self.start:
            self.given, rest = self.encodes.of_numbers(self.column, self.start.numbers)
            self.start = replace(self.start, numbers=rest)

    @property
    def steps(self) -> tuple[str, ...]:
        return ("grams", READY)

    def preparing(self, state: State) -> Stage:
        terms = ROWS | {"grams": Term((BUCKETS,), MAX_ROWS, whole=True)}
        return Stage("grams", "statistics", QUERY, 0, terms, shown=tuple(ROWS))

    def prepare(self, state: State, party: Party, stage: Stage) -> Values:
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
        """Return the buckets that are features, in ascending order. `counts` [BUCKETS] is the number of texts with each
        bucket."""
        return np.flatnonzero(counts)

    def check_preparing(self, state: State) -> None:
        facts = state.facts
        if self.given and not {"buckets", "frequencies"}.isdisjoint(facts):
            raise ValueError("the features are not those of the model that the plan starts from")
        if facts["at"] != READY or self.given:
            return
        buckets, frequencies = facts["buckets"], facts["frequencies"]
        if not all(type(one) is int for one in (*buckets, *frequencies)) or len(buckets) != len(frequencies):
            raise ValueError("the counts of texts are not integers")
        if not buckets or buckets != sorted(set(buckets)) or not 0 <= buckets[0] <= buckets[-1] < BUCKETS:
            raise ValueError("these buckets do not exist")
        if not 0 < min(frequencies) <= max(frequencies) <= facts["training"]:
            raise ValueError("the numbers of texts are impossible")

    def prepared(self, state: State) -> Prepared:
        return Prepared(Encoding((self.encoder(state.facts),)), **self.of_run(state))

    def encoder(self, facts: dict[str, Any]) -> GramEncoder:
        """Return the encoder of texts. Available once the preparation is complete."""
        if self.given:
            return self.given
        return self.encodes.of(self.column, facts["buckets"], facts["frequencies"], int(facts["training"]))

"""What every protocol on texts does first: one message, which sums how many texts there are and how many have which
hashed runs of characters (see engine.data.texts). What no party has in enough texts is no feature."""

import numpy as np

from engine.data.encoding import Encoding
from engine.data.party import Party
from engine.data.texts import BUCKETS, GramEncoder, text_frequencies
from engine.errors import RunError
from engine.privacy.terms import MOST_ROWS, Arrays, Term, Total
from engine.protocols.on_column import OnColumn
from engine.protocols.on_rows import READY, ROWS, Prepared, count_rows
from engine.protocols.protocol import QUERY, Stage, State


class OnTexts(OnColumn):
    """A federated protocol on one column of texts."""

    kind = "text"
    frequencies = staticmethod(text_frequencies)
    settled = ("buckets", "frequencies")
    steps = ("grams", READY)

    def preparing(self, state: State) -> Stage:
        terms = ROWS | {"grams": Term((BUCKETS,), MOST_ROWS, whole=True)}
        return Stage("grams", "statistics", QUERY, 0, terms, shown=tuple(ROWS))

    def prepare(self, state: State, party: Party, stage: Stage) -> Arrays:
        return count_rows(party) | {"grams": self.frequencies(party.training.columns[0])}

    def after(self, state: State, total: Total) -> State:
        counts = total.integers["grams"]
        buckets = self.chosen(counts)
        if len(buckets) == 0:
            raise RunError("data.texts-unlike", step="statistics", round_=0)
        rows = {part: int(total[part]) for part in ROWS}
        return state.with_facts(**rows, buckets=buckets.tolist(), frequencies=counts[buckets].tolist())

    def chosen(self, counts: np.ndarray) -> np.ndarray:
        """Buckets that are features, ascending, of in how many texts each stands [BUCKETS]."""
        return np.flatnonzero(counts)

    def check_preparing(self, state: State) -> None:
        facts = state.facts
        if facts["at"] != READY:
            return
        buckets, frequencies = facts["buckets"], facts["frequencies"]
        if not all(type(one) is int for one in (*buckets, *frequencies)) or len(buckets) != len(frequencies):
            raise ValueError("what counts no texts")
        if not buckets or buckets != sorted(set(buckets)) or not 0 <= buckets[0] <= buckets[-1] < BUCKETS:
            raise ValueError("buckets that there are not")
        if not 0 < min(frequencies) <= max(frequencies) <= facts["training"]:
            raise ValueError("texts that nobody can have")

    def prepared(self, state: State) -> Prepared:
        return Prepared(Encoding((self.encoder(state),)), **self.of_run(state))

    def encoder(self, state: State) -> GramEncoder:
        """How a text becomes numbers, once that is settled."""
        facts = state.facts
        return GramEncoder(self.column, tuple(facts["buckets"]), tuple(facts["frequencies"]), int(facts["training"]))

"""What every protocol on tokens of texts does first: one message, as of whole texts (see on_texts.py), which sums in
how many texts each hashed feature of a token stands (see engine.data.tokens)."""

import numpy as np

from engine.data.party import Party
from engine.data.table import Table
from engine.data.tokens import TokenEncoder, lists_of, token_frequencies
from engine.errors import PartyError
from engine.learners.tagging import MOST_WEIGHTS, weights_of
from engine.protocols.on_texts import OnTexts


class OnTokens(OnTexts):
    """A federated protocol on one column of texts that are cut into tokens, for labels that are their tags."""

    frequencies = staticmethod(token_frequencies)
    encodes = TokenEncoder

    def party(self, table: Table) -> Party:
        """Raises PartyError `data.type-mismatch` (column) too where tokens and tags are not as many."""
        found = super().party(table)
        tokens, tags = lists_of(table.columns[0]), lists_of(table.label)
        if any(len(one) != len(other) for one, other in zip(tokens, tags, strict=True)):
            raise PartyError("data.type-mismatch", column=self.target.name)
        return found

    def chosen(self, counts: np.ndarray) -> np.ndarray:
        """No more than a message has room for: those that stand in most texts, the first of as many."""
        most = MOST_WEIGHTS // weights_of(1, self.target.outputs)
        order = np.argsort(-counts, kind="stable")[:most]
        return np.sort(order[counts[order] > 0])

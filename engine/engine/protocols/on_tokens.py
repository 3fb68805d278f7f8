"""The preparation of every protocol on tokens of texts: one message, as for whole texts (see on_texts.py), which sums
for each hashed feature of a token the number of texts that contain it (see engine.data.tokens)."""

import numpy as np

from engine.data.party import Party
from engine.data.tokens import TokenEncoder, lists_of, token_frequencies
from engine.errors import PartyError
from engine.learners.tagging import MAX_WEIGHTS, weights_of
from engine.protocols.on_texts import OnTexts
from engine.table import Table


class OnTokens(OnTexts):
    """A protocol on one column of tokenised texts. The labels are the tokens' tags."""

    frequencies = staticmethod(token_frequencies)
    encodes = TokenEncoder

    def party(self, table: Table) -> Party:
        """Create a party. Raises PartyError `data.type-mismatch` (column), also if a row's numbers of tokens and tags
        differ."""
        found = super().party(table)
        tokens, tags = lists_of(table.columns[0]), lists_of(table.require_label())
        if any(len(one) != len(other) for one, other in zip(tokens, tags, strict=True)):
            raise PartyError("data.type-mismatch", column=self.label.name)
        return found

    def chosen(self, counts: np.ndarray) -> np.ndarray:
        """Return the features to use, at most as many as a message can contain: those that occur in most texts and, if
        several are equally frequent, the first of them."""
        most = MAX_WEIGHTS // weights_of(1, self.label.outputs)
        order = np.argsort(-counts, kind="stable")[:most]
        return np.sort(order[counts[order] > 0])

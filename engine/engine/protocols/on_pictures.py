"""The preparation of every protocol on pictures: one message, which sums the number of pictures. The encoding of
pictures is the same everywhere, so it needs no message (see engine.data.pictures)."""

from engine.data.encoding import Encoding
from engine.data.party import Party
from engine.data.pictures import PictureEncoder, PixelEncoder
from engine.privacy.terms import Total, Values
from engine.protocols.on_column import OnColumn
from engine.protocols.on_rows import READY, ROWS, Prepared, count_rows
from engine.protocols.protocol import QUERY, Stage, State


class OnPictures(OnColumn):
    """A federated protocol on one column of pictures."""

    kind = "picture"

    @property
    def steps(self) -> tuple[str, ...]:
        return ("rows", READY)

    def preparing(self, state: State) -> Stage:
        return Stage("rows", "statistics", QUERY, 0, ROWS, shown=tuple(ROWS))

    def prepare(self, state: State, party: Party, stage: Stage) -> Values:
        return count_rows(party)

    def after(self, state: State, total: Total) -> State:
        return state.with_facts(**{part: int(total[part]) for part in ROWS})

    def check_preparing(self, state: State) -> None:
        """Never raises an error: the preparation only counts rows, and `check` already checks these counts."""

    def prepared(self, state: State) -> Prepared:
        side = getattr(self.inner, "side", 0)
        encoder = PixelEncoder(self.column, side) if side else PictureEncoder(self.column)
        return Prepared(Encoding((encoder,)), **self.of_run(state))

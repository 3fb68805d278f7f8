"""For tests that play the attacker: parties behind all checks of an edge, and the rows that guesses meet."""

import json
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from fakes import SEED, over_the_wire, plan_of, table_in
from sklearn.datasets import load_breast_cancer

from engine.algorithm import Algorithm, load_algorithm
from engine.demo_data import hospital_rows
from engine.flower.replies import check_reply, expect
from engine.flower.states import States
from engine.privacy.terms import Arrays, Total, encode
from engine.protocols.protocol import Stage, State
from engine.run.messages import message_of, reply_of

Table = dict[str, np.ndarray]
NEAR = 0.05  # deviations: a row of which every column is met so closely is read


def hospitals() -> list[Table]:
    """The demo's three, without the label."""
    data, places = load_breast_cancer(), hospital_rows()
    names = [str(name) for name in data.feature_names]
    return [
        {name: data.data[places[place], column] for column, name in enumerate(names)}
        for place in ("clinic", "county", "university")
    ]


def patients(rows: int, seed: int) -> Table:
    """Six measurements that depend on each other, to a tenth."""
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(rows, 6)) @ (np.eye(6) + 0.3 * rng.normal(size=(6, 6)))
    return {f"x{column}": np.round(50 + 10 * values[:, column], 1) for column in range(6)}


class Guarded:
    """A party that takes a state, and sends an answer, only where a real edge would."""

    def __init__(self, algorithm: Algorithm, plan: dict, table: Table, parties: int):
        self.algorithm, self.plan, self.parties = algorithm, plan, parties
        self.protocol = algorithm.protocol(plan)
        self.party = self.protocol.party(table_in(table, plan))
        self._folder = tempfile.TemporaryDirectory()
        self._states = States(Path(self._folder.name))

    def ask(self, state: State) -> tuple[Stage, dict]:
        """The stage, and the answer as it is sent. Raises what the party raises."""
        stage = self.protocol.ask(State(json.loads(json.dumps(state.facts)), state.arrays))
        expected = expect(self.algorithm, self.plan, stage.message, over_the_wire(message_of(state, stage)))
        self._states.take("run", expected.protocol, expected.state, self.parties, self.plan["seed"])
        sent = encode(stage.terms, self.protocol.answer(expected.state, self.party, stage), self.parties)
        check_reply(expected, reply_of(sent))
        return stage, sent

    def report(self, state: State) -> Arrays:
        """The same answer as numbers, as the platform decodes it."""
        return decode(*self.ask(state), self.parties)


@dataclass(frozen=True)
class Heard:
    """One message of a run: its stage, the state that was sent, and what each party answered."""

    stage: Stage
    state: State
    sent: list[dict]

    def of(self, who: Sequence[int]) -> Arrays:
        """What these parties answered together, as a sum that hides their shares would tell it."""
        decoded = [decode(self.stage, self.sent[one], len(self.sent)) for one in who]
        return {name: sum(np.asarray(one[name]) for one in decoded) for name in self.stage.terms}


def decode(stage: Stage, sent: dict, parties: int) -> Arrays:
    """Each term of an answer as numbers."""
    return {name: term.decode(sent[name], parties) for name, term in stage.terms.items()}


def guarded(name: str, tables: list[Table], rounds: int, **parameters) -> list[Guarded]:
    """The parties of a run; each parameter that is not given is at its default."""
    algorithm = load_algorithm(name)
    defaults = {parameter["name"]: parameter["default"] for parameter in algorithm.manifest["parameters"]}
    plan = plan_of(algorithm, tables, None, rounds=rounds, **(defaults | parameters))
    plan |= {"parties": [{"partyId": str(1001 + place), "key": ""} for place in range(len(tables))], "fewest": 2}
    return [Guarded(algorithm, plan | {"seed": SEED}, table, len(tables)) for table in tables]


def honest_run(parties: list[Guarded], until: str = "") -> tuple[State, list[Heard]]:
    """Its last state, or the first one that asks the stage `until`, and all messages before it."""
    protocol, heard = parties[0].protocol, []
    state = protocol.begin(len(parties), SEED)
    while (stage := protocol.ask(state)) and stage.name != until:
        sent = [party.ask(state)[1] for party in parties]
        heard.append(Heard(stage, state, sent))
        state = protocol.advance(state, Total.of(stage.terms, sent, len(parties)))
    return state, heard


def count_met(guesses: Sequence[np.ndarray], rows: np.ndarray) -> int:
    """How many rows [rows, columns] some guess meets in all columns."""
    if len(guesses) == 0:
        return 0
    found = np.array(guesses)
    return sum(bool((np.abs(found - row).max(axis=1) < NEAR).any()) for row in rows)

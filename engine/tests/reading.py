"""Helpers for tests that perform an attack: parties with all checks of an edge, and the number of rows that an
attacker's guesses match."""

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
from engine.flower.records import message_of, reply_of
from engine.flower.replies import check_reply, expect
from engine.flower.states import States
from engine.privacy.terms import Arrays, Total, encode
from engine.protocols.protocol import Stage, State

Table = dict[str, np.ndarray]
# In deviations. An attacker counts as having read a row if every column of a guess is within this distance.
NEAR = 0.05


def hospitals() -> list[Table]:
    """Returns the demo's three hospitals, without the label."""
    data, places = load_breast_cancer(), hospital_rows()
    names = [str(name) for name in data.feature_names]
    return [
        {name: data.data[places[place], column] for column, name in enumerate(names)}
        for place in ("clinic", "county", "university")
    ]


def patients(rows: int, seed: int) -> Table:
    """Returns six correlated measurements, rounded to a tenth."""
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(rows, 6)) @ (np.eye(6) + 0.3 * rng.normal(size=(6, 6)))
    return {f"x{column}": np.round(50 + 10 * values[:, column], 1) for column in range(6)}


class Guarded:
    """A party that only does what the product's edge would allow: it checks each state, and each answer that it
    sends."""

    def __init__(self, algorithm: Algorithm, plan: dict, table: Table, parties: int):
        self.algorithm, self.plan, self.parties = algorithm, plan, parties
        self.protocol = algorithm.protocol(plan)
        self.party = self.protocol.party(table_in(table, plan))
        self._folder = tempfile.TemporaryDirectory()
        self._states = States(Path(self._folder.name))

    def next_stage(self, state: State) -> tuple[Stage, dict]:
        """Returns the stage, and the answer as it is sent. Raises the errors of the party."""
        stage = self.protocol.next_stage(State(json.loads(json.dumps(state.facts)), state.arrays))
        expected = expect(self.algorithm, self.plan, stage.message, over_the_wire(message_of(state, stage.round)))
        self._states.take("run", expected.protocol, expected.state, self.parties, self.plan["seed"])
        sent = encode(stage.terms, self.protocol.compute(expected.state, self.party, stage), self.parties)
        check_reply(expected, reply_of(sent))
        return stage, sent

    def report(self, state: State) -> Arrays:
        """Returns the party's answer as numbers, in the form in which the platform decodes it."""
        return decode(*self.next_stage(state), self.parties)


@dataclass(frozen=True)
class Exchange:
    """One message of a run: its stage, the state that was sent, and the answer of each party."""

    stage: Stage
    state: State
    sent: list[dict]

    def of(self, who: Sequence[int]) -> Arrays:
        """Returns the sum of these parties' answers, the only numbers that secure aggregation would reveal."""
        decoded = [decode(self.stage, self.sent[one], len(self.sent)) for one in who]
        return {name: sum(np.asarray(one[name]) for one in decoded) for name in self.stage.terms}


def decode(stage: Stage, sent: dict, parties: int) -> Arrays:
    """Returns each term of an answer as numbers."""
    return {name: term.decode(sent[name], parties) for name, term in stage.terms.items()}


def guarded(
    name: str, tables: list[Table], rounds: int, label: str | None = None, time: str | None = None, **parameters
) -> list[Guarded]:
    """Returns the parties of a run. Parameters that are not given have their default values."""
    algorithm = load_algorithm(name)
    defaults = {parameter["name"]: parameter["default"] for parameter in algorithm.manifest["parameters"]}
    plan = plan_of(algorithm, tables, label, rounds=rounds, time=time, **(defaults | parameters))
    plan |= {"parties": [{"partyId": str(1001 + place), "key": ""} for place in range(len(tables))], "fewest": 2}
    return [Guarded(algorithm, plan | {"seed": SEED}, table, len(tables)) for table in tables]


def honest_run(parties: list[Guarded], until: str = "") -> tuple[State, list[Exchange]]:
    """Runs until the stage `until`, or to the end. Returns the last state and all messages up to it."""
    protocol, exchanges = parties[0].protocol, []
    state = protocol.begin(len(parties), SEED)
    while (stage := protocol.next_stage(state)) and stage.name != until:
        sent = [party.next_stage(state)[1] for party in parties]
        exchanges.append(Exchange(stage, state, sent))
        state = protocol.update(state, Total.of(stage.terms, sent, len(parties)))
    return state, exchanges


def count_met(guesses: Sequence[np.ndarray], rows: np.ndarray) -> int:
    """Returns how many of the rows [rows, columns] match at least one guess in all columns."""
    if len(guesses) == 0:
        return 0
    result = np.array(guesses)
    return sum(bool((np.abs(result - row).max(axis=1) < NEAR).any()) for row in rows)

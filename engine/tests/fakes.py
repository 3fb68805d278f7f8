"""Small parties in one process. A fake transport passes each message to the real ClientApp, which reads its rows from a
granted folder."""

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pyarrow as pa
from flwr.app import ArrayRecord, ConfigRecord, Context, Error, Message, MetricRecord, RecordDict
from flwr.supercore.task_identity import TaskIdentity
from granting import grant
from jsonschema import Draft202012Validator

from engine.algorithm import Algorithm, load_algorithm
from engine.data.graph import LINKS
from engine.data.table import table_of
from engine.errors import PartyError
from engine.flower.records import message_of, size_of
from engine.flower.transport import reply_of
from engine.flower.worker import client_app
from engine.pooled import agreed
from engine.run.runs import Run
from engine.run.transport import Node, Reply, Request
from engine.table import Table

RUN_ID, SEED = "run-1", "seed"
SCHEMAS = Path(__file__).resolve().parent.parent / "schemas"  # the event schema, exported from packages/contract
RUN_EVENT, RUN_SPEC = (
    Draft202012Validator(json.loads((SCHEMAS / f"{name}.json").read_text())) for name in ("run-event", "run-spec")
)


@dataclass
class FakeTransport:
    """The connected nodes by party. `broken` maps a party to a function that decides its behaviour: answer with an
    Error, give no answer (None), or continue normally."""

    algorithm: Algorithm
    plan: dict
    paths: dict[str, Path]
    broken: dict[str, Callable[[Message], Error | None]] = field(default_factory=dict)
    offline: set[str] = field(default_factory=set)
    # time at which each party's node connected, for tests that depend on it
    connected_at: dict[str, str] = field(default_factory=dict)
    # each sent message as (party, message type, config)
    sent: list[tuple[str, str, dict]] = field(default_factory=list)
    messages: list[tuple[str, RecordDict]] = field(default_factory=list)  # each reply as (message type, content)
    replies: list[tuple[str, RecordDict]] = field(default_factory=list)
    answers: list[Message] = field(default_factory=list)
    result_path: Path = Path()  # folder in which a local run stores its result; only some tests need one
    looks: int = 0  # number of polls for answers so far

    def nodes(self) -> Mapping[str, Node]:
        connected = [party for party in self.paths if party not in self.offline]
        return {"stranger": Node("stranger", 999)} | {
            party: Node(party, int(party), self.connected_at.get(party, "")) for party in connected
        }

    def send(self, request: Request, nodes: Sequence[Node]) -> list[str]:
        content = message_of(request.state, request.round)
        messages = [Message(content, node.address, request.kind, group_id=str(request.round)) for node in nodes]
        return [self._deliver(message) for message in messages]

    def receive(self, ids: Sequence[str]) -> list[Reply]:
        self.looks += 1
        ready, self.answers = self.answers, []
        return [reply_of(message) for message in ready]

    def size_of(self, request: Request) -> int:
        return size_of(message_of(request.state, request.round))

    def _deliver(self, message: Message) -> str:
        party, number = str(message.metadata.dst_node_id), f"message-{len(self.sent)}"
        message.metadata.__dict__["_message_id"] = number
        kind = message.metadata.message_type
        self.sent.append((party, kind, dict(message.content["config"])))
        self.messages.append((kind, message.content))
        carried = Message(over_the_wire(message.content), dst_node_id=int(party), message_type=kind)
        carried.metadata.__dict__["_message_id"] = number
        if party in self.broken:
            error = self.broken[party](message)
            if error is None:
                return number
            if isinstance(error, Error):
                self.answers.append(Message(error, reply_to=carried))
                return number
        answer = self.answer(carried)
        if not answer.has_error():
            self.replies.append((kind, answer.content))
        self.answers.append(answer)
        return number

    def answer(self, message: Message) -> Message:
        """Returns the answer of the party to which a message is addressed."""
        party = str(message.metadata.dst_node_id)
        node = {
            "data-path": str(self.paths[party]),
            "plan": json.dumps(self.plan),
            "result-path": str(self.result_path),
        }
        context = Context(1, int(party), node, RecordDict(), {"run-id": RUN_ID})
        return client_app(self.algorithm)(message, context)


def over_the_wire(content: RecordDict) -> RecordDict:
    """Returns a message's content after Flower has serialised and parsed each of its records."""
    kinds = (ArrayRecord, MetricRecord, ConfigRecord)
    packed = RecordDict()
    for name, record in content.items():
        kind = next(kind for kind in kinds if isinstance(record, kind))
        packed[name] = (
            kind.inflate(record.deflate(), children=record.children)
            if kind is ArrayRecord
            else kind.inflate(record.deflate())
        )
    return packed


class World:
    """A run's folder, its parties' files and a grid, set up for one test."""

    def __init__(
        self,
        folder: Path,
        algorithm_id: str,
        tables: dict[str, dict],
        label: str,
        time: str | None = None,
        **parameters: float,
    ):
        # Flower sets these variables in a ServerApp's process. Creating a Message requires them.
        TaskIdentity.task_id, TaskIdentity.run_id, TaskIdentity.node_id = 1, 1, 1
        self.folder, self.tables = folder, tables
        self.algorithm = load_algorithm(algorithm_id)
        named = [{"partyId": party, "key": f"key of {party}"} for party in sorted(tables)]
        self.plan = plan_of(self.algorithm, list(tables.values()), label, time=time, **parameters)
        self.plan |= {"parties": named, "fewest": len(named)}
        paths = {}
        for party, columns in tables.items():
            paths[party] = grant(folder / f"granted-{party}", pa.table(columns))
        self.grid: FakeTransport = FakeTransport(self.algorithm, self.plan, paths, result_path=folder)
        self.run_folder = folder / RUN_ID
        self.run_folder.mkdir()
        (self.run_folder / "token").write_text("secret")
        self.write_spec()

    def write_spec(self, **changes: object) -> None:
        parties = [{"partyId": party, "name": f"Hospital {party}", "rows": 0} for party in self.tables]
        spec = {
            "runId": RUN_ID,
            "taskId": "t",
            "algorithm": self.algorithm.manifest["id"],
            "codeHash": "abc",
            "plan": self.plan,
            "parties": parties,
            "roundTimeoutSeconds": 5,
            "waitSeconds": 5,
            "eventsUrl": "http://127.0.0.1:9/events",
        } | changes
        RUN_SPEC.validate(spec)
        (self.run_folder / "spec.json").write_text(json.dumps(spec))

    def run(self) -> Run:
        return Run.open(RUN_ID, self.run_folder)

    def events(self) -> list[dict]:
        """Returns the reported events. Asserts that each is valid under the contract's schema."""
        events = [json.loads(line) for line in (self.run_folder / "events.jsonl").read_text().splitlines()]
        for event in events:
            RUN_EVENT.validate(event)
        return events

    def card(self) -> dict:
        return json.loads((self.run_folder / "card.json").read_text())

    def party_table(self, party: str) -> Table:
        return table_in(self.tables[party], self.plan)


def plan_of(
    algorithm: Algorithm,
    tables: list[dict],
    label: str,
    rounds: int = 0,
    time: str | None = None,
    **parameters: float,
) -> dict:
    """Returns a plan for parties with these rows.

    The plan has no label if `label` is "". It has a `time` if the label is an event. It has three rounds by default.
    """
    names = [name for name in tables[0] if name not in (label, time)]
    known = []
    for table in tables:
        with suppress(PartyError):
            known.append(table_of(pa.table(table), names, label or None, time))
    plan = {"taskId": "t", "algorithm": algorithm.manifest["id"], "parameters": parameters}
    plan |= {"parties": [], "fewest": 0, "seed": SEED}
    return (
        plan
        | {"maxRounds": rounds or parameters.get("max_iter", 3)}
        | agreed(known, algorithm.label_kinds, algorithm.data_kind)
    )


def table_in(columns: dict, plan: dict) -> Table:
    """Returns a party's rows with the columns of the plan."""
    data = plan["data"]
    names = [column["name"] for column in data["columns"]] if "columns" in data else [data["column"]]
    names += [LINKS] if data["kind"] == "graph" else []
    target = plan["target"] or {}
    return table_of(pa.table(columns), names, target.get("column"), target.get("time"))


def patients(rows: int, seed: int, *, shift: float = 0.0) -> dict:
    """Returns synthetic patients: two numbers (one with missing values), a category that differs between parties, and
    two classes."""
    rng = np.random.default_rng(seed)
    age, dose = rng.normal(50 + shift, 10, rows), rng.normal(2000, 5, rows)
    ward = rng.choice(["north", "south", f"annex-{seed}"], rows)
    sick = age + 3 * (ward == "north") + rng.normal(0, 3, rows) > 50
    gaps = np.where(rng.random(rows) < 0.1, np.nan, dose)
    wards = [None if rng.random() < 0.1 else str(name) for name in ward]
    return {"age": age, "dose": gaps, "ward": wards, "outcome": np.where(sick, "sick", "well").tolist()}

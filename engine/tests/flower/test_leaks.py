"""An app that leaks rows, in its real process with our runner. No row leaves the party. If the check that stops a leak
is disabled, the row leaves.

This shows that the check stops the leak, and not a defect of the app. If a check fails, a test fails.
"""

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pyarrow as pa
import pytest
from flwr.app import Array, ArrayRecord, ConfigRecord, Context, Message, RecordDict
from flwr.supercore.task_identity import TaskIdentity

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1]))

from edge import SECRET, Edge, plan_naming
from granting import grant

from engine.flower import client_task, fab, replies
from engine.flower.client_task import ClientTask
from engine.flower.guard import Guard
from engine.flower.installation import Installation
from engine.flower.states import States
from engine.flower.zygote import Zygote
from engine.privacy.terms import Term

LEAKY = Path(__file__).parent / "leaky_app"
ROWS = 40
AGE, STAY, NAME = 173, 59, "Zimmermann"


@pytest.fixture(scope="module")
def zygote() -> Iterator[Zygote]:
    zygote = Zygote("client")
    zygote.listen(on_gone=lambda: None)
    yield zygote
    os.kill(zygote.pid, signal.SIGKILL)
    os.waitpid(zygote.pid, 0)


@pytest.fixture(scope="module")
def bundle() -> SimpleNamespace:
    return SimpleNamespace(content=fab.build(LEAKY))


@pytest.fixture
def edge(tmp_path: Path) -> Iterator[Edge]:
    rows = {"age": [20 + at for at in range(ROWS - 1)] + [AGE], "stay": [1] * (ROWS - 1) + [STAY]}
    rows["name"] = [f"patient-{at}" for at in range(ROWS - 1)] + [NAME]
    edge = Edge(str(grant(tmp_path / "granted", pa.table(rows))), "leaky", plan_naming(["age", "stay"], "name"))
    yield edge
    edge.close()


@pytest.fixture
def leaving(
    zygote: Zygote, bundle: SimpleNamespace, edge: Edge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable:
    """Returns a function that sends one message to the app and returns everything that leaves the party: `leaving(by,
    features=…)`."""
    sent: list[Message] = []
    # Fakes the SuperNode's side of a task: it hands out the message and receives the reply.
    TaskIdentity.task_id, TaskIdentity.run_id, TaskIdentity.node_id = 1, 1, 1
    alive = SimpleNamespace(SendTaskHeartbeat=lambda _: SimpleNamespace(success=True), close=lambda: None)
    monkeypatch.setattr(client_task, "open_runtime", lambda *_: alive)
    monkeypatch.setattr(client_task, "push_message", lambda _client, reply, _context: sent.append(reply))
    monkeypatch.setattr(client_task, "push_task_output", lambda *_: None)
    monkeypatch.setenv("TESSERA_ALGORITHMS", str(LEAKY.parent))
    installation = Installation.read()

    def leak(by: str, features: int = 4) -> list[str]:
        model = ArrayRecord({"bias": Array(np.zeros(2)), "weights": Array(np.zeros(features))})
        facts = ConfigRecord({"json": json.dumps({"parties": 1})})
        content = RecordDict({"config": ConfigRecord({"by": by, "round": 1}), "facts": facts, "state": model})
        message = Message(content, dst_node_id=1, message_type="train")
        run = SimpleNamespace(
            run_id=1, override_config={"run-id": "r", "plan": json.dumps(edge.permit["plan"]), "parties": "[]"}
        )
        context = Context(1, 1, {}, RecordDict(), {})
        monkeypatch.setattr(client_task, "pull_task_input", lambda _: (message, context, run, bundle))
        ClientTask(
            SimpleNamespace(task_id=1),
            zygote,
            guard=Guard(edge.url, SECRET),
            installation=installation,
            states=States(tmp_path / "states"),
        ).run()
        return tokens(sent[-1])

    return leak


def tokens(reply: Message) -> list[str]:
    """Returns every number, name and text in a reply. For arrays, these are shapes, numbers and the bytes of their
    headers."""
    if reply.has_error():
        return [reply.error.reason]
    result: list[str] = []
    for name, record in reply.content.items():
        result.append(name)
        for entry, value in record.items():
            result.append(entry)
            if isinstance(value, Array):
                result += [*map(str, value.shape), value.data[:128].decode("latin1")]
                result += [f"{abs(number):g}" for number in np.frombuffer(value.data[128:], value.dtype)]
            else:
                result += [f"{one:g}" if isinstance(one, float) else str(one) for one in np.ravel(value).tolist()]
    return result


def has_arrived(found: list[str]) -> bool:
    numbers = {str(AGE), str(STAY), f"{AGE / 2:g}", f"{STAY / 2:g}"}
    return bool(numbers & set(found)) or any(NAME.lower() in text.lower() for text in found)


def let_through(*_: object, **__: object) -> bool:
    return True


LEAKS = [
    ("shape", client_task, "check_reply", let_through),
    ("array", client_task, "check_reply", let_through),
    ("metric", client_task, "check_reply", let_through),
    ("undeclared record", client_task, "check_reply", let_through),
    ("as many as came", replies, "LARGEST_TERMS", 10**9),
    ("header", replies, "_is_plain", let_through),
    ("counts", Term, "fits", let_through),
    ("below zero", Term, "fits", let_through),
    ("texts", client_task, "check_reply", let_through),
    ("code", client_task, "scrub", lambda code, params, _names: (code, params)),
    ("params", client_task, "scrub", lambda code, params, _names: (code, params)),
]


@pytest.mark.parametrize(("by", "module", "guard", "loose"), LEAKS, ids=[leak[0] for leak in LEAKS])
def test_no_row_leaves_through_a_leaky_app_unless_the_check_that_stops_it_is_disabled(
    leaving: Callable, monkeypatch: pytest.MonkeyPatch, by: str, module: object, guard: str, loose: object
):
    monkeypatch.setattr(replies, "LARGEST_TERMS", 8 * 20_000)
    features = 20_001 if by == "as many as came" else 4
    assert not has_arrived(leaving(by, features))

    monkeypatch.setattr(module, guard, loose)
    assert has_arrived(leaving(by, features))


def test_a_bundle_cannot_declare_more_terms_than_the_installed_algorithm(
    leaving: Callable, bundle: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    folder = tmp_path / "altered"
    shutil.copytree(LEAKY, folder, ignore=shutil.ignore_patterns("__pycache__"))
    declared = (folder / "algorithm.py").read_text()
    (folder / "algorithm.py").write_text(declared.replace("Term((2, 2), 40", "Term((2, 2), 400"))
    monkeypatch.setattr(bundle, "content", fab.build(folder))

    assert leaving("counts") == ["reply.not-declared|{}"]


def test_refuses_an_algorithm_that_is_not_installed(leaving: Callable, edge: Edge):
    edge.permit["plan"]["algorithm"] = "somebody-elses"

    assert leaving("metric") == ["grant.stale|{}"]

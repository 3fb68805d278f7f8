"""Attacks with valid tickets and the approved code, by a party with altered software and by a platform with altered
rounds.

Each attack is refused, and the refusal names the attacker. The attacks run through real processes. For each guard,
another test shows that the attack succeeds without it.
"""

import itertools
import json
import shutil
import sys
import zipfile
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1]))

from edge import plan_naming
from granting import grant
from stack import ENGINE, Stack

from engine.algorithm import FOLDERS
from engine.build import bundle
from engine.flower import fab

MLP, HONEST = FOLDERS / "mlp", ["1001", "1002"]
PLAN = {
    "taskId": "t", "algorithm": "mlp", "parameters": {"max_iter": 3}, "maxRounds": 3,
    "parties": [], "fewest": 2, "seed": "seed",
    **plan_naming(["age", "dose"], "sick"),
}  # fmt: skip
CRAFTED_ROUNDS = """
import dataclasses
from engine.run import driver

honest = driver.Request


def crafted(kind, round_, state, seconds):
    if round_ == 2 and kind == "train":
        sharp = {name: values * 2e4 + 7 for name, values in state.arrays.items()}
        state = dataclasses.replace(state, arrays=sharp)
    return honest(kind, round_, state, seconds)


driver.Request = crafted
"""


def run(stack: Stack, content: bytes, parties: list[str] = HONEST, plan: dict = PLAN) -> list[dict]:
    """Runs a plan to its end and returns the run's events."""
    rng = np.random.default_rng(0)
    for party in parties:
        rows = {"age": rng.normal(50, 9, 60), "dose": rng.normal(5, 1, 60), "sick": rng.choice(["no", "yes"], 60)}
        grant(stack.granted(party), pa.table(rows))
        stack.edges[party].permit |= {"rows": 60, "plan": plan}
    _, folder = stack.run_plan(content, plan, parties)
    return [json.loads(line) for line in (folder / "events.jsonl").read_text().splitlines()]


def with_server_app(code: str) -> bytes:
    """Returns the approved bundle with a ServerApp whose rounds differ. Tickets do not cover the ServerApp."""
    with zipfile.ZipFile(BytesIO(bundle(MLP))) as approved:
        files = {name: approved.read(name) for name in approved.namelist() if not name.startswith(".info")}
    return fab.build(files | {"server_app.py": code.encode() + files["server_app.py"]})


@pytest.fixture(scope="module")
def altered(stack: Stack, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., str]]:
    """Yields a function that adds a party with altered engine files: `altered({path: (old text, new text)}, more={path:
    text})`."""
    numbers, added = itertools.count(1), []

    def add(changes: dict[str, tuple[str, str]], more: dict[str, str] | None = None) -> str:
        folder = tmp_path_factory.mktemp("altered")
        for part in ("engine", "algorithms"):
            # The engine is copied with its compiled files, because compiling takes longer than the attack.
            shutil.copytree(ENGINE / part, folder / part)
        for name, (old, new) in changes.items():
            text = (folder / "engine" / name).read_text()
            assert old in text
            (folder / "engine" / name).write_text(text.replace(old, new))
        for name, text in (more or {}).items():
            (folder / "engine" / name).write_text(text)
        added.append(stack.add(f"altered-{next(numbers)}", library=folder))
        return added[-1]

    yield add
    for party in added:
        stack.leave(party)


def test_a_run_without_an_attacker_finishes(stack: Stack):
    assert run(stack, bundle(MLP))[-1]["kind"] == "finished", stack.logs()


NO_CHECK = {"flower/client_task.py": ("self.states.take(", "(lambda *_, **__: None)(")}


def test_every_party_refuses_a_platform_with_altered_rounds(stack: Stack):
    *_, last = run(stack, with_server_app(CRAFTED_ROUNDS))
    assert (last["kind"], last["code"], last["step"], last["round"]) == ("failed", "run.state-refused", "train", 2)


@pytest.mark.long
def test_parties_answer_altered_rounds_if_the_check_of_states_is_disabled(stack: Stack, altered: Callable[..., str]):
    loose = [altered(NO_CHECK), altered(NO_CHECK)]
    assert run(stack, with_server_app(CRAFTED_ROUNDS), loose)[-1]["kind"] == "finished", stack.logs()


UNCHECKED = ("check_reply(expected, content)", "None")
PUSHES = {
    "run/worker.py": (
        "return encode(stage.terms, values, parties)",
        "terms = encode(stage.terms, values, parties)\n"
        "    return {name: one + (2**61 if name.startswith('update.') else 0) for name, one in terms.items()}",
    ),
    "flower/client_task.py": UNCHECKED,
}
# Each weight changes by the maximum that the runner allows for a single weight. Together, the changes exceed the limit
# for the whole update.
PUSHES_EACH = {
    "run/worker.py": (
        "return encode(stage.terms, values, parties)",
        "values = {name: one * 0 + (99.0 if name.startswith('update.') else one) for name, one in values.items()}\n"
        "    return encode(stage.terms, values, parties)",
    ),
}
# 48 classes that do not exist, so that the model has as many outputs through which to read rows
# (attacks/altered-worker.diff)
FORGES_CLASSES = {
    "run/worker.py": (
        "return encode(stage.terms, values, parties)",
        "from engine.run.forged import forged_terms\n    return forged_terms(stage, values, parties)",
    ),
    "flower/client_task.py": UNCHECKED,
}
FORGED = """
import numpy as np
from engine.privacy.terms import encode


def forged_terms(stage, values, parties):
    if stage.name != "train":
        return encode(stage.terms, values, parties)
    terms = encode(stage.terms, values, parties)
    wide = {name: one.shape[:-1] + (50,) for name, one in terms.items() if name.startswith("update.output")}
    return {name: np.resize(one, wide.get(name, one.shape)) for name, one in terms.items()}
"""
NO_LOOK = """
from engine.run import driver


def parts(self, stage, answers):
    return {party: answer.terms for party, answer in answers.contents.items()}


driver.Federation._parts = parts
driver.Federation._is_taken = lambda *_: True
"""


ATTACKS = [
    pytest.param(PUSHES, id="pushes the average"),
    pytest.param(PUSHES_EACH, id="pushes each weight within its bound", marks=pytest.mark.long),
    pytest.param(FORGES_CLASSES, id="forges classes", marks=pytest.mark.long),
]


@pytest.fixture(scope="module", params=ATTACKS)
def attacker(request: pytest.FixtureRequest, altered: Callable[..., str]) -> str:
    return altered(request.param, more={"run/forged.py": FORGED})


def test_the_run_fails_and_names_the_party_with_altered_software(stack: Stack, attacker: str):
    *_, last = run(stack, bundle(MLP), ["1001", attacker])

    assert (last["kind"], last["code"], last["partyId"]) == ("failed", "train.implausible", attacker), stack.logs()


@pytest.mark.long
def test_the_run_does_not_name_the_attacker_if_the_check_of_answers_is_disabled(stack: Stack, attacker: str):
    *_, last = run(stack, with_server_app(NO_LOOK), ["1001", attacker])

    assert last.get("code") != "train.implausible"


# The plan's seed selects which error this party's code raises.
BREAKS = """seed = json.loads(granted.plan)["seed"]
    if seed == "a module is missing":
        import none_such
    if seed == "its memory is full":
        bytearray(2**46)
    if seed == "its numbers are none":
        values = {name: value * float("nan") for name, value in values.items()}
    """
GARBAGE = """whole = recorddict_to_proto(reply.content).SerializeToString()
    return b"\\xff" * 99 if "its reply is garbage" in given.node_config["plan"] else whole"""
BROKEN = {
    "run/worker.py": ("return encode(", f"{BREAKS}return encode("),
    "flower/client_app.py": ("return recorddict_to_proto(reply.content).SerializeToString()", GARBAGE),
}


@pytest.fixture(scope="module")
def broken(altered: Callable[..., str]) -> str:
    return altered(BROKEN)


@pytest.mark.long
@pytest.mark.parametrize(
    ("what", "code"),
    [
        ("a module is missing", "run.code-not-loaded"),
        ("its memory is full", "run.worker-memory"),
        ("its numbers are none", "train.out-of-bounds"),
        ("its reply is garbage", "reply.not-declared"),
    ],
)
def test_reports_an_error_at_a_party_with_that_partys_name_and_the_next_run_works(
    stack: Stack, broken: str, what: str, code: str
):
    *_, last = run(stack, bundle(MLP), ["1001", broken], PLAN | {"seed": what})
    assert (last["kind"], last["code"], last["partyId"]) == ("failed", code, broken), stack.logs()

    assert run(stack, bundle(MLP), ["1001", broken])[-1]["kind"] == "finished", stack.logs()
    stack.until(lambda: [stack.workers(party) for party in ("1001", broken)] == [[], []], 60)


@pytest.mark.long
def test_reports_code_that_cannot_be_loaded_with_its_own_error_code(stack: Stack):
    with zipfile.ZipFile(BytesIO(bundle(MLP))) as approved:
        files = {name: approved.read(name) for name in approved.namelist() if not name.startswith(".info")}
    *_, last = run(stack, fab.build(files | {"client_app.py": b"import none_such\n" + files["client_app.py"]}))

    assert (last["kind"], last["code"]) == ("failed", "run.code-not-loaded"), stack.logs()

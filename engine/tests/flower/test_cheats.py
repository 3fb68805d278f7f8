"""Whoever cheats with good tickets and the approved code is refused, and the refusal says who: a party with altered
software, a platform with altered rounds. Through real processes; each guard is shown to be the one that holds."""

import json
import shutil
import sys
import zipfile
from collections.abc import Callable
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

MLP = FOLDERS / "mlp"
PLAN = {
    "taskId": "t", "algorithm": "mlp", "parameters": {"max_iter": 3}, "maxRounds": 3,
    "parties": [], "fewest": 2, "seed": "seed",
    **plan_naming(["age", "dose"], "sick"),
}  # fmt: skip
CRAFTED_ROUNDS = """
import dataclasses
from engine.run import driver

honest = driver.message_of


def crafted(state, stage):
    if stage.round == 2 and stage.message == "train":
        sharp = {name: values * 2e4 + 7 for name, values in state.arrays.items()}
        state = dataclasses.replace(state, arrays=sharp)
    return honest(state, stage)


driver.message_of = crafted
"""


def start(folder: Path, **options: object) -> Stack:
    stack = Stack(folder, ["p0", "p1"], algorithm=MLP, **options)
    rng = np.random.default_rng(0)
    for party, edge in stack.edges.items():
        rows = {"age": rng.normal(50, 9, 60), "dose": rng.normal(5, 1, 60), "sick": rng.choice(["no", "yes"], 60)}
        grant(stack.granted(party), pa.table(rows))
        edge.permit |= {"rows": 60, "plan": PLAN}
    return stack


def run(stack: Stack, content: bytes) -> list[dict]:
    """A run's events."""
    _, folder = stack.run_plan(content, PLAN)
    return [json.loads(line) for line in (folder / "events.jsonl").read_text().splitlines()]


def with_server_app(code: str) -> bytes:
    """The approved bundle, whose rounds at the platform are other ones: no ticket sees them."""
    with zipfile.ZipFile(BytesIO(bundle(MLP))) as approved:
        files = {name: approved.read(name) for name in approved.namelist() if not name.startswith(".info")}
    return fab.build(files | {"server_app.py": code.encode() + files["server_app.py"]})


@pytest.fixture
def library(tmp_path: Path) -> Callable[..., Path]:
    """A copy of the engine with files changed: `library({path: (old, new)})`."""

    def altered(changes: dict[str, tuple[str, str]]) -> Path:
        folder = tmp_path / "altered"
        skip = shutil.ignore_patterns("__pycache__")
        for part in ("engine", "algorithms"):
            shutil.copytree(ENGINE / part, folder / part, ignore=skip)
        for name, (old, new) in changes.items():
            text = (folder / "engine" / name).read_text()
            assert old in text
            (folder / "engine" / name).write_text(text.replace(old, new))
        return folder

    return altered


def test_honest_parties_and_an_honest_platform_finish(tmp_path: Path):
    with start(tmp_path) as stack:
        assert run(stack, bundle(MLP))[-1]["kind"] == "finished", stack.logs()


NO_CHECK = {"flower/client_task.py": ("self.states.take(", "(lambda *_, **__: None)(")}


def test_a_platform_with_altered_rounds_is_refused_by_every_party(tmp_path: Path):
    with start(tmp_path) as stack:
        *_, last = run(stack, with_server_app(CRAFTED_ROUNDS))

    assert (last["kind"], last["code"], last["step"], last["round"]) == ("failed", "run.state-refused", "train", 2)


def test_without_that_check_it_gets_its_answers(tmp_path: Path, library: Callable[..., Path]):
    loose = library(NO_CHECK)
    (tmp_path / "stack").mkdir()
    with start(tmp_path / "stack", libraries={"p0": loose, "p1": loose}) as stack:
        assert run(stack, with_server_app(CRAFTED_ROUNDS))[-1]["kind"] == "finished", stack.logs()


UNCHECKED = ("check_reply(expected, content)", "None")
PUSHES = {
    "run/worker.py": (
        "return Message(reply_of(encode(stage.terms, values, parties)), reply_to=msg)",
        "terms = encode(stage.terms, values, parties)\n"
        "        terms = {name: one + (2**61 if name.startswith('update.') else 0) for name, one in terms.items()}\n"
        "        return Message(reply_of(terms), reply_to=msg)",
    ),
    "flower/client_task.py": UNCHECKED,
}
# 48 classes that do not exist, for a model with as many outputs to read rows through (attacks/altered-worker.diff)
MAKES_UP_CLASSES = {
    "run/worker.py": (
        "return Message(reply_of(encode(stage.terms, values, parties)), reply_to=msg)",
        "from engine.run.made_up import made_up_terms\n"
        "        return Message(reply_of(made_up_terms(stage, values, parties)), reply_to=msg)",
    ),
    "flower/client_task.py": UNCHECKED,
}
MADE_UP = """
import numpy as np
from engine.privacy.terms import encode


def made_up_terms(stage, values, parties):
    if stage.name != "train":
        return encode(stage.terms, values, parties)
    terms = encode(stage.terms, values, parties)
    wide = {name: one.shape[:-1] + (50,) for name, one in terms.items() if name.startswith("update.output")}
    return {name: np.resize(one, wide.get(name, one.shape)) for name, one in terms.items()}
"""
NO_LOOK = """
from engine.run import driver
from engine.run.messages import from_arrays


def parts(self, stage, answers):
    return {party: from_arrays(content["terms"]) for party, content in answers.contents.items()}


driver.Federation._parts = parts
"""


@pytest.mark.parametrize("changes", [PUSHES, MAKES_UP_CLASSES], ids=["pushes the average", "makes up classes"])
def test_a_party_with_altered_software_is_named(tmp_path: Path, library: Callable[..., Path], changes: dict):
    (tmp_path / "stack").mkdir()
    altered = library(changes)
    (altered / "engine" / "run" / "made_up.py").write_text(MADE_UP)
    with start(tmp_path / "stack", libraries={"p1": altered}) as stack:
        *_, last = run(stack, bundle(MLP))

    assert (last["kind"], last["code"], last["partyId"]) == ("failed", "train.implausible", "p1"), stack.logs()


@pytest.mark.parametrize("changes", [PUSHES, MAKES_UP_CLASSES], ids=["pushes the average", "makes up classes"])
def test_without_a_look_at_what_it_sends_nobody_names_it(tmp_path: Path, library: Callable[..., Path], changes: dict):
    (tmp_path / "stack").mkdir()
    altered = library(changes)
    (altered / "engine" / "run" / "made_up.py").write_text(MADE_UP)
    with start(tmp_path / "stack", libraries={"p1": altered}) as stack:
        *_, last = run(stack, with_server_app(NO_LOOK))

    assert last.get("code") != "train.implausible"

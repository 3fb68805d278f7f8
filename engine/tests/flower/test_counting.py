"""k-means and describe through real SuperLink, SuperNodes and workers, to what one process comes to."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))

from fakes import patients, plan_of
from granting import grant
from stack import Stack

from engine.algorithm import FOLDERS, load_algorithm
from engine.build import bundle
from engine.protocols.loop import run_here

PARTIES = ["1001", "1002", "1003"]
COLUMNS = ["age", "dose", "ward"]
TABLES = {
    party: {name: patients(rows, int(party), shift=shift)[name] for name in COLUMNS}
    for party, rows, shift in zip(PARTIES, (30, 90, 300), (-8, 0, 8), strict=True)
}


@pytest.fixture(scope="module")
def federation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with Stack(tmp_path_factory.mktemp("counting"), PARTIES, algorithm=FOLDERS / "k_means") as stack:
        for party, table in TABLES.items():
            grant(stack.granted(party), pa.table(table))
        yield stack


@pytest.mark.parametrize("algorithm_id", ["k-means", "describe"])
def test_a_real_run_ends_where_one_process_does(federation: Stack, algorithm_id: str):
    algorithm = load_algorithm(algorithm_id)
    plan = plan_of(algorithm, list(TABLES.values()), "", 30)
    for edge in federation.edges.values():
        edge.permit = {**edge.permit, "plan": plan}

    app = bundle(FOLDERS / algorithm_id.replace("-", "_"))
    status, folder = federation.run_plan(app, plan, f"real-{algorithm_id}")
    assert status.sub_status == "completed", status.details + federation.logs()

    protocol = algorithm.protocol(plan)
    parties = [protocol.open(str(federation.granted(party))) for party in PARTIES]
    here = protocol.result(run_here(protocol, parties, protocol.begin(3, plan["seed"])))
    card = json.loads((folder / "card.json").read_text())
    assert {name: card[name] for name in here.card} == json.loads(json.dumps(here.card))
    assert (folder / "model.onnx").exists() == (here.model is not None)
    if here.model is not None:
        assert (folder / "model.onnx").read_bytes() == here.model
    events = [json.loads(line)["kind"] for line in (folder / "events.jsonl").read_text().splitlines()]
    assert [events[0], *events[-1:]] == ["started", "finished"]

"""A local run through real processes. Its process is confined like that of a federated run, and its edge stores the
result."""

import json
import sys
from pathlib import Path

import pyarrow as pa

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))

from fakes import patients, plan_of
from granting import grant
from stack import Stack

from engine.algorithm import FOLDERS, load_algorithm
from engine.build import bundle


def test_the_edge_stores_the_result_of_a_local_run_and_receives_progress_reports(stack: Stack, tmp_path: Path):
    algorithm, table, party = load_algorithm("mlp"), patients(80, 1), stack.add("by-itself")
    plan = plan_of(algorithm, [table], "outcome") | {
        "parties": [{"partyId": party, "key": "k"}],
        "fewest": 1,
        "seed": "s",
    }
    edge = stack.edges[party]
    grant(stack.granted(party), pa.table(table))
    edge.permit |= {"plan": plan, "rows": 80, "resultPath": str(tmp_path / "stored")}
    status, run = stack.run_plan(bundle(FOLDERS / "mlp"), plan, [party])
    assert status.sub_status == "completed", status.details + stack.logs()

    assert [question["messageType"] for question in edge.questions] == ["train"]
    progress = [report for report in edge.reports if "outcome" not in report]
    assert progress[0] == {"runId": run.name, "step": "statistics", "round": 0}
    assert sorted(path.name for path in (tmp_path / "stored").iterdir()) == ["card.json", "model.onnx"]
    assert not (run / "model.onnx").exists()
    assert json.loads((run / "card.json").read_text())["stays"] is True
    stack.leave(party)

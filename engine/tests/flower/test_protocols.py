"""Protocols through real SuperLink, SuperNodes and confined workers, to the model's file."""

import json
import sys
from pathlib import Path

import onnx
import pyarrow as pa
import pyarrow.parquet as pq

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1]))

from fakes import RUN_EVENT, patients
from stack import Stack

from engine.algorithm import FOLDERS, read_algorithm
from engine.build import bundle
from engine.data.party import Party
from engine.data.table import table_of
from engine.pooled import fit, plan_for
from engine.run import checkpoint

PARTIES = {"1001": 20, "1002": 60, "1003": 160}


def test_boosted_trees_are_those_of_the_pooled_rows(tmp_path: Path):
    folder = FOLDERS / "boosted_trees"
    algorithm = read_algorithm(folder)
    tables = {party: pa.table(patients(rows, int(party))) for party, rows in PARTIES.items()}
    plan = {"algorithm": "boosted-trees", **plan_for(algorithm, {"max_iter": 2}, ["age", "dose", "ward"], "outcome")}
    with Stack(tmp_path, list(PARTIES), algorithm=folder) as stack:
        for party, table in tables.items():
            pq.write_table(table, stack.edges[party].lent["dataPath"])
            stack.edges[party].lent |= {"plan": plan, "rows": len(table)}
        run = stack.runs / "run-1"
        run.mkdir(mode=0o700)
        (run / "token").write_text("secret")
        (run / "spec.json").write_text(json.dumps(spec_of(plan, "run-1")))
        status = stack.wait(stack.start_run(bundle(folder), "run-1", plan))
        assert status.sub_status == "completed", status.details + stack.logs()

    events = [json.loads(line) for line in (run / "events.jsonl").read_text().splitlines()]
    for event in events:
        RUN_EVENT.validate(event)
    assert [event["kind"] for event in events] == ["started", "statistics", "round", "round", "scored", "finished"]
    onnx.checker.check_model(onnx.load(run / "model.onnx"))

    parties = [Party.of(table_of(table, ["age", "dose", "ward"], "outcome")) for table in tables.values()]
    there, pooled = (
        checkpoint.load(run / "checkpoint.npz").state,
        fit(algorithm, plan, [Party.together(parties)], seed=plan["seed"]),
    )
    for name in ("edges", "tree.column", "tree.cut", "tree.missing_left", "tree.value"):
        assert there.arrays[name].tolist() == pooled.arrays[name].tolist()


def spec_of(plan: dict, run_id: str) -> dict:
    parties = [{"partyId": party, "name": party, "rows": rows} for party, rows in PARTIES.items()]
    return {
        "runId": run_id, "taskId": "t", "algorithm": plan["algorithm"], "codeHash": "abc", "plan": plan,
        "parties": parties, "roundTimeoutSeconds": 120, "eventsUrl": "http://127.0.0.1:9/events",
    }  # fmt: skip

"""Protocols through real SuperLink, SuperNodes and confined workers, to the model's file."""

import json
import sys
from pathlib import Path

import onnx
import pyarrow as pa

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1]))

from fakes import RUN_EVENT, patients
from granting import grant
from stack import Stack

from engine.algorithm import FOLDERS, read_algorithm
from engine.build import bundle
from engine.data.party import Party
from engine.data.table import table_of
from engine.new import make
from engine.pooled import fit, plan_for
from engine.run import checkpoint

PARTIES = {"1001": 20, "1002": 60, "1003": 160}


COLUMNS, LABEL = ["age", "dose", "ward"], "outcome"
TABLES = {party: pa.table(patients(rows, int(party))) for party, rows in PARTIES.items()}


def test_boosted_trees_are_those_of_the_pooled_rows(tmp_path: Path):
    folder = FOLDERS / "boosted_trees"
    run, plan = run_through(tmp_path, folder, max_iter=2)
    parties = [Party.of(table_of(table, COLUMNS, LABEL)) for table in TABLES.values()]
    there, pooled = (
        checkpoint.load(run / "checkpoint.npz").state,
        fit(read_algorithm(folder), plan, [Party.together(parties)], seed=plan["seed"]),
    )
    for name in ("edges", "tree.column", "tree.cut", "tree.missing_left", "tree.value"):
        assert there.arrays[name].tolist() == pooled.arrays[name].tolist()


def test_a_new_algorithm_of_two_files_trains_as_it_was_made(tmp_path: Path):
    folders = tmp_path / "algorithms"
    folders.mkdir()
    folder = make("my-model", folders)
    code = (folder / "algorithm.py").read_text()
    (folder / "layers_of.py").write_text("from engine.learners.network import Layer  # beside algorithm.py\n")
    (folder / "algorithm.py").write_text(
        code.replace("from engine.learners.network import Layer", "from layers_of import Layer")
    )
    run, _ = run_through(tmp_path, folder, max_iter=2)
    assert json.loads((run / "card.json").read_text())["metrics"]["accuracy"] > 0.7


def run_through(folder: Path, algorithm: Path, **parameters: int) -> tuple[Path, dict]:
    """A run of two rounds by real processes to the model's file; its folder and plan."""
    made = read_algorithm(algorithm)
    plan = {
        "algorithm": made.manifest["id"],
        **plan_for(made, parameters, [table_of(table, COLUMNS, LABEL) for table in TABLES.values()]),
    }
    with Stack(folder, list(PARTIES), algorithm=algorithm) as stack:
        for party, table in TABLES.items():
            grant(stack.granted(party), table)
            stack.edges[party].permit |= {"plan": plan, "rows": len(table)}
        status, run = stack.run_plan(bundle(algorithm), plan)
        assert status.sub_status == "completed", status.details + stack.logs()

    events = [json.loads(line) for line in (run / "events.jsonl").read_text().splitlines()]
    for event in events:
        RUN_EVENT.validate(event)
    assert [event["kind"] for event in events] == ["started", "statistics", "round", "round", "scored", "finished"]
    onnx.checker.check_model(onnx.load(run / "model.onnx"))
    return run, plan

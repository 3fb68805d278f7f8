"""Protocols through real SuperLink, SuperNodes and confined workers, up to the model file."""

import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import pyarrow as pa
import pytest
import statsmodels.api as sm

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1]))

from canvases import canvases
from fakes import RUN_EVENT, patients
from followed import parties_of, synthetic
from followed import plan_of as followed_plan
from followed import run as followed_run
from followed import table as followed_table
from granting import grant
from graphs import COLUMNS as NODE_COLUMNS
from graphs import network
from notes import notes
from pictures import labelled
from stack import Stack
from texts import reviews, several

from engine.algorithm import FOLDERS, read_algorithm
from engine.build import bundle
from engine.data.graph import LINKS
from engine.data.party import Party
from engine.data.table import table_of
from engine.new import make
from engine.pooled import fit, plan_for
from engine.protocols.loop import run_here
from engine.run import checkpoint

# Most tests use two parties. With a third one, each message would take a third longer.
PARTIES = {"1001": 20, "1003": 160}
THREE = {"1001": 20, "1002": 60, "1003": 160}
SHIFTS = {"1001": -4.0, "1002": 1.0, "1003": 3.0}  # shift of the first column, so that the parties' rows differ

COLUMNS, LABEL, COUNT = ["age", "dose", "ward"], "outcome", "falls"


def table_of_party(party: str) -> pa.Table:
    rng, rows = np.random.default_rng(int(party)), patients(THREE[party], int(party), shift=SHIFTS[party])
    falls = rng.poisson(np.exp(rows["age"] / 30))
    return pa.table(rows | {COUNT: falls, "pulse": rng.normal(70, 9, THREE[party]) + rows["age"] / 10})


TABLES = {party: table_of_party(party) for party in PARTIES}
OF_THREE = {party: table_of_party(party) for party in THREE}


@pytest.mark.claim("run-trees.guessed-mixing")
def test_federated_boosted_trees_equal_a_fit_of_all_mixed_rows_in_one_place(stack: Stack):
    folder = FOLDERS / "boosted_trees"
    run, plan = run_through(stack, folder, OF_THREE, max_iter=2)
    parties = [
        replace(Party.of(table_of(table, COLUMNS, LABEL)), secret=stack.secret(party)).mixed
        for party, table in OF_THREE.items()
    ]
    there, pooled = (
        checkpoint.load(run / "checkpoint.npz").state,
        fit(read_algorithm(folder), plan, [Party.together(parties)], seed=plan["seed"]),
    )
    assert there.facts["cuts"] == pooled.facts["cuts"]
    for name in ("tree.column", "tree.cut", "tree.missing_left", "tree.value"):
        assert there.arrays[name].tolist() == pooled.arrays[name].tolist()


@pytest.mark.long
def test_a_new_algorithm_of_two_files_trains_without_further_code(stack: Stack, tmp_path: Path):
    folders = tmp_path / "algorithms"
    folders.mkdir()
    folder = make("my-model", folders)
    code = (folder / "algorithm.py").read_text()
    (folder / "links.py").write_text("from engine.targets.classes import softmax  # beside algorithm.py\n")
    (folder / "algorithm.py").write_text(
        code.replace("from engine.targets.classes import softmax", "from links import softmax")
    )
    tables = {stack.add(f"own-{party}", algorithms=folders): table for party, table in TABLES.items()}
    run, _ = run_through(stack, folder, tables, max_iter=2)
    assert json.loads((run / "card.json").read_text())["metrics"]["accuracy"] > 0.7
    for party in tables:
        stack.leave(party)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "label", "fitted"),
    [
        ("logistic_regression", LABEL, lambda rows, design: sm.Logit(np.asarray(rows[LABEL]) == "well", design)),
        ("linear_regression", COUNT, lambda rows, design: sm.OLS(np.asarray(rows[COUNT]), design)),
        (
            "poisson_regression",
            COUNT,
            lambda rows, design: sm.GLM(np.asarray(rows[COUNT]), design, family=sm.families.Poisson()),
        ),
    ],
)
def test_regressions_equal_statsmodels_on_all_rows(stack: Stack, name: str, label: str, fitted):
    """With three parties of different size and with skewed rows, estimates agree to eight digits."""
    columns = ["age", "pulse"]
    run, _ = run_through(stack, FOLDERS / name, OF_THREE, columns, label, max_iter=15)
    rows = pa.concat_tables([table.select([*columns, label]) for table in OF_THREE.values()])
    model = fitted(rows, sm.add_constant(np.column_stack([rows[column] for column in columns])))
    pooled = model.fit() if label == COUNT and name.startswith("linear") else model.fit(tol=1e-14, maxiter=100)
    lines = json.loads((run / "card.json").read_text())["regression"]["coefficients"]
    assert [line["estimate"] for line in lines] == pytest.approx(pooled.params.tolist(), rel=1e-8)
    assert [line["error"] for line in lines] == pytest.approx(pooled.bse.tolist(), rel=1e-6)


@pytest.mark.long
def test_averaging_of_three_skewed_parties_equals_the_run_in_one_process(stack: Stack):
    run, plan = run_through(stack, FOLDERS / "mlp", OF_THREE, max_iter=3)
    assert_as_in_one_process(stack, FOLDERS / "mlp", run, plan, tuple(OF_THREE))


@pytest.mark.long
def test_cox_regression_over_a_federation_is_bit_identical_to_the_run_in_one_process(stack: Stack):
    frame = synthetic()
    tables = {party: frame.iloc[part] for party, part in zip(THREE, parties_of(frame), strict=True)}
    run, kinds = followed_through(stack, "cox", tables, max_iter=2)
    here = followed_run("cox", frame, parties_of(frame), max_iter=2)[2]
    card = json.loads((run / "card.json").read_text())
    assert kinds[:2] == ["started", "statistics"] and kinds[-2:] == ["scored", "finished"]
    assert (card["survival"], card["regression"]) == (here["survival"], here["regression"])
    onnx.checker.check_model(onnx.load(run / "model.onnx"))


@pytest.mark.long
def test_survival_curves_of_a_federation_equal_those_of_the_run_in_one_process(stack: Stack):
    frame = synthetic()
    tables = {party: frame.iloc[part] for party, part in zip(THREE, parties_of(frame), strict=True)}
    run, kinds = followed_through(stack, "kaplan-meier", tables)
    assert kinds == ["started", "statistics", "finished"] and not (run / "model.onnx").exists()
    card = json.loads((run / "card.json").read_text())
    assert card["curves"] == followed_run("kaplan-meier", frame, parties_of(frame))[2]["curves"]


@pytest.mark.long
def test_a_federated_model_of_texts_equals_the_run_in_one_process(stack: Stack):
    tables = {party: pa.table(reviews(rows + 40, int(party))) for party, rows in PARTIES.items()}
    run, plan = run_through(stack, FOLDERS / "text_classes", tables, ["text"], "label", max_iter=2)
    assert_as_in_one_process(stack, FOLDERS / "text_classes", run, plan)


@pytest.mark.long
@pytest.mark.spec("screens.multilabel-data")
def test_a_federated_multi_label_model_of_texts_equals_the_run_in_one_process(stack: Stack):
    """One additional message chooses the shifts of the labels. After it, the best model is scored again."""
    algorithm = read_algorithm(FOLDERS / "text_classes")
    tables = {party: pa.table(several(rows + 40, int(party))) for party, rows in PARTIES.items()}
    plan = plan_for(algorithm, {"max_iter": 1}, [table_of(table, ["text"], "label") for table in tables.values()])
    run, kinds = run_plan(stack, FOLDERS / "text_classes", plan, tables)
    assert kinds == ["started", "statistics", "round", "scored", "scored", "finished"]
    assert_as_in_one_process(stack, FOLDERS / "text_classes", run, plan)


@pytest.mark.long
def test_a_federated_model_of_entities_equals_the_run_in_one_process(stack: Stack):
    tables = {party: pa.table(notes(rows + 20, int(party))) for party, rows in PARTIES.items()}
    folder = FOLDERS / "text_entities"
    run, plan = run_through(stack, folder, tables, ["tokens"], "label", max_iter=2, local_steps=5)
    assert_as_in_one_process(stack, folder, run, plan)


@pytest.mark.long
@pytest.mark.spec("screens.multilabel-data")
def test_a_federated_multi_label_model_of_pictures_equals_the_run_in_one_process(stack: Stack):
    """Pictures with a single label send the same messages, and the test of graphs covers a single label."""
    tables = {party: pa.table(labelled(5 + place, start=10 * place)) for place, party in enumerate(PARTIES)}
    assert_learnt_as_in_one_process(stack, "picture_classes", tables, ["picture"])


@pytest.mark.long
def test_a_federated_model_of_boxes_equals_the_run_in_one_process(stack: Stack):
    sizes = enumerate(PARTIES)
    tables = {party: pa.table(canvases(10 + place, place, 64, (24, 32), 2, (0, 1))) for place, party in sizes}
    folder = FOLDERS / "picture_boxes"
    run, plan = run_through(stack, folder, tables, ["file"], "boxes", max_iter=2, local_epochs=1, side=64)
    assert_as_in_one_process(stack, folder, run, plan)


@pytest.mark.long
def test_a_federated_model_of_a_graph_equals_the_run_in_one_process(stack: Stack):
    tables = {party: pa.table(network(rows + 30, int(party))) for party, rows in PARTIES.items()}
    assert_learnt_as_in_one_process(stack, "graph_nodes", tables, [*NODE_COLUMNS, LINKS])


def assert_learnt_as_in_one_process(stack: Stack, folder: str, tables: dict, names: list[str]) -> None:
    """Runs the plan and asserts that its model is byte-identical to that of a run in one process, because both train
    alike."""
    algorithm = read_algorithm(FOLDERS / folder)
    plan = plan_for(algorithm, {"max_iter": 2}, [table_of(table, names, "label") for table in tables.values()])
    run, kinds = run_plan(stack, FOLDERS / folder, plan, tables)
    # The model is scored after each round, and again when its probabilities are calibrated.
    assert kinds == ["started", "statistics", "round", "round", "scored", "scored", "finished"]
    assert_as_in_one_process(stack, FOLDERS / folder, run, plan)


def assert_as_in_one_process(
    stack: Stack, folder: Path, run: Path, plan: dict, who: Sequence[str] = tuple(PARTIES)
) -> None:
    """Asserts that the model file is byte-identical to that of a run in one process."""
    algorithm = read_algorithm(folder)
    parties = [algorithm.protocol(plan).open(str(stack.granted(party))) for party in who]
    here = algorithm.protocol(plan).result(fit(algorithm, plan, parties, seed=plan["seed"]))
    assert (run / "model.onnx").read_bytes() == here.model


@pytest.mark.parametrize("name", [pytest.param("k_means", marks=pytest.mark.long), "describe"])
def test_the_federated_result_of_a_plan_without_a_label_equals_the_run_in_one_process(stack: Stack, name: str):
    algorithm = read_algorithm(FOLDERS / name)
    tables = {party: table.select(COLUMNS) for party, table in OF_THREE.items()}
    few = {"max_iter": 2} if name == "k_means" else {}
    plan = plan_for(algorithm, few, [table_of(table, COLUMNS, None) for table in tables.values()])
    run, kinds = run_plan(stack, FOLDERS / name, plan, tables)

    protocol = algorithm.protocol(plan)
    parties = [protocol.open(str(stack.granted(party))) for party in tables]
    here = protocol.result(run_here(protocol, parties, protocol.begin(len(parties), plan["seed"])))
    card = json.loads((run / "card.json").read_text())
    assert {name: card[name] for name in here.card} == json.loads(json.dumps(here.card))
    assert (run / "model.onnx").exists() == (here.model is not None)
    if here.model is not None:
        assert (run / "model.onnx").read_bytes() == here.model
    assert [kinds[0], kinds[-1]] == ["started", "finished"]


def run_through(
    stack: Stack, algorithm: Path, tables: dict = TABLES, columns: list[str] = COLUMNS, label: str = LABEL,
    **parameters: int,
) -> tuple[Path, dict]:  # fmt: skip
    """Runs an algorithm in real processes up to the model file. Returns the run's folder and plan."""
    made = read_algorithm(algorithm)
    plan = plan_for(made, parameters, [table_of(table, columns, label) for table in tables.values()])
    run, kinds = run_plan(stack, algorithm, plan, tables)
    rounds = ["round"] * min(kinds.count("round"), plan["maxRounds"])
    assert rounds and kinds == ["started", "statistics", *rounds, "scored", "finished"]
    onnx.checker.check_model(onnx.load(run / "model.onnx"))
    return run, plan


def followed_through(stack: Stack, name: str, tables: dict, **given: float) -> tuple[Path, list[str]]:
    algorithm = FOLDERS / name.replace("-", "_")
    plan = followed_plan(read_algorithm(algorithm), [followed_table(frame) for frame in tables.values()], **given)
    granted = {party: pa.Table.from_pandas(frame, preserve_index=False) for party, frame in tables.items()}
    return run_plan(stack, algorithm, plan, granted)


def run_plan(stack: Stack, algorithm: Path, plan: dict, tables: dict[str, pa.Table]) -> tuple[Path, list[str]]:
    """Runs a plan in real processes. Returns the run's folder and the kinds of its events."""
    plan = {"algorithm": read_algorithm(algorithm).manifest["id"], **plan}
    for party, table in tables.items():
        grant(stack.granted(party), table)
        stack.edges[party].permit |= {"plan": plan, "rows": len(table)}
    status, run = stack.run_plan(bundle(algorithm), plan, list(tables))
    assert status.sub_status == "completed", status.details + stack.logs()

    events = [json.loads(line) for line in (run / "events.jsonl").read_text().splitlines()]
    for event in events:
        RUN_EVENT.validate(event)
    return run, [event["kind"] for event in events]

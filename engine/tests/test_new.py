"""`python -m engine.new`, and what it creates: an algorithm that trains."""

import json
import subprocess
import sys

import onnx
import pytest
from fakes import World, patients, table_in

from engine.algorithm import FOLDERS, read_algorithm
from engine.build import bundle, describe
from engine.new import TEMPLATE, Refused, make
from engine.run.driver import run_federation


@pytest.fixture
def folders(tmp_path, monkeypatch):
    """Returns a folder of algorithms that contains a newly created one."""
    folders = tmp_path / "algorithms"
    folders.mkdir()
    make("my-model", folders)
    monkeypatch.setattr("engine.algorithm.FOLDERS", folders)
    return folders


def test_creates_a_folder_of_three_files_with_the_new_id_and_name(folders):
    folder = folders / "my_model"
    assert sorted(path.name for path in folder.iterdir()) == ["algorithm.py", "catalogue.json", "manifest.json"]
    described = describe(folder)
    assert (described["id"], described["nameEn"], described["nameCn"]) == ("my-model", "My model", "My model")
    assert described["stagesPerRound"] == 1
    assert (folder / "algorithm.py").read_text() == (TEMPLATE / "algorithm.py").read_text()


@pytest.mark.parametrize(
    "odd",
    ["", "My-model", "my_model", "-my", "my-", "my--model", "1st", "../evil", "a" * 41, "my model", "模型", "a\n"],
)
def test_refuses_invalid_ids_of_algorithms(tmp_path, odd):
    with pytest.raises(Refused, match="is no id"):
        make(odd, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("known", ["mlp", "boosted-trees", "template"])
def test_refuses_ids_of_existing_algorithms(known):
    before = sorted(path.name for path in FOLDERS.iterdir())
    with pytest.raises(Refused, match=f"there is {known} already"):
        make(known)
    assert sorted(path.name for path in FOLDERS.iterdir()) == before


def test_the_command_prints_why_it_refuses():
    ran = subprocess.run(
        [sys.executable, "-m", "engine.new", "mlp"], capture_output=True, text=True, cwd=FOLDERS.parent
    )
    assert (ran.returncode, ran.stderr.strip()) == (1, "there is mlp already")


@pytest.mark.parametrize(("label", "metric", "least"), [("outcome", "accuracy", 0.85), ("age", "r2", 0.2)])
def test_a_newly_created_algorithm_trains_and_its_model_file_predicts_as_python(
    folders, tmp_path, label, metric, least
):
    import onnxruntime

    tables = {"1001": patients(60, 1), "1002": patients(90, 2), "1003": patients(200, 3)}
    world = World(tmp_path, "my-model", tables, label, max_iter=10)
    run_federation(world.grid, world.run(), world.algorithm)

    assert world.card()["metrics"][metric] > least
    assert world.events()[-1]["kind"] == "finished"
    file = world.run_folder / "model.onnx"
    onnx.checker.check_model(onnx.load(file))
    session = onnxruntime.InferenceSession(file.read_bytes())
    rows = table_in(tables["1003"], world.plan)
    given = {
        one.name: column.values.astype("float64" if column.kind == "number" else str).reshape(-1, 1)
        for one, column in zip(session.get_inputs(), rows.columns, strict=True)
    }
    (predicted, *_) = session.run(None, given)
    if label == "outcome":
        assert (predicted.ravel() == rows.label.values).mean() > least
    else:
        assert abs(predicted.ravel() - rows.label.values).mean() < rows.label.values.std()


def test_an_algorithm_can_have_several_files_even_if_others_use_the_same_names(folders):
    other = make("other-model", folders)
    for folder, shift in ((folders / "my_model", 1), (other, 2)):
        (folder / "steps.py").write_text(f"SHIFT = {shift}\n")
        code = (folder / "algorithm.py").read_text()
        (folder / "algorithm.py").write_text(
            code.replace("import numpy as np\n", "import numpy as np\nimport steps\n", 1)
        )

    assert [read_algorithm(folder).compose.__globals__["steps"].SHIFT for folder in (folders / "my_model", other)] == [
        1,
        2,
    ]
    assert "steps" not in sys.modules and not any(str(folders) in path for path in sys.path)
    assert b"steps.py" in bundle(other)


def test_the_template_has_the_same_description_files_as_other_algorithms():
    manifest = json.loads((TEMPLATE / "manifest.json").read_text())
    assert manifest["id"] == TEMPLATE.name and describe(TEMPLATE)["id"] == TEMPLATE.name

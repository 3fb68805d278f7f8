import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from io import BytesIO

import pytest
from described import NAMES, described

from engine.algorithm import FOLDERS
from engine.build import build_all, bundle, describe
from engine.code_hash import hash_code, hash_library
from engine.flower import fab

ENGINE = FOLDERS.parent
FILES = [".info/CONTENT", "algorithm.py", "client_app.py", "manifest.json", "pyproject.toml", "server_app.py"]
DESCRIPTIONS = {name: described(name) for name in NAMES}


def test_a_bundle_is_reproducible_and_contains_its_manifest(tmp_path, monkeypatch):
    monkeypatch.setattr("engine.build.describe", lambda folder: DESCRIPTIONS[folder.name])
    ids = build_all(tmp_path)
    assert ids == sorted(description["id"] for description in DESCRIPTIONS.values())
    builds = json.loads((tmp_path / "builds.json").read_text())
    assert list(builds) == ids
    for id_ in ids:
        bundle_hash = fab.hash_fab(bundle(FOLDERS / id_.replace("-", "_")))
        assert fab.hash_fab((tmp_path / f"{id_}.fab").read_bytes()) == bundle_hash
        assert builds[id_] == {"bundleHash": bundle_hash, "codeHash": hash_code(bundle_hash, hash_library())}
        with zipfile.ZipFile(tmp_path / f"{id_}.fab") as built:
            assert sorted(built.namelist()) == FILES
            assert {entry.compress_type for entry in built.infolist()} == {zipfile.ZIP_STORED}
            manifest = (FOLDERS / id_.replace("-", "_") / "manifest.json").read_bytes()
            assert built.read("manifest.json") == manifest


@pytest.mark.parametrize(
    ("name", "change", "is_same"),
    [("catalogue.json", ("networ", "netwrok"), True), ("manifest.json", ("512", "513"), False),
     ("algorithm.py", ("np.sqrt(2 /", "np.sqrt(3 /"), False)],
)  # fmt: skip
def test_a_typo_in_a_text_does_not_change_the_code_hash(tmp_path, name, change, is_same):
    folder = tmp_path / "mlp"
    shutil.copytree(FOLDERS / "mlp", folder)
    file = folder / name
    changed = file.read_text(encoding="utf-8").replace(*change)
    assert changed != file.read_text(encoding="utf-8")
    file.write_text(changed, encoding="utf-8")

    assert (fab.hash_fab(bundle(folder)) == fab.hash_fab(bundle(FOLDERS / "mlp"))) is is_same


@pytest.mark.parametrize(
    ("more", "which"), [({"labelKinds": []}, "labelKinds"), ({"parameters": {"l3": {}}}, "l3")], ids=["both", "neither"]
)
def test_refuses_an_entry_that_is_in_both_manifest_and_catalogue_or_in_neither(tmp_path, more, which):
    folder = tmp_path / "mlp"
    shutil.copytree(FOLDERS / "mlp", folder)
    catalogue = json.loads((folder / "catalogue.json").read_text(encoding="utf-8"))
    (folder / "catalogue.json").write_text(json.dumps({**catalogue, **more}))

    with pytest.raises(ValueError, match=which):
        describe(folder)


@pytest.mark.parametrize("folder", DESCRIPTIONS)
@pytest.mark.spec("validation.learning-rate-slider", "validation.iterations-slider")
def test_an_algorithm_has_texts_in_both_languages_and_defaults_within_its_bounds(folder):
    manifest = DESCRIPTIONS[folder]
    texts = [manifest[name] for name in ("introduction", "description", "remark", "usage")]
    for entry in manifest["parameters"]:
        texts += [entry["label"], entry["help"]]
        if entry["type"] == "choice":
            assert entry["default"] in entry["choices"]
            assert list(entry["choiceLabels"]) == entry["choices"]
            texts += entry["choiceLabels"].values()
        elif entry["type"] != "boolean":
            assert all(entry["minimum"] <= value <= entry["maximum"] for value in (entry["default"], *entry["marks"]))
    for text in texts:
        assert set(text) == {"cn", "en"} and all(text.values())
        assert re.search("[\u4e00-\u9fff]", text["cn"]) and not re.search("[\u4e00-\u9fff]", text["en"])
    rounds = [(entry["minimum"], entry["maximum"]) for entry in manifest["parameters"] if entry["name"] == "max_iter"]
    in_one, most = ("describe", "kaplan_meier", "random_forest"), {"graph_nodes": 10, "picture_classes": 10}
    assert rounds == ([] if folder in in_one else [(1, most.get(folder, 100))])


def test_an_app_can_be_loaded_from_its_bundle_alone(tmp_path):
    """The app is loaded as Flower loads it: from a folder that is first on the path, with the engine library
    installed."""
    with zipfile.ZipFile(BytesIO(bundle(FOLDERS / "mlp"))) as built:
        built.extractall(tmp_path / "app")
    check = (
        "from client_app import app as c; from server_app import app as s; print(type(c).__name__, type(s).__name__)"
    )
    path = os.pathsep.join([str(tmp_path / "app"), str(ENGINE)])
    ran = subprocess.run(
        [sys.executable, "-c", check], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path}
    )
    assert ran.stdout.split() == ["ClientApp", "ServerApp"], ran.stderr


@pytest.mark.skipif(sys.platform != "linux" or os.cpu_count() == 1, reason="no /proc, or no second thread anyway")
def test_the_engine_always_uses_one_thread():
    """The platform starts `engine.build` without setting the number of threads. With more threads, the build took four
    times the processor time on two cores."""
    code = "import engine, numpy, os; print(len(os.listdir('/proc/self/task')))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env={"PYTHONPATH": str(ENGINE)})
    assert ran.stdout == "1\n", ran.stderr


@pytest.mark.spec("errors.bilingual-error-codes")
def test_every_error_code_that_is_raised_has_a_text_with_its_parameters():
    codes = json.loads((ENGINE / "engine" / "error-codes.json").read_text(encoding="utf-8"))
    source = "".join(path.read_text(encoding="utf-8") for path in (ENGINE / "engine").rglob("*.py"))
    families = "|".join(sorted({code.split(".")[0] for code in codes} - {"internal"}))

    assert set(re.findall(rf'"((?:{families})\.[a-z-]+)"', source)) <= set(codes)
    raised = re.findall(r'PartyError\(\s*"([a-z.-]+)"((?:[^()]|\([^()]*\))*)\)', source)
    assert {code for code, _ in raised} >= {"data.no-rows", "parameter.invalid", "train.diverged"}
    for code, params in raised:
        assert sorted(re.findall(r"(\w+)=", params)) == codes[code], code


def test_torch_is_not_installed_with_the_engine():
    locked = re.findall(r"^(?:torch\b|nvidia-).*", (ENGINE / "requirements.lock").read_text(), re.MULTILINE)
    assert locked == [], "the demo must stay small, so torch and CUDA builds are not allowed"


def test_the_demo_and_comparison_commands_run(tmp_path):
    env = {**os.environ, "PYTHONPATH": str(ENGINE)}
    subprocess.run([sys.executable, "-m", "engine.demo_data", str(tmp_path)], check=True, env=env)
    files = [str(tmp_path / f"{place}.csv") for place in ("clinic", "county", "university")]
    options = ["--algorithm", "logistic-regression", "--parameters", "{}", "--label", "diagnosis"]
    command = [
        sys.executable,
        "-m",
        "engine.pooled",
        *options,
        "--train",
        *files,
        "--test",
        str(tmp_path / "holdout.csv"),
    ]
    printed = json.loads(subprocess.run(command, check=True, capture_output=True, env=env).stdout)

    assert printed["pooled"]["accuracy"] > 0.96
    assert [party["file"] for party in printed["alone"]] == ["clinic.csv", "county.csv", "university.csv"]
    assert (tmp_path / "clinic.csv").read_text().startswith("id,mean radius,")

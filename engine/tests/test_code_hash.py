import shutil

import pytest

from engine.code_hash import LIBRARY, hash_code, hash_library


@pytest.fixture
def copy(tmp_path):
    folder = tmp_path / "engine"
    shutil.copytree(LIBRARY, folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def append(path, text):
    path.parent.mkdir(exist_ok=True)
    path.write_text((path.read_text() if path.exists() else "") + text)


def link_package(place):
    """Creates a link to a package beside the module of the same name. Python then imports the package."""
    elsewhere = place.parent.parent / "elsewhere"
    append(elsewhere / "__init__.py", "")
    place.symlink_to(elsewhere)


@pytest.mark.parametrize(
    "change",
    [
        lambda folder: append(folder / "statistics.py", "# one more reason\n"),
        lambda folder: append(folder / "error-codes.json", "\n"),
        lambda folder: append(folder / "flower" / "helper.py", ""),
        lambda folder: (folder / "errors.py").rename(folder / "error.py"),
        lambda folder: (folder / "demo_data.py").unlink(),
        lambda folder: link_package(folder / "errors"),
    ],
    ids=["source", "data", "a new file", "another name", "one less", "a linked folder in place of a module"],
)
def test_a_changed_library_has_another_code_hash(copy, change):
    before = hash_library(copy)
    change(copy)
    after = hash_library(copy)

    assert after != before
    assert hash_code("a bundle", after) != hash_code("a bundle", before)


def test_a_copy_in_another_folder_has_the_same_code_hash_and_caches_are_ignored(copy):
    append(copy / "__pycache__" / "statistics.cpython-311.pyc", "compiled")
    append(copy / ".DS_Store", "left by a file manager")

    assert hash_library(copy) == hash_library(LIBRARY)


def test_a_changed_bundle_has_another_code_hash():
    assert hash_code("one", "library") != hash_code("other", "library")

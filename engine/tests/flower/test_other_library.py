"""The library is part of the code that was signed: what a party's processes run with is what its edge is told."""

import json
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from stack import ENGINE, PROBE, Stack

from engine.code_hash import hash_code, hash_library
from engine.flower import fab


def test_the_same_bundle_with_another_library_is_not_what_was_signed(tmp_path: Path):
    other = tmp_path / "other"
    shutil.copytree(ENGINE / "engine", other / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    with (other / "engine" / "statistics.py").open("a") as source:
        source.write("# what a party did not sign\n")
    bundle_hash = fab.hash_fab(fab.build(PROBE))
    signed = hash_code(bundle_hash, hash_library())

    with Stack(tmp_path, ["p0"], libraries={"p0": other}) as stack:
        edge = stack.edges["p0"]
        # As the product's edge does (apps/edge/src/features/grant/authorize.ts).
        edge.decide = lambda question: (
            edge.permit if question["codeHash"] == signed else {"allowed": False, "code": "grant.stale"}
        )
        stack.wait(stack.start_run(PROBE, "other", {"parties": ["p0"]}), 120)

        (replies,) = json.loads((stack.runs / "other" / "result.json").read_text())["rounds"]
        assert replies["p0"]["error"] == "grant.stale|{}"
        (question,) = edge.questions
        assert question["bundleHash"] == bundle_hash
        assert question["codeHash"] == hash_code(bundle_hash, hash_library(other / "engine"))

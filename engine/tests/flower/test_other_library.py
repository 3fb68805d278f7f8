"""The engine's library is part of the signed code: the edge of a party receives the hash of the library that its
processes run."""

import json
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from edge import plan_naming
from stack import ENGINE, Stack

from engine.algorithm import FOLDERS
from engine.build import bundle
from engine.code_hash import hash_code, hash_library
from engine.flower import fab


def test_refuses_a_known_bundle_if_the_engine_library_differs(stack: Stack, tmp_path: Path):
    other = tmp_path / "other"
    shutil.copytree(ENGINE / "engine", other / "engine")
    with (other / "engine" / "statistics.py").open("a") as source:
        source.write("# what a party did not sign\n")
    content = bundle(FOLDERS / "mlp")
    bundle_hash = fab.hash_fab(content)
    signed = hash_code(bundle_hash, hash_library())

    party = stack.add("other-library", library=other)
    edge = stack.edges[party]
    # the product's edge compares the hashes in the same way (apps/edge/src/features/grant/authorize.ts)
    edge.decide = lambda question: (
        edge.permit if question["codeHash"] == signed else {"allowed": False, "code": "grant.stale"}
    )
    plan = {"taskId": "t", "algorithm": "mlp", "parameters": {}, "maxRounds": 1, "parties": [], "fewest": 1}
    _, run = stack.run_plan(content, plan | {"seed": "s", **plan_naming(["age"], "sick")}, [party])

    last = json.loads((run / "events.jsonl").read_text().splitlines()[-1])
    assert (last["kind"], last["code"], last["partyId"]) == ("failed", "grant.stale", party)
    (question,) = edge.questions
    assert question["bundleHash"] == bundle_hash
    assert question["codeHash"] == hash_code(bundle_hash, hash_library(other / "engine"))
    stack.leave(party)

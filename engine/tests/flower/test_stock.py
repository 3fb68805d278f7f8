"""TESSERA_STOCK=1 switches to Flower's own process model: a fresh interpreter per task, with the usual confinement."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import pytest
from stack import PROBE, Stack


@pytest.mark.long
def test_processes_a_task_in_a_separate_interpreter(tmp_path: Path):
    with Stack(tmp_path, ["p0"], environment={"TESSERA_STOCK": "1"}) as stack:
        status = stack.wait(stack.start_run(PROBE, "stock", {"parties": ["p0"]}), 120)

        assert status.sub_status == "completed", status.details + stack.logs()
        result = json.loads((stack.runs / "stock" / "result.json").read_text())
        assert "draws" in result["rounds"][0]["p0"]
        assert result["look"]["sockets"]["udp"] == "PermissionError"

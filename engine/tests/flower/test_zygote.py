"""Starts and ends of app processes, through the runner's handle of the zygote."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pytest

sys.path.insert(0, str(Path(__file__).parent))

from edge import plan_naming

sys.path.insert(0, str(Path(__file__).parents[1]))

from granting import grant

from engine.durable import NO_SPACE
from engine.flower import wire
from engine.flower.zygote import Ending, Zygote

ENGINE = Path(__file__).parents[2]


@pytest.fixture
def zygote() -> Iterator[Zygote]:
    zygote = Zygote("client")
    zygote.listen(on_gone=lambda: None)
    yield zygote
    os.kill(zygote.pid, signal.SIGKILL)
    os.waitpid(zygote.pid, 0)


def test_reports_the_end_of_a_process_and_forgets_the_process_once_it_is_removed(zygote: Zygote):
    endings = []
    for is_killed in (False, True):
        pid, link = zygote.start()
        if is_killed:
            zygote.kill(pid)
        else:
            link.close()  # the process ends at once, because it gets no job
        endings.append(zygote.ending(pid, seconds=30))
        link.close()
        zygote.end(pid)

        # The call returns at once, because another process may have this pid by now.
        assert zygote.ending(pid, seconds=30) is None
    assert endings == [Ending(0, None), Ending(None, signal.SIGKILL)]
    assert zygote._endings == {}


def test_a_worker_reports_that_the_disk_is_full(zygote: Zygote, tmp_path: Path):
    mount = ["mount", "-t", "tmpfs", "-o", "size=4k,nr_inodes=1", "tmpfs", str(tmp_path)]
    if os.geteuid() != 0 or subprocess.run(mount, check=False).returncode != 0:
        pytest.skip("a disk can be mounted by root only")
    try:
        pid, link = zygote.start()
        wire.send_json(link, {"folder": str(tmp_path), "dataPath": str(tmp_path)})
        for part in (b"bundle", b"message", b"context"):
            wire.send(link, part)
        answer = wire.receive_json(link)
        assert (answer["outcome"], answer["code"]) == ("failed", NO_SPACE)
        assert zygote.ending(pid, seconds=30) == Ending(0, None)
        link.close()
    finally:
        subprocess.run(["umount", str(tmp_path)], check=True)


def test_discards_the_end_of_a_process_for_which_no_task_waits(zygote: Zygote):
    for _ in range(3):
        pid, link = zygote.start()
        zygote.end(pid)
        link.close()
    last, link = zygote.start()
    link.close()
    # When this process ends, the ends of the other processes have been reported.
    assert zygote.ending(last, seconds=30)

    assert set(zygote._endings) == {last}


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a child watches the lifeline itself")
def test_no_app_keeps_the_runners_lifeline_open(monkeypatch: pytest.MonkeyPatch):
    """A process that keeps the lifeline open could close it for the runner and all its workers, or read what the edge
    sends to the runner."""
    ours, theirs = socket.socketpair()
    monkeypatch.setenv("TESSERA_LIFELINE", str(theirs.fileno()))
    zygote = Zygote("client")
    zygote.listen(on_gone=lambda: None)
    pid, link = zygote.start()
    lifeline = Path(f"/proc/{pid}/fd/{theirs.fileno()}")
    for _ in range(1000):
        if str(lifeline.readlink()) == os.devnull:
            break
        time.sleep(0.01)
    assert str(lifeline.readlink()) == os.devnull
    zygote.kill(pid)
    for one in (link, ours, theirs):
        one.close()
    os.kill(zygote.pid, signal.SIGKILL)
    os.waitpid(zygote.pid, 0)


def test_an_app_leads_its_own_process_group(zygote: Zygote):
    pid, link = zygote.start()
    assert os.getpgid(pid) == pid
    zygote.kill(pid)
    assert zygote.ending(pid, seconds=30) == Ending(None, signal.SIGKILL)
    link.close()


def test_a_warm_worker_imports_no_heavy_module_for_a_message(tmp_path: Path):
    """If a module is imported only in the forks, each fork imports it again for every message. Reading Parquet alone
    would take 75 ms."""
    granted = grant(tmp_path / "granted", pa.table({"age": range(40), "sick": ["no", "yes"] * 20}))
    work = """
import importlib, json, sys
from engine.flower import warm
warm.load("client")
before = set(sys.modules)
from engine.algorithm import load_algorithm
from engine.protocols.loop import run_here
plan = {"parameters": {}, "maxRounds": 1, **json.loads(sys.argv[2])}
for name in ("boosted-trees", "logistic-regression", "mlp"):
    protocol = load_algorithm(name).protocol(plan)
    run_here(protocol, [protocol.open(sys.argv[1])], protocol.begin(1, "seed"))
print(json.dumps({"later": sorted(set(sys.modules) - before), "pandas": "pandas" in sys.modules}))"""
    command = [sys.executable, "-c", work, str(granted), json.dumps(plan_naming(["age"], "sick"))]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, env={"PYTHONPATH": str(ENGINE)})

    assert json.loads(ran.stdout) == {"later": [], "pandas": False}

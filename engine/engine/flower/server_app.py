"""Inside a ServerApp's process: Flower's own run, with the run's folder and nothing else of the platform in reach.

It holds its task's token only: not the executor's secret, not the Control secret, and a ServerApp sees no file but its
run's folder. TESSERA_RUN_DIR names that folder.
"""

import importlib
import json
import os
import shutil
import socket
import sys
from pathlib import Path
from queue import Queue
from typing import Any
from urllib.parse import urlsplit

from engine.flower import lifeline, limits, objects, pace, sandbox, user, wire
from engine.flower.syscalls import Work
from engine.run.runs import RUN_ID


def run(link: socket.socket) -> None:
    """Run the ServerApp the job names; ends by SystemExit with Flower's status, once the SuperLink knows the outcome.
    Raises ValueError for a run id that is no plain name or has no folder."""
    try:
        job = wire.receive_json(link)
    except wire.Closed:
        return
    # Flower unpacks the app here, and would take an older one of the same short hash for it.
    os.environ["FLWR_HOME"] = os.environ["HOME"] = os.environ["TMPDIR"] = job["folder"]
    if not pace.is_stock():
        pace.hurry_pulls()
        pace.hurry_retries()
        pace.outwait_silence()
        pace.hurry_grid()
        objects.send_small_ones_whole()
    _enter_run_folder_first(link, job)

    from flwr.supercore.logger import mirror_output_to_queue, restore_output
    from flwr.supercore.tls import validate_and_resolve_root_certificates
    from flwr.superlink.runtime import run_serverapp

    log: Queue[str | None] = Queue()
    mirror_output_to_queue(log)
    try:
        run_serverapp(
            runtime_api_address=job["address"],
            log_queue=log,
            token=job["token"],
            insecure=job["insecure"],
            certificates=validate_and_resolve_root_certificates(job["certificates"], job["insecure"]),
            runtime_dependency_install=False,
        )
    finally:
        restore_output()


def run_folder(run_id: str) -> Path:
    """The folder of a run. Raises ValueError where the id is no plain name or there is no such folder."""
    runs = Path(os.environ["TESSERA_RUNS"])
    if not RUN_ID.fullmatch(run_id) or not (runs / run_id).is_dir():
        raise ValueError("run-id names no run's folder")
    return runs / run_id


def _enter_run_folder_first(link: socket.socket, job: dict[str, Any]) -> None:
    """Have Flower confine this process as soon as it knows the run, before it starts any thread: Landlock does not hold
    an older one, and an app can have any thread of its process do anything."""
    module = importlib.import_module("flwr.superlink.runtime.run_serverapp")
    hearts: list[Any] = []

    class LateHeart(module.HeartbeatSender):
        def start(self) -> None:
            hearts.append(super().start)

    class ConfiningGrid(module.HttpGrid):
        def set_run(self, run: Any) -> None:
            super().set_run(run)
            _confine(link, job, str(run.override_config.get("run-id", "")), str(run.run_id))
            for start in hearts:
                start()

    module.HeartbeatSender, module.HttpGrid = LateHeart, ConfiningGrid


def _confine(link: socket.socket, job: dict[str, Any], run_id: str, flower_run_id: str) -> None:
    folder, home = run_folder(run_id), Path(job["folder"])
    wire.send_json(link, {"runFolder": str(folder), "flowerRunId": flower_run_id})
    wire.receive_json(link)  # once no other one writes into the folder any more
    ports = [urlsplit(f"//{job['address']}").port or 443, *_events_port(folder)]
    owner, (way, home_way) = user.prepare([folder, home])
    os.chdir(folder)
    os.environ["TESSERA_RUN_DIR"] = str(way)
    os.environ["FLWR_HOME"] = os.environ["HOME"] = os.environ["TMPDIR"] = str(home_way)
    sandbox.confine(
        Work.SERVER_APP,
        read=[job["certificates"] or "/dev/null"],
        write=[folder, home],
        limits=limits.of_server_app(),
        ports=ports,
        owner=owner,
    )
    shutil.copystat = lambda *_, **__: None  # Flower unpacks with it; nobody changes modes here, its own or others'
    lifeline.watch()  # a thread, where the kernel does not end it with its parent


def _events_port(folder: Path) -> list[int]:
    try:
        url = urlsplit(json.loads((folder / "spec.json").read_text())["eventsUrl"])
    except (OSError, ValueError, KeyError):
        return []
    return [url.port or (443 if url.scheme == "https" else 80)]


if __name__ == "__main__":
    pace.set_environment()
    run(socket.socket(fileno=int(sys.argv[1])))

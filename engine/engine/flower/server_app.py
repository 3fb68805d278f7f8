"""The process of a ServerApp. It can access only the folder of its run, which TESSERA_RUN_DIR names.

The process has the token of its task, but neither the executor's secret nor the secret of the Control calls.
"""

import json
import os
import shutil
import socket
import sys
from pathlib import Path
from queue import Queue
from typing import Any
from urllib.parse import urlsplit

from engine.flower import flower_timing, lifeline, limits, sandbox, user, wire
from engine.flower.patches import objects, server_app, timing
from engine.flower.syscalls import Work
from engine.run.runs import RUN_ID


def run(link: socket.socket) -> None:
    """Run the ServerApp that the job names. Ends by SystemExit with Flower's status, once the SuperLink has stored the
    outcome. Raises ValueError if the run id is not a plain name or has no folder."""
    try:
        job = wire.receive_json(link)
    except wire.Closed:
        return
    # Flower unpacks the app into this folder. In a shared folder, it would reuse an older app with the same short hash.
    os.environ["FLWR_HOME"] = os.environ["HOME"] = os.environ["TMPDIR"] = job["folder"]
    if not flower_timing.is_stock():
        timing.hurry_pulls()
        timing.hurry_retries()
        timing.outwait_silence()
        timing.hurry_grid()
        objects.send_small_ones_whole()
    # Landlock does not confine threads that exist already, and an app can make any thread of its process run code.
    server_app.call_before_threads(lambda run_id, attempt_id: _confine(link, job, run_id, attempt_id))

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
    """Return the folder of a run. Raises ValueError if the id is not a plain name or the folder does not exist."""
    runs = Path(os.environ["TESSERA_RUNS"])
    if not RUN_ID.fullmatch(run_id) or not (runs / run_id).is_dir():
        raise ValueError("run-id does not name the folder of a run")
    return runs / run_id


def _confine(link: socket.socket, job: dict[str, Any], run_id: str, attempt_id: str) -> None:
    folder, home = run_folder(run_id), Path(job["folder"])
    wire.send_json(link, {"runFolder": str(folder), "attemptId": attempt_id})
    wire.receive_json(link)  # the job arrives only when no other process writes into the folder
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
    shutil.copystat = lambda *_, **__: None  # Flower sets file modes when it unpacks, but the filter refuses that call
    lifeline.watch()  # needed on systems whose kernel does not end this process together with its parent


def _events_port(folder: Path) -> list[int]:
    try:
        url = urlsplit(json.loads((folder / "spec.json").read_text())["eventsUrl"])
    except (OSError, ValueError, KeyError):
        return []
    return [url.port or (443 if url.scheme == "https" else 80)]


if __name__ == "__main__":
    flower_timing.set_environment()
    run(socket.socket(fileno=int(sys.argv[1])))

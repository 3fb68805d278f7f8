"""The process of an app at a party. It receives one message from the runner over a socket, and sends one reply.

This process has no token, no secret and no address. It can read only the data that the ticket covers: the files that
the granted folder's index names.
"""

import os
import socket
import sys
import traceback
from pathlib import Path
from typing import Any

from engine import progress
from engine.data.granted import GrantedFolder
from engine.durable import NO_SPACE, is_full
from engine.errors import PartyError, parse_reason
from engine.flower import fab, lifeline, limits, sandbox, user, wire
from engine.flower.syscalls import Work

OUT_OF_MEMORY = "run.worker-memory"
NOT_LOADED = "run.code-not-loaded"
GRANTED = "granted"


class NotLoaded(Exception):
    """Raised if this process cannot load the app, or a part of the library that the app needs."""


def run(link: socket.socket) -> None:
    """Wait for the job, process it and send the reply. If the disk is full, the reply reports that."""
    try:
        _run(link)
    except OSError as error:
        if not is_full(error):
            raise
        wire.send_json(link, {**failure(error), "code": NO_SPACE})


def _run(link: socket.socket) -> None:
    """Process one job. No code of the app is loaded before the job arrives, and the runner sends the job only after the
    guard has allowed it."""
    try:
        job = wire.receive_json(link)
    except wire.Closed:
        return
    content = bytes(wire.receive(link))
    message = bytes(wire.receive(link))
    context = bytes(wire.receive(link))

    folder = Path(job["folder"])
    (folder / "app").mkdir()
    fab.unpack(content, folder / "app")
    for name in ("TESSERA_GUARD_URL", "TESSERA_GUARD_SECRET_FILE"):
        os.environ.pop(name, None)
    try:
        granted = GrantedFolder.read(job["dataPath"]).paths()
    except PartyError as error:
        wire.send_json(link, failure(error))
        return
    folder = _enter(folder, granted)
    os.environ["TMPDIR"] = os.environ["HOME"] = str(folder)
    lifeline.watch()  # needed on systems whose kernel does not end this process together with its parent
    progress.report_step = lambda step, round_: wire.send_json(link, {"outcome": "step", "step": step, "round": round_})
    progress.report_work = lambda what, share: wire.send_json(link, {"outcome": "work", "what": what, "share": share})
    progress.report_differing_columns = lambda columns: wire.send_json(
        link, {"outcome": "apart", "columns": list(columns)}
    )
    try:
        reply = _work(fab.component(content, "clientapp"), folder / "app", message, context, folder / GRANTED)
    except MemoryError as error:
        wire.send_json(link, {**failure(error), "code": OUT_OF_MEMORY})
        return
    except (NotLoaded, ImportError) as error:
        wire.send_json(link, {**failure(error), "code": NOT_LOADED})
        return
    except Exception as error:
        if is_full(error):
            raise
        wire.send_json(link, failure(error))
        return
    wire.send_json(link, {"outcome": "reply"})
    wire.send(link, reply)


def _enter(folder: Path, granted: list[Path]) -> Path:
    """Confine this process. Returns the path at which this process can reach its own folder afterwards. That folder
    contains the granted files under their names. The process cannot read other files in the folders from which they
    were granted."""
    ways = folder / GRANTED
    ways.mkdir()
    for path in granted:
        (ways / path.name).symlink_to(user.way_to(path) if user.is_root() else path)
    owner, (way,) = user.prepare([folder])
    os.chdir(folder)
    sandbox.confine(Work.CLIENT_APP, read=granted, write=[folder], limits=limits.of_client_app(), owner=owner)
    return way


def failure(error: Exception) -> dict[str, Any]:
    """Return an error as it is reported to the runner: code and params of a PartyError, and the traceback for the
    edge's log."""
    has_code = isinstance(error, PartyError)
    return {
        "outcome": "failed",
        "code": error.code if has_code else "internal",
        "params": error.params if has_code else {},
        "detail": "".join(traceback.format_exception(error))[-20_000:],
    }


def _work(component: str, folder: Path, message: bytes, context: bytes, granted: Path) -> bytes:
    from flwr.clientapp.client_app import ClientApp, LoadClientAppError
    from flwr.common.serde import context_from_proto, message_from_proto, recorddict_to_proto
    from flwr.proto.message_pb2 import Context, Message
    from flwr.supercore.object_ref import load_app

    try:
        app = load_app(component, LoadClientAppError, folder)
    except LoadClientAppError as error:
        raise NotLoaded(component) from error
    if not isinstance(app, ClientApp):
        raise LoadClientAppError(f"{component} is not a ClientApp")
    received, given = message_from_proto(Message.FromString(message)), context_from_proto(Context.FromString(context))
    given.node_config |= {"data-path": str(granted), "result-path": str(granted.parent)}
    reply = app(message=received, context=given)
    if reply.has_error():
        code, params = parse_reason(reply.error.reason)
        raise PartyError(code, **params)
    return recorddict_to_proto(reply.content).SerializeToString()


if __name__ == "__main__":
    from engine.flower import flower_timing

    flower_timing.set_environment()
    run(socket.socket(fileno=int(sys.argv[1])))

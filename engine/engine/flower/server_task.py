"""One ServerApp in the runner: starts its process, waits for its end, and writes the exit status into the run's
folder."""

import contextlib
import json
import os
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import httpx
from flwr.common.constant import SubStatus
from flwr.proto.runtime_pb2 import PushTaskOutputRequest

from engine.durable import write
from engine.flower import wire
from engine.flower.limits import Limits, of_server_app
from engine.flower.task import Task, open_runtime, temporary_folder
from engine.run.runs import RUN_ID


@dataclass
class ServerTask(Task):
    """Gives one ServerApp its job, and writes its exit status to exit.json. If the ServerApp fails, also informs the
    SuperLink. `others` are all tasks of this runner."""

    others: Callable[[], Sequence[Self]] = tuple
    run_folder: Path | None = None

    @property
    def limits(self) -> Limits:
        return of_server_app()

    def run(self) -> None:
        facts = {"code": 1}
        try:
            with temporary_folder("tessera-run-") as folder:
                facts = self._follow(folder)
                if self.run_folder:
                    write_exit(self.run_folder, {"attemptId": self.attempt_id, **facts})
        except Exception:
            traceback.print_exc()
        if facts["code"]:
            self._fail(facts)

    def _follow(self, folder: Path) -> dict[str, int]:
        self.pid, link = self.zygote.start()
        self.folders = (folder,)
        try:
            with link:
                wire.send_json(link, self._job(folder))
                # The line is sent before the app is loaded. Output of the app itself is never read.
                self._take(wire.receive_json(link))
                self._end_others()
                wire.send_json(link, {})
                ending = self.zygote.ending(self.pid, seconds=None)
                return ending.facts() if ending else {"code": 1}
        except wire.Closed:
            ending = self.zygote.ending(self.pid)
            return ending.facts() if ending else {"code": 1}
        finally:
            self.zygote.end(self.pid)

    def _job(self, folder: Path) -> dict[str, Any]:
        return {
            "folder": str(folder),
            "address": self.spec.runtime_api_address,
            "token": self.spec.token,
            "insecure": self.spec.insecure,
            "certificates": self.spec.root_certificates_path,
        }

    def _take(self, answer: Any) -> None:
        folder = Path(answer["runFolder"])
        if folder.parent != Path(os.environ["TESSERA_RUNS"]) or not RUN_ID.fullmatch(folder.name):
            raise ValueError(f"not the folder of a run: {folder}")
        self.run_folder, self.attempt_id = folder, str(answer["attemptId"])
        self.folders = (*self.folders, folder)

    def _end_others(self) -> None:
        """End other processes of the same run. Flower may consider a process dead that is still running, for example
        after a pause of the SuperLink. Then two processes would write into one folder."""
        for other in self.others():
            if other is not self and other.run_folder == self.run_folder:
                self.zygote.kill(other.pid)
                self.zygote.ending(other.pid, seconds=None)

    def _fail(self, facts: dict[str, int]) -> None:
        # If the ServerApp has already reported its outcome, the SuperLink refuses this call, and nothing needs to be
        # done.
        try:
            client = open_runtime(self.spec, "flwr-serverapp")
            try:
                details = f"run.server-died|{json.dumps(facts, separators=(',', ':'))}"
                client.PushTaskOutput(PushTaskOutputRequest(sub_status=SubStatus.FAILED, details=details))
            finally:
                client.close()
        except (httpx.HTTPError, OSError):
            pass


def write_exit(run_folder: Path, facts: dict[str, Any]) -> None:
    """Write exit.json at once: `{"attemptId": "…", "code": n, "signal": n?}`. Does nothing if the folder has been
    deleted."""
    with contextlib.suppress(FileNotFoundError):
        write(run_folder / "exit.json", lambda file: file.write(json.dumps(facts).encode()))

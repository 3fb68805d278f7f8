"""One ServerApp, as the runner sees it: started, followed to its end, and that end written into the run's folder."""

import json
import shutil
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path

import httpx
from flwr.common.constant import SubStatus
from flwr.proto.runtime_pb2 import PushTaskOutputRequest
from flwr.supercore.superexec.executor import ExecutionSpec

from engine.flower import wire
from engine.flower.client_task import open_runtime
from engine.flower.zygote import Ending, Zygote


@dataclass
class ServerTask:
    """What the runner does for one ServerApp. run() is the thread's body and never raises."""

    spec: ExecutionSpec
    zygote: Zygote
    pid: int = 0
    flower_run_id: str = ""

    def start(self) -> None:
        """Follow the ServerApp beside the runner's loop."""
        self._thread = threading.Thread(target=self.run, name=f"server-{self.spec.task_id}", daemon=True)
        self._thread.start()

    @property
    def is_running(self) -> bool:
        """Whether run() has not returned yet."""
        return self._thread.is_alive()

    def join(self, seconds: float) -> None:
        """Wait for run() to return, at most so long."""
        self._thread.join(seconds)

    def run(self) -> None:
        """Give the ServerApp its job, wait for its end, write exit.json, and tell the SuperLink of a violent death."""
        folder = Path(tempfile.mkdtemp(prefix="tessera-run-"))
        ending: Ending | None = None
        run_folder: Path | None = None
        try:
            self.pid, link = self.zygote.start()
            job = {
                "folder": str(folder),
                "address": self.spec.runtime_api_address,
                "token": self.spec.token,
                "insecure": self.spec.insecure,
                "certificates": self.spec.root_certificates_path,
            }
            with link:
                wire.send_json(link, job)
                while True:  # until it ends
                    told = wire.receive_json(link)
                    run_folder, self.flower_run_id = Path(told["runFolder"]), told["flowerRunId"]
        except (wire.Closed, OSError):
            ending = self.zygote.ending(self.pid) if self.pid else None
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        facts = ending.facts() if ending else {"code": 1}
        if run_folder:
            write_exit(run_folder, facts)
        if facts["code"]:
            self._fail(facts)

    def _fail(self, facts: dict[str, int]) -> None:
        # A ServerApp that could still speak has told its outcome; then this call is refused, which is as well.
        try:
            client = open_runtime(self.spec, "flwr-serverapp")
            try:
                details = f"run.server-died|{json.dumps(facts, separators=(',', ':'))}"
                client.PushTaskOutput(PushTaskOutputRequest(sub_status=SubStatus.FAILED, details=details))
            finally:
                client.close()
        except httpx.HTTPError:
            pass


def write_exit(run_folder: Path, facts: dict[str, int]) -> None:
    """Write exit.json at once, `{"code": n, "signal": n?}`; nothing where the folder is gone meanwhile."""
    draft = run_folder / "exit.json.tmp"
    try:
        draft.write_text(json.dumps(facts))
        draft.replace(run_folder / "exit.json")
    except FileNotFoundError:
        pass

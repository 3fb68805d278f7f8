"""Reports a run's progress to the platform: first as a line in a file of the run's folder, then as a POST request that
may get lost."""

import json
import urllib.request
from datetime import UTC, datetime
from pathlib import Path

from engine.durable import patiently, settle

POST_SECONDS = 3


class Events:
    """Sends numbered RunEvents. After a restart, numbers continue after the last one, so no two events have the same
    number. A line that a power cut left incomplete does not count."""

    def __init__(self, folder: Path, run_id: str, url: str, token: str):
        self._file, self._run_id, self._url, self._token = folder / "events.jsonl", run_id, url, token
        written = self._file.read_bytes() if self._file.exists() else b""
        self._seq = max((_seq_of(line) for line in written.split(b"\n")), default=0)
        # Terminate an incomplete line instead of removing it, because a reader may already have read it.
        self._broken = "\n" if written and not written.endswith(b"\n") else ""

    def send(self, kind: str, **more: object) -> None:
        """Write the event, then post it with the run's own token. A failed post is ignored, because the file contains
        the event."""
        self._seq += 1
        time = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        event = {"runId": self._run_id, "seq": self._seq, "time": time, "kind": kind, **more}
        line = json.dumps(event, ensure_ascii=False, allow_nan=False)
        patiently(lambda: self._append(line))
        self._post(line.encode())

    def _append(self, line: str) -> None:
        broken, self._broken = self._broken, "\n"  # if the write failed, a part of the line may be in the file
        with self._file.open("a", encoding="utf-8") as file:
            file.write(f"{broken}{line}\n")
            settle(file)
        self._broken = ""

    def _post(self, body: bytes) -> None:
        headers = {"content-type": "application/json", "authorization": f"Bearer {self._token}"}
        # Ignore proxies of the environment: the address is on this machine, and the token must not be sent anywhere
        # else.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(urllib.request.Request(self._url, body, headers), timeout=POST_SECONDS):
                pass
        # This also catches URLError and HTTPError, which are subclasses of OSError
        except (OSError, ValueError) as error:
            print(f"event {self._seq} was not delivered: {type(error).__name__}", flush=True)


def _seq_of(line: bytes) -> int:
    try:
        return int(json.loads(line)["seq"])
    except (ValueError, KeyError, TypeError):
        return 0

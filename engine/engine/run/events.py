"""What a run tells the platform while it goes: first a line in its folder, then a post that may get lost."""

import json
import urllib.request
from datetime import UTC, datetime
from pathlib import Path

POST_SECONDS = 3


class Events:
    """Numbered RunEvents. After a restart numbering goes on behind the last line, so no two events share a number."""

    def __init__(self, folder: Path, run_id: str, url: str, token: str):
        self._file, self._run_id, self._url, self._token = folder / "events.jsonl", run_id, url, token
        self._seq = len(self._file.read_text(encoding="utf-8").splitlines()) if self._file.exists() else 0

    def send(self, kind: str, **more: object) -> None:
        """Writes, then posts with the run's own token. A failed post fails nothing: the file has it all."""
        self._seq += 1
        time = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        event = {"runId": self._run_id, "seq": self._seq, "time": time, "kind": kind, **more}
        line = json.dumps(event, ensure_ascii=False, allow_nan=False)
        with self._file.open("a", encoding="utf-8") as file:
            file.write(line + "\n")
        self._post(line.encode())

    def _post(self, body: bytes) -> None:
        headers = {"content-type": "application/json", "authorization": f"Bearer {self._token}"}
        # No proxy from the environment: the address is this machine's own, and the token must not go anywhere else.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(urllib.request.Request(self._url, body, headers), timeout=POST_SECONDS):
                pass
        except (OSError, ValueError) as error:  # URLError and HTTPError are OSErrors
            print(f"event {self._seq} was not taken: {type(error).__name__}", flush=True)

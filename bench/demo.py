"""Measures the demo: first start, start from stored data, training until the first round, duration of a round, memory,
and idle load.

    .venv/bin/python bench/demo.py

Starts tools/demo.ts twice, in a separate folder and on separate ports. Prints one JSON object with seconds and MiB.
"""

import itertools
import json
import os
import re
import signal
import statistics
import subprocess
import tempfile
import threading
import time
from datetime import datetime
from pathlib import Path

ROOT = Path(__file__).parents[1]
NODE = ROOT / "node_modules/.bin/node"
PORT = 18_680
IDLE_SECONDS = 30


class Demo:
    """One start of the demo. `memory` is a list that grows while the demo runs."""

    def __init__(self, data: Path) -> None:
        began = time.monotonic()
        self.memory: list[float] = []
        self._process = subprocess.Popen(
            [NODE, ROOT / "tools/demo.ts"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, "DATA_DIR": str(data), "PORT": str(PORT)},
        )  # fmt: skip
        threading.Thread(target=self._weigh, daemon=True).start()
        lines = []
        for line in self._process.stdout or ():
            lines.append(line)
            if re.match(r"ready http", line):
                self.seconds_to_ready = time.monotonic() - began
                break
            if "Another `make demo`" in line:  # the demo's main task has failed, but its process is still running
                self.stop()
        else:
            raise RuntimeError("".join(lines))

    def idle(self) -> dict[str, float]:
        """Measure the memory and processor use of all processes of the demo while it is idle."""
        time.sleep(IDLE_SECONDS)  # by then, all work that follows the demo's start has ended
        before, weighed = self._processor_seconds(), len(self.memory)
        time.sleep(IDLE_SECONDS)
        used = self._processor_seconds() - before
        memory = statistics.median(self.memory[weighed:])
        return {"mebibytes": round(memory), "coresUsed": round(used / IDLE_SECONDS, 2)}

    def stop(self) -> None:
        """Stop the demo as Ctrl-C does."""
        self._process.send_signal(signal.SIGINT)
        self._process.wait(60)

    def _weigh(self) -> None:
        while self._process.poll() is None:
            self.memory.append(sum(map(_mebibytes, self._tree())))
            time.sleep(0.5)

    def _processor_seconds(self) -> float:
        return sum(map(_processor_seconds, self._tree()))

    def _tree(self) -> list[int]:
        found = [self._process.pid]
        for pid in found:
            for task in Path(f"/proc/{pid}/task").glob("*/children"):
                found += map(int, _read(task).split())
        return found


def _mebibytes(pid: int) -> float:
    """Return the proportional set size in MiB: memory that processes share is counted once in total."""
    pss = re.search(r"^Pss:\s+(\d+) kB", _read(Path(f"/proc/{pid}/smaps_rollup")), re.M)
    return int(pss[1]) / 1024 if pss else 0.0


def _processor_seconds(pid: int) -> float:
    fields = _read(Path(f"/proc/{pid}/stat")).rpartition(") ")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK") if fields else 0.0


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:  # the process has ended since the list of processes was read
        return ""


def runs(data: Path) -> list[dict[str, float]]:
    """Return for each run of the demo: its parties, the seconds from its start to its first round, and the median
    seconds of the later rounds."""
    found = []
    for folder in (data / "platform/runs").iterdir():
        events = [json.loads(line) for line in (folder / "events.jsonl").read_text().splitlines()]
        ends = [datetime.fromisoformat(event["time"]).timestamp() for event in events if event["kind"] == "round"]
        later = [after - before for before, after in itertools.pairwise(ends)]
        parties = len(json.loads((folder / "spec.json").read_text())["parties"])
        first = ends[0] - (folder / "spec.json").stat().st_mtime
        found.append(
            {"parties": parties, "toFirstRound": round(first, 2), "perRound": round(statistics.median(later), 2)}
        )
    return sorted(found, key=lambda run: -run["parties"])


def main() -> None:
    """Measure the demo and print the results."""
    with tempfile.TemporaryDirectory(prefix="tessera-bench-") as folder:
        data = Path(folder)
        first = Demo(data)
        idle = first.idle()
        first.stop()
        again = Demo(data)
        again.stop()
        measured = {
            "secondsToReady": {"first": round(first.seconds_to_ready, 1), "again": round(again.seconds_to_ready, 1)},
            "mebibytes": {"most": round(max(first.memory)), "idle": idle["mebibytes"]},
            "idleCoresUsed": idle["coresUsed"],
            "runs": runs(data),
            "load": round(os.getloadavg()[0], 1),
        }
    print(json.dumps(measured))


if __name__ == "__main__":
    main()

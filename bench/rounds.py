"""Seconds a round, our runner against stock Flower's deployment, on the same app and in one sitting.

    PYTHONPATH=engine:engine/tests/flower .venv/bin/python bench/rounds.py [turns] [parties]

The app (bench/app) is Flower's FedAvg as it comes: a train and an evaluate message per party and round. Both
federations have TLS, node keys and a database. They take turns, one up at a time; a round's time is the time between
the ends of two rounds, so the start of a run counts for neither. Prints one JSON object.
"""

import itertools
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import stack as stacks
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

ROOT = Path(__file__).parents[1]
APP = ROOT / "bench/app"
ROUNDS = {"ours": 12, "stock": 4}
OURS_ONLY = {"--isolation": 2, "--superexec-auth-secret-file": 2}


class StockStack(stacks.Stack):
    """The same federation of Flower's own commands: no runner, so a fresh process per message."""

    def start(self, name: str, module: str, *flags: object, **environment: str) -> None:
        if module == "runner":
            return
        kept, texts = [], [str(flag) for flag in flags]
        while texts:
            width = OURS_ONLY.get(texts[0])
            if width is None:
                kept.append(texts.pop(0))
            else:
                del texts[:width]
        if module == "supernode":  # stock reads OpenSSH's form only
            file = self.folder / name.replace("-supernode", ".key")
            key = load_pem_private_key(file.read_bytes(), None)
            file.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption()))
        bin_ = Path(sys.executable).parent
        with (self.folder / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                [str(bin_ / f"flower-{module}"), *kept], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={
                    "PATH": f"{bin_}:{os.environ['PATH']}", "FLWR_HOME": str(self.folder / "flower"),
                    "OMP_NUM_THREADS": "1", "FLWR_TELEMETRY_ENABLED": "0", "FLWR_DISABLE_UPDATE_CHECK": "1",
                    "TESSERA_RUN_DIR": str(self.runs / "bench"),
                },
            )  # fmt: skip


def rounds_of(kind: type[stacks.Stack], parties: list[str], rounds: int) -> tuple[list[float], float]:
    """Seconds of each round after the first, and the processor's seconds that the SuperLink used for one of them."""
    with kind(Path(tempfile.mkdtemp(prefix="tessera-bench-")), parties, algorithm=APP) as stack:
        before = _processor_seconds(stack.processes["superlink"].pid)
        run = stack.start_run(APP, "bench", {"parties": parties, "rounds": rounds})
        ends_file = stack.runs / "bench" / "rounds.jsonl"
        # The file is looked at, not the SuperLink, whose time is what is measured.
        stack.until(lambda: ends_file.exists() and len(ends_file.read_text().splitlines()) >= rounds, 900)
        status = stack.wait(run)
        used = _processor_seconds(stack.processes["superlink"].pid) - before
        if status.sub_status != "completed":
            raise RuntimeError(status.details + stack.logs())
        ends = [json.loads(line) for line in ends_file.read_text().splitlines()]
    if ends[-1]["loss"] is None or ends[-1]["loss"] >= ends[0]["loss"]:
        raise RuntimeError("the rounds did no work: the loss did not fall")
    return [later["at"] - earlier["at"] for earlier, later in itertools.pairwise(ends)], used / rounds


def _processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Print medians, what they are of, and their ratio."""
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else 2
    parties = [f"p{number}" for number in range(int(sys.argv[2]) if len(sys.argv) > 2 else 3)]
    kinds = {"ours": stacks.Stack, "stock": StockStack}
    seconds: dict[str, list[float]] = {name: [] for name in kinds}
    link: dict[str, list[float]] = {name: [] for name in kinds}
    for _ in range(turns):
        for name, kind in kinds.items():
            measured, used = rounds_of(kind, parties, ROUNDS[name])
            seconds[name] += measured
            link[name].append(used)
    median = {name: statistics.median(all_) for name, all_ in seconds.items()}
    said = {
        "parties": len(parties),
        "secondsPerRound": {
            name: {"median": round(median[name], 2), "least": round(min(all_), 2), "most": round(max(all_), 2),
                   "rounds": len(all_)}
            for name, all_ in seconds.items()
        },
        "superlinkProcessorSecondsPerRound": {name: round(statistics.median(all_), 2) for name, all_ in link.items()},
        "ratio": round(median["stock"] / median["ours"], 1),
        "load": round(os.getloadavg()[0], 1),
    }  # fmt: skip
    print(json.dumps(said))


if __name__ == "__main__":
    main()

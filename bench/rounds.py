"""Measures the seconds per round of our federation and of Flower's own deployment, on similar rows, one after the other
on the same machine.

    PYTHONPATH=engine:engine/tests:engine/tests/flower .venv/bin/python bench/rounds.py [turns] [parties]

Ours is a logistic regression: one message per party and round, with guard, checks and sandbox. Stock is Flower's
unchanged FedAvg (bench/app) in its own deployment: two messages, train and evaluate. Our runners would refuse that app,
because it declares no terms. Both federations have TLS, node keys and a database. Only one of them runs at a time, in
turns. A round's time is the time between the ends of two rounds, so the start of a run does not count. Prints one JSON
object.
"""

import itertools
import json
import os
import statistics
import subprocess
import sys
import tempfile
from datetime import datetime
from pathlib import Path

import numpy as np
import pyarrow as pa
import stack as stacks
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from engine.algorithm import FOLDERS, read_algorithm
from engine.build import bundle
from fakes import plan_of
from granting import grant

ROOT = Path(__file__).parents[1]
APP = ROOT / "bench/app"
ROWS, FEATURES, LABEL = 200, 31, "sick"
OURS_ONLY = {"--isolation": 2, "--superexec-auth-secret-file": 2}


class StockStack(stacks.Stack):
    """The same federation run by Flower's own commands. Without Tessera's runner, each message starts a new process."""

    def start(self, name: str, module: str, *flags: object, **environment: str) -> None:
        if module == "runner":
            return
        allowed, texts = [], [str(flag) for flag in flags]
        while texts:
            width = OURS_ONLY.get(texts[0])
            if width is None:
                allowed.append(texts.pop(0))
            else:
                del texts[:width]
        if module == "supernode":  # stock Flower reads keys in OpenSSH's format only
            file = self.folder / name.replace("-supernode", ".key")
            key = load_pem_private_key(file.read_bytes(), None)
            file.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption()))
        bin_ = Path(sys.executable).parent
        with (self.folder / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                [str(bin_ / f"flower-{module}"), *allowed], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={
                    "PATH": f"{bin_}:{os.environ['PATH']}", "FLWR_HOME": str(self.folder / "flower"),
                    "OMP_NUM_THREADS": "1", "FLWR_TELEMETRY_ENABLED": "0", "FLWR_DISABLE_UPDATE_CHECK": "1",
                    "TESSERA_RUN_DIR": str(self.runs / "bench"),
                },
            )  # fmt: skip


def ours(parties: list[str]) -> tuple[list[float], float]:
    """Return the seconds of each round of a logistic regression, and the SuperLink's processor seconds per round."""
    folder = FOLDERS / "logistic_regression"
    algorithm, tables = read_algorithm(folder), [_rows(number) for number in range(len(parties))]
    plan = plan_of(algorithm, tables, LABEL, rounds=20)
    with stacks.Stack(Path(tempfile.mkdtemp(prefix="tessera-bench-")), parties, algorithm=folder) as stack:
        for party, table in zip(parties, tables, strict=True):
            grant(stack.granted(party), pa.table(table))
            stack.edges[party].permit |= {"plan": plan, "rows": ROWS}
        before = _processor_seconds(stack.processes["superlink"].pid)
        status, run = stack.run_plan(bundle(folder), plan)
        used = _processor_seconds(stack.processes["superlink"].pid) - before
        if status.sub_status != "completed":
            raise RuntimeError(status.details + stack.logs())
        events = [json.loads(line) for line in (run / "events.jsonl").read_text().splitlines()]
    ends = [datetime.fromisoformat(event["time"]).timestamp() for event in events if event["kind"] == "round"]
    return [later - earlier for earlier, later in itertools.pairwise(ends)], used / len(ends)


def _rows(seed: int) -> dict:
    """Return the same rows as bench/app. Each round does as little work as possible, so that mostly overhead is
    measured."""
    random = np.random.default_rng(seed)
    columns = random.normal(size=(ROWS, FEATURES))
    sick = columns[:, 0] + columns[:, 1] + random.normal(size=ROWS) * 3 > 0
    table = {f"column {place}": columns[:, place] for place in range(FEATURES)}
    return table | {LABEL: np.where(sick, "yes", "no").tolist()}


def stock(parties: list[str]) -> tuple[list[float], float]:
    """Return the same measurements for Flower's FedAvg in its own deployment."""
    rounds = 4
    with StockStack(Path(tempfile.mkdtemp(prefix="tessera-bench-")), parties) as stack:
        before = _processor_seconds(stack.processes["superlink"].pid)
        run = stack.start_run(APP, "bench", {"parties": parties, "rounds": rounds})
        ends_file = stack.runs / "bench" / "rounds.jsonl"
        # Poll the file and not the SuperLink, because the SuperLink's processor time is measured.
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
    """Measure both federations. Print their medians, the conditions, and the ratio of the medians."""
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else 2
    parties = [f"p{number}" for number in range(int(sys.argv[2]) if len(sys.argv) > 2 else 3)]
    kinds = {"ours": ours, "stock": stock}
    seconds: dict[str, list[float]] = {name: [] for name in kinds}
    link: dict[str, list[float]] = {name: [] for name in kinds}
    for _ in range(turns):
        for name, measure in kinds.items():
            measured, used = measure(parties)
            seconds[name] += measured
            link[name].append(used)
    median = {name: statistics.median(all_) for name, all_ in seconds.items()}
    report = {
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
    print(json.dumps(report))


if __name__ == "__main__":
    main()

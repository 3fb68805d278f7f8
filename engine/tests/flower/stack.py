"""A whole federation of real processes for tests.

It has a SuperLink (TLS, node keys) and a server runner. Each party has a SuperNode, a client runner and a stand-in for
its edge. `Stack(folder, ["p0", "p1"])` starts a federation with two parties.
"""

import contextlib
import itertools
import json
import os
import random
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from certificates import make_certificates, private_pem, public_pem
from cryptography.hazmat.primitives.asymmetric import ec
from edge import SECRET, Edge
from flwr.proto import control_pb2 as control
from flwr.proto.fab_pb2 import Fab

from engine.flower import fab

ENGINE = Path(__file__).parents[2]
PROBE = Path(__file__).parent / "probe_app"
CONTROL_SECRET = "control-secret-for-tests-and-nothing-else"
READY_SECONDS = 120.0  # Maximum number of seconds that a start may take on a busy machine.
LOOK_SECONDS = 0.05
# Factor by which time limits are extended, as in `tools/testing/limits.ts`. It is the slowness that `make test`
# measured or, without that, the machine's load.
SLOWNESS = float(os.environ.get("TESSERA_SLOWNESS") or max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1)))
# Seconds between two requests to the SuperLink. Each costs the SuperLink a TLS handshake, which delays the run.
ASK_SECONDS = 0.25


def free_port() -> int:
    """Returns a free port below the system's ephemeral range, so that no connection takes it first."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def children_of(pid: int) -> list[int]:
    """Returns the pids of the living child processes of all of a process's threads."""
    result = (task / "children" for task in Path(f"/proc/{pid}/task").iterdir())
    return [int(child) for children in result for child in children.read_text().split()]


class Stack:
    """Starts all processes and waits until every party is online. Use it as a context manager, or call close().

    `algorithm` is the folder of the algorithm that the parties have installed. Its manifest determines which replies
    are accepted, whichever app a run uses.
    """

    def __init__(
        self, folder: Path, parties: list[str], *, algorithm: Path = PROBE, environment: dict[str, str] | None = None
    ) -> None:
        self.folder, self.parties, self.algorithm = folder, parties, algorithm
        self.environment = {"TESSERA_ALGORITHMS": str(algorithm.parent), **(environment or {})}
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.lifelines: dict[str, int] = {}
        self.ports: dict[str, int] = {}  # ports of the SuperNodes, by party
        self.runs, self._numbers = folder / "runs", itertools.count(1)
        self.runs.mkdir(mode=0o700)
        for name, text in (("executor", "executor-secret-for-tests-and-nothing-else"), ("control", CONTROL_SECRET)):
            (folder / name).write_text(text)
        (folder / "guard").write_text(SECRET)
        self.tls = make_certificates(folder)
        self.port = free_port()
        self._context = ssl.create_default_context(cafile=str(self.tls["ca"]))
        self.edges: dict[str, Edge] = {}
        try:
            self._start_all()
        except BaseException:
            # stop the processes here, because the context manager was not entered and will not stop them
            self.close()
            raise

    def _start_all(self) -> None:
        self.start_link()
        self.start("server-runner", "runner", "server", *self._to_link(), TESSERA_RUNS=str(self.runs))
        for party in self.parties:
            self.register(party)
            self.start_party(party)
        self.until(lambda: self.online() >= set(self.parties), READY_SECONDS, every=ASK_SECONDS)

    def add(self, party: str, **own: Path) -> str:
        """Adds one more party and returns its name. A run includes it only by name. `own` is passed to start_party."""
        self.register(party)
        self.start_party(party, **own)
        self.until(lambda: party in self.online(), READY_SECONDS, every=ASK_SECONDS)
        return party

    def leave(self, party: str) -> None:
        """Stops a party's processes. Otherwise they would poll for work and use the processor."""
        for name in (f"{party}-runner", f"{party}-supernode"):
            self.kill(name, signal.SIGTERM)

    def register(self, party: str) -> None:
        """Creates the edge and the node key of a party, and registers the key at the SuperLink."""
        id_ = json.loads((self.algorithm / "manifest.json").read_text())["id"]
        self.edges[party] = Edge(str(self._grant(party)), id_)
        key = ec.generate_private_key(ec.SECP384R1())
        (self.folder / f"{party}.key").write_bytes(private_pem(key))
        request = control.RegisterNodeRequest(public_key=public_pem(key), name=party)
        self.control("register-node", request, control.RegisterNodeResponse)

    def __enter__(self) -> "Stack":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start_link(self) -> None:
        """Starts the SuperLink, or restarts it after a kill, with the same port and database. Returns once it is
        healthy."""
        flags = [
            "--ssl-certfile",
            self.tls["cert"],
            "--ssl-keyfile",
            self.tls["key"],
            "--ssl-ca-certfile",
            self.tls["ca"],
        ]
        self.start(
            "superlink", "superlink", "--host", "127.0.0.1", "--port", self.port, *flags,
            "--isolation", "process", "--superexec-auth-secret-file", self.folder / "executor",
            "--enable-supernode-auth", "--disable-runtime-dependency-installation",
            "--database", self.folder / "link.sqlite",
            TESSERA_CONTROL_SECRET_FILE=str(self.folder / "control"),
        )  # fmt: skip
        self.until(self._is_healthy, READY_SECONDS)

    def start_party(self, party: str, *, library: Path = ENGINE, algorithms: Path | None = None) -> None:
        """Starts a registered party's SuperNode and client runner.

        The runner's TMPDIR is <folder>/<party>-tmp. By default it runs this checkout's engine and has the federation's
        algorithms installed.
        """
        port, temporary = free_port(), self.folder / f"{party}-tmp"
        temporary.mkdir(exist_ok=True)
        self.start_supernode(party, port)
        self.start(
            f"{party}-runner", "runner", "client", "--insecure", "--runtime-api-address", f"127.0.0.1:{port}",
            "--superexec-auth-secret-file", self.folder / "executor",
            TESSERA_GUARD_URL=self.edges[party].url, TESSERA_GUARD_SECRET_FILE=str(self.folder / "guard"),
            TMPDIR=str(temporary), PYTHONPATH=str(library),
            **({} if algorithms is None else {"TESSERA_ALGORITHMS": str(algorithms)}),
            # folder in which the runner stores the last state of each run
            FLWR_HOME=str(self.folder / f"{party}-flower"),
        )  # fmt: skip

    def start_supernode(self, party: str, port: int) -> None:
        """Starts the SuperNode of a registered party, or a new one that replaces it."""
        self.ports[party] = port
        self.start(
            f"{party}-supernode", "supernode", "--superlink", f"127.0.0.1:{self.port}",
            "--root-certificates", self.tls["ca"], "--auth-supernode-private-key", self.folder / f"{party}.key",
            "--host", "127.0.0.1", "--port", port, "--isolation", "process",
            "--superexec-auth-secret-file", self.folder / "executor",
        )  # fmt: skip

    def restart_supernode(self, party: str) -> None:
        """Restarts a party's SuperNode, which signs off first. The party's client runner keeps running."""
        self.kill(f"{party}-supernode", signal.SIGTERM)
        self.start_supernode(party, self.ports[party])
        self.until(lambda: party in self.online(), READY_SECONDS, every=ASK_SECONDS)

    def start(self, name: str, module: str, *flags: object, **environment: str) -> None:
        """Starts a process with its own lifeline. Its output is appended to <folder>/<name>.log."""
        read, write = os.pipe()
        log = (self.folder / f"{name}.log").open("ab")
        self.processes[name] = subprocess.Popen(
            [sys.executable, "-m", f"engine.flower.{module}", *map(str, flags)],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log, pass_fds=[read],
            cwd=self.folder,  # otherwise Python would import the engine of the current folder
            env={
                "PATH": os.environ["PATH"], "PYTHONPATH": str(ENGINE), "FLWR_HOME": str(self.folder / "flower"),
                # One thread, because the last bits of sums depend on the number of threads.
                **{name: value for name, value in os.environ.items() if name.startswith(("OMP_", "OPENBLAS_"))},
                "TESSERA_LIFELINE": str(read), **self.environment, **environment,
            },
        )  # fmt: skip
        os.close(read)
        log.close()
        self.lifelines[name] = write

    def cut(self, name: str) -> None:
        """Closes a process's lifeline, as happens when its parent dies."""
        os.close(self.lifelines.pop(name))

    def kill(self, name: str, sig: int = signal.SIGKILL) -> None:
        """Signals a process and waits until it has ended."""
        self.processes[name].send_signal(sig)
        self.processes[name].wait(20)
        if name in self.lifelines:
            self.cut(name)

    def close(self) -> None:
        for process in self.processes.values():
            process.terminate()
        for process in self.processes.values():
            try:
                process.wait(8)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        for name in list(self.lifelines):
            self.cut(name)
        for edge in self.edges.values():
            edge.close()

    def control(self, call: str, request: Any, response: Any, *, secret: str = CONTROL_SECRET) -> Any:
        """Makes one Control call. Raises urllib.error.HTTPError if it is refused."""
        opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=self._context)
        )
        headers = {"content-type": "application/protobuf", "x-tessera-control": secret}
        url = f"https://127.0.0.1:{self.port}/v1/control/{call}"
        call_request = urllib.request.Request(url, request.SerializeToString(), headers)
        with opener.open(call_request, timeout=20 * SLOWNESS) as answer:
            return response.FromString(answer.read())

    def online(self) -> set[str]:
        """Returns the names of the parties that are connected to the SuperLink."""
        nodes = self.control("list-nodes", control.ListNodesRequest(), control.ListNodesResponse).nodes_info
        return {node.name for node in nodes if node.status == "online"}

    def start_run(
        self, app: Path | bytes, run_id: str, plan: dict[str, Any], *, parties: list[str] | None = None, **more: str
    ) -> int:
        """Creates the run's folder and starts a run of an app's folder or FAB, with all parties unless some are named.

        Returns Flower's id of the run.
        """
        (self.runs / run_id).mkdir(mode=0o700, exist_ok=True)
        content = app if isinstance(app, bytes) else fab.build(app)
        request = control.StartRunRequest(fab=Fab(hash_str=fab.hash_fab(content), content=content))
        request.override_config["run-id"].string = run_id
        for key, text in {"plan": json.dumps(plan), "parties": json.dumps(parties or self.parties), **more}.items():
            request.override_config[key].string = text
        return self.control("start-run", request, control.StartRunResponse).run_id

    def run_plan(
        self, app: Path | bytes, plan: dict[str, Any], parties: list[str] | None = None, *, seconds: float = 240.0
    ) -> tuple[Any, Path]:
        """Runs a plan to its end with these parties (default: all), as the platform would. Returns the run's status and
        folder."""
        names, run_id = parties or self.parties, f"run-{next(self._numbers)}"
        folder = self.runs / run_id
        folder.mkdir(mode=0o700)
        (folder / "token").write_text("secret")
        declared = [{"partyId": party, "name": party, "rows": 0} for party in names]
        spec = {"runId": run_id, "taskId": "t", "algorithm": plan["algorithm"], "codeHash": "abc", "plan": plan}
        spec |= {"parties": declared, "roundTimeoutSeconds": 120, "waitSeconds": 120}
        spec["eventsUrl"] = "http://127.0.0.1:9/events"
        (folder / "spec.json").write_text(json.dumps(spec))
        return self.wait(self.start_run(app, run_id, plan, parties=names), seconds), folder

    def run_status(self, flower_run_id: int) -> Any:
        request = control.ListRunsRequest(run_id=flower_run_id)
        return self.control("list-runs", request, control.ListRunsResponse).run_dict[flower_run_id].status

    def wait(self, flower_run_id: int, seconds: float = 240.0) -> Any:
        """Returns the run's status once it has finished."""
        self.until(lambda: self.run_status(flower_run_id).status == "finished", seconds, every=ASK_SECONDS)
        return self.run_status(flower_run_id)

    def workers(self, party: str) -> list[int]:
        """Returns the pids of the app processes under a party's runner: the children of its zygote."""
        (zygote,) = children_of(self.processes[f"{party}-runner"].pid)
        return children_of(zygote)

    def until(self, is_so: Callable[[], bool], seconds: float, *, every: float = LOOK_SECONDS) -> None:
        """Calls is_so() every `every` seconds until it returns true. Raises TimeoutError with the last lines of all
        logs."""
        deadline = time.monotonic() + seconds * SLOWNESS
        while not is_so():
            if time.monotonic() > deadline:
                raise TimeoutError(self.logs())
            time.sleep(every)

    def logs(self) -> str:
        return "\n".join(f"== {log.name}\n{log.read_text()[-2500:]}" for log in sorted(self.folder.glob("*.log")))

    def _to_link(self) -> list[object]:
        return [
            "--runtime-api-address", f"127.0.0.1:{self.port}", "--root-certificates", self.tls["ca"],
            "--superexec-auth-secret-file", self.folder / "executor",
        ]  # fmt: skip

    def _grant(self, party: str) -> Path:
        folder = self.granted(party)
        folder.mkdir()
        (folder / "rows.parquet").write_text(f"rows of {party}")
        (folder / "beside").write_text("not in the index")
        index = {"kind": "table", "files": ["rows.parquet"], "columns": ["age", "sick"]}
        (folder / "index.json").write_text(json.dumps(index))
        return folder

    def secret(self, party: str) -> bytes:
        """Returns the secret with which a party's runner mixes rows. The runner creates it with its first message."""
        return (self.folder / f"{party}-flower" / "states" / "secret").read_bytes()

    def granted(self, party: str) -> Path:
        """Returns the folder that a party's edge grants. It contains no table until a test writes one."""
        return self.folder / f"{party}-granted"

    def _is_healthy(self) -> bool:
        try:
            with urllib.request.build_opener(
                urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=self._context)
            ).open(f"https://127.0.0.1:{self.port}/health", timeout=1) as answer:
                return answer.status == 200
        except OSError:
            return False

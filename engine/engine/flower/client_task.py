"""One message at a party, in the runner: fetch, ask the guard, have the app work on it, check the reply, send it.

The runner keeps the SuperNode's token and the guard's secret to itself; the app's process sees the message, the
granted file and nothing else. Whatever goes wrong, the SuperNode gets an answer at once and is free again.
"""

import json
import shutil
import socket
import tempfile
import threading
import time
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from flwr.app import Error, Message, RecordDict
from flwr.common.constant import ErrorCode, SubStatus
from flwr.common.serde import context_to_proto, message_to_proto, recorddict_from_proto
from flwr.proto.recorddict_pb2 import RecordDict as RecordDictProto
from flwr.proto.runtime_pb2 import SendTaskHeartbeatRequest
from flwr.supercore.heartbeat import HeartbeatSender
from flwr.supercore.interceptors import RuntimeTokenHttpInterceptor, RuntimeVersionHttpInterceptor
from flwr.supercore.retry import RetryInvoker, exponential
from flwr.supercore.runtime import RuntimeHttpClient
from flwr.supercore.superexec.executor import ExecutionSpec
from flwr.supercore.tls import validate_and_resolve_root_certificates
from flwr.supernode.runtime.run_clientapp import pull_task_input, push_message, push_task_output

from engine.flower import fab, wire
from engine.flower.guard import Guard, Permit, Refused, is_code, reason, scrub
from engine.flower.replies import NotDeclared, check_reply
from engine.flower.zygote import Zygote

RETRY_SECONDS = 30.0  # how long a runtime call is tried again; a task's token lapses after 20 to 60


class Failed(Exception):
    """The message gets no reply but this code. `outcome` is the report's: refused, failed or died."""

    def __init__(self, outcome: str, code: str, params: dict[str, Any] | None = None, detail: str = "") -> None:
        super().__init__(code)
        self.outcome, self.code, self.params, self.detail = outcome, code, params or {}, detail


@dataclass
class ClientTask:
    """What the runner does for one task of its SuperNode. run() is the thread's body and never raises."""

    spec: ExecutionSpec
    zygote: Zygote
    guard: Guard
    flower_run_id: str = ""
    pid: int = 0
    facts: dict[str, Any] = field(default_factory=dict)

    def start(self) -> None:
        """Run beside the runner's loop."""
        self._thread = threading.Thread(target=self.run, name=f"task-{self.spec.task_id}", daemon=True)
        self._thread.start()

    @property
    def is_running(self) -> bool:
        """Whether run() has not returned yet."""
        return self._thread.is_alive()

    def join(self, seconds: float) -> None:
        """Wait for run() to return, at most so long."""
        self._thread.join(seconds)

    def run(self) -> None:
        """Answer the SuperNode's waiting message, then tell the edge how it went."""
        started = time.monotonic()
        client = open_runtime(self.spec, "flwr-clientapp")
        heart = HeartbeatSender(self._heartbeat(client))
        heart.start()
        folder = Path(tempfile.mkdtemp(prefix="tessera-task-"))
        try:
            self.pid, link = self.zygote.start()
            with link:
                self._answer(client, link, folder)
        except Exception:
            # Not even an error reply could be sent: the SuperNode or its token is gone.
            self.facts.update(outcome="failed", code="internal", detail=traceback.format_exc())
        finally:
            self.zygote.kill(self.pid)
            heart.stop()
            client.close()
            shutil.rmtree(folder, ignore_errors=True)
            self.guard.report({"pid": self.pid, **self.facts, "seconds": round(time.monotonic() - started, 3)})

    def _answer(self, client: RuntimeHttpClient, link: socket.socket, folder: Path) -> None:
        message, context, run, bundle = pull_task_input(client)
        self.flower_run_id = str(run.run_id)
        metadata = message.metadata
        self.facts = {
            "flowerRunId": self.flower_run_id,
            "runId": str(run.override_config.get("run-id", "")),
            "messageId": metadata.message_id,
            "messageType": metadata.message_type,
        }
        lent = dict(context.node_config)
        try:
            if extra := set(run.override_config) - {"run-id", "plan"}:
                raise Refused("grant.stale", detail=f"run_config sets more than the ticket covers: {sorted(extra)}")
            permit = self._ask(message, bundle.content, str(run.override_config.get("plan", "")))
            manifest = fab.read_manifest(bundle.content)
            context.node_config = {**lent, "data-path": permit.data_path, "plan": json.dumps(permit.plan)}
            wire.send_json(link, {"folder": str(folder), "dataPath": permit.data_path})
            wire.send(link, bundle.content)
            wire.send(link, message_to_proto(message).SerializeToString())
            wire.send(link, context_to_proto(context).SerializeToString())
            content, context.state = self._receive(link, permit)
            try:
                check_reply(manifest, metadata.message_type, message.content, permit.plan, content)
            except NotDeclared as error:
                raise Failed("failed", "reply.not-declared", {"field": error.field}) from error
            reply = Message(content, reply_to=message)
            self.facts["outcome"] = "done"
        except Refused as error:
            reply = self._error(message, Failed("refused", error.code, error.params, error.detail))
        except Failed as error:
            reply = self._error(message, error)
        except (wire.Closed, OSError):
            reply = self._error(message, self._death())
        except Exception:
            reply = self._error(message, Failed("failed", "internal", {}, traceback.format_exc()))
        # The SuperNode keeps the context for the run's next message; what was lent for this one stays out of it.
        context.node_config = lent
        push_message(client, reply, context)
        push_task_output(client, context, SubStatus.COMPLETED, "")

    def _ask(self, message: Message, content: bytes, plan: str) -> Permit:
        config = message.content.config_records.get("config", {})
        return self.guard.authorize(
            {
                "pid": self.pid,
                **self.facts,
                "fabHash": fab.hash_fab(content),
                "plan": plan,
                "messageConfig": {key: value for key, value in config.items() if not isinstance(value, bytes)},
            }
        )

    def _receive(self, link: socket.socket, permit: Permit) -> tuple[RecordDict, RecordDict]:
        said = wire.receive_json(link)
        if said.get("outcome") != "reply":
            plan = permit.plan
            names = {*map(str, plan.get("columns", ())), str(plan.get("label", "")), *plan.get("parameters", {})}
            code = str(said.get("code"))
            raise Failed(
                "failed",
                code if is_code(code) else "internal",
                scrub(said.get("params"), names),
                str(said.get("detail", "")),
            )
        content, state = (
            recorddict_from_proto(RecordDictProto.FromString(bytes(wire.receive(link)))) for _ in range(2)
        )
        return content, state

    def _death(self) -> Failed:
        ending = self.zygote.ending(self.pid)
        return Failed("died", "run.worker-died", ending.facts() if ending else {})

    def _error(self, message: Message, error: Failed) -> Message:
        self.facts.update(outcome=error.outcome, code=error.code, params=error.params, detail=error.detail)
        text = reason(error.code, error.params)
        return Message(Error(code=ErrorCode.CLIENT_APP_RAISED_EXCEPTION, reason=text), reply_to=message)

    def _heartbeat(self, client: RuntimeHttpClient) -> Any:
        # Flower's own would raise SIGINT here, in a process that serves other tasks too.
        def beat() -> bool:
            try:
                known = client.SendTaskHeartbeat(SendTaskHeartbeatRequest()).success
            except httpx.TransportError:
                return False
            except httpx.HTTPStatusError as error:
                known = error.response.status_code in (503, 504)
            if not known and self.pid:
                self.zygote.kill(self.pid)  # the SuperNode began anew: nobody waits for this reply
            return True

        return beat


def open_runtime(spec: ExecutionSpec, component: str) -> RuntimeHttpClient:
    """A client of the Runtime calls with the task's own token. Raises what reading the certificates raises."""
    return RuntimeHttpClient.from_server_address(
        server_address=spec.runtime_api_address,
        insecure=spec.insecure,
        root_certificates=validate_and_resolve_root_certificates(spec.root_certificates_path, spec.insecure),
        interceptors=[RuntimeVersionHttpInterceptor(component_name=component), RuntimeTokenHttpInterceptor(spec.token)],
        retry_invoker=RetryInvoker(
            lambda: exponential(max_delay=2.0),
            (httpx.TransportError, httpx.HTTPStatusError),
            max_tries=None,
            max_time=RETRY_SECONDS,
            should_giveup=_is_final,
        ),
    )


def _is_final(error: Exception) -> bool:
    # Flower's own invoker interrupts the process when a token is unknown; this one serves other tasks too.
    return isinstance(error, httpx.HTTPStatusError) and error.response.status_code not in (502, 503, 504)

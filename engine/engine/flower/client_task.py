"""Processes one message at a party, in the runner: fetches it, asks the edge's guard, lets the app's process work on
it, checks the reply, and sends it.

Only the runner has the SuperNode's token and the guard's secret. The app's process has only the message and the granted
files. If anything fails, the SuperNode immediately receives an error reply and is free for the next message.
"""

import contextlib
import json
import signal
import socket
import time
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from flwr.app import Context, Error, Message, RecordDict
from flwr.common.constant import ErrorCode, SubStatus
from flwr.common.serde import context_to_proto, message_to_proto, recorddict_from_proto
from flwr.proto.recorddict_pb2 import RecordDict as RecordDictProto
from flwr.proto.runtime_pb2 import SendTaskHeartbeatRequest
from flwr.supercore.fab import Fab
from flwr.supercore.heartbeat import HeartbeatSender
from flwr.supercore.inflatable.inflatable_utils import ObjectPullError, ObjectPushError
from flwr.supercore.run import Run
from flwr.supercore.runtime import RuntimeHttpClient
from flwr.supernode.runtime.run_clientapp import pull_task_input, push_message, push_task_output
from google.protobuf.message import DecodeError

from engine.durable import NO_SPACE, is_full, lack
from engine.errors import PartyError
from engine.flower import wire
from engine.flower.client_app import NOT_LOADED, OUT_OF_MEMORY
from engine.flower.guard import Guard, Permit, Refused, message_config, reason, scrub
from engine.flower.installation import Installation
from engine.flower.limits import MIB, Limits, of_client_app
from engine.flower.local_result import NotStored, collect
from engine.flower.records import state_hash, with_seconds
from engine.flower.replies import NotDeclared, NotRequested, Requested, check_reply, expect
from engine.flower.states import DoesNotFollow, States
from engine.flower.task import Task, open_runtime, temporary_folder
from engine.flower.work_progress import DifferingColumns, Steps, Work
from engine.protocols.starting import with_numbers

# Maximum size of a reply, as the app's process declares it. The content of the reply is checked later.
MAX_REPLY = 512 * MIB


class Failed(Exception):
    """Raised if the message is answered with this error code instead of a reply. `outcome` is what the edge's report
    states: refused, failed or died."""

    def __init__(self, outcome: str, code: str, params: dict[str, Any] | None = None, detail: str = "") -> None:
        super().__init__(code)
        self.outcome, self.code, self.params, self.detail = outcome, code, params or {}, detail


@dataclass
class ClientTask(Task):
    """Processes one message. The SuperNode receives the reply, and the edge a report of the outcome."""

    guard: Guard = field(kw_only=True)
    installation: Installation = field(kw_only=True)
    states: States = field(kw_only=True)
    facts: dict[str, Any] = field(default_factory=dict)

    @property
    def limits(self) -> Limits:
        return of_client_app()

    def run(self) -> None:
        started = time.monotonic()
        with contextlib.ExitStack() as ends:
            try:
                client = open_runtime(self.spec, "flwr-clientapp")
                ends.callback(client.close)
                heart = HeartbeatSender(self._heartbeat(client))
                heart.start()
                ends.callback(_stop, heart)
                received = pull_task_input(client)
                # Start the process only now, so that a message that never arrives completely leaves no process behind.
                self.pid, link = self.zygote.start()
                with link:
                    self._answer(client, heart, received, link, ends)
            except Exception as error:
                if _is_unwanted(error):
                    # The run has ended, which is not an error, so the edge's log gets no stack trace.
                    self.facts.update(outcome="dropped", detail=f"the SuperNode no longer waits for it: {error}")
                else:
                    self.facts.update(outcome="failed", code="internal", detail=traceback.format_exc())
            finally:
                if self.pid:
                    self.zygote.end(self.pid)
                # Kill the process first, because stopping the heartbeat may take as long as one call.
                self.guard.report({"pid": self.pid, **self.facts, "seconds": round(time.monotonic() - started, 3)})

    def _answer(
        self,
        client: RuntimeHttpClient,
        heart: HeartbeatSender,
        received: tuple[Message, Context, Run, Fab],
        link: socket.socket,
        ends: contextlib.ExitStack,
    ) -> None:
        message, context, run, bundle = received
        self.attempt_id = str(run.run_id)
        metadata = message.metadata
        self.facts = {
            "attemptId": self.attempt_id,
            "runId": str(run.override_config.get("run-id", "")),
            "messageId": metadata.message_id,
            "messageType": metadata.message_type,
        }
        before = dict(context.node_config)
        # Flower would carry an app's state over from one run of a series to the next, which no ticket covers. So apps
        # receive no state, and the state that they return is discarded.
        context.state = RecordDict()
        try:
            if extra := set(run.override_config) - {"run-id", "plan", "parties"}:
                raise Refused("grant.stale", detail=f"run_config sets more than the ticket covers: {sorted(extra)}")
            began = time.monotonic()
            declared = {name: str(run.override_config.get(name, "")) for name in ("plan", "parties")}
            permit = self._ask(message, bundle.content, declared)
            expected = self._expect(permit.plan, permit.data_path, json.loads(declared["parties"]), message)
            granted = {"data-path": permit.data_path, "plan": json.dumps(permit.plan)}
            context.node_config = {**before, **granted, "secret": self.states.secret.hex()}
            folder = ends.enter_context(temporary_folder("tessera-task-"))
            self.folders = (folder,)
            wire.send_json(link, {"folder": str(folder), "dataPath": permit.data_path})
            wire.send(link, bundle.content)
            wire.send(link, message_to_proto(message).SerializeToString())
            wire.send(link, context_to_proto(context).SerializeToString())
            content = self._receive(link, permit)
            try:
                check_reply(expected, content)
            except NotDeclared as error:
                raise Failed("failed", "reply.not-declared", detail=error.field) from error
            if permit.result_path:
                collect(folder, Path(permit.result_path))
            reply = Message(with_seconds(content, time.monotonic() - began), reply_to=message)
            self.facts["outcome"] = "done"
        except NotStored as error:
            reply = self._error(message, Failed("failed", "run.result-not-kept", detail=str(error)))
        except Refused as error:
            reply = self._error(message, Failed("refused", error.code, error.params, error.detail))
        except Failed as error:
            reply = self._error(message, error)
        except wire.Closed:
            reply = self._error(message, self._death())
        except OSError as error:
            what = Failed("died", NO_SPACE, lack()) if is_full(error) else Failed("failed", "internal")
            what.detail = traceback.format_exc()
            reply = self._error(message, what)
        except Exception:
            reply = self._error(message, Failed("failed", "internal", {}, traceback.format_exc()))
        # The SuperNode keeps this context for the run's next message, so it must not contain the grant of this message.
        context.node_config = before
        push_message(client, reply, context)
        # The task's token expires with the task. The SuperNode would refuse a later heartbeat and log it as an error.
        _stop(heart)
        push_task_output(client, context, SubStatus.COMPLETED, "")

    def _ask(self, message: Message, content: bytes, declared: dict[str, str]) -> Permit:
        return self.guard.authorize(
            {
                "pid": self.pid,
                **self.facts,
                **self.installation.hashes(content),
                **declared,
                "messageConfig": message_config(message.content),
                "stateHash": state_hash(message.content),
            }
        )

    def _expect(self, plan: dict[str, Any], granted: str, roster: list[str], message: Message) -> Requested:
        """Return the reply that the installed version of the algorithm would send. The code in the bundle cannot
        influence this."""
        algorithm = self.installation.algorithms.get(str(plan.get("algorithm")))
        if algorithm is None:
            raise Refused("grant.stale", detail=f"no algorithm {plan.get('algorithm')!r} is installed here")
        try:
            whole = with_numbers(plan, granted)
            expected = expect(algorithm, whole, message.metadata.message_type, message.content)
            run = {"parties": len(roster), "seed": str(plan["seed"])}
            self.states.take(self.facts["runId"], expected.protocol, expected.state, **run)
            return expected
        except PartyError as error:
            raise Refused(error.code) from error
        except (NotRequested, DoesNotFollow) as error:
            raise Refused("run.state-refused", detail=str(error)) from error

    def _receive(self, link: socket.socket, permit: Permit) -> RecordDict:
        answer = self._final_answer(link, permit.plan)
        if answer.get("outcome") != "reply":
            plan = permit.plan
            names = {*_columns_of(plan), *plan.get("parameters", {})}
            code, params = scrub(answer.get("code"), answer.get("params"), names)
            detail = str(answer.get("detail", ""))
            if answer.get("code") == NOT_LOADED:
                raise Failed("failed", NOT_LOADED, detail=detail)
            if answer.get("code") == NO_SPACE:
                raise Failed("died", NO_SPACE, lack(), detail)
            if answer.get("code") == OUT_OF_MEMORY:
                raise Failed("failed", OUT_OF_MEMORY, {"mebibytes": self.limits.memory // MIB}, detail)
            raise Failed("failed", code, params, detail)
        reply = bytes(wire.receive(link, limit=MAX_REPLY))
        try:
            return recorddict_from_proto(RecordDictProto.FromString(reply))
        except (DecodeError, ValueError, KeyError, TypeError) as error:
            raise Failed("failed", "reply.not-declared", detail=f"the reply cannot be parsed: {error!r}") from error

    def _final_answer(self, link: socket.socket, plan: dict[str, Any]) -> dict[str, Any]:
        """Return the app's final answer. Until it arrives, forward the app's progress reports to the edge."""
        run = {"runId": self.facts["runId"]}
        reports = {
            "step": Steps(int(plan.get("maxRounds", 0))),
            "work": Work(),
            "apart": DifferingColumns(_columns_of(plan)),
        }
        send = {"step": self.guard.progress, "work": self.guard.work, "apart": self.guard.differing_columns}
        while (kind := (answer := wire.receive_json(link)).get("outcome")) in reports:
            if facts := reports[kind].filter(answer):
                send[kind](run | facts)
        return answer

    def _death(self) -> Failed:
        ending = self.zygote.ending(self.pid)
        # An app can choose its exit status. So the status is written only to the edge's log, except if the app exceeded
        # a limit.
        detail = json.dumps(ending.facts()) if ending else ""
        if self.overrun == "silence":
            return Failed("died", "run.worker-hung", {"seconds": self.silent_seconds}, detail)
        if self.overrun == "disk":
            return Failed("died", "run.worker-disk", {"mebibytes": self.limits.disk // MIB}, detail)
        if self.overrun == "memory":
            return Failed("died", OUT_OF_MEMORY, {"mebibytes": self.limits.memory // MIB}, detail)
        if ending and ending.signal == signal.SIGXCPU:
            return Failed("died", "run.worker-processor", {"minutes": self.limits.processor // 60}, detail)
        return Failed("died", "run.worker-died", detail=detail)

    def _error(self, message: Message, error: Failed) -> Message:
        self.facts.update(outcome=error.outcome, code=error.code, params=error.params, detail=error.detail)
        text = reason(error.code, error.params)
        return Message(Error(code=ErrorCode.CLIENT_APP_RAISED_EXCEPTION, reason=text), reply_to=message)

    def _heartbeat(self, client: RuntimeHttpClient) -> Any:
        # Flower's own heartbeat would raise SIGINT here, in a process that also serves other tasks.
        def beat() -> bool:
            try:
                known = client.SendTaskHeartbeat(SendTaskHeartbeatRequest()).success
            except httpx.TransportError:
                return False
            except httpx.HTTPStatusError as error:
                known = error.response.status_code in (503, 504)
            if not known and self.pid:
                self.zygote.kill(self.pid)  # the SuperNode has restarted, so it does not expect this reply
            return True

        return beat


def _is_unwanted(error: Exception) -> bool:
    """Whether the SuperNode no longer has the message. This is the case if the run has ended meanwhile, or if the
    SuperNode has ended (and may have restarted)."""
    refused = isinstance(error, httpx.HTTPStatusError) and error.response.status_code < 500
    return refused or isinstance(error, (httpx.TransportError, ObjectPullError, ObjectPushError))


def _stop(heart: HeartbeatSender) -> None:
    # the invoker has already stopped, because one of its calls failed with an error that retries cannot fix
    with contextlib.suppress(RuntimeError):
        heart.stop()


def _columns_of(plan: Mapping[str, Any]) -> list[str]:
    """Return the column names that an app's error may contain."""
    data, target = plan.get("data", {}), plan.get("target")
    names = [data["column"]] if "column" in data else [column["name"] for column in data.get("columns", ())]
    times = [target["time"]] if target and "time" in target else []
    return [*names, *times, target["column"]] if target else names

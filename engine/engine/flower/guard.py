"""Asks the party's edge whether a message may be processed, and reports the outcome. If the edge does not answer, the
message is refused."""

import contextlib
import json
import os
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flwr.app import RecordDict

TIMEOUT_SECONDS = 15.0

# All error codes that an engine's process may send, with the placeholders of their texts. The contract package exports
# this file.
CODES: dict[str, list[str]] = json.loads(Path(__file__).parents[1].joinpath("error-codes.json").read_text())
# Apps may not report these codes; only the guard and the run may.
OF_APPS = ("data", "parameter", "train")
LARGEST = 2**53 - 1  # largest integer that JavaScript represents exactly


class Refused(Exception):
    """Raised if the edge refuses the message. `code` may go to the platform, `detail` may not."""

    def __init__(self, code: str, detail: str = "", params: dict[str, int] | None = None) -> None:
        super().__init__(code)
        self.code, self.detail, self.params = code, detail, params or {}


@dataclass(frozen=True)
class Permit:
    """The edge's permission to process one message: a folder of exactly the granted rows and columns (data/granted.py),
    the number of rows, and the plan. For a local run, also the folder in which its result is stored."""

    data_path: str
    rows: int
    plan: dict[str, Any]
    result_path: str | None = None


@dataclass(frozen=True)
class Guard:
    """Client of the edge's loopback server that authorises messages."""

    url: str
    secret: str = field(repr=False)

    @classmethod
    def from_environment(cls) -> "Guard":
        """Read TESSERA_GUARD_URL and TESSERA_GUARD_SECRET_FILE. Raises SystemExit if one is missing, because a client
        runner must not run without a guard."""
        try:
            url = os.environ["TESSERA_GUARD_URL"].rstrip("/")
            return cls(url, Path(os.environ["TESSERA_GUARD_SECRET_FILE"]).read_text().strip())
        except (KeyError, OSError) as error:
            raise SystemExit(f"the client runner needs its guard: {error!r}") from error

    def authorize(self, question: dict[str, Any]) -> Permit:
        """Ask the edge for permission, before any code of the app is loaded. Raises Refused. docs/concepts/processes.md
        lists the fields of the request."""
        try:
            answer = self._post("/authorize", question)
            allowed = answer["allowed"] is True
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise Refused("guard.unreachable", detail=repr(error)) from error
        if not allowed:
            code = answer.get("code")
            detail = str(answer.get("message", ""))
            if not isinstance(code, str) or code not in CODES:
                raise Refused("guard.unreachable", detail)
            given = answer.get("params")
            params = {key: given[key] for key in CODES[code] if key in given} if isinstance(given, dict) else {}
            raise Refused(code, detail, {key: value for key, value in params.items() if type(value) is int})
        path, rows, plan = (answer.get(name) for name in ("dataPath", "rows", "plan"))
        if not isinstance(path, str) or not Path(path).is_absolute() or type(rows) is not int or type(plan) is not dict:
            raise Refused("guard.unreachable", detail="the guard allowed without a data path, rows and a plan")
        result = answer.get("resultPath")
        if result is not None and not (isinstance(result, str) and Path(result).is_absolute()):
            raise Refused("guard.unreachable", detail="the guard named no absolute folder for the result")
        return Permit(path, rows, plan, result)

    def progress(self, facts: dict[str, Any]) -> None:
        """Report the progress of a local run to the edge. A failed request is ignored."""
        with contextlib.suppress(OSError, ValueError):
            self._post("/progress", facts)

    def work(self, facts: dict[str, Any]) -> None:
        """Report the completed share of the work on a message to the edge. A failed request is ignored."""
        with contextlib.suppress(OSError, ValueError):
            self._post("/work", facts)

    def differing_columns(self, facts: dict[str, Any]) -> None:
        """Report columns in which the party's values differ from the others' to the edge. A failed request is
        ignored."""
        with contextlib.suppress(OSError, ValueError):
            self._post("/apart", facts)

    def report(self, facts: dict[str, Any]) -> None:
        """Report to the edge how the processing of a message ended. If the report is lost, nothing else depends on it,
        so errors are only printed."""
        try:
            self._post("/report", facts)
        except (OSError, ValueError) as error:
            print(f"report lost: {error!r}", flush=True)

    def _post(self, path: str, body: dict[str, Any]) -> Any:
        request = urllib.request.Request(
            self.url + path,
            json.dumps(body).encode(),
            {"content-type": "application/json", "authorization": f"Bearer {self.secret}"},
        )
        # Use no proxy and follow no redirect: the request must reach only the edge.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), _NoRedirect)
        with opener.open(request, timeout=TIMEOUT_SECONDS) as answer:
            return json.loads(answer.read(2**24) or b"null")


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, req: Any, fp: Any, code: Any, msg: Any, headers: Any, newurl: Any) -> None:
        return None


def message_config(content: RecordDict) -> dict[str, Any]:
    """Return the message's own configuration, which the guard checks. Raises Refused if the message contains anything
    else besides the state. The guard does not check other records, but an app could interpret one as an instruction."""
    config, facts = (content.config_records.get(name, {}) for name in ("config", "facts"))
    is_known = (
        set(content.array_records) <= {"state"}
        and set(content.config_records) <= {"config", "facts"}
        and not content.metric_records
        and set(facts) <= {"json"}
        and all(isinstance(text, str) for text in facts.values())
        and not any(isinstance(one, bytes) for value in config.values() for one in _flat(value))
    )
    if not is_known:
        raise Refused("grant.message-refused", "the message holds more than config and state")
    return dict(config)


def reason(code: str, params: dict[str, Any] | None = None) -> str:
    """Return the one-line answer to a refused or failed message: `code|{"json":"params"}`."""
    return f"{code}|{json.dumps(params or {}, separators=(',', ':'), ensure_ascii=False)}"


def scrub(code: Any, params: Any, names: set[str]) -> tuple[str, dict[str, Any]]:
    """Return the part of an app's error that the platform may see. A code that apps may not report becomes `internal`.
    A parameter remains only if it is a placeholder of the code's text, and if its value is a whole number or one of
    `names` (columns and parameters)."""
    if not isinstance(code, str) or code not in CODES or code.partition(".")[0] not in OF_APPS:
        return "internal", {}
    given = params if isinstance(params, dict) else {}
    return code, {key: given[key] for key in CODES[code] if key in given and _is_tellable(given[key], names)}


def _flat(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _is_tellable(value: Any, names: set[str]) -> bool:
    return abs(value) <= LARGEST if type(value) is int else isinstance(value, str) and value in names

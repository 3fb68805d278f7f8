"""Asks the party's edge whether a message may be worked on, and tells it how that went. No answer means no."""

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

# Every code an engine's process may send, with the placeholders of its text; exported from the contract.
CODES: dict[str, list[str]] = json.loads(Path(__file__).parents[1].joinpath("error-codes.json").read_text())
# The guard's and the run's are not an app's to say.
OF_APPS = ("data", "parameter", "train")
LARGEST = 2**53 - 1  # beyond it JavaScript would tell another number


class Refused(Exception):
    """The answer is no. `code` may go to the platform, `detail` may not."""

    def __init__(self, code: str, detail: str = "", params: dict[str, int] | None = None) -> None:
        super().__init__(code)
        self.code, self.detail, self.params = code, detail, params or {}


@dataclass(frozen=True)
class Permit:
    """What the edge grants for one message: a folder of exactly the granted rows and columns (data/granted.py), how
    many rows that is, the plan, and the party's place in the run's roster; and for a run by itself the folder in which
    its result is kept."""

    data_path: str
    rows: int
    plan: dict[str, Any]
    place: int
    result_path: str | None = None


@dataclass(frozen=True)
class Guard:
    """The edge's loopback listener."""

    url: str
    secret: str = field(repr=False)

    @classmethod
    def from_environment(cls) -> "Guard":
        """Read TESSERA_GUARD_URL and TESSERA_GUARD_SECRET_FILE. Raises SystemExit where one is missing: a client
        runner without a guard must not run."""
        try:
            url = os.environ["TESSERA_GUARD_URL"].rstrip("/")
            return cls(url, Path(os.environ["TESSERA_GUARD_SECRET_FILE"]).read_text().strip())
        except (KeyError, OSError) as error:
            raise SystemExit(f"the client runner needs its guard: {error!r}") from error

    def authorize(self, question: dict[str, Any]) -> Permit:
        """Ask before any app code loads; the question's fields are in docs/processes.md. Raises Refused."""
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
            told = {key: given[key] for key in CODES[code] if key in given} if isinstance(given, dict) else {}
            raise Refused(code, detail, {key: value for key, value in told.items() if type(value) is int})
        path, rows, plan, place = (answer.get(name) for name in ("dataPath", "rows", "plan", "place"))
        if not isinstance(path, str) or not Path(path).is_absolute() or type(rows) is not int or type(plan) is not dict:
            raise Refused("guard.unreachable", detail="the guard allowed without a data path, rows and a plan")
        if type(place) is not int or place < 0:
            raise Refused("guard.unreachable", detail="the guard allowed without the party's place in the roster")
        kept = answer.get("resultPath")
        if kept is not None and not (isinstance(kept, str) and Path(kept).is_absolute()):
            raise Refused("guard.unreachable", detail="the guard named no folder for the result")
        return Permit(path, rows, plan, place, kept)

    def progress(self, facts: dict[str, Any]) -> None:
        """Tells how far a run by itself is. A failed post fails nothing."""
        with contextlib.suppress(OSError, ValueError):
            self._post("/progress", facts)

    def work(self, facts: dict[str, Any]) -> None:
        """Tells how much of the work on a message is done. A failed post fails nothing."""
        with contextlib.suppress(OSError, ValueError):
            self._post("/work", facts)

    def apart(self, facts: dict[str, Any]) -> None:
        """Report columns in which the party's values lie apart from the others'. A failed post fails nothing."""
        with contextlib.suppress(OSError, ValueError):
            self._post("/apart", facts)

    def report(self, facts: dict[str, Any]) -> None:
        """Tell how a message ended; a report that gets lost changes nothing, so errors are only printed."""
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
        # No proxy and no redirect: the question goes to the edge or nowhere.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), _NoRedirect)
        with opener.open(request, timeout=TIMEOUT_SECONDS) as answer:
            return json.loads(answer.read(2**24) or b"null")


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


def message_config(content: RecordDict) -> dict[str, Any]:
    """The message's own configuration, for the guard to judge. Raises Refused where the message brings anything that
    the guard would not see, beside the state: an app could take it for an instruction."""
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
    """The one line a refused or failed message answers: `code|{"json":"params"}`."""
    return f"{code}|{json.dumps(params or {}, separators=(',', ':'), ensure_ascii=False)}"


def scrub(code: Any, params: Any, names: set[str]) -> tuple[str, dict[str, Any]]:
    """What the platform may see of an app's error: a code of its own kind (else `internal`), and of its params what
    the code's text asks for, where that is a whole number or one of `names` (columns and parameters).
    """
    if not isinstance(code, str) or code not in CODES or code.partition(".")[0] not in OF_APPS:
        return "internal", {}
    given = params if isinstance(params, dict) else {}
    return code, {key: given[key] for key in CODES[code] if key in given and _is_tellable(given[key], names)}


def _flat(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _is_tellable(value: Any, names: set[str]) -> bool:
    return abs(value) <= LARGEST if type(value) is int else isinstance(value, str) and value in names

"""Asks the party's edge whether a message may be worked on, and tells it how that went. No answer means no."""

import json
import math
import os
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.errors import CODE

TIMEOUT_SECONDS = 15.0


class Refused(Exception):
    """The answer is no. `code` and `params` may go to the platform, `detail` may not."""

    def __init__(self, code: str, params: dict[str, Any] | None = None, detail: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.params = params or {}
        self.detail = detail


@dataclass(frozen=True)
class Permit:
    """What the edge lends for one message: a Parquet file of exactly the granted rows and columns, and the plan."""

    data_path: str
    plan: dict[str, Any]


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
        """Ask before any app code loads; the question's fields are in docs/engine.md. Raises Refused."""
        try:
            answer = self._post("/authorize", question)
            allowed = answer["allowed"] is True
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise Refused("guard.unreachable", detail=repr(error)) from error
        if not allowed:
            code = str(answer.get("code"))
            params = answer.get("params")
            raise Refused(
                code if is_code(code) else "guard.unreachable",
                params if isinstance(params, dict) else None,
                str(answer.get("message", "")),
            )
        path, plan = answer.get("dataPath"), answer.get("plan")
        if not isinstance(path, str) or not Path(path).is_absolute() or not isinstance(plan, dict):
            raise Refused("guard.unreachable", detail="the guard allowed without a data path and a plan")
        return Permit(path, plan)

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


def is_code(text: str) -> bool:
    """Whether a text has the form of our error codes, such as `grant.missing`."""
    return len(text) <= 64 and CODE.fullmatch(text) is not None


def reason(code: str, params: dict[str, Any] | None = None) -> str:
    """The one line a refused or failed message answers: `code|{"json":"params"}`."""
    return f"{code}|{json.dumps(params or {}, separators=(',', ':'), ensure_ascii=False)}"


def scrub(params: Any, names: set[str]) -> dict[str, Any]:
    """Keep of an app's error parameters what the platform may see: numbers, and names of columns and parameters."""
    if not isinstance(params, dict) or len(params) > 8:
        return {}
    return {
        key: value
        for key, value in params.items()
        if isinstance(key, str)
        and key.isidentifier()
        and len(key) <= 32
        and ((type(value) in (int, float) and math.isfinite(value)) or (isinstance(value, str) and value in names))
    }

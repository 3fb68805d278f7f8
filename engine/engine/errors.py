"""Errors that travel: a code and plain parameters, never a traceback and never a value from a row."""

import json
import re

CODE = re.compile(r"[a-z]+(?:\.[a-z]+(?:-[a-z]+)*)?")


class PartyError(Exception):
    """Something one party's rows or worker cannot do; leaves the party as `code|{json}` (docs/engine.md).

    `params` hold numbers and column names only: they are shown to the other parties too.
    """

    def __init__(self, code: str, **params: object):
        self.code, self.params = code, params
        super().__init__(self.reason)

    @property
    def reason(self) -> str:
        """The one line a Flower error carries."""
        return f"{self.code}|{json.dumps(self.params, ensure_ascii=False, sort_keys=True)}"


class RunError(Exception):
    """Ends a run; says, where known, which party, which step (`statistics`, `train`, `evaluate`) and which round."""

    def __init__(
        self,
        code: str,
        params: dict | None = None,
        *,
        party: str | None = None,
        step: str | None = None,
        round_: int | None = None,
    ):
        self.code, self.params, self.party, self.step, self.round = code, params or {}, party, step, round_
        super().__init__(
            f"{code} {json.dumps(self.params, ensure_ascii=False)} party={party} step={step} round={round_}"
        )


def parse_reason(reason: str | None) -> tuple[str, dict]:
    """`code|{json}` back into code and parameters; anything else is `internal`, so a stray traceback is never shown."""
    code, bar, params = (reason or "").partition("|")
    if not bar or not CODE.fullmatch(code):
        return "internal", {}
    try:
        parsed = json.loads(params)
    except ValueError:
        return "internal", {}
    return (code, parsed) if isinstance(parsed, dict) else ("internal", {})

"""Errors that processes exchange: a code and plain parameters, never a traceback and never a value from a row."""

import json
import re

CODE = re.compile(r"[a-z]+(?:\.[a-z]+(?:-[a-z]+)*)?")


class PartyError(Exception):
    """An error of one party's rows or worker; it leaves the party as `code|{json}` (docs/reference/engine/answers.md).

    `params` hold numbers and column names only, since the other parties see them, too.
    """

    def __init__(self, code: str, **params: object):
        self.code, self.params = code, params
        super().__init__(self.reason)

    @property
    def reason(self) -> str:
        """The error as a single line, in the form in which Flower transmits errors."""
        return f"{self.code}|{json.dumps(self.params, ensure_ascii=False, sort_keys=True)}"


class RunError(Exception):
    """An error that ends a run. It names the party, the step (`statistics`, `train`, `evaluate`) and the round if they
    are known."""

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
    """Parse `code|{json}` into code and parameters. Any other text becomes `internal`, so that tracebacks are never
    shown."""
    code, bar, params = (reason or "").partition("|")
    if not bar or not CODE.fullmatch(code):
        return "internal", {}
    try:
        parsed = json.loads(params)
    except ValueError:
        return "internal", {}
    return (code, parsed) if isinstance(parsed, dict) else ("internal", {})

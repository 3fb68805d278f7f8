"""Lets a SuperLink or SuperNode recognise the task tokens that it issued, even after the task has ended.

Flower deletes a token when its task ends, and logs any later use as an error. Later uses are normal: if the run was
stopped or the SuperNode restarted, the process that works on the task still makes one more request.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.flower import flags, log_levels
from engine.flower.patches import Upstream, replace, replaces, stock

SECRET_FLAG = "--superexec-auth-secret-file"
MARK_BYTES = hashlib.sha256().digest_size
TASK_OVER = "Refused, as its task has ended and its result is no longer needed. The token was one of ours."


class Tokens:
    """Generates random tokens with a MAC, so that own tokens can be recognised without storing them. The MAC's secret
    survives restarts of the process."""

    def __init__(self, secret: bytes) -> None:
        self._key = hmac.digest(secret, b"a task's token", "sha256")

    def token_hex(self, length: int) -> str:
        """Return a new token of `length` bytes. The method has the same name as the function of the module `secrets`
        that Flower calls."""
        number = secrets.token_hex(length - MARK_BYTES)
        return number + self._mark(number)

    def is_own(self, token: str) -> bool:
        """Whether this process generated the token, i.e. whether its MAC was made with this secret."""
        number, mark = token[: -2 * MARK_BYTES], token[-2 * MARK_BYTES :]
        return hmac.compare_digest(mark.encode(), self._mark(number).encode())

    def _mark(self, number: str) -> str:
        return hmac.digest(self._key, number.encode(), "sha256").hex()


@replaces(
    Upstream(
        "flwr.supercore.corestate.in_memory_corestate",
        "InMemoryCoreState",
        "token = secrets.token_hex(FLWR_TASK_TOKEN_LENGTH)",
    ),
    Upstream(
        "flwr.supercore.corestate.sql_corestate", "SqlCoreState", "token = secrets.token_hex(FLWR_TASK_TOKEN_LENGTH)"
    ),
    Upstream("flwr.supercore.dependencies.runtime", "", "return authenticate_task(request, token, state)"),
)
def know_own(command_line: Sequence[str]) -> None:
    """If a token of this process is refused, have Flower report at level INFO that the task has ended. The refusal of
    an unknown token is still logged as an error."""
    path = flags.given(SECRET_FLAG, command_line)
    if path is None:
        return
    from flwr.supercore.constant import TASK_TOKEN_HEADER
    from flwr.supercore.corestate import in_memory_corestate, sql_corestate
    from flwr.supercore.dependencies import runtime
    from flwr.supercore.error import FlowerError

    tokens = Tokens(Path(path).read_bytes())
    for module in (in_memory_corestate, sql_corestate):
        replace(module, "secrets", tokens)
    authenticate = stock(runtime, "authenticate_task")

    def authenticate_or_say_why(request: Any, token: str | None, state: Any) -> Any:
        try:
            return authenticate(request, token, state)
        except FlowerError as error:
            if token and len(request.headers.getlist(TASK_TOKEN_HEADER)) == 1 and tokens.is_own(token):
                raise FlowerError(error.code, TASK_OVER) from None
            raise

    replace(runtime, "authenticate_task", authenticate_or_say_why)
    log_levels.log_as_info(lambda record: TASK_OVER in record.getMessage())

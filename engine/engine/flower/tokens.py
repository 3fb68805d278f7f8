"""The tokens that a SuperLink or SuperNode gives with its tasks, which it knows as its own also when the task is over.

Flower forgets a token with its task and says in red that it does not know it. Whoever works on a task asks once more
all the same: its run was stopped, or its SuperNode began anew.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.flower import calm, flags

SECRET_FLAG = "--superexec-auth-secret-file"
MARK_BYTES = hashlib.sha256().digest_size
TASK_OVER = "Refused, as its task is over and nobody waits for it any more. The token was one of ours."


class Tokens:
    """Random, each with a mark by a secret that outlives the process: nothing has to be kept to know them again."""

    def __init__(self, secret: bytes) -> None:
        self._key = hmac.digest(secret, b"a task's token", "sha256")

    def token_hex(self, length: int) -> str:
        """A new one of so many bytes; named as in `secrets`, in whose place Flower calls it."""
        number = secrets.token_hex(length - MARK_BYTES)
        return number + self._mark(number)

    def is_own(self, token: str) -> bool:
        """Whether this was ever made with this secret."""
        number, mark = token[: -2 * MARK_BYTES], token[-2 * MARK_BYTES :]
        return hmac.compare_digest(mark.encode(), self._mark(number).encode())

    def _mark(self, number: str) -> str:
        return hmac.digest(self._key, number.encode(), "sha256").hex()


def know_own(command_line: Sequence[str]) -> None:
    """Have Flower say of a token that was its own that the task is over, as news; any other stays as it says it."""
    path = flags.given(SECRET_FLAG, command_line)
    if path is None:
        return
    from flwr.supercore.constant import TASK_TOKEN_HEADER
    from flwr.supercore.corestate import in_memory_corestate, sql_corestate
    from flwr.supercore.dependencies import runtime
    from flwr.supercore.error import FlowerError

    tokens = Tokens(Path(path).read_bytes())
    in_memory_corestate.secrets = sql_corestate.secrets = tokens
    authenticate = runtime.authenticate_task

    def authenticate_or_say_why(request: Any, token: str | None, state: Any) -> Any:
        try:
            return authenticate(request, token, state)
        except FlowerError as error:
            if token and len(request.headers.getlist(TASK_TOKEN_HEADER)) == 1 and tokens.is_own(token):
                raise FlowerError(error.code, TASK_OVER) from None
            raise

    runtime.authenticate_task = authenticate_or_say_why
    calm.tell_as_news(lambda record: TASK_OVER in record.getMessage())

"""A party's part of a run: from a stage's state to the terms of its sums, on the rows that a ticket grants."""

import json
from dataclasses import dataclass, replace
from pathlib import Path

from engine import progress
from engine.algorithm import Algorithm
from engine.errors import PartyError, RunError
from engine.privacy.terms import Arrays, OutOfBounds, encode
from engine.protocols.local_run import LocalRun
from engine.protocols.protocol import State, require_stage
from engine.protocols.starting import with_numbers
from engine.run.result import keep_result


@dataclass(frozen=True)
class Granted:
    """The data and settings that a ticket grants: the folder of the rows, the plan as JSON, and the secret with which
    rows are mixed. The result of a local run is written into the folder `result`."""

    data: str
    plan: str
    secret: bytes = b""
    result: Path | None = None


def compute(algorithm: Algorithm, state: State, granted: Granted) -> Arrays:
    """Return the encoded terms of the state's stage. Raises PartyError, also for terms that are out of their declared
    bounds."""
    try:
        return _compute(algorithm, state, granted)
    except OutOfBounds as error:
        print(f"{error.name} is out of its declared bounds", flush=True)
        raise PartyError("train.out-of-bounds") from error
    except RunError as error:  # the error occurred in a step that the server performs as well, so it is not the party's
        raise PartyError(error.code, **error.params) from error


def _compute(algorithm: Algorithm, state: State, granted: Granted) -> Arrays:
    protocol = algorithm.protocol(with_numbers(json.loads(granted.plan), granted.data))
    stage, parties = require_stage(protocol.next_stage(state)), int(state.facts["parties"])
    party = replace(protocol.open(granted.data), secret=granted.secret)
    if isinstance(protocol, LocalRun):
        if granted.result is None:
            raise ValueError("a local run needs a folder for its result")
        values, result = protocol.run(state, party, progress.report_step)
        keep_result(result, granted.result)
    else:
        values = protocol.compute(state, party, stage)
    return encode(stage.terms, values, parties)

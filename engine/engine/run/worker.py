"""The ClientApp that all algorithms share: it takes a stage's message and returns the terms of its sums."""

import functools
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from flwr.app import Context, Error, Message
from flwr.clientapp import ClientApp

from engine import progress
from engine.algorithm import Algorithm
from engine.errors import PartyError, RunError
from engine.privacy.terms import OutOfBounds, encode
from engine.protocols.by_itself import ByItself
from engine.protocols.protocol import require_stage
from engine.protocols.starting import with_numbers
from engine.run.messages import read_state, reply_of
from engine.run.result import keep_result

CLIENT_APP_RAISED = 2  # flwr.common.constant.ErrorCode.CLIENT_APP_RAISED_EXCEPTION

Handler = Callable[[Message, Context], Message]


def client_app(algorithm: Algorithm) -> ClientApp:
    """The app for an algorithm. It reads rows from the folder `node_config["data-path"]`, the plan from the ticket with
    it, and from the runner a `secret` by which rows are mixed. It writes the result of a local run into the folder
    `node_config["result-path"]`.

    A PartyError becomes an error reply `code|{json}`; the runner scrubs and reports any other error.
    """
    app = ClientApp()

    @answers_errors
    def answer(msg: Message, context: Context) -> Message:
        config = {name: str(value) for name, value in context.node_config.items()}
        granted = config["data-path"]
        protocol = algorithm.protocol(with_numbers(json.loads(config["plan"]), granted))
        state = read_state(msg.content)
        stage, parties = require_stage(protocol.next_stage(state)), int(state.facts["parties"])
        party = replace(protocol.open(granted), secret=bytes.fromhex(config.get("secret", "")))
        if isinstance(protocol, ByItself):
            values, result = protocol.run(state, party, progress.tell_step)
            keep_result(result, Path(config["result-path"]))
        else:
            values = protocol.compute(state, party, stage)
        return Message(reply_of(encode(stage.terms, values, parties)), reply_to=msg)

    for kind in (app.query, app.train, app.evaluate):
        kind()(answer)
    return app


def answers_errors(handler: Handler) -> Handler:
    """Turns a PartyError into an error reply in the agreed form."""

    @functools.wraps(handler)
    def answer(msg: Message, context: Context) -> Message:
        try:
            return handler(msg, context)
        except PartyError as error:
            return Message(Error(CLIENT_APP_RAISED, error.reason), reply_to=msg)
        except OutOfBounds as error:
            print(f"{error.name} is out of its declared bounds", flush=True)
            return Message(Error(CLIENT_APP_RAISED, PartyError("train.out-of-bounds").reason), reply_to=msg)
        except RunError as error:  # from a step that the server performs as well
            return Message(Error(CLIENT_APP_RAISED, PartyError(error.code, **error.params).reason), reply_to=msg)

    return answer

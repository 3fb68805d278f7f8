"""The ClientApp every algorithm shares: a stage's message in, terms of its sums out."""

import functools
import json
from collections.abc import Callable
from pathlib import Path

from flwr.app import Context, Error, Message
from flwr.clientapp import ClientApp

from engine import progress
from engine.algorithm import Algorithm
from engine.errors import PartyError, RunError
from engine.privacy.terms import OutOfBounds, encode
from engine.protocols.by_itself import ByItself
from engine.protocols.starting import with_numbers
from engine.run.messages import read_state, reply_of
from engine.run.result import keep_result

CLIENT_APP_RAISED = 2  # flwr.common.constant.ErrorCode.CLIENT_APP_RAISED_EXCEPTION

Handler = Callable[[Message, Context], Message]


def client_app(algorithm: Algorithm) -> ClientApp:
    """The app for an algorithm. Rows come from the folder `node_config["data-path"]`, the plan from the ticket with it,
    and so does the party's place in the run's roster. What a run by itself leaves goes into the folder
    `node_config["result-path"]`.

    A PartyError becomes an error reply `code|{json}`; anything else is the runner's to scrub and report.
    """
    app = ClientApp()

    @answers_errors
    def answer(msg: Message, context: Context) -> Message:
        granted = context.node_config["data-path"]
        protocol = algorithm.protocol(with_numbers(json.loads(context.node_config["plan"]), granted))
        state = read_state(msg.content)
        stage, parties = protocol.ask(state), int(state.facts["parties"])
        party = protocol.open(granted).at(int(context.node_config["place"]))
        if isinstance(protocol, ByItself):
            values, result = protocol.run(state, party, progress.tell_step)
            keep_result(result, Path(context.node_config["result-path"]))
        else:
            values = protocol.answer(state, party, stage)
        return Message(reply_of(encode(stage.terms, values, parties)), reply_to=msg)

    for kind in (app.query, app.train, app.evaluate):
        kind()(answer)
    return app


def answers_errors(handler: Handler) -> Handler:
    """A PartyError leaves as an error reply in the agreed form."""

    @functools.wraps(handler)
    def answer(msg: Message, context: Context) -> Message:
        try:
            return handler(msg, context)
        except PartyError as error:
            return Message(Error(CLIENT_APP_RAISED, error.reason), reply_to=msg)
        except OutOfBounds as error:
            print(f"{error.name} is out of its declared bounds", flush=True)
            return Message(Error(CLIENT_APP_RAISED, PartyError("train.out-of-bounds").reason), reply_to=msg)
        except RunError as error:  # from a step that the server does too
            return Message(Error(CLIENT_APP_RAISED, PartyError(error.code, **error.params).reason), reply_to=msg)

    return answer

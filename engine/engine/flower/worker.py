"""The ClientApp of an algorithm: receives a message, and returns the terms of its sums or an error."""

from pathlib import Path

from flwr.app import Context, Error, Message
from flwr.clientapp import ClientApp

from engine.algorithm import Algorithm
from engine.errors import PartyError
from engine.flower.records import read_state, reply_of
from engine.run.worker import Granted, compute

CLIENT_APP_RAISED = 2  # flwr.common.constant.ErrorCode.CLIENT_APP_RAISED_EXCEPTION


def client_app(algorithm: Algorithm) -> ClientApp:
    """Return the ClientApp of an algorithm. It reads from the node's configuration what a ticket grants: the folder of
    the rows (`data-path`), the `plan`, the `secret` with which the runner has it mix rows, and, for a local run, the
    folder of the result (`result-path`).

    A PartyError becomes an error reply `code|{json}`. The runner scrubs and reports any other error.
    """
    app = ClientApp()

    def answer(msg: Message, context: Context) -> Message:
        config = {name: str(value) for name, value in context.node_config.items()}
        result = Path(config["result-path"]) if "result-path" in config else None
        granted = Granted(config["data-path"], config["plan"], bytes.fromhex(config.get("secret", "")), result)
        try:
            return Message(reply_of(compute(algorithm, read_state(msg.content), granted)), reply_to=msg)
        except PartyError as error:
            return Message(Error(CLIENT_APP_RAISED, error.reason), reply_to=msg)

    for kind in (app.query, app.train, app.evaluate):
        kind()(answer)
    return app

"""The ClientApp every algorithm shares: three kinds of message in, only statistics, weights and sums of scores out."""

import functools
import json
import time
from collections.abc import Callable

from flwr.app import Context, Error, Message, MetricRecord, RecordDict
from flwr.clientapp import ClientApp

from engine.algorithm import Algorithm
from engine.errors import PartyError, RunError
from engine.party import Party
from engine.preprocessing import Encoding
from engine.records import from_arrays, statistics_record, sums_record, to_arrays

CLIENT_APP_RAISED = 2  # flwr.common.constant.ErrorCode.CLIENT_APP_RAISED_EXCEPTION

Handler = Callable[[Message, Context], Message]


def client_app(algorithm: Algorithm) -> ClientApp:
    """The app for an algorithm. Rows come from `node_config["data-path"]`, the plan from the ticket beside it.

    A PartyError becomes an error reply `code|{json}`; anything else is the runner's to scrub and report.
    """
    app = ClientApp()

    @app.query()
    @answers_errors
    def statistics(msg: Message, context: Context) -> Message:
        return Message(statistics_record(_party(algorithm, context).describe()), reply_to=msg)

    @app.train()
    @answers_errors
    def train(msg: Message, context: Context) -> Message:
        began = time.monotonic()
        party, model, encoding, round_ = _party(algorithm, context), *_received(msg)
        learner = party.learner(encoding)
        evaluation = learner.evaluate(model)  # of the model that came in: saves a second message per round
        fitted = learner.train(model, round_, _seed(context))
        training = MetricRecord({"rows": len(party.training), "seconds": time.monotonic() - began})
        content = {"model": to_arrays(fitted), "evaluation": sums_record(evaluation), "training": training}
        return Message(RecordDict(content), reply_to=msg)

    @app.evaluate()
    @answers_errors
    def evaluate(msg: Message, context: Context) -> Message:
        party, model, encoding, _ = _party(algorithm, context), *_received(msg)
        content = RecordDict({"evaluation": sums_record(party.learner(encoding).evaluate(model))})
        if msg.content["config"].get("alone") and (alone := party.score_alone(encoding.label, _seed(context))):
            content["alone"] = sums_record(alone)
        return Message(content, reply_to=msg)

    return app


def answers_errors(handler: Handler) -> Handler:
    """A PartyError leaves as an error reply in the agreed form."""

    @functools.wraps(handler)
    def answer(msg: Message, context: Context) -> Message:
        try:
            return handler(msg, context)
        except PartyError as error:
            return Message(Error(CLIENT_APP_RAISED, error.reason), reply_to=msg)
        except RunError as error:  # from a step that the server does too, such as combining statistics
            return Message(Error(CLIENT_APP_RAISED, PartyError(error.code, **error.params).reason), reply_to=msg)

    return answer


def _party(algorithm: Algorithm, context: Context) -> Party:
    plan = json.loads(context.node_config["plan"])
    return Party.open(algorithm, plan, context.node_config["data-path"])


def _received(msg: Message) -> tuple[dict, Encoding, int]:
    content = msg.content
    return (
        from_arrays(content["model"]),
        Encoding.from_json(content["encoding"]["json"]),
        int(content["config"]["round"]),
    )


def _seed(context: Context) -> str:
    return str(context.run_config["run-id"])

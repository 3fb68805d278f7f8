"""The server's side of a run: statistics, rounds of federated averaging, one last scoring, the result."""

import functools
import math
import time
from collections.abc import Callable

from flwr.app import Context
from flwr.serverapp import Grid, ServerApp

from engine import checkpoint
from engine.algorithm import Algorithm
from engine.checkpoint import Progress
from engine.datasets import feature_names
from engine.errors import PartyError, RunError
from engine.grid import Answers, PartyGrid
from engine.metrics import Sums, add_up, summarise
from engine.network import average, is_finite
from engine.party import first_model
from engine.records import from_arrays, instructions, read_statistics, read_sums, size_of
from engine.result import write_result
from engine.runs import Run
from engine.statistics import combine, refuse_strangers


def server_app(algorithm: Algorithm) -> ServerApp:
    """The app for an algorithm. Its folder, spec and token are found by `run_config["run-id"]` (see runs)."""
    app = ServerApp()

    @app.main()
    def main(grid: Grid, context: Context) -> None:
        run_federation(grid, Run.open(str(context.run_config["run-id"])), algorithm)

    return app


def run_federation(grid: Grid, run: Run, algorithm: Algorithm) -> None:
    """Runs to the end, or sends `failed` and raises RunError, so that Flower too calls the run failed."""
    try:
        Federation(grid, run, algorithm).complete()
    except RunError as error:
        run.events.send("failed", **_failure(error))
        raise
    except PartyError as error:  # a parameter out of bounds, found before any party was asked
        run.events.send("failed", code=error.code, params=error.params, step="starting")
        raise
    except Exception:
        run.events.send("failed", code="internal", params={})
        raise


class Federation:
    """One run. All parties must answer every message."""

    def __init__(self, grid: Grid, run: Run, algorithm: Algorithm):
        self.run, self.algorithm, self.plan = run, algorithm, run.spec["plan"]
        self.grid = PartyGrid(grid, run.parties)
        self.rounds = self.plan["maxRounds"]
        self.bytes_up = self.bytes_down = 0

    def complete(self) -> None:
        """Statistics (or the newest checkpoint), the rounds that are left, the last scoring, the result's files."""
        began = time.monotonic()
        self.algorithm.parameters(self.plan["parameters"])  # refuse a bad value before anybody trains
        self._connect("starting", 0)
        self.run.events.send("started", parties=self.run.parties, rounds=self.rounds)
        progress = checkpoint.load(self.run.checkpoint) or self._statistics()
        self.bytes_up, self.bytes_down = progress.bytes_up, progress.bytes_down
        began -= progress.seconds

        while progress.round < self.rounds:
            self._round(progress, progress.round + 1)
            progress.seconds = time.monotonic() - began
            checkpoint.save(progress, self.run.checkpoint)
        alone = self._last_scoring(progress)
        progress.seconds = time.monotonic() - began
        write_result(self.run, self.algorithm, progress, alone)

    def _statistics(self) -> Progress:
        answers = self._ask("statistics", "query", functools.partial(instructions, 0), 0)
        told = {party: read_statistics(content) for party, content in answers.contents.items()}
        agreed = tuple(self.run.spec.get("classes", ()))
        encoding = combine(
            feature_names(self.plan), self.plan["label"], list(told.values()), self.algorithm.label_kinds, agreed
        )
        if agreed and encoding.label.kind == "classes":
            refuse_strangers(encoding.label, told)
        rows = {
            party: {"training": said.training_rows, "validation": said.validation_rows} for party, said in told.items()
        }
        self.run.events.send(
            "statistics",
            parties=[
                {"partyId": party, "rows": count["training"], "validationRows": count["validation"]}
                for party, count in rows.items()
            ],
        )
        model = first_model(self.algorithm, encoding, self.plan, self.run.run_id)
        return Progress(encoding, rows, model, bytes_up=self.bytes_up, bytes_down=self.bytes_down)

    def _round(self, progress: Progress, round_: int) -> None:
        """One message per party: it scores the model it gets, then trains it.

        So a round's metrics are of the model that the round started from; `_last_scoring` scores the last one.
        """
        began = time.monotonic()
        send = functools.partial(instructions, round_, progress.model, progress.encoding)
        answers = self._ask("train", "train", send, round_)
        sums = self._scored(progress, answers, round_ - 1)

        trained = {party: int(content["training"]["rows"]) for party, content in answers.contents.items()}
        models = [from_arrays(content["model"]) for content in answers.contents.values()]
        model = average(models, list(trained.values()))
        if not is_finite(model):
            raise RunError("train.diverged", {"round": round_}, step="train", round_=round_)
        progress.model, progress.round = model, round_
        progress.bytes_up, progress.bytes_down = self.bytes_up, self.bytes_down

        self.run.events.send(
            "round", round=round_, rounds=self.rounds, **self._scores(progress, round_ - 1, sums),
            parties=[
                {"partyId": party, "rows": trained[party], "metrics": summarise(sums[party]),
                 "seconds": round(float(content["training"]["seconds"]), 3)}
                for party, content in answers.contents.items()
            ],
        )  # fmt: skip
        print(f"round {round_}/{self.rounds} in {time.monotonic() - began:.2f} s", flush=True)

    def _last_scoring(self, progress: Progress) -> dict[str, Sums]:
        """Scores the last model and has every party train alone; returns the alone sums by party."""
        send = functools.partial(instructions, self.rounds, progress.model, progress.encoding, alone=True)
        # Training alone takes as long as all rounds together, so it gets as much time.
        answers = self._ask("evaluate", "evaluate", send, self.rounds, times=self.rounds + 1)
        sums = self._scored(progress, answers, self.rounds)
        progress.bytes_up, progress.bytes_down = self.bytes_up, self.bytes_down
        self.run.events.send(
            "scored", **self._scores(progress, self.rounds, sums),
            parties=[
                {"partyId": party, "rows": progress.rows[party]["training"], "metrics": summarise(sums[party])}
                for party in sums
            ],
        )  # fmt: skip
        return {party: read_sums(content["alone"]) for party, content in answers.contents.items() if "alone" in content}

    def _scored(self, progress: Progress, answers: Answers, round_: int) -> dict[str, Sums]:
        """Files the scores of the model after `round_` rounds; keeps the model if none before had a lower loss."""
        sums = {party: read_sums(content["evaluation"]) for party, content in answers.contents.items()}
        metrics = summarise(add_up(list(sums.values())))
        if not math.isfinite(metrics["loss"]):
            raise RunError("train.diverged", {"round": round_}, step="train", round_=round_)
        progress.history.append({"round": round_, "metrics": metrics})
        lowest = summarise(add_up(list(progress.best_sums.values())))["loss"] if progress.best_sums else float("inf")
        if round_ > 0 and metrics["loss"] < lowest:
            progress.best, progress.best_round, progress.best_sums = progress.model, round_, sums
        return sums

    def _scores(self, progress: Progress, scored: int, sums: dict[str, Sums]) -> dict:
        return {
            "scoredRound": scored, "bestRound": progress.best_round, "metrics": summarise(add_up(list(sums.values()))),
            "bytesUp": self.bytes_up, "bytesDown": self.bytes_down,
        }  # fmt: skip

    def _ask(self, step: str, kind: str, content: Callable, round_: int, *, times: int = 1) -> Answers:
        nodes = self._connect(step, round_)
        message = content()
        seconds = self.run.spec["roundTimeoutSeconds"] * times
        answers = self.grid.ask(nodes, kind, message, group=round_, seconds=seconds)
        self.bytes_down += size_of(message) * len(self.run.parties)
        self.bytes_up += sum(size_of(answer) for answer in answers.contents.values())
        for party, (code, params) in answers.failures.items():
            self.run.events.send("party-failed", partyId=party, step=step, round=round_, code=code, params=params)
        if answers.failures:
            party, (code, params) = next(iter(answers.failures.items()))
            raise RunError(code, params, party=party, step=step, round_=round_)
        return answers

    def _connect(self, step: str, round_: int) -> dict[str, int]:
        try:
            return self.grid.wait(lambda missing: self.run.events.send("waiting", missing=missing))
        except RunError as error:
            raise RunError(error.code, error.params, party=error.party, step=step, round_=round_) from None


def _failure(error: RunError) -> dict:
    known = {"partyId": error.party, "step": error.step, "round": error.round}
    return {"code": error.code, "params": error.params} | {
        name: value for name, value in known.items() if value is not None
    }

"""The server's side of a run: performs the stages of any protocol in order, and writes the result."""

import math
import time
from dataclasses import replace

from engine.algorithm import Algorithm
from engine.durable import patiently
from engine.errors import PartyError, RunError
from engine.privacy.terms import Arrays, Total, group_of
from engine.protocols.protocol import TRAIN, Scored, Stage, State
from engine.protocols.starting import with_numbers
from engine.run import checkpoint
from engine.run.checkpoint import Progress
from engine.run.grid import Outcomes, PartyGrid
from engine.run.result import write_result
from engine.run.runs import Run
from engine.run.transport import Loss, Request, Transport

Parts = dict[str, Arrays]  # the decoded terms of an answer, by party


def run_federation(transport: Transport, run: Run, algorithm: Algorithm) -> None:
    """Run to the end. On an error, send `failed` and raise RunError, so that the transport marks the run as failed as
    well."""
    try:
        Federation(transport, run, algorithm).complete()
    except RunError as error:
        run.events.send("failed", **_failure(error))
        raise
    # A parameter is out of bounds, or the start model was altered. This is detected before any message is sent.
    except PartyError as error:
        run.events.send("failed", code=error.code, params=error.params, step="starting")
        raise
    except Exception:
        run.events.send("failed", code="internal", params={})
        raise


class Federation:
    """One run. All parties must answer every stage."""

    def __init__(self, transport: Transport, run: Run, algorithm: Algorithm):
        self.run, self.rounds = run, run.spec["plan"]["maxRounds"]
        self.algorithm, self.protocol = algorithm, algorithm.protocol(with_numbers(run.spec["plan"], run.folder))
        self.transport = transport
        self.grid = PartyGrid(
            transport,
            run.parties,
            wait_seconds=run.spec["waitSeconds"],
            on_waiting=lambda missing: run.events.send("waiting", missing=missing),
        )

    def complete(self) -> None:
        """Run to the end, from the newest checkpoint or from the start, and write the result's files."""
        began = time.monotonic()
        self._connect()
        self.run.events.send("started", parties=self.run.parties, rounds=self.rounds)
        progress = checkpoint.load(self.run.checkpoint) or self._begin()
        began -= progress.seconds

        while stage := self.protocol.next_stage(progress.state):
            self._stage(progress, stage)
            self._finish_if_requested(progress)
            progress.seconds = time.monotonic() - began
            patiently(lambda: checkpoint.save(progress, self.run.checkpoint))
        result, best = self.protocol.result(progress.state), self.protocol.best(progress.state)
        write_result(self.run, self.algorithm, progress, result, best)

    def _finish_if_requested(self, progress: Progress) -> None:
        """Finish early if users have requested the best model so far and the protocol can end here. Call this before
        the checkpoint is saved, so that a restart sends the state that parties may already have received."""
        if self.run.finishes_early:
            progress.state = self.protocol.finish_early(progress.state)

    def _begin(self) -> Progress:
        return Progress(self.protocol.begin(len(self.run.parties), self.run.spec["plan"]["seed"]))

    def _stage(self, progress: Progress, stage: Stage) -> None:
        """Send one message to every party, compute the total and the next state, and report the stage's results."""
        began = time.monotonic()
        answers = self._send(progress, stage)
        parts = self._parts(stage, answers)
        total, before = self._total(stage, parts), progress.state
        progress.state = self.protocol.update(before, total)
        if not self._is_taken(before, progress.state):
            raise self._implausible(before, stage, parts)

        shown = {party: self._shown(stage, part) for party, part in parts.items()}
        scored = self.protocol.scored(before, stage, total, progress.state)
        for one in scored:
            if not math.isfinite(one.metrics.get("loss", 0.0)):
                raise RunError("train.diverged", {"round": one.round}, step="train", round_=one.round)
            own = self._own(before, one, shown)
            progress.history.append({"round": one.round, "metrics": one.metrics, "parties": own})
        for party, sums in shown.items():
            if (alone := group_of(sums, "alone")) and alone["rows"] > 0:
                progress.alone[party] = self.protocol.metrics(before, alone)
                progress.gains[party] = self.protocol.gains(before, sums["gain"])
        self._report(progress, stage, answers, shown, scored)
        print(f"{stage.name} {stage.round}/{self.rounds} in {time.monotonic() - began:.2f} s", flush=True)

    def _parts(self, stage: Stage, answers: Outcomes) -> Parts:
        """Return each party's terms. Raises RunError `train.implausible` with the party whose terms are missing or out
        of bounds, because a runner that follows the protocol does not send such terms."""
        parts = {party: answers.contents[party].terms for party in self.run.parties}
        for party, part in parts.items():
            for name, term in stage.terms.items():
                if name not in part or not term.fits(part[name], len(parts)):
                    problem = "missing or outside its declared bound"
                    print(f'{stage.name}: rejected term "{name}" of party {party}: {problem}', flush=True)
                    raise RunError("train.implausible", party=party, step=stage.step, round_=stage.round)
        return parts

    def _total(self, stage: Stage, parts: Parts) -> Total:
        """Return the total of these parties' terms. Its unit depends on the number of parties in the run."""
        own = {party: part for party, part in parts.items() if party in stage.agreed}
        return replace(Total.of(stage.terms, list(parts.values()), len(self.run.parties)), own=own)

    def _is_taken(self, before: State, after: State) -> bool:
        """Whether honest parties accept a state as the next one. The last state is not checked, because it is never
        sent."""
        try:
            if self.protocol.next_stage(after):
                self.protocol.check_transition(before, after)
                self.protocol.check(after)
        except Exception as error:  # any error means that the state is refused, as in a party's runner
            print(f"honest parties would refuse the next state: {error}", flush=True)
            return False
        return True

    def _implausible(self, before: State, stage: Stage, parts: Parts) -> RunError:
        """Return the error for terms that are within their bounds, but together lead to a state that honest parties
        would refuse, as if the platform had fabricated it. The terms of honest parties alone do not lead to such a
        state. So if the state without one party is acceptable, that party is named. If this holds for several parties,
        none is named."""
        suspects = [party for party in parts if self._is_taken_without(party, before, stage, parts)]
        where = {"step": stage.step, "round_": stage.round}
        if len(suspects) == 1:
            return RunError("train.implausible", party=suspects[0], **where)
        return RunError("train.implausible-together", **where)

    def _is_taken_without(self, party: str, before: State, stage: Stage, parts: Parts) -> bool:
        others = {one: part for one, part in parts.items() if one != party}
        try:
            return self._is_taken(before, self.protocol.update(before, self._total(stage, others)))
        # With a malicious party's terms, the update may fail. Continue, because the state without each of the others
        # must still be checked.
        except Exception as error:
            print(f"without {party} there is no next state: {error}", flush=True)
            return False

    def _shown(self, stage: Stage, part: Arrays) -> Arrays:
        """Return those terms of a single party that users see."""
        return {name: stage.terms[name].decode(part[name], len(self.run.parties)) for name in stage.shown}

    def _own(self, before: State, scored: Scored, shown: dict[str, Arrays]) -> dict[str, dict[str, float]]:
        """Return the metrics of a scored model on each party's rows. If there is only one party, these are the metrics
        of the run."""
        if len(shown) == 1:
            return dict.fromkeys(shown, scored.metrics)
        return {party: self.protocol.metrics(before, group_of(sums, "score")) for party, sums in shown.items()}

    def _report(
        self, progress: Progress, stage: Stage, answers: Outcomes, shown: dict[str, Arrays], scored: list[Scored]
    ) -> None:
        """Report the numbers of rows once they are known, and the metrics of each model that was just scored."""
        if "training" in stage.shown:
            progress.rows = {
                party: {name: int(sums[name]) for name in ("training", "validation")} for party, sums in shown.items()
            }
            parties = [
                {"partyId": party, "rows": rows["training"], "validationRows": rows["validation"]}
                for party, rows in progress.rows.items()
            ]
            self.run.events.send("statistics", parties=parties)
        own = [one["parties"] for one in progress.history[len(progress.history) - len(scored) :]]
        for place, one in enumerate(scored):
            reported = {
                "scoredRound": one.round, "bestRound": one.best, "metrics": one.metrics,
                "parties": [
                    {"partyId": party, "rows": progress.rows[party]["training"], "metrics": own[place][party],
                     "seconds": answers.contents[party].seconds}
                    for party in shown
                ],
                "bytesUp": progress.bytes_up, "bytesDown": progress.bytes_down,
            }  # fmt: skip
            if stage.message == TRAIN and (len(scored) == 1 or place < len(scored) - 1):
                self.run.events.send("round", round=one.round + 1, rounds=self.rounds, **reported)
            else:
                self.run.events.send("scored", **reported)

    def _send(self, progress: Progress, stage: Stage) -> Outcomes:
        where = {"step": stage.step, "round": stage.round}

        def report_loss(party: str, loss: Loss) -> None:
            self.run.events.send("party-failed", partyId=party, code=loss[0], params=loss[1], **where)

        seconds = self.run.spec["roundTimeoutSeconds"] * stage.rounds_long
        request = Request(stage.message, stage.round, progress.state, seconds)
        answers = self.grid.ask(request, on_lost=report_loss)
        progress.bytes_down += self.transport.size_of(request) * answers.sent
        progress.bytes_up += sum(answer.size for answer in answers.contents.values())
        for party, failure in answers.failures.items():
            report_loss(party, failure)
        if answers.failures:
            party, (code, params) = next(iter(answers.failures.items()))
            raise RunError(code, params, party=party, step=stage.step, round_=stage.round)
        return answers

    def _connect(self) -> None:
        try:
            self.grid.wait()
        except RunError as error:
            raise RunError(error.code, error.params, party=error.party, step="starting", round_=0) from error


def _failure(error: RunError) -> dict:
    known = {"partyId": error.party, "step": error.step, "round": error.round}
    return {"code": error.code, "params": error.params} | {
        name: value for name, value in known.items() if value is not None
    }

"""Writes the result of a finished run: the model's file, card.json and the `finished` event."""

import json
from pathlib import Path

from engine.algorithm import Algorithm
from engine.protocols.protocol import Result
from engine.run.checkpoint import Progress
from engine.run.runs import Run

MODEL, CARD = "model.onnx", "card.json"


def keep_result(result: Result, folder: Path) -> None:
    """Write the result of a local run: the model's file and the protocol's card. The runner passes both to the edge."""
    if result.model is not None:
        (folder / MODEL).write_bytes(result.model)
    (folder / CARD).write_text(json.dumps(result.card, ensure_ascii=False, allow_nan=False), encoding="utf-8")


def write_result(run: Run, algorithm: Algorithm, progress: Progress, result: Result, best: int) -> None:
    """Write the best model (the model after `best` rounds) and its card. Scores are of rows on which that model was not
    trained. If a model was scored twice, the card contains the later scores."""
    chosen = next((scored for scored in reversed(progress.history) if scored["round"] == best), None)
    metrics = chosen["metrics"] if chosen else {}
    parties = [_party(party, progress, chosen) for party in run.parties]
    card = card_of(run, algorithm, progress, result, metrics, parties) | {"bestRound": best}
    if result.model is not None:
        run.write(MODEL, result.model)
    run.write(CARD, json.dumps(card, ensure_ascii=False, indent=1, allow_nan=False).encode())
    shown_keys = ("partyId", "rows", "metrics", "aloneMetrics", "gains")
    reported = [{key: party[key] for key in shown_keys if key in party} for party in parties]
    run.events.send(
        "finished", metrics=metrics, parties=reported, bytesUp=progress.bytes_up, bytesDown=progress.bytes_down
    )


def card_of(
    run: Run, algorithm: Algorithm, progress: Progress, result: Result, metrics: dict, parties: list[dict]
) -> dict:
    """Return the card: the run's participants and parameters, its scores, and the protocol's entries about its
    model."""
    names = {party["partyId"]: party["name"] for party in run.spec["parties"]}
    return {
        "runId": run.run_id,
        "taskId": run.spec["taskId"],
        "algorithm": run.spec["algorithm"],
        "codeHash": run.spec["codeHash"],
        "parameters": algorithm.parameters(run.spec["plan"]["parameters"]),
        "rounds": progress.history[-1]["round"] if progress.history else 0,
        "seconds": round(progress.seconds, 2),
        "bytesUp": progress.bytes_up,
        "bytesDown": progress.bytes_down,
        "metrics": metrics,
        "parties": [{**party, "name": names[party["partyId"]]} for party in parties],
        "history": [{"round": scored["round"], "metrics": scored["metrics"]} for scored in progress.history],
        **result.card,
    }


def _party(party: str, progress: Progress, chosen: dict | None) -> dict:
    rows = progress.rows[party]
    reported = {
        "partyId": party,
        "rows": rows["training"],
        "validationRows": rows["validation"],
        "metrics": chosen["parties"][party] if chosen else {},
    }
    if party not in progress.alone:
        return reported
    return reported | {"aloneMetrics": progress.alone[party], "gains": progress.gains[party]}

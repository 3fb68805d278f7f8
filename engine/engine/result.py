"""What a finished run leaves: model.onnx, card.json and the `finished` event."""

import json

from engine.algorithm import Algorithm
from engine.checkpoint import Progress
from engine.export import describe_model, export_onnx
from engine.metrics import RESIDUAL_EDGES, Sums, add_up, square, summarise
from engine.runs import Run


def write_result(run: Run, algorithm: Algorithm, progress: Progress, alone: dict[str, Sums]) -> None:
    """Writes the best round's model and its card. All numbers are of validation rows, which nobody trained on."""
    metrics = summarise(add_up(list(progress.best_sums.values())))
    parties = [_party(party, progress, alone) for party in run.parties if party in progress.best_sums]
    card = card_of(run, algorithm, progress, metrics, parties)
    run.write("model.onnx", export_onnx(progress.encoding, algorithm.layers(progress.best)))
    run.write("card.json", json.dumps(card, ensure_ascii=False, indent=1, allow_nan=False).encode())
    told = [
        {key: party[key] for key in ("partyId", "rows", "metrics", "aloneMetrics") if key in party} for party in parties
    ]
    run.events.send("finished", metrics=metrics, parties=told)


def card_of(run: Run, algorithm: Algorithm, progress: Progress, metrics: dict, parties: list[dict]) -> dict:
    """The card: who, what, how well. `confusion.counts` is truth x prediction, in the order of `classes`."""
    spec, label, sums = run.spec, progress.encoding.label, add_up(list(progress.best_sums.values()))
    names = {party["partyId"]: party["name"] for party in spec["parties"]}
    card = {
        "runId": run.run_id,
        "taskId": spec["taskId"],
        "algorithm": spec["algorithm"],
        "codeHash": spec["codeHash"],
        "parameters": algorithm.parameters(spec["plan"]["parameters"]),
        "columns": [{"name": column.name, "kind": column.kind} for column in progress.encoding.columns],
        "label": label.name,
        "output": label.kind,
        "classes": list(label.classes),
        "rounds": progress.round,
        "bestRound": progress.best_round,
        "seconds": round(progress.seconds, 2),
        "bytesUp": progress.bytes_up,
        "bytesDown": progress.bytes_down,
        "model": describe_model(progress.encoding),
        "metrics": metrics,
        "parties": [{**party, "name": names[party["partyId"]]} for party in parties],
        "history": progress.history,
    }
    if label.kind == "classes":
        return card | {
            "confusion": {"classes": list(label.classes), "counts": square(sums["confusion"]).astype(int).tolist()}
        }
    edges = (RESIDUAL_EDGES * label.deviation).round(6).tolist()  # in the label's unit; one bin more at either end
    return card | {"residuals": {"edges": edges, "counts": [int(count) for count in sums["residuals"]]}}


def _party(party: str, progress: Progress, alone: dict[str, Sums]) -> dict:
    rows = progress.rows[party]
    told = {
        "partyId": party,
        "rows": rows["training"],
        "validationRows": rows["validation"],
        "metrics": summarise(progress.best_sums[party]),
    }
    return told | ({"aloneMetrics": summarise(alone[party])} if party in alone else {})

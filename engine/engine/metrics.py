"""Scores as sums that add up over parties, so that 'together' is exactly what one pile of rows would give.

A party sends sums only; `summarise` makes the same metrics of one party's sums and of all parties' merged ones.
Classes: macro averages over classes that occur in truth or prediction, 0 where undefined (as scikit-learn's
`zero_division=0`).
"""

from collections.abc import Sequence

import numpy as np

from engine.moments import Moments

Sums = dict[str, float | list[float]]

# Residuals in label deviations: 20 bins of 0.3 between -3 and 3, and one beyond each end.
RESIDUAL_EDGES = np.linspace(-3, 3, 21)
TINY = 1e-15


def score_classes(probabilities: np.ndarray, targets: np.ndarray) -> Sums:
    """Sums from probabilities [rows, classes] and one-hot targets [rows, classes].

    `confusion` is flat, row by row: truth x prediction.
    """
    classes = targets.shape[1]
    truth, guess = targets.argmax(axis=1), probabilities.argmax(axis=1)
    confusion = np.bincount(truth * classes + guess, minlength=classes * classes)
    loss = -np.log(np.maximum((probabilities * targets).sum(axis=1), TINY)).sum()
    return {"rows": float(len(truth)), "loss": float(loss), "confusion": confusion.astype(float).tolist()}


def score_numbers(predictions: np.ndarray, truth: np.ndarray, deviation: float) -> Sums:
    """Sums from predictions and truth [rows] in the label's unit; `deviation` (over all parties) is the loss's unit."""
    residuals = truth - predictions
    spread = Moments.of(truth[:, None])
    bins = np.bincount(np.searchsorted(RESIDUAL_EDGES, residuals / deviation), minlength=len(RESIDUAL_EDGES) + 1)
    return {
        "rows": float(len(truth)),
        "loss": float(((residuals / deviation) ** 2).sum()),
        "squared": float((residuals**2).sum()),
        "absolute": float(np.abs(residuals).sum()),
        "label-mean": float(spread.mean[0]),
        "label-m2": float(spread.m2[0]),
        "residuals": bins.astype(float).tolist(),
    }


def add_up(parts: Sequence[Sums]) -> Sums:
    """Sums of all parties together."""
    together: Sums = {}
    for key in parts[0]:
        together[key] = np.sum([part[key] for part in parts], axis=0).tolist()
    if "label-m2" in together:
        spread = _spread(parts[0])
        for part in parts[1:]:
            spread = spread.merge(_spread(part))
        together |= {"label-mean": float(spread.mean), "label-m2": float(spread.m2)}
    return together


def summarise(sums: Sums) -> dict[str, float]:
    """Metrics as fractions. `r2` is absent where the label does not vary: it has no meaning there."""
    rows = max(sums["rows"], 1)
    if "confusion" in sums:
        return {"loss": sums["loss"] / rows, **_from_confusion(square(sums["confusion"]))}

    metrics = {"loss": sums["loss"] / rows, "rmse": (sums["squared"] / rows) ** 0.5, "mae": sums["absolute"] / rows}
    return metrics | ({"r2": 1 - sums["squared"] / sums["label-m2"]} if sums["label-m2"] > 0 else {})


def square(confusion: list[float]) -> np.ndarray:
    """A flat confusion list as counts [classes, classes], truth x prediction."""
    size = round(len(confusion) ** 0.5)
    return np.array(confusion).reshape(size, size)


def _from_confusion(confusion: np.ndarray) -> dict[str, float]:
    hits, truth, guesses = np.diag(confusion), confusion.sum(axis=1), confusion.sum(axis=0)
    occurs = (truth + guesses) > 0
    precision, recall = hits / np.maximum(guesses, 1), hits / np.maximum(truth, 1)
    f1 = 2 * hits / np.maximum(truth + guesses, 1)
    accuracy = hits.sum() / max(confusion.sum(), 1)
    means = {"precision": precision, "recall": recall, "f1": f1}
    return {"accuracy": float(accuracy)} | {name: float(values[occurs].mean()) for name, values in means.items()}


def _spread(sums: Sums) -> Moments:
    return Moments(np.float64(sums["rows"]), np.float64(sums["label-mean"]), np.float64(sums["label-m2"]))
